import type { DeviceId, RunId, ScriptId } from '@fleetdeck/contract/ids'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import type { PinnedModule } from '../../../domain/scripts/modules/pinned-modules.queries.ts'
import type { RunScript } from '../definition/task-scripts.queries.ts'
import type { DispatchPlan, OpenRun } from './dispatch.queries.ts'
import { finalState, obstacle, type RunInfo, type Verdict } from './run-checks.rules.ts'
import { orderOfRun, type TaskOrder } from './task-order.ts'

/** A run and its order for the phone. */
export interface DispatchedRun {
  run: OpenRun
  order: TaskOrder
  /** Of the script. */
  fileName: string
  imports: PinnedModule[]
  /** What its phone is known to lack of that which the script needs. */
  lacks: Capability[]
}

export type RunPlan = DispatchPlan & { dispatched: DispatchedRun[] }

/** Maximum number of times an unanswered order is sent. */
const maxTries = 5

/**
 * Changes of the open runs of some phones. Each connected phone without a run in progress gets the first unobstructed
 * one; an unanswered one is sent again.
 */
export function planRuns(runs: OpenRun[], context: PlanContext): RunPlan {
  const plan: RunPlan = { sent: [], ended: [], waits: [], dispatched: [] }
  for (const [deviceId, own] of Map.groupBy(runs, (run) => run.deviceId))
    planPhone(plan, own, { ...context, isOnline: context.connected.has(deviceId) })
  return plan
}

/** The present situation. */
export interface PlanContext {
  /** The scripts of all the runs, by id. */
  scripts: Map<ScriptId, RunScript>
  /** What they need. */
  needs: ReadonlyMap<ScriptId, Capability[]>
  /** Connected phones. */
  connected: Set<DeviceId>
  /** Runs whose answer is overdue. */
  overdue: Set<RunId>
  now: Date
}

function planPhone(
  plan: RunPlan,
  own: OpenRun[],
  { scripts, needs, isOnline, overdue, now }: PlanContext & { isOnline: boolean },
): void {
  let busyWith = own.find(({ state }) => state !== 'queued')?.taskName ?? null
  for (const run of own) {
    const script = scripts.get(run.scriptId)
    const lacks = lackedBy(run, needs.get(run.scriptId) ?? [])
    if (run.state === 'sent' && overdue.has(run.id)) repeat(plan, run, isOnline ? script : undefined, lacks)
    if (run.state !== 'queued') continue
    const verdict = leftOut(run, lacks) ?? obstacle(runInfo(run, { script, isOnline, busyWith }), now)
    if (!verdict) busyWith = run.taskName
    enter(plan, run, { verdict, script, lacks })
  }
}

const runInfo = (
  run: Pick<
    OpenRun,
    | 'taskStatus'
    | 'taskPaused'
    | 'endTime'
    | 'deviceStatus'
    | 'expireTime'
    | 'isTarget'
    | 'triedBy'
    | 'triedAt'
  > & {
    notBefore: Date | null
    reason: string | null
    onlineChangedAt: Date | null
  },
  now: { script: RunScript | undefined; isOnline: boolean; busyWith: string | null },
): RunInfo => ({
  ...run,
  isRetry: run.reason === 'retry',
  isLimitReached: false,
  hasJoinedLater: false,
  hasScript: now.script !== undefined,
  hasModules: now.script?.imports !== undefined,
  isOnline: now.isOnline,
  offlineSince: run.onlineChangedAt,
  busyWith: now.busyWith,
})

const leftOut = ({ leavesOut }: OpenRun, lacks: Capability[]): Verdict | undefined =>
  leavesOut && lacks.length > 0 ? { reason: 'lacks' } : undefined

/** Nothing of a phone that has not reported what it can do. */
const lackedBy = ({ can }: { can: string[] | null }, needed: readonly Capability[]): Capability[] =>
  can === null ? [] : needed.filter((name) => !can.includes(name))

function enter(
  plan: RunPlan,
  run: OpenRun,
  {
    verdict,
    script,
    lacks,
  }: { verdict: Verdict | undefined; script: RunScript | undefined; lacks: Capability[] },
): void {
  const end = verdict && finalState(verdict)
  if (end) plan.ended.push({ id: run.id, state: end, reason: verdict.reason })
  else if (!verdict && script) dispatch(plan, run, script, lacks)
  else {
    const isDueLater = verdict?.reason === 'notYet' || verdict?.reason === 'retry'
    const wakeAt = isDueLater ? run.notBefore : run.endTime
    const reason = verdict?.reason ?? null
    if (run.wakeAt?.getTime() !== wakeAt?.getTime() || reason !== run.waitsFor)
      plan.waits.push({ id: run.id, wakeAt, before: run.wakeAt, reason })
  }
}

function repeat(plan: RunPlan, run: OpenRun, script: RunScript | undefined, lacks: Capability[]): void {
  if (run.tries >= maxTries) plan.ended.push({ id: run.id, state: 'failed', reason: 'unanswered' })
  else if (script && !run.taskPaused) dispatch(plan, run, script, lacks)
  // The phone lists its runs when it reconnects, and a paused task wakes them when it continues.
  else if (run.wakeAt) plan.waits.push({ id: run.id, wakeAt: null, before: run.wakeAt, reason: null })
}

function dispatch(plan: RunPlan, run: OpenRun, script: RunScript, lacks: Capability[]): void {
  const order = orderOfRun(run, script)
  plan.sent.push({ id: run.id, scriptVersion: script.scriptVersion, params: order.valueJson })
  plan.dispatched.push({ run, order, fileName: script.fileName, imports: script.imports ?? [], lacks })
}
