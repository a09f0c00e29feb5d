import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/test-database.ts'
import { DatabaseIsNewer, migrate } from './migrate.ts'
import type { OpenDb } from './open-db.ts'

let open: OpenDb
beforeAll(async () => {
  open = await testDatabase()
})
afterAll(() => open.close())

test('a database that is up to date stays as it is', async () => {
  const applied = 'select count(*)::int as n from drizzle.__drizzle_migrations'
  const before = await open.pool.query(applied)
  await migrate(open.pool)
  expect((await open.pool.query(applied)).rows).toEqual(before.rows)
})

test('a database that a newer program wrote is refused, and left alone', async () => {
  await open.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'from the future', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  )
  await expect(migrate(open.pool)).rejects.toThrow(DatabaseIsNewer)
  await expect(migrate(open.pool)).rejects.toThrow(
    'The database was written by a newer version of this program. Start that version, or restore an older backup.',
  )
  await open.pool.query(`delete from drizzle.__drizzle_migrations where hash = 'from the future'`)
  await migrate(open.pool)
})
