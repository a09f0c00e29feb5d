import type { ScreenFrame, ScreenSize } from '../drivers/device-driver.ts'
import type { H264Format } from '../video/h264-format.ts'

/** A frame that threads share without copying it. */
export interface SharedFrame extends ScreenSize {
  id: number
  format: 'png' | 'rgba' | 'video'
  bytes: SharedArrayBuffer
  /** Of a video: its planes are smaller than the screen, and have other colours. */
  video?: H264Format
  /** When it was requested, or arrived as part of a video; milliseconds of the monotonic clock. */
  at: number
}

let frames = 0

export function share(frame: ScreenFrame, at: number): SharedFrame {
  const content = 'png' in frame ? frame.png : frame.rgba
  frames += 1
  const { width, height } = frame
  const format = 'png' in frame ? 'png' : 'rgba'
  return { id: frames, width, height, format, bytes: sharedMemory(content) ?? shareBytes([content]), at }
}

function sharedMemory({ buffer, byteLength }: Uint8Array | Uint8ClampedArray): SharedArrayBuffer | undefined {
  return buffer instanceof SharedArrayBuffer && buffer.byteLength === byteLength ? buffer : undefined
}

/** A decoded frame of a video. */
export function shareVideo(
  bytes: SharedArrayBuffer,
  { width, height }: ScreenSize,
  { video, at }: { video: H264Format; at: number },
): SharedFrame {
  frames += 1
  return { id: frames, width, height, format: 'video', bytes, video, at }
}

export function shareBytes(parts: readonly ArrayLike<number>[]): SharedArrayBuffer {
  const bytes = new SharedArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0))
  const all = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return bytes
}
