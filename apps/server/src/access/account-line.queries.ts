import type { UserId } from '@fleetdeck/contract/ids'
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { AppError } from '../platform/core/app-error.ts'
import { siteNow } from '../platform/core/site-clock.ts'
import type { Db } from '../platform/db/db.ts'

/**
 * The limits of an account apply to all accounts below it. `account_line(id)`, a function of the database, gives a user
 * and all users above, nearest first.
 */

type Who = AnyColumn | SQL | UserId

/** When the account, or the first of those above, expires; null for never. A driver may give it as text. */
export const accountEndsAt = (who: Who) =>
  sql<Date | null>`(select min(tenant_expire_time) from account_line(${who}))`.mapWith(
    toDate,
  ) as SQL<Date | null>

/** Conditions on an account of a line. */
const isOff = sql.raw('(status <> 0 or deleted_at is not null)')
const isOver = sql.raw('(tenant_expire_time <= now())')

/** Whether the account, or one above, is disabled or removed. */
export const isAccountOff = (who: Who) =>
  sql<boolean>`exists (select from account_line(${who}) where ${isOff})`

export const isAccountExpired = (who: Who) =>
  sql<boolean>`exists (select from account_line(${who}) where ${isOver})`

/** An account that keeps itself and all below from signing in. */
export interface Bar {
  id: UserId
  userName: string
  reason: 'off' | 'expired'
}

/** Those up the line of an account, nearest first. */
export async function listBars(db: Db, who: UserId): Promise<Bar[]> {
  const { rows } = await db.execute<{ id: UserId; userName: string; reason: Bar['reason'] }>(sql`
    select id, user_name as "userName", case when ${isOff} then 'off' else 'expired' end as reason
    from account_line(${who}) where ${isOff} or ${isOver} order by depth`)
  return rows
}

/** Calls per second that this account and those below may make together. */
export interface Pace {
  userId: UserId
  limit: number
}

/** The limits of calls up the line. */
export const accountPaces = (who: Who) =>
  sql<
    Pace[]
  >`(select coalesce(jsonb_agg(jsonb_build_object('userId', id, 'limit', rate_limit) order by depth), '[]')
    from account_line(${who}) where rate_limit > 0)`

/** The users up the line whose devices, with those of all below, are more than their quota. */
export const overfullAccounts = (who: Who) =>
  sql<UserId[]>`array(select id from account_line(${who}) line join device_totals on user_id = line.id
    where total > device_number order by depth)`

function toDate(value: unknown): Date {
  return value instanceof Date ? value : new Date(String(value))
}

/** Throws unless the user may sign in now: accountDisabled, tenantExpired. */
export async function requireOpenAccount(db: Db, userId: UserId): Promise<void> {
  const { isOff, endsAt } = await readAccountState(db, userId)
  if (isOff) throw new AppError('accountDisabled')
  if (endsAt && endsAt <= siteNow()) throw new AppError('tenantExpired')
}

async function readAccountState(db: Db, userId: UserId) {
  const [found] = (
    await db.execute<{ isOff: boolean | null; endsAt: Date | string | null }>(sql`
      select bool_or(${isOff}) as "isOff", min(tenant_expire_time) as "endsAt"
      from account_line(${userId})`)
  ).rows
  return { isOff: found?.isOff ?? true, endsAt: found?.endsAt ? toDate(found.endsAt) : null }
}

/** The limits of an account; no account below it has more. Without an account: no limits. */
export async function readLineLimits(db: Db, userId: UserId | null) {
  const [found] = (
    await db.execute<{
      endsAt: Date | string | null
      rateLimit: number | null
      storageMegabytes: number | null
    }>(sql`
      select min(line.tenant_expire_time) as "endsAt", min(nullif(line.rate_limit, 0)) as "rateLimit",
        min(storage_megabytes) as "storageMegabytes"
      from account_line(${userId}) line join users on users.id = line.id`)
  ).rows
  return {
    endsAt: found?.endsAt ? toDate(found.endsAt) : null,
    rateLimit: found?.rateLimit ?? 0,
    storageMegabytes: found?.storageMegabytes ?? null,
  }
}
