import type { GroupId, UserId } from '@fleetdeck/contract/ids'
import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { devices } from '../../platform/db/schema/devices.ts'

/** Adds prepared numbers; returns those that were unused. */
export async function insertNumbers(
  db: Db,
  deviceNos: string[],
  { tenantId, groupId }: { tenantId: UserId; groupId: GroupId },
): Promise<Set<string>> {
  const rows = deviceNos.map((deviceNo) => ({ deviceNo, tenantId, groupId }))
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
