import { createHash } from 'node:crypto'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { DataScope } from '@fleetdeck/contract/enums'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { publishedScrcpy, scrcpyServer } from '@fleetdeck/contract/scrcpy-server'
import { scrcpyServerFile } from '@fleetdeck/testing/files/scrcpy-server-file'
import { zipFile } from '@fleetdeck/testing/files/zip-file'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { identifyScrcpy } from './receive-scrcpy.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.deps.scrcpyOffer.changed()
})
afterAll(() => site.stop())

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const server = scrcpyServerFile()
const sha256 = hashOf(server)

interface Upload {
  name?: string
  isConfirmed?: boolean
  token?: string
}
async function upload(
  content: Buffer,
  { name = 'scrcpy-server-v4.1', isConfirmed = true, token = site.admin.token ?? '' }: Upload = {},
) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content)]), name)
  const headers = { authorization: `Bearer ${token}`, languageselect: 'en' }
  const address = `${site.address}${scrcpyServer.replace.path}${isConfirmed ? '?confirmed=true' : ''}`
  const response = await fetch(address, { method: 'POST', body: form, headers })
  return (await response.json()) as { code: number; msg: string; data: object }
}
const download = (hash: string, token?: string) =>
  fetch(`${site.address}/rapi/scrcpyServer/${hash}`, {
    headers: { languageselect: 'en', ...(token && { authorization: `Bearer ${token}` }) },
  })
async function newPhone() {
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  return addAssignedPhone(site, 1)
}
function connect(token: string, address = site.address) {
  const socket = TestSocket.phone(address, token)
  onTestFinished(() => socket.close())
  return socket
}

test('a file that is not a published one is asked about with its SHA-256, and used by the word of its administrator', async () => {
  expect(await site.admin.call(scrcpyServer.one)).toBeNull()
  expect(await upload(server, { isConfirmed: false })).toEqual({
    code: 412,
    msg: `This file is not a known release of scrcpy. SHA-256: ${sha256}`,
  })
  expect(await site.admin.call(scrcpyServer.one)).toBeNull()
  expect(await upload(server)).toMatchObject({ code: 0 })
  expect(await site.admin.call(scrcpyServer.one)).toMatchObject({
    fileName: 'scrcpy-server-v4.1',
    version: '4.1',
    size: server.byteLength,
    sha256,
    isPublished: false,
    userName: 'admin',
  })
  const saved = async () => {
    const { list } = await site.admin.call(operationLogs.list)
    return list.find(({ operUrl, status }) => operUrl.startsWith(scrcpyServer.replace.path) && status === 0)
  }
  await expect.poll(saved).toBeDefined()
  const id = (await saved())?.id ?? 0
  const { info } = await site.admin.call(operationLogs.detail, { query: { id } })
  expect(JSON.parse(info.operParam)).toMatchObject({
    confirmed: 'true',
    files: [expect.stringContaining('scrcpy-server-v4.1')],
  })
})

test('a published file is known by its SHA-256, whatever its name', () => {
  expect(Object.keys(publishedScrcpy)).toEqual(
    expect.arrayContaining(['3.0', '3.1', '3.2', '3.3', '3.3.4', '4.0', '4.1']),
  )
  for (const [version, hash] of Object.entries(publishedScrcpy)) {
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(identifyScrcpy('scrcpy-server', hash)).toEqual({ version, isPublished: true })
  }
  expect(new Set(Object.values(publishedScrcpy)).size).toBe(Object.keys(publishedScrcpy).length)
  expect(identifyScrcpy('scrcpy-server', sha256)).toEqual({ version: '', isPublished: false })
})

test('files that are not scrcpy’s server are refused, and the one in use stays', async () => {
  await upload(server)
  const refusal = 'This is not a server file of scrcpy. Upload the scrcpy-server file of a release.'
  const wrong: [string, Buffer][] = [
    ['a text', Buffer.from('hello')],
    ['an empty file', Buffer.alloc(0)],
    ['an archive without a program', zipFile([{ name: 'a.txt', content: 'a' }])],
    ['an archive whose program is none', zipFile([{ name: 'classes.dex', content: 'hello' }])],
    ['half an archive', server.subarray(0, server.length / 2)],
  ]
  for (const [what, content] of wrong)
    expect(await upload(content), what).toMatchObject({ code: -1, msg: refusal })
  const large = Buffer.concat([server, Buffer.alloc(10 * 1024 * 1024)])
  expect((await upload(large)).msg).toBe('The file cannot be larger than 10 MB. Select a smaller one.')
  expect(await site.admin.call(scrcpyServer.one)).toMatchObject({ sha256 })
})

test('a phone learns of the file when it connects and when it changes, and downloads it with its token', async () => {
  const token = await newPhone()
  const socket = connect(token)
  expect(await socket.next('registered')).not.toHaveProperty('scrcpy')
  await upload(server)
  const offer = { sha256, size: server.byteLength, version: '4.1' }
  expect(await socket.next('scrcpyServer')).toEqual({ action: 'scrcpyServer', scrcpy: offer })
  expect(await connect(token).next('registered')).toMatchObject({ scrcpy: offer })
  const answer = await download(sha256, token)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(server)
  expect(await (await download(sha256)).json()).toMatchObject({ code: 401 })
  expect(await (await download(sha256, 'x'.repeat(40))).json()).toMatchObject({ code: 401 })
  expect(await (await download(hashOf(Buffer.from('another')), token)).json()).toMatchObject({ code: 404 })
})

test('a phone of another server learns of the file at the same time, and gets it there', async () => {
  const other = await site.another()
  const token = await newPhone()
  const socket = connect(token, other.address)
  await socket.next('registered')
  await upload(server)
  expect(await socket.next('scrcpyServer')).toMatchObject({ scrcpy: { sha256 } })
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${other.address}/rapi/scrcpyServer/${sha256}`, { headers })
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(server)
  await other.close()
})

test('a replaced file is no longer downloaded, and a removed one is offered to no phone', async () => {
  const token = await newPhone()
  await upload(server)
  const newer = scrcpyServerFile('newer')
  await upload(newer, { name: 'scrcpy-server' })
  expect(await site.admin.call(scrcpyServer.one)).toMatchObject({ version: '', sha256: hashOf(newer) })
  expect(await (await download(sha256, token)).json()).toMatchObject({ code: 404 })
  const socket = connect(token)
  await socket.next('registered')
  await expect(site.admin.call(scrcpyServer.remove, { body: { sha256 } })).rejects.toThrow('already deleted')
  await site.admin.call(scrcpyServer.remove, { body: { sha256: hashOf(newer) } })
  expect(await socket.next('scrcpyServer')).toEqual({ action: 'scrcpyServer' })
  expect(await site.admin.call(scrcpyServer.one)).toBeNull()
})

test('a user who may only look at the file cannot replace or remove it', async () => {
  const { client } = await addHolder(
    site,
    { userName: 'wei' },
    { permissions: [scrcpyServer.one.permission], dataScope: DataScope.all },
  )
  expect(await client.call(scrcpyServer.one)).toBeNull()
  expect(await upload(server, { token: client.token ?? '' })).toMatchObject({ code: 403 })
  expect(await client.ask(scrcpyServer.remove, { body: { sha256 } })).toMatchObject({ code: 403 })
})
