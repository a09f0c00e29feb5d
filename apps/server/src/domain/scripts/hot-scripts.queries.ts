import type { DeviceId, HotScriptId, RunId, ScriptVersionId } from '@fleetdeck/contract/ids'
import { eq, type SQL, sql } from 'drizzle-orm'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { hotDevices, hotScripts } from '../../platform/db/schema/hot-scripts.ts'
import { scriptVersions } from '../../platform/db/schema/scripts.ts'

/** Phones of the owner, or those in the chosen groups. */
export const isTarget = sql`d.tenant_id = ${hotScripts.tenantId} and d.device_no is not null and (
  jsonb_array_length(${hotScripts.groupIds}) = 0 or ${hotScripts.groupIds} @> to_jsonb(d.group_id))`

/** A number per phone and hot script that never changes: it decides which phones come first. */
export const rolloutHash = (deviceId: SQL, hotId: SQL) =>
  sql`(hashtext(${deviceId}::text || ':' || ${hotId}::text) & 2147483647)`

/** The version on the phone `d`. */
const versionOnPhone = sql<string | null>`(select h.version from hot_devices h
  where h.hot_id = ${hotScripts.id} and h.device_id = d.id)`
const isInShare = sql`${rolloutHash(sql`d.id`, sql`${hotScripts.id}`)} <= ${hotScripts.threshold}`

/** The version that the phone `d` is to use; null: the script's own. */
export const assignedVersion = sql<ScriptVersionId | null>`case
  when ${hotScripts.publishedAt} is null or ${hotScripts.state} = 'promoted' then null
  when ${hotScripts.state} = 'finished' or ${hotScripts.state} = 'rolling' and ${isInShare}
    or ${hotScripts.state} = 'held' and ${versionOnPhone} = (
      select v.version from script_versions v where v.id = ${hotScripts.versionId}) then ${hotScripts.versionId}
  else ${hotScripts.previousId} end`

/** The hot updates of one phone. */
export const hotFor = (db: Db, deviceId: DeviceId) =>
  db
    .select({
      hotId: hotScripts.id,
      scriptId: hotScripts.scriptId,
      name: hotScripts.hotName,
      version: scriptVersions.version,
      versionId: scriptVersions.id,
      fileName: scriptVersions.fileName,
      originalName: scriptVersions.originalName,
      md5: scriptVersions.md5,
      isNew: sql<boolean>`${scriptVersions.id} = ${hotScripts.versionId}`,
      state: hotScripts.state,
      forceUpdate: hotScripts.forceUpdate,
      versionPopup: hotScripts.versionPopup,
      versionMsg: hotScripts.versionMsg,
    })
    .from(hotScripts)
    .innerJoin(sql`devices d`, sql`d.id = ${deviceId} and ${isTarget}`)
    .innerJoin(scriptVersions, sql`${scriptVersions.id} = ${assignedVersion}`)

interface HotReport {
  hotId: HotScriptId
  version: string
  state: 'taken' | 'failed' | 'removed'
  msg: string
}

/** Ignored for a phone that the hot update does not target. A failure leaves the version that the phone has. */
export async function saveHotState(db: Db, deviceId: DeviceId, report: HotReport) {
  const { hotId, version, state, msg } = report
  const [known] = await db
    .select({ id: hotScripts.id })
    .from(hotScripts)
    .innerJoin(sql`devices d`, sql`d.id = ${deviceId} and ${isTarget}`)
    .where(eq(hotScripts.id, hotId))
  if (!known) return
  const has = state === 'failed' ? {} : { version: state === 'taken' ? version : '' }
  const change = {
    ...has,
    state,
    msg,
    failedVersion: state === 'failed' ? version : '',
    changedAt: siteNow(),
  }
  await db
    .insert(hotDevices)
    .values({ hotId, deviceId, version: '', ...change })
    .onConflictDoUpdate({ target: [hotDevices.hotId, hotDevices.deviceId], set: change })
}

/**
 * Counts runs that have just ended, of scripts that are being rolled out, by the content that their phones ran. The end
 * that a phone reports later replaces the one that the server concluded.
 */
export async function countHotRuns(tx: Db, runIds: RunId[]): Promise<void> {
  await tx.execute(sql`
    with counts as materialized (
      select r.id as run_id, ${hotScripts.id} as hot_id, r.device_id, r.state, ${hotScripts.stagedAt} as staged_at,
        r.content_md5 = v.md5 as is_new, r.state = 'failed' as failed,
        ${hotScripts.publishedAt} as published_at, r.hot_count as former
      from task_runs r join tasks t on t.id = r.task_id
        join hot_scripts on ${hotScripts.scriptId} = t.script_id and ${hotScripts.state} in ('rolling', 'held')
        join script_versions v on v.id = ${hotScripts.versionId}
        join devices d on d.id = r.device_id and ${isTarget}
      where r.id = any(${sql.param(runIds)}::bigint[]) and r.state in ('succeeded', 'failed', 'stopped')
        and r.content_md5 <> ''
    ), formers as (
      select hot_id, device_id, (former->>'isNew')::boolean as is_new, (former->>'failed')::boolean as failed,
        (former->>'stagedAt')::timestamptz = staged_at as is_present
      from counts
      where (former->>'hotId')::int = hot_id and (former->>'stagedAt')::timestamptz >= published_at
    ), changes as (
      select hot_id, device_id, is_new, 1 as runs, failed::int as failed, 0 as earlier_runs, 0 as earlier_failed
      from counts where state <> 'stopped'
      union all
      select hot_id, device_id, is_new, -is_present::int, -(is_present and failed)::int,
        -(not is_present)::int, -(not is_present and failed)::int
      from formers
    ), noted as (
      update task_runs r set hot_count = case when c.state <> 'stopped' then jsonb_build_object('hotId', c.hot_id,
        'isNew', c.is_new, 'failed', c.failed, 'stagedAt', c.staged_at) end
      from counts c where r.id = c.run_id
    )
    insert into hot_runs (hot_id, device_id, is_new, runs, failed, earlier_runs, earlier_failed)
    select hot_id, device_id, is_new, sum(runs), sum(failed), sum(earlier_runs), sum(earlier_failed)
    from changes group by 1, 2, 3 order by 1, 2, 3
    on conflict (hot_id, device_id, is_new) do update
      set runs = hot_runs.runs + excluded.runs, failed = hot_runs.failed + excluded.failed,
        earlier_runs = hot_runs.earlier_runs + excluded.earlier_runs,
        earlier_failed = hot_runs.earlier_failed + excluded.earlier_failed`)
}
