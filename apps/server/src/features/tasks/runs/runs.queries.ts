import { Status } from '@fleetdeck/contract/enums'
import type { DeviceId, RunId, ScriptId, ScriptVersionId, TaskId } from '@fleetdeck/contract/ids'
import type { ScriptCommit } from '@fleetdeck/contract/script-commit'
import type { ParamValues } from '@fleetdeck/contract/script-params'
import { type taskRuns as calls, maxCountedRuns } from '@fleetdeck/contract/task-runs'
import { TaskStatus } from '@fleetdeck/contract/tasks'
import {
  and,
  asc,
  desc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../../access/data-scope.ts'
import { deviceWithin } from '../../../domain/devices/device-scope.queries.ts'
import { asksUntil } from '../../../domain/questions/questions.queries.ts'
import { tryEndsAt, tryOn } from '../../../domain/scripts/script-tries.queries.ts'
import { eachRow } from '../../../platform/crud/each-row.ts'
import { buildOrder, containing, toLimit } from '../../../platform/crud/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { NaturalKey } from '../../../platform/db/natural-key.ts'
import { deviceRuntime, devices } from '../../../platform/db/schema/devices.ts'
import { scripts } from '../../../platform/db/schema/scripts.ts'
import { taskLines, taskRuns, triedTexts } from '../../../platform/db/schema/task-runs.ts'
import { tasks } from '../../../platform/db/schema/tasks.ts'
import { users } from '../../../platform/db/schema/users.ts'
import { isTarget } from '../definition/targets.queries.ts'

type Query = z.output<(typeof calls)['list']['query']>

/** Of the task, or of a try. */
const scriptId = sql<ScriptId | null>`coalesce(${tasks.scriptId}, ${taskRuns.scriptId})`

const columns = {
  id: taskRuns.id,
  taskId: taskRuns.taskId,
  taskName: sql<string>`coalesce(${tasks.taskName}, '')`,
  scriptId,
  scriptName: sql<string>`coalesce(${scripts.scriptName}, ${taskRuns.scriptName})`,
  scriptVersion: taskRuns.scriptVersion,
  contentMd5: taskRuns.contentMd5,
  hotName: sql<string | null>`case when ${taskRuns.hotId} is not null then coalesce(
    (select h.hot_name from hot_scripts h where h.id = ${taskRuns.hotId}), '') end`,
  versionId: sql<ScriptVersionId | null>`(select v.id from script_versions v
    where v.script_id = ${scriptId} and v.md5 = ${taskRuns.contentMd5}
    order by v.version = ${taskRuns.scriptVersion} desc, v.id desc limit 1)`,
  currentVersionId: scripts.versionId,
  startedBy: users.userName,
  signer: taskRuns.signer,
  deviceId: taskRuns.deviceId,
  deviceNo: taskRuns.deviceNo,
  state: taskRuns.state,
  paused: taskRuns.paused,
  stopRequested: taskRuns.stopRequested,
  reason: taskRuns.reason,
  msg: taskRuns.msg,
  attempt: taskRuns.attempt,
  round: taskRuns.round,
  dueAt: taskRuns.dueAt,
  notBefore: taskRuns.notBefore,
  sentAt: taskRuns.sentAt,
  startedAt: taskRuns.startedAt,
  endedAt: taskRuns.endedAt,
  changedAt: taskRuns.changedAt,
  taskStatus: sql<number>`coalesce(${tasks.status}, ${TaskStatus.started})`,
  taskPaused: sql<boolean>`coalesce(${tasks.paused}, false)`,
  endTime: tasks.endTime,
  deviceStatus: sql<number>`coalesce(${devices.status}, ${Status.on})`,
  expireTime: devices.expireTime,
  online: sql<boolean>`coalesce(${deviceRuntime.online}, false)`,
  onlineChangedAt: deviceRuntime.onlineChangedAt,
  runKey: taskRuns.runKey,
  kept: taskRuns.kept,
  tryEndsAt,
  asksUntil,
  ...tryOn(sql`${taskRuns.deviceId}`),
  isTarget: isTarget(sql`${taskRuns.taskId}`, {
    id: sql`${devices.id}`,
    tenantId: sql`${devices.tenantId}`,
    groupId: sql`${devices.groupId}`,
  }),
  /** The task that the phone is running instead. */
  busyWith: sql<string | null>`case when ${taskRuns.state} = 'queued' then (
    select t.task_name from task_runs r join tasks t on t.id = r.task_id
    where r.device_id = ${taskRuns.deviceId} and r.state in ('sent', 'acknowledged', 'running') limit 1) end`,
}
export type RunRow = Awaited<ReturnType<typeof listRuns>>['list'][number]

const isTry = isNull(taskRuns.taskId)

/** Runs of the caller's tasks, and tries of the caller's users. */
const ownRun = (scope: Scope): SQL | undefined =>
  scope === 'all'
    ? undefined
    : or(ownedWithin(scope, tasks.tenantId), and(isTry, ownedWithin(scope, taskRuns.startedBy)))

/** Own runs, and runs on devices that the caller sees. */
const runWithin = (scope: Scope): SQL | undefined =>
  scope === 'all'
    ? undefined
    : or(
        ownRun(scope),
        sql`${taskRuns.deviceId} in (select ${devices.id} from ${devices} where ${deviceWithin(scope)})`,
      )

const amongIds = (column: PgColumn, rows: { id: number }[]) =>
  sql`${column} = any(${sql.param(rows.map(({ id }) => id))}::int[])`

const idsOfTasks = (db: Db, where: SQL | undefined) => db.select({ id: tasks.id }).from(tasks).where(where)

/**
 * The same condition by columns of the runs only, so that a page of a million records reads no more than it needs. The
 * ids are read first, so that the planner knows their number.
 */
async function visibleRuns(db: Db, scope: Scope, taskId: TaskId | undefined): Promise<SQL | undefined> {
  if (scope === 'all') return undefined
  const ownTasks = await idsOfTasks(db, ownedWithin(scope, tasks.tenantId))
  if (ownTasks.some(({ id }) => id === taskId)) return undefined
  const own = await db.select({ id: devices.id }).from(devices).where(deviceWithin(scope))
  return or(
    amongIds(taskRuns.taskId, ownTasks),
    amongIds(taskRuns.deviceId, own),
    and(isTry, ownedWithin(scope, taskRuns.startedBy)),
  )
}

const matching = async (db: Db, scope: Scope, query: Partial<Query>, timeZone: string) =>
  and(
    await visibleRuns(db, scope, query.taskId),
    query.taskId ? eq(taskRuns.taskId, query.taskId) : undefined,
    query.taskName
      ? amongIds(taskRuns.taskId, await idsOfTasks(db, ilike(tasks.taskName, containing(query.taskName))))
      : undefined,
    query.deviceId ? eq(taskRuns.deviceId, query.deviceId) : undefined,
    query.deviceNo ? ilike(taskRuns.deviceNo, containing(query.deviceNo)) : undefined,
    query.state ? eq(taskRuns.state, query.state) : undefined,
    query.kind === 'task' ? isNotNull(taskRuns.taskId) : undefined,
    query.kind === 'try' ? isTry : undefined,
    query.newest ? eq(taskRuns.isNewest, true) : undefined,
    query.failedToday
      ? sql`${taskRuns.taskId} is not null and ${taskRuns.state} = 'failed' and ${taskRuns.endedAt} >=
          date_trunc('day', now() at time zone ${timeZone}) at time zone ${timeZone}`
      : undefined,
  )

/**
 * Parameters and tried texts are for those who see the task, or the user who tries, and commits for those who see the
 * script's text.
 */
const selectRuns = (db: Db, scope: Scope) =>
  db
    .select({
      ...columns,
      params: sql<ParamValues | null>`case when ${ownRun(scope) ?? sql`true`}
        then ${taskRuns.params} end`,
      hasText: sql<boolean>`coalesce(${taskRuns.triedTextId} is not null and ${ownRun(scope) ?? sql`true`}, false)`,
      commit: sql<ScriptCommit | null>`case when ${ownedWithin(scope, scripts.tenantId) ?? sql`true`} then (
        select v.commit from script_versions v where v.id = ${columns.versionId}) end`,
    })
    .from(taskRuns)
    .leftJoin(tasks, eq(tasks.id, taskRuns.taskId))
    .leftJoin(scripts, eq(scripts.id, scriptId))
    .leftJoin(users, eq(users.id, taskRuns.startedBy))
    .leftJoin(devices, eq(devices.id, taskRuns.deviceId))
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, taskRuns.deviceId))
    .$dynamic()

