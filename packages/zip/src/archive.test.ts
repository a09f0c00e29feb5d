import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { endRecord, long64s, type ZipFileEntry, zip64End, zipFile } from '@fleetdeck/testing/files/zip-file'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Archive, InvalidArchive } from './archive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-'))
})
afterAll(() => rm(folder, { recursive: true }))

const two: ZipFileEntry[] = [
  { name: 'a', content: 'aaaaaaaaaaaaaaaa' },
  { name: 'b', content: 'bb', method: 0 },
]
const only = (entry: Partial<ZipFileEntry>): Buffer =>
  zipFile([{ name: 'a', content: 'x'.repeat(100), ...entry }])

function broken(): Buffer {
  const zip = only({})
  return zip.fill(0xff, 31, 33)
}

async function unpacked(zip: Buffer | string): Promise<Record<string, string>> {
  const archive = await Archive.open(zip)
  try {
    const entries = await archive.allEntries()
    await archive.checkEntries(entries, { isWhole: true })
    const contents: [string, string][] = []
    for (const entry of entries)
      contents.push([entry.fileName, (await buffer(archive.read(entry))).toString()])
    return Object.fromEntries(contents)
  } finally {
    archive.close()
  }
}

test('an archive is read from memory and from a file, stored or deflated, with its sizes after the content or in 64 bits', async () => {
  const contents = { a: 'aaaaaaaaaaaaaaaa', b: 'bb' }
  const zip = zipFile(two)
  expect(await unpacked(zip)).toEqual(contents)
  const file = path.join(folder, 'a.zip')
  await writeFile(file, zip)
  expect(await unpacked(file)).toEqual(contents)
  const later = { flags: 8 }
  expect(
    await unpacked(only({ inHeader: { ...later, packedSize: 0, size: 0 }, inDirectory: later })),
  ).toEqual({ a: 'x'.repeat(100) })
  const extra = Buffer.concat([Buffer.from('01001000', 'hex'), long64s(100, 100)])
  const wide = { size: 0xffff_ffff, packedSize: 0xffff_ffff, extra }
  expect(await unpacked(only({ method: 0, inHeader: wide }))).toEqual({ a: 'x'.repeat(100) })
  expect(await unpacked(zipFile([]))).toEqual({})
})

test('a zip64 end record is read when it agrees with the other one', async () => {
  const plain = zipFile(two)
  const { size, offset } = {
    size: plain.readUInt32LE(plain.length - 10),
    offset: plain.readUInt32LE(plain.length - 6),
  }
  const record = { count: 2, size, offset, at: offset + size }
  expect(await unpacked(zipFile(two, { before: zip64End(record) }))).toHaveProperty('b', 'bb')
  for (const wrong of [{ count: 1 }, { size: size + 1 }, { offset: offset + 1 }, { at: offset }])
    await expect(unpacked(zipFile(two, { before: zip64End({ ...record, ...wrong }) }))).rejects.toThrow(
      InvalidArchive,
    )
})

test.each<[string, Buffer]>([
  [
    'whose header says deflated where the directory says stored',
    only({ method: 0, inHeader: { method: 8 } }),
  ],
  ['whose header says stored where the directory says deflated', only({ inHeader: { method: 0 } })],
  ['whose header has another size', only({ inHeader: { size: 1 } })],
  ['whose header has another packed size', only({ inHeader: { packedSize: 1 } })],
  ['whose header has no size, although nothing follows the content', only({ inHeader: { size: 0 } })],
  [
    'whose header has another 64-bit size',
    only({
      method: 0,
      inHeader: { size: 0xffff_ffff, extra: Buffer.concat([Buffer.from('01000800', 'hex'), long64s(7)]) },
    }),
  ],
  ['whose header has a broken extra field', only({ inHeader: { extra: Buffer.from('0100ffff', 'hex') } })],
  ['whose header has another name', only({ inHeader: { name: 'b' } })],
  ['that only its header calls encrypted', only({ inHeader: { flags: 1 } })],
  ['that is encrypted', only({ inHeader: { flags: 1 }, inDirectory: { flags: 1 } })],
  ['with a method other than deflate', only({ inHeader: { method: 12 }, inDirectory: { method: 12 } })],
  ['that unpacks to more than it says', only({ inHeader: { size: 99 }, inDirectory: { size: 99 } })],
  ['that unpacks to less than it says', only({ inHeader: { size: 101 }, inDirectory: { size: 101 } })],
  ['whose content is broken', broken()],
  [
    'that reaches into the directory',
    only({
      method: 0,
      inHeader: { size: 110, packedSize: 110 },
      inDirectory: { size: 110, packedSize: 110 },
    }),
  ],
  ['that is in the archive twice', zipFile([...two, { name: 'a', content: 'other' }])],
  [
    'with the header of another',
    zipFile([
      { name: 'a', content: 'x' },
      { name: 'a2', content: 'x', inDirectory: { offset: 0 } },
    ]),
  ],
])('an entry %s is refused', async (_, zip) => {
  await expect(unpacked(zip)).rejects.toThrow(InvalidArchive)
})

test('entries whose contents overlap are refused', async () => {
  const inner = zipFile([{ name: 'b', content: 'inner', method: 0 }]).subarray(0, 36)
  const entries: ZipFileEntry[] = [
    { name: 'a', content: inner, method: 0 },
    { name: 'b', content: 'inner', method: 0, inDirectory: { offset: 31 } },
  ]
  await expect(unpacked(zipFile(entries))).rejects.toThrow('entries overlap')
})

test('an entry that the directory omits is refused', async () => {
  for (const place of [0, 1, 2]) {
    const entries = two.toSpliced(place, 0, { name: 'hidden', content: 'x', isUnlisted: true })
    await expect(unpacked(zipFile(entries))).rejects.toThrow('the directory omits an entry')
  }
})

test('an archive with several end records, or one that contradicts the directory, is refused', async () => {
  const other = endRecord({ count: 0, size: 0, offset: 0 })
  for (const end of [{ before: other }, { comment: other }, { count: 1 }, { before: Buffer.alloc(100_000) }])
    await expect(unpacked(zipFile(two, end))).rejects.toThrow(InvalidArchive)
  await expect(unpacked(Buffer.from('PK\\u0003\\u0004 and no more'))).rejects.toThrow(InvalidArchive)
  await expect(unpacked(path.join(folder, 'none'))).rejects.toThrow('ENOENT')
})
