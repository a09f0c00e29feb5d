import type { PageRequest } from '@fleetdeck/contract/endpoint'
import type { HotState } from '@fleetdeck/contract/hot-scripts'
import type { DeviceId, GroupId, HotScriptId, ScriptId, UserId } from '@fleetdeck/contract/ids'
import { and, eq, ilike, inArray, sql } from 'drizzle-orm'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { allOwnedVisible } from '../../access/visible-rows.ts'
import { isTarget, rolloutHash } from '../../domain/scripts/hot-scripts.queries.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { buildOrder, containing, toLimit } from '../../platform/crud/page.ts'
import type { Db } from '../../platform/db/db.ts'
import { deviceGroups } from '../../platform/db/schema/device-groups.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { hotDevices, hotScripts } from '../../platform/db/schema/hot-scripts.ts'
import { scripts } from '../../platform/db/schema/scripts.ts'
import { users } from '../../platform/db/schema/users.ts'

export interface HotFilter extends PageRequest {
  hotName?: string | undefined
  state?: HotState | undefined
}

const version = sql<string>`${hotScripts.file}->>'version'`
const fileText = (name: string) => sql<string>`${hotScripts.file}->>${sql.raw(`'${name}'`)}`
const exceptions = sql<number>`(select count(*)::int from script_exceptions e
  join script_causes c on c.id = e.cause_id
  where c.tenant_id = ${hotScripts.tenantId} and e.script_name = ${scripts.scriptName}
    and e.script_version = ${version} and e.created_at >= ${hotScripts.publishedAt})`
const taken = sql<number>`(select count(*)::int from hot_devices h
  where h.hot_id = ${hotScripts.id} and h.state = 'taken' and h.version = ${version})`

