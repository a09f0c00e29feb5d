import { testDatabase } from '@fleetdeck/testing/site/test-database'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { formerJournal, formerMigrations } from '../../testing/former-journal.ts'
import { ContractWatch } from './contract-watch.ts'
import { knownMigrations, type Migration } from './known-migrations.ts'
import { DatabaseIsNewer, DatabaseIsOlder, migrate, OlderServersWork, readWaiting } from './migrate.ts'
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

const fromFuture = (hash: string) =>
  open.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) select $1, max(created_at) + 1 from drizzle.__drizzle_migrations`,
    [hash],
  )
const forget = (hash: string) =>
  open.pool.query('delete from drizzle.__drizzle_migrations where hash = $1', [hash])

test('a database that a newer program has only expanded is used as it is', async () => {
  await fromFuture('from the future')
  await migrate(open.pool)
  await forget('from the future')
})

test('a database that a newer program has contracted is refused and not changed', async () => {
  await fromFuture('contract from the future')
  await expect(migrate(open.pool)).rejects.toThrow(DatabaseIsNewer)
  await expect(migrate(open.pool)).rejects.toThrow(
    'The database was written by a newer version. Start that version, or restore an older backup.',
  )
  await forget('contract from the future')
  await migrate(open.pool)
})

describe('migrations of a newer version, beside a server of an older one,', () => {
  const known = knownMigrations()
  const newest = known.at(-1)?.folderMillis ?? 0
  const next = (place: number, sql: string, isContract = false): Migration => ({
    ...{ sql: [sql], hash: `next ${place}`, folderMillis: newest + place, bps: true, isContract },
  })
  const expand = next(1, 'alter table posts add column extra text')
  const contract = next(2, 'alter table posts drop column remark', true)
  const after = next(3, 'alter table posts add column another text')
  const addServer = (name: string, knows: number | undefined, heard = 'now()') =>
    open.pool.query(
      `insert into servers (server_name, facts, started_at, heard_at)
       values ($1, jsonb_build_object('productVersion', '0.1.0', 'newestMigration', $2::bigint), now(), ${heard})`,
      [name, knows],
    )
  const columns = async () => {
    const { rows } = await open.pool.query(
      `select attname as name from pg_attribute where attrelid = 'posts'::regclass and attnum > 0 and not attisdropped`,
    )
    return rows.map(({ name }) => name)
  }
  beforeEach(async () => {
    // What a test does is undone: others need the tables as they are.
    return async () => {
      await open.pool.query(`alter table posts drop column if exists extra, drop column if exists another`)
      await open.pool.query('alter table posts add column if not exists remark text')
      await open.pool.query('delete from servers')
      await open.pool.query('delete from drizzle.__drizzle_migrations where created_at > $1', [newest])
    }
  })

  test('expand at once and contract when the older one has stopped', async () => {
    await addServer('old', newest)
    await addServer('new', newest + 2)
    const migrations = [...known, expand, contract]
    const waiting = { migrations: 1, servers: [{ name: 'old', version: '0.1.0' }] }
    expect(await migrate(open.pool, { migrations })).toEqual(waiting)
    expect(await columns()).toEqual(expect.arrayContaining(['extra', 'remark']))
    expect(await readWaiting(open.pool, migrations)).toEqual(waiting)
    // The older one starts again beside it.
    await migrate(open.pool)
    await open.pool.query(`update servers set stopped_at = now() where server_name = 'old'`)
    expect(await migrate(open.pool, { migrations })).toEqual({ migrations: 0, servers: [] })
    expect(await columns()).not.toContain('remark')
    await expect(migrate(open.pool)).rejects.toThrow(DatabaseIsNewer)
  })

  test('wait for no server that is silent, and for one that says nothing about migrations', async () => {
    await addServer('dead', newest, `now() - interval '2 minutes'`)
    expect((await migrate(open.pool, { migrations: [...known, contract] })).migrations).toBe(0)
    await open.pool.query('delete from drizzle.__drizzle_migrations where created_at > $1', [newest])
    await addServer('former', undefined)
    expect((await migrate(open.pool, { migrations: [...known, contract] })).migrations).toBe(1)
  })

  test('are refused if they are needed after a contract: a version cannot be left out', async () => {
    await addServer('old', newest)
    const migrations = [...known, expand, contract, after]
    await expect(migrate(open.pool, { migrations })).rejects.toThrow(OlderServersWork)
    expect(await columns()).not.toContain('extra')
    await open.pool.query('delete from servers')
    await migrate(open.pool, { migrations })
    expect(await columns()).toEqual(expect.arrayContaining(['extra', 'another']))
  })

  test('are applied by a running server once no older one was there at two checks', async () => {
    await addServer('old', newest)
    const migrations = [...known, contract]
    const said: unknown[] = []
    const say = (...words: unknown[]) => said.push(words.at(-1))
    const log = { warn: say, error: say } as unknown as FastifyBaseLogger
    const upgraded = { ...open, upgrade: () => migrate(open.pool, { migrations }) }
    const watch = new ContractWatch({ open: upgraded, log })
    onTestFinished(() => watch.close())
    await watch.check(migrations)
    await watch.check(migrations)
    expect(watch.waiting).toEqual({ migrations: 1, servers: [{ name: 'old', version: '0.1.0' }] })
    await open.pool.query('delete from servers')
    await watch.check(migrations)
    expect(await columns()).toContain('remark')
    await watch.check(migrations)
    expect(await columns()).not.toContain('remark')
    expect(watch.waiting.migrations).toBe(0)
    expect(said).toEqual([
      'migrations wait for older servers',
      'migrations that waited for older servers have been applied',
    ])
  })

  test('are all undone when one fails, and a backup that fails prevents them', async () => {
    const migrations = [...known, expand, next(2, 'select 1 / 0')]
    await expect(migrate(open.pool, { migrations })).rejects.toThrow('division by zero')
    // Of a database that no server has used yet, nothing is backed up.
    await open.pool.query(`insert into installation (serial) values ('used') on conflict do nothing`)
    const beforeUpgrade = () => Promise.reject(new Error('no space'))
    await expect(migrate(open.pool, { migrations: [...known, expand], beforeUpgrade })).rejects.toThrow(
      'no space',
    )
    expect(await columns()).not.toContain('extra')
  })
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
