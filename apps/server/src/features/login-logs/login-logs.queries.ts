import type { LoginLogQuery } from '@fleetdeck/contract/login-logs'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { partitioned, removeOlder } from '../../platform/db/partitions.queries.ts'
import { loginLogs } from '../../platform/db/schema/login-logs.ts'
import { users } from '../../platform/db/schema/users.ts'

type Filter = z.output<typeof LoginLogQuery>
export type StoredLogin = Awaited<ReturnType<typeof loginQueries.find>>[number]

const { userName, loginAt } = loginLogs
const row = {
  id: loginLogs.id,
  loginName: userName,
  ip: loginLogs.ip,
  userAgent: loginLogs.userAgent,
  status: loginLogs.status,
  msg: loginLogs.msg,
  loginTime: loginAt,
}

/** Entries contain the name as typed: a scope includes those whose name is that of a user within it. */
function namedWithin(scope: Scope) {
  if (scope === 'all') return undefined
  return sql`lower(${userName}) in (select lower(${users.userName}) from ${users} where ${ownedWithin(scope, users.id)})`
}

export const loginQueries = crudQueries({
  table: loginLogs,
  rows: (db: Db) => db.select(row).from(loginLogs).$dynamic(),
  sortable: { loginName: userName, loginTime: loginAt },
  visible: namedWithin,
  where: ({ timeZone, ...query }: Filter & { timeZone: string }) =>
    and(
      filterBy.LIKE(userName, query.userName),
      filterBy.LIKE(loginLogs.ip, query.ipaddr),
      filterBy.EQ(loginLogs.status, query.status),
      within(loginAt, query, timeZone),
    ),
})

/** Removes some of the older rows. Returns how many. */
export const pruneLogins = (db: Db, before: Date, rows: number): Promise<number> =>
  removeOlder(db, partitioned.loginLogs, before, rows)

/** Removes all entries within the scope. */
export const deleteLogins = (db: Db, scope: Scope) =>
  db.delete(loginLogs).where(namedWithin(scope) ?? sql`true`)

/** Whether the name belongs to a user within the scope; the super role may unlock any name. */
export async function isNameVisible(db: Db, scope: Scope, name: string): Promise<boolean> {
  if (scope === 'all') return true
  const where = and(eq(sql`lower(${users.userName})`, name.toLowerCase()), ownedWithin(scope, users.id))
  return (await db.$count(users, where)) > 0
}
