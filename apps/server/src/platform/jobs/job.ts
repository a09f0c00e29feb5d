import type { FastifyBaseLogger } from 'fastify'
import { throughOutages } from '../core/through-outages.ts'
import type { Db } from '../db/db.ts'
import {
  type EndState,
  endJob,
  insertJob,
  type JobOwner,
  type JobProgress,
  ownTransaction,
  updateJob,
  wasCommitted,
} from './jobs.queries.ts'

/** Thrown by `report` and `commit` when a job must stop: its owner cancelled it, or the server stops. */
export class Cancelled extends Error {}

export interface JobDeps {
  db: Db
  log: FastifyBaseLogger
}

/** How long a job goes on without the database. */
const outageMs = 60_000
const endWithinMs = 600_000

/** A long-running job that its owner may leave and return to: its progress is stored where every server finds it. */
export class Job<Progress extends JobProgress> {
  readonly jobId: string
  readonly #deps: JobDeps
  readonly #stop: AbortSignal
  #progress: Progress
  #reportedAt = performance.now()
  #isEnded = false

  private constructor(deps: JobDeps, stop: AbortSignal, { jobId, progress }: Started<Progress>) {
    this.#deps = deps
    this.#stop = stop
    this.jobId = jobId
    this.#progress = progress
  }

  /** The signal ends the job because this server stops. */
  static async start<P extends JobProgress>(
    deps: JobDeps,
    owner: JobOwner,
    { progress, stop }: { progress: P; stop: AbortSignal },
  ): Promise<Job<P>> {
    return new Job(deps, stop, { jobId: await insertJob(deps.db, owner, progress), progress })
  }

  get progress(): Readonly<Progress> {
    return this.#progress
  }

  /** Changes the progress for the next `report` or `commit`. */
  update(part: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...part }
  }

  /** Throws Cancelled when the job must stop. During an outage of up to a minute nothing is reported. */
  async report(part: Partial<Progress>): Promise<void> {
    this.update(part)
    if (this.#stop.aborted) throw new Cancelled()
    let isWanted = true
    try {
      isWanted = await updateJob(this.#deps.db, this.jobId, this.#progress)
      this.#reportedAt = performance.now()
    } catch (error) {
      if (performance.now() - this.#reportedAt > outageMs) throw error
      this.#deps.log.warn({ err: error }, 'could not write the progress of a job')
    }
    if (!isWanted) throw new Cancelled()
  }

  /**
   * Writes rows and the progress that follows from them in one transaction: rows are in exactly when the progress says
   * so, whatever happens to this server. After an outage of up to a minute it is tried again, unless the transaction
   * arrived. Throws Cancelled, with nothing written, when the job must stop.
   */
  async commit(write: (tx: Db) => Promise<Partial<Progress>>): Promise<void> {
    if (this.#stop.aborted) throw new Cancelled()
    const { db } = this.#deps
    let last: { transaction: string; progress: Progress } | undefined
    this.#progress = await this.retried(async () => {
      if (last && (await wasCommitted(db, last.transaction))) return last.progress
      return db.transaction(async (tx) => {
        const transaction = await ownTransaction(tx)
        const progress = { ...this.#progress, ...(await write(tx)) }
        last = { transaction, progress }
        if (!(await updateJob(tx, this.jobId, progress))) throw new Cancelled()
        return progress
      })
    })
    this.#reportedAt = performance.now()
  }

  /** Runs it again during an outage of up to a minute: for reads, and for what may be done twice. */
  retried<T>(run: () => Promise<T>): Promise<T> {
    return throughOutages(run, { forMs: outageMs, signal: this.#stop })
  }

  /**
   * Never rejects; only the first call counts. An end that cannot be written for ten minutes, or before the server
   * stops, is given up: the job is interrupted then.
   */
  async end(state: EndState, part: Partial<Progress> = {}): Promise<void> {
    if (this.#isEnded) return
    this.#isEnded = true
    this.update({ ...part, state } as Partial<Progress>)
    const { db, log } = this.#deps
    const wait = { forMs: endWithinMs, signal: this.#stop }
    await throughOutages(() => endJob(db, this.jobId, this.#progress), wait).catch((error) =>
      log.error({ err: error, jobId: this.jobId }, 'could not write the end of a job'),
    )
  }
}

interface Started<Progress> {
  jobId: string
  progress: Progress
}
