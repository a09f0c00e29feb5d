import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type ObjectStorage, startObjectStorage } from '@fleetdeck/testing/peers/object-storage'
import { FaultProxy } from '@fleetdeck/testing/server/fault-proxy'
import { type DataFolder, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { mountSmallDisk } from '@fleetdeck/testing/server/small-disk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { asFailure } from '../../storage/storage-failure.ts'
import { FolderPlace } from './folder-place.ts'
import { openAddress } from './open-place.ts'
import { S3Place } from './s3-place.ts'

const signal = new AbortController().signal
const name = 'fleetdeck-20260102-030405.tar'
/** Three parts. */
const content = randomBytes(20 * 1024 * 1024)

let folder: DataFolder
let file: string
beforeAll(async () => {
  folder = await temporaryFolder()
  file = path.join(folder.path, 'backup.tar')
  await writeFile(file, content)
})
afterAll(() => folder.remove())

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => asFailure(error).reason,
  )

test('a full disk of the database is distinguished from a lack of memory, also below a failed statement', () => {
  const failed = (code: string) => Object.assign(new Error('failed'), { code })
  const reasons = ['53100', '53200'].map((code) => [
    asFailure(failed(code)).reason,
    asFailure(new Error('Failed query', { cause: failed(code) })).reason,
  ])
  expect(reasons).toEqual([
    ['noSpace', 'noSpace'],
    ['other', 'other'],
  ])
})

describe('S3', () => {
  let storage: ObjectStorage
  let proxy: FaultProxy
  beforeAll(async () => {
    storage = await startObjectStorage()
    proxy = await FaultProxy.start(storage.address)
  })
  afterEach(async () => {
    await proxy.set('pass')
    Object.assign(storage, { damages: false, hasForeignTags: false, onPart: () => {} })
    storage.objects.clear()
    storage.uploads.clear()
  })
  afterAll(async () => {
    await proxy.close()
    await storage.stop()
  })

  const place = ({
    secret = storage.secretKey,
    bucket = storage.bucket,
    outageMs = 60_000,
    allowed = '127.0.0.1',
    endpoint = proxy.url,
  } = {}) =>
    new S3Place(
      {
        endpoint,
        region: 'here-1',
        bucket,
        prefix: '某 +公司/a b/',
        keys: { accessKeyId: storage.accessKey, secretAccessKey: secret },
        pathStyle: true,
        allowed,
      },
      { outageMs, silentMs: 1500, answerMs: 1500 },
    )

  test('a backup is stored in parts, listed, read back and removed; other objects are left alone', async () => {
    const at = place()
    await at.test()
    expect(storage.objects.size).toBe(0)
    await at.put(file, name, signal)
    await at.put(file, 'fleetdeck-20260102-030406.tar', signal)
    storage.objects.set('某 +公司/a b/notes.txt', {
      body: Buffer.from('x'),
      eTag: '',
      modifiedAt: new Date(),
    })
    expect(storage.uploads.size).toBe(0)
    expect((await at.list()).map(({ fileName, size }) => [fileName, size])).toEqual([
      ['fleetdeck-20260102-030406.tar', content.byteLength],
      [name, content.byteLength],
    ])
    const back = path.join(folder.path, 'back.tar')
    await at.get(name, back, signal)
    expect((await readFile(back)).equals(content)).toBe(true)
    await at.remove(name)
    expect((await at.list()).map(({ fileName }) => fileName)).toEqual(['fleetdeck-20260102-030406.tar'])
    expect(storage.objects.has('某 +公司/a b/notes.txt')).toBe(true)
  })

  test.each(['reset', 'half-open'] as const)(
    'an upload goes on with the part that was lost (%s)',
    async (mode) => {
      const parts: number[] = []
      storage.onPart = async (part) => {
        parts.push(part)
        if (parts.length !== 2) return
        await proxy.set(mode)
        await proxy.set('pass')
      }
      await place().put(file, name, signal)
      expect(parts).toEqual([1, 2, 2, 3])
      expect([...storage.objects.values()].map(({ body }) => body.equals(content))).toEqual([true])
    },
  )

  test('an upload that the storage has forgotten starts again', async () => {
    let forgotten = 0
    storage.onPart = (part) => {
      if (part !== 2 || forgotten++) return
      storage.uploads.clear()
    }
    await place().put(file, name, signal)
    expect(forgotten).toBe(2)
    expect([...storage.objects.values()].map(({ body }) => body.equals(content))).toEqual([true])
  })

  test('a download continues after an outage', async () => {
    const at = place()
    await at.put(file, name, signal)
    await proxy.set({ slowMs: 1 })
    const back = path.join(folder.path, 'resumed.tar')
    const reading = at.get(name, back, signal)
    await expect.poll(() => readFile(back).then((read) => read.byteLength > 1_000_000)).toBe(true)
    await proxy.set('reset')
    await proxy.set('pass')
    await reading
    expect((await readFile(back)).equals(content)).toBe(true)
  })

  test('a storage that stays away is given up, and a copy that is stopped leaves nothing there', async () => {
    await proxy.set('refuse')
    expect(await reasonOf(place({ outageMs: 500 }).put(file, name, signal))).toBe('away')
    await proxy.set('pass')
    const stopping = new AbortController()
    storage.onPart = (part) => {
      if (part === 2) stopping.abort()
    }
    expect(await reasonOf(place().put(file, name, stopping.signal))).toBe('interrupted')
    expect([storage.objects.size, storage.uploads.size]).toEqual([0, 0])
  })

  test('a file that reads differently is removed again; checksums of another kind are compared by reading', async () => {
    storage.damages = true
    expect(await reasonOf(place().put(file, name, signal))).toBe('damagedCopy')
    expect(await reasonOf(place().test())).toBe('damagedCopy')
    expect([storage.objects.size, storage.uploads.size]).toEqual([0, 0])
    storage.damages = false
    storage.hasForeignTags = true
    await place().put(file, name, signal)
    expect(storage.objects.size).toBe(1)
  })

  test('uploads that killed programs have left are removed', async () => {
    storage.uploads.set('left', { key: `某 +公司/a b/${name}`, parts: new Map() })
    storage.uploads.set('foreign', { key: '某 +公司/a b/film.mp4', parts: new Map() })
    await place().removePartial()
    expect([...storage.uploads.keys()]).toEqual(['foreign'])
  })

  test('a name of a private address is not called unless its network is allowed', async () => {
    const endpoint = storage.address.replace('127.0.0.1', 'localhost')
    expect(await reasonOf(place({ allowed: '', endpoint }).test())).toBe('privateAddress')
    expect(await reasonOf(place({ allowed: '', endpoint }).put(file, name, signal))).toBe('privateAddress')
    expect(await reasonOf(place({ allowed: '127.0.0.0/8, ::1', endpoint }).test())).toBe('done')
  })

  test('a wrong secret and a missing bucket are named', async () => {
    expect(await reasonOf(place({ secret: 'wrong' }).test())).toBe('wrongKey')
    expect(await reasonOf(place({ secret: 'wrong' }).put(file, name, signal))).toBe('wrongKey')
    expect(await reasonOf(place({ bucket: 'none' }).test())).toBe('noBucket')
    expect(await reasonOf(place({ bucket: 'none' }).list())).toBe('noBucket')
  })
})

