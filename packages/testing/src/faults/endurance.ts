import { setTimeout as pause } from 'node:timers/promises'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { incidents } from '@fleetdeck/contract/incidents'
import { maxLogLines } from '@fleetdeck/contract/log-socket'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { ScheduleType, tasks } from '@fleetdeck/contract/tasks'
import { HttpClient } from '../server/http-client.ts'
import type { Memory } from './failing-machine.ts'
import { type Fault, faults } from './faults.ts'
import { type Cell, type Column, runColumn } from './matrix.ts'
import type { Verdict } from './probe.ts'
import { probesOf } from './probes/all.ts'
import { TaskProbe } from './probes/task-probe.ts'
import { judge, marks } from './reliability-table.ts'
import { until } from './services.ts'
import { slopeOf } from './slope.ts'
import { phoneCount, World } from './world.ts'

const phones = 300
const diskMegabytes = 2000
const onlineLimitMs = 120_000
const incidentLimitMs = 120_000
const logsLimitMs = 300_000
/** Between the end of the work and measuring: its memory is released. */
const settleMs = 5000
/** Faults before the minutes that are measured, as a part of those: caches fill up, V8 compiles what runs often. */
const warmUp = 1 / 3
/** MB an hour of the server that is never restarted. */
const mostGrowth = 1

interface Round {
  /** Hours since the beginning. */
  at: number
  column: Column
  /** All phones are online again after this many milliseconds; undefined: they are not. */
  onlineMs: number | undefined
  memory: (Memory | undefined)[]
}

/**
 * Two servers and 300 phones, each of which runs a task every minute, while every job and live session meets one random
 * fault after the other. Prints each round, and a summary in Markdown.
 * @param minutes that are measured; the last fault ends afterwards
 * @param seed of the order of the faults
 * @returns false when something was broken or not run, or when the memory of the first server grew by more than 1 MB/h
 */
export async function runEndurance(minutes: number, seed: number): Promise<boolean> {
  const world = await World.start({ phones, diskMegabytes })
  world.stopWithProgram()
  const probes = probesOf(world)
  const devices = Array.from({ length: phones - phoneCount }, (_, at) => `B${phoneCount + at + 1}`)
  const minutely = new TaskProbe(world, { devices, everySeconds: 60 })
  try {
    await Promise.all([...probes, minutely].map((probe) => probe.prepare?.()))
    await minutely.start()
    await fillLogs(world, devices)
    const rounds: Round[] = []
    const began = performance.now()
    const hours = () => (performance.now() - began) / 3_600_000
    const measuredFrom = (minutes / 60) * warmUp
    for (const fault of inRandomOrder(seed)) {
      if (hours() >= measuredFrom + minutes / 60) break
      const column = await runColumn(world, probes, fault)
      const onlineMs = await until(async () => (await countOnline(world.admin)) === phones, onlineLimitMs)
      await pause(settleMs)
      const round = { column, onlineMs, at: hours(), memory: await world.measureMemory() }
      rounds.push(round)
      console.log(lineOf(round))
    }
    const ending = { task: await minutely.check(), incidents: await listIncidents(world) }
    console.log(summaryOf(rounds, ending, { seed, measuredFrom }))
    return isWhole(rounds, ending, measuredFrom)
  } finally {
    for (const probe of probes) await probe.stop?.()
    await world.stop()
  }
}

/**
 * The first server keeps as many log lines of all phones as it ever will, as on a site that has run for a day: phones
 * go from one server to the other, and each keeps the lines that it received.
 */
