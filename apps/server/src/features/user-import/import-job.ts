import type { ImportFailure, ImportProgress } from '@fleetdeck/contract/user-import'
import type { Job } from '../../platform/jobs/job.ts'
import type { WrittenRow } from './result-file.ts'

export type ImportJob = Job<ImportProgress>

/** Number of failures shown; the result file has all. */
const shownFailures = 200

export const atStart: ImportProgress = {
  state: 'reading',
  total: 0,
  done: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  failures: [],
  reason: null,
  ignored: [],
  resultFile: null,
}

export const noteFailures = (job: ImportJob, failures: ImportFailure[]) =>
  job.update({ failed: failures.length, failures: failures.slice(0, shownFailures) })

export function countWritten(rows: readonly WrittenRow[]) {
  const updated = rows.filter((row) => row.id !== undefined).length
  return { updated, added: rows.length - updated }
}
