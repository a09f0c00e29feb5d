import type { DeviceId } from '@fleetdeck/contract/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'

type Row = typeof devices.$inferInsert

/** Adds prepared devices; returns the numbers that were unused. */
export async function insertDevices(db: Db, rows: Row[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const added = await db
    .insert(devices)
    .values(rows)
    .onConflictDoNothing({ target: devices.deviceNo })
    .returning({ deviceNo: devices.deviceNo })
  return new Set(added.flatMap((row) => row.deviceNo ?? []))
}

export async function updateDevice(db: Db, id: DeviceId, change: Partial<Row>) {
  await db.update(devices).set(change).where(eq(devices.id, id))
}
