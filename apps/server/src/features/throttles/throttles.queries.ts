import type { throttles as calls } from '@fleetdeck/contract/throttles'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { crudQueries } from '../../platform/crud/crud-queries.ts'
import { filterBy } from '../../platform/crud/filter-by.ts'
import { containing, within } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { throttles } from '../../platform/db/schema/throttles.ts'
import { users } from '../../platform/db/schema/users.ts'

type Filter = z.output<(typeof calls)['list']['query']> & { timeZone: string }
export type ThrottleRow = typeof throttles.$inferInsert

const { id, kind, path, ip, count, firstAt, lastAt } = throttles
const row = { id, kind, path, ipaddr: ip, userName: users.userName, count, firstAt, lastAt }

export const throttleQueries = crudQueries({
  table: throttles,
  rows: (db: Db) => db.select(row).from(throttles).leftJoin(users, eq(users.id, throttles.userId)).$dynamic(),
  sortable: { count, firstAt, lastAt },
  sorting: { orderByColumn: 'lastAt', isAsc: 'desc' },
  /** Callers that nobody knows are only for those who see everything. */
  visible: (scope: Scope) => ownedWithin(scope, throttles.userId),
  where: ({ timeZone, ...query }: Filter) =>
    and(
      filterBy.EQ(kind, query.kind),
      filterBy.LIKE(ip, query.ipaddr),
      query.userName
        ? sql`${throttles.userId} in (select id from users where user_name ilike ${containing(query.userName)})`
        : undefined,
      within(lastAt, query, timeZone),
    ),
})

/** Adds to what is counted for the same caller, call, reason and hour. */
export async function addThrottles(db: Db, rows: ThrottleRow[]): Promise<void> {
  await db
    .insert(throttles)
    .values(rows)
    .onConflictDoUpdate({
      target: [throttles.hour, kind, path, ip, throttles.userId],
      set: { count: sql`${count} + excluded.count`, lastAt: sql`greatest(${lastAt}, excluded.last_at)` },
    })
}

/** Removes some of the older rows. Returns how many. */
export async function pruneThrottles(db: Db, before: Date, rows: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from throttles where id in (
      select id from throttles where last_at < ${before.toISOString()}::timestamptz order by last_at limit ${rows})`)
  return rowCount ?? 0
}
