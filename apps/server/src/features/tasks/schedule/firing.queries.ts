import type { DeviceId, TaskId } from '@fleetdeck/contract/ids'
import type { TaskReason } from '@fleetdeck/contract/task-runs'
import { ExecType, MissedPolicy, TaskStatus } from '@fleetdeck/contract/tasks'
import { and, asc, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { byNumber } from '../../../platform/db/natural-key.ts'
import { partitioned, removeOlder } from '../../../platform/db/partitions.queries.ts'
import { tasks } from '../../../platform/db/schema/tasks.ts'
import { clockColumn } from '../../../platform/scheduler/clock.queries.ts'
import type { DueTimes } from '../../../platform/scheduler/schedule.ts'
import { closeUsedUp, hasSingleTime, takesLaterPhones } from '../definition/generations.queries.ts'
import { selectTargets } from '../definition/targets.queries.ts'

const scheduleColumns = {
  id: tasks.id,
  scheduleType: tasks.scheduleType,
  startTime: tasks.startTime,
  endTime: tasks.endTime,
  dayTime: tasks.dayTime,
  cronText: tasks.cronText,
  missedPolicy: tasks.missedPolicy,
  nextRunAt: tasks.nextRunAt,
}
export type DueTask = Pick<typeof tasks.$inferSelect, keyof typeof scheduleColumns>

/** The time, and whether anything is due: one short query for both kinds of work. */
export async function readDue(db: Db): Promise<{ now: Date; isDue: boolean }> {
  const { rows } = await db.execute<{ now: number; due: boolean }>(sql`
    select ${clockColumn} as now,
      exists (select from tasks where status = ${TaskStatus.started} and next_run_at <= now())
      or exists (select from task_runs where wake_at <= now())
      or exists (select from tasks where stops_at <= now()) as due`)
  const [found] = rows
  return { now: new Date(Math.floor(found?.now ?? Number.NaN)), isDue: found?.due ?? false }
}

/**
 * Claims due tasks, creates their runs and sets their next times, all or nothing: if a server dies in the meantime, the
 * next one continues. Each task goes to one of several servers. Returns the number of tasks.
 */
export const fireDue = (db: Db, now: Date, limit: number, timesOf: (task: DueTask) => DueTimes) =>
  db.transaction(async (tx) => {
    const due = await tx
      .select(scheduleColumns)
      .from(tasks)
      .where(and(eq(tasks.status, TaskStatus.started), lte(tasks.nextRunAt, now)))
      .orderBy(asc(tasks.nextRunAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (due.length === 0) return 0
    const plans = due.map((task) => ({ id: task.id, ...timesOf(task) }))
    const fresh = await insertFirings(tx, plans, now)
    await insertRuns(tx, fresh)
    await setNextTimes(tx, plans)
    await closeUsedUp(
      tx,
      plans.map(({ id }) => id),
    )
    return due.length
  })

type Plan = DueTimes & { id: TaskId }
interface Firing {
  taskId: TaskId
  dueAt: Date
}

async function insertFirings(tx: Db, plans: Plan[], now: Date): Promise<Firing[]> {
  const rows = plans.flatMap(({ id, due }) =>
    due.map(({ at, skipped }) => ({ taskId: id, dueAt: at, skipped })),
  )
  const result = await tx.execute(sql`
    insert into task_firings (task_id, due_at, fired_at, skipped)
    select n."taskId", n."dueAt", ${now.toISOString()}::timestamptz, n.skipped
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n("taskId" int, "dueAt" timestamptz, skipped boolean)
    on conflict (task_id, due_at) do nothing
    returning task_id as "taskId", due_at as "dueAt", skipped`)
  const inserted = result.rows as unknown as (Firing & { skipped: boolean })[]
  return inserted.filter(({ skipped }) => !skipped)
}

async function setNextTimes(tx: Db, plans: Plan[]): Promise<void> {
  const rows = plans.map(({ id, due, next }) => ({
    id,
    next,
    last: due.findLast((time) => !time.skipped)?.at,
  }))
  await tx.execute(sql`
    update tasks t set next_run_at = n.next, last_run_at = coalesce(n.last, t.last_run_at)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int, next timestamptz, last timestamptz)
    where t.id = n.id`)
}

/**
 * Creates a run on each phone of each task. A phone with an open run of the task gets none, unless the task makes up
 * for every missed time; nor does one that has had as many runs as the task allows.
 */
async function insertRuns(tx: Db, firings: Firing[]): Promise<void> {
  if (firings.length === 0) return
  const rows = JSON.stringify(firings)
  const named = sql`
    select "taskId" as task_id, "dueAt" as due_at
    from jsonb_to_recordset(${rows}::jsonb) as f("taskId" int, "dueAt" timestamptz)`
  await tx.execute(sql`
    insert into task_runs (run_key, task_id, device_id, device_no, generation, due_at, not_before, wake_at)
    select gen_random_uuid()::text, t.id, x.device_id, x.device_no, t.generation, x.due_at,
      x.due_at + make_interval(secs => t.delay_second), x.due_at + make_interval(secs => t.delay_second)
    from (
      select *, row_number() over (partition by task_id, device_id order by due_at) as place
      from (${selectTargets(named)}) targets
    ) x join tasks t on t.id = x.task_id
    where (t.missed_policy = ${MissedPolicy.all} or not exists (
        select from task_runs r where r.task_id = t.id and r.device_id = x.device_id
          and r.state in ('queued', 'sent', 'acknowledged', 'running')))
      and (t.exec_number = 0 or t.exec_type = ${ExecType.loop} or x.place <= t.exec_number - (
        select count(*) from task_runs r
        where r.task_id = t.id and r.device_id = x.device_id and r.generation = t.generation))
    order by x.due_at, t.sort, t.id, ${byNumber(sql`x.device_no`)}`)
  await keepNewest(tx, firings)
}

/**
 * Clears the mark of older runs, so that a task has one newest run per phone. Sorted instead of joined: right after the
 * runs of a fleet were written, the planner has no statistics and would compare each pair.
 */
async function keepNewest(tx: Db, rows: { taskId: TaskId }[]): Promise<void> {
  const taskIds = sql.param([...new Set(rows.map(({ taskId }) => taskId))])
  await tx.execute(sql`
    update task_runs set is_newest = false where id = any(array(
      select id from (
        select id, row_number() over (partition by task_id, device_id order by id desc) as place
        from task_runs where task_id = any(${taskIds}::int[]) and is_newest and device_id is not null
      ) ranked where place > 1))`)
}

/** Lock over all servers, so that no phone joins twice. */
const joinLock = 7_010_001

/**
 * Creates runs for phones that joined a task after its single time: these of a task, or all whose device was changed
 * since a time, of the tasks that take such phones. Returns how many.
 */
export const joinLate = (
  db: Db,
  which: { taskId: TaskId; deviceIds: DeviceId[] } | { changedSince: Date | null },
) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${joinLock}::int)`)
    const t = sql`t`
    const tasksMeant = 'taskId' in which ? sql`t.id = ${which.taskId}` : takesLaterPhones(t)
    const joinable = sql`
      select t.id as task_id, now() as due_at from tasks t
      where ${tasksMeant} and t.status = ${TaskStatus.started} and ${hasSingleTime(t)} and t.next_run_at is null
        and t.generation > 0 and (t.end_time is null or t.end_time > now())`
    const result = await tx.execute(sql`
      insert into task_runs (run_key, task_id, device_id, device_no, generation, due_at, not_before, wake_at)
      select gen_random_uuid()::text, t.id, x.device_id, x.device_no, t.generation, now(),
        now() + make_interval(secs => t.delay_second), now() + make_interval(secs => t.delay_second)
      from (${selectTargets(joinable)}) x join tasks t on t.id = x.task_id join devices d on d.id = x.device_id
      where not exists (select from task_runs r where r.task_id = t.id and r.device_id = x.device_id
          and (r.generation = t.generation or r.state in ('queued', 'sent', 'acknowledged', 'running'))) and ${phonesMeant(which)}
      order by t.sort, t.id, ${byNumber(sql`x.device_no`)}
      returning task_id as "taskId"`)
    const joined = result.rows as unknown as { taskId: TaskId }[]
    if (joined.length) await keepNewest(tx, joined)
    return joined.length
  })

const phonesMeant = (which: { deviceIds: DeviceId[] } | { changedSince: Date | null }) => {
  if ('deviceIds' in which) return sql`d.id = any(${sql.param(which.deviceIds)}::int[])`
  const since = which.changedSince
  return since ? sql`d.gmt_modified > ${since.toISOString()}::timestamptz` : sql`true`
}

/**
 * Asks what still runs of tasks whose end time has passed to stop, if they say so; each task goes to one of several
 * servers. Returns the runs.
 */
export const stopEnded = (db: Db, now: Date) =>
  db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: TaskId }>(sql`
      update tasks set stops_at = null where stops_at <= ${now.toISOString()}::timestamptz returning id`)
    if (rows.length === 0) return []
    const reason: TaskReason = 'taskEnded'
    const stopped = await tx.execute(sql`
      update task_runs set stop_asked = true, reason = ${reason}
      where task_id = any(${sql.param(rows.map(({ id }) => id))}::int[])
        and state in ('sent', 'acknowledged', 'running') and device_id is not null
      returning run_key as "runKey", device_id as "deviceId"`)
    return stopped.rows as unknown as { runKey: string; deviceId: DeviceId }[]
  })

export const tasksByIds = (db: Db, ids: TaskId[]): Promise<DueTask[]> =>
  db.select(scheduleColumns).from(tasks).where(inArray(tasks.id, ids))

/** Sets the next times of started tasks that have none. */
export async function openAgain(db: Db, times: { id: TaskId; next: Date | null }[]): Promise<void> {
  await db.execute(sql`
    update tasks t set next_run_at = n.next
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as n(id int, next timestamptz)
    where t.id = n.id and t.status = ${TaskStatus.started} and t.next_run_at is null`)
}

/** Started tasks with a schedule that are not due now. */
export const scheduledTasks = (db: Db, where?: SQL): Promise<DueTask[]> =>
  db
    .select(scheduleColumns)
    .from(tasks)
    .where(
      and(
        eq(tasks.status, TaskStatus.started),
        isNotNull(tasks.nextRunAt),
        sql`${tasks.nextRunAt} > now()`,
        where,
      ),
    )

export async function writeNextTimes(db: Db, times: { id: TaskId; next: Date | null }[]): Promise<void> {
  await db.execute(sql`
    update tasks t set next_run_at = n.next
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as n(id int, next timestamptz)
    where t.id = n.id and t.status = ${TaskStatus.started} and t.next_run_at > now()`)
}

/** Times that never came: the clock was ahead. They will come, and must fire then. */
export const forgetFutureFirings = (db: Db) => db.execute(sql`delete from task_firings where due_at > now()`)

/** Rows per statement. */
const prunedRows = 5000

/**
 * Deletes ended runs, lines and firings that are older than this, and the older questions of runs that do not exist any
 * more.
 */
export async function pruneRuns(db: Db, before: Date): Promise<void> {
  const limit = sql`${before.toISOString()}::timestamptz`
  for (const table of [partitioned.taskRuns, partitioned.taskLines])
    while ((await removeOlder(db, table, before, prunedRows)) > 0);
  await db.execute(sql`
    delete from run_questions q where asked_at < ${limit} and not exists (select from task_runs r where r.id = q.run_id)`)
  await db.execute(sql`delete from task_firings where fired_at < ${limit}`)
}
