import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { DynamicTableId, UserId } from '@fleetdeck/contract/ids'
import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { testSeal } from '@fleetdeck/testing/site/installed-database'
import { newPostgres } from '@fleetdeck/testing/site/test-database'
import { sql } from 'drizzle-orm'
import tar from 'tar-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDynamicTables } from '../../domain/dynamic-tables/designs.queries.ts'
import { createTable } from '../../domain/dynamic-tables/physical.queries.ts'
import { formerMigrations } from '../../testing/former-journal.ts'
import type { Db } from '../db/db.ts'
import { type OpenDb, openDb } from '../db/open-db.ts'
import { createPartitions } from '../db/partitions.queries.ts'
import { parameterValues } from '../db/schema/parameters.ts'
import { storedFiles } from '../db/schema/stored-files.ts'
import { seed } from '../db/seed/seed.ts'
import { FolderStore } from '../storage/folder-store.ts'
import { Backups } from './backups.ts'
import { makeBackup } from './make-backup.ts'
import type { TablePart } from './manifest.ts'
import { RestoreRefused } from './not-a-backup.ts'
import { moveToPostgres, restoreBackup } from './restore.ts'

// Each test starts its own databases.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const signal = new AbortController().signal
const content = 'line one\nline two'
let source: DataFolder
let target: DataFolder
let open: OpenDb
let backups: Backups

beforeAll(async () => {
  source = await temporaryFolder()
  open = await openDb({ dataDir: source.path })
  await seed(open.db, testSeal, 'Correct-Horse-9')
  await fill(open.db, source.path)
  backups = new Backups({ open, dataDir: source.path, store: new FolderStore(source.path) })
  await backups.make(3, signal)
})
beforeEach(async () => {
  target = await temporaryFolder()
})
afterAll(async () => {
  await open.close()
  await source.remove()
})

/** Unusual values in every kind of column, a table designed by a user, and an upload. */
async function fill(db: Db, dataDir: string) {
  await db
    .insert(parameterValues)
    .values({ configName: `"quoted" \\ 中文 ${content}`, configKey: 'odd.one', configValue: null })
  const columns = [{ no: 1, columnName: 'age', columnInfo: '年龄', columnSize: 10, isSearched: true }]
  await db.execute(sql`insert into dynamic_tables (tenant_id, table_name, table_name_en, columns, last_column_no)
    values (1, '表', 'people', ${JSON.stringify(columns)}::jsonb, 1)`)
  await createTable(db, { id: DynamicTableId.parse(1) }, columns as never)
  await db.execute(sql`insert into dynamic.t_1 (c_1) select n::text from generate_series(1, 2500) n`)
  await createPartitions(db)
  await db.execute(sql`insert into login_logs (user_name, ip, status, msg, login_at)
    select 'admin', '', 0, '', now() + n * interval '1 week' from generate_series(-3, 3) n`)
  await mkdir(path.join(dataDir, 'files'), { recursive: true })
  await writeFile(path.join(dataDir, 'files', 'upload.txt'), content)
  const file = {
    fileName: 'upload.txt',
    originalName: 'a.txt',
    mediaType: 'text/plain',
    size: 17,
    md5: 'x',
    ownerId: UserId.parse(1),
  }
  await db.insert(storedFiles).values(file)
}

/** A dump of every row of every table. */
async function dumpRows({ db }: OpenDb): Promise<Record<string, string>> {
  await db.execute(sql`set timezone to 'UTC'`)
  const { rows } = await db.execute<{ name: string }>(
    sql`select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace in ('public'::regnamespace, 'dynamic'::regnamespace) order by 1`,
  )
  const prints: Record<string, string> = {}
  for (const { name } of rows) {
    const found = await db.execute<{ all: string }>(
      sql.raw(`select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as all from ${name} t`),
    )
    prints[name] = createHash('md5')
      .update(found.rows[0]?.all ?? '')
      .digest('hex')
  }
  return prints
}

const newest = async () => path.join(source.path, 'backups', (await backups.list())[0]?.fileName ?? '')
const refusal = (file: string, more: object = {}) =>
  restoreBackup(file, {
    dataDir: target.path,
    store: new FolderStore(target.path),
    databaseUrl: undefined,
    force: false,
    createDynamicTables,
    ...more,
  }).then(
    () => 'restored',
    (error) => (error instanceof RestoreRefused ? error.message : Promise.reject(error)),
  )

