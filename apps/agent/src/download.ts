import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const limitBytes = 2 * 1024 ** 3
/** Nothing came for so long: the source is gone. */
const silenceMs = 60_000

export interface Download {
  /** Path of the file, which is there until `use` has ended. */
  file: string
  /** The last part of the address, as a person reads it. */
  name: string
}

/**
 * Fetches a file into a folder of its own, hands it to `use`, and removes it.
 * @param address http(s); `#md5=<hex>` is held against what came
 */
export async function withDownload<T>(address: URL, use: (download: Download) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fleetdeck-file-'))
  try {
    const name = decodeURIComponent(address.pathname.split('/').at(-1) ?? '') || 'file'
    const file = path.join(folder, 'download')
    await fetchInto(file, address)
    return await use({ file, name })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function fetchInto(file: string, address: URL): Promise<void> {
  const abort = new AbortController()
  let watch = setTimeout(() => abort.abort(new Error('no answer')), silenceMs)
  const alive = () => {
    clearTimeout(watch)
    watch = setTimeout(() => abort.abort(new Error('the transfer stalled')), silenceMs)
  }
  try {
    const response = await fetch(address, { signal: abort.signal })
    if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`)
    // Our server answers refusals in its envelope, with status 200.
    const isRefusal = response.headers.get('content-type')?.startsWith('application/json')
    if (isRefusal) throw new Error(String(((await response.json()) as { msg?: string }).msg))
    const { md5, meter } = measured(alive)
    await pipeline(Readable.fromWeb(response.body as never), meter, createWriteStream(file), {
      signal: abort.signal,
    })
    const expected = new URLSearchParams(address.hash.slice(1)).get('md5')
    const actual = md5.digest('hex')
    if (expected && expected.toLowerCase() !== actual) throw new Error(`MD5 ${actual} ≠ ${expected}`)
  } finally {
    clearTimeout(watch)
  }
}

function measured(alive: () => void) {
  const md5 = createHash('md5')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      alive()
      size += chunk.byteLength
      md5.update(chunk)
      if (size > limitBytes) next(new Error('more than 2 GB'))
      else next(null, chunk)
    },
  })
  return { md5, meter }
}
