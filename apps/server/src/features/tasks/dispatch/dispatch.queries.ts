import type { DeliveryState } from '@fleetdeck/contract/delivery'
import type { DeviceId, RunId, TaskId } from '@fleetdeck/contract/ids'
import { maxWaits } from '@fleetdeck/contract/run-phases'
import type { ParamValues } from '@fleetdeck/contract/script-params'
import type { TaskReason } from '@fleetdeck/contract/task-runs'
import { TaskStatus } from '@fleetdeck/contract/tasks'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { amongDevices } from '../../../domain/devices/device-scope.queries.ts'
import { tryOn } from '../../../domain/scripts/script-tries.queries.ts'
import { knownCapabilities } from '../../../domain/scripts/static-look/known-capabilities.queries.ts'
import { bigintId } from '../../../platform/db/bigint-id.ts'
import type { Db } from '../../../platform/db/db.ts'
import { deviceRuntime, devices } from '../../../platform/db/schema/devices.ts'
import { taskRuns } from '../../../platform/db/schema/task-runs.ts'
import { taskDeviceParams, tasks } from '../../../platform/db/schema/tasks.ts'
import { isTarget } from '../definition/targets.queries.ts'

/** Extra seconds for a phone that does not enforce its own time limit, before its run fails. */
export const timeoutGraceSeconds = 60

const openStates = ['queued', 'sent', 'acknowledged', 'running'] as const
const isOpen = inArray(taskRuns.state, [...openStates])

const columns = {
  id: taskRuns.id,
  runKey: taskRuns.runKey,
  deviceId: sql<DeviceId>`${taskRuns.deviceId}`,
  state: taskRuns.state,
  reason: taskRuns.reason,
  /** Why it was not sent at the last check. */
  waitsFor: sql<TaskReason | null>`${taskRuns.waits}->-1->>'reason'`,
  paused: taskRuns.paused,
  stopRequested: taskRuns.stopRequested,
  continueRequested: taskRuns.continueRequested,
  tries: taskRuns.tries,
  round: taskRuns.round,
  notBefore: taskRuns.notBefore,
  wakeAt: taskRuns.wakeAt,
  sentAt: taskRuns.sentAt,
  taskId: tasks.id,
  taskName: tasks.taskName,
  sort: tasks.sort,
  execType: tasks.execType,
  scriptId: tasks.scriptId,
  cacheScript: tasks.cacheScript,
  timeoutSeconds: tasks.timeoutSeconds,
  dataWaitSeconds: tasks.dataWaitSeconds,
  memoryMegabytes: tasks.memoryMegabytes,
  stackKilobytes: tasks.stackKilobytes,
  params: tasks.params,
  ownValues: sql<ParamValues | null>`${taskDeviceParams.values}`,
  taskStatus: tasks.status,
  taskPaused: tasks.paused,
  endTime: tasks.endTime,
  leavesOut: tasks.leavesOut,
  deviceStatus: devices.status,
  expireTime: devices.expireTime,
  online: deviceRuntime.online,
  can: knownCapabilities,
  onlineChangedAt: deviceRuntime.onlineChangedAt,
  ...tryOn(sql`${taskRuns.deviceId}`),
  isTarget: isTarget(sql`${taskRuns.taskId}`, {
    id: sql`${devices.id}`,
    tenantId: sql`${devices.tenantId}`,
    groupId: sql`${devices.groupId}`,
  }),
}
export type OpenRun = Awaited<ReturnType<typeof listOpenRuns>>[number]

/** Open runs of these phones, in the order in which they run on each. */
export const listOpenRuns = (db: Db, deviceIds: DeviceId[]) =>
  db
    .select(columns)
    .from(taskRuns)
    .innerJoin(tasks, eq(tasks.id, taskRuns.taskId))
    .innerJoin(devices, eq(devices.id, taskRuns.deviceId))
    .leftJoin(deviceRuntime, eq(deviceRuntime.deviceId, devices.id))
    .leftJoin(
      taskDeviceParams,
      and(eq(taskDeviceParams.taskId, tasks.id), eq(taskDeviceParams.deviceId, devices.id)),
    )
    .where(and(amongDevices(taskRuns.deviceId, deviceIds), isOpen))
    .orderBy(asc(tasks.sort), asc(taskRuns.id))

