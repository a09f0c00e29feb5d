import { setTimeout as delay } from 'node:timers/promises'
import { devices } from '@fleetdeck/contract/devices'
import type { TaskId } from '@fleetdeck/contract/ids'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import type { HttpCaller } from '../../apps/server/src/testing/http-caller.ts'
import type { ServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { startPhones } from '../../e2e/helpers/phones.ts'
import { until } from './until.ts'

const rounds = 10
const restMs = 500
/** Writes a line every eight milliseconds, so that its log shows pauses. */
const script = `for (;;) { ecloud.log('at it'); sleep(8) }`
const deviceNo = 'STEERED'

/** Milliseconds from the operator's call until the script on the phone did it. */
export interface StartedTask {
  pause: number[]
  continue: number[]
  stop: number[]
}

/** An operator on one server controls a script on a simulated phone that is connected to the other. */
export async function steerScript(admin: HttpCaller, server: ServerProcess): Promise<StartedTask> {
  const phones = await startPhones({ server: server.address, key: server.enrolmentKey, count: 1 })
  try {
    const id = await taskOnPhone(admin)
    const steered: StartedTask = { pause: [], continue: [], stop: [] }
    for (let round = 0; round < rounds; round += 1) await steerOnce(admin, id, steered)
    return steered
  } finally {
    await phones.stop()
  }
}

async function taskOnPhone(admin: HttpCaller): Promise<TaskId> {
  const waiting = async () => (await admin.call(devices.listUnAssignedDevice)).list
  await until('the phone', async () => (await waiting()).length > 0)
  const hardwareId = (await waiting())[0]?.deviceId ?? ''
  await admin.call(devices.addAssDevice, {
    body: { deviceNo, deviceId: hardwareId, tenantId: 1, groupId: 1 },
  })
  const draft = { scriptName: 'Writer', platformId: 1, version: '1', content: script }
  const scriptId = (await admin.call(scripts.add, { body: draft })).id
  const body = { taskName: 'Steered', scriptId, execType: 1 as const, devices: [deviceNo] }
  return (await admin.call(tasks.add, { body })).id
}

async function steerOnce(admin: HttpCaller, id: TaskId, steered: StartedTask): Promise<void> {
  await admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
  const newest = async () => (await admin.call(taskRuns.list, { query: { taskId: id, newest: '1' } })).list[0]
  await until('the script to run', async () => (await newest())?.state === 'running')
  const runId = (await newest())?.id
  if (runId === undefined) throw new Error('the task has no run')
  await delay(restMs)
  const pausedAt = Date.now()
  await admin.call(tasks.pauseOrContinueScriptTask, { body: { id, status: 1 } })
  await delay(restMs)
  const continuedAt = Date.now()
  await admin.call(tasks.pauseOrContinueScriptTask, { body: { id, status: 0 } })
  await delay(restMs)
  const stoppedAt = Date.now()
  await admin.call(tasks.updateTaskStatusAndStopRemote, { body: { id } })
  await until('the script to stop', async () => (await newest())?.state === 'stopped')
  const lines = await admin.call(taskRuns.lines, { query: { id: runId } })
  const written = lines.filter(({ msg }) => msg === 'at it').map(({ at }) => new Date(at).getTime())
  const lastBetween = (from: number, to: number) =>
    Math.max(from, ...written.filter((at) => at >= from && at < to)) - from
  steered.pause.push(lastBetween(pausedAt, continuedAt))
  steered.continue.push(Math.min(...written.filter((at) => at >= continuedAt)) - continuedAt)
  steered.stop.push(lastBetween(stoppedAt, Number.POSITIVE_INFINITY))
}
