import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { UserId } from '@fleetdeck/contract/ids'
import { startObjectStorage } from '@fleetdeck/testing/peers/object-storage'
import { startS3Server } from '@fleetdeck/testing/peers/s3-server'
import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
import {
  compileCache,
  type DataFolder,
  startServer,
  temporaryFolder,
} from '@fleetdeck/testing/server/server-process'
import { testSeal } from '@fleetdeck/testing/site/installed-database'
import { newPostgres } from '@fleetdeck/testing/site/test-database'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { openDb } from '../db/open-db.ts'
import { storedFiles } from '../db/schema/stored-files.ts'
import { seed } from '../db/seed/seed.ts'
import { FolderStore } from '../storage/folder-store.ts'
import { makeBackup } from './make-backup.ts'

// Each test starts its own databases.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const program = path.resolve(import.meta.dirname, '../../../../../scripts/db.ts')

let folder: DataFolder
let dataDir: string
let backup: string
beforeAll(async () => {
  folder = await temporaryFolder()
  dataDir = path.join(folder.path, 'data')
  backup = path.join(folder.path, 'backup.tar')
  await mkdir(path.join(dataDir, 'files'), { recursive: true })
  await writeFile(path.join(dataDir, 'files', 'upload.txt'), 'hello')
  const open = await openDb({ dataDir })
  await seed(open.db, testSeal, 'Correct-Horse-9')
  await makeBackup(backup, {
    open,
    dataDir,
    store: new FolderStore(dataDir),
    signal: new AbortController().signal,
  })
  await open.close()
})
afterAll(() => folder.remove())

interface Said {
  code: number
  stdout: string
  stderr: string
}
/** The operator's view at the command line; the settings are those of the server. */
const db = (args: string[], settings: Record<string, string> = {}): Promise<Said> =>
  promisify(execFile)(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDir, ...settings },
  }).then(
    (said) => ({ code: 0, ...said }),
    (error: Said) => error,
  )

test('impossible operations are refused with a reason, and wrong arguments with the usage', async () => {
  const none = path.join(folder.path, 'none.tar')
  const refusals: [string[], number, RegExp][] = [
    [[], 2, /^Usage: npm run db/],
    [['restore'], 2, /^Usage/],
    [['drop', 'all'], 2, /^Usage/],
    [['restore', none], 1, /^The file .*none\.tar does not exist$/],
    [['restore', backup], 1, /already contains a database\. Use --force to replace it\.$/],
    [['migrate', 'now'], 2, /^Usage/],
    [['move'], 1, /^Set DATABASE_URL to the PostgreSQL database to move to$/],
  ]
  for (const [args, code, said] of refusals) {
    const answer = await db(args)
    expect([args, answer.code]).toEqual([args, code])
    expect(answer.stderr.trim()).toMatch(said)
  }
  const away = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }
  expect(await db(['restore', backup], away)).toMatchObject({
    code: 1,
    stderr: 'Cannot connect to PostgreSQL. Check DATABASE_URL.\n',
  })
})

test('the command speaks the language of the terminal or of --lang, and refuses an unknown one', async () => {
  const taiwan = { LANG: 'zh_TW.UTF-8' }
  expect((await db([], taiwan)).stderr).toMatch(/^用法：npm run db -- migrate .*\n {6}npm run db/)
  expect((await db(['move'], taiwan)).stderr).toBe('請將 DATABASE_URL 設為要移轉到的 PostgreSQL 位址\n')
  expect((await db(['move', '--lang', 'zhcn'], taiwan)).stderr).toBe(
    '请把 DATABASE_URL 设为迁移目标 PostgreSQL 的地址\n',
  )
  expect((await db(['--lang=en'], taiwan)).stderr).toMatch(/^Usage: npm run db/)
  expect(await db(['move', '--lang', 'fr'], taiwan)).toMatchObject({
    code: 2,
    stderr: '--lang 必須是下列其中之一：zhcn、zhtw、en，不能是「fr」\n',
  })
})

