import { Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { coveredOwners, covers, updateJudged } from './monitor.queries.ts'

/** A repository without an interval is not tried again after some failures: they count as too many. */
const isUnread = sql`g.state = 'failed' and (g.failures >= s.source_failures
  or g.next_at is null and g.claimed_until is null)`
/** Of the runs that stopped it. */
const failedPercent = sql`round(100.0 * (h.evidence->>'failed')::int / nullif((h.evidence->>'runs')::int, 0))::int`

/**
 * Hot updates and Git repositories with the effective settings of their owners. A repository that waits for its next
 * reading is neither wrong nor well.
 */
const watchedScripts = sql`
  ${covers}, watched as (
    select 'hotScript' as kind, h.id as hot_id, null::int as source_id, h.hot_name as name, h.tenant_id as user_id,
      s.user_id as to_user_id, s.frequency, s.hot_stopped as is_on, h.stopped_at is not null as is_wrong,
      h.stopped_at is null as is_well, h.stopped_at as since, ${failedPercent} as value, null::int as threshold
    from ${coveredOwners} join hot_scripts h on h.tenant_id = covers.owner_id
    union all
    select 'scriptSource', null, g.id, g.source_name, g.tenant_id, s.user_id, s.frequency, s.source_failures > 0,
      ${isUnread}, g.state = 'read', coalesce(g.failing_since, now()), g.failures::int, s.source_failures::int
    from ${coveredOwners} join script_sources g on g.tenant_id = covers.owner_id and g.status = ${Status.on}
  )`

const isSubject = sql`w.kind = a.kind and coalesce(w.hot_id, w.source_id) = coalesce(a.hot_id, a.source_id)`

/** Whose alarms have changed. */
interface Changed {
  userId: UserId
}

/** Ends alarms of hot updates and repositories, as `endAlarms` does for devices. */
export async function endScriptAlarms(
  tx: Db,
  settleSeconds: number,
  most: number,
): Promise<{ ended: Changed[]; changed: number }> {
  const { rows } = await tx.execute<{ userId: UserId; lasts: boolean }>(sql`
    with recursive ${watchedScripts}, judged as (
      select a.id, case
          when w.kind is null or not w.is_on or w.to_user_id <> a.to_user_id or w.user_id <> a.user_id then 'ruleGone'
          when w.is_well then 'over' end as ending
      from alarms a left join watched w on ${isSubject} where a.lasts and a.device_id is null
    ), ${updateJudged(settleSeconds, most)}
    returning a.user_id as "userId", a.lasts`)
  return { ended: rows.filter(({ lasts }) => !lasts), changed: rows.length }
}

/** Opens alarms for hot updates that have been stopped and repositories that cannot be read, up to a maximum. */
export async function openScriptAlarms(tx: Db, most: number): Promise<Changed[]> {
  const { rows } = await tx.execute<{ userId: UserId }>(sql`
    with recursive ${watchedScripts}
    insert into alarms
      (hot_id, source_id, device_no, user_id, to_user_id, kind, value, threshold, since, quiet_until)
    select w.hot_id, w.source_id, w.name, w.user_id, w.to_user_id, w.kind, w.value, w.threshold, w.since,
      (select max(a.told_at) + make_interval(secs => w.frequency) from alarms a where ${isSubject})
    from watched w
    where w.is_on and w.is_wrong and not exists (select 1 from alarms a where a.lasts and ${isSubject})
    order by w.name limit ${most}
    on conflict do nothing
    returning user_id as "userId"`)
  return rows
}
