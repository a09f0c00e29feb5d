import { randomBytes } from 'node:crypto'
import { mkdir, open as openFile, readdir, rename, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { notices } from '@fleetdeck/contract/notices'
import { site } from '@fleetdeck/contract/site'
import { firstSignIn, HttpClient } from '@fleetdeck/testing/server/http-client'
import {
  readRefusal,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from '@fleetdeck/testing/server/server-process'
import { mountSmallDisk, type SmallDisk } from '@fleetdeck/testing/server/small-disk'
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkpoint } from './platform/db/embedded-upkeep.ts'
import { type OpenDb, openDb } from './platform/db/open-db.ts'
import { databaseFolder } from './platform/db/start-embedded.ts'

// Five starts of a server, parallel to other tests.
vi.setConfig({ testTimeout: 300_000 })
const pageBytes = 8192
const firstPassword = 'First-Horse-9'

/** A data folder whose server was stopped in order. */
async function stoppedSite(): Promise<string> {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const server = await start(folder.path)
  await server.stop()
  return folder.path
}

async function start(dataDir: string): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataDir, CAPTCHA: 'off', ADMIN_PASSWORD: firstPassword })
  onTestFinished(server.kill)
  return server
}

/** The file of a table; the database must be stopped. */
async function fileOf(dataDir: string, table: string): Promise<string> {
  const open = await openDb({ dataDir })
  const { rows } = await open.pool.query(`select pg_relation_filepath($1::regclass) as file`, [table])
  await open.close()
  return path.join(dataDir, 'db', rows[0].file)
}

async function withDisk(megabytes: number, skip: (why: string) => never): Promise<SmallDisk> {
  const disk = mountSmallDisk(megabytes) ?? skip('this account may not mount file systems')
  onTestFinished(disk.remove)
  return disk
}

test('a table file that was cut is found at the start, and the newest backup is named', async () => {
  const dataDir = await stoppedSite()
  const file = await fileOf(dataDir, 'users')
  await truncate(file, 0)
  const { code, said } = await readRefusal({ DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(said).toContain(`The embedded database in ${dataDir}/db is damaged: the file base/5/`)
  expect(said).toContain('of the table users has only 0 of its 1 pages.')
  expect(said).toContain(`No backup was found in ${dataDir}/backups`)

  const backups = path.join(dataDir, 'backups')
  await mkdir(backups)
  for (const day of ['20260102', '20260103', '20260101'])
    await writeFile(path.join(backups, `fleetdeck-${day}-020000.tar`), '')
  expect((await readRefusal({ DATA_DIR: dataDir })).said).toContain(
    `npm run db -- restore ${backups}/fleetdeck-20260103-020000.tar --force`,
  )
})

/** Ends a database without stopping it, then cuts the file of a relation. */
async function crashAndCut(open: OpenDb, dataDir: string, relation: string, bytes: number): Promise<void> {
  const { rows } = await open.pool.query('select pg_relation_filepath($1::regclass) as file', [relation])
  await open.embedded?.abandon()
  await open.close()
  await truncate(path.join(databaseFolder(dataDir), rows[0].file), bytes)
}

const addPosts = (open: OpenDb) =>
  open.pool.query(
    `insert into posts (post_code, post_name) select n::text, n::text from generate_series(1, 5000) n`,
  )

test.each([
  ['menus', /the table menus has only 0 of its \d+ pages/],
  ['users_id_seq', /the sequence users_id_seq has only 0 of its 1 pages/],
  ['users_pkey', /the index users_pkey has only 0 of its \d+ pages/],
])(
  'the file of %s that was cut after a crash is found, and again at the next start',
  async (relation, said) => {
    const dataDir = await stoppedSite()
    const file = await fileOf(dataDir, relation)
    await (await start(dataDir)).kill()
    await truncate(file, 0)
    expect((await readRefusal({ DATA_DIR: dataDir })).said).toMatch(said)
    expect((await readRefusal({ DATA_DIR: dataDir })).said).toMatch(said)
  },
)

test.each([
  [
    'at the last checkpoint',
    (open: OpenDb, dataDir: string) => checkpoint(open.pool, databaseFolder(dataDir)),
  ],
  ['that the catalogue knows', (open: OpenDb) => open.pool.query('analyze posts; checkpoint')],
])('a file that has not the length %s is found, also after a crash', async (_, note) => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const open = await openDb({ dataDir: folder.path })
  await addPosts(open)
  await note(open, folder.path)
  await crashAndCut(open, folder.path, 'posts', pageBytes)
  expect((await readRefusal({ DATA_DIR: folder.path })).said).toMatch(
    /of the table posts has only 1 of its \d\d pages\./,
  )
})

test('a table that was dropped or emptied before a crash is not missed', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const open = () => openDb({ dataDir: folder.path })
  const first = await open()
  await first.pool.query('create table dropped as select generate_series(1, 5000) as n')
  await addPosts(first)
  await checkpoint(first.pool, databaseFolder(folder.path))
  await first.pool.query('drop table dropped')
  await first.pool.query('truncate posts cascade')
  await first.embedded?.abandon()
  await first.close()
  for (const end of ['abandon', 'close'] as const) {
    const again = await open()
    expect((await again.pool.query('select count(*)::int from posts')).rows).toEqual([{ count: 0 }])
    if (end === 'abandon') await again.embedded?.abandon()
    await again.close()
  }
})

