import type { DeviceId, TaskId } from '@fleetdeck/contract/ids'
import type { TaskReason } from '@fleetdeck/contract/task-runs'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import { taskRuns } from '../../platform/db/schema/task-runs.ts'
import { tasks } from '../../platform/db/schema/tasks.ts'
import { users } from '../../platform/db/schema/users.ts'
import { amongDevices } from './device-scope.queries.ts'

/** Names in a question. */
const maxNames = 5

/** Runs that phones have; of one task, or of all. */
const running = (deviceIds: DeviceId[], taskId?: TaskId) =>
  and(
    amongDevices(taskRuns.deviceId, deviceIds),
    inArray(taskRuns.state, ['sent', 'acknowledged', 'running']),
    taskId && eq(taskRuns.taskId, taskId),
  )

/** A question that counts and names what runs on these phones; undefined if nothing does. */
export async function questionRunning(db: Db, deviceIds: DeviceId[], taskId?: TaskId) {
  const rows = await db
    .select({ deviceNo: taskRuns.deviceNo, taskName: tasks.taskName, userName: users.userName })
    .from(taskRuns)
    .leftJoin(tasks, eq(tasks.id, taskRuns.taskId))
    .leftJoin(users, eq(users.id, taskRuns.startedBy))
    .where(running(deviceIds, taskId))
    .orderBy(asc(taskRuns.deviceNo))
  const names = rows.map(
    ({ deviceNo, taskName, userName }) => `${deviceNo} ${taskName ?? `(${userName ?? ''})`}`,
  )
  if (names.length === 0) return undefined
  return new AppError('scriptsRun', { count: names.length, names: { list: names.slice(0, maxNames) } })
}

/** Marks what runs on these phones as asked to stop, also on those that are not connected; returns it. */
export const stopRunning = async (
  db: Db,
  deviceIds: DeviceId[],
  { reason, taskId }: { reason: TaskReason; taskId?: TaskId },
): Promise<{ runKey: string; deviceId: DeviceId }[]> => {
  const stopped = await db
    .update(taskRuns)
    .set({ stopRequested: true, reason })
    .where(running(deviceIds, taskId))
    .returning({ runKey: taskRuns.runKey, deviceId: taskRuns.deviceId })
  return stopped.flatMap(({ runKey, deviceId }) => (deviceId === null ? [] : [{ runKey, deviceId }]))
}
