export interface ZipPart {
  name: string
  content: Blob
}

/** Names are UTF-8. */
const nameFlag = 0x800
const version = 20
const maxBytes = 0xffff_ffff

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0)
  return ~crc >>> 0
}

/** The local time in the format of MS-DOS, which archives use. */
function dosTime(time: Date): [time: number, date: number] {
  const date = ((time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate()
  return [(time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1), date]
}

/** Little-endian: 4 bytes for `[value]`, else 2. */
function fields(...values: (number | [number])[]): Uint8Array<ArrayBuffer> {
  const size = values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? 2 : 4), 0)
  const view = new DataView(new ArrayBuffer(size))
  let at = 0
  for (const value of values) {
    if (typeof value === 'number') view.setUint16(at, value, true)
    else view.setUint32(at, value[0], true)
    at += typeof value === 'number' ? 2 : 4
  }
  return new Uint8Array(view.buffer)
}

/**
 * An archive of files that are compressed already, such as images; also in browsers. One file is read at a time.
 *
 * @throws RangeError if it would have 4 GB or more, or more than 65,535 files
 */
export async function storedZip(parts: readonly ZipPart[], now = new Date()): Promise<Blob> {
  const written: BlobPart[] = []
  const directory: BlobPart[] = []
  const [time, date] = dosTime(now)
  let [offset, directorySize] = [0, 0]
  for (const { name, content } of parts) {
    const nameBytes = new TextEncoder().encode(name)
    const crc = crc32(new Uint8Array(await content.arrayBuffer()))
    const size = content.size
    const facts = fields(version, nameFlag, 0, time, date, [crc], [size], [size], nameBytes.byteLength, 0)
    const local = [fields([0x04034b50]), facts, nameBytes, content]
    const entry = [fields([0x02014b50], version), facts, fields(0, 0, 0, [0], [offset]), nameBytes]
    written.push(...local)
    directory.push(...entry)
    offset += 30 + nameBytes.byteLength + size
    directorySize += 46 + nameBytes.byteLength
    if (offset + directorySize > maxBytes) throw new RangeError('the archive is too large')
  }
  if (parts.length > 0xffff) throw new RangeError('too many files')
  const end = fields([0x06054b50], 0, 0, parts.length, parts.length, [directorySize], [offset], 0)
  return new Blob([...written, ...directory, end], { type: 'application/zip' })
}
