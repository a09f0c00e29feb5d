import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, count, desc, eq } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import type { Db } from '../../platform/db/db.ts'
import { computerPhones, computers } from '../../platform/db/schema/computers.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { mayServe } from './computer-links.queries.ts'
import { amongDevices } from './device-scope.queries.ts'

/** Computers of the scope that serve some of these devices, those with the most first. */
export const listServing = (db: Db, scope: Scope, deviceIds: readonly DeviceId[], most: number) =>
  db
    .select({
      id: computers.id,
      computerName: computers.computerName,
      report: computers.report,
      devices: count(),
    })
    .from(computerPhones)
    .innerJoin(computers, eq(computers.id, computerPhones.computerId))
    .innerJoin(devices, eq(devices.hardwareId, computerPhones.hardwareId))
    .where(and(amongDevices(devices.id, deviceIds), mayServe, ownedWithin(scope, computers.ownerId)))
    .groupBy(computers.id)
    .orderBy(desc(count()), computers.id)
    .limit(most)
