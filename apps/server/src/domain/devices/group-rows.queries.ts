import type { GroupId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'

/** The groups of a user that have these names. */
export async function findGroupIds(db: Db, tenantId: UserId, names: string[]): Promise<Map<string, GroupId>> {
  const rows = await db
    .select({ id: deviceGroups.id, groupName: deviceGroups.groupName })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.tenantId, tenantId), inArray(deviceGroups.groupName, names)))
  return new Map(rows.map(({ id, groupName }) => [groupName, id]))
}

/** The same; those that are missing are added. */
export async function ensureGroups(tx: Db, tenantId: UserId, names: string[]): Promise<Map<string, GroupId>> {
  if (names.length === 0) return new Map()
  await tx
    .insert(deviceGroups)
    .values(names.map((groupName) => ({ groupName, tenantId })))
    .onConflictDoNothing()
  return findGroupIds(tx, tenantId, names)
}
