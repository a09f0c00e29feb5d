import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { backups } from '@fleetdeck/contract/backups'
import { type Incident, incidents, incidentText } from '@fleetdeck/contract/incidents'
import { jobLogs } from '@fleetdeck/contract/scheduled-jobs'
import { siteConfig } from '@fleetdeck/contract/site-config'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { TextValues } from '@fleetdeck/i18n/fill-text'
import { type ObjectStorage, startObjectStorage } from '@fleetdeck/testing/peers/object-storage'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { text } from '../../platform/http/language.ts'
import { incidentsPass } from '../../testing/incidents-pass.ts'
import { runJob } from '../../testing/run-job.ts'

let site: TestSite
let storage: ObjectStorage
beforeAll(async () => {
  site = await startTestSite({ inFolder: true })
  storage = await startObjectStorage()
})
beforeEach(async () => {
  await site.jobs.idle()
  await site.reset()
  for (const { fileName } of (await site.admin.call(backups.list)).list)
    await site.admin.call(backups.remove, { body: { fileName } })
  storage.objects.clear()
  Object.assign(storage, { damages: false, onPart: () => {} })
})
afterAll(async () => {
  await storage.stop()
  await site.stop()
})

const set = (values: Record<string, string>) => site.admin.call(siteConfig.update, { body: { values } })
const useS3 = (more: Record<string, string> = {}) =>
  set({
    'sys.backup.place': 's3',
    'sys.backup.s3.endpoint': storage.address,
    'sys.outgoing.privateNetworks': '127.0.0.1, ::1',
    'sys.backup.s3.bucket': storage.bucket,
    'sys.backup.s3.prefix': 'fleetdeck/',
    'sys.backup.s3.accessKey': storage.accessKey,
    'sys.backup.s3.secretKey': storage.secretKey,
    ...more,
  })
const state = () => site.admin.call(backups.list)
/** The console refuses the same call twice within a second. */
async function copy() {
  await site.jobs.runTarget('copyBackup')
  await site.jobs.idle()
}
async function made() {
  await runJob(site, 'backup')
  await site.jobs.idle()
  return state()
}

test('a new backup is copied to S3, and the copies beyond the number to keep are removed', async () => {
  await useS3({ 'sys.backup.copies': '1' })
  expect((await site.admin.call(backups.testPlace)).failure).toBeNull()
  const older = 'fleetdeck/fleetdeck-20200101-000000.tar'
  storage.objects.set(older, { body: Buffer.from('x'), eTag: 'x', modifiedAt: new Date() })
  const { list, place, copy } = await made()
  expect(place).toBe('s3://copies/fleetdeck/')
  expect(copy).toMatchObject({ fileName: list[0]?.fileName, failure: null, isRunning: false })
  expect([...storage.objects.keys()]).toEqual([`fleetdeck/${list[0]?.fileName}`])
  const copies = await site.admin.call(backups.copies)
  expect(copies.failure).toBeNull()
  const address = `s3://copies/fleetdeck/${list[0]?.fileName}?endpoint=${encodeURIComponent(storage.address)}&region=us-east-1`
  expect(copies.list).toMatchObject([{ fileName: list[0]?.fileName, size: list[0]?.size, address }])
})

test.each(['127.0.0.1', 'localhost'])(
  'a storage in a private network, %s, is called only if the site allows the network',
  async (host) => {
    const endpoint = storage.address.replace('127.0.0.1', host)
    await useS3({ 'sys.backup.s3.endpoint': endpoint, 'sys.outgoing.privateNetworks': '' })
    const failure = { reason: 'privateAddress', detail: host }
    expect((await site.admin.call(backups.testPlace)).failure).toEqual(failure)
    expect((await made()).copy.failure).toMatchObject(failure)
    expect(storage.objects.size).toBe(0)
    await useS3({ 'sys.backup.s3.endpoint': endpoint })
    await copy()
    expect((await state()).copy.failure).toBeNull()
  },
)

