import type { DataGroupId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import type { Db } from '../../platform/db/db.ts'
import { dataGroups, dataItems, dataUsage } from '../../platform/db/schema/data-items.ts'
import { users } from '../../platform/db/schema/users.ts'

interface Filter {
  name?: string | undefined
  tenantId?: UserId | undefined
}

const counted = (what: SQL) => sql<number>`(${what})`.mapWith(Number)
const row = {
  ...getTableColumns(dataGroups),
  userName: users.userName,
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
}

const matching = (filter: Filter) =>
  and(filterBy.LIKE(dataGroups.groupName, filter.name), filterBy.EQ(dataGroups.tenantId, filter.tenantId))

const crud = crudQueries({
  table: dataGroups,
  rows: (db: Db) =>
    db.select(row).from(dataGroups).innerJoin(users, eq(users.id, dataGroups.tenantId)).$dynamic(),
  sortable: row,
  visible: (scope: Scope) => ownedWithin(scope, dataGroups.tenantId),
  where: matching,
  refusals: { data_groups_name: 'dataGroupNameTaken' },
})

/** Maximum number of options of a picker. */
const maxOptions = 1000

export const listOptions = (db: Db, scope: Scope, filter: Filter) =>
  db
    .select({ id: dataGroups.id, groupName: dataGroups.groupName, userName: users.userName })
    .from(dataGroups)
    .innerJoin(users, eq(users.id, dataGroups.tenantId))
    .where(and(ownedWithin(scope, dataGroups.tenantId), matching(filter)))
    .orderBy(dataGroups.groupName, dataGroups.id)
    .limit(maxOptions)

/** Tasks of their owners with a parameter whose value names one of the groups, and leased items in them. */
export async function countUses(db: Db, ids: DataGroupId[]): Promise<{ tasks: number; leases: number }> {
  const meant = sql`any(${sql.param(ids)}::int[])`
  const names = (value: SQL) =>
    sql`(${value} = to_jsonb(g.group_name) or ${value} @> jsonb_build_array(g.group_name))`
  const { rows } = await db.execute<{ tasks: number; leases: number }>(sql`
    select (select count(distinct t.id)::int from tasks t join data_groups g on g.tenant_id = t.tenant_id
        where g.id = ${meant} and (
          exists (select from jsonb_array_elements(t.params) p where ${names(sql`p -> 'value'`)})
          or exists (select from task_device_params own, jsonb_each(own."values") v
            where own.task_id = t.id and ${names(sql`v.value`)}))) as tasks,
      (select count(*)::int from data_items where group_id = ${meant} and lease_id is not null) as leases`)
  return rows[0] ?? { tasks: 0, leases: 0 }
}

/** Rows per statement, so that the database can do other work in between. */
const chunkRows = 5000

/** Deletes the groups with their items and history. */
async function remove(db: Db, ids: DataGroupId[]) {
  for (const table of [dataItems, dataUsage]) {
    const some = db.select({ id: table.id }).from(table).where(inArray(table.groupId, ids)).limit(chunkRows)
    for (;;) {
      const { rowCount } = await db.delete(table).where(inArray(table.id, some))
      if ((rowCount ?? 0) < chunkRows) break
    }
  }
  await db.delete(dataGroups).where(inArray(dataGroups.id, ids))
}

export const dataGroupQueries = { ...crud, remove }

/** Popped and leased items of a group since that time, counted per interval. */
export async function countUsage(
  db: Db,
  groupId: DataGroupId,
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
