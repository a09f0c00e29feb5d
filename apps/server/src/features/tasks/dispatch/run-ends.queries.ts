import type { DeliveryState } from '@fleetdeck/contract/delivery'
import type { DeviceId, RunId, TaskId } from '@fleetdeck/contract/ids'
import { maxEarlierAttempts } from '@fleetdeck/contract/run-phases'
import type { TaskReason } from '@fleetdeck/contract/task-runs'
import { ExecType, TaskStatus } from '@fleetdeck/contract/tasks'
import { type SQL, sql } from 'drizzle-orm'
import { reportOrder, stateRank } from '../../../domain/devices/delivery-states.queries.ts'
import { countHotRuns } from '../../../domain/scripts/hot-scripts.queries.ts'
import { bigintId } from '../../../platform/db/bigint-id.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { HubEvents } from '../../../realtime/hub-events.ts'
import { demoteOlder } from '../definition/generations.queries.ts'
import { timeoutGraceSeconds } from './dispatch.queries.ts'

export interface Report {
  runKey: string
  deviceId: DeviceId
  state: DeliveryState
  paused: boolean
  msg: string
  cause: TaskReason | null
  /** Known while it runs; empty otherwise. */
  signer: string
  /** What the phone runs, if it has reported it. */
  script: HubEvents['taskState']['script'] | null
  /** When it arrived, by performance.now(). */
  arrivedAt: number
}

export interface Ended {
  id: RunId
  runKey: string
  /** Null: a try of the script editor. */
  taskId: TaskId | null
  taskName: string | null
  /** Null when the device was deleted. */
  deviceId: DeviceId | null
  state: DeliveryState
}

/**
 * Writes what phones report about their runs. A state never moves back; a phone's own report overrides an end that the
 * server concluded. Reports about runs of other phones, or runs that were never sent, change nothing. Effects of
 * an end (a retry, the next round, the phone's next task) is written with it. Returns the runs that have ended.
 */
export const writeReports = (db: Db, reports: Report[]): Promise<Ended[]> =>
  db.transaction(async (tx) => {
    const now = performance.now()
    const known = new Map(
      reports.flatMap((report) => (report.script ? [[phoneRun(report), report.script]] : [])),
    )
    const signers = new Map(
      reports.flatMap((report) => (report.signer ? [[phoneRun(report), report.signer]] : [])),
    )
    const rows = JSON.stringify(
      reports.map(({ arrivedAt, ...report }, place) => ({
        ...report,
        script: report.script ?? known.get(phoneRun(report)) ?? null,
        signer: report.signer || (signers.get(phoneRun(report)) ?? ''),
        ...{ place, age: (now - arrivedAt) / 1000 },
      })),
    )
    const result = await tx.execute(sql`
      with reported as (
        select *, now() - make_interval(secs => age) as at
        from jsonb_to_recordset(${rows}::jsonb) as n("runKey" text, "deviceId" int, state text, paused boolean,
          msg text, cause text, signer text, script jsonb, age float8, place int)
      ), newest as (
        select distinct on ("runKey", "deviceId") * from reported order by "runKey", "deviceId", ${reportOrder}
      ), firsts as (
        select "runKey", "deviceId", min(at) filter (where state = 'acknowledged') as acknowledged,
          min(at) filter (where state = 'running') as started
        from reported group by "runKey", "deviceId"
      )
      update task_runs r set state = n.state, msg = n.msg, paused = n.paused and n.state = 'running', changed_at = n.at,
        continue_asked = r.continue_asked and (n.paused or n.state <> 'running'),
        reason = case when n.state = 'failed' then n.cause
          when r.stop_asked and n.state <> 'succeeded' then r.reason end,
        signer = case when n.state = 'running' or n.signer <> '' then n.signer else r.signer end,
        script_version = coalesce(n.script->>'version', r.script_version),
        content_md5 = coalesce(n.script->>'md5', r.content_md5),
        hot_id = case when n.script is null then r.hot_id else (n.script->>'hotId')::int end,
        acknowledged_at = coalesce(r.acknowledged_at, f.acknowledged),
        started_at = case when n.state = 'acknowledged' then r.started_at
          else coalesce(r.started_at, f.started, n.at) end,
        ended_at = case when n.state in ('succeeded', 'failed', 'stopped') then n.at end,
        wake_at = case when n.state = 'running' then n.at + make_interval(secs => ${timeoutGraceSeconds}::int +
          (select nullif(t.timeout_seconds, 0) from tasks t where t.id = r.task_id)) end
      from newest n join firsts f using ("runKey", "deviceId")
      where r.run_key = n."runKey" and r.device_id = n."deviceId" and r.state <> 'queued' and (
        r.state in ('sent', 'acknowledged', 'running') and ${stateRank(sql`n.state`)} > ${stateRank(sql`r.state`)}
        or r.state = 'running' and n.state = 'running'
        or n.state in ('succeeded', 'failed', 'stopped') and r.reason in ('interrupted', 'unanswered', 'timeout'))
      returning ${endedColumns}`)
    const ended = toEnded(result.rows)
    await afterEnds(tx, ended)
    return ended
  })

const phoneRun = ({ deviceId, runKey }: Pick<Report, 'deviceId' | 'runKey'>) => `${deviceId} ${runKey}`

const endedColumns = sql`r.id, r.run_key as "runKey", r.task_id as "taskId",
  (select t.task_name from tasks t where t.id = r.task_id) as "taskName", r.device_id as "deviceId", r.state`

