import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

export interface Migration extends MigrationMeta {
  /** Servers of the version before cannot work after it: it waits until the last one has stopped. */
  isContract: boolean
}

/** The first line of such a migration. */
const contractMark = /^\s*--\s*contract\b/

/** The migrations of this program, in order. */
export const knownMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder }).map((migration) => ({
    ...migration,
    isContract: contractMark.test(migration.sql[0] ?? ''),
  }))

/** The date of each migration, as used in database journals and backup manifests. */
export const migrationDates = (): number[] => knownMigrations().map(({ folderMillis }) => folderMillis)

/** Without this migration the program cannot work; it works before and after the contracts that follow. */
export const newestNeeded = (): number =>
  Math.max(...knownMigrations().flatMap(({ isContract, folderMillis }) => (isContract ? [] : folderMillis)))