test('the database of a new installation is prepared without a server, and a second time nothing changes', async () => {
  const settings = { DATA_DIR: path.join(folder.path, 'prepared') }
  const done = { code: 0, stdout: 'The database has the tables of this version\n', stderr: '' }
  expect(await db(['migrate'], settings)).toEqual(done)
  const key = await readFile(path.join(settings.DATA_DIR, 'secret.key'), 'utf8')
  expect(await db(['migrate'], settings)).toEqual(done)
  expect(await readFile(path.join(settings.DATA_DIR, 'secret.key'), 'utf8')).toBe(key)
  const server = await startServer(settings)
  expect(server.printed()).toMatch(/admin/)
  expect(await db(['migrate'], settings)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('in use by another server'),
  })
  await server.stop()
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'the database is upgraded while a server runs on PostgreSQL, and another secret key is refused',
  async () => {
    const postgres = await newPostgres()
    const settings = { DATA_DIR: path.join(folder.path, 'upgraded'), DATABASE_URL: postgres.url }
    expect(await db(['migrate'], settings)).toMatchObject({ code: 0, stderr: '' })
    const server = await startServer(settings)
    expect(await db(['migrate'], settings)).toMatchObject({ code: 0, stderr: '' })
    const elsewhere = { ...settings, DATA_DIR: path.join(folder.path, 'elsewhere') }
    expect(await db(['migrate'], elsewhere)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('secret.key'),
    })
    await server.stop()
    await postgres.drop()
  },
)

test('a backup is restored with the documented command', async () => {
  const fresh = { DATA_DIR: path.join(folder.path, 'fresh') }
  const done = await db(['restore', backup], fresh)
  expect(done.stderr).toBe('')
  expect(done.stdout).toMatch(/Done in [\d.]+ s: \d+ rows and 1 file, as of \d{4}-/)
  expect(await readFile(path.join(fresh.DATA_DIR, 'files', 'upload.txt'), 'utf8')).toBe('hello')
  expect(await readdir(fresh.DATA_DIR)).toEqual(['db', 'files', 'fleetdeck-store.json'])
})

test('a backup is restored from S3 with the documented command, and errors are named', async () => {
  const storage = await startObjectStorage()
  const name = 'fleetdeck-20260102-030405.tar'
  const body = await readFile(backup)
  storage.objects.set(`a b/${name}`, { body, eTag: '', modifiedAt: new Date() })
  const settings = {
    DATA_DIR: path.join(folder.path, 'from-s3'),
    AWS_ACCESS_KEY_ID: storage.accessKey,
    AWS_SECRET_ACCESS_KEY: 'wrong',
  }
  const address = `s3://${storage.bucket}/a%20b/${name}?endpoint=${encodeURIComponent(storage.address)}&region=here-1`
  const refused = await db(['restore', address], settings)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/rejected the access key|is denied/),
  ])
  settings.AWS_SECRET_ACCESS_KEY = storage.secretKey
  const none = await db(['restore', address.replace('0304', '0305')], settings)
  expect([none.code, none.stderr]).toEqual([
    1,
    expect.stringMatching(/^The file does not exist in the storage/),
  ])
  const done = await db(['restore', address], settings)
  expect(done.stderr).toBe('')
  expect(done.stdout).toMatch(/Done in [\d.]+ s: \d+ rows and 1 file, as of \d{4}-/)
  expect(await readdir(settings.DATA_DIR)).toEqual(['db', 'files', 'fleetdeck-store.json'])
  await storage.stop()
})

test('files are copied between the folder and S3 with the documented command, which goes on where it was interrupted', async () => {
  const s3 = await startS3Server()
  onTestFinished(() => s3.stop())
  const start = { DATA_DIR: path.join(folder.path, 'moving') }
  await db(['restore', backup], start)
  const unset = await db(['move-files', '--to', 's3'], start)
  expect([unset.code, unset.stderr]).toEqual([1, 'Set S3_URL and S3_BUCKET to the S3 storage\n'])
  expect((await db(['move-files', '--to', 'disk'], start)).code).toBe(2)
  const settings = { ...start, ...s3.settings, S3_PREFIX: 'fleet' }
  const upload = path.join(start.DATA_DIR, 'files', 'later.txt')
  await writeFile(upload, 'later')
  const copied = await db(['move-files', '--to', 's3'], settings)
  expect(copied.stderr).toBe('')
  expect(copied.stdout).toMatch(/^Copying files from .*moving to s3:\/\/fleet-files\/fleet\/ …\n/)
  expect(copied.stdout).toMatch(/Files copied: 2; already there: 0\n/)
  expect(copied.stdout).toMatch(/Start the servers with the settings of s3:\/\/fleet-files\/fleet\/\./)
  await writeFile(path.join(start.DATA_DIR, 'files', 'third.txt'), '3')
  await s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: 'fleet/files/later.txt', Body: 'l' }))
  const killed = path.join(start.DATA_DIR, 'backups', '.making-killed')
  await mkdir(killed)
  await utimes(killed, 0, 0)
  const again = await db(['move-files', '--to', 's3'], settings)
  expect(await readdir(path.dirname(killed))).toEqual([])
  expect(again.stdout).toMatch(/Files copied: 2; already there: 1\n/)
  const elsewhere = path.join(folder.path, 'elsewhere')
  const back = await db(['move-files', '--to', 'folder', '--folder', elsewhere], settings)
  expect(back.stderr).toBe('')
  expect((await readdir(path.join(elsewhere, 'files'))).sort()).toEqual([
    'later.txt',
    'third.txt',
    'upload.txt',
  ])
  expect(await readFile(path.join(elsewhere, 'files', 'later.txt'), 'utf8')).toBe('later')
})

