import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress, gzip } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export interface UnpackedFile {
  bytes: Buffer
  type: string
  /** Missing: the bytes are those of the file. */
  encoding?: 'gzip'
}

/**
 * Files of which a built package only has the one with Brotli. Browsers take that over HTTPS alone, and get the others
 * with gzip, which is done once.
 */
export class PackedFiles {
  readonly #folder: string
  readonly #names: ReadonlySet<string>
  readonly #gzipped = new Map<string, Promise<Buffer>>()

  /** A missing folder has none. */
  constructor(folder: string, within: string) {
    this.#folder = folder
    const names = new Set(namesIn(path.join(folder, within)).map((name) => `${within}/${name}`))
    const unpacked = [...names]
      .filter((name) => name.endsWith('.br'))
      .map((name) => name.slice(0, -'.br'.length))
    this.#names = new Set(unpacked.filter((name) => !names.has(name)))
  }

  /** For a browser that does not take Brotli; undefined: the file can be sent as it is. */
  async unpack(name: string, acceptedEncodings = ''): Promise<UnpackedFile | undefined> {
    if (!this.#names.has(name) || takes('br', acceptedEncodings)) return undefined
    const type = types[path.extname(name)] ?? 'application/octet-stream'
    if (!takes('gzip', acceptedEncodings)) return { bytes: await this.#read(name), type }
    const gzipped = this.#gzipped.get(name) ?? this.#read(name).then((bytes) => promisify(gzip)(bytes))
    this.#gzipped.set(name, gzipped)
    gzipped.catch(() => this.#gzipped.delete(name))
    return { bytes: await gzipped, type, encoding: 'gzip' }
  }

  async #read(name: string): Promise<Buffer> {
    return promisify(brotliDecompress)(await readFile(path.join(this.#folder, `${name}.br`)))
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** `q=0` refuses a coding. */
const takes = (coding: string, accepted: string): boolean =>
  accepted.split(',').some((each) => {
    const [name = '', weight = 'q=1'] = each.split(';').map((part) => part.trim().toLowerCase())
    return name === coding && Number(weight.slice('q='.length)) > 0
  })
