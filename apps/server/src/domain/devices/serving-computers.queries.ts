import type { ComputerId, DeviceId } from '@fleetdeck/contract/ids'
import { and, count, desc, eq } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { computerPhones, computers } from '../../platform/db/schema/computers.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { mayServe } from './computer-links.queries.ts'
import { amongDevices } from './device-scope.queries.ts'

/** Which devices, or all phones of this computer. */
export type Served = { deviceIds: readonly DeviceId[] } | { computerId: ComputerId }

/** Computers of the scope that serve some of these devices, those with the most first. */
export const listServing = (db: Db, scope: Scope, served: Served, most: number) =>
  db
    .select({
      id: computers.id,
      computerName: computers.computerName,
      report: computers.report,
      devices: count(),
    })
    .from(computerPhones)
    .innerJoin(computers, eq(computers.id, computerPhones.computerId))
    .leftJoin(devices, eq(devices.hardwareId, computerPhones.hardwareId))
    .where(
      and(
        ownedWithin(scope, computers.ownerId),
        'computerId' in served
          ? eq(computers.id, served.computerId)
          : and(amongDevices(devices.id, served.deviceIds), mayServe),
      ),
    )
    .groupBy(computers.id)
    .orderBy(desc(count()), computers.id)
    .limit(most)
