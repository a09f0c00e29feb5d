import { crc32 } from 'node:zlib'

const keyword = 'screenWidth'
const signatureBytes = 8
const headerBytes = 33
const mostChunks = 100

function chunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(content.length + 12)
  bytes.writeUInt32BE(content.length)
  bytes.write(type, 4, 'latin1')
  content.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
  return bytes
}

/** The PNG with the width of the screen that it was cut out of, as a text chunk after its header. */
export function withScreenWidth(png: Buffer, width: number): Buffer {
  const text = chunk('tEXt', Buffer.from(`${keyword}\0${width}`, 'latin1'))
  return Buffer.concat([png.subarray(0, headerBytes), text, png.subarray(headerBytes)])
}

/** Undefined for other files. */
export function readScreenWidth(file: Buffer): number | undefined {
  if (file.length < headerBytes || file.readUInt32BE(0) !== 0x89504e47) return undefined
  let at = signatureBytes
  for (let count = 0; count < mostChunks && at + 12 <= file.length; count += 1) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') return undefined
    const [name, value] = file.toString('latin1', at + 8, at + 8 + Math.min(length, 80)).split('\0')
    if (type === 'tEXt' && name === keyword && /^[1-9]\d{1,4}$/.test(value ?? '')) return Number(value)
    at += length + 12
  }
  return undefined
}
