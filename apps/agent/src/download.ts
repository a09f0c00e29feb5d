import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { decoded } from '@fleetdeck/contract/decoded'
import type { BackOff } from './back-off.ts'
import { requestFile } from './requests.ts'
import type { ServerChoice } from './servers.ts'
import { type OnAgain, refusePassing, TryLater, tryAgain } from './try-again.ts'

const defaultLimit = 2 * 1024 ** 3
/** After this time without data the source counts as lost. */
const silenceMs = 60_000

export interface Download {
  /** Path of the file, which exists until `use` has ended. */
  file: string
  /** The last part of the address, decoded where it can be. */
  name: string
}

export interface FetchOptions {
  /** Hex; compared with the received file. */
  md5?: string | undefined
  /** Of each attempt. */
  headersFor?: ((address: URL) => Record<string, string>) | undefined
  /** Of a file of the installation, which each of its servers has. */
  servers?: Pick<ServerChoice, 'current'> | undefined
  again?: OnAgain | undefined
  backOff?: BackOff
  /** By default 2 GB. */
  limitBytes?: number
}

/** The received file has another MD5 than expected. */
export class WrongMd5 extends Error {}

/**
 * Fetches a file into a temporary folder, passes it to `use`, and removes it.
 * @param address http(s); `#md5=<hex>` is compared with the received file
 */
