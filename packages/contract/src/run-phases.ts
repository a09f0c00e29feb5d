import { z } from 'zod'
import { DeliveryState } from './delivery.ts'
import { idParam, time } from './endpoint.ts'
import { TaskReason, taskRuns } from './task-runs.ts'

/** Why a run waited, from `at` on. */
export interface RunWait {
  reason: TaskReason
  at: string
}
/** A run stores its newest waits up to this number. */
export const maxWaits = 20

/** The times of an attempt that failed and was retried; null: not known. */
export interface EarlierAttempt {
  attempt: number
  waits: RunWait[]
  sentAt: string | null
  acknowledgedAt: string | null
  startedAt: string | null
  endedAt: string | null
  reason: TaskReason | null
}
/** A run stores the times of its newest earlier attempts up to this number. */
export const maxEarlierAttempts = 20

export const RunPhase = z.object({
  phase: z.enum(['waiting', 'sent', 'acknowledged', 'running']),
  /** Why it waited; null: not known. */
  reason: TaskReason.nullable(),
  /** Null: not known. */
  from: time.nullable(),
  /** Null: it goes on, or is not known. */
  to: time.nullable(),
})
export type RunPhase = z.output<typeof RunPhase>

export const RunAttempt = z.object({
  /** From 1 on. */
  attempt: z.number(),
  state: DeliveryState,
  phases: z.array(RunPhase),
  endedAt: time.nullable(),
})
export type RunAttempt = z.output<typeof RunAttempt>

/** The time line of a run. */
export const RunPhases = z.object({
  dueAt: time,
  createdAt: time,
  /** Oldest first. Those before the first are not known any more. */
  attempts: z.array(RunAttempt),
  /** How often the order of the present attempt was sent. */
  tries: z.number(),
  /** The site's clock. */
  now: time,
})
export type RunPhases = z.output<typeof RunPhases>

export const runPhases = {
  phases: {
    method: 'GET',
    path: '/task/run/phases',
    permission: taskRuns.lines.permission,
    query: z.strictObject({ id: idParam.brand<'RunId'>() }),
    data: RunPhases,
  },
} as const
