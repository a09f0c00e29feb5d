import type { FailureReason } from '@fleetdeck/contract/backups'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { isDiskFull } from '../core/disk-full.ts'

/** Why a backup was not made, copied or proven, or why a storage does not do what it is asked. */
export class StorageFailure extends TerminalError {
  readonly reason: FailureReason
  /** The message of the storage or the database; no secrets. */
  readonly detail: string

  constructor(reason: FailureReason, detail = '') {
    const sentence = say(`place.${reason}`)
    super(detail ? say('place.detail', { sentence, detail }) : sentence)
    this.reason = reason
    this.detail = detail.slice(0, 500)
  }
}

/** The file that was asked for is not there; it may have been removed meanwhile. */
export const isFileMissing = (error: unknown): boolean =>
  error instanceof StorageFailure && error.reason === 'noFile'

export function asFailure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error
  if (!(error instanceof Error)) return new StorageFailure('other', String(error))
  if (error.name === 'AbortError') return new StorageFailure('interrupted')
  return new StorageFailure(isFull(error) ? 'noSpace' : 'other', error.message)
}

/** SQLSTATE disk_full. */
const databaseFull = '53100'
/** Of a statement of the query builder the database's error is the cause. */
const isFull = (error: Error) =>
  [error, error.cause].some(
    (each) => isDiskFull(each) || (each as { code?: string } | undefined)?.code === databaseFull,
  )
