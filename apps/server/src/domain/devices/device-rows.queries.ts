import type { DeviceId } from '@fleetdeck/contract/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'

export async function updateDevice(db: Db, id: DeviceId, change: Partial<typeof devices.$inferInsert>) {
  await db.update(devices).set(change).where(eq(devices.id, id))
}
