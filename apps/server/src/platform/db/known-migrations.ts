import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** The migrations of this program, in their order. */
export const knownMigrations = (): MigrationMeta[] => readMigrationFiles({ migrationsFolder })

/** When each was made, as the journals of databases and the manifests of backups name it. */
export const migrationDates = (): number[] => knownMigrations().map(({ folderMillis }) => folderMillis)
