import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { DeleteObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { backups } from '@fleetdeck/contract/backups'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { files } from '@fleetdeck/contract/files'
import { posts } from '@fleetdeck/contract/posts'
import { recordings } from '@fleetdeck/contract/recordings'
import { encodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { scriptTries } from '@fleetdeck/contract/scripts'
import { type S3Server, startS3Server } from '@fleetdeck/testing/peers/s3-server'
import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
import { HttpClient } from '@fleetdeck/testing/server/http-client'
import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { S3Store } from '../../platform/storage/s3-store.ts'
import { runJob } from '../../testing/run-job.ts'

/** The smallest picture that counts as one. */
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

let s3: S3Server
let proxy: FaultProxy
let site: TestSite
/** The second server, on another machine. */
let other: Awaited<ReturnType<TestSite['another']>>
let folder: DataFolder
let downloadUrl = ''
beforeAll(async () => {
  s3 = await startS3Server()
  proxy = await FaultProxy.start(s3.endpoint)
  folder = await temporaryFolder()
  const at = { endpoint: proxy.url, bucket: s3.bucket, keys: s3.keys, region: 'us-east-1', prefix: 'fleet/' }
  site = await startTestSite({
    store: (workFolder) =>
      new S3Store(
        { ...at, pathStyle: true, allowed: undefined, downloadUrl, workFolder },
        { outageMs: 500, silentMs: 5000, answerMs: 30_000 },
      ),
    inFolder: true,
  })
  other = await site.another(undefined, folder.path)
})
beforeEach(async () => {
  await site.reset()
  await rm(path.join(site.dataDir, 'recordings'), { recursive: true, force: true })
  for (const area of ['files', 'recordings', 'backups'])
    for (const name of await objects(area)) await destroy(area, name)
  await site.deps.parameters.set('recording.minFreeMegabytes', '0')
  await site.deps.parameters.set('recording.picturesPerSecond', '30')
})
afterEach(() => proxy.set('pass'))
afterAll(async () => {
  await other.close()
  await site.stop()
  await proxy.close()
  await s3.stop()
  await folder.remove()
})

const headers = () => ({ authorization: `Bearer ${site.admin.token}`, languageselect: 'en' })
/** From the second server. */
const get = (address: string, more: Record<string, string> = {}) =>
  fetch(new URL(address, other.address), { headers: { ...headers(), ...more }, redirect: 'manual' })
const onOther = () => new HttpClient(other.address, site.admin.token)

async function upload(name: string, content: BlobPart): Promise<{ fileName: string; url: string }> {
  const body = new FormData()
  body.set('file', new Blob([content]), name)
  const answer = await fetch(site.address + files.upload.path, { method: 'POST', body, headers: headers() })
  return (await answer.json()).data
}
async function objects(area: string): Promise<string[]> {
  const { Contents = [] } = await s3.client.send(
    new ListObjectsV2Command({ Bucket: s3.bucket, Prefix: `fleet/${area}/` }),
  )
  return Contents.map(({ Key = '' }) => path.basename(Key)).sort()
}
const destroy = (area: string, name: string) =>
  s3.client.send(new DeleteObjectCommand({ Bucket: s3.bucket, Key: `fleet/${area}/${name}` }))
/** Rows of stored files. */
const rows = () => site.deps.db.select().from(storedFiles)

async function exported(): Promise<{ fileName: string; address: string }> {
  const { fileName } = await site.admin.call(posts.export, { query: {} })
  return { fileName, address: `${files.download.path}?fileName=${fileName}` }
}
async function phone(): Promise<{ token: string; socket: TestSocket }> {
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const token = await addAssignedPhone(site, 1)
  const socket = TestSocket.phone(site.address, token)
  onTestFinished(() => socket.close())
  await socket.next('registered')
  return { token, socket }
}
async function scriptAddress(socket: TestSocket): Promise<string> {
  await site.admin.call(scriptTries.tryOut, { body: { deviceNo: 'A1', content: 'log(1)', params: [] } })
  return String((await socket.next('task')).scriptUrl)
}

describe('what one server has stored is read through another', () => {
  test('a picture', async () => {
    const { url, fileName } = await upload('logo.png', png)
    const answer = await get(url)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true)
    expect(await objects('files')).toEqual([fileName])
    expect(await readdir(path.join(site.dataDir, 'files'))).toEqual([])
  })

  test('an export, once', async () => {
    const { address, fileName } = await exported()
    const answer = await get(address)
    const content = Buffer.from(await answer.arrayBuffer())
    expect(content.subarray(0, 2).toString()).toBe('PK')
    await expect.poll(rows).toEqual([])
    await expect.poll(() => objects('files')).not.toContain(fileName)
    expect((await (await get(address)).json()).code).toBe(404)
  })

  test('a script, whole and in part', async () => {
    const { token, socket } = await phone()
    const address = await scriptAddress(socket)
    const authorization = `Bearer ${token}`
    expect(await (await get(address, { authorization })).text()).toBe('log(1)')
    const part = await get(address, { authorization, range: 'bytes=4-' })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 4-5/6',
      '1)',
    ])
  })

  test('a backup, with the files of all servers', async () => {
    const { fileName: uploaded } = await upload('notes.txt', 'hello')
    await runJob(site, 'backup')
    const { list } = await onOther().call(backups.list)
    const { fileName, size } = firstRow(list)
    const content = Buffer.from(
      await (await get(`${backups.download.path}?fileName=${fileName}`)).arrayBuffer(),
    )
    expect(content.byteLength).toBe(size)
    expect(content.includes(`files/${uploaded}`)).toBe(true)
    await runJob(site, 'proveBackup')
    expect((await onOther().call(backups.list)).prove).toMatchObject({ fileName, failure: null })
    await onOther().call(backups.remove, { body: { fileName } })
    expect(await objects('backups')).toEqual([])
  })

  test('a recording, which is on its server until it ends', async () => {
    const { socket } = await phone()
    const id = Number((await site.admin.call(recordings.start, { body: { deviceNo: 'A1' } })).id)
    const viewer = TestSocket.browser(
      site.address,
      '/rapi/ws/device?deviceNo=A1&type=client&language=en',
      site.admin.token ?? '',
    )
    onTestFinished(() => viewer.close())
    await viewer.next('deviceState')
    viewer.send({ action: 'joinRoom' })
    await viewer.next('joinRoomResp')
    const image = new Uint8Array(3000)
    image.set([0xff, 0xd8, 1])
    const frame = {
      sequence: 1,
      capturedAt: 1,
      image,
      width: 360,
      height: 640,
      screenWidth: 720,
      screenHeight: 1280,
    }
    socket.socket.send(encodeScreenFrame(frame))
    const query = { id } as never
    const here = () => site.admin.call(recordings.timeline, { query })
    await expect.poll(async () => (await here()).pictures.length).toBe(1)
    const early = await onOther().ask(recordings.timeline, { query })
    expect(early.msg).toBe(
      'The recording is not in the file storage. If it runs or has just ended, try again later, otherwise contact an administrator.',
    )
    await site.admin.call(recordings.stop, { body: query })
    await expect.poll(() => objects('recordings'), { timeout: 10_000 }).toHaveLength(1)
    const there = await onOther().call(recordings.timeline, { query })
    const [picture = { from: 0, length: 0 }] = there.pictures
    const { from, length } = picture
    const piece = await get(`${recordings.piece.path}?id=${id}&from=${from}&to=${from + length}`)
    expect(Buffer.from(await piece.arrayBuffer()).equals(Buffer.from(image))).toBe(true)
    await expect.poll(() => readdir(path.join(site.dataDir, 'recordings'))).toEqual([])
    expect((await here()).pictures).toEqual(there.pictures)
    await onOther().call(recordings.remove, { query: { ids: String(id) } as never })
    expect(await objects('recordings')).toEqual([])
  })
})

