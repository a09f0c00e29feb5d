import type { ScheduledJobRunId } from '@fleetdeck/contract/ids'
import type { JobParams, JobTarget } from '@fleetdeck/contract/job-targets'
import { jobTargets } from '@fleetdeck/contract/job-targets'
import { isJobTarget, MisfirePolicy } from '@fleetdeck/contract/scheduled-jobs'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { throughOutages } from '../../platform/core/through-outages.ts'
import { readClock } from '../../platform/scheduler/clock.queries.ts'
import { ClockWatch } from '../../platform/scheduler/clock-watch.ts'
import * as claims from './claims.queries.ts'
import { dueRuns, nextTime } from './due-times.ts'

const tickMs = 1000
const heartbeatMs = 2500
const replanMs = 15_000
const endWithinMs = 600_000
/** Every living server has sent a heartbeat by then. */
const settleMs = 2 * heartbeatMs
const longestError = 2000

/**
 * The functions that jobs may name. Each returns the number of items it processed; `signal` aborts when the server
 * stops.
 */
export type JobHandlers = {
  [T in JobTarget]: (params: JobParams<T>, signal: AbortSignal) => Promise<number>
}
type AnyHandler = (params: object, signal: AbortSignal) => Promise<number>

interface Running {
  ended: Promise<void>
  /** Aborts when another server has taken the run for dead: it may run there again. */
  lost: AbortController
}

type JobRunnerDeps = Pick<Deps, 'db' | 'parameters' | 'log' | 'serverName'>

/**
 * Runs jobs at their times. Every server has one: due jobs are claimed in the database, so that one of them runs it.
 */
export class JobRunner {
  readonly #deps: JobRunnerDeps
  readonly #handlers: JobHandlers
  readonly #timers: NodeJS.Timeout[]
  readonly #running = new Map<ScheduledJobRunId, Running>()
  readonly #stopping = new AbortController()
  readonly #unfollow: () => void
  readonly #watch = new ClockWatch()
  /** Until then, by performance.now(), a run may look silent because the clock was set, or the database away. */
  #settledAt = 0
  #ticking: Promise<void> | undefined
  #beating: Promise<void> | undefined

