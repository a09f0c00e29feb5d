import type { ScreenSize } from '../device-driver.ts'

const pngBegin = Buffer.from('89504e470d0a1a0a', 'hex')
/** A picture that claims more would take gigabytes when it is decoded. */
const mostPixels = 64_000_000
const pngEnd = Buffer.from('49454e44ae426082', 'hex')

/**
 * The complete picture in the output of `screencap`, undefined if there is none: phones with several displays print a
 * warning before it, and a disconnected phone sends only a part.
 */
export function pngIn(bytes: Buffer): (ScreenSize & { png: Buffer }) | undefined {
  const begin = bytes.indexOf(pngBegin)
  const end = bytes.lastIndexOf(pngEnd)
  if (begin < 0 || end <= begin) return undefined
  const png = bytes.subarray(begin, end + pngEnd.length)
  const size = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
  return size.width * size.height > mostPixels ? undefined : { png, ...size }
}