async function fillLogs(world: World, devices: string[]): Promise<void> {
  const admin = new HttpClient(world.servers[0]?.address ?? '', world.admin.token)
  await world.servers[1]?.stop()
  if ((await until(async () => (await countOnline(admin)) === phones, onlineLimitMs)) === undefined)
    throw new Error('Not all phones are on the first server.')
  const platformName = 'Logs'
  await admin.call(platforms.add, { body: { platformName } })
  const { list } = await admin.call(platforms.list, { query: { name: platformName } })
  const content = `for (let line = 0; line < ${maxLogLines / 2}; line += 1) {
    logi(\`Script “Every 60 s” started, \${line}\`)
    logi(\`Script “Every 60 s” has ended, \${line}\`)
  }`
  const script = { scriptName: platformName, platformId: list[0]?.id ?? 0, version: '1', content }
  const { id: scriptId } = await admin.call(scripts.add, { body: script })
  const body = { taskName: platformName, scriptId, execType: 1 as const, devices }
  const { id } = await admin.call(tasks.add, { body: { ...body, scheduleType: ScheduleType.now } })
  await admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
  const ended = `select count(*)::int as runs from task_runs where task_id = ${id} and state = 'succeeded'`
  const isOnAll = async () => (await world.services.sql<{ runs: number }>(ended))[0]?.runs === devices.length
  if (!(await until(isOnAll, logsLimitMs))) throw new Error('The logs of the phones could not be filled.')
  await world.restartServer(1)
}

/** Each fault once, in a random order, then each again in another one, without end. */
function* inRandomOrder(seed: number): Generator<Fault> {
  const random = randomNumbers(seed)
  for (;;) {
    const left = [...faults]
    while (left.length) yield* left.splice(Math.floor(random() * left.length), 1)
  }
}

/** The mulberry32 generator: 0 to below 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function countOnline(admin: HttpClient): Promise<number> {
  const { list } = await admin.call(deviceGroups.list)
  return list.reduce((sum, { onlineCount }) => sum + onlineCount, 0)
}

interface Ending {
  /** Of the task that ran all the time. */
  task: Verdict
  incidents: Incidents
}

interface Incidents {
  /** How many of each kind there were. */
  counts: Map<string, number>
  /** Those that do not end. */
  open: string[]
}

/** The installation's own report, once all of it is over, or two minutes later. */
async function listIncidents(world: World): Promise<Incidents> {
  const open = async () => (await world.admin.call(incidents.summary)).open.map(({ kind }) => kind)
  await until(async () => (await open()).length === 0, incidentLimitMs)
  const rows = await world.services.sql<{ kind: string; count: number }>(
    'select kind, count(*)::int as count from incidents group by 1 order by 1',
  )
  return { counts: new Map(rows.map(({ kind, count }) => [kind, count])), open: await open() }
}

function isWhole(rounds: readonly Round[], { task, incidents: told }: Ending, measuredFrom: number): boolean {
  const { mb } = growthOf(rounds, 'live', measuredFrom)
  const failed = (round: Round) =>
    round.column.dead > 0 || round.onlineMs === undefined || notesOf([round], isFailure).length > 0
  const isOver = !task.lost.length && !task.twice.length && !told.open.length
  return isOver && mb <= mostGrowth && !rounds.some(failed)
}

const isFailure = (mark: string) => mark === marks.broken || mark === marks.hole
const isDeviation = (mark: string) => mark === marks.deviates

function notesOf(rounds: readonly Round[], isMeant: (mark: string) => boolean): string[] {
  return rounds.flatMap(({ column }) =>
    [...column.cells].flatMap(([row, cell]) => {
      const { mark, note } = judge(cell)
      return isMeant(mark) ? [`${mark} ${column.fault} × ${row}: ${note}`] : []
    }),
  )
}

interface Growth {
  /** An hour, with its standard error. */
  mb: number
  error: number
  first: number
  last: number
}

/**
 * Of the first server, after the warm-up, at an equal number of connections: faults send up to 150 phones from one
 * server to the other, which takes more memory than an hour of growth.
 */
