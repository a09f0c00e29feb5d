import { inflateRawSync } from 'node:zlib'

/** Maximum entries of one zip. */
const maxEntries = 2000
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
/** Length of the end record, and of the longest comment after it. */
const [endLength, maxComment] = [22, 65_535]

/**
 * Unpacks a zip entry by entry and reports whether the total stays below a limit, whatever its headers claim: a small
 * file can contain gigabytes. Undefined for an invalid zip.
 */
export function unpacksWithin(zip: Buffer, limit: number): boolean | undefined {
  const directory = readDirectory(zip)
  if (!directory) return undefined
  if (directory.count > maxEntries) return false
  let left = limit
  let at = directory.offset
  for (let index = 0; index < directory.count; index++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== entrySignature) return undefined
    const size = measureSize(zip, at, left)
    if (size === undefined) return undefined
    left -= size
    if (left < 0) return false
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return true
}

function readDirectory(zip: Buffer) {
  const lowest = Math.max(0, zip.length - endLength - maxComment)
  for (let at = zip.length - endLength; at >= lowest; at--)
    if (zip.readUInt32LE(at) === endSignature)
      return { count: zip.readUInt16LE(at + 10), offset: zip.readUInt32LE(at + 16) }
  return undefined
}

/** Unpacked bytes of an entry, or more than the limit. */
function measureSize(zip: Buffer, entry: number, limit: number): number | undefined {
  const method = zip.readUInt16LE(entry + 10)
  const packed = zip.readUInt32LE(entry + 20)
  const local = zip.readUInt32LE(entry + 42)
  if (local + 30 > zip.length) return undefined
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
  if (start + packed > zip.length) return undefined
  if (method === 0) return packed
  if (method !== 8) return undefined
  try {
    return inflateRawSync(zip.subarray(start, start + packed), { maxOutputLength: limit + 1 }).byteLength
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? limit + 1 : undefined
  }
}
