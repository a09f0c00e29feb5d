import type { Deps } from '../../deps.ts'
import { noteFailure, noteSuccess } from '../../platform/backup/backup-steps.queries.ts'
import type { Backups } from '../../platform/backup/backups.ts'
import { AppError } from '../../platform/core/app-error.ts'
import { throughOutages } from '../../platform/core/through-outages.ts'

const outageMs = 60_000

interface Parts {
  backups: Backups
  copyLater: () => Promise<void>
  signal: AbortSignal
}

/** Makes a backup, which is made whatever becomes of its copy. Returns its number of rows and files. */
export async function backUp(
  { db, parameters }: Pick<Deps, 'db' | 'parameters'>,
  { backups, copyLater, signal }: Parts,
): Promise<number> {
  try {
    const { fileName, items } = await backups.make(parameters.get('sys.backup.keep'), signal)
    await throughOutages(() => noteSuccess(db, 'make', { fileName }), { forMs: outageMs, signal })
    if (parameters.get('sys.backup.place') !== 'none') await copyLater().catch(ignoreRunning)
    return items
  } catch (error) {
    await noteFailure(db, 'make', error)
    throw error
  }
}

/** The copy in progress looks for a newer backup when it is done. */
function ignoreRunning(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
