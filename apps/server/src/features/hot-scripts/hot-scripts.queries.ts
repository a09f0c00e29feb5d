import type { PageRequest } from '@fleetdeck/contract/endpoint'
import { type hotScripts as calls, HotDeviceState, type HotState } from '@fleetdeck/contract/hot-scripts'
import type {
  DeviceId,
  GroupId,
  HotScriptId,
  ScriptId,
  ScriptVersionId,
  UserId,
} from '@fleetdeck/contract/ids'
import { and, eq, ilike, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { allOwnedVisible } from '../../access/visible-rows.ts'
import { assignedVersion, isTarget, rolloutHash } from '../../domain/scripts/hot-scripts.queries.ts'
import { insertVersion, type NewVersion, run } from '../../domain/scripts/save-scripts.queries.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { buildOrder, containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { byNumber, NaturalKey } from '../../platform/db/natural-key.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { hotRuns, hotScripts } from '../../platform/db/schema/hot-scripts.ts'
import { scripts, scriptVersions } from '../../platform/db/schema/scripts.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { HotTally } from './hot-evidence.rules.ts'

export interface HotFilter extends PageRequest {
  hotName?: string | undefined
  state?: HotState | undefined
}

const exceptions = sql<number>`(select count(*)::int from script_exceptions e
  join script_causes c on c.id = e.cause_id
  where c.tenant_id = ${hotScripts.tenantId} and e.script_name = ${scripts.scriptName}
    and e.script_version = ${scriptVersions.version} and e.created_at >= ${hotScripts.publishedAt})`
const chosen = sql<number>`(select count(*)::int from devices d where ${isTarget})`
const taken = sql<number>`(select count(*)::int from hot_devices h
  where h.hot_id = ${hotScripts.id} and h.version = ${scriptVersions.version})`
/** The hot update before, or the script's own version. */
const previousVersion = sql<string>`coalesce((select v.version from script_versions v
  where v.id = coalesce(${hotScripts.previousId}, ${scripts.versionId})), '')`

const row = {
  id: hotScripts.id,
  hotName: hotScripts.hotName,
  scriptId: hotScripts.scriptId,
  scriptName: scripts.scriptName,
  version: scriptVersions.version,
  forceUpdate: hotScripts.forceUpdate,
  versionPopup: hotScripts.versionPopup,
  versionMsg: hotScripts.versionMsg,
  url: scriptVersions.sourceUrl,
  originalName: scriptVersions.originalName,
  fileMd5: scriptVersions.md5,
  size: scriptVersions.size,
  groupIds: hotScripts.groupIds,
  state: hotScripts.state,
  percent: hotScripts.percent,
  exceptionLimit: hotScripts.exceptionLimit,
  whenOver: hotScripts.whenOver,
  minRuns: hotScripts.minRuns,
  minPhones: hotScripts.minPhones,
  advanceMinutes: hotScripts.advanceMinutes,
  evidence: hotScripts.evidence,
  exceptions,
  chosen,
  taken,
  previousVersion,
  tenantId: hotScripts.tenantId,
  userName: users.userName,
  publishedAt: hotScripts.publishedAt,
  gmtModified: hotScripts.gmtModified,
}

const rows = (db: Db) =>
  db
    .select(row)
    .from(hotScripts)
    .innerJoin(scripts, eq(scripts.id, hotScripts.scriptId))
    .innerJoin(scriptVersions, eq(scriptVersions.id, hotScripts.versionId))
    .innerJoin(users, eq(users.id, hotScripts.tenantId))

export async function listHot(db: Db, scope: Scope, query: HotFilter) {
  const where = and(
    ownedWithin(scope, hotScripts.tenantId),
    query.hotName ? ilike(hotScripts.hotName, containing(query.hotName)) : undefined,
    query.state ? eq(hotScripts.state, query.state) : undefined,
  )
  const { limit, offset } = toLimit(query)
  const list = await rows(db)
    .where(where)
    .orderBy(...buildOrder(query, row, hotScripts.id))
    .limit(limit)
    .offset(offset)
  return { list, total: await db.$count(hotScripts, where) }
}

export async function findHot(db: Db, scope: Scope, id: HotScriptId) {
  const [found] = await rows(db).where(and(eq(hotScripts.id, id), ownedWithin(scope, hotScripts.tenantId)))
  return found
}

export const allHotVisible = (db: Db, scope: Scope, ids: HotScriptId[]) =>
  allOwnedVisible(db, hotScripts, scope, ids)

/** The script's owner and present file, if the caller may change it. */
export async function findOwned(db: Db, scope: Scope, scriptId: ScriptId) {
  const [found] = await db
    .select({ tenantId: scripts.tenantId, originalName: scriptVersions.originalName })
    .from(scripts)
    .leftJoin(scriptVersions, eq(scriptVersions.id, scripts.versionId))
    .where(and(eq(scripts.id, scriptId), ownedWithin(scope, scripts.tenantId)))
  return found
}

export async function areGroupsOwnedBy(db: Db, tenantId: UserId, groupIds: GroupId[]) {
  if (groupIds.length === 0) return true
  const where = and(inArray(deviceGroups.id, groupIds), eq(deviceGroups.tenantId, tenantId))
  return (await db.$count(deviceGroups, where)) === new Set(groupIds).size
}

type NewHot = typeof hotScripts.$inferInsert
type HotInfo = Omit<NewHot, 'versionId'>

/** With the version as a new one of its script. */
export const insertHot = (db: Db, info: HotInfo, version: NewVersion) =>
  db.transaction(async (tx) => {
    const versionId = await insertVersion(tx, info.scriptId, { ...version, isHot: true })
    await tx.insert(hotScripts).values({ ...info, versionId })
  })

export const updateHot = (db: Db, id: HotScriptId, change: Partial<NewHot>) =>
  db.update(hotScripts).set(change).where(eq(hotScripts.id, id))

/** Another version, as a draft; one that was never published is deleted. */
export const replaceVersion = (
  db: Db,
  id: HotScriptId,
  change: Omit<Partial<HotInfo>, 'scriptId'> & { scriptId: ScriptId },
  { version, unpublished }: { version: NewVersion; unpublished: ScriptVersionId[] },
) =>
  db.transaction(async (tx) => {
    const versionId = await insertVersion(tx, change.scriptId, { ...version, isHot: true })
    await tx
      .update(hotScripts)
      .set({
        ...change,
        versionId,
        state: 'draft',
        percent: 0,
        threshold: -1,
        evidence: null,
        stoppedAt: null,
      })
      .where(eq(hotScripts.id, id))
    return deleteVersions(tx, unpublished)
  })

/** Its version becomes the script's own. */
export const promoteHot = (db: Db, id: HotScriptId) =>
  db.transaction(async (tx) => {
    const [hot] = await tx
      .update(hotScripts)
      .set({ state: 'promoted', previousId: null, stoppedAt: null })
      .where(eq(hotScripts.id, id))
      .returning({ scriptId: hotScripts.scriptId, versionId: hotScripts.versionId })
    if (hot) await run(tx, hot.scriptId, hot.versionId)
  })

/** Versions that were published stay with their script. Returns the names of files that may be unused now. */
export const deleteHot = (db: Db, ids: HotScriptId[]): Promise<string[]> =>
  db.transaction(async (tx) => {
    const gone = await tx
      .delete(hotScripts)
      .where(inArray(hotScripts.id, ids))
      .returning({ versionId: hotScripts.versionId, state: hotScripts.state })
    return deleteVersions(
      tx,
      gone.filter(({ state }) => state === 'draft').map(({ versionId }) => versionId),
    )
  })

async function deleteVersions(tx: Db, ids: ScriptVersionId[]): Promise<string[]> {
  if (ids.length === 0) return []
  const gone = await tx
    .delete(scriptVersions)
    .where(and(inArray(scriptVersions.id, ids), scriptVersions.isHot))
    .returning({ fileName: scriptVersions.fileName })
  return gone.map(({ fileName }) => fileName)
}

/** The present version, as the form replaces it. */
export async function findHotVersion(db: Db, id: HotScriptId) {
  const [found] = await db
    .select({
      scriptId: hotScripts.scriptId,
      state: hotScripts.state,
      percent: hotScripts.percent,
      previousId: hotScripts.previousId,
      versionId: hotScripts.versionId,
      version: scriptVersions.version,
      sourceUrl: scriptVersions.sourceUrl,
      fileName: scriptVersions.fileName,
      originalName: scriptVersions.originalName,
      size: scriptVersions.size,
      md5: scriptVersions.md5,
    })
    .from(hotScripts)
    .innerJoin(scriptVersions, eq(scriptVersions.id, hotScripts.versionId))
    .where(eq(hotScripts.id, id))
  return found
}

/** The highest hash within the share, so that it contains at least one phone. */
async function computeThreshold(db: Db, id: HotScriptId, percent: number): Promise<number> {
  if (percent >= 100) return 2 ** 31 - 1
  const { rows: found } = await db.execute<{ lot: number }>(sql`
    with lots as (
      select ${rolloutHash(sql`d.id`, sql`${hotScripts.id}`)} as lot from ${hotScripts}, devices d
      where ${hotScripts.id} = ${id} and ${isTarget}
    ) select lot from lots order by lot
      offset greatest(ceil((select count(*) from lots) * ${percent}::numeric / 100) - 1, 0) limit 1`)
  return found[0]?.lot ?? -1
}

/** Phones targeted by these hot updates. */
export async function listTargetDevices(db: Db, ids: HotScriptId[]): Promise<DeviceId[]> {
  const { rows: found } = await db.execute<{ id: DeviceId }>(sql`
    select distinct d.id from ${hotScripts}, devices d
    where ${hotScripts.id} = any(${sql.param(ids)}::int[]) and ${isTarget}`)
  return found.map((device) => device.id)
}

type DeviceQuery = z.output<(typeof calls)['devices']['query']>

/** The version on each targeted phone, and the one that it is to use; those that need attention first. */
export async function listHotDevices(db: Db, query: DeviceQuery) {
  const { limit, offset } = toLimit(query)
  const sorted = query.orderByColumn === 'changedAt' ? sql`"changedAt"` : new NaturalKey(sql`"deviceNo"`)
  const order = query.orderByColumn
    ? sql`${sorted} ${sql.raw(query.isAsc === 'desc' ? 'desc' : 'asc')}, "deviceId"`
    : sql`place, ${byNumber(sql`"deviceNo"`)}`
  const result = await db.execute(sql`
    with phones as (
      select d.id as "deviceId", d.device_no as "deviceNo", coalesce(h.version, '') as version,
        coalesce(v.version, '') as wanted, coalesce(h.failed_version, '') as failed,
        coalesce(h.msg, '') as msg, h.changed_at as "changedAt", h.hot_id is not null as reported,
        coalesce(r.online, false) as online, r.online_changed_at as "offlineSince",
        (select min(t.started_at) from task_runs t where t.device_id = d.id and t.hot_id = ${hotScripts.id}
          and t.state = 'running' and t.content_md5 is distinct from v.md5) as "runSince"
      from ${hotScripts} join devices d on ${isTarget}
        left join script_versions v on v.id = ${assignedVersion}
        left join hot_devices h on h.hot_id = ${hotScripts.id} and h.device_id = d.id
        left join device_runtime r on r.device_id = d.id
      where ${hotScripts.id} = ${query.id}
        and ${query.deviceNo ? sql`d.device_no ilike ${containing(query.deviceNo)}` : sql`true`}
    ), states as (
      select *, case when "runSince" is not null then 'running'
        when version = wanted then case when reported or wanted <> '' then 'updated' else 'none' end
        when failed = wanted and failed <> '' then 'failed'
        when online then 'waiting' else 'offline' end as state
      from phones
    ), placed as (
      select *, array_position(${sql.param([...HotDeviceState.options])}::text[], state) as place from states
    )
    select *, count(*) over ()::int as total from placed
    where ${query.state ?? null}::text is null or state = ${query.state ?? null}
    order by ${order} limit ${limit} offset ${offset}`)
  const rows = result.rows as unknown as DeviceRow[]
  const list = rows.map(({ offlineSince, runSince, changedAt, ...device }) => ({
    ...device,
    changedAt: changedAt && new Date(changedAt),
    since: sinceOf(device.state === 'running' ? runSince : device.state === 'offline' ? offlineSince : null),
  }))
  return { list, total: rows[0]?.total ?? 0 }
}

const sinceOf = (time: string | null) => time && new Date(time)

interface DeviceRow {
  deviceId: DeviceId
  deviceNo: string
  version: string
  wanted: string
  state: HotDeviceState
  msg: string
  changedAt: string | null
  offlineSince: string | null
  runSince: string | null
  total: number
}

/** Rollouts that runs say something about. */
export const listWatched = (db: Db) =>
  db
    .select({
      id: hotScripts.id,
      state: hotScripts.state,
      percent: hotScripts.percent,
      stagedAt: hotScripts.stagedAt,
      whenOver: hotScripts.whenOver,
      minRuns: hotScripts.minRuns,
      minPhones: hotScripts.minPhones,
      exceptionLimit: hotScripts.exceptionLimit,
      evidence: hotScripts.evidence,
      isStageOver: sql<boolean>`${hotScripts.advanceMinutes} > 0
        and ${hotScripts.stagedAt} <= now() - make_interval(mins => ${hotScripts.advanceMinutes})`,
      /** No phone that is online still lacks it. */
      isEverywhere: sql<boolean>`${hotScripts.percent} = 100 and not exists (
        select from devices d join device_runtime r on r.device_id = d.id and r.online
        where ${isTarget} and not exists (select from hot_devices h
          where h.hot_id = ${hotScripts.id} and h.device_id = d.id and h.version = ${scriptVersions.version}))`,
      sharePhones: sql<number>`(select count(*)::int from devices d where ${isTarget}
        and ${rolloutHash(sql`d.id`, sql`${hotScripts.id}`)} <= ${hotScripts.threshold})`,
    })
    .from(hotScripts)
    .innerJoin(scriptVersions, eq(scriptVersions.id, hotScripts.versionId))
    .where(inArray(hotScripts.state, ['rolling', 'held']))

export type RunTallies = Omit<HotTally, 'sharePhones'>

export const noRuns: RunTallies = {
  now: { runs: 0, failed: 0, phones: 0, failedPhones: 0 },
  before: { runs: 0, failed: 0 },
}

/** Ended runs of the present share; of the version before, those of earlier shares too if there are few. */
export async function tallyRuns(
  db: Db,
  rollouts: readonly { id: HotScriptId; minRuns: number }[],
): Promise<Map<HotScriptId, RunTallies>> {
  const { rows: found } = await db.execute<{ id: HotScriptId } & Record<TallyColumn, number>>(sql`
    select hot_id as id, coalesce(sum(runs) filter (where is_new), 0)::int as runs,
      coalesce(sum(failed) filter (where is_new), 0)::int as failed,
      count(*) filter (where is_new and runs > 0)::int as phones,
      count(*) filter (where is_new and failed > 0)::int as "failedPhones",
      coalesce(sum(runs) filter (where not is_new), 0)::int as "beforeRuns",
      coalesce(sum(failed) filter (where not is_new), 0)::int as "beforeFailed",
      coalesce(sum(earlier_runs) filter (where not is_new), 0)::int as "earlierRuns",
      coalesce(sum(earlier_failed) filter (where not is_new), 0)::int as "earlierFailed"
    from hot_runs where hot_id = any(${sql.param(rollouts.map(({ id }) => id))}::int[]) group by hot_id`)
  const least = new Map(rollouts.map(({ id, minRuns }) => [id, minRuns]))
  return new Map(
    found.map(({ id, beforeRuns, beforeFailed, earlierRuns, earlierFailed, ...now }) => [
      id,
      {
        now,
        before:
          beforeRuns >= (least.get(id) ?? 0)
            ? { runs: beforeRuns, failed: beforeFailed }
            : { runs: beforeRuns + earlierRuns, failed: beforeFailed + earlierFailed },
      },
    ]),
  )
}

type TallyColumn = keyof HotTally['now'] | 'beforeRuns' | 'beforeFailed' | 'earlierRuns' | 'earlierFailed'

/** Begins a share, from which on runs are counted from 0; `isFirst` forgets the runs of an earlier rollout. */
export async function beginShare(
  tx: Db,
  id: HotScriptId,
  { percent, isFirst }: { percent: number; isFirst: boolean },
): Promise<void> {
  const now = siteNow()
  await tx
    .update(hotScripts)
    .set({
      ...{ state: 'rolling', percent, stagedAt: now, evidence: null, stoppedAt: null },
      threshold: await computeThreshold(tx, id, percent),
      ...(isFirst && { publishedAt: now }),
    })
    .where(eq(hotScripts.id, id))
  if (isFirst) await tx.delete(hotRuns).where(eq(hotRuns.hotId, id))
  else
    await tx.execute(sql`
      update hot_runs set earlier_runs = earlier_runs + runs, earlier_failed = earlier_failed + failed,
        runs = 0, failed = 0
      where hot_id = ${id}`)
}

/**
 * Locks a rollout that is still in the share that was judged; undefined if another server or an operator was faster.
 */
export async function lockShare(tx: Db, { id, stagedAt }: { id: HotScriptId; stagedAt: Date | null }) {
  const [found] = await tx
    .select({ id: hotScripts.id })
    .from(hotScripts)
    .where(
      and(
        eq(hotScripts.id, id),
        eq(hotScripts.state, 'rolling'),
        stagedAt ? eq(hotScripts.stagedAt, stagedAt) : undefined,
      ),
    )
    .for('update')
  return found
}
