import { and, eq } from 'drizzle-orm'
import type { Scope } from '../../access/data-scope.ts'
import type { Db } from '../../db/db.ts'
import { devices } from '../../db/schema/devices.ts'
import { deviceWithin } from '../../fleet/device-scope.queries.ts'

export async function findDeviceId(db: Db, scope: Scope, deviceNo: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(eq(devices.deviceNo, deviceNo), deviceWithin(scope)))
  return row?.id
}