export async function withDownload<T>(
  address: URL,
  options: Pick<FetchOptions, 'headersFor' | 'servers' | 'again'>,
  use: (download: Download) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetdeck-file-'))
  try {
    const name = decoded(address.pathname.split('/').at(-1) ?? '') || 'file'
    const file = path.join(folder, 'download')
    await fetchFile(file, address, {
      ...options,
      md5: new URLSearchParams(address.hash.slice(1)).get('md5') ?? undefined,
    })
    return await use({ file, name })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Fetches a file to this path: waits while the server is busy, and resumes interrupted transfers. A partial file never
 * counts as the whole: its size is the one that the server announced, and its MD5, if one is given, is compared.
 * Rejects with WrongMd5, or with the reason.
 */
export async function fetchFile(
  file: string,
  address: URL,
  { md5, headersFor = () => ({}), servers, again, backOff, limitBytes = defaultLimit }: FetchOptions,
): Promise<void> {
  const transfer = {
    file,
    address: () => (servers ? new URL(address.pathname + address.search, servers.current) : address),
    headersFor,
    hasMd5: md5 !== undefined,
    limitBytes,
    received: 0,
    tag: '',
    hash: createHash('md5'),
  }
  const attempt = async () => {
    try {
      await receive(transfer)
    } catch (error) {
      // The last bytes received may not be on the disk.
      transfer.received = Math.min(transfer.received, await measureSize(file))
      throw error
    }
  }
  await tryAgain(attempt, { again, progress: () => transfer.received, ...(backOff && { backOff }) })
  const actual = transfer.hash.digest('hex')
  if (md5 && md5.toLowerCase() !== actual) throw new WrongMd5(`MD5 ${actual} ≠ ${md5}`)
}

/** The same for a file that is known by its SHA-256, in hex. */
export async function fetchBySha256(
  file: string,
  address: URL,
  { sha256, ...options }: FetchOptions & { sha256: string },
): Promise<void> {
  await fetchFile(file, address, options)
  const received = await sha256Of(file)
  if (received !== sha256) throw new Error(`SHA-256 ${received} ≠ ${sha256}`)
}

/** In hex; empty without a file. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  } catch {
    return ''
  }
  return hash.digest('hex')
}

interface Transfer {
  file: string
  /** Of the next attempt. */
  address: () => URL
  headersFor: (address: URL) => Record<string, string>
  hasMd5: boolean
  limitBytes: number
  /** Bytes in the file. */
  received: number
  /** Identifies the server's version of the file: a range of another version is refused. */
  tag: string
  hash: Hash
}

const measureSize = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** Receives the rest of the file; rejects with TryLater when some is still missing. */
async function receive(transfer: Transfer): Promise<void> {
  const abort = new AbortController()
  let watch = setTimeout(() => abort.abort(new TryLater('no answer')), silenceMs)
  const alive = () => {
    clearTimeout(watch)
    watch = setTimeout(() => abort.abort(new TryLater('the transfer stalled')), silenceMs)
  }
  try {
    const { address, headersFor } = transfer
    const request = { headersFor, headers: buildHeaders(transfer), signal: abort.signal }
    const response = await requestFile(address(), request)
    await refusePassing(response)
    if (response.status === 416 && transfer.received > 0) return await confirmWhole(transfer, response)
    await checkAnswer(response)
    const size = await beginWith(transfer, response)
    const sink = createWriteStream(transfer.file, { flags: transfer.received > 0 ? 'a' : 'w', mode: 0o600 })
    const body = Readable.fromWeb(response.body as never)
    await pipeline(body, createMeter(transfer, alive), sink)
    if (size !== undefined && transfer.received !== size)
      throw new TryLater(`received ${transfer.received} of ${size} bytes`)
  } finally {
    clearTimeout(watch)
  }
}

/** A compressed answer would have other positions and another size than the file. */
function buildHeaders({ received, tag }: Transfer): Record<string, string> {
  const plain = { 'accept-encoding': 'identity' }
  return received === 0 || tag === '' ? plain : { ...plain, range: `bytes=${received}-`, 'if-range': tag }
}

/** Nothing is left to send if the transfer was interrupted after the last byte. */
async function confirmWhole(transfer: Transfer, { headers }: Response): Promise<void> {
  if (parseContentRange(headers)?.size !== transfer.received)
    await beginAnew(transfer, 'the file has changed')
  await beginAt(transfer, transfer.received)
}

/** Continues the file on the disk, or starts a new one; returns its size, if the server announces one. */
async function beginWith(transfer: Transfer, { status, headers }: Response): Promise<number | undefined> {
  transfer.tag = headers.has('content-encoding') ? '' : (headers.get('etag') ?? '')
  if (status === 206) {
    const range = parseContentRange(headers)
    if (range?.start !== transfer.received)
      await beginAnew(transfer, 'the server sent another part than requested')
    await beginAt(transfer, transfer.received)
    return range?.size
  }
  await beginAt(transfer, 0)
  return announcedSize(transfer, headers)
}

function announcedSize({ hasMd5 }: Transfer, headers: Headers): number | undefined {
  const length = headers.get('content-length')
  if (length !== null) return headers.has('content-encoding') ? undefined : Number(length)
  // Without a length, chunks or an MD5, a cut connection looks like the end of the file.
  if (!headers.has('transfer-encoding') && !hasMd5)
    throw new Error('the server does not say how large the file is; add #md5=… to the address')
  return undefined
}

/** The next try requests the whole file. */
async function beginAnew(transfer: Transfer, because: string): Promise<never> {
  transfer.tag = ''
  await rm(transfer.file, { force: true })
  throw new TryLater(because)
}

/** `bytes 5-9/10`, or a star instead of the range or the size (RFC 9110, 14.4). */
function parseContentRange(headers: Headers): { start?: number; size?: number } | undefined {
  const [, start, size] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? []
  if (size === undefined) return undefined
  return { ...(start && { start: Number(start) }), ...(size !== '*' && { size: Number(size) }) }
}

async function checkAnswer(response: Response): Promise<void> {
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`)
  // Our server answers refusals in its envelope, with status 200.
  const isRefusal = response.headers.get('content-type')?.startsWith('application/json')
  if (isRefusal) throw new Error(String(((await response.json()) as { msg?: string }).msg))
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
      if (transfer.received > transfer.limitBytes) next(new Error(`more than ${transfer.limitBytes} bytes`))
      else next(null, chunk)
    },
  })
}
