import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, isNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { amongDevices } from './device-scope.queries.ts'

/** Unassigns phones; rows that never had a phone are deleted. */
export const releaseDevices = (db: Db, ids: DeviceId[]) =>
  db.transaction(async (tx) => {
    await tx.delete(devices).where(and(amongDevices(devices.id, ids), isNull(devices.hardwareId)))
    await tx
      .update(devices)
      .set({ deviceNo: null, tenantId: null, groupId: null, settings: {} })
      .where(amongDevices(devices.id, ids))
  })
