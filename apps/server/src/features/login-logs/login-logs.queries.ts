import type { LoginLogQuery } from '@fleetdeck/contract/login-logs'
import { and, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { containing, limitOf, orderOf, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { loginLogs } from '../../platform/db/schema/login-logs.ts'
import { users } from '../../platform/db/schema/users.ts'

export type LoginLogFilter = z.output<typeof LoginLogQuery>
export type StoredLogin = typeof loginLogs.$inferSelect

const { userName, loginAt } = loginLogs
const sortable = { loginName: userName, loginTime: loginAt }

/** Entries contain the typed name: a scope shows those with the name of a user within it. */
function namedWithin(scope: Scope) {
  if (scope === 'all') return undefined
  return sql`lower(${userName}) in (select lower(${users.userName}) from ${users} where ${ownedWithin(scope, users.id)})`
}

export async function listLogins(db: Db, scope: Scope, query: LoginLogFilter, timeZone: string) {
  const where = and(
    namedWithin(scope),
    query.userName ? ilike(userName, containing(query.userName)) : undefined,
    query.ipaddr ? ilike(loginLogs.ip, containing(query.ipaddr)) : undefined,
    query.status === undefined ? undefined : eq(loginLogs.status, query.status),
    within(loginAt, query, timeZone),
  )
  const { limit, offset } = limitOf(query)
  const list = await db
    .select()
    .from(loginLogs)
    .where(where)
    .orderBy(...orderOf(query, sortable, loginLogs.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(loginLogs, where) }
}

/** Removes some of what is older. Answers how many rows went. */
export async function pruneLogins(db: Db, before: Date, rows: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from login_logs where id in (
      select id from login_logs where login_at < ${before.toISOString()}::timestamptz order by login_at limit ${rows})`)
  return rowCount ?? 0
}

/** Without ids, all that the scope shows. Answers how many are gone. */
export async function deleteLogins(db: Db, scope: Scope, ids?: number[]): Promise<number> {
  const where = and(ids ? inArray(loginLogs.id, ids) : undefined, namedWithin(scope))
  const count = await db.$count(loginLogs, where)
  await db.delete(loginLogs).where(where ?? sql`true`)
  return count
}

/** Whether the name belongs to a user within the scope; the super role may unlock any name. */
export async function nameVisible(db: Db, scope: Scope, name: string): Promise<boolean> {
  if (scope === 'all') return true
  const where = and(eq(sql`lower(${users.userName})`, name.toLowerCase()), ownedWithin(scope, users.id))
  return (await db.$count(users, where)) > 0
}
