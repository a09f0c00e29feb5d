import type { Db } from '../../platform/db/db.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { taskRuns } from '../../platform/db/schema/task-runs.ts'
import { taskDevices, tasks } from '../../platform/db/schema/tasks.ts'
import { addScript } from '../scripts.ts'
import type { TenantFixtures } from './tenant-fixtures.ts'

type Owner = Pick<TenantFixtures, 'tenant' | 'ownerId' | 'deviceRowId' | 'deviceNo'>
const idOf = <Id extends number>(rows: { id: Id }[]): Id => insertedRow(rows).id

/** A stopped task and a started one whose run has failed; neither runs automatically. */
export async function addTasks(db: Db, { tenant, ownerId, deviceRowId, deviceNo }: Owner) {
  const taskScriptId = await addScript(db, {
    scriptName: `${tenant}-task-script`,
    tenantId: ownerId,
  })
  const task = async (name: string, status: number) => {
    const row = {
      taskName: `${tenant}-${name}`,
      scriptId: taskScriptId,
      tenantId: ownerId,
      execType: 1,
      status,
    }
    const id = idOf(
      await db
        .insert(tasks)
        .values({ ...row, scheduleType: 2, cronText: '0 0 0 1 1 ?' })
        .returning(),
    )
    await db.insert(taskDevices).values({ taskId: id, deviceId: deviceRowId, tenantId: ownerId })
    return id
  }
  const taskId = await task('task', 1)
  const startedTaskId = await task('started-task', 0)
  const now = new Date()
  const run = { taskId: startedTaskId, deviceId: deviceRowId, deviceNo, state: 'failed' as const }
  const times = { dueAt: now, notBefore: now, endedAt: now }
  const rows = await db
    .insert(taskRuns)
    .values({ ...run, ...times, runKey: `${tenant}-task-run`, msg: `${tenant} failed` })
    .returning()
  return { taskScriptId, taskId, startedTaskId, taskRunId: idOf(rows) }
}
