import type { DeliveryState } from '@fleetdeck/contract/delivery'
import type { EarlierAttempt, RunAttempt, RunPhase, RunWait } from '@fleetdeck/contract/run-phases'

/** A run as it is stored. */
export interface StoredRun {
  state: DeliveryState
  attempt: number
  tries: number
  waits: RunWait[]
  earlier: EarlierAttempt[]
  dueAt: Date
  createdAt: Date
  sentAt: Date | null
  acknowledgedAt: Date | null
  startedAt: Date | null
  endedAt: Date | null
}

interface Times {
  /** Null: not known. */
  beganAt: number | null
  waits: RunWait[]
  sentAt: number | null
  acknowledgedAt: number | null
  startedAt: number | null
  endedAt: number | null
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
const msOf = (time: Date | string | null) => (time === null ? null : new Date(time).getTime())

/** The attempts of a run, each with its phases; a time that is not known stays so. */
export function phasesOf(run: StoredRun): RunAttempt[] {
  const earlier = run.earlier.map((attempt, at): RunAttempt => {
    const before = run.earlier[at - 1]
    const beganAt = attempt.attempt === 1 ? run.createdAt.getTime() : msOf(before?.endedAt ?? null)
    return {
      attempt: attempt.attempt,
      state: 'failed',
      phases: toPhases({
        beganAt,
        waits: attempt.waits,
        sentAt: msOf(attempt.sentAt),
        acknowledgedAt: msOf(attempt.acknowledgedAt),
        startedAt: msOf(attempt.startedAt),
        endedAt: msOf(attempt.endedAt),
      }),
      endedAt: iso(msOf(attempt.endedAt)),
    }
  })
  const isQueued = run.state === 'queued'
  const present: RunAttempt = {
    attempt: run.attempt,
    state: run.state,
    phases: toPhases({
      beganAt: run.attempt === 1 ? run.createdAt.getTime() : msOf(run.earlier.at(-1)?.endedAt ?? null),
      waits: run.waits,
      // An order that did not reach the phone is sent again.
      sentAt: isQueued ? null : msOf(run.sentAt),
      acknowledgedAt: msOf(run.acknowledgedAt),
      startedAt: msOf(run.startedAt),
      endedAt: msOf(run.endedAt),
    }),
    endedAt: iso(msOf(run.endedAt)),
  }
  return [...earlier, present]
}

function toPhases({ beganAt, waits, sentAt, acknowledgedAt, startedAt, endedAt }: Times): RunPhase[] {
  const first = firstOf(startedAt, endedAt)
  const wasSent = sentAt !== null || acknowledgedAt !== null || startedAt !== null
  return [
    ...waiting(beganAt, waits, firstOf(sentAt, acknowledgedAt, first)),
    ...(wasSent ? [phase('sent', sentAt, firstOf(acknowledgedAt, first))] : []),
    ...(acknowledgedAt !== null || startedAt !== null ? [phase('acknowledged', acknowledgedAt, first)] : []),
    ...(startedAt === null ? [] : [phase('running', startedAt, endedAt)]),
  ]
}

function waiting(beganAt: number | null, waits: RunWait[], end: number | null): RunPhase[] {
  const starts = waits.map(({ reason, at }) => ({ reason, from: msOf(at) }))
  const [first] = starts
  const isDelayed = beganAt !== null && (first === undefined || (first.from ?? 0) > beganAt)
  const all = isDelayed ? [{ reason: null, from: beganAt }, ...starts] : starts
  return all.map(({ reason, from }, at) => ({
    ...phase('waiting', from, at + 1 < all.length ? (all[at + 1]?.from ?? null) : end),
    reason,
  }))
}

const firstOf = (...times: (number | null)[]) => times.find((time) => time !== null) ?? null

/** Clocks are corrected: a phase never ends before it begins. */
const phase = (name: RunPhase['phase'], from: number | null, to: number | null): RunPhase => ({
  phase: name,
  reason: null,
  from: iso(from),
  to: iso(from !== null && to !== null ? Math.max(from, to) : to),
})