const sortable = {
  id: taskRuns.id,
  deviceNo: new NaturalKey(taskRuns.deviceNo),
  changedAt: taskRuns.changedAt,
}

const selectKeys = (db: Db, where: SQL | undefined, orderBy: SQL[], limit: number) =>
  db
    .select({ id: taskRuns.id })
    .from(taskRuns)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .$dynamic()

const runsAmong = (db: Db, scope: Scope, keys: SQLWrapper, orderBy: SQL[]) =>
  selectRuns(db, scope)
    .where(sql`${taskRuns.id} = any(array(${keys}))`)
    .orderBy(...orderBy)

export async function listRuns(db: Db, scope: Scope, query: Query, timeZone: string) {
  const where = await matching(db, scope, query, timeZone)
  const { limit, offset } = toLimit(query)
  const order = buildOrder(query, sortable, taskRuns.id)
  const list = await runsAmong(db, scope, selectKeys(db, where, order, limit).offset(offset), order)
  return { list, total: await countRuns(db, where) }
}

/** All runs of the list, in its order. */
export async function* eachRun(db: Db, scope: Scope, query: Query, timeZone: string) {
  const where = await matching(db, scope, query, timeZone)
  yield* eachRow(query, { sortable, id: taskRuns.id }, ({ after, orderBy, limit }) =>
    runsAmong(db, scope, selectKeys(db, and(where, after), orderBy, limit), orderBy),
  )
}