test('the address of a copy in S3 names it also when it has a wrong escape', async () => {
  const { place, fileName } = await openAddress(`s3://copies/100%/${name}?endpoint=http://s3.example`)
  expect(fileName).toBe(name)
  expect(place.addressOf(name)).toContain(`s3://copies/100%25/${name}`)
  place.close()
})

describe('a folder', () => {
  test('stores, lists, reads and removes backups, and files left by killed programs', async () => {
    const disk = path.join(folder.path, 'disk')
    await mkdir(disk)
    const at = new FolderPlace(disk)
    await at.test()
    await writeFile(path.join(disk, `.${name}.part`), 'x')
    await writeFile(path.join(disk, 'notes.txt'), 'x')
    await at.removePartial()
    await at.put(file, name, signal)
    expect((await at.list()).map(({ fileName, size }) => [fileName, size])).toEqual([
      [name, content.byteLength],
    ])
    const back = path.join(folder.path, 'folder-back.tar')
    await at.get(name, back, signal)
    expect((await readFile(back)).equals(content)).toBe(true)
    expect(await reasonOf(at.put(file, name, AbortSignal.abort()))).toBe('interrupted')
    await at.remove(name)
    expect(await readdir(disk)).toEqual(['notes.txt'])
  })

  test('that does not exist is never created', async () => {
    const missing = path.join(folder.path, 'missing')
    const at = new FolderPlace(missing)
    for (const work of [() => at.test(), () => at.list(), () => at.put(file, name, signal)])
      expect(await reasonOf(work())).toBe('noFolder')
    expect(await readdir(folder.path)).not.toContain('missing')
  })

  test('on a full or read-only disk says so, and leaves nothing there', async (context) => {
    const disk = mountSmallDisk(8)
    if (!disk) return context.skip()
    const at = new FolderPlace(disk.path)
    expect(await reasonOf(at.put(file, name, signal))).toBe('full')
    expect((await readdir(disk.path)).filter((each) => each !== 'filler')).toEqual([])
    disk.makeReadOnly()
    expect(await reasonOf(at.test())).toBe('noRight')
    disk.remove()
  })
})
