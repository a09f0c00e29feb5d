import type { DeviceId } from '@fleetdeck/contract/ids'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
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

/** Which of these numbers are assigned already. */
export async function findUsedNumbers(db: Db, deviceNos: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ deviceNo: devices.deviceNo })
    .from(devices)
    .where(and(inArray(devices.deviceNo, deviceNos), isNotNull(devices.deviceNo)))
  return new Set(rows.flatMap((row) => row.deviceNo ?? []))
}

export async function updateDevice(db: Db, id: DeviceId, change: Partial<Row>) {
  await db.update(devices).set(change).where(eq(devices.id, id))
}
