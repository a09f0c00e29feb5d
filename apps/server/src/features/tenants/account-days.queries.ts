import type { UserId } from '@fleetdeck/contract/ids'
import type { GrowthDay } from '@fleetdeck/contract/tenants'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { hasLimits, person, type View, walkDown } from './tree.queries.ts'

/** Today in the site's time zone, by the clock of the database. */
export const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`

interface Chunk {
  /** Accounts after this one, by id. */
  after: number
  rows: number
}

/**
 * Notes what accounts use today: those with limits, with users below, or without a user above. A day has the most
 * devices that were seen, and the last quota and plan.
 * @returns how many rows changed, and the last account that was read; undefined when there are no more
 */
export async function recordDays(db: Db, timeZone: string, { after, rows: most }: Chunk) {
  const { rows } = await db.execute<{ read: number; last: UserId | null; changed: number }>(sql`
    with accounts as materialized (
      select person.id, coalesce(totals.total, 0) as devices, person.device_number as given,
        plans.id as plan_id, coalesce(plans.plan_name, '') as plan_name
      from users person left join device_totals totals on totals.user_id = person.id
        left join account_plans on account_plans.user_id = person.id left join plans on plans.id = account_plans.plan_id
      where person.id > ${after} and person.deleted_at is null and (person.parent_id is null or ${hasLimits(person)}
        or exists (select from users child where child.parent_id = person.id and child.deleted_at is null))
      order by person.id limit ${most}
    ), saved as (
      insert into account_days (day, user_id, devices, given, plan_id, plan_name)
      select ${today(timeZone)}, accounts.id, accounts.devices, accounts.given, accounts.plan_id, accounts.plan_name
      from accounts left join account_days known on known.user_id = accounts.id and known.day = ${today(timeZone)}
      where known.devices is null or accounts.devices > known.devices
        or (accounts.given, accounts.plan_id, accounts.plan_name) is distinct from (known.given, known.plan_id, known.plan_name)
      on conflict (user_id, day) do update set devices = greatest(account_days.devices, excluded.devices),
        given = excluded.given, plan_id = excluded.plan_id, plan_name = excluded.plan_name
      returning 1
    )
    select count(*)::int as read, max(id) as last, (select count(*)::int from saved) as changed from accounts`)
  const [{ read, last, changed } = { read: 0, last: null, changed: 0 }] = rows
  return { changed, last: read < most ? undefined : (last ?? undefined) }
}

/** Removes days and ended alerts from before this time. */
export async function pruneUsageDays(db: Db, before: Date, rows: number): Promise<number> {
  const days = await db.execute(sql`
    delete from account_days where ctid = any(array(
      select ctid from account_days where day < ${before.toISOString().slice(0, 10)}::date limit ${rows})) returning 1`)
  const alerts = await db.execute(sql`
    delete from account_alerts where id in (
      select id from account_alerts where ended_at < ${before.toISOString()}::timestamptz limit ${rows}) returning 1`)
  return days.rows.length + alerts.rows.length
}

interface Period {
  timeZone: string
  days: number
}

/**
 * The days of accounts together, oldest first; days that were not recorded are missing.
 * @param accounts tables, the last of which has the ids of the accounts
 */
async function readGrowth(db: Db, accounts: SQL, { timeZone, days }: Period): Promise<GrowthDay[]> {
  const { rows } = await db.execute<GrowthDay & Record<string, unknown>>(sql`
    with recursive ${accounts}
    select day::text, sum(devices)::float8 as devices,
      case when bool_and(given is not null) then sum(given)::float8 end as given
    from account_days where user_id in (select id from accounts) and day > ${today(timeZone)} - ${days}::int
    group by day order by day`)
  return rows
}

export const growthOf = (db: Db, id: UserId, period: Period) =>
  readGrowth(db, sql`accounts as (select ${id}::int as id)`, period)

/** Of the whole site: of the accounts without a user above. */
export const growthOfSite = (db: Db, period: Period) =>
  readGrowth(db, sql`accounts as (select id from users where parent_id is null)`, period)

/** Of the highest tenants that the caller sees. */
export const growthBelow = (db: Db, view: View, period: Period) =>
  readGrowth(
    db,
    sql`${walkDown(view, { top: undefined })}, accounts as (select id from walk where shown)`,
    period,
  )
