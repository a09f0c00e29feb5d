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

/** Counts runs that have just ended, of scripts that are being rolled out, by the content that their phones ran. */
export async function countHotRuns(tx: Db, runIds: RunId[]): Promise<void> {
  await tx.execute(sql`
    insert into hot_runs (hot_id, device_id, is_new, runs, failed)
    select ${hotScripts.id}, d.id, r.content_md5 = v.md5, count(*), count(*) filter (where r.state = 'failed')
    from task_runs r join tasks t on t.id = r.task_id
      join hot_scripts on ${hotScripts.scriptId} = t.script_id and ${hotScripts.state} in ('rolling', 'held')
      join script_versions v on v.id = ${hotScripts.versionId}
      join devices d on d.id = r.device_id and ${isTarget}
    where r.id = any(${sql.param(runIds)}::bigint[]) and r.state in ('succeeded', 'failed') and r.content_md5 <> ''
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (hot_id, device_id, is_new) do update
      set runs = hot_runs.runs + excluded.runs, failed = hot_runs.failed + excluded.failed`)
}
