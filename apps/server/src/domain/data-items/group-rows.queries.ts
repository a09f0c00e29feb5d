import type { DataGroupId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { dataGroups } from '../../platform/db/schema/data-items.ts'

/** The data groups of a user that have these names. */
export async function findDataGroupIds(
  db: Db,
  tenantId: UserId,
  names: string[],
): Promise<Map<string, DataGroupId>> {
  const rows = await db
    .select({ id: dataGroups.id, groupName: dataGroups.groupName })
    .from(dataGroups)
    .where(and(eq(dataGroups.tenantId, tenantId), inArray(dataGroups.groupName, names)))
  return new Map(rows.map(({ id, groupName }) => [groupName, id]))
}

/** The same; those that are missing are added. */
export async function ensureDataGroups(
  tx: Db,
  tenantId: UserId,
  names: string[],
): Promise<Map<string, DataGroupId>> {
  if (names.length === 0) return new Map()
  await tx
    .insert(dataGroups)
    .values(names.map((groupName) => ({ groupName, tenantId })))
    .onConflictDoNothing()
  return findDataGroupIds(tx, tenantId, names)
}