/** Changes of the open runs of some phones. */
export interface DispatchPlan {
  /** Sent to their phones now. */
  sent: { id: RunId; scriptVersion: string; params: ParamValues }[]
  ended: { id: RunId; state: DeliveryState; reason: TaskReason }[]
  /**
   * When the other runs are checked again; null: when the phone connects, or its turn comes. `before` is the present
   * wakeAt.
   */
  waits: { id: RunId; wakeAt: Date | null; before: Date | null; reason: TaskReason | null }[]
}

/** A phone with a sent run is checked again after this; it answers earlier, or the run is sent again. */
const answerSeconds = 30

/** Locks phones until the end of the transaction, so that only one server decides about the runs of each. */
export async function lockDevices(tx: Db, deviceIds: DeviceId[]): Promise<void> {
  await tx
    .select({ id: devices.id })
    .from(devices)
    .where(amongDevices(devices.id, deviceIds))
    .orderBy(asc(devices.id))
    .for('no key update')
}

/** Writes the plan. Runs that were stopped since they were read are not sent, and leave the plan. */
export async function writePlan(tx: Db, plan: DispatchPlan): Promise<void> {
  const written = await writeSent(tx, plan.sent)
  plan.sent = plan.sent.filter(({ id }) => written.has(id))
  await writeWaits(tx, plan.waits)
}

async function writeSent(tx: Db, sent: DispatchPlan['sent']): Promise<Set<RunId>> {
  if (sent.length === 0) return new Set()
  const result = await tx.execute(sql`
    update task_runs r set state = case r.state when 'queued' then 'sent' else r.state end,
      reason = null, tries = r.tries + 1, sent_at = now(),
      wake_at = now() + make_interval(secs => ${answerSeconds}),
      script_version = n."scriptVersion", params = n.params, started_by = coalesce(r.started_by, t.started_by),
      changed_at = case r.state when 'queued' then now() else r.changed_at end
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as n(id bigint, "scriptVersion" text, params jsonb), tasks t
    where r.id = n.id and t.id = r.task_id and r.state in ('queued', 'sent') returning r.id`)
  return new Set((result.rows as { id: RunId }[]).map(({ id }) => bigintId(id)))
}

/** A run that was woken since it was read, because its phone connected or another run ended, stays awake. */
async function writeWaits(tx: Db, waits: DispatchPlan['waits']): Promise<void> {
  if (waits.length === 0) return
  await tx.execute(sql`
    update task_runs r set wake_at = n."wakeAt",
      waits = case when n.reason is null or n.reason = r.waits->-1->>'reason' then r.waits
        else jsonb_path_query_array(r.waits, ${`$[last - ${maxWaits - 2} to last]`}::jsonpath)
          || jsonb_build_object('reason', n.reason, 'at', now()) end
    from jsonb_to_recordset(${JSON.stringify(waits)}::jsonb)
      as n(id bigint, "wakeAt" timestamptz, before timestamptz, reason text)
    where r.id = n.id and r.state in ('queued', 'sent') and r.wake_at is not distinct from n.before`)
}

/**
 * Requeues runs whose phones disconnected just before they were sent. They are checked once more, because a phone may
 * have reconnected in the meantime.
 */
