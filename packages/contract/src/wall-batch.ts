import { DeviceId } from './ids.ts'

/**
 * Frames of several phones in one binary message of the wall's socket. All numbers big-endian.
 *
 * | byte | what | | 0 | version, 1 | | 1 | kind, 2 batch of frames | | 2–3 | how many frames | | 4–7 | number of
 * the batch, acknowledged by `batchDrawn` |
 *
 * Then for each frame: 4 bytes device id, 4 bytes length, and the frame as the phone sent it (screen-frame.ts).
 */
export interface WallPicture {
  deviceId: DeviceId
  frame: Uint8Array
}

const version = 1
const batchKind = 2
const headerBytes = 8
const pictureHeaderBytes = 8

export function encodeWallBatch(batch: number, pictures: readonly WallPicture[]): Uint8Array {
  const size = pictures.reduce((sum, { frame }) => sum + pictureHeaderBytes + frame.byteLength, headerBytes)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, version)
  view.setUint8(1, batchKind)
  view.setUint16(2, pictures.length)
  view.setUint32(4, batch)
  let at = headerBytes
  for (const { deviceId, frame } of pictures) {
    view.setUint32(at, deviceId)
    view.setUint32(at + 4, frame.byteLength)
    bytes.set(frame, at + pictureHeaderBytes)
    at += pictureHeaderBytes + frame.byteLength
  }
  return bytes
}

/** Throws a RangeError when the bytes are no batch of this version; the frames are views, not copies. */
export function decodeWallBatch(bytes: Uint8Array): { batch: number; pictures: WallPicture[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint8(0) !== version || view.getUint8(1) !== batchKind)
    throw new RangeError('batch of an unknown version or kind')
  const pictures: WallPicture[] = []
  let at = headerBytes
  for (let left = view.getUint16(2); left > 0; left -= 1) {
    const deviceId = DeviceId.parse(view.getUint32(at))
    const end = at + pictureHeaderBytes + view.getUint32(at + 4)
    if (end > bytes.byteLength) throw new RangeError('batch is cut off')
    pictures.push({ deviceId, frame: bytes.subarray(at + pictureHeaderBytes, end) })
    at = end
  }
  return { batch: view.getUint32(4), pictures }
}
