import type { TaskId } from '@fleetdeck/contract/ids'
import { ExecType, ScheduleType, TaskStatus } from '@fleetdeck/contract/tasks'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { selectTargets } from './targets.queries.ts'

/** It has one time; `t` is the table of tasks in the caller's statement. */
export const hasSingleTime = (t: SQL) =>
  sql`${t}.schedule_type in (${ScheduleType.now}, ${ScheduleType.byTime})`

/** Phones that join after its single time run it too: those that it takes, and all of a loop without end. */
export const takesLaterPhones = (t: SQL) => sql`(${hasSingleTime(t)}
  and (${t}.end_time is null or ${t}.end_time > now())
  and (${t}.exec_type = ${ExecType.loop} and ${t}.exec_number = 0
    or ${t}.join_later = 1 and (${t}.join_until is null or ${t}.join_until > now())))`

const isOpen = (run: SQL) => sql`${run}.state in ('queued', 'sent', 'acknowledged', 'running')`

/** The newest run on some phone has not ended. */
export const hasOpenRun = (t: SQL) => sql<boolean>`exists (select from task_runs newest
  where newest.task_id = ${t}.id and newest.is_newest and ${isOpen(sql`newest`)})`

/** Started, and nothing is left to run: no time, no run in progress or due for a retry, no phone to wait for. */
export const isCompleted = (
  t: SQL,
) => sql<boolean>`(${t}.status = ${TaskStatus.started} and ${t}.generation > 0
  and ${t}.next_run_at is null and not ${takesLaterPhones(t)} and not ${hasOpenRun(t)})`

/** Its runs are limited, and the limit is not reached on a phone: any, or one whose device was changed since a time. */
const hasRunsLeft = (changedSince: Date | null) => sql`exists (
  select from (${selectTargets(sql`select t.id as task_id, now() as due_at`)}) x
  join devices d on d.id = x.device_id ${changedSince ? sql`and d.gmt_modified > ${changedSince.toISOString()}::timestamptz` : sql``}
  where t.exec_number > (select count(*) from task_runs r
    where r.task_id = t.id and r.device_id = x.device_id and r.generation = t.generation))`

const hasLimit = sql`t.status = ${TaskStatus.started} and t.exec_type = ${ExecType.once} and t.exec_number > 0
  and not ${hasSingleTime(sql`t`)}`

/** Drops the next times of tasks that have had all of their runs on every phone. */
export async function closeUsedUp(tx: Db, ids: TaskId[]): Promise<void> {
  await tx.execute(sql`
    update tasks t set next_run_at = null
    where t.id = any(${sql.param(ids)}::int[]) and ${hasLimit} and t.next_run_at is not null
      and exists (select from task_runs r where r.task_id = t.id and r.generation = t.generation)
      and not ${hasRunsLeft(null)}`)
}

/** Tasks by cron and every day that had all of their runs, and have runs left again: a phone joined, or was cleared. */
export async function findReopened(db: Db, changedSince: Date | null): Promise<TaskId[]> {
  const { rows } = await db.execute<{ id: TaskId }>(sql`
    select t.id from tasks t
    where ${hasLimit} and t.next_run_at is null and (t.end_time is null or t.end_time > now())
      and ${hasRunsLeft(changedSince)}`)
  return rows.map(({ id }) => id)
}

/** Clears the mark of older runs, so that a task has one newest run per phone. */
export async function demoteOlder(tx: Db, which: SQL): Promise<void> {
  await tx.execute(sql`
    update task_runs old set is_newest = false
    where ${which} and old.is_newest and exists (
      select from task_runs newer where newer.task_id = old.task_id and newer.device_id = old.device_id
        and newer.is_newest and newer.id > old.id)`)
}