test('files that the database mentions and that are missing are named after a move', async () => {
  const s3 = await startS3Server()
  onTestFinished(() => s3.stop())
  const settings = { DATA_DIR: path.join(folder.path, 'missing'), ...s3.settings }
  await db(['restore', backup], settings)
  const open = await openDb({ dataDir: settings.DATA_DIR })
  const row = { fileName: 'lost.js', originalName: 'lost.js', mediaType: '', ownerId: UserId.parse(1) }
  await open.db.insert(storedFiles).values({ ...row, size: 3, md5: '' })
  await open.close()
  const moved = await db(['move-files', '--to', 'folder'], settings)
  expect(moved.stdout).toMatch(/Files that the database mentions and that are not there: lost\.js\n/)
})

test('a backup in the store of the servers is restored by its name', async () => {
  const s3 = await startS3Server()
  onTestFinished(() => s3.stop())
  const name = 'fleetdeck-20260102-030405.tar'
  await s3.client.send(
    new PutObjectCommand({ Bucket: s3.bucket, Key: `backups/${name}`, Body: await readFile(backup) }),
  )
  const settings = { DATA_DIR: path.join(folder.path, 'by-name'), ...s3.settings }
  const none = await db(['restore', 'fleetdeck-20260102-030406.tar'], settings)
  expect([none.code, none.stderr]).toEqual([1, 'The file fleetdeck-20260102-030406.tar does not exist\n'])
  const done = await db(['restore', name], settings)
  expect(done.stderr).toBe('')
  const { Contents = [] } = await s3.client.send(
    new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: 'files/' }),
  )
  expect(Contents.map(({ Key }) => Key)).toEqual(['files/upload.txt'])
  expect((await db(['restore', name], settings)).stderr).toMatch(/already contains a database/)
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a restore whose connection to PostgreSQL is cut says so, changes nothing, and can be started again',
  async () => {
    const postgres = await newPostgres()
    const proxy = await FaultProxy.start(postgres.url)
    const own = path.join(folder.path, 'cut')
    const direct = new pg.Client(postgres.url)
    await direct.connect()
    try {
      await proxy.set({ slowMs: 100 })
      const said = db(['restore', backup], { DATA_DIR: own, DATABASE_URL: proxy.url })
      const begun = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and state = 'idle in transaction' and query like 'create schema%'`
      await expect.poll(async () => (await direct.query(begun)).rowCount).toBe(1)
      await proxy.set('reset')
      expect(await said).toMatchObject({
        code: 1,
        stderr: 'Cannot connect to PostgreSQL. Check DATABASE_URL.\n',
      })
      expect(await readdir(own)).toEqual([])
      await proxy.set('pass')
      expect(await db(['restore', backup], { DATA_DIR: own, DATABASE_URL: proxy.url })).toMatchObject({
        code: 0,
      })
    } finally {
      await direct.end()
      await proxy.close()
      await postgres.drop()
    }
  },
)

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a restore into tables that another program has locked ends, says so and changes nothing',
  async () => {
    const postgres = await newPostgres()
    const settings = { DATA_DIR: path.join(folder.path, 'held'), DATABASE_URL: postgres.url }
    expect(await db(['restore', backup], settings)).toMatchObject({ code: 0 })
    const holder = new pg.Client(postgres.url)
    await holder.connect()
    await holder.query('begin')
    await holder.query('select count(*) from users')
    expect(await db(['restore', backup, '--force'], settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has locked tables of this database'),
    })
    await holder.query('commit')
    expect((await holder.query('select count(*)::int as count from users')).rows[0].count).toBeGreaterThan(0)
    await holder.end()
    await postgres.drop()
  },
)

test.skipIf(!process.env.TEST_DATABASE_URL)('the embedded database is moved to PostgreSQL', async () => {
  const postgres = await newPostgres()
  const settings = { DATABASE_URL: postgres.url }
  expect(await db(['move'], settings)).toMatchObject({ code: 0, stderr: '' })
  expect((await db(['move'], settings)).stderr).toMatch(/^The database already contains tables\. Use --force/)
  await rename(path.join(dataDir, 'db'), path.join(dataDir, 'db.away'))
  expect((await db(['move', '--force'], settings)).stderr).toMatch(/does not contain an embedded database/)
  await rename(path.join(dataDir, 'db.away'), path.join(dataDir, 'db'))
  await postgres.drop()
})
