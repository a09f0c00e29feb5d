import { crc32 } from 'node:zlib'

const keyword = 'screenSize'
/** Pictures of earlier agents contain the width alone. */
const sizes = new Map([
  [keyword, /^([1-9]\d{1,4})x([1-9]\d{1,4})$/],
  ['screenWidth', /^([1-9]\d{1,4})$/],
])
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

/** Of the screen that a picture was cut out of, in its rotation at that time. */
export interface ScreenOfPicture {
  width: number
  height?: number | undefined
}

/** The PNG with the size of the screen that it was cut out of, as a text chunk after its header. */
export function withScreenSize(png: Buffer, { width, height }: Required<ScreenOfPicture>): Buffer {
  const text = chunk('tEXt', Buffer.from(`${keyword}\0${width}x${height}`, 'latin1'))
  return Buffer.concat([png.subarray(0, headerBytes), text, png.subarray(headerBytes)])
}

/** Undefined for other files. */
export function readScreenSize(file: Buffer): ScreenOfPicture | undefined {
  if (file.length < headerBytes || file.readUInt32BE(0) !== 0x89504e47) return undefined
  let at = signatureBytes
  for (let count = 0; count < mostChunks && at + 12 <= file.length; count += 1) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') return undefined
    const [name = '', value = ''] = file.toString('latin1', at + 8, at + 8 + Math.min(length, 80)).split('\0')
    const [, width, height] = (type === 'tEXt' && sizes.get(name)?.exec(value)) || []
    if (width) return { width: Number(width), ...(height && { height: Number(height) }) }
    at += length + 12
  }
  return undefined
}
