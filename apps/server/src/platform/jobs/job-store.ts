import type { UserId } from '@fleetdeck/contract/ids'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../core/app-error.ts'
import { Cancelled, Job, type JobDeps } from './job.ts'
import { findJob, type JobProgress, keepAlive, newestJob, requestCancel } from './jobs.queries.ts'

/** Several of these fit in the silence after which a job counts as dead. */
const heartbeatMs = 2500

interface Run<Progress extends JobProgress> {
  work: (job: Job<Progress>) => Promise<void>
  /** Added to the progress when `work` throws. */
  onFailure: Partial<Progress>
}

/** Starts, finds and cancels the jobs of one kind; stopping the server stops the jobs that run here. */
export class JobStore<Progress extends JobProgress> {
  readonly #deps: JobDeps
  readonly #kind: string
  readonly #running = new Map<Job<Progress>, Promise<void>>()
  readonly #stop = new AbortController()
  readonly #timer: NodeJS.Timeout
  #beating: Promise<unknown> | undefined

  constructor(app: FastifyInstance, { db, log }: JobDeps, kind: string) {
    this.#deps = { db, log }
    this.#kind = kind
    this.#timer = setInterval(() => this.#beat(), heartbeatMs)
    app.addHook('onClose', async () => {
      clearInterval(this.#timer)
      this.#stop.abort()
      await Promise.all([...this.#running.values(), this.#beating])
    })
  }

  /** Aborted when the server stops. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal
  }

  async isBusy(ownerId: UserId): Promise<boolean> {
    const newest = await newestJob(this.#deps.db, { kind: this.#kind, ownerId })
    return newest?.life === 'running'
  }

  /** Continues after the response; an error thrown by `work` ends the job as failed. */
  async start(ownerId: UserId, progress: Progress, run: Run<Progress>): Promise<{ jobId: string }> {
    const owner = { kind: this.#kind, ownerId }
    const job = await Job.start(this.#deps, owner, { progress, stop: this.#stop.signal })
    this.#running.set(job, this.#run(job, run))
    return { jobId: job.jobId }
  }

  /** Never rejects: nobody could catch it. */
  async #run(job: Job<Progress>, { work, onFailure }: Run<Progress>): Promise<void> {
    try {
      await work(job)
    } catch (error) {
      if (this.#stop.signal.aborted) await job.end('interrupted')
      else if (error instanceof Cancelled) await job.end('cancelled')
      else {
        this.#deps.log.error({ err: error, kind: this.#kind, jobId: job.jobId }, 'could not finish a job')
        await job.end('failed', onFailure)
      }
    } finally {
      this.#running.delete(job)
    }
  }

  /** The job's last report, and whether it was interrupted because its server died or stopped. */
  async progress(ownerId: UserId, jobId: string): Promise<{ progress: Progress; isInterrupted: boolean }> {
    const { progress, life } = await this.#find(ownerId, jobId)
    return { progress: progress as Progress, isInterrupted: life === 'interrupted' }
  }

  async cancel(ownerId: UserId, jobId: string): Promise<void> {
    const { life } = await this.#find(ownerId, jobId)
    if (life === 'running') await requestCancel(this.#deps.db, jobId)
  }

  async #find(ownerId: UserId, jobId: string) {
    const job = await findJob(this.#deps.db, { kind: this.#kind, ownerId }, jobId)
    if (!job) throw new AppError('notFound')
    return job
  }

  #beat(): void {
    if (this.#running.size === 0 || this.#beating) return
    const ids = [...this.#running.keys()].map(({ jobId }) => jobId)
    this.#beating = keepAlive(this.#deps.db, ids)
      .catch((error) => this.#deps.log.warn({ err: error }, 'could not write the heartbeat of jobs'))
      .finally(() => {
        this.#beating = undefined
      })
  }
}