function growthOf(
  rounds: readonly Round[],
  kind: 'live' | 'code' | 'resident',
  measuredFrom: number,
): Growth {
  const points = rounds.flatMap(({ at, memory: [first] }) =>
    first && at >= measuredFrom ? [{ at, mb: first[kind], connections: first.connections }] : [],
  )
  const { slope, error } = slopeOf({
    y: points.map(({ mb }) => mb),
    x: points.map(({ at }) => at),
    besides: points.map(({ connections }) => connections),
  })
  return { mb: slope, error, first: points[0]?.mb ?? 0, last: points.at(-1)?.mb ?? 0 }
}

function lineOf(round: Round): string {
  const { at, column, onlineMs, memory } = round
  const bad = notesOf([round], (mark) => isFailure(mark) || isDeviation(mark))
  const used = memory.map((one) =>
    one
      ? `${one.live.toFixed(1)}/${one.code.toFixed(1)}/${one.resident.toFixed(0)}, ${one.connections}`
      : 'no answer',
  )
  const online = onlineMs === undefined ? 'NOT ALL PHONES ONLINE' : `all online after ${seconds(onlineMs)}`
  const dead = column.dead ? `, ${column.dead} SERVERS ENDED` : ''
  const head = `${(at * 60).toFixed(1)} min, ${column.fault} (${column.seconds.toFixed(0)} s)${dead}`
  return [
    `${head}: ${online}; live/code/resident MB, connections ${used.join('; ')}`,
    ...bad.map((note) => `  ${note}`),
  ].join('\n')
}

const minutesOf = (hours: number) => (hours * 60).toFixed(0)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function summaryOf(
  rounds: readonly Round[],
  { task, incidents: told }: Ending,
  { seed, measuredFrom }: { seed: number; measuredFrom: number },
): string {
  const cells = rounds
    .flatMap(({ column }) => [...column.cells.values()])
    .filter((cell): cell is Cell => 'backMs' in cell)
  const back = cells.flatMap(({ backMs }) => (backMs === undefined ? [] : [backMs])).sort((a, b) => a - b)
  const at = (part: number) => seconds(back[Math.min(back.length - 1, Math.floor(back.length * part))] ?? 0)
  const [failures, deviations] = [notesOf(rounds, isFailure), notesOf(rounds, isDeviation)]
  const row = (name: string, { mb, error, first, last }: Growth) =>
    `| ${name}, first server | ${first.toFixed(1)} → ${last.toFixed(1)} MB, ${mb.toFixed(2)} ± ${error.toFixed(2)} MB/h |`
  return [
    `| ${minutesOf(rounds.at(-1)?.at ?? 0)} minutes, seed ${seed} | |`,
    '|---|---|',
    `| faults | ${rounds.length} |`,
    `| jobs and sessions during a fault | ${cells.length} |`,
    `| broken or not run | ${failures.length} |`,
    `| slower than promised, or by hand | ${deviations.length} |`,
    `| servers that ended without being meant to | ${rounds.reduce((sum, { column }) => sum + column.dead, 0)} |`,
    `| back after the end of the fault, p50 / p95 / most | ${at(0.5)} / ${at(0.95)} / ${at(1)} |`,
    `| slowest answer | ${seconds(Math.max(0, ...cells.map(({ slowestMs }) => slowestMs)))} |`,
    `| all ${phones} phones online, most | ${seconds(Math.max(0, ...rounds.map(({ onlineMs = Infinity }) => onlineMs)))} |`,
    `| a task every minute on ${phones - phoneCount} phones | ${task.says}; ${task.lost.length} times missed, ${task.twice.length} twice |`,
    `| incidents | ${[...told.counts].map(([kind, count]) => `${count} ${kind}`).join(', ')}; ${told.open.length} not over |`,
    row(
      `memory in use from minute ${minutesOf(measuredFrom)}, at equal connections`,
      growthOf(rounds, 'live', measuredFrom),
    ),
    row('of it compiled code', growthOf(rounds, 'code', measuredFrom)),
    row('resident memory, at equal connections', growthOf(rounds, 'resident', measuredFrom)),
    '',
    ...[...failures, ...deviations].map((note) => `- ${note}`),
  ].join('\n')
}
