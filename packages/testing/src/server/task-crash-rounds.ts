import { setTimeout as pause } from 'node:timers/promises'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import type { TaskId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { MissedPolicy, ScheduleType, tasks } from '@fleetdeck/contract/tasks'
import { changedPassword, firstSignIn, type HttpClient, signIn } from './http-client.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const taskCount = 5
const firstPassword = 'First-Password-1'

export interface TaskCrashRound {
  /** Runs created so far. */
  runs: number
  /** Seconds at which a task should have run and did not, and those at which it ran more than once. */
  missed: string[]
  twice: string[]
}

/**
 * Kills the server repeatedly while tasks are due every second, and restarts it on the same data. Then checks that each
 * task has run exactly once at each second since it was started.
 */
export async function* taskCrashRounds(dataDir: string, rounds: number): AsyncGenerator<TaskCrashRound> {
  const settings = { DATA_DIR: dataDir, CAPTCHA: 'off', ADMIN_PASSWORD: firstPassword }
  let server = await startServer(settings)
  try {
    let admin = await firstSignIn(server.address, firstPassword)
    const ids = await startTasks(admin)
    for (let round = 1; round <= rounds; round += 1) {
      await killUnderLoad(server, admin)
      await pause(Math.random() * 1500)
      server = await startServer(settings)
      admin = await signIn(server.address, changedPassword)
      yield await look(admin, ids)
    }
  } finally {
    await server.kill()
  }
}

async function startTasks(admin: HttpClient): Promise<TaskId[]> {
  await admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await admin.call(devices.add, { body: { deviceNo: 'A1', groupId: 1 } })
  await admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const script = { scriptName: 'Greet', platformId: 1, version: '1', content: '1' }
  const { id: scriptId } = await admin.call(scripts.add, { body: script })
  const ids: TaskId[] = []
  for (let n = 1; n <= taskCount; n += 1) {
    const schedule = {
      scheduleType: ScheduleType.cron,
      cronText: '* * * * * ?',
      missedPolicy: MissedPolicy.all,
    }
    const body = { taskName: `Task ${n}`, scriptId, execType: 1 as const, devices: ['A1'], ...schedule }
    const { id } = await admin.call(tasks.add, { body })
    await admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
    ids.push(id)
  }
  return ids
}

async function killUnderLoad(server: ServerProcess, admin: HttpClient): Promise<void> {
  let isOver = false
  const load = async (n: number) => {
    for (let written = 0; !isOver; written += 1)
      await admin.call(deviceGroups.add, { body: { groupName: `${server.pid} ${n} ${written}` } })
  }
  // Each writer ends when its connection breaks.
  const loads = Promise.allSettled([load(1), load(2)])
  await pause(1000 + Math.random() * 2000)
  await server.kill()
  isOver = true
  await loads
}

/** Waits until the present second is caught up, then reads all runs. */
async function look(admin: HttpClient, ids: TaskId[]): Promise<TaskCrashRound> {
  const outcome: TaskCrashRound = { runs: 0, missed: [], twice: [] }
  const now = Math.floor(Date.now() / 1000)
  for (const taskId of ids) {
    const seconds = await secondsUntil(admin, taskId, now)
    const seen = new Set(seconds)
    outcome.runs += seconds.length
    outcome.twice.push(
      ...seconds.filter((second, place) => seconds.indexOf(second) < place).map((s) => `${taskId}: ${s}`),
    )
    for (let second = Math.min(...seconds); second <= now; second += 1)
      if (!seen.has(second)) outcome.missed.push(`${taskId}: ${second}`)
  }
  return outcome
}

async function secondsUntil(admin: HttpClient, taskId: TaskId, now: number): Promise<number[]> {
  for (let tries = 0; ; tries += 1) {
    const { list } = await admin.call(taskRuns.list, { query: { taskId, pageSize: 10_000 } })
    const seconds = list.map(({ dueAt }) => Date.parse(dueAt) / 1000)
    if (seconds.some((second) => second >= now) || tries > 100) return seconds
    await pause(100)
  }
}
