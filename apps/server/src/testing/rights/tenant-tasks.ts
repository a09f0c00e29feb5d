import { Readable } from 'node:stream'
import { addScript } from '@fleetdeck/testing/site/add-script'
import type { Deps } from '../../deps.ts'
import { triedType } from '../../domain/scripts/script-files.queries.ts'
import { insertText } from '../../domain/scripts/tried-texts.queries.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { runQuestions } from '../../platform/db/schema/run-questions.ts'
import { taskRuns } from '../../platform/db/schema/task-runs.ts'
import { taskDevices, tasks } from '../../platform/db/schema/tasks.ts'
import type { TenantFixtures } from './tenant-fixtures.ts'

type Owner = Pick<TenantFixtures, 'tenant' | 'ownerId' | 'deviceRowId' | 'deviceNo'>
const idOf = <Id extends number>(rows: { id: Id }[]): Id => insertedRow(rows).id

/** A stopped task and a started one whose run has failed, and a try that has; none runs automatically. */
export async function addTasks({ db, files }: Pick<Deps, 'db' | 'files'>, owner: Owner) {
  const { tenant, ownerId, deviceRowId, deviceNo } = owner
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
  const { fileName } = await files.save(Readable.from([`// ${tenant} tries it`]), {
    ...{ originalName: 'try.js', mediaType: triedType, ownerId, temporary: false, limit: 1000 },
  })
  const triedTextId = await insertText(db, { userId: ownerId, sha256: tenant, fileName })
  const tried = { ...run, taskId: null, startedBy: ownerId, triedTextId, runKey: `try-${tenant}` }
  const tries = await db
    .insert(taskRuns)
    .values({ ...tried, ...times })
    .returning()
  // On a phone of its own: calls that ask because a script runs on a device would refuse the other one.
  const other = idOf(
    await db
      .insert(devices)
      .values({ hardwareId: `${tenant}-asking-phone`, enrolledById: ownerId })
      .returning(),
  )
  const asking = await db
    .insert(taskRuns)
    .values({
      ...{ ...tried, deviceId: other, state: 'running' as const, runKey: `try-${tenant}-asks`, kept: true },
      ...{ dueAt: now, notBefore: now, sentAt: now, seenAt: now, timeoutSeconds: 3600 },
    })
    .returning()
  const question = await db
    .insert(runQuestions)
    .values({
      runId: idOf(asking),
      ...{ deviceId: deviceRowId, tenantId: ownerId, requestId: `${tenant}-question`, kind: 'text' },
      ...{ title: '', question: `${tenant} asks`, placeholder: '', picture: 'iVBORw0KGgo=' },
      until: new Date(Date.now() + 3_600_000),
    })
    .returning()
  return {
    ...{ taskScriptId, taskId, startedTaskId, taskRunId: idOf(rows), triedRunId: idOf(tries) },
    questionId: idOf(question),
  }
}