export async function requeueUnreached(db: Db, ids: RunId[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(taskRuns)
    .set({
      state: 'queued',
      tries: sql`${taskRuns.tries} - 1`,
      sentAt: null,
      wakeAt: sql`now() + interval '1 second'`,
    })
    .where(and(inArray(taskRuns.id, ids), eq(taskRuns.state, 'sent')))
}

export interface WokenRun {
  id: RunId
  deviceId: DeviceId
  state: DeliveryState
}

/**
 * Runs to check now, earliest first. Their phones are locked until the end of the transaction: each phone goes to one
 * of several servers. When a server dies, its locks are released and its runs can be claimed.
 */
export async function claimWoken(tx: Db, now: Date, limit: number): Promise<WokenRun[]> {
  const result = await tx.execute(sql`
    select r.id, r.device_id as "deviceId", r.state
    from task_runs r join devices d on d.id = r.device_id
    where r.wake_at <= ${now.toISOString()}::timestamptz
      and r.state in ('queued', 'sent', 'acknowledged', 'running')
    order by r.wake_at, r.id limit ${limit} for no key update of d skip locked`)
  const rows = result.rows as unknown as WokenRun[]
  return rows.map((row) => ({ ...row, id: bigintId(row.id) }))
}

/** Checks the waiting runs of these phones now, by default those that were not sent. */
export async function wakeDevices(
  db: Db,
  deviceIds: DeviceId[],
  states: ('queued' | 'sent')[] = ['queued'],
): Promise<void> {
  if (deviceIds.length === 0) return
  await db
    .update(taskRuns)
    .set({ wakeAt: sql`greatest(now(), ${taskRuns.notBefore})` })
    .where(and(amongDevices(taskRuns.deviceId, deviceIds), inArray(taskRuns.state, states)))
}

/** Runs of a task that phones have, to notify them. */
export const runsOnPhones = (db: Db, where: { taskId: TaskId }) =>
  db
    .select({ id: taskRuns.id, runKey: taskRuns.runKey, deviceId: sql<DeviceId>`${taskRuns.deviceId}` })
    .from(taskRuns)
    .where(
      and(
        eq(taskRuns.taskId, where.taskId),
        inArray(taskRuns.state, ['sent', 'acknowledged', 'running']),
        sql`${taskRuns.deviceId} is not null`,
      ),
    )

/**
 * Wakes runs that only wait for a phone which is online and idle: their wake-up was lost, for instance while the bus
 * between the servers was down. Returns how many.
 */
export async function wakeForgotten(db: Db): Promise<number> {
  const result = await db.execute(sql`
    update task_runs set wake_at = now() where id in (
      select r.id from device_runtime d join task_runs r on r.device_id = d.device_id
      join tasks t on t.id = r.task_id and t.status = ${TaskStatus.started} and not t.paused
      where d.online and r.state = 'queued' and r.not_before <= now()
        and (r.wake_at is null or r.wake_at > now() + interval '1 minute')
        and not exists (select from task_runs busy where busy.device_id = r.device_id
          and busy.state in ('sent', 'acknowledged', 'running')))
    returning id`)
  return result.rows.length
}

const whenDue = { wakeAt: sql`greatest(now(), ${taskRuns.notBefore})` }

/** Checks the waiting runs of a task now, and those that its phones did not receive before it was paused. */
export async function wakeTask(db: Db, taskId: TaskId): Promise<void> {
  const isUnsent = sql`(${taskRuns.state} = 'queued' or ${taskRuns.state} = 'sent' and ${taskRuns.wakeAt} is null)`
  await db
    .update(taskRuns)
    .set(whenDue)
    .where(and(eq(taskRuns.taskId, taskId), isUnsent))
}

export async function wakeQueued(db: Db): Promise<void> {
  await db.update(taskRuns).set(whenDue).where(eq(taskRuns.state, 'queued'))
}

const notAhead = (column: PgColumn) => sql`case when ${column} > now() then now() else ${column} end`

/**
 * Moves the waits of open runs back that were touched while the clock was ahead, by as much as it was ahead of the
 * present time: they would otherwise wait for so long.
 */
export async function moveBackRuns(db: Db): Promise<void> {
  await db.execute(sql`
    update task_runs set wake_at = wake_at - ahead, not_before = not_before - ahead,
      due_at = ${notAhead(taskRuns.dueAt)}, sent_at = ${notAhead(taskRuns.sentAt)},
      acknowledged_at = ${notAhead(taskRuns.acknowledgedAt)}, started_at = ${notAhead(taskRuns.startedAt)}, changed_at = ${notAhead(taskRuns.changedAt)},
      created_at = ${notAhead(taskRuns.createdAt)}
    from (select id as run_id, greatest(due_at, sent_at, started_at, changed_at, created_at) - now() as ahead
      from task_runs where ${isOpen}) touched
    where id = run_id and ahead > interval '0'`)
}

/** After the clock was set forward, the time limits of the runs on phones begin again. */
export async function restartLimits(db: Db): Promise<void> {
  await db.execute(sql`
    update task_runs r set wake_at = now() + make_interval(secs => t.timeout_seconds + ${timeoutGraceSeconds}::int)
    from tasks t where t.id = r.task_id and r.state = 'running' and r.wake_at <= now()`)
}

export async function wakeRuns(db: Db, ids: RunId[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(taskRuns)
    .set({ wakeAt: sql`now()` })
    .where(and(inArray(taskRuns.id, ids), inArray(taskRuns.state, ['queued', 'sent'])))
}

export const runsByIds = (db: Db, ids: RunId[]) =>
  db
    .select({ id: taskRuns.id, runKey: taskRuns.runKey, deviceId: sql<DeviceId>`${taskRuns.deviceId}` })
    .from(taskRuns)
    .where(and(inArray(taskRuns.id, ids), sql`${taskRuns.deviceId} is not null`))
