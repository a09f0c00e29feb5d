import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FailureReason } from '@fleetdeck/contract/backups'
import { createDynamicTables } from '../../domain/dynamic-tables/designs.queries.ts'
import { readHead } from '../../platform/backup/archive.ts'
import type { BackupKeys } from '../../platform/backup/encryption.ts'
import { KeyRefused, RestoreRefused } from '../../platform/backup/not-a-backup.ts'
import { restoreBackup } from '../../platform/backup/restore.ts'
import { awayReason } from '../../platform/core/database-away.ts'
import { DatabaseFailure } from '../../platform/db/database-failure.ts'
import { openDb } from '../../platform/db/open-db.ts'
import { FolderStore } from '../../platform/storage/folder-store.ts'
import { asFailure, StorageFailure } from '../../platform/storage/storage-failure.ts'
import { countRestored } from './restored.queries.ts'

/** The data that the child process of a test restore receives. */
export interface RestoreOrder {
  file: string
  keys: BackupKeys
  /** An empty folder. */
  dataDir: string
  /** An empty database; undefined for an embedded one in the folder. */
  databaseUrl: string | undefined
}
export type RestoreReport =
  | { tables: number; rows: number; files: number }
  | { reason: FailureReason; detail: string }

const statementSeconds = 3600

/** Restores as an operator would, opens the database as a server would, and compares it with the manifest. */
async function restoreAndCheck({ file, keys, dataDir, databaseUrl }: RestoreOrder): Promise<RestoreReport> {
  const manifest = await readHead(file, keys)
  const { rows } = await restoreBackup(file, {
    dataDir,
    store: new FolderStore(dataDir),
    databaseUrl,
    force: false,
    keys,
    createDynamicTables,
  })
  const open = await openDb({ dataDir, databaseUrl, databaseStatementSeconds: statementSeconds })
  try {
    await countRestored(open.db, manifest)
  } finally {
    await open.close()
  }
  await countFiles(path.join(dataDir, 'files'), manifest)
  return { tables: manifest.tables.length, rows, files: manifest.files }
}

async function countFiles(folder: string, { files, fileBytes }: { files: number; fileBytes: number }) {
  const names = await readdir(folder)
  let bytes = 0
  for (const name of names) bytes += (await stat(path.join(folder, name))).size
  if (names.length !== files || bytes !== fileBytes)
    throw new StorageFailure(
      'wrongContent',
      `${names.length} files of ${bytes} bytes instead of ${files} of ${fileBytes}`,
    )
}

function explain(error: unknown): RestoreReport {
  if (error instanceof KeyRefused) return { reason: 'wrongPassphrase', detail: '' }
  if (error instanceof RestoreRefused) return { reason: 'damagedBackup', detail: error.message }
  const { reason, detail } = asFailure(error)
  if (error instanceof DatabaseFailure && error.kind === 'full') return { reason: 'noSpace', detail }
  // Rows that the database refuses are the fault of the backup.
  const isOfRows = reason === 'other' && !awayReason(error) && 'severity' in (error as object)
  return { reason: isOfRows ? 'wrongContent' : reason, detail }
}

process.on('disconnect', () => process.exit(1))
process.once('message', (order: RestoreOrder) => {
  restoreAndCheck(order)
    .catch(explain)
    .then((report) => process.send?.(report, () => process.exit(0)))
    .catch(() => process.exit(1))
})