/** Counting stops at a maximum, because there may be millions. */
async function countRuns(db: Db, where: SQL | undefined): Promise<number> {
  const some = db.select({ one: sql`1` }).from(taskRuns).where(where).limit(maxCountedRuns)
  const result = await db.execute(sql`select count(*)::int as total from (${some.getSQL()}) counted`)
  return (result.rows as { total: number }[])[0]?.total ?? 0
}

export async function findRun(db: Db, scope: Scope, id: RunId) {
  const [found] = await selectRuns(db, scope).where(and(eq(taskRuns.id, id), runWithin(scope)))
  return found
}

/** The file with the text of a try. */
export async function findText(db: Db, scope: Scope, id: RunId) {
  const [found] = await db
    .select({ fileName: triedTexts.fileName })
    .from(taskRuns)
    .innerJoin(triedTexts, eq(triedTexts.id, taskRuns.triedTextId))
    .leftJoin(tasks, eq(tasks.id, taskRuns.taskId))
    .where(and(eq(taskRuns.id, id), ownRun(scope)))
  return found
}

/** The newest run of a task on a device. */
export async function newestRun(db: Db, taskId: TaskId, deviceId: DeviceId) {
  const [found] = await selectRuns(db, 'all').where(
    and(eq(taskRuns.taskId, taskId), eq(taskRuns.deviceId, deviceId), eq(taskRuns.isNewest, true)),
  )
  return found
}

/** The times of a run for its time line. */
export async function findTimes(db: Db, id: RunId) {
  const [found] = await db
    .select({
      state: taskRuns.state,
      attempt: taskRuns.attempt,
      tries: taskRuns.tries,
      waits: taskRuns.waits,
      earlier: taskRuns.earlier,
      dueAt: taskRuns.dueAt,
      createdAt: taskRuns.createdAt,
      sentAt: taskRuns.sentAt,
      acknowledgedAt: taskRuns.acknowledgedAt,
      startedAt: taskRuns.startedAt,
      endedAt: taskRuns.endedAt,
    })
    .from(taskRuns)
    .where(eq(taskRuns.id, id))
  return found
}

export const findLines = (db: Db, runId: RunId) =>
  db
    .select({ id: taskLines.id, at: taskLines.at, level: taskLines.level, msg: taskLines.msg })
    .from(taskLines)
    .where(eq(taskLines.runId, runId))
    .orderBy(asc(taskLines.id))

