import type { FailureReason } from '@fleetdeck/contract/backups'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { isDiskFull } from '../../core/disk-full.ts'
import type { StoredBackup } from '../backups.ts'

/** Another place where backups are stored. All methods throw BackupFailure. */
export interface BackupPlace {
  /** Complete backups, newest first. */
  list(): Promise<StoredBackup[]>
  /** The address that `npm run db -- restore` takes. */
  addressOf(fileName: string): string
  /** Stores a file under this name and compares what is stored with it; a failed one leaves nothing there. */
  put(file: string, fileName: string, signal: AbortSignal): Promise<void>
  /** Reads a backup into a file. */
  get(fileName: string, file: string, signal: AbortSignal): Promise<void>
  remove(fileName: string): Promise<void>
  /** Removes what killed programs have left unfinished. Only for the one server that copies. */
  removePartial(): Promise<void>
  /** Writes, reads and removes a small object. */
  test(): Promise<void>
  close(): void
}

/** Why a backup was not made, copied or proven. */
export class BackupFailure extends TerminalError {
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

export function asFailure(error: unknown): BackupFailure {
  if (error instanceof BackupFailure) return error
  if (!(error instanceof Error)) return new BackupFailure('other', String(error))
  if (error.name === 'AbortError') return new BackupFailure('interrupted')
  return new BackupFailure(isFull(error) ? 'noSpace' : 'other', error.message)
}

/** SQLSTATE disk_full. */
const databaseFull = '53100'
/** Of a statement of the query builder the database's error is the cause. */
const isFull = (error: Error) =>
  [error, error.cause].some(
    (each) => isDiskFull(each) || (each as { code?: string } | undefined)?.code === databaseFull,
  )
