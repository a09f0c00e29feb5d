import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PackedFiles } from './packed-files.ts'

let folder: string
let files: PackedFiles
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'packed-files-'))
  await writeFile(path.join(folder, 'a.js.br'), brotliCompressSync('alert(1)'))
  await writeFile(path.join(folder, 'b.css.br'), brotliCompressSync('b {}'))
  await writeFile(path.join(folder, 'b.css'), 'b {}')
  files = new PackedFiles(path.dirname(folder), path.basename(folder))
})
afterAll(() => rm(folder, { recursive: true }))

const unpack = (name: string, accepted?: string) => files.unpack(`${path.basename(folder)}/${name}`, accepted)

test('a browser without Brotli gets a file with gzip, and one with neither gets it as it is', async () => {
  const gzipped = await unpack('a.js', 'gzip, deflate')
  expect(gzipped).toMatchObject({ type: 'application/javascript; charset=utf-8', encoding: 'gzip' })
  expect(String(gunzipSync(gzipped?.bytes ?? ''))).toBe('alert(1)')
  for (const accepted of [undefined, 'identity', 'br;q=0', 'gzip; q=0'])
    expect(await unpack('a.js', accepted)).toMatchObject({
      bytes: Buffer.from('alert(1)'),
    })
})

test('a browser with Brotli gets the file itself, and so do all for files that are there unpacked', async () => {
  expect(await unpack('a.js', 'gzip, deflate, br')).toBeUndefined()
  expect(await unpack('a.js', 'gzip, br;q=0.5')).toBeUndefined()
  expect(await unpack('b.css', 'gzip')).toBeUndefined()
  expect(await unpack('none.js', 'gzip')).toBeUndefined()
})

test('a server without the console has no such files', async () => {
  expect(await new PackedFiles(folder, 'assets').unpack('assets/a.js')).toBeUndefined()
})
