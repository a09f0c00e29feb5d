import type { DeviceId, GroupId, TaskId, UserId } from '@fleetdeck/contract/ids'
import { type TaskDraft, TaskStatus } from '@fleetdeck/contract/tasks'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Scope } from '../../../access/data-scope.ts'
import { allOwnedVisible } from '../../../access/visible-rows.ts'
import { deviceWithin } from '../../../domain/devices/device-scope.queries.ts'
import type { Db } from '../../../platform/db/db.ts'
import { insertedRow } from '../../../platform/db/inserted-row.ts'
import { byNumber } from '../../../platform/db/natural-key.ts'
import { deviceGroups } from '../../../platform/db/schema/device-groups.ts'
import { devices } from '../../../platform/db/schema/devices.ts'
import { taskRuns } from '../../../platform/db/schema/task-runs.ts'
import {
  taskDeviceParams,
  taskDevices,
  taskGroups,
  taskShares,
  tasks,
} from '../../../platform/db/schema/tasks.ts'
import { closeUsedUp, demoteOlder } from './generations.queries.ts'
import { selectTargets } from './targets.queries.ts'

type TimeName = 'startTime' | 'endTime' | 'joinUntil'
type Draft = Omit<TaskDraft, 'devices' | 'groupIds' | 'shareUserIds' | TimeName> &
  Record<TimeName, Date | null>
export interface Links {
  devices: { id: DeviceId; tenantId: UserId }[]
  groupIds: GroupId[]
  shareUserIds: UserId[]
}

export const insertTask = (db: Db, task: Draft & { tenantId: UserId }, links: Links) =>
  db.transaction(async (tx) => {
    const { id } = insertedRow(await tx.insert(tasks).values(task).returning({ id: tasks.id }))
    await writeLinks(tx, id, links)
    return id
  })

export const updateTask = (db: Db, id: TaskId, task: Draft, links: Links) =>
  db.transaction(async (tx) => {
    await tx
      .update(tasks)
      .set({ ...task, stopsAt: stopTime(task) })
      .where(eq(tasks.id, id))
    await tx.delete(taskDevices).where(eq(taskDevices.taskId, id))
    await tx.delete(taskGroups).where(eq(taskGroups.taskId, id))
    await tx.delete(taskShares).where(eq(taskShares.taskId, id))
    await writeLinks(tx, id, links)
    // Waiting runs of phones that are no longer targets are checked, and end.
    await tx
      .update(taskRuns)
      .set({ wakeAt: sql`greatest(now(), ${taskRuns.notBefore})` })
      .where(and(eq(taskRuns.taskId, id), eq(taskRuns.state, 'queued')))
  })

/** When the scripts of a started task are stopped. */
const stopTime = ({ stopAtEnd, endTime }: Pick<Draft, 'stopAtEnd' | 'endTime'>) =>
  stopAtEnd && endTime
    ? sql`case when ${tasks.status} = ${TaskStatus.started} then ${endTime.toISOString()}::timestamptz end`
    : null

/** The devices of a task: selected, or in its groups. */
export async function targetIds(db: Db, id: TaskId): Promise<DeviceId[]> {
  const { rows } = await db.execute<{ id: DeviceId }>(sql`
    select device_id as id from (${selectTargets(sql`select ${id}::int as task_id, now() as due_at`)}) targets`)
  return rows.map((row) => row.id)
}

/** The same for a task that is not stored yet. */
export const linkedDevices = async (db: Db, { devices: chosen, groupIds }: Links): Promise<DeviceId[]> => [
  ...new Set([...chosen.map(({ id }) => id), ...(await deviceIdsOfGroups(db, 'all', groupIds))]),
]

async function writeLinks(tx: Db, taskId: TaskId, links: Links): Promise<void> {
  if (links.devices.length)
    await tx.execute(sql`
      insert into task_devices (task_id, device_id, tenant_id)
      select ${taskId}::int, n.id, n."tenantId"
      from jsonb_to_recordset(${JSON.stringify(links.devices)}::jsonb) as n(id int, "tenantId" int)`)
  if (links.groupIds.length)
    await tx.insert(taskGroups).values([...new Set(links.groupIds)].map((groupId) => ({ taskId, groupId })))
  await writeShares(tx, [taskId], links.shareUserIds)
}

async function writeShares(tx: Db, taskIds: TaskId[], userIds: UserId[]): Promise<void> {
  const rows = taskIds.flatMap((taskId) => [...new Set(userIds)].map((userId) => ({ taskId, userId })))
  if (rows.length) await tx.insert(taskShares).values(rows)
}

export const replaceShares = (db: Db, taskIds: TaskId[], userIds: UserId[]) =>
  db.transaction(async (tx) => {
    await tx.delete(taskShares).where(inArray(taskShares.taskId, taskIds))
    await writeShares(tx, [...new Set(taskIds)], userIds)
  })

export const deleteTasks = (db: Db, ids: TaskId[]) => db.delete(tasks).where(inArray(tasks.id, ids))

/** Starts tasks as a new generation; earlier runs do not count any more. */
export async function startTask(
  db: Db,
  id: TaskId,
  start: { nextRunAt: Date | null; startedBy: UserId; leavesOut: boolean },
): Promise<void> {
  await db
    .update(tasks)
    .set({
      ...start,
      status: TaskStatus.started,
      paused: false,
      stopsAt: sql`case when ${tasks.stopAtEnd} = 1 then ${tasks.endTime} end`,
      generation: sql`${tasks.generation} + 1`,
    })
    .where(eq(tasks.id, id))
}

