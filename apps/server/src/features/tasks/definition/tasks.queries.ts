import type { ScriptId, TaskId, UserId } from '@fleetdeck/contract/ids'
import { type TaskQuery, TaskStatus } from '@fleetdeck/contract/tasks'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ownedWithin, type Scope } from '../../../access/data-scope.ts'
import { allOwnedVisible } from '../../../access/visible-rows.ts'
import { eachRow } from '../../../platform/crud/each-row.ts'
import { filterBy } from '../../../platform/crud/filter-by.ts'
import { buildOrder, containing, toLimit } from '../../../platform/crud/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { byNumber } from '../../../platform/db/natural-key.ts'
import { deviceGroups } from '../../../platform/db/schema/device-groups.ts'
import { devices } from '../../../platform/db/schema/devices.ts'
import { taskRuns } from '../../../platform/db/schema/task-runs.ts'
import { taskDevices, taskGroups, taskShares, tasks } from '../../../platform/db/schema/tasks.ts'
import { users } from '../../../platform/db/schema/users.ts'
import { hasOpenRun, isCompleted } from './generations.queries.ts'
import { scriptsById } from './task-scripts.queries.ts'

type Query = z.output<typeof TaskQuery>

const row = {
  id: tasks.id,
  taskName: tasks.taskName,
  scriptId: tasks.scriptId,
  execType: sql<1 | 2>`${tasks.execType}`,
  scheduleType: sql<0 | 1 | 2 | 3>`${tasks.scheduleType}`,
  startTime: tasks.startTime,
  endTime: tasks.endTime,
  stopAtEnd: sql<0 | 1>`${tasks.stopAtEnd}`,
  joinLater: sql<0 | 1>`${tasks.joinLater}`,
  joinUntil: tasks.joinUntil,
  dayTime: tasks.dayTime,
  cronText: tasks.cronText,
  delaySecond: tasks.delaySecond,
  execNumber: tasks.execNumber,
  cacheScript: sql<0 | 1>`${tasks.cacheScript}`,
  sort: tasks.sort,
  missedPolicy: sql<0 | 1 | 2>`${tasks.missedPolicy}`,
  retries: tasks.retries,
  retrySeconds: tasks.retrySeconds,
  timeoutSeconds: tasks.timeoutSeconds,
  dataWaitSeconds: tasks.dataWaitSeconds,
  memoryMegabytes: tasks.memoryMegabytes,
  stackKilobytes: tasks.stackKilobytes,
  sourceTaskId: tasks.sourceTaskId,
  status: tasks.status,
  paused: tasks.paused,
  completed: isCompleted(sql`tasks`),
  nextRunAt: tasks.nextRunAt,
  lastRunAt: tasks.lastRunAt,
  tenantId: tasks.tenantId,
  userName: users.userName,
  createdAt: tasks.createdAt,
  gmtModified: tasks.gmtModified,
}

/** '1' meets a condition, '0' does not. */
const asked = (value: '0' | '1' | undefined, condition: SQL) =>
  value && (value === '1' ? condition : sql`not ${condition}`)

/** Tasks for a device with this number: selected itself, or in one of the groups. */
const forDevice = (deviceNo: string): SQL => {
  const meant = sql`select id from ${devices} where device_no ilike ${containing(deviceNo)}`
  const groups = sql`select group_id from ${devices} where device_no ilike ${containing(deviceNo)}`
  return sql`(exists (select from task_devices x where x.task_id = ${tasks.id} and x.device_id in (${meant}))
    or exists (select from task_groups x where x.task_id = ${tasks.id} and x.group_id in (${groups})))`
}

const conditions = (scope: Scope, query: Partial<Query>) =>
  and(
    ownedWithin(scope, tasks.tenantId),
    filterBy.LIKE(tasks.taskName, query.taskName),
    query.scriptId ? eq(tasks.scriptId, query.scriptId) : undefined,
    query.status ? eq(tasks.status, Number(query.status)) : undefined,
    query.scheduleType ? eq(tasks.scheduleType, Number(query.scheduleType)) : undefined,
    query.tenantId ? eq(tasks.tenantId, query.tenantId) : undefined,
    query.deviceNo ? forDevice(query.deviceNo) : undefined,
    asked(query.open, hasOpenRun(sql`tasks`)),
    asked(query.completed, isCompleted(sql`tasks`)),
  )

const selectTasks = (db: Db) =>
  db.select(row).from(tasks).innerJoin(users, eq(users.id, tasks.tenantId)).$dynamic()

export async function listTasks(db: Db, scope: Scope, query: Query) {
  const where = conditions(scope, query)
  const { limit, offset } = toLimit(query)
  const rows = await selectTasks(db)
    .where(where)
    .orderBy(...buildOrder(query, row, tasks.id))
    .limit(limit)
    .offset(offset)
  return { list: await filledIn(db, rows), total: await db.$count(tasks, where) }
}

/** All tasks of the list, in its order. */
export const eachTask = (db: Db, scope: Scope, query: Query) =>
  eachRow(query, { sortable: row, id: tasks.id }, async ({ after, orderBy, limit }) =>
    filledIn(
      db,
      await selectTasks(db)
        .where(and(conditions(scope, query), after))
        .orderBy(...orderBy)
        .limit(limit),
    ),
  )

export async function findTask(db: Db, scope: Scope, id: TaskId) {
  const rows = await db
    .select({
      ...row,
      params: tasks.params,
      removedParams: tasks.removedParams,
      generation: tasks.generation,
      leavesOut: tasks.leavesOut,
    })
    .from(tasks)
    .innerJoin(users, eq(users.id, tasks.tenantId))
    .where(and(eq(tasks.id, id), ownedWithin(scope, tasks.tenantId)))
  return (await filledIn(db, rows))[0]
}
export type FoundTask = NonNullable<Awaited<ReturnType<typeof findTask>>>

