import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { backups } from '@fleetdeck/contract/backups'
import { DataScope } from '@fleetdeck/contract/enums'
import { jobLogs } from '@fleetdeck/contract/scheduled-jobs'
import { siteConfig } from '@fleetdeck/contract/site-config'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJob } from '../../testing/run-job.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ inFolder: true })
})
afterAll(() => site.stop())

test('a backup is made while the server runs, listed, downloaded and deleted', async () => {
  await site.admin.call(backups.add)
  await site.jobs.idle()
  const { list, isRunning } = await site.admin.call(backups.list)
  expect(isRunning).toBe(false)
  const { list: runs } = await site.admin.call(jobLogs.list, { query: { jobName: 'backup' } })
  expect(runs).toMatchObject([{ state: 'succeeded', byHand: true, exceptionInfo: '' }])
  expect(list).toHaveLength(1)
  const [{ fileName, size }] = list as [(typeof list)[number]]
  const address = `${backups.download.path}?fileName=${fileName}`
  const headers = { authorization: `Bearer ${site.admin.token}` }
  const answer = await site.app.inject({ url: address, headers })
  expect(answer.rawPayload.byteLength).toBe(size)
  expect(answer.rawPayload.subarray(0, 13).toString()).toBe('manifest.json')
  await site.admin.call(backups.remove, { body: { fileName } })
  expect((await site.admin.call(backups.list)).list).toEqual([])
})

test('a backup from before an upgrade is listed with the version, and downloaded and deleted like others', async () => {
  await site.jobs.runTarget('backup')
  await site.jobs.idle()
  const [made] = (await site.admin.call(backups.list)).list
  const folder = path.join(site.dataDir, 'backups')
  const fileName = 'before-9.1.0-20200102-030405.tar'
  await copyFile(path.join(folder, made?.fileName ?? ''), path.join(folder, fileName))
  const { list, command } = await site.admin.call(backups.list)
  expect(list).toMatchObject([
    { fileName: made?.fileName, beforeUpgradeTo: null },
    { fileName, size: made?.size, beforeUpgradeTo: '9.1.0' },
  ])
  expect(command).toBe('npm run db --')
  const headers = { authorization: `Bearer ${site.admin.token}` }
  const answer = await site.app.inject({ url: `${backups.download.path}?fileName=${fileName}`, headers })
  expect(answer.rawPayload.byteLength).toBe(made?.size)
  for (const each of list) await site.admin.call(backups.remove, { body: { fileName: each.fileName } })
  expect((await site.admin.call(backups.list)).list).toEqual([])
})

test('invalid backup names are refused, and so are users without the permission', async () => {
  for (const fileName of [
    'before-/../x-20200101-000000.tar',
    '../db/PG_VERSION',
    'fleetdeck-20200101-000000.tar',
    '/etc/passwd',
    '..',
  ]) {
    expect((await site.admin.ask(backups.download, { query: { fileName } })).msg).toBe(
      'The backup no longer exists. Refresh the page.',
    )
    expect((await site.admin.ask(backups.remove, { body: { fileName } })).code).toBe(-1)
  }
  const permissions = ['system/monitor/backup/list']
  const { client } = await addHolder(site, { userName: 'wei' }, { permissions, dataScope: DataScope.all })
  expect((await client.ask(backups.list)).code).toBe(0)
  expect((await client.ask(backups.add)).code).toBe(403)
  expect((await client.ask(backups.download, { query: { fileName: 'x' } })).code).toBe(403)
})

test('backups are listed, made, copied, proven, downloaded and deleted only by those whose role for it is over all data', async () => {
  await runJob(site, 'backup')
  const [{ fileName } = { fileName: '' }] = (await site.admin.call(backups.list)).list
  const { list, copies, add, copy, prove, testPlace, download, remove } = backups
  const permissions = [list, add, download, remove].map(({ permission }) => permission)
  const needsAll = {
    code: 403,
    msg: expect.stringContaining(
      'Backups contain the data of all users. Ask an administrator for a role with the data scope “All”.',
    ),
  }
  const fetched = async ({ token }: TestSite['admin']) => {
    const headers = { authorization: `Bearer ${token}`, languageselect: 'en' }
    const url = `${backups.download.path}?fileName=${fileName}`
    return site.app.inject({ url, headers })
  }
  const holder = async (userName: string, dataScope: DataScope) =>
    (await addHolder(site, { userName }, { permissions, dataScope })).client
  for (const [userName, scope] of [
    ['lin', DataScope.self],
    ['chen', DataScope.department],
    ['zhao', DataScope.departmentAndBelow],
  ] as const) {
    const client = await holder(userName, scope)
    expect((await fetched(client)).json(), userName).toMatchObject(needsAll)
    expect(await client.ask(remove, { body: { fileName } }), userName).toMatchObject(needsAll)
    for (const endpoint of [list, copies, add, copy, prove, testPlace])
      expect(await client.ask(endpoint), `${userName} ${endpoint.path}`).toMatchObject(needsAll)
  }
  const feng = await holder('feng', DataScope.all)
  expect((await fetched(feng)).headers['content-type']).toBe('application/x-tar')
  for (const endpoint of [list, copies, testPlace])
    expect(await feng.ask(endpoint), endpoint.path).toMatchObject({ code: 0 })
  expect(await feng.ask(remove, { body: { fileName } })).toMatchObject({ code: 0 })
})

test('backups are made as the settings say, and the page says for whom', async () => {
  const set = (values: Record<string, string>) => site.admin.call(siteConfig.update, { body: { values } })
  const encryption = async () => (await site.admin.call(backups.list)).encryption
  expect(await encryption()).toEqual({ recipients: [], hasPassphrase: false })
  await set({ 'sys.backup.passphrase': 'correct horse battery staple' })
  expect(await encryption()).toEqual({ recipients: [], hasPassphrase: true })
  const recipient = await identityToRecipient(await generateX25519Identity())
  await set({ 'sys.backup.recipients': recipient })
  expect(await encryption()).toEqual({ recipients: [recipient], hasPassphrase: false })
  await site.jobs.runTarget('backup')
  await site.jobs.idle()
  const { list } = await site.admin.call(backups.list)
  const encrypted = list.find(({ fileName }) => fileName.endsWith('.tar.age'))
  const url = `${backups.download.path}?fileName=${encrypted?.fileName}`
  const headers = { authorization: `Bearer ${site.admin.token}` }
  const { rawPayload } = await site.app.inject({ url, headers })
  expect(rawPayload.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
})

test('wrong public keys and short passphrases are refused in the language of the caller', async () => {
  const recipient = await identityToRecipient(await generateX25519Identity())
  const mistyped = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`
  const refusal = async (key: string, value: string, language: string) => {
    const body = { values: { [key]: value } }
    return (await site.as(site.admin.token, language).ask(siteConfig.update, { body })).msg
  }
  for (const wrong of ['age1', mistyped, `${recipient} ${mistyped}`, 'ssh-ed25519 AAAA']) {
    expect(await refusal('sys.backup.recipients', wrong, 'zhcn')).toMatch(/请输入 age1 开头/)
    expect(await refusal('sys.backup.recipients', wrong, 'en')).toMatch(/age public keys/)
  }
  expect(await refusal('sys.backup.passphrase', 'too short', 'zhtw')).toMatch(/至少 16 個字元/)
})
