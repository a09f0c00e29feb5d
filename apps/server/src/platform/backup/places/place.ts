import type { StoredBackup } from '../backups.ts'

/** Another place where backups are stored. All methods throw StorageFailure. */
export interface BackupPlace {
  /** Complete backups, newest first. */
  list(): Promise<StoredBackup[]>
  /** The address from which it can be restored. */
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
