import { shownContent } from '@fleetdeck/contract/data-items'
import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { DataGroupId, DataItemId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, ilike, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { hasEqual, isEqual } from '../../domain/data-items/equal-content.ts'
import { eachRow } from '../../platform/crud/each-row.ts'
import { buildOrder, containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { dataGroups, dataItems } from '../../platform/db/schema/data-items.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

export interface ItemFilter {
  name?: string | undefined
  content?: string | undefined
  groupId?: DataGroupId | undefined
  tenantId?: UserId | undefined
  leased?: '0' | '1' | undefined
}

const base = {
  id: dataItems.id,
  name: dataItems.name,
  groupId: dataItems.groupId,
  groupName: dataGroups.groupName,
  userName: users.userName,
  contentLength: sql<number>`length(${dataItems.content})`,
  dedupe: dataItems.dedupe,
  repeats: sql<number>`(select count(*) - 1 from data_items other
    where ${isEqual(dataItems.groupId, sql`md5(${dataItems.content})`)})`.mapWith(Number),
  leasedUntil: dataItems.leasedUntil,
  leasedBy: devices.deviceNo,
  createdAt: dataItems.createdAt,
  gmtModified: dataItems.gmtModified,
}
const shown = { ...base, content: sql<string>`left(${dataItems.content}, ${shownContent})` }
const whole = { ...base, content: dataItems.content }
const sortable = {
  id: dataItems.id,
  name: dataItems.name,
  groupName: dataGroups.groupName,
  gmtModified: dataItems.gmtModified,
}

const buildWhere = (scope: Scope, filter: ItemFilter) =>
  and(
    ownedWithin(scope, dataGroups.tenantId),
    filter.groupId ? eq(dataItems.groupId, filter.groupId) : undefined,
    filter.tenantId ? eq(dataGroups.tenantId, filter.tenantId) : undefined,
    filter.name ? ilike(dataItems.name, containing(filter.name)) : undefined,
    filter.content ? ilike(dataItems.content, containing(filter.content)) : undefined,
    filter.leased === '1' ? isNotNull(dataItems.leaseId) : undefined,
    filter.leased === '0' ? isNull(dataItems.leaseId) : undefined,
  )

export async function listDataItems(db: Db, scope: Scope, query: ItemFilter & PageRequest) {
  const where = buildWhere(scope, query)
  const { limit, offset } = toLimit(query)
  const list = await db
    .select(shown)
    .from(dataItems)
    .innerJoin(dataGroups, eq(dataGroups.id, dataItems.groupId))
    .innerJoin(users, eq(users.id, dataGroups.tenantId))
    .leftJoin(devices, eq(devices.id, dataItems.leasedById))
    .where(where)
    .orderBy(...buildOrder(query, sortable, dataItems.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(dataItems)
    .innerJoin(dataGroups, eq(dataGroups.id, dataItems.groupId))
    .where(where)
  return { list, total: counted?.total ?? 0 }
}

/** Every matching item, oldest first. */
export const eachDataItem = (db: Db, scope: Scope, filter: ItemFilter) =>
  eachRow(
    { orderByColumn: 'id', isAsc: 'asc' },
    { sortable, id: dataItems.id },
    ({ after, orderBy, limit }) =>
      db
        .select({
          id: dataItems.id,
          name: dataItems.name,
          content: dataItems.content,
          groupName: dataGroups.groupName,
          createdAt: dataItems.createdAt,
        })
        .from(dataItems)
        .innerJoin(dataGroups, eq(dataGroups.id, dataItems.groupId))
        .where(and(buildWhere(scope, filter), after))
        .orderBy(...orderBy)
        .limit(limit),
  )

export async function findDataItem(db: Db, scope: Scope, id: DataItemId) {
  const [found] = await db
    .select(whole)
    .from(dataItems)
    .innerJoin(dataGroups, eq(dataGroups.id, dataItems.groupId))
    .innerJoin(users, eq(users.id, dataGroups.tenantId))
    .leftJoin(devices, eq(devices.id, dataItems.leasedById))
    .where(and(eq(dataItems.id, id), ownedWithin(scope, dataGroups.tenantId)))
  return found
}

export async function findGroup(db: Db, scope: Scope, id: DataGroupId) {
  const [found] = await db
    .select({ id: dataGroups.id, tenantId: dataGroups.tenantId, groupName: dataGroups.groupName })
    .from(dataGroups)
    .where(and(eq(dataGroups.id, id), ownedWithin(scope, dataGroups.tenantId)))
  return found
}

/** Owners of the items' groups; undefined when one of the items is out of scope or missing. */
export async function findOwners(db: Db, scope: Scope, ids: DataItemId[]): Promise<UserId[] | undefined> {
  const rows = await db
    .select({ tenantId: dataGroups.tenantId, count: sql<number>`count(*)`.mapWith(Number) })
    .from(dataItems)
    .innerJoin(dataGroups, eq(dataGroups.id, dataItems.groupId))
    .where(and(inArray(dataItems.id, ids), ownedWithin(scope, dataGroups.tenantId)))
    .groupBy(dataGroups.tenantId)
  const seen = rows.reduce((sum, { count }) => sum + count, 0)
  return seen === new Set(ids).size ? rows.map(({ tenantId }) => tenantId) : undefined
}

/** Whether another item of the group has the same content. */
export async function isRepeated(
  db: Db,
  {
    groupId,
    content,
    exceptId = null,
  }: { groupId: DataGroupId; content: string; exceptId?: DataItemId | null },
): Promise<boolean> {
  const isOther = sql`and other.id is distinct from ${exceptId}::bigint`
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select ${hasEqual(groupId, sql`md5(${content})`, isOther)} as found`,
  )
  return rows[0]?.found ?? false
}

export const insertDataItem = (
  db: Db,
  item: { groupId: DataGroupId; name: string; content: string; dedupe: number },
) => db.insert(dataItems).values(item)

/** False when it is leased or no longer exists. */
export async function updateDataItem(
  db: Db,
  id: DataItemId,
  change: { groupId: DataGroupId; name: string; content: string; dedupe: number },
): Promise<boolean> {
  const { rowCount } = await db
    .update(dataItems)
    .set(change)
    .where(and(eq(dataItems.id, id), isNull(dataItems.leaseId)))
  return (rowCount ?? 0) > 0
}

/** Moves free items, except flagged ones whose content the group already has; returns how many. */
export async function moveDataItems(db: Db, ids: DataItemId[], groupId: DataGroupId): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update data_items item set group_id = ${groupId}, gmt_modified = now() from (
      select distinct on (case when dedupe = 0 then md5(content) else id::text end) id from data_items one
      where id = any(${sql.param(ids)}::bigint[]) and lease_id is null and group_id <> ${groupId}
        and (dedupe <> 0 or not ${hasEqual(groupId, sql`md5(one.content)`)})
      order by case when dedupe = 0 then md5(content) else id::text end, id) as movable
    where item.id = movable.id`)
  return rowCount ?? 0
}

export const deleteDataItems = (db: Db, ids: DataItemId[]) =>
  db.delete(dataItems).where(inArray(dataItems.id, ids))

const chunkRows = 5000

/** Deletes all free items of a group; returns how many. */
export async function clearGroup(db: Db, groupId: DataGroupId): Promise<number> {
  let removed = 0
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from data_items where id in (
        select id from data_items where group_id = ${groupId} and lease_id is null order by id
        limit ${chunkRows} for update skip locked)`)
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < chunkRows) return removed
  }
}
