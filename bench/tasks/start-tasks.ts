import { setTimeout as delay } from 'node:timers/promises'
import { devices } from '@fleetdeck/contract/devices'
import type { TaskId } from '@fleetdeck/contract/ids'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import type { HttpClient } from '@fleetdeck/testing/server/http-client'
import type { ServerProcess } from '@fleetdeck/testing/server/server-process'
import { startPhones } from '../../e2e/helpers/phones.ts'
import { until } from './until.ts'

const rounds = 10
const restMs = 500
/** Logs a line every eight milliseconds, so that pauses are visible. */
const script = `for (;;) { ecloud.log('at it'); sleep(8) }`
const deviceNo = 'STEERED'

/** Milliseconds from the operator's call to its effect in the script on the phone. */
export interface StartedTask {
  pause: number[]
  continue: number[]
  stop: number[]
}

/** An operator on one server controls a script on a simulated phone that is connected to the other. */
export async function measureControl(admin: HttpClient, server: ServerProcess): Promise<StartedTask> {
  const phones = await startPhones({ server: server.address, key: server.enrolmentKey, count: 1 })
  try {
    const id = await taskOnPhone(admin)
    const latencies: StartedTask = { pause: [], continue: [], stop: [] }
    for (let round = 0; round < rounds; round += 1) await controlOnce(admin, id, latencies)
    return latencies
  } finally {
    await phones.stop()
  }
}

async function taskOnPhone(admin: HttpClient): Promise<TaskId> {
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

async function controlOnce(admin: HttpClient, id: TaskId, latencies: StartedTask): Promise<void> {
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
  latencies.pause.push(lastBetween(pausedAt, continuedAt))
  latencies.continue.push(Math.min(...written.filter((at) => at >= continuedAt)) - continuedAt)
  latencies.stop.push(lastBetween(stoppedAt, Number.POSITIVE_INFINITY))
}
