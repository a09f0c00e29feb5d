import type { ImportFailure } from '@fleetdeck/contract/user-import'
import type { Db } from '../../db/db.ts'
import { endJob, insertJob, type Progress, updateJob } from './import-jobs.queries.ts'
import type { WrittenRow } from './result-file.ts'

/** So many failures are shown; the result file has all. */
const shownFailures = 200

export class Cancelled extends Error {}

/** One import's progress, kept where every server finds it. */
export class ImportJob {
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

  static async start(db: Db, ownerId: number): Promise<ImportJob> {
    const progress: Progress = {
      state: 'reading',
      total: 0,
      done: 0,
      added: 0,
      updated: 0,
      failed: 0,
      failures: [],
      reason: null,
      resultFile: null,
    }
    return new ImportJob(db, await insertJob(db, ownerId, progress), progress)
  }

  get failedCount(): number {
    return this.#progress.failed
  }

  failed(failures: ImportFailure[]): void {
    const shown = failures.slice(0, shownFailures)
    this.#progress = { ...this.#progress, failed: failures.length, failures: shown }
  }

  wrote(rows: readonly WrittenRow[]): void {
    const updated = rows.filter((row) => row.id !== undefined).length
    this.#progress = { ...this.#progress, updated, added: rows.length - updated }
  }

  /** Throws when the import is to stop. */
  async tell(part: Partial<Progress>): Promise<void> {
    this.#progress = { ...this.#progress, ...part }
    if (this.isStopping || !(await updateJob(this.#db, this.jobId, this.#progress))) throw new Cancelled()
  }

  async end(state: 'done' | 'failed' | 'cancelled', part: Partial<Progress> = {}): Promise<void> {
    this.#progress = { ...this.#progress, ...part, state }
    await endJob(this.#db, this.jobId, this.#progress)
  }
}
