import type { TaskReason } from '@fleetdeck/contract/task-runs'
import type { RunCheck } from '@fleetdeck/contract/tasks'
import { siteNow } from '../../../platform/core/site-clock.ts'
import { explain, obstacle, type RunInfo, type Verdict } from '../dispatch/run-checks.rules.ts'
import type { RunRow } from './runs.queries.ts'

type Told = { reason: TaskReason | null; reasonAt: Date | null; reasonTask: string | null }

const told = (verdict: Verdict | undefined): Told => ({
  reason: verdict?.reason ?? null,
  reasonAt: verdict?.at ?? null,
  reasonTask: verdict?.task ?? null,
})

export const runInfo = (run: RunRow): RunInfo => ({
  ...run,
  isRetry: run.reason === 'retry',
  isLimitReached: false,
  hasJoinedLater: false,
  hasScript: true,
  hasModules: true,
  isOnline: run.online,
  offlineSince: run.onlineChangedAt,
})

/** Why a run is in its state: by the rules of dispatch while it waits, later by its events. */
function explainReason(run: RunRow, now: Date): Told {
  if (run.state === 'queued') return told(obstacle(runInfo(run), now) ?? { reason: 'ready' })
  if (run.state === 'sent' || run.state === 'acknowledged' || run.state === 'running')
    return told(underWay(run))
  if (run.reason === 'tooLate') return told({ reason: 'tooLate', ...(run.endTime && { at: run.endTime }) })
  return told(run.reason ? { reason: run.reason } : undefined)
}

function underWay(run: RunRow): Verdict | undefined {
  if (run.stopRequested) return { reason: 'stopping' }
  if (!run.online) return { reason: 'offline', ...(run.onlineChangedAt && { at: run.onlineChangedAt }) }
  if (run.paused) return { reason: 'standsStill' }
  if (run.asksUntil && run.state === 'running') return { reason: 'asking', at: run.asksUntil }
  if (run.taskId !== null && run.triedBy !== null && run.state !== 'running')
    return { reason: 'trying', task: run.triedBy, ...(run.triedAt && { at: run.triedAt }) }
  if (run.state === 'sent') return { reason: 'sent' }
  return run.kept && run.tryEndsAt ? { reason: 'kept', at: run.tryEndsAt } : undefined
}

/** A run as the console gets it. */
export const shownRun = (run: RunRow, now = siteNow()) => ({ ...run, ...explainReason(run, now) })

/** Every check with its result, followed by the state of the run. */
export function whyNot(info: RunInfo, run: RunRow | undefined, now: Date) {
  const row = (check: RunCheck, verdict: Verdict | undefined, ok = verdict === undefined) => ({
    check,
    ok,
    reason: verdict?.reason ?? null,
    at: verdict?.at ?? null,
    task: verdict?.task ?? null,
  })
  const checks = explain(info, now).map(({ check, verdict }) => row(check, verdict))
  if (!run) return checks
  const { reason, reasonAt, reasonTask } = explainReason(run, now)
  const isWell = run.state === 'succeeded' || run.state === 'acknowledged' || run.state === 'running'
  if (run.state === 'queued') return checks
  const verdict: Verdict | undefined = reason
    ? { reason, ...(reasonAt && { at: reasonAt }), ...(reasonTask && { task: reasonTask }) }
    : run.state === 'succeeded'
      ? { reason: 'done' }
      : undefined
  return [...checks, row('run', verdict, isWell)]
}
