import type { ScreenFrame } from '../drivers/device-driver.ts'

/** A frame that threads share without copying it. */
export interface SharedFrame {
  id: number
  width: number
  height: number
  format: 'png' | 'rgba'
  bytes: SharedArrayBuffer
  /** When it was requested; milliseconds of the monotonic clock. */
  at: number
}

let frames = 0

export function share(frame: ScreenFrame, at: number): SharedFrame {
  const content = 'png' in frame ? frame.png : frame.rgba
  const bytes = new SharedArrayBuffer(content.length)
  new Uint8Array(bytes).set(content)
  frames += 1
  const { width, height } = frame
  return { id: frames, width, height, format: 'png' in frame ? 'png' : 'rgba', bytes, at }
}
