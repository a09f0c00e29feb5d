import type { DeviceId, TaskId, UserId } from '@fleetdeck/contract/ids'
import type { ScriptParam } from '@fleetdeck/contract/script-params'
import { and, asc, eq, inArray, not, sql } from 'drizzle-orm'
import { accountPaces, isAccountExpired, isAccountOff } from '../../access/account-line.queries.ts'
import { ownedWithin, type Scope } from '../../access/data-scope.ts'
import { stopRunning } from '../../domain/devices/running-scripts.queries.ts'
import type { Db } from '../../platform/db/db.ts'
import { byNumber } from '../../platform/db/natural-key.ts'
import { taskRuns } from '../../platform/db/schema/task-runs.ts'
import { taskDevices, tasks } from '../../platform/db/schema/tasks.ts'
import { users } from '../../platform/db/schema/users.ts'
import { changeParams } from './definition/task-params.queries.ts'
import { scriptsById } from './definition/task-scripts.queries.ts'
import { targetIds } from './definition/task-writes.queries.ts'
import type { FoundTask } from './definition/tasks.queries.ts'

/** The enabled user with this enrolment key, and the limits of their calls. */
export async function findUserBySecret(db: Db, conSecretHash: string) {
  const [row] = await db
    .select({ user: users, isExpired: isAccountExpired(users.id), paces: accountPaces(users.id) })
    .from(users)
    .where(and(eq(users.conSecretHash, conSecretHash), not(isAccountOff(users.id))))
  return row
}

/** Selected devices, and those in the groups, that still belong to their owner. */
const deviceNos = sql<string[]>`array(
  select d.device_no from devices d where d.device_no is not null and (
    d.id in (select x.device_id from task_devices x where x.task_id = tasks.id and x.tenant_id = d.tenant_id)
    or d.group_id in (select g.group_id from task_groups g where g.task_id = tasks.id))
  order by ${byNumber(sql`d.device_no`)})`

export async function listOpenTasks(db: Db, scope: Scope) {
  const rows = await db
    .select({
      taskId: tasks.id,
      taskName: tasks.taskName,
      scriptId: tasks.scriptId,
      cacheScript: tasks.cacheScript,
      delaySecond: tasks.delaySecond,
      execNumber: tasks.execNumber,
      execType: tasks.execType,
      scheduleType: tasks.scheduleType,
      cronText: tasks.cronText,
      sort: tasks.sort,
      tenantId: tasks.tenantId,
      execStatus: tasks.status,
      endTime: tasks.endTime,
      params: tasks.params,
      deviceNos,
    })
    .from(tasks)
    .where(ownedWithin(scope, tasks.tenantId))
    .orderBy(asc(tasks.id))
  const scripts = await scriptsById(db, [...new Set(rows.map(({ scriptId }) => scriptId))])
  const noScript = { scriptName: '', scriptUrl: '', scriptVersion: '', scriptMd5: '' }
  return rows.map((row) => ({ ...row, ...(scripts.get(row.scriptId) ?? noScript) }))
}

export interface TaskChange {
  added: { id: DeviceId; tenantId: UserId }[]
  removed: DeviceId[]
  params: ScriptParam[] | undefined
  keepsValues: boolean
}

/**
 * In one transaction; returns the runs that stop, on removed devices. Undefined, and changes nothing, if no device and
 * no group would be left.
 */
export async function changeTask(
  db: Db,
  task: FoundTask,
  { added, removed, params, keepsValues }: TaskChange,
) {
  const taskId = task.id
  let isLeft = true
  let stopped: Awaited<ReturnType<typeof stopRunning>> = []
  await db
    .transaction(async (tx) => {
      if (params) await changeParams(tx, { before: task, params, keepsValues })
      if (added.length)
        await tx
          .insert(taskDevices)
          .values(added.map(({ id, tenantId }) => ({ taskId, deviceId: id, tenantId })))
          .onConflictDoNothing()
      if (removed.length)
        await tx
          .delete(taskDevices)
          .where(and(eq(taskDevices.taskId, taskId), inArray(taskDevices.deviceId, removed)))
      stopped = await stopRunning(tx, await lostDevices(tx, taskId, removed), {
        ...{ reason: 'notTarget', which: { taskId } },
      })
      const { rows } = await tx.execute<{ left: boolean }>(sql`
        select exists (select from task_devices where task_id = ${taskId})
          or exists (select from task_groups where task_id = ${taskId}) as left`)
      isLeft = rows[0]?.left === true
      if (!isLeft) return tx.rollback()
      // Waiting runs of phones that are no longer targets are checked, and end.
      await tx
        .update(taskRuns)
        .set({ wakeAt: sql`greatest(now(), ${taskRuns.notBefore})` })
        .where(and(eq(taskRuns.taskId, taskId), eq(taskRuns.state, 'queued')))
    })
    .catch((error: unknown) => {
      if (isLeft) throw error
    })
  return isLeft ? stopped : undefined
}

/** Those of the removed devices that the task does not have through a group. */
async function lostDevices(tx: Db, taskId: TaskId, removed: DeviceId[]): Promise<DeviceId[]> {
  const has = new Set(await targetIds(tx, taskId))
  return removed.filter((id) => !has.has(id))
}
