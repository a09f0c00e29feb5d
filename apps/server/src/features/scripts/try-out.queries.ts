import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, eq } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import { deviceWithin } from '../../domain/devices/device-scope.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'

export async function findDeviceId(db: Db, scope: Scope, deviceNo: string): Promise<DeviceId | undefined> {
  const [row] = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.deviceNo, deviceNo), deviceWithin(scope)))
  return row?.id
}