describe('a file whose bytes are missing', () => {
  const missing = (name: string) => ({
    code: 404,
    msg: `The content of the file “${name}” is missing from the file storage. Upload or export it again, or contact an administrator.`,
  })

  test('is refused in the envelope, and an export stays until it is fetched', async () => {
    const { url, fileName } = await upload('logo.png', png)
    await destroy('files', fileName)
    expect(await (await get(url)).json()).toMatchObject(missing('logo.png'))
    const { fileName: book, address } = await exported()
    await destroy('files', book)
    const [row] = (await rows()).filter(({ temporary }) => temporary)
    expect(await (await get(address)).json()).toMatchObject(missing(row?.originalName ?? ''))
    expect((await rows()).filter(({ temporary }) => temporary)).toHaveLength(1)
  })

  test('is refused to phones with the reason', async () => {
    const { token, socket } = await phone()
    const address = await scriptAddress(socket)
    for (const name of await objects('files')) await destroy('files', name)
    const answer = await get(address, { authorization: `Bearer ${token}` })
    expect((await answer.json()).code).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })
})

test('a storage that does not respond is answered with "not now", and nothing of an upload is left', async () => {
  const { url } = await upload('logo.png', png)
  const { address } = await exported()
  await proxy.set('refuse')
  for (const each of [url, address]) {
    const answer = await get(each)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3'])
    expect(await answer.json()).toMatchObject({
      code: 503,
      msg: 'The file storage is not responding. Try again in 3 s.',
    })
  }
  const before = await rows()
  const body = new FormData()
  body.set('file', new Blob(['hello']), 'notes.txt')
  const sent = await fetch(site.address + files.upload.path, { method: 'POST', body, headers: headers() })
  expect(sent.status).toBe(503)
  expect(await rows()).toEqual(before)
  expect(await readdir(path.join(site.dataDir, 'files'))).toEqual([])
  await proxy.set('pass')
  expect((await get(url)).status).toBe(200)
  expect((await get(address)).status).toBe(200)
})

