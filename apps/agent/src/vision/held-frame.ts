import type { ScreenFrame, ScreenSize } from '../drivers/device-driver.ts'
import type { H264Format } from '../video/h264-format.ts'

/** A frame in the memory of the process that looks at it. */
export class HeldFrame {
  readonly id: number
  width: number
  height: number
  readonly format: 'png' | 'rgba' | 'video'
  /** Of a video: its planes are smaller than the screen, and have other colours. */
  readonly video: H264Format | undefined
  readonly #bytes: Uint8Array | Uint8ClampedArray

  static captured(id: number, frame: ScreenFrame): HeldFrame {
    return 'png' in frame
      ? new HeldFrame(id, frame, { format: 'png', bytes: frame.png })
      : new HeldFrame(id, frame, { format: 'rgba', bytes: frame.rgba })
  }

  /** A decoded frame of a video. */
  static decoded(id: number, planes: ArrayBuffer, screen: ScreenSize, video: H264Format): HeldFrame {
    return new HeldFrame(id, screen, { format: 'video', bytes: new Uint8Array(planes), video })
  }

  private constructor(
    id: number,
    { width, height }: ScreenSize,
    {
      format,
      bytes,
      video,
    }: Pick<HeldFrame, 'format'> & { bytes: Uint8Array | Uint8ClampedArray; video?: H264Format },
  ) {
    this.id = id
    this.width = width
    this.height = height
    this.format = format
    this.video = video
    this.#bytes = bytes
  }

  get size(): number {
    return this.#bytes.byteLength
  }

  /** Its PNG may have another size. */
  fitTo({ width, height }: ScreenSize): void {
    this.width = width
    this.height = height
  }

  /** In memory of its own, for a thread. */
  copy(): ArrayBuffer {
    const own = new ArrayBuffer(this.size)
    new Uint8Array(own).set(this.#bytes)
    return own
  }

  free(): void {
    freeMemory(this.#bytes)
  }
}

/** A part of a larger memory is left alone. */
export function freeMemory({ buffer, byteLength }: Uint8Array | Uint8ClampedArray): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
