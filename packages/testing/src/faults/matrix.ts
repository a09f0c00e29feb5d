import { setTimeout as pause } from 'node:timers/promises'
import { type Fault, inflict, titleOf } from './faults.ts'
import type { Calls, Probe, Verdict } from './probe.ts'
import { until } from './services.ts'
import type { World } from './world.ts'

/** The product's promises, in milliseconds. */
export const promises = { answerMs: 5000, backMs: 10_000 } as const

const startLimitMs = 60_000
const backLimitMs = 60_000
const checkLimitMs = 120_000
/** The work of the jobs goes on for a moment before a fault begins. */
const warmMs = 500

export interface Cell extends Verdict {
  /** The slowest answer of the calls that a server could answer. */
  slowestMs: number
  /** From the end of the fault until the same kind of work succeeded; undefined: it did not. */
  backMs: number | undefined
}

/** A cell that has no verdict, and why. */
export interface Hole {
  hole: string
}

export interface Column {
  fault: string
  /** Servers that ended although the fault does not end them. */
  dead: number
  seconds: number
  cells: Map<string, Cell | Hole>
}

export type CallingProbe = Probe & { calls: Calls }

/** All probes at the same time, once. */
export async function runColumn(
  world: World,
  probes: readonly CallingProbe[],
  fault: Fault,
): Promise<Column> {
  const began = performance.now()
  const missing = fault.missing?.(world)
  const cells = new Map<string, Cell | Hole>()
  if (missing) {
    for (const { row } of probes) cells.set(row, { hole: missing })
    return { fault: titleOf(fault), dead: 0, seconds: 0, cells }
  }
  for (const { calls } of probes) calls.forget()
  const started = await Promise.all(probes.map((probe) => failureOf(() => probe.start(), startLimitMs)))
  await pause(warmMs)
  const pids = world.servers.map(({ pid }) => pid)
  const faultBegan = performance.now()
  await inflict(fault, world)
  const faultEnded = performance.now()
  const from = fault.cutsPages ? faultEnded : faultBegan
  // All are back before the first is checked: some need what others do, such as a screen that changes.
  const times = await Promise.all(probes.map((probe) => until(() => probe.isBack(), backLimitMs)))
  await Promise.all(
    probes.map(async (probe, at) => {
      const slowestMs = Math.max(0, ...probe.calls.between(from, performance.now()).map(({ ms }) => ms))
      const { verdict, failure } = await checked(probe)
      const hole = started[at] ? `not started: ${started[at]}` : `no verdict: ${failure}`
      cells.set(probe.row, verdict && !started[at] ? { ...verdict, slowestMs, backMs: times[at] } : { hole })
    }),
  )
  const isMeant = fault.group === 'Server'
  const dead = isMeant ? 0 : pids.filter((pid) => !isRunning(pid)).length
  return { fault: titleOf(fault), dead, seconds: (performance.now() - began) / 1000, cells }
}

async function checked(probe: Probe): Promise<{ verdict: Verdict | undefined; failure: string | undefined }> {
  let verdict: Verdict | undefined
  const failure = await failureOf(async () => {
    verdict = await probe.check()
  }, checkLimitMs)
  return { verdict, failure }
}

/** Why the work failed, or did not end in time. */
async function failureOf(work: () => Promise<void>, limitMs: number): Promise<string | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve(`not ended after ${limitMs / 1000} s`), limitMs)
  const failed = work().then(
    () => undefined,
    (error: Error) => error.message,
  )
  const failure = await Promise.race([failed, late])
  clearTimeout(timer)
  return failure
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