const row = {
  id: hotScripts.id,
  hotName: hotScripts.hotName,
  scriptId: hotScripts.scriptId,
  scriptName: scripts.scriptName,
  version,
  forceUpdate: hotScripts.forceUpdate,
  versionPopup: hotScripts.versionPopup,
  versionMsg: hotScripts.versionMsg,
  url: fileText('sourceUrl'),
  originalName: fileText('originalName'),
  fileMd5: fileText('md5'),
  size: sql<number>`(${hotScripts.file}->>'size')::int`,
  groupIds: hotScripts.groupIds,
  state: hotScripts.state,
  percent: hotScripts.percent,
  exceptionLimit: hotScripts.exceptionLimit,
  whenOver: hotScripts.whenOver,
  advanceMinutes: hotScripts.advanceMinutes,
  exceptions,
  chosen: sql<number>`(select count(*)::int from devices d where ${isTarget})`,
  taken,
  previousVersion: sql<string>`coalesce(${hotScripts.previous}->>'version', '')`,
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

/** The script's owner, if the caller may change it. */
export async function ownerOfScript(db: Db, scope: Scope, scriptId: ScriptId) {
  const [found] = await db
    .select({ tenantId: scripts.tenantId })
    .from(scripts)
    .where(and(eq(scripts.id, scriptId), ownedWithin(scope, scripts.tenantId)))
  return found?.tenantId
}

export async function areGroupsOwnedBy(db: Db, tenantId: UserId, groupIds: GroupId[]) {
  if (groupIds.length === 0) return true
  const where = and(inArray(deviceGroups.id, groupIds), eq(deviceGroups.tenantId, tenantId))
  return (await db.$count(deviceGroups, where)) === new Set(groupIds).size
}

type NewHot = typeof hotScripts.$inferInsert
export const insertHot = (db: Db, values: NewHot) => db.insert(hotScripts).values(values)
export const updateHot = (db: Db, id: HotScriptId, change: Partial<NewHot>) =>
  db.update(hotScripts).set(change).where(eq(hotScripts.id, id))
/** Returns the names of their files. */
export async function deleteHot(db: Db, ids: HotScriptId[]): Promise<string[]> {
  const gone = await db
    .delete(hotScripts)
    .where(inArray(hotScripts.id, ids))
    .returning({ file: hotScripts.file, previous: hotScripts.previous })
  return gone.flatMap(({ file, previous }) => [file.fileName, ...(previous ? [previous.fileName] : [])])
}

export async function fileOfHot(db: Db, id: HotScriptId) {
  const [found] = await db
    .select({ file: hotScripts.file, previous: hotScripts.previous, state: hotScripts.state })
    .from(hotScripts)
    .where(eq(hotScripts.id, id))
  return found
}

/** The highest hash within the share, so that it contains at least one phone. */
export async function computeThreshold(db: Db, id: HotScriptId, percent: number): Promise<number> {
  if (percent >= 100) return 2 ** 31 - 1
  const { rows: found } = await db.execute<{ lot: number }>(sql`
    with lots as (
      select ${rolloutHash(sql`d.id`, sql`${hotScripts.id}`)} as lot from ${hotScripts}, devices d
      where ${hotScripts.id} = ${id} and ${isTarget}
    ) select lot from lots order by lot
      offset greatest(ceil((select count(*) from lots) * ${percent}::numeric / 100) - 1, 0) limit 1`)
  return found[0]?.lot ?? -1
}

/** Phones targeted by the hot script. */
export async function listTargetDevices(db: Db, id: HotScriptId): Promise<DeviceId[]> {
  const { rows: found } = await db.execute<{ id: DeviceId }>(
    sql`select d.id from ${hotScripts}, devices d where ${hotScripts.id} = ${id} and ${isTarget}`,
  )
  return found.map((device) => device.id)
}

export async function listHotDevices(
  db: Db,
  query: PageRequest & { id: HotScriptId; deviceNo?: string | undefined },
) {
  const where = and(
    eq(hotDevices.hotId, query.id),
    query.deviceNo ? ilike(devices.deviceNo, containing(query.deviceNo)) : undefined,
  )
  const columns = {
    deviceId: hotDevices.deviceId,
    deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')`,
    version: hotDevices.version,
    state: hotDevices.state,
    msg: hotDevices.msg,
    changedAt: hotDevices.changedAt,
  }
  const { limit, offset } = toLimit(query)
  const from = db.select(columns).from(hotDevices).innerJoin(devices, eq(devices.id, hotDevices.deviceId))
  const list = await from
    .where(where)
    .orderBy(...buildOrder(query, columns, hotDevices.deviceId))
    .limit(limit)
    .offset(offset)
  const [count] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(hotDevices)
    .innerJoin(devices, eq(devices.id, hotDevices.deviceId))
    .where(where)
  return { list, total: count?.count ?? 0 }
}

/** Rollouts whose stage has lasted for its time, and whose version at least one phone has installed. */
export const dueToAdvance = (db: Db) =>
  db
    .select({ id: hotScripts.id, percent: hotScripts.percent })
    .from(hotScripts)
    .innerJoin(scripts, eq(scripts.id, hotScripts.scriptId))
    .where(
      and(
        eq(hotScripts.state, 'rolling'),
        sql`${hotScripts.percent} < 100 and ${hotScripts.advanceMinutes} > 0 and ${taken} > 0
          and ${hotScripts.stagedAt} <= now() - make_interval(mins => ${hotScripts.advanceMinutes})`,
      ),
    )

/** Sets the next share, unless another server or an operator was faster. */
export async function advanceHot(
  db: Db,
  { id, percent }: { id: HotScriptId; percent: number },
  next: { percent: number; threshold: number },
): Promise<boolean> {
  const moved = await db
    .update(hotScripts)
    .set({ ...next, stagedAt: siteNow() })
    .where(and(eq(hotScripts.id, id), eq(hotScripts.state, 'rolling'), eq(hotScripts.percent, percent)))
    .returning({ id: hotScripts.id })
  return moved.length > 0
}

/** The names among these of hot script files that nothing uses any more. */
export async function unusedFiles(db: Db, fileNames: string[]): Promise<string[]> {
  const { rows: found } = await db.execute<{ name: string }>(sql`
    select n.name from unnest(${sql.param(fileNames)}::text[]) as n(name)
    where not exists (select from hot_scripts h where h.file->>'fileName' = n.name or h.previous->>'fileName' = n.name)
      and not exists (select from script_versions v where v.file_name = n.name)`)
  return found.map(({ name }) => name)
}

/** Rollouts with more errors than allowed. */
export const overLimit = (db: Db) =>
  db
    .select({ id: hotScripts.id, whenOver: hotScripts.whenOver, previous: hotScripts.previous })
    .from(hotScripts)
    .innerJoin(scripts, eq(scripts.id, hotScripts.scriptId))
    .where(
      and(
        eq(hotScripts.state, 'rolling'),
        sql`${exceptions} > greatest(${hotScripts.exceptionLimit}, ${hotScripts.exceptionLimit} * ${taken} / 100)`,
      ),
    )
