import type { UserId } from '@fleetdeck/contract/ids'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { admins, storedBytes } from '../storage/storage.queries.ts'

export interface AlertRules {
  /** Days before its end in which an account is expiring. */
  expiryDays: number
  /** Percent of a limit. */
  lowPercent: number
  /** Megabytes of the highest accounts below administrators without a limit of their own; 0 means unlimited. */
  storageMegabytes: number
}

/** Which accounts are judged: a range of ids, these, or all. */
export type Judged = { after: number; upTo: number } | { ids: readonly UserId[] } | 'all'

const among = (judged: Judged, id: SQL): SQL => {
  if (judged === 'all') return sql`true`
  if ('ids' in judged) return sql`${id} = any(${sql.param(judged.ids)}::int[])`
  return sql`(${id} > ${judged.after} and ${id} <= ${judged.upTo})`
}

/** Any constant: the advisory lock that keeps two judgements from waiting for each other's rows. */
const alertLock = 20_261

const ofStorage = sql`('storageLow', 'storageFull')`

/**
 * Opens and ends alerts of accounts. Adding up what they store takes most of the time.
 * @param hasStorage whether alerts about storage are judged too; without it they stay as they are
 * @returns the accounts with changes, and the users above them
 */
export async function judgeAccounts(
  db: Db,
  judged: Judged,
  { expiryDays, lowPercent, storageMegabytes, hasStorage }: AlertRules & { hasStorage: boolean },
): Promise<UserId[]> {
  const aboutStorage = sql`
    union all select id, case when stored.megabytes >= judged.megabytes then 'storageFull' else 'storageLow' end,
        stored.megabytes, judged.megabytes
      from judged join stored on root = id where stored.megabytes * 100::bigint >= judged.megabytes * ${lowPercent}::bigint`
  const judgement = sql`
    with recursive ${admins},
    judged as materialized (
      select person.id, person.device_number as quota, coalesce(total, 0) as devices, person.tenant_expire_time as ends,
        coalesce(person.storage_megabytes, case when ${storageMegabytes} > 0 and person.id not in (select id from admins)
          and (person.parent_id is null or person.parent_id in (select id from admins)) then ${storageMegabytes}::int end
        ) as megabytes
      from users person left join device_totals on user_id = person.id
      where ${among(judged, sql`person.id`)} and person.deleted_at is null
        and (${hasStorage} or person.device_number is not null or person.tenant_expire_time is not null)
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
      ${hasStorage ? aboutStorage : sql``}
      union all select id, 'expired', null, null from judged where ends <= now()
      union all select id, 'expiring', ceil(extract(epoch from ends - now()) / 86400)::int, null from judged
        where ends > now() and ends <= now() + make_interval(days => ${expiryDays})
    ),
    ended as (
      update account_alerts set ended_at = now()
      where ended_at is null and ${among(judged, sql`user_id`)}
        and ${hasStorage ? sql`true` : sql`kind not in ${ofStorage}`} and not exists (
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
    where id in (select user_id from ended union all select user_id from saved where is_new)`
  const { rows } = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${alertLock})`)
    return tx.execute<{ id: UserId; parentId: UserId | null }>(judgement)
  })
  return [...new Set(rows.flatMap(({ id, parentId }) => (parentId === null ? [id] : [id, parentId])))]
}
