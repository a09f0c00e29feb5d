import { type AccountAlertKind, type AccountAlerts, shownAlerts } from '@fleetdeck/contract/account-alerts'
import type { UserId } from '@fleetdeck/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import { admins, storedBytes } from '../../domain/storage/storage.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import type { TenantRules } from './tenants.queries.ts'

export interface AlertRules extends TenantRules {
  /** Percent of a limit. */
  lowPercent: number
}

interface Range {
  after: number
  upTo: number
}

/**
 * Opens and ends alerts of the accounts in a range of ids. The parameter of tenants holds for the highest accounts below
 * administrators.
 * @returns the accounts with changes, and the users above them
 */
export async function judgeAccounts(db: Db, { after, upTo }: Range, rules: AlertRules): Promise<UserId[]> {
  const { expiryDays, lowPercent, storageMegabytes } = rules
  const { rows } = await db.execute<{ id: UserId; parentId: UserId | null }>(sql`
    with recursive ${admins},
    judged as materialized (
      select person.id, person.device_number as quota, coalesce(total, 0) as devices, person.tenant_expire_time as ends,
        coalesce(person.storage_megabytes, case when ${storageMegabytes} > 0 and person.id not in (select id from admins)
          and (person.parent_id is null or person.parent_id in (select id from admins)) then ${storageMegabytes}::int end
        ) as megabytes
      from users person left join device_totals on user_id = person.id
      where person.id > ${after} and person.id <= ${upTo} and person.deleted_at is null
    ),
    below as (
      select id as root, id from judged where megabytes is not null
      union all select below.root, child.id from below join users child on child.parent_id >= below.id and child.parent_id <= below.id
    ),
    stored as materialized (
      select root, (sum(bytes) / 1048576)::int as megabytes
      from below join ${storedBytes} stored on stored.owner = below.id group by root
    ),
    findings as materialized (
      select id, 'devicesOver' as kind, devices as value, quota as "limit" from judged where devices > quota
      union all select id, 'devicesFull', devices, quota from judged where devices = quota and quota > 0
      union all select id, 'devicesLow', devices, quota from judged
        where devices < quota and devices * 100::bigint >= quota * ${lowPercent}::bigint
      union all select id, case when stored.megabytes >= judged.megabytes then 'storageFull' else 'storageLow' end,
          stored.megabytes, judged.megabytes
        from judged join stored on root = id where stored.megabytes * 100::bigint >= judged.megabytes * ${lowPercent}::bigint
      union all select id, 'expired', null, null from judged where ends <= now()
      union all select id, 'expiring', ceil(extract(epoch from ends - now()) / 86400)::int, null from judged
        where ends > now() and ends <= now() + make_interval(days => ${expiryDays})
    ),
    ended as (
      update account_alerts set ended_at = now()
      where ended_at is null and user_id > ${after} and user_id <= ${upTo} and not exists (
        select from findings where findings.id = account_alerts.user_id and findings.kind = account_alerts.kind)
      returning user_id
    ),
    saved as (
      insert into account_alerts (user_id, kind, value, "limit")
      select findings.id, findings.kind, findings.value, findings."limit" from findings left join account_alerts known
        on known.user_id = findings.id and known.kind = findings.kind and known.ended_at is null
      where known.id is null or (known.value, known."limit") is distinct from (findings.value, findings."limit")
      on conflict (user_id, kind) where ended_at is null
        do update set value = excluded.value, "limit" = excluded."limit"
      returning user_id, xmax = 0 as is_new
    )
    select id, parent_id as "parentId" from users
    where id in (select user_id from ended union all select user_id from saved where is_new)`)
  return [...new Set(rows.flatMap(({ id, parentId }) => (parentId === null ? [id] : [id, parentId])))]
}

/** An alert as told to an account and to the user above. */
interface AccountNews {
  userId: UserId
  userName: string
  parentId: UserId | null
  kind: AccountAlertKind
  value: number | null
  limit: number | null
}
interface Unsent extends AccountNews {
  isOver: boolean
  isRemoved: boolean
  wasSent: boolean
  openKinds: AccountAlertKind[]
}
export interface AlertNews {
  opened: AccountNews[]
  ended: AccountNews[]
}

/**
 * Alerts that robots were not notified of yet. An end is no news while the account has another alert about the same:
 * when devices become few after there were none left.
 */
export async function takeUnsent(tx: Db): Promise<AlertNews> {
  const { rows } = await tx.execute<Unsent & Record<string, unknown>>(sql`
    with unsent as materialized (
      select id, user_id, kind, value, "limit", opening_sent, ended_at from account_alerts
      where not opening_sent or (ended_at is not null and not ending_sent) order by id for update skip locked
    ), marked as (
      update account_alerts set opening_sent = true, ending_sent = unsent.ended_at is not null
      from unsent where unsent.id = account_alerts.id
    )
    select unsent.user_id as "userId", users.user_name as "userName", users.parent_id as "parentId", unsent.kind,
      unsent.value, unsent."limit", unsent.ended_at is not null as "isOver", users.deleted_at is not null as "isRemoved",
      unsent.opening_sent as "wasSent",
      array(select kind from account_alerts o where o.user_id = unsent.user_id and o.ended_at is null) as "openKinds"
    from unsent join users on users.id = unsent.user_id order by unsent.id`)
  const known = rows.filter(({ isRemoved }) => !isRemoved)
  const opened = known.filter(({ isOver }) => !isOver)
  const ended = known.filter(
    ({ isOver, wasSent, kind, openKinds }) =>
      isOver && wasSent && !openKinds.some((other) => subjects[other] === subjects[kind]),
  )
  return { opened, ended }
}

/** What alerts are about. */
const subjects: Record<AccountAlertKind, 'devices' | 'storage' | 'end'> = {
  devicesLow: 'devices',
  devicesFull: 'devices',
  devicesOver: 'devices',
  storageLow: 'storage',
  storageFull: 'storage',
  expiring: 'end',
  expired: 'end',
}

type OpenAlert = AccountAlerts['below']['alerts'][number]
type FoundAlert = Omit<OpenAlert, 'openedAt'> & { openedAt: Date | string; count: number }

/** The open alerts of an account, and the newest of those directly below. */
export async function readAlerts(db: Db, id: UserId): Promise<AccountAlerts> {
  const find = async (where: SQL) => {
    const { rows } = await db.execute<FoundAlert & Record<string, unknown>>(sql`
      select users.id as "userId", user_name as "userName", kind, value, "limit", opened_at as "openedAt",
        (count(*) over ())::int as count
      from account_alerts join users on users.id = user_id where ended_at is null and deleted_at is null and ${where}
      order by account_alerts.id desc limit ${shownAlerts}`)
    return rows.map((row) => ({ ...row, openedAt: new Date(row.openedAt).toISOString() }))
  }
  const below = await find(sql`parent_id = ${id}`)
  return {
    own: await find(sql`user_id = ${id}`),
    below: { count: below[0]?.count ?? 0, alerts: below },
  }
}
