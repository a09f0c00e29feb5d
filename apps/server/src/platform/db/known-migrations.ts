import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** The migrations of this program, in order. */
export const knownMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder })

/** The date of each migration, as used in database journals and backup manifests. */
export const migrationDates = (): number[] => knownMigrations().map(({ folderMillis }) => folderMillis)
