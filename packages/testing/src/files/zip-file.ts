import { crc32, deflateRawSync } from 'node:zlib'

/** The values that a header contains instead of the true ones. */
interface HeaderLie {
  method?: number
  flags?: number
  packedSize?: number
  size?: number
  name?: string
  extra?: Buffer
  offset?: number
}

export interface ZipFileEntry {
  name: string
  content: Buffer | string
  /** 0 stored, 8 deflated. */
  method?: 0 | 8
  inHeader?: HeaderLie
  inDirectory?: HeaderLie
  /** Only has a header before its content. */
  isUnlisted?: boolean
}

interface End {
  count?: number
  offset?: number
  /** After the directory, before the end record. */
  before?: Buffer
  comment?: Buffer
}

/** A zip archive, which may contradict itself. */
export function zipFile(entries: ZipFileEntry[], end: End = {}): Buffer {
  const contents: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { inHeader, inDirectory } = entry
    const content = Buffer.from(entry.content)
    const method = entry.method ?? 8
    const packed = method === 8 ? deflateRawSync(content) : content
    const truth = {
      name: entry.name,
      method,
      packedSize: packed.length,
      size: content.length,
      crc: crc32(content),
    }
    const local = Buffer.concat([head(0x04034b50, [20], { ...truth, ...inHeader }), packed])
    if (!entry.isUnlisted) directory.push(listed({ ...truth, offset, ...inDirectory }))
    contents.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const comment = end.comment ?? Buffer.alloc(0)
  return Buffer.concat([
    ...contents,
    list,
    end.before ?? Buffer.alloc(0),
    endRecord({
      count: end.count ?? directory.length,
      size: list.length,
      offset: end.offset ?? offset,
      comment,
    }),
  ])
}

type Header = Required<Pick<HeaderLie, 'name' | 'method' | 'packedSize' | 'size'>> &
  HeaderLie & { crc: number }

/** The fields that both headers have, with the name and the extra field after `rest`. */
function head(signature: number, versions: number[], header: Header, rest = Buffer.alloc(0)): Buffer {
  const extra = header.extra ?? Buffer.alloc(0)
  const name = Buffer.from(header.name)
  return Buffer.concat([
    longs(signature),
    shorts(...versions, header.flags ?? 0, header.method, 0, 0x21),
    longs(header.crc, header.packedSize, header.size),
    shorts(name.length, extra.length),
    rest,
    name,
    extra,
  ])
}

function listed(header: Header & { offset: number }): Buffer {
  return head(0x02014b50, [20, 20], header, Buffer.concat([Buffer.alloc(10), longs(header.offset)]))
}

export function endRecord({ count, size, offset, comment = Buffer.alloc(0) }: EndRecord): Buffer {
  return Buffer.concat([
    longs(0x06054b50),
    shorts(0, 0, count, count),
    longs(size, offset),
    shorts(comment.length),
    comment,
  ])
}

interface EndRecord {
  count: number
  size: number
  offset: number
  comment?: Buffer
}

/** The end record for zip64 at this offset, and the record that points to it. */
export function zip64End({ count, size, offset, at }: EndRecord & { at: number }): Buffer {
  return Buffer.concat([
    longs(0x06064b50),
    long64s(44),
    shorts(45, 45),
    longs(0, 0),
    long64s(count, count, size, offset),
    longs(0x07064b50, 0),
    long64s(at),
    longs(1),
  ])
}

const shorts = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer)
const longs = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer)
export const long64s = (...values: number[]) => Buffer.from(BigUint64Array.from(values.map(BigInt)).buffer)
