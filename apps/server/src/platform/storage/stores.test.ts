import { randomBytes } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { type S3Server, startS3Server } from '@fleetdeck/testing/peers/s3-server'
import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { FolderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'
import { openStore } from './open-store.ts'
import { S3Store } from './s3-store.ts'
import { asFailure } from './storage-failure.ts'
import { StorageWatch } from './storage-watch.ts'

const { signal } = new AbortController()
/** Three parts of an upload to S3. */
const large = randomBytes(20 * 1024 * 1024)

let folder: DataFolder
let s3: S3Server
let proxy: FaultProxy
beforeAll(async () => {
  folder = await temporaryFolder()
  s3 = await startS3Server()
  proxy = await FaultProxy.start(s3.endpoint)
})
afterEach(() => proxy.set('pass'))
afterAll(async () => {
  await proxy.close()
  await s3.stop()
  await folder.remove()
})

let count = 0
async function file(content: string | Uint8Array): Promise<string> {
  count += 1
  const name = path.join(folder.path, `source-${count}`)
  await writeFile(name, content)
  return name
}
function bucket({ prefix = '某 +公司/', downloadUrl = '', endpoint = proxy.url, answerMs = 30_000 } = {}) {
  const { keys } = s3
  const settings = { endpoint, region: 'us-east-1', bucket: s3.bucket, prefix, pathStyle: true }
  const limits = { outageMs: 500, silentMs: 5000, answerMs }
  return new S3Store(
    { ...settings, keys, allowed: undefined, downloadUrl, workFolder: path.join(folder.path, 'work') },
    limits,
  )
}
const textOf = async (content: Readable | undefined) => content && (await buffer(content)).toString()
async function names(store: ObjectStore): Promise<string[]> {
  const found: string[] = []
  for await (const { fileName } of store.list('files')) found.push(fileName)
  return found.sort()
}

describe.each([
  ['a folder', () => new FolderStore(path.join(folder.path, 'store'))],
  ['a bucket', () => bucket()],
])('%s', (_name, open) => {
  test('takes files of the machine, lists them, and gives all or a part of them', async () => {
    const store = open()
    await store.test()
    const [first, second] = [await file('hello'), await file('')]
    await store.take(first, 'files', 'a b+c.js')
    await store.take(second, 'files', 'empty.txt')
    await expect(access(first)).rejects.toThrow('ENOENT')
    expect(await names(store)).toEqual(['a b+c.js', 'empty.txt'])
    expect(await textOf(await store.open('files', 'a b+c.js'))).toBe('hello')
    expect(await textOf(await store.open('files', 'a b+c.js', { start: 1, end: 3 }))).toBe('ell')
    expect(await textOf(await store.open('files', 'empty.txt'))).toBe('')
    expect(await store.find('files', 'a b+c.js')).toMatchObject({ fileName: 'a b+c.js', size: 5 })
    const copy = path.join(folder.path, `fetched-${count}`)
    await store.fetch('files', 'a b+c.js', copy, signal)
    expect(await readFile(copy, 'utf8')).toBe('hello')
    for (const name of ['a b+c.js', 'empty.txt', 'unknown']) await store.remove('files', name)
    expect(await names(store)).toEqual([])
  })

  test('says that a file is missing, and names that lead out of its area find nothing', async () => {
    const store = open()
    await store.take(await file('1'), 'recordings', 'film')
    for (const name of ['unknown', '../recordings/film']) {
      expect(await store.open('files', name)).toBeUndefined()
      expect(await store.find('files', name)).toBeUndefined()
    }
    const fetching = store.fetch('files', 'unknown', path.join(folder.path, 'nothing'), signal)
    await expect(fetching).rejects.toMatchObject({ reason: 'noFile' })
    await store.remove('recordings', 'film')
  })

  test('takes the files of a backup in place of its own', async () => {
    const store = open()
    const restored = path.join(folder.path, `restored-${count}`)
    await mkdir(restored)
    for (const name of ['1.txt', '2.txt']) await writeFile(path.join(restored, name), name)
    await store.take(await file('1.txt'), 'files', '1.txt')
    await store.replace('files', restored)
    expect(await names(store)).toEqual(['1.txt', '2.txt'])
    for (const name of ['1.txt', '2.txt']) {
      expect(await textOf(await store.open('files', name))).toBe(name)
      await store.remove('files', name)
    }
  })

  test('keeps the mark of its installation', async () => {
    const store = open()
    expect(await store.readMark()).toBeUndefined()
    await store.writeMark({ id: 'one', installation: 'A' })
    expect(await store.readMark()).toEqual({ id: 'one', installation: 'A' })
  })
})

test('a large file goes to a bucket in parts and comes back the same, also in part', async () => {
  const store = bucket()
  await store.take(await file(large), 'files', 'large.bin')
  const whole = await store.open('files', 'large.bin')
  expect(whole && (await buffer(whole)).equals(large)).toBe(true)
  const part = await store.open('files', 'large.bin', { start: 8_388_600, end: 8_388_700 })
  expect(part && (await buffer(part)).equals(large.subarray(8_388_600, 8_388_701))).toBe(true)
  const past = await store.open('files', 'large.bin', { start: large.length, end: large.length + 10 })
  expect(await textOf(past)).toBe('')
  await store.remove('files', 'large.bin')
})

test('a bucket with more objects than one answer has lists each of them once', async () => {
  const store = bucket({ prefix: 'many/' })
  const all = Array.from({ length: 1003 }, (_, index) => `${index}.txt`).sort()
  const put = (name: string) =>
    s3.client.send(new PutObjectCommand({ Bucket: s3.bucket, Key: `many/files/${name}`, Body: name }))
  for (let at = 0; at < all.length; at += 20) await Promise.all(all.slice(at, at + 20).map(put))
  expect(await names(store)).toEqual(all)
}, 120_000)

test('a transfer that breaks leaves nothing in a bucket, and its file stays on the machine', async () => {
  const store = bucket()
  await proxy.set({ slowMs: 20 })
  const source = await file(large)
  const taking = store.take(source, 'files', 'broken.bin')
  taking.catch(() => {})
  const uploads = async () =>
    (await s3.client.send(new ListMultipartUploadsCommand({ Bucket: s3.bucket }))).Uploads ?? []
  await expect.poll(async () => (await uploads()).length).toBe(1)
  await proxy.set('refuse')
  expect(
    await taking.then(
      () => 'taken',
      (error) => asFailure(error).reason,
    ),
  ).toBe('away')
  await proxy.set('pass')
  expect(await store.find('files', 'broken.bin')).toBeUndefined()
  await access(source)
  await store.removePartial(new Date(Date.now() + 60_000))
  expect(await uploads()).toEqual([])
})

test('unfinished uploads of the last hours stay, as they may be in progress', async () => {
  const store = bucket()
  const Key = '某 +公司/files/now.bin'
  await s3.client.send(new CreateMultipartUploadCommand({ Bucket: s3.bucket, Key }))
  const uploads = async () =>
    ((await s3.client.send(new ListMultipartUploadsCommand({ Bucket: s3.bucket }))).Uploads ?? []).length
  await store.removePartial(new Date(Date.now() - 3_600_000))
  expect(await uploads()).toBe(1)
  await store.removePartial(new Date(Date.now() + 60_000))
  expect(await uploads()).toBe(0)
})

test('a bucket that does not respond is a failure that may pass', async () => {
  const store = bucket()
  await proxy.set('refuse')
  const reason = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error) => asFailure(error).reason,
    )
  expect(await reason(store.open('files', 'x'))).toBe('away')
  expect(await reason(store.find('files', 'x'))).toBe('away')
  expect(await reason(store.take(await file('1'), 'files', 'x'))).toBe('away')
  expect(await reason(names(store))).toBe('away')
  await proxy.set('hang')
  const hasty = bucket({ answerMs: 200 })
  expect(await reason(hasty.open('files', 'x'))).toBe('away')
  expect(await reason(names(hasty))).toBe('away')
})

