import type { UserId } from '@fleetdeck/contract/ids'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'
import type { Db } from '../db/db.ts'
import { Cancelled, Job } from './job.ts'
import { endStates, findJob, type JobProgress, newestJob, requestCancel } from './jobs.queries.ts'

interface JobDeps {
  db: Db
  log: FastifyBaseLogger
}

/** A job without a heartbeat for so long died with its server. */
const silenceMs = 60_000

const isRunning = ({ state, lastSeenAt }: { state: string; lastSeenAt: Date }) =>
  !endStates.some((end) => end === state) && Date.now() - lastSeenAt.getTime() < silenceMs

/** Starts, finds and cancels the jobs of one kind; stopping the server stops the jobs that run here. */
export class JobStore<Progress extends JobProgress> {
  readonly #deps: JobDeps
  readonly #kind: string
  readonly #running = new Map<Job<Progress>, Promise<void>>()

  constructor(app: FastifyInstance, deps: JobDeps, kind: string) {
    this.#deps = deps
    this.#kind = kind
    app.addHook('onClose', async () => {
      for (const job of this.#running.keys()) job.isStopping = true
      await Promise.allSettled(this.#running.values())
    })
  }

  async isBusy(ownerId: UserId): Promise<boolean> {
    const newest = await newestJob(this.#deps.db, { kind: this.#kind, ownerId })
    return newest !== undefined && isRunning(newest)
  }

  /** Continues after the response; an error thrown by `work` ends the job as failed. */
  async start(
    ownerId: UserId,
    progress: Progress,
    run: { work: (job: Job<Progress>) => Promise<void>; onFailure: Partial<Progress> },
  ): Promise<{ jobId: string }> {
    const job = await Job.start(this.#deps.db, { kind: this.#kind, ownerId }, progress)
    this.#running.set(job, this.#run(job, run))
    return { jobId: job.jobId }
  }

  async #run(
    job: Job<Progress>,
    { work, onFailure }: { work: (job: Job<Progress>) => Promise<void>; onFailure: Partial<Progress> },
  ) {
    try {
      await work(job)
    } catch (error) {
      if (error instanceof Cancelled) return await job.end('cancelled')
      this.#deps.log.error({ err: error }, this.#kind)
      await job.end('failed', onFailure)
    } finally {
      this.#running.delete(job)
    }
  }

  /** The job's last report, and whether it was interrupted because its server died. */
  async progress(ownerId: UserId, jobId: string): Promise<{ progress: Progress; isInterrupted: boolean }> {
    const job = await findJob(this.#deps.db, { kind: this.#kind, ownerId }, jobId)
    if (!job) throw new AppError('notFound')
    const isEnded = endStates.some((end) => end === job.state)
    return { progress: job.progress as Progress, isInterrupted: !isEnded && !isRunning(job) }
  }

  async cancel(ownerId: UserId, jobId: string): Promise<void> {
    const job = await findJob(this.#deps.db, { kind: this.#kind, ownerId }, jobId)
    if (!job) throw new AppError('notFound')
    if (isRunning(job)) await requestCancel(this.#deps.db, jobId)
  }
}
