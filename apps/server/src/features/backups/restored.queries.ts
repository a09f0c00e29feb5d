import { Status } from '@fleetdeck/contract/enums'
import { eq, sql } from 'drizzle-orm'
import type { Manifest } from '../../platform/backup/manifest.ts'
import type { Db } from '../../platform/db/db.ts'
import { migrationDates } from '../../platform/db/known-migrations.ts'
import { users } from '../../platform/db/schema/users.ts'
import { StorageFailure } from '../../platform/storage/storage-failure.ts'

/**
 * Compares a restored database with the manifest of its backup, and looks for somebody who can sign in. Rows of an older
 * version were counted while they were restored: migrations may have moved them since. Throws StorageFailure.
 */
export async function countRestored(db: Db, { migration, tables }: Manifest): Promise<void> {
  const isCurrent = migration === migrationDates().at(-1)
  for (const { schema, table, rows } of isCurrent ? tables : []) {
    const name = sql`${sql.identifier(schema)}.${sql.identifier(table)}`
    const found = await db.execute<{ count: string }>(sql`select count(*) as count from ${name}`)
    const count = Number(found.rows[0]?.count)
    if (count !== rows)
      throw new StorageFailure('wrongContent', `${table} has ${count} rows instead of ${rows}`)
  }
  if ((await db.$count(users, eq(users.status, Status.on))) === 0)
    throw new StorageFailure('wrongContent', 'Nobody could sign in.')
}