export async function stopTask(
  db: Db,
  id: TaskId,
  status: Exclude<TaskStatus, typeof TaskStatus.started>,
): Promise<void> {
  await db.update(tasks).set({ status, nextRunAt: null, stopsAt: null }).where(eq(tasks.id, id))
}

export async function setNextRun(db: Db, id: TaskId, nextRunAt: Date | null): Promise<void> {
  await db.update(tasks).set({ nextRunAt }).where(eq(tasks.id, id))
  await closeUsedUp(db, [id])
}

/** Runs of a continued task are marked until their phones have followed, including those of disconnected phones. */
export const setPaused = (db: Db, id: TaskId, paused: boolean) =>
  db.transaction(async (tx) => {
    const [before] = await tx
      .select({ paused: tasks.paused })
      .from(tasks)
      .where(eq(tasks.id, id))
      .for('update')
    const isOnPhone = inArray(taskRuns.state, ['sent', 'acknowledged', 'running'])
    // A phone that nobody has paused reports nothing when it is told to continue.
    const isPaused = paused || before?.paused ? undefined : eq(taskRuns.paused, true)
    await tx
      .update(taskRuns)
      .set({ continueRequested: !paused })
      .where(and(eq(taskRuns.taskId, id), isOnPhone, isPaused))
    await tx.update(tasks).set({ paused }).where(eq(tasks.id, id))
  })

/** Marks the runs that phones have as asked to stop, including those of disconnected phones; returns these runs. */
export const requestStop = (db: Db, taskId: TaskId) =>
  db
    .update(taskRuns)
    .set({ stopRequested: true })
    .where(and(eq(taskRuns.taskId, taskId), inArray(taskRuns.state, ['sent', 'acknowledged', 'running'])))
    .returning({ runKey: taskRuns.runKey, deviceId: sql<DeviceId>`${taskRuns.deviceId}` })

/** Deletes records of runs that are not in progress on a phone: all, or those of some devices. Returns their devices. */
export async function cleanRuns(
  db: Db,
  taskId: TaskId,
  deviceIds?: DeviceId[],
): Promise<(DeviceId | null)[]> {
  const gone = await db
    .delete(taskRuns)
    .where(
      and(
        eq(taskRuns.taskId, taskId),
        sql`${taskRuns.state} not in ('sent', 'acknowledged', 'running')`,
        deviceIds ? inArray(taskRuns.deviceId, deviceIds) : undefined,
      ),
    )
    .returning({ deviceId: taskRuns.deviceId })
  return gone.map(({ deviceId }) => deviceId)
}

export const removeRelated = (db: Db, id: TaskId) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`delete from task_runs where task_id = ${id}`)
    await tx.execute(sql`delete from task_firings where task_id = ${id}`)
    await tx.delete(taskDeviceParams).where(eq(taskDeviceParams.taskId, id))
    await tx.delete(taskShares).where(eq(taskShares.taskId, id))
  })

/** The numbers among these that the caller sees. */
export const devicesByNo = (db: Db, scope: Scope, deviceNos: string[]) =>
  deviceNos.length === 0
    ? Promise.resolve([])
    : db
        .select({
          id: devices.id,
          deviceNo: sql<string>`${devices.deviceNo}`,
          tenantId: sql<UserId>`${devices.tenantId}`,
        })
        .from(devices)
        .where(and(inArray(devices.deviceNo, deviceNos), isNotNull(devices.tenantId), deviceWithin(scope)))

export const allGroupsVisible = (db: Db, scope: Scope, ids: GroupId[]) =>
  allOwnedVisible(db, deviceGroups, scope, ids)

export const deviceIdsOfGroups = async (db: Db, scope: Scope, groupIds: GroupId[]) => {
  const rows = await db
    .select({ id: devices.id })
    .from(devices)
    .where(and(inArray(devices.groupId, groupIds), deviceWithin(scope)))
  return rows.map(({ id }) => id)
}

/** Adds a run for each of these phones, whatever the result of the last one; phones with an open run get none. */
export async function insertAgain(
  db: Db,
  { taskId, startedBy }: { taskId: TaskId; startedBy: UserId },
  deviceIds: DeviceId[] | 'unsuccessful',
): Promise<number> {
  const meant =
    deviceIds === 'unsuccessful'
      ? sql`exists (select from task_runs r where r.task_id = t.id and r.device_id = d.id and r.is_newest
          and r.state in ('failed', 'stopped', 'expired'))`
      : sql`d.id = any(${sql.param(deviceIds)}::int[])`
  return db.transaction(async (tx) => {
    const result = await tx.execute(sql`
      insert into task_runs
        (run_key, task_id, device_id, device_no, generation, started_by, due_at, not_before, wake_at)
      select gen_random_uuid()::text, t.id, d.id, d.device_no, t.generation, ${startedBy}::int, now(), now(), now()
      from tasks t, devices d
      where t.id = ${taskId} and d.device_no is not null and ${meant} and not exists (
        select from task_runs r where r.task_id = t.id and r.device_id = d.id
          and r.state in ('queued', 'sent', 'acknowledged', 'running'))
      order by ${byNumber(sql`d.device_no`)}
      returning id`)
    await demoteOlder(tx, sql`old.task_id = ${taskId}`)
    return result.rows.length
  })
}
