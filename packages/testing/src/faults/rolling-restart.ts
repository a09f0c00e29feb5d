import path from 'node:path'
import { ConsoleEvent, consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { serviceMonitor } from '@fleetdeck/contract/service-monitor'
import { ScheduleType, tasks } from '@fleetdeck/contract/tasks'
import { connectTurns } from '../../../../apps/agent/src/back-off.ts'
import { LightPhone } from '../../../../apps/agent/src/light-phone.ts'
import { lightIdentities } from '../../../../apps/agent/src/light-phones.ts'
import { oneServer } from '../../../../apps/agent/src/servers.ts'
import { PageSocket } from './page-socket.ts'
import { Calls, Repeated } from './probe.ts'
import { TaskProbe } from './probes/task-probe.ts'
import { until } from './services.ts'
import { World } from './world.ts'

export interface RollingRestart {
  phones: number
  calls: number
  /** Answered with "not now" and Retry-After. */
  refused: number
  /** Without an answer, or with any other failure. */
  failed: string[]
  /** Acknowledged writes that are missing. */
  lostWrites: string[]
  /** Runs that did not succeed, and times at which a task did not run, or ran twice. */
  lostRuns: string[]
  runs: string
  /** How long each phone was without a connection, each time; ms, the shortest first. */
  phonesAwayMs: number[]
  /** The same of the sockets of pages. */
  pagesAwayMs: number[]
  /** Phones that the console counted as offline in between. */
  wentOffline: number
}

export const drainSeconds = 10
const pagesCount = 20
const readingMs = 250
const writingMs = 500
/** Longer than both servers take to restart. */
const longRunSeconds = 60
const limitMs = 120_000

/** How long each of several connections was away. */
class Absences {
  readonly ms: number[] = []
  readonly #since = new Map<unknown, number>()

  note(one: unknown, isThere: boolean): void {
    const since = this.#since.get(one)
    if (isThere && since !== undefined) {
      this.ms.push(performance.now() - since)
      this.#since.delete(one)
    } else if (!isThere && since === undefined) this.#since.set(one, performance.now())
  }

  get sorted(): number[] {
    const now = performance.now()
    return [...this.ms, ...[...this.#since.values()].map((since) => now - since)].sort((a, b) => a - b)
  }

  get away(): number {
    return this.#since.size
  }
}

/** Phones without screens, each of which notes when it is away. */
async function startPhones(
  world: World,
  count: number,
): Promise<{ away: Absences; stop(): Promise<unknown> }> {
  const server = new URL(world.links.phones.url)
  const key = world.servers[0]?.enrolmentKey ?? ''
  const stateDir = path.join(world.folder, 'light-phones')
  const { identities } = await lightIdentities({ server, key, count, stateDir, language: 'en' })
  const away = new Absences()
  const turns = connectTurns(2)
  const phones = identities.map(({ token, phoneKey }, index) => {
    away.note(index, false)
    const onState = (state: string) => away.note(index, state === 'connected')
    return new LightPhone({
      servers: oneServer(server),
      token,
      phoneKey,
      index,
      language: 'en',
      onState,
      turns,
    })
  })
  for (const phone of phones) phone.start()
  if ((await until(async () => away.away === 0, limitMs)) === undefined)
    throw new Error(`${away.away} phones did not connect`)
  away.ms.length = 0
  return { away, stop: () => Promise.all(phones.map((phone) => phone.stop())) }
}

/** Pages that read lists and save, over connections that stay open, as browsers have them. */
class PageCalls {
  calls = 0
  refused = 0
  readonly failed: string[] = []
  readonly saved: string[] = []
  readonly #world: World
  readonly #work: Repeated[] = []

  constructor(world: World) {
    this.#world = world
  }

  start(): void {
    for (let page = 0; page < pagesCount; page += 1) {
      const [reads, writes] = [new Repeated(), new Repeated()]
      const list = page % 2 ? devices.list.path : deviceGroups.list.path
      reads.start(() => this.#ask('GET', `${list}?pageNum=1&pageSize=10`), readingMs)
      let count = 0
      writes.start(async () => {
        count += 1
        const groupName = `page ${page} ${count}`
        if (await this.#ask('POST', deviceGroups.add.path, { groupName })) this.saved.push(groupName)
      }, writingMs)
      this.#work.push(reads, writes)
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#work.map((work) => work.stop()))
  }

  /** Whether it succeeded. */
  async #ask(method: string, path: string, body?: object): Promise<boolean> {
    this.calls += 1
    const { address, token } = this.#world.admin
    try {
      const response = await fetch(address + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const { code, msg } = (await response.json()) as { code: number; msg: string }
      if (code === 0) return true
      if (response.headers.has('retry-after')) this.refused += 1
      else this.failed.push(`${method} ${path}: ${response.status} ${code} ${msg}`)
    } catch (error) {
      const { message, cause } = error as Error
      this.failed.push(`${method} ${path}: ${message} ${(cause as Error | undefined)?.message ?? ''}`)
    }
    return false
  }
}

function openPages(world: World): { away: Absences; close(): void } {
  const away = new Absences()
  const pages = Array.from({ length: pagesCount }, (_, at) => {
    const page: PageSocket<{ action: 'ping' }, ConsoleEvent> = new PageSocket(
      world,
      `${consoleSocketPath}?language=en`,
      { schema: ConsoleEvent, onOpen: () => {}, onState: (state) => away.note(at, state === 'open') },
    )
    page.open()
    return page
  })
  return {
    away,
    close: () => {
      for (const page of pages) page.close()
    },
  }
}

/** A script that sleeps over both restarts, on four phones. */
async function startLongRuns(world: World): Promise<() => Promise<string[]>> {
  const calls = new Calls(world)
  await calls.call(platforms.add, { body: { platformName: 'Long' } })
  const { list } = await calls.call(platforms.list, { query: { name: 'Long' } })
  const content = `sleep(${longRunSeconds * 1000})`
  const script = { scriptName: 'Long', platformId: list[0]?.id ?? 0, version: '1', content }
  const { id: scriptId } = await calls.call(scripts.add, { body: script })
  const body = { taskName: 'Long', scriptId, execType: 1 as const, devices: ['A1', 'A2', 'A3', 'A4'] }
  const { id } = await calls.call(tasks.add, { body: { ...body, scheduleType: ScheduleType.now } })
  await calls.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
  const runsIn = (state: string) =>
    world.services.sql(`select 1 from task_runs where task_id = ${id} and state = '${state}'`)
  await until(async () => (await runsIn('running')).length === 4, limitMs)
  return async () => {
    await until(async () => (await runsIn('succeeded')).length === 4, limitMs)
    const runs = await world.services.sql<{ run: string; state: string }>(
      `select device_no as run, state from task_runs where task_id = ${id} and (state <> 'succeeded' or attempt > 1)`,
    )
    return runs.map(({ run, state }) => `long run on ${run}: ${state}`)
  }
}

export const isSmooth = ({ failed, lostWrites, lostRuns, wentOffline }: RollingRestart): boolean =>
  failed.length + lostWrites.length + lostRuns.length + wentOffline === 0

/** Both servers are in service, as each other hears. */
const areServing = async (world: World): Promise<boolean> => {
  const { servers } = await world.admin.call(serviceMonitor.info)
  return servers.filter(({ isAlive, duty }) => isAlive && duty?.isDraining === false).length === 2
}

/**
 * Restarts two servers one after the other, as an upgrade does, while phones, pages and tasks work.
 * @param count of phones without screens, beside the ten that run scripts
 */
export async function restartInTurn(count: number): Promise<RollingRestart> {
  const world = await World.start({ drainSeconds })
  world.stopWithProgram()
  const task = new TaskProbe(world)
  const calls = new PageCalls(world)
  const pages = openPages(world)
  try {
    await task.prepare()
    await task.start()
    const phones = await startPhones(world, count)
    const longRuns = await startLongRuns(world)
    await until(async () => pages.away.away === 0, limitMs)
    pages.away.ms.length = 0
    const offline = () => world.services.sql(`select 1 from device_events where kind = 'offline'`)
    const before = (await offline()).length
    calls.start()
    for (const at of world.servers.keys()) {
      await world.servers[at]?.stop()
      await world.restartServer(at)
      if ((await until(() => areServing(world), limitMs)) === undefined)
        throw new Error('The servers do not hear each other.')
      await until(async () => phones.away.away + pages.away.away === 0, limitMs)
    }
    await calls.stop()
    const verdict = await task.check()
    const lostRuns = [...(await longRuns()), ...verdict.lost, ...verdict.twice]
    const wentOffline = (await offline()).length - before
    const rows = await world.services.sql<{ name: string }>('select group_name as name from device_groups')
    const names = new Set(rows.map(({ name }) => name))
    await phones.stop()
    return {
      phones: count,
      calls: calls.calls,
      refused: calls.refused,
      failed: calls.failed,
      lostWrites: calls.saved.filter((name) => !names.has(name)),
      lostRuns,
      runs: verdict.says,
      phonesAwayMs: phones.away.sorted,
      pagesAwayMs: pages.away.sorted,
      wentOffline,
    }
  } finally {
    pages.close()
    await calls.stop()
    await world.stop()
  }
}
