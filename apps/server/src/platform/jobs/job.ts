import type { Db } from '../db/db.ts'
import { endJob, insertJob, type JobOwner, type JobProgress, updateJob } from './jobs.queries.ts'

/** Thrown out of `tell` when a job is to stop: its owner cancelled it, or the server ends. */
export class Cancelled extends Error {}

/** How a job ends. */
export const endStates = ['done', 'failed', 'cancelled'] as const

/** Long work that its owner may leave and find again: its progress is kept where every server finds it. */
export class Job<Progress extends JobProgress> {
  readonly jobId: string
  readonly #db: Db
  #progress: Progress
  /** Asked to stop by this server's own end. */
  isStopping = false

  private constructor(db: Db, jobId: string, progress: Progress) {
    this.#db = db
    this.jobId = jobId
    this.#progress = progress
  }

  static async start<P extends JobProgress>(db: Db, owner: JobOwner, progress: P): Promise<Job<P>> {
    return new Job(db, await insertJob(db, owner, progress), progress)
  }

  get progress(): Readonly<Progress> {
    return this.#progress
  }

  /** Changes what the next `tell` says. */
  note(part: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...part }
  }

  /** Throws Cancelled when the job is to stop. */
  async tell(part: Partial<Progress>): Promise<void> {
    this.note(part)
    if (this.isStopping || !(await updateJob(this.#db, this.jobId, this.#progress))) throw new Cancelled()
  }

  async end(state: (typeof endStates)[number], part: Partial<Progress> = {}): Promise<void> {
    this.note({ ...part, state } as Partial<Progress>)
    await endJob(this.#db, this.jobId, this.#progress)
  }
}
