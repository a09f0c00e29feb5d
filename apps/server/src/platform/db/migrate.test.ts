import { testDatabase } from '@fleetdeck/testing/site/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formerJournal, formerMigrations } from '../../testing/former-journal.ts'
import { knownMigrations } from './known-migrations.ts'
import { DatabaseIsNewer, DatabaseIsOlder, migrate } from './migrate.ts'
import type { OpenDb } from './open-db.ts'

let open: OpenDb
beforeAll(async () => {
  open = await testDatabase()
})
afterAll(() => open.close())

test('an up-to-date database stays unchanged', async () => {
  const applied = 'select count(*)::int as n from drizzle.__drizzle_migrations'
  const before = await open.pool.query(applied)
  await migrate(open.pool)
  expect((await open.pool.query(applied)).rows).toEqual(before.rows)
})

test('a database written by a newer program is refused and not changed', async () => {
  await open.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select 'from the future', max(created_at) + 1 from drizzle.__drizzle_migrations`,
  )
  await expect(migrate(open.pool)).rejects.toThrow(DatabaseIsNewer)
  await expect(migrate(open.pool)).rejects.toThrow(
    'The database was written by a newer version. Start that version, or restore an older backup.',
  )
  await open.pool.query(`delete from drizzle.__drizzle_migrations where hash = 'from the future'`)
  await migrate(open.pool)
})

describe('a database of the previous version, with 17 migrations,', () => {
  const journal = 'select hash, created_at from drizzle.__drizzle_migrations order by created_at'

  test('stays as it is when all of them were applied', async () => {
    const { rows: before } = await open.pool.query(journal)
    await open.pool.query(`insert into captchas (key, answer, expires_at) values ('kept', '7', now())`)
    await open.pool.query(formerJournal(formerMigrations.length))
    await migrate(open.pool)
    expect((await open.pool.query(journal)).rows).toEqual(before)
    expect(before).toHaveLength(knownMigrations().length)
    expect((await open.pool.query('select key, answer from captchas')).rows).toEqual([
      { key: 'kept', answer: '7' },
    ])
    await migrate(open.pool)
    expect((await open.pool.query(journal)).rows).toEqual(before)
  })

  test('is refused when some are missing, and not changed', async () => {
    for (const count of [1, formerMigrations.length - 1]) {
      await open.pool.query(formerJournal(count))
      await expect(migrate(open.pool)).rejects.toThrow(DatabaseIsOlder)
      expect((await open.pool.query(journal)).rows).toHaveLength(count + knownMigrations().length - 1)
    }
    await open.pool.query(formerJournal(formerMigrations.length))
    await migrate(open.pool)
  })
})
