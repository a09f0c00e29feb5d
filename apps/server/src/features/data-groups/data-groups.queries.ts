import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { UserId } from '@fleetdeck/contract/ids'
import { and, eq, ilike, inArray, type SQL, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { containing, limitOf, orderOf } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { dataGroups, dataItems, dataUsage } from '../../platform/db/schema/data-items.ts'
import { users } from '../../platform/db/schema/users.ts'

interface Filter {
  name?: string | undefined
  tenantId?: UserId | undefined
}

const counted = (what: SQL) => sql<number>`(${what})`.mapWith(Number)
const row = {
  id: dataGroups.id,
  groupName: dataGroups.groupName,
  tenantId: dataGroups.tenantId,
  userName: users.userName,
  dedupe: dataGroups.dedupe,
  itemCount: counted(
    sql`select count(*) from ${dataItems} where ${dataItems.groupId} = ${dataGroups.id} and ${dataItems.leaseId} is null`,
  ),
  leasedCount: counted(
    sql`select count(*) from ${dataItems} where ${dataItems.groupId} = ${dataGroups.id} and ${dataItems.leaseId} is not null`,
  ),
  takenToday: counted(
    sql`select count(*) from ${dataUsage} where ${dataUsage.groupId} = ${dataGroups.id}
      and ${dataUsage.at} > now() - interval '24 hours'`,
  ),
  gmtModified: dataGroups.gmtModified,
}
const sortable = {
  id: dataGroups.id,
  groupName: dataGroups.groupName,
  userName: users.userName,
  gmtModified: dataGroups.gmtModified,
}

const buildWhere = (scope: Scope, { name, tenantId }: Filter) =>
  and(
    ownedWithin(scope, dataGroups.tenantId),
    name ? ilike(dataGroups.groupName, containing(name)) : undefined,
    tenantId ? eq(dataGroups.tenantId, tenantId) : undefined,
  )

export async function listDataGroups(db: Db, scope: Scope, query: Filter & PageRequest) {
  const where = buildWhere(scope, query)
  const { limit, offset } = limitOf(query)
  const list = await db
    .select(row)
    .from(dataGroups)
    .innerJoin(users, eq(users.id, dataGroups.tenantId))
    .where(where)
    .orderBy(...orderOf(query, sortable, dataGroups.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(dataGroups, where) }
}

/** Most that a picker shows. */
const maxOptions = 1000

export const listOptions = (db: Db, scope: Scope, filter: Filter) =>
  db
    .select({ id: dataGroups.id, groupName: dataGroups.groupName, userName: users.userName })
    .from(dataGroups)
    .innerJoin(users, eq(users.id, dataGroups.tenantId))
    .where(buildWhere(scope, filter))
    .orderBy(dataGroups.groupName, dataGroups.id)
    .limit(maxOptions)

export async function findDataGroup(db: Db, scope: Scope, id: number) {
  const [found] = await db
    .select(row)
    .from(dataGroups)
    .innerJoin(users, eq(users.id, dataGroups.tenantId))
    .where(and(eq(dataGroups.id, id), ownedWithin(scope, dataGroups.tenantId)))
  return found
}

export const insertDataGroup = (db: Db, group: { groupName: string; tenantId: UserId; dedupe?: number }) =>
  db.insert(dataGroups).values(group)

export const updateDataGroup = (db: Db, id: number, change: { groupName: string; dedupe?: number }) =>
  db.update(dataGroups).set(change).where(eq(dataGroups.id, id))

export async function allVisible(db: Db, scope: Scope, ids: number[]) {
  const where = and(inArray(dataGroups.id, ids), ownedWithin(scope, dataGroups.tenantId))
  return (await db.$count(dataGroups, where)) === new Set(ids).size
}

export const userVisible = async (db: Db, scope: Scope, id: UserId) =>
  (await db.$count(users, and(eq(users.id, id), ownedWithin(scope, users.id)))) === 1

/** Rows of one statement: the database does other work between two of them. */
const chunkRows = 5000

/** The groups with their items and history. */
export async function deleteDataGroups(db: Db, ids: number[]) {
  for (const table of [dataItems, dataUsage]) {
    const some = db.select({ id: table.id }).from(table).where(inArray(table.groupId, ids)).limit(chunkRows)
    for (;;) {
      const { rowCount } = await db.delete(table).where(inArray(table.id, some))
      if ((rowCount ?? 0) < chunkRows) break
    }
  }
  await db.delete(dataGroups).where(inArray(dataGroups.id, ids))
}

/** Hand-outs of a group since the moment, in parts of so many seconds. */
export async function countUsage(
  db: Db,
  groupId: number,
  { from, seconds }: { from: Date; seconds: number },
) {
  const part = sql<number>`floor(extract(epoch from ${dataUsage.at}) / ${sql.raw(String(seconds))})`
  const rows = await db
    .select({ part, count: sql<number>`count(*)`.mapWith(Number) })
    .from(dataUsage)
    .where(and(eq(dataUsage.groupId, groupId), sql`${dataUsage.at} >= ${from.toISOString()}`))
    .groupBy(part)
    .orderBy(part)
  return rows.map(({ part: number, count }) => ({ at: new Date(Number(number) * seconds * 1000), count }))
}