async function restored(databaseUrl?: string): Promise<OpenDb> {
  await restoreBackup(await newest(), {
    dataDir: target.path,
    store: new FolderStore(target.path),
    databaseUrl,
    force: false,
    createDynamicTables,
  })
  return openDb({ dataDir: target.path, databaseUrl })
}

/** A complete backup whose rows are inconsistent. */
async function misfit(of: OpenDb): Promise<string> {
  await of.db.execute(sql`alter table sessions drop constraint sessions_user_id_users_id_fk`)
  await of.db.execute(
    sql`insert into sessions (token_hash, user_id, ip, expires_at) values ('x', 999, '', now())`,
  )
  const file = path.join(target.path, 'misfit.tar')
  await makeBackup(file, { open: of, dataDir: target.path, store: new FolderStore(target.path), signal })
  return file
}

const firstMigration = path.resolve(import.meta.dirname, '../db/migrations/0000_foundation.sql')

/** The newest backup in the first format and with its tables: a checksum next to each table, none for files. */
async function packFormer(file: string, sumOf = (content: Buffer) => sha256(content)): Promise<void> {
  const former = await readFile(firstMigration, 'utf8')
  const entries = new Map<string, Buffer>()
  const extract = Readable.from([await readFile(await newest())]).pipe(tar.extract())
  for await (const entry of extract) entries.set(entry.header.name, await buffer(entry))
  const manifest = JSON.parse(String(entries.get('manifest.json')))
  manifest.format = 1
  manifest.migration = formerMigrations.at(-1)
  manifest.tables = manifest.tables.filter(({ schema, table, entry }: TablePart) => {
    const isFormer = schema !== 'public' || former.includes(`CREATE TABLE "${table}"`)
    if (!isFormer) entries.delete(entry)
    return isFormer
  })
  manifest.sequences = manifest.sequences.filter(
    ({ name }: { name: string }) =>
      former.includes(`sequence name "${name.split('.').pop()}"`) || name.startsWith('dynamic.'),
  )
  for (const table of manifest.tables) table.sha256 = sumOf(entries.get(table.entry) ?? Buffer.of())
  entries.set('manifest.json', Buffer.from(JSON.stringify(manifest)))
  entries.delete('SHA256SUMS')
  const pack = tar.pack()
  for (const [name, content] of entries) pack.entry({ name }, content)
  pack.finalize()
  await writeFile(file, pack)
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

describe('a backup', () => {
  test('restored into an empty folder has every row and file, and ids continue', async () => {
    const before = await dumpRows(open)
    const copy = await restored()
    expect(await dumpRows(copy)).toEqual(before)
    expect(await readFile(path.join(target.path, 'files', 'upload.txt'), 'utf8')).toBe(content)
    const { rows } = await copy.db.execute<{ id: string }>(
      sql`insert into dynamic.t_1 (c_1) values ('x') returning id::text`,
    )
    expect(rows).toEqual([{ id: '2501' }])
    await expect(
      copy.db.execute(sql`insert into sessions (token_hash, user_id, ip, expires_at)
      values ('x', 999, '', now())`),
    ).rejects.toThrow()
    await copy.close()
    await target.remove()
  })

  test('is restored into partitions: rows of times without one are in the first, later ones in the default one', async () => {
    const copy = await restored()
    expect(await createPartitions(copy.db)).toBeGreaterThan(0)
    const { rows } = await copy.db.execute<{ name: string }>(
      sql`select tableoid::regclass::text as name from login_logs order by login_at`,
    )
    const [first, rest] = ['login_logs_first', 'login_logs_default']
    expect(rows.map(({ name }) => name)).toEqual([first, first, first, first, rest, rest, rest])
    await copy.close()
    await target.remove()
  })

  test('is a snapshot of one moment, although rows are being written', async () => {
    let isOver = false
    const writing = (async () => {
      for (let n = 0; !isOver; n++)
        await open.db.transaction(async (tx) => {
          await tx.execute(
            sql`insert into login_logs (user_name, ip, status, msg) values (${`pair-${n}`}, '1', 0, 'a')`,
          )
          await tx.execute(
            sql`insert into login_logs (user_name, ip, status, msg) values (${`pair-${n}`}, '2', 0, 'b')`,
          )
        })
    })()
    await backups.make(3, signal)
    isOver = true
    await writing
    const copy = await restored()
    const { rows } = await copy.db.execute<{ pairs: number; halves: number }>(sql`
      select count(*)::int as pairs, count(*) filter (where n <> 2)::int as halves
      from (select count(*) n from login_logs where user_name like 'pair-%' group by user_name) t`)
    expect(rows[0]?.pairs).toBeGreaterThan(0)
    expect(rows[0]?.halves).toBe(0)
    await copy.close()
    await target.remove()
  })

  test('is removed when there are more newer ones than the number to keep', async () => {
    const names = (await readdir(path.join(source.path, 'backups'))).filter((name) => !name.startsWith('.'))
    await backups.make(1, signal)
    expect((await backups.list()).length).toBe(1)
    expect(names.length).toBeGreaterThan(0)
    expect(await backups.find('../db/PG_VERSION')).toBeUndefined()
  })
})

test('files left by a killed backup are removed by the next one, but not the work of another server', async () => {
  const folder = path.join(source.path, 'backups')
  const [killed, running] = [path.join(folder, '.making-killed'), path.join(folder, '.making-running')]
  for (const each of [killed, running]) {
    await mkdir(path.join(each, 'tables'), { recursive: true })
    await writeFile(path.join(each, 'heartbeat'), '')
  }
  const twoMinutesAgo = new Date(Date.now() - 120_000)
  await utimes(path.join(killed, 'heartbeat'), twoMinutesAgo, twoMinutesAgo)
  await backups.make(3, signal)
  const left = (await readdir(folder)).filter((name) => name.startsWith('.'))
  expect(left).toEqual(['.making-running'])
  await rm(running, { recursive: true })
})

test('a backup that is stopped leaves nothing behind', async () => {
  const folder = path.join(source.path, 'backups')
  const before = await readdir(folder)
  await expect(backups.make(3, AbortSignal.abort())).rejects.toThrow()
  expect(await readdir(folder)).toEqual(before)
})

describe('is refused, and nothing is changed:', () => {
  test('a file that is not a backup', async () => {
    const file = path.join(target.path, 'x.tar')
    for (const wrong of ['', 'some text', JSON.stringify({ product: 'fleetdeck' })]) {
      await writeFile(file, wrong)
      expect(await refusal(file)).toBe('This file is not a fleetdeck backup')
    }
    expect(await readdir(target.path)).toEqual(['x.tar'])
  })

  test('a truncated or changed one', async () => {
    const whole = await readFile(await newest())
    const file = path.join(target.path, 'x.tar')
    for (const part of [0.3, 0.6, 0.95]) {
      await writeFile(file, whole)
      await truncate(file, Math.floor(whole.byteLength * part))
      expect(await refusal(file), String(part)).toBe(
        'The backup is incomplete or damaged. Use another backup.',
      )
    }
    // An entry's content follows its header of 512 bytes, which begins with its name.
    const inside = {
      manifest: whole.indexOf('"rows": ') + 8,
      table: whole.indexOf('db/public.users.jsonl.gz\0') + 600,
      upload: whole.indexOf('files/upload.txt\0') + 512,
      sums: whole.indexOf('SHA256SUMS\0') + 512,
    }
    for (const [part, at] of Object.entries(inside)) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(file, changed)
      expect(await refusal(file), part).toBe('The backup is incomplete or damaged. Use another backup.')
    }
  })

  test('one of the previous format with a wrong checksum; with correct ones it is restored', async () => {
    const file = path.join(target.path, 'former.tar')
    await packFormer(file, () => '0'.repeat(64))
    expect(await refusal(file)).toBe('The backup is incomplete or damaged. Use another backup.')
    await packFormer(file)
    expect(await refusal(file)).toBe('restored')
    await target.remove()
  })

  test('one of a newer version', async () => {
    const whole = await readFile(await newest(), 'latin1')
    const file = path.join(target.path, 'x.tar')
    await writeFile(file, whole.replace(/"migration": (\d)/, '"migration": 9'), 'latin1')
    expect(await refusal(file)).toBe('The backup was made by a newer version. Upgrade this program first.')
  })

  test('one of an older version than the previous one', async () => {
    const whole = await readFile(await newest(), 'latin1')
    const file = path.join(target.path, 'x.tar')
    for (const date of formerMigrations.slice(0, -1)) {
      await writeFile(file, whole.replace(/"migration": \d+/, `"migration": ${date}`), 'latin1')
      expect(await refusal(file)).toBe(
        'The backup is too old for this version. Restore it with the previous version and make a new backup there.',
      )
    }
  })

  test('a missing one, or a folder', async () => {
    const file = path.join(target.path, 'none.tar')
    expect(await refusal(file)).toBe(`The file ${file} does not exist`)
    expect(await refusal(target.path)).toBe(`${target.path} is not a file`)
    expect(await readdir(target.path)).toEqual([])
  })

  test('a restore over data without --force, with a running server, or one that fails halfway', async () => {
    const copy = await restored()
    await expect(refusal(await newest())).rejects.toThrow(/in use by another server/)
    const wrong = await misfit(copy)
    await copy.close()
    expect(await refusal(await newest())).toMatch(/already contains a database\. Use --force/)
    await writeFile(path.join(target.path, 'files', 'later.txt'), 'later')
    const folders = async () =>
      Promise.all(['db', 'files'].map(async (name) => (await stat(path.join(target.path, name))).ino))
    const before = await folders()
    await expect(refusal(wrong, { force: true })).rejects.toThrow(/sessions_user_id_users_id_fk/)
    expect(await folders()).toEqual(before)
    expect(await refusal(await newest(), { force: true })).toBe('restored')
    expect(await readdir(path.join(target.path, 'files'))).toEqual(['upload.txt'])
    await target.remove()
  })
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('with PostgreSQL', () => {
  test('a backup of the embedded database is restored there, and one made there is restored', async () => {
    const before = await dumpRows(open)
    const postgres = await newPostgres()
    const moved = await restored(postgres.url)
    expect(await dumpRows(moved)).toEqual(before)
    const onPostgres = new Backups({
      open: moved,
      dataDir: target.path,
      store: new FolderStore(target.path),
    })
    await onPostgres.make(1, signal)
    const [made] = await onPostgres.list()
    const wrong = await misfit(moved)
    const kept = await dumpRows(moved)
    await moved.close()
    const file = path.join(target.path, 'backups', made?.fileName ?? '')
    expect(await refusal(file, { databaseUrl: postgres.url })).toMatch(/already contains tables/)
    const over = {
      dataDir: target.path,
      store: new FolderStore(target.path),
      databaseUrl: postgres.url,
      force: true,
      createDynamicTables,
    }
    await expect(refusal(wrong, over)).rejects.toThrow(/sessions_user_id_users_id_fk/)
    const untouched = await openDb(over)
    expect(await dumpRows(untouched)).toEqual(kept)
    await untouched.close()
    await restoreBackup(file, over)
    const again = await temporaryFolder()
    await restoreBackup(file, {
      dataDir: again.path,
      store: new FolderStore(again.path),
      databaseUrl: undefined,
      force: false,
      createDynamicTables,
    })
    const back = await openDb({ dataDir: again.path })
    expect(await dumpRows(back)).toEqual(before)
    await back.close()
    await Promise.all([postgres.drop(), again.remove(), target.remove()])
  })

  test('the embedded database is moved there completely', async () => {
    const copy = await restored()
    const before = await dumpRows(copy)
    await copy.close()
    const postgres = await newPostgres()
    const where = { dataDir: target.path, databaseUrl: postgres.url, force: false, createDynamicTables }
    expect((await moveToPostgres(where)).rows).toBeGreaterThan(2500)
    await expect(moveToPostgres(where)).rejects.toThrow(/already contains tables/)
    const moved = await openDb(where)
    expect(await dumpRows(moved)).toEqual(before)
    await moved.close()
    await Promise.all([postgres.drop(), target.remove()])
  })
})
