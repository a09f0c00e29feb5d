import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchFile } from './download.ts'

/** Answers one request: with a failure, or like the last one. */
type Answer = (response: ServerResponse, request: IncomingMessage) => void

const content = randomBytes(400_000)
const md5 = createHash('md5').update(content).digest('hex')
const fromByte = ({ headers }: IncomingMessage) =>
  Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)

let server: Server
let address: URL
let folder: string
let file: string
let ranges: (string | undefined)[]
let again: string[]
let answers: Answer[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'download-'))
  file = join(folder, 'file')
  ranges = []
  again = []
  server = createServer((request, response) => {
    ranges.push(request.headers.range)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(response, request)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/file`)
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})

const download = (options: { md5?: string } = { md5 }) =>
  fetchFile(file, address, {
    ...options,
    backOff: { firstMs: 1, limitMs: 4 },
    again: ({ message }, count) => again.push(`${count ? `${count.next}/${count.most} ` : ''}${message}`),
  })

/** As the product's server sends a file. */
const whole: Answer = (response, request) => {
  const from = fromByte(request)
  response.setHeader('etag', '"1"')
  if (from >= content.length) response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
  else if (from > 0) response.writeHead(206, partHeaders(from)).end(content.subarray(from))
  else response.writeHead(200, { 'content-length': content.length }).end(content)
}
const partHeaders = (from: number) => ({
  'content-length': content.length - from,
  'content-range': `bytes ${from}-${content.length - 1}/${content.length}`,
})
/** Announces everything that is missing and cuts the connection when these bytes are in the file. */
const cutAfter =
  (bytes: number): Answer =>
  (response, request) => {
    const from = fromByte(request)
    if (from > 0) response.writeHead(206, { etag: '"1"', ...partHeaders(from) })
    else response.writeHead(200, { etag: '"1"', 'content-length': content.length })
    response.write(content.subarray(from, from + bytes))
    cutWhenOnDisk(response, from + bytes)
  }
/** A reset also takes bytes that have arrived and are not read yet. */
function cutWhenOnDisk(response: ServerResponse, bytes: number) {
  const watch = setInterval(() => {
    const onDisk = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (onDisk >= bytes) response.destroy()
  }, 2)
  response.once('close', () => clearInterval(watch))
}
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('not the file')
const reset: Answer = (response) => response.destroy()

test.each([500, 502, 503, 504, 429, 408])('a server that answers %i is asked again', async (code) => {
  answers = [status(code), status(code), whole]
  await download()
  expect((await readFile(file)).equals(content)).toBe(true)
  expect(again).toEqual([2, 3].map((next) => `${next}/8 the server returned HTTP ${code}`))
})

test.each([400, 401, 403, 404, 410])('a refusal with %i is final', async (code) => {
  answers = [status(code), whole]
  await expect(download()).rejects.toThrow(`HTTP ${code}`)
  expect(ranges).toHaveLength(1)
})

test('a refusal in the envelope of the server is final, and its sentence is the reason', async () => {
  const headers = { 'content-type': 'application/json' }
  answers = [(response) => response.writeHead(200, headers).end('{"code":404,"msg":"The file is gone"}')]
  await expect(download()).rejects.toThrow('The file is gone')
  expect(ranges).toHaveLength(1)
})

test('a server that says when to return is asked then, as in a queue', async () => {
  const busy: Answer = (response) =>
    response
      .writeHead(503, { 'retry-after': '0', 'content-type': 'application/json' })
      .end('{"code":503,"msg":"The database is away","data":{"retryAfter":0}}')
  answers = [busy, busy, whole]
  await download()
  expect(again).toEqual(['The database is away'])
  expect(ranges).toHaveLength(3)
})

test('a transfer that is cut again and again continues where it was cut', async () => {
  answers = [...Array.from({ length: 12 }, () => cutAfter(30_000)), whole]
  await download()
  expect((await readFile(file)).equals(content)).toBe(true)
  const starts = ranges.map((range) => Number(/^bytes=(\d+)-$/.exec(range ?? 'bytes=0-')?.[1]))
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  expect(starts.at(-1)).toBeGreaterThan(0)
  expect(again.every((line) => /^[23]\/8/.test(line))).toBe(true)
})

test('a connection that breaks before the first byte, or is refused, is tried again', async () => {
  answers = [reset, reset, whole]
  await download()
  expect(ranges).toHaveLength(3)
})

test('the eighth failure in a row is final', async () => {
  answers = [cutAfter(1000), reset]
  await expect(download({})).rejects.toThrow()
  expect(ranges).toHaveLength(8)
  expect(again.at(-1)).toMatch(/^8\/8/)
})

test('without an MD5, a cut connection never yields a file that counts as the whole', async () => {
  answers = [cutAfter(399_999), whole]
  await download({})
  expect((await readFile(file)).equals(content)).toBe(true)
  const untold: Answer = (response) => {
    response.useChunkedEncodingByDefault = false
    response.removeHeader('content-length')
    response.shouldKeepAlive = false
    response.write(content.subarray(0, 1000), () => response.end())
  }
  answers = [untold]
  await expect(download({})).rejects.toThrow('does not say how large the file is')
})

test('a chunked file that is cut is fetched from the start, as its server sends no parts', async () => {
  const chunked: Answer = (response) => {
    response.write(content.subarray(0, 5000), () => setTimeout(() => response.destroy(), 20))
  }
  answers = [chunked, (response) => response.end(content)]
  await download({})
  expect((await readFile(file)).equals(content)).toBe(true)
  expect(ranges).toEqual([undefined, undefined])
})

test('a server that sends another part than requested is asked for the whole file', async () => {
  const wrongPart: Answer = (response) =>
    response.writeHead(206, partHeaders(content.length - 10)).end(content.subarray(-10))
  answers = [cutAfter(1000), wrongPart, whole]
  await download({})
  expect((await readFile(file)).equals(content)).toBe(true)
  expect(ranges).toEqual([undefined, 'bytes=1000-', undefined])
})

test('a file that became shorter in the meantime is fetched from the start', async () => {
  const outside: Answer = (response) => response.writeHead(416, { 'content-range': 'bytes */10' }).end()
  answers = [cutAfter(1000), outside, whole]
  await download({})
  expect((await readFile(file)).equals(content)).toBe(true)
})

test('a transfer that was cut after its last byte is complete', async () => {
  const all: Answer = (response) => {
    response.writeHead(200, { etag: '"1"', 'transfer-encoding': 'chunked' })
    response.write(content)
    cutWhenOnDisk(response, content.length)
  }
  answers = [all, whole]
  await download()
  expect((await readFile(file)).equals(content)).toBe(true)
  expect(ranges).toEqual([undefined, `bytes=${content.length}-`])
})

test('another file than expected is refused immediately', async () => {
  answers = [(response) => response.end('other')]
  await expect(download()).rejects.toThrow(/^MD5 /)
  expect(ranges).toHaveLength(1)
})

test('an empty file is a file', async () => {
  answers = [(response) => response.end()]
  await download({})
  expect(await readFile(file)).toHaveLength(0)
})