  constructor(deps: JobRunnerDeps, handlers: JobHandlers) {
    this.#deps = deps
    this.#handlers = handlers
    let zone = deps.parameters.get('sys.timeZone')
    this.#unfollow = deps.parameters.onLoad(() => {
      const now = deps.parameters.get('sys.timeZone')
      if (now !== zone) claims.forgetNextTimes(deps.db).catch(this.#logError)
      zone = now
    })
    this.#timers = [
      setInterval(() => {
        this.tick().catch(this.#logError)
      }, tickMs),
      setInterval(() => {
        this.#beating ??= this.#sendHeartbeat()
          .catch(this.#logError)
          .finally(() => {
            this.#beating = undefined
          })
      }, heartbeatMs),
      setInterval(() => {
        this.replan().catch(this.#logError)
      }, replanMs),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  /** Starts jobs that are due now, by the database's clock, or at another time; joins a check in progress. */
  tick(now?: Date): Promise<void> {
    this.#ticking ??= this.#check(now)
      .catch(this.#logError)
      .finally(() => {
        this.#ticking = undefined
      })
    return this.#ticking
  }

  /** Runs a job once and immediately, paused or not; resolves when it has started. */
  async runOnce(job: claims.StoredJob): Promise<void> {
    const start = { job, serverName: this.#deps.serverName, byHand: true }
    const runId = await claims.startRun(this.#deps.db, start)
    if (runId === undefined) throw new AppError('jobRunning')
    this.#follow(runId, start).catch(this.#logError)
  }

  /** Runs the built-in job for a function now. */
  async runTarget(target: JobTarget): Promise<void> {
    const job = await claims.ownJob(this.#deps.db, target)
    if (!job) throw new AppError('notFound')
    await this.runOnce(job)
  }

  /** Whether any server is running the function. */
  isTargetRunning(target: JobTarget): Promise<boolean> {
    return claims.isTargetRunning(this.#deps.db, target)
  }

  /** Resolves when nothing is running here. */
  async idle(): Promise<void> {
    await this.#ticking
    await Promise.all([...this.#running.values()].map((run) => run.ended))
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#unfollow()
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([this.idle(), this.#beating])
  }

  #logError = (error: unknown) => this.#deps.log.error({ err: error }, 'could not run scheduled jobs')

  async #check(at?: Date): Promise<void> {
    const { db, log } = this.#deps
    const { now, jumpMs } = await this.#watch.read(db)
    if (jumpMs !== 0) {
      log.warn({ jumpMs }, 'database clock changed: planning jobs again')
      this.#settledAt = performance.now() + settleMs
      await this.replan()
    }
    for (const job of await claims.dueJobs(db, at ?? now)) {
      if (this.#stopping.signal.aborted) return
      const isAll = job.misfirePolicy === MisfirePolicy.all
      // Times that a clock skipped are made up for once.
      const misfirePolicy = jumpMs > 0 && isAll ? MisfirePolicy.once : job.misfirePolicy
      await this.#begin({ ...job, misfirePolicy }, at ?? now)
    }
  }

  async #begin(job: claims.StoredJob, now: Date): Promise<void> {
    const { db, parameters, serverName } = this.#deps
    const timeZone = parameters.get('sys.timeZone')
    const first = job.nextRunAt
    if (!first) {
      await claims.claimTime(db, job, nextTime(job.cronExpression, now, timeZone))
      return
    }
    const { runs, next } = dueRuns({ ...job, first }, now, timeZone)
    const start = { job, serverName, byHand: false }
    // A time that nobody is known to have claimed is left to the next check.
    const begun = await db.transaction(async (tx) => {
      if (!(await claims.claimTime(tx, job, next)) || runs === 0) return undefined
      return { runId: await claims.startRun(tx, start) }
    })
    if (begun) await this.#goOn(begun.runId, start, runs)
  }

  /** Missed runs are made up for sequentially. */
  async #goOn(runId: ScheduledJobRunId | undefined, start: claims.Start, runs: number): Promise<void> {
    const { db } = this.#deps
    if (runId === undefined) return isQuiet(start.job) ? undefined : claims.noteSkipped(db, start)
    const ended = this.#follow(runId, start)
    if (runs > 1 && !this.#stopping.signal.aborted)
      ended
        .then(() => claims.startRun(db, start))
        .then((next) => this.#goOn(next, start, runs - 1))
        .catch(this.#logError)
  }

  #follow(runId: ScheduledJobRunId, start: claims.Start): Promise<void> {
    const lost = new AbortController()
    const ended = this.#run(runId, start, lost.signal)
      .catch(this.#logError)
      .finally(() => this.#running.delete(runId))
    this.#running.set(runId, { ended, lost })
    return ended
  }

  async #run(runId: ScheduledJobRunId, { job, byHand }: claims.Start, lost: AbortSignal): Promise<void> {
    const { db } = this.#deps
    const began = performance.now()
    const { doneCount, exceptionInfo } = await this.#outcome(job, lost)
    if (lost.aborted) return
    const durationMs = Math.round(performance.now() - began)
    const state = exceptionInfo ? 'failed' : 'succeeded'
    // A frequent job without work is not logged.
    const isForgotten = state === 'succeeded' && doneCount === 0 && !byHand && isQuiet(job)
    // A job whose end is not written cannot run again.
    await throughOutages(
      async () => {
        if (isForgotten) await claims.forgetRun(db, runId)
        else await claims.endRun(db, runId, { state, doneCount, durationMs, exceptionInfo })
      },
      { forMs: endWithinMs, signal: this.#stopping.signal },
    )
  }

  /** `exceptionInfo` is empty after a success. */
  async #outcome(job: claims.StoredJob, lost: AbortSignal) {
    try {
      return { doneCount: await this.#call(job, lost), exceptionInfo: '' }
    } catch (error) {
      return { doneCount: 0, exceptionInfo: explainReason(error).slice(0, longestError) || 'failed' }
    }
  }

  async #call({ invokeTarget, jobParams }: claims.StoredJob, lost: AbortSignal): Promise<number> {
    if (!isJobTarget(invokeTarget)) throw new Error(`This version knows no function ${invokeTarget}`)
    const handler = this.#handlers[invokeTarget] as AnyHandler
    const signal = AbortSignal.any([this.#stopping.signal, lost])
    return handler(jobTargets[invokeTarget].params.parse(jobParams), signal)
  }

  async #sendHeartbeat(): Promise<void> {
    const { db } = this.#deps
    try {
      const own = [...this.#running]
      const alive = await claims.touchRuns(
        db,
        own.map(([id]) => id),
      )
      for (const [id, { lost }] of own) if (!alive.has(id)) lost.abort()
      if (performance.now() >= this.#settledAt) await claims.endAbandonedRuns(db)
    } catch (error) {
      // The other servers could not send their heartbeats either.
      this.#settledAt = performance.now() + settleMs
      throw error
    }
  }

  /** When the clock was set back, times computed before would be waited for too long. */
  async replan(): Promise<void> {
    const { db, parameters } = this.#deps
    const now = await readClock(db)
    const timeZone = parameters.get('sys.timeZone')
    for (const job of await claims.waitingJobs(db, now)) {
      const next = nextTime(job.cronExpression, now, timeZone)
      if (next && job.nextRunAt && next < job.nextRunAt) await claims.claimTime(db, job, next)
    }
  }
}

const isQuiet = ({ invokeTarget }: claims.StoredJob) =>
  isJobTarget(invokeTarget) && 'quiet' in jobTargets[invokeTarget]

function explainReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message
}
