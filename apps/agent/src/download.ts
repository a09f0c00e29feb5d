import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const limitBytes = 2 * 1024 ** 3
/** After this time without data the source counts as lost. */
const silenceMs = 60_000
/** Maximum number of times in a row that an interrupted transfer is resumed without new data. */
const maxTries = 5
const retryMs = 500
/** A busy server says when to retry; these limit the wait and the number of retries. */
const longestWaitMs = 30_000
const maxWaits = 200

export interface Download {
  /** Path of the file, which exists until `use` has ended. */
  file: string
  /** The last part of the address, decoded. */
  name: string
}

export interface FetchOptions {
  /** Hex; compared with the received file. */
  md5?: string | undefined
  headers?: Record<string, string>
}

/** The received file has another MD5 than expected. */
export class WrongMd5 extends Error {}
/** The source refused permanently. */
class Refused extends Error {}

/**
 * Fetches a file into a temporary folder, passes it to `use`, and removes it.
 * @param address http(s); `#md5=<hex>` is compared with the received file
 */
export async function withDownload<T>(address: URL, use: (download: Download) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetdeck-file-'))
  try {
    const name = decodeURIComponent(address.pathname.split('/').at(-1) ?? '') || 'file'
    const file = path.join(folder, 'download')
    await fetchFile(file, address, {
      md5: new URLSearchParams(address.hash.slice(1)).get('md5') ?? undefined,
    })
    return await use({ file, name })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Fetches a file to this path: waits while the server is busy, and resumes interrupted transfers. */
export async function fetchFile(
  file: string,
  address: URL,
  { md5, headers = {} }: FetchOptions,
): Promise<void> {
  const transfer = { file, address, headers, received: 0, tag: '', hash: createHash('md5') }
  let tries = 0
  for (let isThere = false; !isThere; ) {
    const before = transfer.received
    try {
      await receiveWhenFree(transfer)
      isThere = true
    } catch (error) {
      tries = transfer.received > before ? 1 : tries + 1
      // The last bytes received may not be on the disk.
      transfer.received = await measureSize(transfer.file)
      if (error instanceof Refused || tries >= maxTries || transfer.received === 0) throw error
      await pause(retryMs)
    }
  }
  const actual = transfer.hash.digest('hex')
  if (md5 && md5.toLowerCase() !== actual) throw new WrongMd5(`MD5 ${actual} ≠ ${md5}`)
}

interface Transfer {
  file: string
  address: URL
  headers: Record<string, string>
  /** Bytes in the file. */
  received: number
  /** Identifies the server's version of the file: a range of another version is refused. */
  tag: string
  hash: Hash
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function receiveWhenFree(transfer: Transfer): Promise<void> {
  for (let waits = 0; waits <= maxWaits; waits += 1) {
    const waitMs = await receive(transfer)
    if (waitMs === 0) return
    await pause(waitMs)
  }
  throw new Refused('the server stays busy')
}

const measureSize = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** @returns 0 when the file is complete, else how many ms to wait */
async function receive(transfer: Transfer): Promise<number> {
  const abort = new AbortController()
  let watch = setTimeout(() => abort.abort(new Error('no answer')), silenceMs)
  const alive = () => {
    clearTimeout(watch)
    watch = setTimeout(() => abort.abort(new Error('the transfer stalled')), silenceMs)
  }
  try {
    const response = await fetch(transfer.address, { headers: buildHeaders(transfer), signal: abort.signal })
    if (response.status === 503) return retryDelayMs(response)
    // Nothing is left to send: the transfer was interrupted after the last byte.
    if (response.status === 416 && transfer.received > 0) return 0
    await checkAnswer(response)
    await beginAt(transfer, response.status === 206 ? transfer.received : 0)
    transfer.tag = response.headers.get('etag') ?? ''
    const sink = createWriteStream(transfer.file, { flags: transfer.received > 0 ? 'a' : 'w', mode: 0o600 })
    const body = Readable.fromWeb(response.body as never)
    await pipeline(body, createMeter(transfer, alive), sink, { signal: abort.signal })
    return 0
  } finally {
    clearTimeout(watch)
  }
}

function buildHeaders({ headers, received, tag }: Transfer): Record<string, string> {
  if (received === 0 || tag === '') return headers
  return { ...headers, range: `bytes=${received}-`, 'if-range': tag }
}

function retryDelayMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'))
  return Math.min(longestWaitMs, Math.max(1, seconds || 1) * 1000)
}

async function checkAnswer(response: Response): Promise<void> {
  if (!response.ok || !response.body) throw new Refused(`HTTP ${response.status}`)
  // Our server answers refusals in its envelope, with status 200.
  const isRefusal = response.headers.get('content-type')?.startsWith('application/json')
  if (isRefusal) throw new Refused(String(((await response.json()) as { msg?: string }).msg))
}

/** The file on disk may be shorter than what was received: it is read again for the MD5. */
async function beginAt(transfer: Transfer, start: number): Promise<void> {
  transfer.received = start
  transfer.hash = createHash('md5')
  if (start > 0)
    for await (const chunk of createReadStream(transfer.file, { end: start - 1 }))
      transfer.hash.update(chunk as Buffer)
}

function createMeter(transfer: Transfer, alive: () => void) {
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      alive()
      transfer.received += chunk.byteLength
      transfer.hash.update(chunk)
      if (transfer.received > limitBytes) next(new Refused('more than 2 GB'))
      else next(null, chunk)
    },
  })
}