test('an address for phones gives a file and its parts without a key, but no other file', async () => {
  expect(await bucket().link('files', 'x')).toBeUndefined()
  const store = bucket({ downloadUrl: s3.endpoint })
  await store.take(await file('hello'), 'files', '某 (1).js')
  const link = await store.link('files', '某 (1).js')
  expect(link).toMatch(s3.endpoint)
  expect(await (await fetch(link ?? '')).text()).toBe('hello')
  const part = await fetch(link ?? '', { headers: { range: 'bytes=1-2' } })
  expect([part.status, await part.text()]).toEqual([206, 'el'])
  expect((await fetch((link ?? '').replace('%281%29', '%282%29'))).status).toBe(403)
  await store.remove('files', '某 (1).js')
})

test('settings that do not lead to a usable store are refused with what to check', async () => {
  const dataDir = path.join(folder.path, 'data')
  const s3Env = { ...{ region: '', prefix: '', pathStyle: true, downloadUrl: '' }, endpoint: s3.endpoint }
  const keys = { AWS_ACCESS_KEY_ID: s3.keys.accessKeyId, AWS_SECRET_ACCESS_KEY: 'wrong' }
  Object.assign(process.env, keys)
  const refused = openStore({ dataDir, s3: { ...s3Env, bucket: s3.bucket } })
  await expect(refused).rejects.toThrow(
    /^Cannot use the storage s3:\/\/fleet-files\/ for files: .*SignatureDoesNotMatch.* Check S3_URL, S3_BUCKET, /,
  )
  process.env.AWS_SECRET_ACCESS_KEY = s3.keys.secretAccessKey
  await expect(openStore({ dataDir, s3: { ...s3Env, bucket: 'unknown' } })).rejects.toThrow(/NoSuchBucket/)
  const silent = { ...s3Env, bucket: s3.bucket, endpoint: 'http://127.0.0.1:1' }
  await expect(openStore({ dataDir, s3: silent })).rejects.toThrow(/ECONNREFUSED/)
  await writeFile(path.join(folder.path, 'plain'), '')
  const filesDir = path.join(folder.path, 'plain', 'files')
  await expect(openStore({ dataDir, filesDir })).rejects.toThrow(/ENOTDIR.* Check FILES_DIR\.$/)
})

test('a folder that is no longer mounted and a bucket that does not respond are noticed, and so is their return', async () => {
  const mounted = path.join(folder.path, 'mounted')
  const stores = [new FolderStore(mounted), bucket({ prefix: 'watched/' })]
  for (const store of stores) await store.writeMark({ id: store.address, installation: 'A' })
  const watches = stores.map((store) => new StorageWatch(store))
  onTestFinished(() => {
    for (const watch of watches) watch.close()
  })
  const failures = () => watches.map(({ failure }) => JSON.stringify(failure) ?? '')
  await Promise.all(watches.map((watch) => watch.checked))
  await rename(mounted, `${mounted}-away`)
  await proxy.set('refuse')
  await expect
    .poll(failures, { timeout: 30_000 })
    .toEqual([expect.stringMatching('noMark'), expect.stringMatching('ECONN')])
  await rename(`${mounted}-away`, mounted)
  await proxy.set('pass')
  await expect.poll(failures, { timeout: 30_000 }).toEqual(['', ''])
})
