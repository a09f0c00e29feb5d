/**
 * A frame on a socket: 24 bytes of header, then the encoded image. All numbers big-endian.
 *
 * | byte | what | | 0 | version, 1 | | 1 | kind, 1 JPEG | | 2–3 | flags, 0 | | 4–7 | sequence, from 1, wraps at 2^32 |
 * | 8–15 | capture time, ms since 1970 as a double | | 16–17, 18–19 | width and height of the frame in pixels | |
 * 20–21, 22–23 | width and height of the phone's screen in its current rotation |
 */
export interface ScreenFrame {
  sequence: number
  capturedAt: number
  width: number
  height: number
  screenWidth: number
  screenHeight: number
  image: Uint8Array
}

export const screenFrameVersion = 1
export const screenFrameHeaderBytes = 24
const jpegKind = 1

export function encodeScreenFrame(frame: ScreenFrame): Uint8Array {
  const bytes = new Uint8Array(screenFrameHeaderBytes + frame.image.byteLength)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, screenFrameVersion)
  view.setUint8(1, jpegKind)
  view.setUint32(4, frame.sequence)
  view.setFloat64(8, frame.capturedAt)
  view.setUint16(16, frame.width)
  view.setUint16(18, frame.height)
  view.setUint16(20, frame.screenWidth)
  view.setUint16(22, frame.screenHeight)
  bytes.set(frame.image, screenFrameHeaderBytes)
  return bytes
}

/** Throws a RangeError when the bytes are not a frame of this version; the image is a view, not a copy. */
export function decodeScreenFrame(bytes: Uint8Array): ScreenFrame {
  if (bytes.byteLength <= screenFrameHeaderBytes) throw new RangeError('screen frame is too short')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint8(0) !== screenFrameVersion || view.getUint8(1) !== jpegKind)
    throw new RangeError('screen frame of an unknown version or kind')
  const image = bytes.subarray(screenFrameHeaderBytes)
  if (image[0] !== 0xff || image[1] !== 0xd8) throw new RangeError('screen frame without a JPEG')
  return {
    sequence: view.getUint32(4),
    capturedAt: view.getFloat64(8),
    width: view.getUint16(16),
    height: view.getUint16(18),
    screenWidth: view.getUint16(20),
    screenHeight: view.getUint16(22),
    image,
  }
}
