import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts, scriptUpload } from '@fleetdeck/contract/scripts'
import { tasks } from '@fleetdeck/contract/tasks'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { twoTenants } from '../../testing/rights/two-tenants.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterAll(() => site.stop())

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const draft = { scriptName: 'Buy', platformId: 1, version: '1.0', content: 'log(1)' }
const add = (body: object = {}) => site.admin.ask(scripts.add, { body: { ...draft, ...body } })
const edit = (body: object) => site.admin.ask(scripts.edit, { body: { ...draft, id: 1, ...body } })
const one = () => site.admin.call(scripts.one, { query: { id: 1 } })

async function addPhone() {
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  return addAssignedPhone(site, 1)
}

async function upload(name: string, content: string | Buffer) {
  const body = new FormData()
  body.set('file', new Blob([content as never]), name)
  const headers = { authorization: `Bearer ${site.admin.token}`, 'accept-language': 'en' }
  const answer = await fetch(site.address + scriptUpload.path, { method: 'POST', headers, body })
  return (await answer.json()) as { code: number; msg: string; data: { fileName: string; md5: string } }
}

test('a script is written in the page, and its MD5 is shown', async () => {
  expect(await add()).toMatchObject({ code: 0, data: { id: 1 } })
  expect(await one()).toMatchObject({
    scriptName: 'Buy',
    platformName: 'Shop',
    version: '1.0',
    fileMd5: md5('log(1)'),
    size: 6,
    versions: 1,
    isMine: true,
  })
})

test('a change that is based on an older version is refused, and changes nothing', async () => {
  await add()
  const { versionId } = await one()
  await edit({ version: '1.1', content: 'log(2)' })
  expect(await edit({ version: '1.2', content: 'log(3)', baseVersionId: versionId })).toEqual({
    code: 409,
    msg: 'The script has version 1.1 now. Load it again before you save.',
  })
  expect((await one()).fileMd5).toBe(md5('log(2)'))
  const now = (await one()).versionId
  expect((await edit({ version: '1.2', content: 'log(3)', baseVersionId: now })).code).toBe(0)
})

test('a script is uploaded; other types, archives and large files are refused', async () => {
  const { data } = await upload('buy.js', 'log(2)')
  expect(data.md5).toBe(md5('log(2)'))
  const { content: _content, ...rest } = draft
  expect(await site.admin.ask(scripts.add, { body: { ...rest, fileName: data.fileName } })).toMatchObject({
    code: 0,
  })
  expect((await one()).originalName).toBe('buy.js')
  expect((await site.admin.ask(scripts.add, { body: { ...rest, fileName: 'none.js' } })).msg).toBe(
    'The uploaded file no longer exists. Upload it again.',
  )
  expect((await upload('buy.zip', 'PK')).msg).toMatch(/js/)
  const zip = Buffer.from('504b030414000000ff00fe', 'hex')
  expect((await upload('buy.js', zip)).msg).toBe('The file is not a text script. Select a different file.')
  expect((await upload('buy.js', Buffer.alloc(5 * 1024 * 1024 + 1, 32))).msg).toMatch(/5/)
})

test('a save that is refused, or needs no new file, leaves no file behind', async () => {
  await add()
  const files = () => site.deps.db.$count(storedFiles)
  expect(await files()).toBe(1)
  expect((await add({ note: 'again' })).msg).toBe(
    'This user already has a script with this name. Use a different name.',
  )
  expect((await add({ scriptName: 'B', fileMd5: md5('other') })).msg).toMatch(/MD5/)
  expect((await edit({ content: 'log(9)' })).msg).toMatch(/^Version 1.0 already exists/)
  expect((await edit({ note: 'as before' })).code).toBe(0)
  expect(await files()).toBe(1)
  expect((await edit({ content: 'log(9)', version: '2' })).code).toBe(0)
  expect(await files()).toBe(2)
})

test('missing, duplicate or foreign values are refused', async () => {
  await add()
  const { content: _content, ...rest } = draft
  const words = async (body: object) => (await site.admin.ask(scripts.add, { body })).msg
  expect(await words({ ...rest, scriptName: ' ' })).toBe('Script name cannot be empty')
  expect(await words({ ...rest, scriptName: 'B' })).toMatch(/^Download address cannot be empty/)
  expect(await words({ ...draft, scriptName: 'B', version: '' })).toBe('Version cannot be empty')
  expect(await words({ ...draft, scriptName: 'B', platformId: undefined })).toBe('Select a platform')
  expect(await words({ ...draft, content: 'x' })).toBe(
    'This user already has a script with this name. Use a different name.',
  )
  expect((await add({ scriptName: 'C', platformId: 99 })).code).toBe(404)
  expect((await add({ scriptName: 'D', fileMd5: 'a'.repeat(32) })).msg).toMatch(/^The MD5 does not match/)
  expect((await site.admin.call(scripts.list)).total).toBe(1)
})

test('versions are stored, compared and restored; another file requires another version', async () => {
  await add()
  expect((await edit({ content: 'log(9)' })).msg).toMatch(/^Version 1.0 already exists/)
  expect(await edit({ content: 'log(9)', version: '1.1', note: 'nine' })).toMatchObject({ code: 0 })
  const versions = await site.admin.call(scripts.versions, { query: { id: 1 } })
  expect(versions.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
    ['1.1', true],
    ['1.0', false],
  ])
  const texts = await Promise.all(
    versions.map(({ id }) => site.admin.call(scripts.text, { query: { versionId: id } })),
  )
  expect(texts.map(({ text }) => text)).toEqual(['log(9)', 'log(1)'])
  const { id: versionId } = firstRow(versions.slice(1))
  await site.admin.call(scripts.rollback, { body: { id: 1, versionId } })
  expect(await one()).toMatchObject({ version: '1.0', fileMd5: md5('log(1)') })
  const { content: _content, ...rest } = draft
  const renamed = { ...rest, id: 1, scriptName: 'Sell' }
  expect(await site.admin.ask(scripts.edit, { body: renamed })).toMatchObject({ code: 0 })
  expect(await one()).toMatchObject({ scriptName: 'Sell', version: '1.0', versions: 2 })
})

