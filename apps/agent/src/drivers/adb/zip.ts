import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'

/** A file in an archive. */
export interface ZipEntry {
  name: string
  /** 0 stored, 8 deflated. */
  method: number
  packedSize: number
  /** Offset of its header in the archive. */
  offset: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** Length of the end record, and of the longest comment (64 KB) after it. */
const endSize = 22
const maxComment = 65_535
const localHeader = 30

/** The entries of an archive, from its directory (APPNOTE.TXT of PKWARE, 4.3). Rejects when there is none. */
export async function zipEntries(file: string): Promise<ZipEntry[]> {
  const { size } = await stat(file)
  const tail = await readAt(
    file,
    Math.max(0, size - endSize - maxComment),
    Math.min(size, endSize + maxComment),
  )
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (at < 0 || tail.readUInt32LE(at) !== endSignature) throw new Error('not a zip archive')
  return parseEntries(await readAt(file, tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12)))
}

function parseEntries(directory: Buffer): ZipEntry[] {
  const entries: ZipEntry[] = []
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === entrySignature) {
    const nameLength = directory.readUInt16LE(at + 28)
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packedSize: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/** Writes one entry of an archive to `target`. */
export async function extract(file: string, entry: ZipEntry, target: string): Promise<void> {
  const header = await readAt(file, entry.offset, localHeader)
  const start = entry.offset + localHeader + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (entry.packedSize === 0) throw new Error(`${entry.name} is empty`)
  const source = createReadStream(file, { start, end: start + entry.packedSize - 1 })
  const output = createWriteStream(target)
  if (entry.method === 0) await pipeline(source, output)
  else if (entry.method === 8) await pipeline(source, createInflateRaw(), output)
  else throw new Error(`${entry.name} is packed in a way that is not known (${entry.method})`)
}

async function readAt(file: string, position: number, length: number): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
    if (bytesRead < length) throw new Error('the zip archive is cut off')
    return buffer
  } finally {
    await handle.close()
  }
}