/** Ends runs by the server's decision, if they have not ended. */
export const endRuns = (
  db: Db,
  ids: RunId[],
  { state, reason }: { state: DeliveryState; reason: TaskReason },
): Promise<Ended[]> => endWhere(db, { state, reason }, sql`r.id = any(${sql.param(ids)}::bigint[])`)

/** Withdraws runs that have not reached their phones: of a task, or on some of its devices. */
export const takeBack = (db: Db, taskId: TaskId, deviceIds?: DeviceId[]): Promise<Ended[]> =>
  endWhere(
    db,
    { state: 'stopped', reason: 'stopped' },
    sql`r.task_id = ${taskId} and r.state = 'queued' ${
      deviceIds ? sql`and r.device_id = any(${sql.param(deviceIds)}::int[])` : sql``
    }`,
  )

/** Ends runs on deleted devices. */
export const endOrphans = (db: Db): Promise<Ended[]> =>
  endWhere(db, { state: 'stopped', reason: 'notTarget' }, sql`r.device_id is null`)

const endWhere = (
  db: Db,
  { state, reason }: { state: DeliveryState; reason: TaskReason },
  where: SQL,
): Promise<Ended[]> =>
  db.transaction(async (tx) => {
    const result = await tx.execute(sql`
      update task_runs r set state = ${state}, paused = false, wake_at = null,
        reason = case when r.stop_asked and ${reason} = 'stopped' then coalesce(r.reason, ${reason}) else ${reason} end,
        ended_at = now(), changed_at = now()
      where r.state in ('queued', 'sent', 'acknowledged', 'running') and ${where}
      returning ${endedColumns}`)
    const ended = toEnded(result.rows)
    await afterEnds(tx, ended)
    return ended
  })

const isEnd = ({ state }: Ended) =>
  state === 'succeeded' || state === 'failed' || state === 'stopped' || state === 'expired'

const toEnded = (rows: unknown[]): Ended[] =>
  (rows as Ended[]).map((row) => ({ ...row, id: bigintId(row.id) })).filter(isEnd)

async function afterEnds(tx: Db, ended: Ended[]): Promise<void> {
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  await countHotRuns(tx, ids)
  await tryAgain(tx, ids)
  await nextRounds(tx, ids)
  const deviceIds = [...new Set(ended.map(({ deviceId }) => deviceId).filter((id) => id !== null))]
  await tx.execute(sql`
    update task_runs set wake_at = greatest(now(), not_before)
    where device_id = any(${sql.param(deviceIds)}::int[]) and state = 'queued'`)
}

const taskGoesOn = sql`t.id = r.task_id and t.status = ${TaskStatus.started} and t.generation = r.generation
  and (t.end_time is null or t.end_time > now()) and not r.stop_asked and r.device_id is not null`

/** Requeues a failed run as a new one, after a wait that doubles; the error stays in the run's lines. */
async function tryAgain(tx: Db, ids: RunId[]): Promise<void> {
  await tx.execute(sql`
    with failed as (
      select r.id, r.attempt, coalesce(nullif(r.msg, ''), r.reason, '') as msg,
        now() + make_interval(secs => t.retry_seconds * power(2, r.attempt - 1)) as again
      from task_runs r join tasks t on ${taskGoesOn}
      where r.id = any(${sql.param(ids)}::bigint[]) and r.state = 'failed' and r.attempt <= t.retries
        and r.reason is distinct from 'notAScript'
    ), lines as (
      insert into task_lines (run_id, at, level, msg) select id, now(), 'error', attempt || ': ' || msg from failed
    )
    update task_runs r set state = 'queued', reason = 'retry', run_key = gen_random_uuid()::text,
      attempt = r.attempt + 1, tries = 0, not_before = f.again, wake_at = f.again,
      earlier = jsonb_path_query_array(r.earlier, ${`$[last - ${maxEarlierAttempts - 2} to last]`}::jsonpath) || jsonb_build_object(
        'attempt', r.attempt, 'waits', r.waits, 'reason', r.reason, 'sentAt', r.sent_at,
        'acknowledgedAt', r.acknowledged_at, 'startedAt', r.started_at, 'endedAt', r.ended_at),
      waits = jsonb_build_array(jsonb_build_object('reason', 'retry', 'at', coalesce(r.ended_at, now()))),
      sent_at = null, acknowledged_at = null, started_at = null, ended_at = null, content_md5 = '', hot_id = null,
      hot_count = null
    from failed f where r.id = f.id`)
}

/** Minimum wait between two rounds: one second, after a failure ten. */
async function nextRounds(tx: Db, ids: RunId[]): Promise<void> {
  const result = await tx.execute(sql`
    insert into task_runs
      (run_key, task_id, device_id, device_no, generation, started_by, round, due_at, not_before, wake_at)
    select gen_random_uuid()::text, r.task_id, r.device_id, r.device_no, r.generation, r.started_by, r.round + 1, now(),
      now() + make_interval(secs => greatest(t.delay_second, case r.state when 'failed' then 10 else 1 end)),
      now() + make_interval(secs => greatest(t.delay_second, case r.state when 'failed' then 10 else 1 end))
    from task_runs r join tasks t on ${taskGoesOn}
    where r.id = any(${sql.param(ids)}::bigint[]) and r.state in ('succeeded', 'failed') and r.is_newest
      and t.exec_type = ${ExecType.loop} and (t.exec_number = 0 or r.round < t.exec_number)
    returning id`)
  if (result.rows.length) await demoteOlder(tx, sql`old.id = any(${sql.param(ids)}::bigint[])`)
}
