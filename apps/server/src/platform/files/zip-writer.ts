import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}
interface Written {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** 2.0, for deflate. */
const version = 20
/** Sizes follow the content; names are UTF-8. */
const flags = 0x0808
const deflated = 8

/** A zip file (APPNOTE 6.3) as a stream: no part is ever in memory as a whole. Parts stay below 4 GB. */
export async function* zipped(parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const part of parts) {
    const name = Buffer.from(part.name)
    const head = Buffer.concat([
      record(0x04034b50, [version, flags, deflated, 0, 0x21], [0, 0, 0]),
      lengths(name),
      name,
    ])
    const entry = { name, crc: 0, packed: 0, size: 0, offset }
    yield head
    for await (const chunk of packed(part.content, entry)) yield chunk
    const tail = record(0x08074b50, [], [entry.crc, entry.packed, entry.size])
    yield tail
    offset += head.byteLength + entry.packed + tail.byteLength
    written.push(entry)
  }
  const directory = Buffer.concat(written.map(directoryEntry))
  yield directory
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(written.length, 8)
  end.writeUInt16LE(written.length, 10)
  end.writeUInt32LE(directory.byteLength, 12)
  end.writeUInt32LE(offset, 16)
  yield end
}

async function* packed(content: ZipPart['content'], entry: Written): AsyncGenerator<Buffer> {
  async function* measured() {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.byteLength
      yield bytes
    }
  }
  const source = Readable.from(measured())
  const deflate = createDeflateRaw({ level: 6 })
  source.on('error', (error) => deflate.destroy(error))
  for await (const chunk of source.pipe(deflate)) {
    entry.packed += (chunk as Buffer).byteLength
    yield chunk as Buffer
  }
}

function record(signature: number, shorts: number[], longs: number[]): Buffer {
  const bytes = Buffer.alloc(4 + shorts.length * 2 + longs.length * 4)
  bytes.writeUInt32LE(signature, 0)
  shorts.forEach((value, index) => {
    bytes.writeUInt16LE(value, 4 + index * 2)
  })
  longs.forEach((value, index) => {
    bytes.writeUInt32LE(value, 4 + shorts.length * 2 + index * 4)
  })
  return bytes
}

/** Lengths of the name, and of an extra field that is always empty. */
function lengths(name: Buffer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt16LE(name.byteLength, 0)
  return bytes
}

function directoryEntry({ name, crc, packed: packedSize, size, offset }: Written): Buffer {
  const rest = Buffer.alloc(16)
  rest.writeUInt32LE(offset, 12)
  return Buffer.concat([
    record(0x02014b50, [version, version, flags, deflated, 0, 0x21], [crc, packedSize, size]),
    lengths(name).subarray(0, 2),
    rest,
    name,
  ])
}