/** Deletes records of ended runs within the scope; returns how many. The newest remaining runs are marked as newest. */
export const removeRuns = (db: Db, scope: Scope, ids: RunId[]) =>
  db.transaction(async (tx) => {
    const meant = tx
      .select({ id: taskRuns.id })
      .from(taskRuns)
      .leftJoin(tasks, eq(tasks.id, taskRuns.taskId))
      .where(
        and(
          inArray(taskRuns.id, ids),
          ownRun(scope),
          inArray(taskRuns.state, ['succeeded', 'failed', 'stopped', 'expired']),
        ),
      )
    const gone = await tx
      .delete(taskRuns)
      .where(inArray(taskRuns.id, meant))
      .returning({ taskId: taskRuns.taskId, deviceId: taskRuns.deviceId, isNewest: taskRuns.isNewest })
    for (const { taskId, deviceId, isNewest } of gone) {
      if (!isNewest || deviceId === null || taskId === null) continue
      const last = tx
        .select({ id: taskRuns.id })
        .from(taskRuns)
        .where(and(eq(taskRuns.taskId, taskId), eq(taskRuns.deviceId, deviceId)))
        .orderBy(desc(taskRuns.id))
        .limit(1)
      await tx.update(taskRuns).set({ isNewest: true }).where(inArray(taskRuns.id, last))
    }
    return gone.length
  })

export async function runsVisible(db: Db, scope: Scope, ids: RunId[]): Promise<boolean> {
  const rows = await db
    .select({ id: taskRuns.id })
    .from(taskRuns)
    .leftJoin(tasks, eq(tasks.id, taskRuns.taskId))
    .where(and(inArray(taskRuns.id, ids), ownRun(scope)))
  return rows.length === new Set(ids).size
}

/** A device with this number within the caller's scope, with the data that the rules of runs need. */
export async function findDeviceInfo(db: Db, scope: Scope, taskId: TaskId, deviceNo: string) {
  const [found] = await db
    .select({
      id: devices.id,
      deviceNo: devices.deviceNo,
      deviceStatus: devices.status,
      expireTime: devices.expireTime,
      onlineChangedAt: deviceRuntime.onlineChangedAt,
      ...tryOn(sql`${devices.id}`),
      isOverHttp: sql<boolean>`coalesce(${deviceRuntime.online} and ${deviceRuntime.overHttp}, false)`,
      isTarget: isTarget(sql`${taskId}::int`, {
        id: sql`${devices.id}`,
        tenantId: sql`${devices.tenantId}`,
        groupId: sql`${devices.groupId}`,
      }),
      busyWith: sql<string | null>`(
        select t.task_name from task_runs r join tasks t on t.id = r.task_id
        where r.device_id = ${devices.id} and r.state in ('sent', 'acknowledged', 'running')
          and r.task_id <> ${taskId} limit 1)`,
    })
    .from(devices)
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .where(and(eq(devices.deviceNo, deviceNo), deviceWithin(scope)))
  return found
}

/** How many runs were due in each of the last 24 hours, including the present one. */
export async function runsByHour(db: Db, scope: Scope) {
  const owned = ownedWithin(scope, tasks.tenantId) ?? sql`true`
  const result = await db.execute(sql`
    with hours as (
      select generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()),
        interval '1 hour') as at
    ), counted as (
      select date_trunc('hour', ${taskRuns.dueAt}) as at, count(*)::int as runs,
        (count(*) filter (where ${taskRuns.state} = 'failed'))::int as failed
      from ${taskRuns} join ${tasks} on ${tasks.id} = ${taskRuns.taskId}
      where ${taskRuns.createdAt} >= now() - interval '24 hours' and ${owned} group by 1
    )
    select extract(epoch from hours.at)::float8 * 1000 as ms, coalesce(counted.runs, 0) as runs, coalesce(counted.failed, 0) as failed
    from hours left join counted using (at) order by hours.at`)
  const rows = result.rows as { ms: number | string; runs: number; failed: number }[]
  return rows.map(({ ms, ...counts }) => ({ at: new Date(Number(ms)), ...counts }))
}

/** Created since the task was started. */
export const countOfGeneration = (db: Db, taskId: TaskId, deviceId: DeviceId) =>
  db.$count(
    taskRuns,
    and(
      eq(taskRuns.taskId, taskId),
      eq(taskRuns.deviceId, deviceId),
      sql`${taskRuns.generation} = (select generation from tasks where id = ${taskId})`,
    ),
  )