test('a page that has changed on the disk is found at the start, with its table', async () => {
  // By the check of small tables, or on a busy machine by the first statement that reads it.
  const dataDir = await stoppedSite()
  const file = await openFile(await fileOf(dataDir, 'menus'), 'r+')
  await file.write(Buffer.from('??'), 0, 2, 5000)
  await file.close()
  expect((await readRefusal({ DATA_DIR: dataDir })).said).toMatch(
    /is damaged: (page|invalid page in block) 0 of the table menus \(file base\/5\/\d+\)/,
  )
})

test('a log that cannot be read is reported as damage', async () => {
  const dataDir = await stoppedSite()
  const logs = path.join(dataDir, 'db/pg_wal')
  for (const name of await readdir(logs))
    if ((await stat(path.join(logs, name))).isFile()) await truncate(path.join(logs, name), pageBytes)
  expect((await readRefusal({ DATA_DIR: dataDir })).said).toMatch(
    /is damaged: could not locate a valid checkpoint record at .*\. No backup was found/,
  )
})

test('a server whose data folder is removed says so and stops; another may start there', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const dataDir = path.join(folder.path, 'data')
  const server = await start(dataDir)
  await rename(dataDir, path.join(folder.path, 'moved'))
  const second = await start(dataDir)
  expect(await server.ended).toBe(1)
  expect(server.printed()).toContain(
    `The data folder ${dataDir} was removed or replaced while the server was running.`,
  )
  expect(await readRefusal({ DATA_DIR: dataDir })).toMatchObject({
    said: expect.stringContaining('is in use by another server'),
  })
  expect(await second.stop()).toBe(0)
})

test('a full disk is reported at the start, as is a read-only one', async ({ skip }) => {
  const disk = await withDisk(96, skip)
  const dataDir = path.join(disk.path, 'data')
  await (await start(dataDir)).stop()
  disk.fill()
  const full = `The disk of the data folder ${dataDir} is full. No data is damaged. Free at least 100 MB and start again.\n`
  expect(await readRefusal({ DATA_DIR: dataDir })).toEqual({ code: 1, said: full })
  expect(await readRefusal({ DATA_DIR: path.join(disk.path, 'other') })).toMatchObject({
    said: expect.stringContaining('is full.'),
  })
  disk.free()
  await (await start(dataDir)).stop()
  disk.makeReadOnly()
  expect((await readRefusal({ DATA_DIR: dataDir })).said).toMatch(
    `Cannot use the data folder ${dataDir} (EROFS). Set DATA_DIR to a folder that this account can write to.`,
  )
})

test('on a full disk the server refuses writes, and works again when there is space', async ({ skip }) => {
  const disk = await withDisk(128, skip)
  const dataDir = path.join(disk.path, 'data')
  const server = await start(dataDir)
  const admin = await firstSignIn(server.address, firstPassword)
  const add = async () => {
    const noticeContent = randomBytes(90_000).toString('hex')
    const body = { noticeTitle: 'A long notice', noticeType: '1' as const, noticeContent }
    return (await admin.ask(notices.add, { body })).code
  }
  expect(await add()).toBe(0)
  disk.fill()
  await expect.poll(add, { interval: 1 }).not.toBe(0)
  disk.free()
  await expect.poll(add).toBe(0)
  expect(await new HttpClient(server.address).ask(site.systemParam)).toMatchObject({ code: 0 })
  expect(await server.stop()).toBe(0)
})
