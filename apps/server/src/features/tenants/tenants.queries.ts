import { AccountAlertKind } from '@fleetdeck/contract/account-alerts'
import { MenuType } from '@fleetdeck/contract/enums'
import type { PlanId, UserId } from '@fleetdeck/contract/ids'
import {
  type OwnAccount,
  type Tenant,
  type TenantQuery,
  TenantState,
  type TenantSummary,
} from '@fleetdeck/contract/tenants'
import { and, type SQL, sql } from 'drizzle-orm'
import { storedBytes } from '../../domain/storage/storage.queries.ts'
import { containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { hasLimits, isShown, person, type View, walkDown } from './tree.queries.ts'

/** The values of the site's parameters. */
export interface TenantRules {
  /** Days before its end in which an account is expiring. */
  expiryDays: number
  /** The limit of accounts without one of their own; 0 means unlimited. */
  storageMegabytes: number
}

const megabyte = 1024 * 1024

const stateOf = (isOff: SQL, ends: SQL, { expiryDays }: TenantRules) => sql`case when ${isOff} then 'disabled'
  when ${ends} <= now() then 'expired' when ${ends} <= now() + make_interval(days => ${expiryDays}) then 'expiring'
  else 'active' end`
const walkState = (rules: TenantRules) => stateOf(sql`walk.is_off`, sql`walk.ends`, rules)

const sortKeys = {
  id: sql`walk.id`,
  userName: sql`${person.userName}`,
  endsAt: sql`walk.ends`,
  given: sql`${person.deviceNumber}`,
  used: sql`coalesce((select total from device_totals where user_id = walk.id), 0)`,
  createdAt: sql`${person.createdAt}`,
} as const

/** The ids of a page of tenants, and how many there are. */
async function findPage(db: Db, view: View, query: TenantQuery, rules: TenantRules) {
  const { userName, planId, state, alert } = query
  const isFlat = [userName, planId, state, alert].some((condition) => condition !== undefined)
  const pattern = userName && containing(userName)
  // Judged in the walk, where the rows are read anyway.
  const isTenant = and(
    hasLimits(person),
    pattern ? sql`(${person.userName} ilike ${pattern} or ${person.nickName} ilike ${pattern})` : undefined,
    planId &&
      sql`exists (select from account_plans given where given.user_id = ${person.id} and given.plan_id = ${planId})`,
    alert &&
      sql`exists (select from account_alerts open where open.user_id = ${person.id} and open.kind = ${alert} and open.ended_at is null)`,
  )
  const where = and(sql`walk.shown`, state && sql`${walkState(rules)} = ${state}`)
  const { limit, offset } = toLimit(query)
  const sorting = query.orderByColumn ?? 'id'
  const direction = (query.orderByColumn ? query.isAsc === 'desc' : true) ? sql`desc` : sql`asc`
  const row = ['userName', 'given', 'createdAt'].includes(sorting)
    ? sql`join users person on ${person.id} = walk.id`
    : sql``
  const { rows } = await db.execute<{ total: number; ids: UserId[] }>(sql`
    with recursive ${walkDown(view, { top: query.parentId, isFlat, isTenant })},
    found as materialized (select walk.id, ${sortKeys[sorting]} as key from walk ${row} where ${where})
    select (select count(*)::int from found) as total,
      array(select id from found order by key ${direction} nulls last, id ${direction}
        limit ${limit} offset ${offset}) as ids`)
  return rows[0] ?? { total: 0, ids: [] }
}

export async function listTenants(db: Db, view: View, query: TenantQuery, rules: TenantRules) {
  const { total, ids } = await findPage(db, view, query, rules)
  return { list: await readTenants(db, view, ids, rules), total }
}

interface FoundTenant extends Record<string, unknown> {
  id: UserId
  userName: string
  nickName: string
  parentId: UserId | null
  parentName: string | null
  planId: PlanId | null
  planName: string | null
  differs: boolean
  state: TenantState
  expiresAt: Date | string | null
  endsAt: Date | string | null
  given: number | null
  used: number
  passedOn: number
  left: number | null
  bytes: number
  megabytes: number | null
  rateLimit: number
  alerts: AccountAlertKind[]
  childCount: number
  createdAt: Date | string
}

const toTime = (value: Date | string | null) => (value === null ? null : new Date(value).toISOString())

/** These accounts with their figures, in this order. */
export async function readTenants(db: Db, view: View, ids: UserId[], rules: TenantRules): Promise<Tenant[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<FoundTenant>(sql`
    with recursive ${below(view, ids)}
    select person.id, person.user_name as "userName", person.nick_name as "nickName",
      person.parent_id as "parentId", parent.user_name as "parentName", plans.id as "planId", plans.plan_name as "planName",
      coalesce((person.device_number, person.rate_limit, person.storage_megabytes)
        is distinct from (plans.device_number, plans.rate_limit, plans.storage_megabytes) and plans.id is not null, false) as differs,
      ${stateOf(sql`line.is_off`, sql`line.ends`, rules)} as state,
      person.tenant_expire_time as "expiresAt", line.ends as "endsAt",
      person.device_number as given, coalesce(totals.total, 0) as used, coalesce(counted.passed_on, 0)::int as "passedOn",
      case when line.places is not null then greatest(0, line.places) end as left, coalesce(kept.bytes, 0)::float8 as bytes, person.storage_megabytes as megabytes,
      person.rate_limit as "rateLimit", coalesce(counted.children, 0)::int as "childCount", person.created_at as "createdAt",
      array(select kind from account_alerts where user_id = person.id and ended_at is null order by id) as alerts
    from unnest(${sql.param(ids)}::int[]) with ordinality as wanted (id, place)
    join users person on person.id = wanted.id
    left join users parent on parent.id = person.parent_id
    left join account_plans on account_plans.user_id = person.id
    left join plans on plans.id = account_plans.plan_id
    left join device_totals totals on totals.user_id = person.id
    left join counted on counted.root = person.id
    left join kept on kept.root = person.id
    cross join lateral ${line(sql`person.id`)} line
    order by wanted.place`)
  return rows.map((row) => toTenant(row, rules))
}

/**
 * The limits of an account's line. Devices need a place in the nearest quota in addition to those given to users below;
 * further up only those count that exist, as in readPlaces().
 */
const line = (id: SQL) => sql`(
    select min(tenant_expire_time) as ends, bool_or(status <> 0 or deleted_at is not null) as is_off,
      least(min(device_number - coalesce(total, 0)),
        (array_agg(device_number - coalesce(committed, 0) order by depth) filter (where device_number is not null))[1]
      ) as places
    from account_line(${id}) above left join device_totals on user_id = above.id
  )`

/**
 * Tables about the users below these: `counted` has their tenants and given quotas, `kept` their storage. The walk down
 * ends below the first tenants with a quota; storage is added up the lines of those who store something.
 */
function below(view: View, ids: UserId[]): SQL {
  const isBelow = sql`(below.mine or below.id = ${view.callerId})`
  return sql`below as (
      select wanted.id as root, wanted.id, false as is_tenant, false as has_quota, false as in_tenant, false as in_quota,
        exists (select from account_line(wanted.id) above where above.id = ${view.callerId} and above.depth > 0) as mine
      from unnest(${sql.param(ids)}::int[]) as wanted (id)
      union all
      select below.root, person.id, ${isShown(view, { isTenant: hasLimits(person), isBelow })}, person.device_number is not null,
        below.in_tenant or below.is_tenant, below.in_quota or below.has_quota, ${isBelow}
      from below join users person on person.parent_id >= below.id and person.parent_id <= below.id
      where person.deleted_at is null and not ((below.in_tenant or below.is_tenant) and (below.in_quota or below.has_quota))
    ), counted as materialized (
      select root, count(*) filter (where is_tenant and not in_tenant) as children,
        sum(greatest(users.device_number, totals.committed)) filter (where has_quota and not in_quota) as passed_on
      from below join users on users.id = below.id left join device_totals totals on totals.user_id = below.id
      group by root
    ), stored as (
      select owner as id, sum(bytes) as bytes from ${storedBytes} parts group by owner
      union all select users.parent_id, stored.bytes from stored join users on users.id = stored.id
      where users.parent_id is not null
    ), kept as materialized (
      select id as root, sum(bytes) as bytes from stored where id = any(${sql.param(ids)}::int[]) group by id
    )`
}

function toTenant(row: FoundTenant, rules: TenantRules): Tenant {
  const { planId, planName, given, used, passedOn, left, bytes, megabytes, ...rest } = row
  const limit = (megabytes ?? rules.storageMegabytes) * megabyte
  return {
    ...rest,
    plan: planId === null ? null : { id: planId, planName: planName ?? '' },
    expiresAt: toTime(row.expiresAt),
    endsAt: toTime(row.endsAt),
    createdAt: toTime(row.createdAt) ?? '',
    devices: { given, used, passedOn, left },
    storage: { used: bytes, limit: limit > 0 ? limit : null },
  }
}

interface Summary extends Record<string, unknown> {
  states: Partial<Record<TenantState, number>> | null
  alerts: Partial<Record<AccountAlertKind, number>> | null
  given: number
  used: number
  unlimited: number
}

/** Numbers over all tenants in view; devices of the highest, so that none counts twice. */
export async function summarize(db: Db, view: View, rules: TenantRules): Promise<TenantSummary> {
  const { rows } = await db.execute<Summary>(sql`
    with recursive ${walkDown(view, { top: undefined, isFlat: true })},
    shown as materialized (select id, inside, ${walkState(rules)} as state from walk where shown),
    by_state as (select state, count(*) as number from shown group by state),
    by_kind as (
      select kind, count(*) as number from account_alerts
      where ended_at is null and user_id in (select id from shown) group by kind)
    select (select jsonb_object_agg(state, number) from by_state) as states,
      (select jsonb_object_agg(kind, number) from by_kind) as alerts,
      coalesce(sum(device_number), 0)::float8 as given, coalesce(sum(total), 0)::float8 as used,
      (count(*) filter (where device_number is null))::int as unlimited
    from shown join users on users.id = shown.id left join device_totals on user_id = shown.id where not inside`)
  const [row] = rows
  if (!row) throw new Error('the tenants could not be counted')
  const { given, used, unlimited } = row
  const states = counts(TenantState.options, row.states ?? {})
  return {
    tenants: Object.values(states).reduce((sum, number) => sum + number, 0),
    devices: { given, used, unlimited },
    states,
    alerts: counts(AccountAlertKind.options, row.alerts ?? {}),
  }
}

const counts = <Name extends string>(names: readonly Name[], found: Partial<Record<Name, number>>) =>
  Object.fromEntries(names.map((name) => [name, found[name] ?? 0])) as Record<Name, number>

/** The data that the account's own page shows next to its figures. */
export async function readOwnDetails(db: Db, id: UserId): Promise<Pick<OwnAccount, 'features' | 'contact'>> {
  const { rows } = await db.execute<{
    features: number | null
    hasParent: boolean
    nickName: string
    phone: string
    email: string
  }>(sql`
    select case when plans.limits_features then (select count(*)::int from plan_menus
        join menus on menus.id = plan_menus.menu_id and menus.menu_type = ${MenuType.menu} where plan_menus.plan_id = plans.id) end as features,
      parent.id is not null as "hasParent", parent.nick_name as "nickName", parent.phone, parent.email
    from users person left join users parent on parent.id = person.parent_id and parent.deleted_at is null
      left join account_plans on account_plans.user_id = person.id left join plans on plans.id = account_plans.plan_id
    where person.id = ${id}`)
  const [row] = rows
  if (!row) return { features: null, contact: null }
  const { features, hasParent, ...contact } = row
  return { features, contact: hasParent ? contact : null }
}