test('a backup counts as made when its copy fails; the copies there stay, and it is copied later', async () => {
  await useS3({ 'sys.backup.copies': '1', 'sys.backup.s3.secretKey': 'wrong' })
  const older = 'fleetdeck/fleetdeck-20200101-000000.tar'
  storage.objects.set(older, { body: Buffer.from('x'), eTag: 'x', modifiedAt: new Date() })
  const failed = await made()
  expect(failed.make).toMatchObject({ fileName: failed.list[0]?.fileName, failure: null })
  expect(failed.copy).toMatchObject({ succeededAt: null, failure: { reason: 'wrongKey' } })
  expect((await site.admin.call(backups.testPlace)).failure?.reason).toBe('wrongKey')
  expect((await site.admin.call(backups.copies)).failure?.reason).toBe('wrongKey')
  expect([...storage.objects.keys()]).toEqual([older])
  const { list: runs } = await site.admin.call(jobLogs.list)
  expect(runs.map(({ invokeTarget, state: end }) => [invokeTarget, end])).toEqual([
    ['copyBackup', 'failed'],
    ['backup', 'succeeded'],
  ])
  expect(JSON.stringify(runs)).not.toContain('wrong"')

  await useS3()
  storage.damages = true
  await site.admin.call(backups.copy)
  await site.jobs.idle()
  expect((await state()).copy.failure?.reason).toBe('damagedCopy')
  expect([...storage.objects.keys()]).toEqual([older])
  storage.damages = false
  await copy()
  expect((await state()).copy).toMatchObject({ fileName: failed.list[0]?.fileName, failure: null })
})

test('a backup is copied to a folder; one that is missing is named, as are missing settings', async () => {
  const folder = path.join(site.dataDir, 'disk')
  await set({ 'sys.backup.place': 'folder' })
  expect((await made()).copy.failure).toMatchObject({ reason: 'incomplete', detail: 'sys.backup.folder' })
  await set({ 'sys.backup.folder': folder })
  await copy()
  expect((await state()).copy.failure?.reason).toBe('noFolder')
  await mkdir(folder)
  await copy()
  const { copy: copied, list } = await state()
  expect(copied.failure).toBeNull()
  expect(await readdir(folder)).toEqual([list[0]?.fileName])
  const source = path.join(site.dataDir, 'backups', list[0]?.fileName ?? '')
  expect((await readFile(path.join(folder, copied.fileName))).equals(await readFile(source))).toBe(true)
  await set({ 'sys.backup.place': 'none' })
  expect((await site.admin.call(backups.copies)).list).toEqual([])
})

test('a server that was killed while copying is noticed, and the others go on', async () => {
  await useS3()
  await site.deps.db.execute(
    sql`insert into backup_steps (step, holder, held_until) values ('copy', 'killed', now() + interval '1 minute')`,
  )
  expect((await made()).copy).toMatchObject({ isRunning: true, succeededAt: null })
  await site.deps.db.execute(sql`update backup_steps set held_until = now() - interval '1 second'`)
  await site.testRestores.sweep()
  await expect
    .poll(async () => (await state()).copy)
    .toMatchObject({ isRunning: false, failure: { reason: 'interrupted' } })
  await runJob(site, 'copyBackup')
  expect((await state()).copy).toMatchObject({ isRunning: false, failure: null })
})

test('the secret key is masked for those who may only read, and copying needs its permission', async () => {
  await useS3()
  const permissions = ['system/monitor/backup/list', siteConfig.list.permission]
  const { client } = await addHolder(site, { userName: 'wei' }, { permissions, dataScope: 1 })
  expect(JSON.stringify(await client.call(siteConfig.list))).not.toContain(storage.secretKey)
  expect((await client.ask(backups.copies)).code).toBe(0)
  for (const call of [backups.copy, backups.prove, backups.testPlace])
    expect((await client.ask(call)).code).toBe(403)
  expect(
    (await site.admin.ask(siteConfig.update, { body: { values: { 'sys.backup.folder': 'x/y' } } })).msg,
  ).toBe('Enter an absolute path, e.g. /mnt/backups')
})

test('a failed copy is an incident until one succeeds, or there is to be none', async () => {
  await useS3({ 'sys.backup.s3.secretKey': 'wrong' })
  await made()
  await site.incidents.check()
  const [incident] = (await site.admin.call(incidents.summary)).open
  expect(incident).toMatchObject({ kind: 'backupNotCopied', values: { reason: 'wrongKey' } })
  const english = (key: TextKey, values?: TextValues) => text('en', key, values)
  expect(incidentText(english, incident as Incident)).toMatch(
    /^The newest backup has no off-site copy\. Incorrect access key .*Site settings → Backups\.$/,
  )
  await site.admin.call(siteConfig.update, { body: { values: { 'sys.backup.place': 'none' } } })
  await incidentsPass(site)
  expect((await site.admin.call(incidents.summary)).open).toEqual([])
})