test('a script at an address is downloaded immediately, and never from a private network', async () => {
  const server = createServer((request, response) => {
    const { url = '' } = request
    if (url === '/cut.js') response.destroy()
    else if (url === '/circle.js') response.writeHead(302, { location: url }).end()
    else response.writeHead(url === '/gone.js' ? 404 : 200).end('log(3)')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { content: _content, ...rest } = draft
  const from = (url: string) => site.admin.ask(scripts.add, { body: { ...rest, url } })
  expect((await from(`${address}/buy.js`)).msg).toMatch(/private network/)
  await site.deps.parameters.set('sys.outgoing.privateNetworks', '127.0.0.1')
  expect((await from(`${address}/gone.js`)).msg).toBe('The address returned HTTP 404. Check the address.')
  expect((await from(`${address}/cut.js`)).msg).toMatch(/^Could not connect to this address/)
  expect((await from(`${address}/circle.js`)).msg).toMatch(/redirects too often/)
  expect((await from('ftp://example.org/buy.js')).msg).toMatch(/must start with http/)
  expect(await from(`${address}/buy.js`)).toMatchObject({ code: 0 })
  expect(await one()).toMatchObject({ url: `${address}/buy.js`, fileMd5: md5('log(3)') })
  const wrong = { ...rest, scriptName: 'Wrong escape', url: `${address}/100%` }
  expect(await site.admin.ask(scripts.add, { body: wrong })).toMatchObject({ code: 0 })
  server.close()
})

test('users with whom a script is shared, and users below the library’s owner, may use it but not change it', async () => {
  const { client, mine, theirs } = await twoTenants(site)
  const { id } = (await add()).data as { id: number }
  const seen = async () => (await client.call(scripts.list)).list.map((row) => row.scriptName)
  expect(await seen()).not.toContain('Buy')
  await edit({ id, userIds: [mine.ownerId] })
  expect(await seen()).toEqual(expect.arrayContaining(['Buy', 'ann-script']))
  await edit({ id, userIds: [] })
  await site.admin.call(scripts.share, { body: { ids: [id], isShared: true } })
  const { list } = await client.call(scripts.list)
  const shared = firstRow(list.filter((row) => row.scriptName === 'Buy'))
  expect(shared).toMatchObject({ isMine: false, isShared: true, url: '', users: [] })
  const query = { versionId: shared.versionId }
  expect((await client.ask(scripts.text, { query })).code).toBe(404)
  expect((await client.ask(scripts.share, { body: { ids: [theirs.scriptId], isShared: true } })).code).toBe(
    404,
  )
})

test('a script that a task uses cannot be deleted, nor can its platform', async () => {
  await add()
  const task = { taskName: 'Buying', scriptId: 1, execType: 1 as const }
  const { groupId } = (await twoTenants(site)).mine
  expect(await site.admin.ask(tasks.add, { body: { ...task, groupIds: [groupId] } })).toMatchObject({
    code: 0,
  })
  expect((await site.admin.ask(scripts.remove, { query: { ids: '1' } })).msg).toMatch(
    /^Tasks or hot updates use/,
  )
  expect((await one()).scriptName).toBe('Buy')
})

test('a platform with scripts cannot be deleted', async () => {
  await add()
  expect((await site.admin.ask(platforms.remove, { query: { ids: '1' } })).msg).toMatch(
    /^The platform still has scripts/,
  )
  await site.admin.call(scripts.remove, { query: { ids: '1' } })
  expect(await site.admin.ask(platforms.remove, { query: { ids: '1' } })).toMatchObject({ code: 0 })
})

test('a phone downloads a script with its token, and resumes where it was interrupted', async () => {
  await add({ content: '0123456789' })
  const token = await addPhone()
  const { rows } = await site.deps.db.execute<{ file_name: string }>('select file_name from script_versions')
  const get = (headers: Record<string, string>) =>
    fetch(`${site.address}/rapi/scriptFile/${rows[0]?.file_name}/buy.js`, { headers })
  const authorization = `Bearer ${token}`
  expect(await (await get({})).json()).toMatchObject({ code: 401 })
  expect(await (await get({ authorization })).text()).toBe('0123456789')
  const rest = await get({ authorization, range: 'bytes=4-' })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([206, 'bytes 4-9/10'])
  expect(await rest.text()).toBe('456789')
  const other = { authorization, range: 'bytes=4-', 'if-range': '"other"' }
  expect((await get(other)).status).toBe(200)
  expect((await get({ authorization, range: 'bytes=10-' })).status).toBe(416)
  const stranger = await fetch(`${site.address}/rapi/scriptFile/none.js/buy.js`, {
    headers: { authorization },
  })
  expect(await stranger.json()).toMatchObject({ code: 404 })
})

test('the number of simultaneous downloads is limited; other phones learn when to retry', async () => {
  await add()
  await site.deps.parameters.set('device.downloads', '1')
  const leave = site.deps.downloads.enter()
  const token = await addPhone()
  const { rows } = await site.deps.db.execute<{ file_name: string }>('select file_name from script_versions')
  const get = () =>
    fetch(`${site.address}/rapi/scriptFile/${rows[0]?.file_name}/buy.js`, {
      headers: { authorization: `Bearer ${token}` },
    })
  const refused = await get()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  leave?.()
  expect((await get()).status).toBe(200)
})
