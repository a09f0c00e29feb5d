import { Status } from '@fleetdeck/contract/enums'
import type { TaskReason } from '@fleetdeck/contract/task-runs'
import { type RunCheck, TaskStatus } from '@fleetdeck/contract/tasks'

/** All conditions for sending a run to its phone. */
export interface RunInfo {
  isTarget: boolean
  taskStatus: number
  taskPaused: boolean
  endTime: Date | null
  /** Null: no run is due, now or later. */
  notBefore: Date | null
  isRetry: boolean
  /** The phone has had as many runs as the task allows. */
  isLimitReached: boolean
  /** The phone joined after the task's single time, and the task does not take such phones. */
  hasJoinedLater: boolean
  deviceStatus: number
  expireTime: Date | null
  hasScript: boolean
  /** Nothing that it imports has been deleted. */
  hasModules: boolean
  isOnline: boolean
  offlineSince: Date | null
  /** The task that runs on the phone, or runs before this one. */
  busyWith: string | null
  /** The user who tries a script on the phone, and since when. */
  triedBy: string | null
  triedAt: Date | null
}

export interface Verdict {
  reason: TaskReason
  at?: Date
  task?: string
}

type Rule = (info: RunInfo, now: Date) => Verdict | undefined

/** In this order; the first unmet check is the reason. */
const rules: { check: RunCheck; unmet: Rule }[] = [
  { check: 'target', unmet: ({ isTarget }) => (isTarget ? undefined : { reason: 'notTarget' }) },
  {
    check: 'started',
    unmet: ({ taskStatus, taskPaused }) => {
      if (taskStatus !== TaskStatus.started) return { reason: 'stopped' }
      return taskPaused ? { reason: 'paused' } : undefined
    },
  },
  {
    check: 'time',
    unmet: ({ endTime, notBefore, isRetry, isLimitReached, hasJoinedLater }, now) => {
      if (endTime && endTime <= now) return { reason: 'tooLate', at: endTime }
      if (isLimitReached) return { reason: 'limit' }
      if (!notBefore) return { reason: hasJoinedLater ? 'joinedLater' : 'noTime' }
      return notBefore > now ? { reason: isRetry ? 'retry' : 'notYet', at: notBefore } : undefined
    },
  },
  {
    check: 'device',
    unmet: ({ deviceStatus, expireTime }, now) => {
      if (deviceStatus !== Status.on) return { reason: 'deviceDisabled' }
      return expireTime && expireTime <= now ? { reason: 'deviceExpired', at: expireTime } : undefined
    },
  },
  {
    check: 'script',
    unmet: ({ hasScript, hasModules }) => {
      if (!hasScript) return { reason: 'scriptGone' }
      return hasModules ? undefined : { reason: 'moduleGone' }
    },
  },
  {
    check: 'online',
    unmet: ({ isOnline, offlineSince }) =>
      isOnline ? undefined : { reason: 'offline', ...(offlineSince && { at: offlineSince }) },
  },
  {
    check: 'turn',
    unmet: ({ busyWith, triedBy, triedAt }) => {
      if (triedBy !== null) return { reason: 'trying', task: triedBy, ...(triedAt && { at: triedAt }) }
      return busyWith === null ? undefined : { reason: 'busy', task: busyWith }
    },
  },
]

/** Why a run is not sent; undefined when nothing prevents it. */
export function obstacle(info: RunInfo, now: Date): Verdict | undefined {
  for (const { unmet } of rules) {
    const verdict = unmet(info, now)
    if (verdict) return verdict
  }
}

/** The checks up to the first that fails. */
export function explain(info: RunInfo, now: Date): { check: RunCheck; verdict: Verdict | undefined }[] {
  const told: { check: RunCheck; verdict: Verdict | undefined }[] = []
  for (const { check, unmet } of rules) {
    const verdict = unmet(info, now)
    told.push({ check, verdict })
    if (verdict) break
  }
  return told
}

/** The final state of a run that will never be sent. */
export function finalState({ reason }: Verdict): 'expired' | 'stopped' | 'failed' | undefined {
  if (reason === 'tooLate') return 'expired'
  if (reason === 'moduleGone') return 'failed'
  return ['notTarget', 'stopped', 'lacks'].includes(reason) ? 'stopped' : undefined
}