test('recordings that ended during an outage of the storage are stored after it', async () => {
  await phone()
  const { id } = await site.admin.call(recordings.start, { body: { deviceNo: 'A1' } })
  await proxy.set('refuse')
  await site.admin.call(recordings.stop, { body: { id } as never })
  expect(await readdir(path.join(site.dataDir, 'recordings'))).toHaveLength(1)
  await proxy.set('pass')
  const again = await site.another(undefined, site.dataDir)
  await expect.poll(() => objects('recordings'), { timeout: 10_000 }).toHaveLength(1)
  await again.close()
  expect(await readdir(path.join(site.dataDir, 'recordings'))).toEqual([])
})

test('uploads without a row are removed from the bucket after a day, others stay', async () => {
  const { fileName } = await upload('notes.txt', 'hello')
  const { deps } = site
  const hour = 3_600_000
  const [row] = await rows()
  await deps.db.delete(storedFiles)
  await deps.files.clean(new Date(Date.now() - hour), new Date(Date.now() - hour))
  expect(await objects('files')).toEqual([fileName])
  await deps.files.clean(new Date(Date.now() + hour), new Date(Date.now() - hour))
  expect(row?.fileName).toBe(fileName)
  expect(await objects('files')).toEqual([])
})

test('phones that follow redirects fetch files from the storage, where it has an address for them', async () => {
  const { token, socket } = await phone()
  const address = await scriptAddress(socket)
  const asPhone = { authorization: `Bearer ${token}`, 'x-follows-redirects': '1' }
  expect((await get(address, asPhone)).status).toBe(200)
  downloadUrl = s3.endpoint
  const third = await site.another(undefined, folder.path)
  onTestFinished(() => third.close())
  const from = (more: Record<string, string>) =>
    fetch(new URL(address, third.address), { headers: more, redirect: 'manual' })
  expect(await (await from({ authorization: `Bearer ${token}` })).text()).toBe('log(1)')
  const sent = await from(asPhone)
  const goal = sent.headers.get('location') ?? ''
  expect([sent.status, new URL(goal).origin]).toEqual([302, s3.endpoint])
  expect(await (await fetch(goal)).text()).toBe('log(1)')
  expect((await from({ 'x-follows-redirects': '1' })).status).toBe(200)
})
