import type { DevicePlace } from '@fleetdeck/contract/devices'
import { sql } from 'drizzle-orm'
import { computerPhones, computers } from '../../platform/db/schema/computers.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { shelfSlots, shelves } from '../../platform/db/schema/shelves.ts'
import { isPlugged, mayServe } from './computer-links.queries.ts'

/** Where a phone stands, and where it is plugged in by the newest report; on a shelf of its owner only. */
export const devicePlace = {
  shelf: sql<
    DevicePlace['shelf']
  >`(select json_build_object('id', ${shelves.id}, 'name', ${shelves.shelfName},
      'slot', ${shelfSlots.slot})
    from ${shelfSlots} join ${shelves} on ${shelves.id} = ${shelfSlots.shelfId}
    where ${shelfSlots.deviceId} = ${devices.id} and ${shelves.tenantId} = ${devices.tenantId})`,
  computer: sql<DevicePlace['computer']>`(select json_build_object('id', ${computers.id},
      'name', ${computers.computerName}, 'port', ${computerPhones.port})
    from ${computerPhones} join ${computers} on ${computers.id} = ${computerPhones.computerId}
    where ${computerPhones.hardwareId} = ${devices.hardwareId} and ${mayServe} and ${isPlugged}
    order by ${computers.reportedAt} desc limit 1)`,
}
