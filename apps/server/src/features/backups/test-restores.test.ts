import {
  copyFile,
  mkdir,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { backups } from '@fleetdeck/contract/backups'
import { incidents } from '@fleetdeck/contract/incidents'
import { siteConfig } from '@fleetdeck/contract/site-config'
import { firstSignIn } from '@fleetdeck/testing/server/http-client'
import { startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { mountSmallDisk } from '@fleetdeck/testing/server/small-disk'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { incidentsPass } from '../../testing/incidents-pass.ts'
import { runJob } from '../../testing/run-job.ts'
import { createTemporary } from './temporary-database.ts'

// A test restore starts a program and a database, with a low priority: a busy machine keeps it waiting.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 })

const isPostgres = process.env.TEST_DATABASE_URL !== undefined
let site: TestSite
let folder: string
beforeAll(async () => {
  site = await startTestSite({ inFolder: true })
  folder = path.join(site.dataDir, 'backups')
})
beforeEach(async () => {
  await site.jobs.idle()
  await site.reset()
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => site.stop())

const state = async () => (await site.admin.call(backups.list)).prove
/** The console refuses the same call twice within a second. */
async function prove() {
  await site.jobs.runTarget('proveBackup')
  await site.jobs.idle()
  return state()
}
async function makeOne(): Promise<string> {
  await runJob(site, 'backup')
  const [made] = (await site.admin.call(backups.list)).list
  return path.join(folder, made?.fileName ?? '')
}
const databases = async () => {
  const { rows } = await site.deps.db.execute<{ name: string }>(
    sql`select datname as name from pg_database
      where datname = 'fleetdeck_proof_' || (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ name }) => name)
}
/** Neither files nor databases of a test restore. */
async function expectNothingLeft() {
  expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([])
  expect(await databases()).toEqual([])
}

test('the newest backup is proven by a test restore, which leaves nothing behind', async () => {
  await mkdir(path.join(site.dataDir, 'files'), { recursive: true })
  await writeFile(path.join(site.dataDir, 'files', 'upload.txt'), 'hello')
  const fileName = path.basename(await makeOne())
  const before = await site.deps.db.execute(sql`select count(*) from users`)
  await site.admin.call(backups.prove)
  await site.jobs.idle()
  const proven = await state()
  expect(proven.failure).toBeNull()
  expect(proven).toMatchObject({
    fileName,
    isRunning: false,
    details: { files: 1, isFromCopy: false, database: isPostgres ? 'postgresql' : 'embedded' },
  })
  expect(proven.details?.tables).toBeGreaterThan(50)
  expect(proven.details?.rows).toBeGreaterThan(100)
  expect((await site.deps.db.execute(sql`select count(*) from users`)).rows).toEqual(before.rows)
  await expectNothingLeft()
})

test('the copy at the other place is proven when there is one', async () => {
  const disk = path.join(site.dataDir, 'disk')
  await mkdir(disk)
  const values = { 'sys.backup.place': 'folder', 'sys.backup.folder': disk }
  await site.admin.call(siteConfig.update, { body: { values } })
  const file = await makeOne()
  await site.jobs.idle()
  await rm(file)
  expect(await prove()).toMatchObject({ fileName: path.basename(file), details: { isFromCopy: true } })
  await rm(disk, { recursive: true })
  expect((await prove()).failure?.reason).toBe('noFolder')
  await expectNothingLeft()
})

describe('of encrypted backups', () => {
  const passphrase = 'correct horse battery staple'
  const set = (values: Record<string, string>) => site.admin.call(siteConfig.update, { body: { values } })

  test('those with a passphrase are opened, unless it has changed since', async () => {
    await set({ 'sys.backup.passphrase': passphrase })
    const fileName = path.basename(await makeOne())
    expect(fileName).toMatch(/\.tar\.age$/)
    expect(await prove()).toMatchObject({ fileName, failure: null, details: { isTrial: false } })
    await set({ 'sys.backup.passphrase': `another ${passphrase}` })
    expect((await prove()).failure).toMatchObject({ reason: 'wrongPassphrase' })
    await expectNothingLeft()
  })

  test('of those for a key pair a plain one is made, restored and thrown away', async () => {
    const recipient = await identityToRecipient(await generateX25519Identity())
    await set({ 'sys.backup.passphrase': passphrase, 'sys.backup.recipients': recipient })
    const fileName = path.basename(await makeOne())
    expect(await prove()).toMatchObject({ fileName, failure: null, details: { isTrial: true } })
    expect(await readdir(folder)).toEqual([fileName])
  })
})

test('a failed one is an incident until one succeeds', async () => {
  await prove()
  await site.incidents.check()
  const open = async () => (await site.admin.call(incidents.summary)).open
  expect(await open()).toMatchObject([{ kind: 'backupNotProven', values: { reason: 'noBackup' } }])
  await makeOne()
  await prove()
  await incidentsPass(site)
  expect(await open()).toEqual([])
})

describe('is not proven, and nothing is left behind:', () => {
  test('no backup at all', async () => {
    expect((await prove()).failure?.reason).toBe('noBackup')
    await expectNothingLeft()
  })

  test('a damaged or truncated backup; a former success stays known', async () => {
    const file = await makeOne()
    const { succeededAt } = await prove()
    const handle = await openFile(file, 'r+')
    const { size } = await stat(file)
    // Two blocks of the archive: a smaller change may only meet what fills up the last block of an entry.
    await handle.write(Buffer.alloc(1024, 'changed'), 0, 1024, Math.floor(size / 2))
    await handle.close()
    const failed = await prove()
    expect(failed).toMatchObject({ succeededAt, failure: { reason: 'damagedBackup' } })
    await writeFile(file, 'cut')
    expect((await prove()).failure).toMatchObject({
      reason: 'damagedBackup',
      detail: 'This file is not a fleetdeck backup',
    })
    await expectNothingLeft()
  })

  test('a backup with nobody who can sign in, or whose rows do not fit together', async () => {
    const { db } = site.deps
    await db.execute(sql`update users set status = 1`)
    await site.jobs.runTarget('backup')
    await site.jobs.idle()
    await db.execute(sql`update users set status = 0`)
    expect((await prove()).failure).toMatchObject({ reason: 'wrongContent', detail: 'Nobody could sign in.' })
    await rm(folder, { recursive: true })
    const key = sql`sessions_user_id_users_id_fk`
    await db.execute(sql`alter table sessions drop constraint ${key}`)
    // The job that removes sessions which are over would take it away.
    await db.execute(sql`insert into sessions (token_hash, user_id, ip, expires_at)
      values ('x', 999, '', now() + interval '1 day')`)
    await makeOne()
    await db.execute(sql`delete from sessions where user_id = 999`)
    await db.execute(
      sql`alter table sessions add constraint ${key} foreign key (user_id) references users (id) on delete cascade`,
    )
    const { failure } = await prove()
    expect(failure?.reason).toBe('wrongContent')
    expect(failure?.detail).toContain('sessions_user_id_users_id_fk')
    await expectNothingLeft()
  })

  test('a disk that is too small', async (context) => {
    const disk = mountSmallDisk(48)
    if (!disk) return context.skip()
    const file = await makeOne()
    await copyFile(file, path.join(disk.path, path.basename(file)))
    await rm(folder, { recursive: true })
    await symlink(disk.path, folder)
    if (isPostgres) disk.fill()
    const { failure } = await prove()
    expect(failure?.reason).toBe('noSpace')
    if (!isPostgres) expect(failure?.detail).toMatch(/^\d+ MB < \d+ MB$/)
    disk.free()
    await expectNothingLeft()
    await rm(folder)
    disk.remove()
  })

  test('its process was killed, or its server stops', async () => {
    await makeOne()
    await site.admin.call(backups.prove)
    process.kill(await restoreProcess(), 'SIGKILL')
    await site.jobs.idle()
    expect((await state()).failure?.reason).toBe('interrupted')
    await expectNothingLeft()
    const other = await site.another()
    await other.jobs.runTarget('proveBackup')
    await restoreProcess()
    await site.testRestores.prove(new AbortController().signal)
    expect(await state()).toMatchObject({ isRunning: true, succeededAt: null })
    await other.close()
    expect(await state()).toMatchObject({ isRunning: false, failure: { reason: 'interrupted' } })
    await expectNothingLeft()
  })
})

test('databases left by a killed server are removed by another one', async () => {
  const { db } = site.deps
  const left = path.join(site.dataDir, 'killed')
  await mkdir(path.join(left, 'data'), { recursive: true })
  const longAgo = new Date(Date.now() - 120_000)
  await writeFile(path.join(left, 'heartbeat'), '')
  await utimes(path.join(left, 'heartbeat'), longAgo, longAgo)
  await mkdir(folder, { recursive: true })
  await rename(left, path.join(folder, '.making-killed'))
  if (isPostgres) {
    const { rows } = await db.execute<{ oid: string }>(
      sql`select oid::text from pg_database where datname = current_database()`,
    )
    await db.execute(sql.raw(`create database fleetdeck_proof_${rows[0]?.oid}`))
  }
  // From here on the server may remove it automatically, once a minute.
  await db.execute(
    sql`insert into backup_steps (step, holder, held_until) values ('prove', 'killed', now() - interval '1 second')`,
  )
  await site.testRestores.sweep()
  await expect.poll(async () => (await state()).failure?.reason, { timeout: 30_000 }).toBe('interrupted')
  await expectNothingLeft()
})

test.skipIf(!isPostgres)(
  'an account that may not create databases has the backup restored elsewhere',
  async () => {
    const { db } = site.deps
    const role = `fleetdeck_limited_${process.pid}`
    await db.execute(sql.raw(`create role ${role} login`))
    const url = new URL(process.env.TEST_DATABASE_URL ?? '')
    url.username = role
    const pool = new pg.Pool({ connectionString: url.href })
    expect(await createTemporary(pool)).toBeUndefined()
    await pool.end()
    await db.execute(sql.raw(`drop role ${role}`))
  },
)

test('the process of a test restore ends with its server, also when that is killed', async () => {
  const data = await temporaryFolder()
  const server = await startServer({ DATA_DIR: data.path, CAPTCHA: 'off', ADMIN_PASSWORD: 'First-Horse-99' })
  const admin = await firstSignIn(server.address, 'First-Horse-99')
  await admin.call(backups.add)
  const isMade = async () => !(await admin.call(backups.list)).isRunning
  await expect.poll(isMade, { timeout: 30_000 }).toBe(true)
  await admin.call(backups.prove)
  const pid = await restoreProcess(server.pid)
  await server.kill()
  const isThere = async () => (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== ''
  await expect.poll(isThere, { timeout: 30_000 }).toBe(false)
  await data.remove()
})

/** The process id of the test restore in progress. */
async function restoreProcess(server = process.pid): Promise<number> {
  const tasks = `/proc/${server}/task`
  let found = 0
  const find = async () => {
    for (const task of await readdir(tasks))
      for (const pid of (await readFile(`${tasks}/${task}/children`, 'utf8')).split(' ').filter(Boolean))
        if ((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('restore-child'))
          found = Number(pid)
    return found
  }
  await expect.poll(find, { timeout: 30_000 }).toBeGreaterThan(0)
  return found
}
