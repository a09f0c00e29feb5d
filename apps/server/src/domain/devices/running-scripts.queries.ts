import type { DeviceId, GroupId, TaskId } from '@fleetdeck/contract/ids'
import type { TaskReason } from '@fleetdeck/contract/task-runs'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { byNumber } from '../../platform/db/natural-key.ts'
import { taskRuns } from '../../platform/db/schema/task-runs.ts'
import { tasks } from '../../platform/db/schema/tasks.ts'
import { users } from '../../platform/db/schema/users.ts'
import { amongDevices } from './device-scope.queries.ts'

/** Names in a question. */
const maxNames = 5

/** Of one task; or of those that the devices only have by their group, before they move to another. */
export type Which = { taskId: TaskId } | { movedTo: GroupId }

/** Runs that phones have. */
const running = (deviceIds: DeviceId[], which?: Which) =>
  and(
    amongDevices(taskRuns.deviceId, deviceIds),
    inArray(taskRuns.state, ['sent', 'acknowledged', 'running']),
    which && ('taskId' in which ? eq(taskRuns.taskId, which.taskId) : isLostBy(which.movedTo)),
  )

/** Whether the run's task has the device by its present group, and would not have it in another. */
const isLostBy = (movedTo: GroupId) => sql`exists (
  select from devices d join task_groups g on g.group_id = d.group_id
  where d.id = ${taskRuns.deviceId} and g.task_id = ${taskRuns.taskId} and d.group_id <> ${movedTo}
    and not exists (select from task_groups n where n.task_id = g.task_id and n.group_id = ${movedTo})
    and not exists (select from task_devices t
      where t.task_id = g.task_id and t.device_id = d.id and t.tenant_id = d.tenant_id))`

/** A question that counts and names what runs on these phones; undefined if nothing does. */
export async function questionRunning(db: Db, deviceIds: DeviceId[], which?: Which) {
  const rows = await db
    .select({ deviceNo: taskRuns.deviceNo, taskName: tasks.taskName, userName: users.userName })
    .from(taskRuns)
    .leftJoin(tasks, eq(tasks.id, taskRuns.taskId))
    .leftJoin(users, eq(users.id, taskRuns.startedBy))
    .where(running(deviceIds, which))
    .orderBy(byNumber(taskRuns.deviceNo))
  const names = rows.map(
    ({ deviceNo, taskName, userName }) => `${deviceNo} ${taskName ?? `(${userName ?? ''})`}`,
  )
  if (names.length === 0) return undefined
  const name = which && 'movedTo' in which ? 'scriptsOfGroup' : 'scriptsRun'
  return new AppError(name, { count: names.length, names: { list: names.slice(0, maxNames) } })
}

/** What runs on these phones. */
export const countRunning = (db: Db, deviceIds: DeviceId[], which?: Which) =>
  db.$count(taskRuns, running(deviceIds, which))

export interface StoppedRun {
  runKey: string
  deviceId: DeviceId
}

/** Marks what runs on these phones as asked to stop, also on those that are not connected; returns it. */
export const stopRunning = async (
  db: Db,
  deviceIds: DeviceId[],
  { reason, which }: { reason: TaskReason; which?: Which | undefined },
): Promise<StoppedRun[]> => {
  const stopped = await db
    .update(taskRuns)
    .set({ stopRequested: true, reason })
    .where(running(deviceIds, which))
    .returning({ runKey: taskRuns.runKey, deviceId: taskRuns.deviceId })
  return stopped.flatMap(({ runKey, deviceId }) => (deviceId === null ? [] : [{ runKey, deviceId }]))
}
