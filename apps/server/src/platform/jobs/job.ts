import type { Db } from '../db/db.ts'
import {
  endJob,
  type endStates,
  insertJob,
  type JobOwner,
  type JobProgress,
  updateJob,
} from './jobs.queries.ts'

/** Thrown by `report` when a job must stop: its owner cancelled it, or the server stops. */
export class Cancelled extends Error {}

/** A long-running job that its owner may leave and return to: its progress is stored where every server finds it. */
export class Job<Progress extends JobProgress> {
  readonly jobId: string
  readonly #db: Db
  #progress: Progress
  /** Stops because this server stops. */
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

  /** Changes the progress for the next `report`. */
  update(part: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...part }
  }

  /** Throws Cancelled when the job must stop. */
  async report(part: Partial<Progress>): Promise<void> {
    this.update(part)
    if (this.isStopping || !(await updateJob(this.#db, this.jobId, this.#progress))) throw new Cancelled()
  }

  async end(state: (typeof endStates)[number], part: Partial<Progress> = {}): Promise<void> {
    this.update({ ...part, state } as Partial<Progress>)
    await endJob(this.#db, this.jobId, this.#progress)
  }
}