/** With their scripts, and the state of the newest run of each phone. */
async function filledIn<Row extends { id: TaskId; scriptId: ScriptId }>(db: Db, rows: Row[]) {
  const ids = rows.map(({ id }) => id)
  const scripts = await scriptsById(db, [...new Set(rows.map(({ scriptId }) => scriptId))])
  const found = ids.length
    ? await db
        .select({ id: taskRuns.taskId, state: taskRuns.state, count: sql`count(*)`.mapWith(Number) })
        .from(taskRuns)
        .where(and(inArray(taskRuns.taskId, ids), eq(taskRuns.isNewest, true)))
        .groupBy(taskRuns.taskId, taskRuns.state)
    : []
  return rows.map((task) => {
    const own = found.filter(({ id }) => id === task.id)
    const script = scripts.get(task.scriptId)
    return {
      ...task,
      scriptName: script?.scriptName ?? '',
      scriptVersion: script?.scriptVersion ?? '',
      counts: Object.fromEntries(own.map(({ state, count }) => [state, count])),
    }
  })
}

/** The devices and groups of a task, and the users it is shared with. */
export async function readLinks(db: Db, id: TaskId) {
  const chosen = await db
    .select({ deviceNo: sql<string>`coalesce(${devices.deviceNo}, '')` })
    .from(taskDevices)
    .innerJoin(devices, eq(devices.id, taskDevices.deviceId))
    .where(and(eq(taskDevices.taskId, id), sql`${devices.deviceNo} is not null`))
    .orderBy(byNumber(devices.deviceNo))
  const groups = await db
    .select({ id: deviceGroups.id, groupName: deviceGroups.groupName })
    .from(taskGroups)
    .innerJoin(deviceGroups, eq(deviceGroups.id, taskGroups.groupId))
    .where(eq(taskGroups.taskId, id))
    .orderBy(asc(deviceGroups.groupName))
  const shares = await db
    .select({ userId: taskShares.userId })
    .from(taskShares)
    .where(eq(taskShares.taskId, id))
    .orderBy(asc(taskShares.userId))
  return {
    devices: chosen.map(({ deviceNo }) => deviceNo),
    groups,
    shareUserIds: shares.map(({ userId }) => userId),
  }
}

export const findDetails = async (db: Db, scope: Scope, id: TaskId) => {
  const task = await findTask(db, scope, id)
  return task && { ...task, ...(await readLinks(db, id)) }
}

/** Tasks that others share with this user. */
export async function sharedWith(db: Db, userId: UserId, id?: TaskId) {
  const rows = await db
    .select({ id: tasks.id, taskName: tasks.taskName, scriptId: tasks.scriptId, userName: users.userName })
    .from(tasks)
    .innerJoin(users, eq(users.id, tasks.tenantId))
    .where(
      and(
        sql`exists (select from task_shares s where s.task_id = ${tasks.id} and s.user_id = ${userId})`,
        id === undefined ? undefined : eq(tasks.id, id),
      ),
    )
    .orderBy(asc(tasks.taskName), asc(tasks.id))
  const scripts = await scriptsById(db, [...new Set(rows.map(({ scriptId }) => scriptId))])
  return rows.map((task) => ({ ...task, scriptName: scripts.get(task.scriptId)?.scriptName ?? '' }))
}

export const shareable = async (db: Db, scope: Scope) => {
  const rows = await db
    .select({ id: tasks.id, taskName: tasks.taskName })
    .from(tasks)
    .where(ownedWithin(scope, tasks.tenantId))
    .orderBy(asc(tasks.taskName), asc(tasks.id))
  const shares = await db
    .select({ taskId: taskShares.taskId, userId: taskShares.userId })
    .from(taskShares)
    .innerJoin(tasks, eq(tasks.id, taskShares.taskId))
    .where(ownedWithin(scope, tasks.tenantId))
  const byTask = Map.groupBy(shares, ({ taskId }) => taskId)
  return rows.map((task) => ({
    ...task,
    shareUserIds: (byTask.get(task.id) ?? []).map(({ userId }) => userId),
  }))
}

/** A condition on tasks, for queries that filter by other tables. */
export const ownedTasks = (scope: Scope) => ownedWithin(scope, tasks.tenantId)

export const allTasksVisible = (db: Db, scope: Scope, ids: TaskId[]) => allOwnedVisible(db, tasks, scope, ids)

/** Whether one of them is started, and not completed. */
export const anyActive = async (db: Db, ids: TaskId[]) =>
  (await db.$count(
    tasks,
    and(inArray(tasks.id, ids), eq(tasks.status, TaskStatus.started), sql`not ${isCompleted(sql`tasks`)}`),
  )) > 0

export async function summarize(db: Db, scope: Scope, timeZone: string) {
  const owned = ownedWithin(scope, tasks.tenantId)
  const midnight = sql`(date_trunc('day', now() at time zone ${timeZone}) at time zone ${timeZone})`
  const running = await db
    .select({ count: sql`count(distinct ${taskRuns.taskId})`.mapWith(Number) })
    .from(taskRuns)
    .innerJoin(tasks, eq(tasks.id, taskRuns.taskId))
    .where(and(inArray(taskRuns.state, ['sent', 'acknowledged', 'running']), owned))
  const failed = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(taskRuns)
    .innerJoin(tasks, eq(tasks.id, taskRuns.taskId))
    .where(and(eq(taskRuns.state, 'failed'), sql`${taskRuns.endedAt} >= ${midnight}`, owned))
  return { running: running[0]?.count ?? 0, failedToday: failed[0]?.count ?? 0 }
}
