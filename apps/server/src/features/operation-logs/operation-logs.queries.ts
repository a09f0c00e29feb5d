import type { OperationQuery } from '@fleetdeck/contract/operation-logs'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { partitioned, removeOlder } from '../../platform/db/partitions.queries.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { menus } from '../../platform/db/schema/menus.ts'
import { operationLogs } from '../../platform/db/schema/operation-logs.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { OperationEntry } from '../../platform/http/operation-log.ts'

export type StoredOperation = typeof operationLogs.$inferSelect

type Filter = z.output<typeof OperationQuery> & {
  timeZone: string
  /** Endpoints whose page matches the filter by title; undefined without that filter. */
  paths: string[] | undefined
}

/** With the present department of each operator. */
export async function insertOperationLogs(db: Db, entries: OperationEntry[]): Promise<void> {
  const userIds = [...new Set(entries.flatMap(({ userId }) => userId ?? []))]
  const rows = await db
    .select({ id: users.id, deptName: departments.deptName })
    .from(users)
    .innerJoin(departments, eq(departments.id, users.deptId))
    .where(inArray(users.id, userIds))
  const deptOf = new Map(rows.map(({ id, deptName }) => [id, deptName]))
  await db
    .insert(operationLogs)
    .values(
      entries.map((entry) => ({ ...entry, deptName: (entry.userId && deptOf.get(entry.userId)) || '' })),
    )
}

const { operName, operTime, costTime, userId } = operationLogs

export const operationQueries = crudQueries({
  table: operationLogs,
  rows: (db: Db) => db.select().from(operationLogs).$dynamic(),
  sortable: { operName, operTime, costTime },
  visible: (scope: Scope) => ownedWithin(scope, userId),
  where: ({ timeZone, paths, ...query }: Filter) =>
    and(
      filterBy.LIKE(operationLogs.operIp, query.operIp),
      filterBy.LIKE(operName, query.operName),
      filterBy.EQ(operationLogs.requestMethod, query.requestMethod),
      query.businessType ? inArray(operationLogs.businessType, query.businessType) : undefined,
      filterBy.EQ(operationLogs.status, query.status),
      paths ? inArray(operationLogs.operUrl, paths) : undefined,
      within(operTime, query, timeZone),
    ),
})

/** Removes some of the older rows. Returns how many. */
export const pruneOperations = (db: Db, before: Date, rows: number): Promise<number> =>
  removeOlder(db, partitioned.operationLogs, before, rows)

/** Removes all entries within the scope. */
export const deleteOperations = (db: Db, scope: Scope) =>
  db.delete(operationLogs).where(ownedWithin(scope, userId) ?? sql`true`)

export const listMenuPlaces = (db: Db) =>
  db
    .select({
      id: menus.id,
      parentId: menus.parentId,
      menuType: menus.menuType,
      menuName: menus.menuName,
      path: menus.path,
      permission: menus.permission,
      langKey: menus.langKey,
    })
    .from(menus)
