import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ScrcpyFile } from './scrcpy-file.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const offerOf = (text: string, version = '4.1') => ({ sha256: hashOf(text), size: text.length, version })

let folder: string
let server: Server
let url: URL
let content: string
let requests: { url: string; authorization: string | undefined }[]
let notices: string[]
let files: ScrcpyFile[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scrcpy-file-'))
  content = 'one'
  requests = []
  notices = []
  files = []
  server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', authorization: request.headers.authorization })
    response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterEach(async () => {
  for (const file of files) await file.close()
  server.close()
  await rm(folder, { recursive: true })
})

function open(retryMs = 60_000) {
  const notice = (level: string, message: unknown) => notices.push(`${level}: ${message}`)
  const file = new ScrcpyFile({ stateDir: folder, notice, retryMs })
  files.push(file)
  return file
}
const source = () => ({ servers: { current: url }, headersFor: () => ({ authorization: 'Bearer token' }) })
const stored = () => readdir(join(folder, 'scrcpy'))

test('phones that learn of a file together download it once, with the token of one of them', async () => {
  const file = open()
  const changes: (string | undefined)[] = []
  file.follow((changed) => changes.push(changed))
  await Promise.all([1, 2, 3].map(() => file.take(offerOf('one'), source())))
  expect(requests).toEqual([{ url: `/rapi/scrcpyServer/${hashOf('one')}`, authorization: 'Bearer token' }])
  expect(await readFile(file.file ?? '', 'utf8')).toBe('one')
  expect([changes, file.label]).toEqual([[file.file], '4.1'])
  await file.take(undefined, source())
  expect([file.file, file.label, await stored()]).toEqual([undefined, '', []])
})

test('a file that another process has stored is not downloaded again', async () => {
  await open().take(offerOf('one'), source())
  await open().take(offerOf('one'), source())
  expect(requests).toHaveLength(1)
})

test.each([
  ['another content', 'two', 'SHA-256'],
  ['more bytes than announced', 'one and more', 'more than 3 bytes'],
])('%s is refused and not stored, and downloaded again later', async (_, wrong, reason) => {
  content = wrong
  const file = open(20)
  await file.take(offerOf('one'), source())
  expect(notices.join()).toContain(`warn: could not get the scrcpy server file from the console: ${reason}`)
  expect([file.file, await stored()]).toEqual([undefined, []])
  content = 'one'
  await expect.poll(() => file.file).toBe(join(folder, 'scrcpy', hashOf('one')))
})

test('of files that follow each other, the last one is used, and the others are removed', async () => {
  const file = open()
  await file.take(offerOf('one'), source())
  content = 'two'
  await Promise.all([file.take(offerOf('old'), source()), file.take(offerOf('two'), source())])
  expect(file.file).toBe(join(folder, 'scrcpy', hashOf('two')))
  expect(await stored()).toEqual([hashOf('two')])
})

test('a partial file of another process stays, unless it is an hour old', async () => {
  const [now, old] = ['a.1.part', 'b.2.part']
  await mkdir(join(folder, 'scrcpy'))
  for (const name of [now, old]) await writeFile(join(folder, 'scrcpy', name), 'part')
  const before = new Date(Date.now() - 2 * 3_600_000)
  await utimes(join(folder, 'scrcpy', old), before, before)
  await open().take(offerOf('one', ''), source())
  expect((await stored()).sort()).toEqual([hashOf('one'), now].sort())
})
