import type { UserId } from '@fleetdeck/contract/ids'
import type { Bill, BillRow } from '@fleetdeck/contract/tenants'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { today } from './account-days.queries.ts'
import { hasLimits, person, type View, walkDown } from './tree.queries.ts'

interface Month {
  month: string
  timeZone: string
}

/** The days of a month that have begun, in the site's time zone. */
const daysOf = ({ month, timeZone }: Month) => {
  const first = sql`${`${month}-01`}::date`
  return sql`month_days as materialized (
    select day::date from generate_series(${first}::timestamp,
      least((${first} + interval '1 month - 1 day')::date, ${today(timeZone)})::timestamp, '1 day') day
  )`
}

interface Found extends Record<string, unknown> {
  days: number
  recordedDays: number
  rows: BillRow[]
}

/**
 * The use of accounts in a month. A day belongs to the plan that the account had at its end; a plan has its last name
 * of the month.
 */
async function readBill(
  db: Db,
  period: Month,
  { tables, accounts }: { tables: SQL; accounts: SQL },
): Promise<Bill> {
  const { rows: found } = await db.execute<Found>(sql`
    with recursive ${daysOf(period)}, ${tables}
    used as materialized (
      select user_id, plan_id, day, plan_name, devices from account_days
      where user_id in (${accounts}) and day in (select day from month_days)
    ),
    names as (select plan_id, (array_agg(plan_name order by day desc))[1] as plan_name from used where plan_id is not null group by plan_id),
    bill as (
      select used.user_id, users.user_name, users.nick_name, coalesce(names.plan_name, '') as plan_name,
        count(*) as days, sum(used.devices) as device_days, max(used.devices) as most_devices
      from used join users on users.id = used.user_id left join names on names.plan_id = used.plan_id
      group by used.user_id, users.user_name, users.nick_name, coalesce(names.plan_name, '')
    )
    select (select count(*)::int from month_days) as days,
      (select count(*)::int from month_days where exists (select from account_days where account_days.day = month_days.day)) as "recordedDays",
      (select coalesce(jsonb_agg(jsonb_build_object('userId', user_id, 'userName', user_name, 'nickName', nick_name,
          'planName', plan_name, 'days', days, 'deviceDays', device_days, 'mostDevices', most_devices)
        order by plan_name, user_name, user_id), '[]') from bill) as rows`)
  const { days, recordedDays, rows } = found[0] ?? { days: 0, recordedDays: 0, rows: [] }
  return { month: period.month, days, recordedDays, rows, plans: totals(rows) }
}

function totals(rows: readonly BillRow[]): Bill['plans'] {
  const plans = new Map<string, Bill['plans'][number]>()
  for (const { planName, deviceDays } of rows) {
    const known = plans.get(planName) ?? { planName, accounts: 0, deviceDays: 0 }
    plans.set(planName, {
      planName,
      accounts: known.accounts + 1,
      deviceDays: known.deviceDays + deviceDays,
    })
  }
  return [...plans.values()]
}

/**
 * Of the tenants directly below an account, or of the highest that the caller sees; with removed ones, and those whose
 * limits were taken away since.
 */
export function billBelow(db: Db, view: View, top: UserId | undefined, period: Month): Promise<Bill> {
  const hadLimits = sql`exists (select from account_days where account_days.user_id = ${person.id}
    and day in (select day from month_days) and (plan_id is not null or given is not null))`
  const walk = walkDown(view, {
    top,
    isTenant: sql`(${hasLimits(person)} or ${hadLimits})`,
    withRemoved: true,
  })
  return readBill(db, period, {
    tables: sql`${walk},`,
    accounts: sql`select id from walk where shown`,
  })
}

export const billOf = (db: Db, id: UserId, period: Month) =>
  readBill(db, period, { tables: sql``, accounts: sql`select ${id}::int` })
