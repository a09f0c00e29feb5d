import type { OperationQuery } from '@fleetdeck/contract/operation-logs'
import { and, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { containing, limitOf, orderOf, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { menus } from '../../platform/db/schema/menus.ts'
import { operationLogs } from '../../platform/db/schema/operation-logs.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { OperationEntry } from '../../platform/http/operation-log.ts'

export type OperationFilter = z.output<typeof OperationQuery>
export type StoredOperation = typeof operationLogs.$inferSelect

interface Where {
  timeZone: string
  /** Calls whose page fits the filter by title; undefined without that filter. */
  paths: string[] | undefined
}

/** With the department that each operator is in at the time. */
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

const { operName, operTime, costTime } = operationLogs
const sortable = { operName, operTime, costTime }

export async function listOperations(db: Db, scope: Scope, query: OperationFilter, at: Where) {
  const where = and(
    ownedWithin(scope, operationLogs.userId),
    query.operIp ? ilike(operationLogs.operIp, containing(query.operIp)) : undefined,
    query.operName ? ilike(operName, containing(query.operName)) : undefined,
    query.requestMethod ? eq(operationLogs.requestMethod, query.requestMethod) : undefined,
    query.businessType ? inArray(operationLogs.businessType, query.businessType) : undefined,
    query.status === undefined ? undefined : eq(operationLogs.status, query.status),
    at.paths ? inArray(operationLogs.operUrl, at.paths) : undefined,
    within(operTime, query, at.timeZone),
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select()
    .from(operationLogs)
    .where(where)
    .orderBy(...orderOf(query, sortable, operationLogs.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(operationLogs, where) }
}

export async function findOperation(db: Db, scope: Scope, id: number) {
  const [found] = await db
    .select()
    .from(operationLogs)
    .where(and(eq(operationLogs.id, id), ownedWithin(scope, operationLogs.userId)))
  return found
}

/** Removes some of what is older. Answers how many rows went. */
export async function pruneOperations(db: Db, before: Date, rows: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from operation_logs where id in (
      select id from operation_logs where oper_time < ${before.toISOString()}::timestamptz order by oper_time limit ${rows})`)
  return rowCount ?? 0
}

/** Without ids, all that the scope shows. Answers how many are gone. */
export async function deleteOperations(db: Db, scope: Scope, ids?: number[]): Promise<number> {
  const where = and(
    ids ? inArray(operationLogs.id, ids) : undefined,
    ownedWithin(scope, operationLogs.userId),
  )
  const count = await db.$count(operationLogs, where)
  await db.delete(operationLogs).where(where ?? sql`true`)
  return count
}

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
