import type { ScreenFrame, ScreenSize } from '../drivers/device-driver.ts'
import type { H264Format } from '../video/h264-format.ts'

let frames = 0

/**
 * A frame that scripts look at. Its memory is freed with its last use, because the garbage collector would leave
 * hundreds of megabytes of old frames to the end.
 */
export class Frame implements Disposable {
  readonly id = ++frames
  readonly width: number
  readonly height: number
  readonly format: 'png' | 'rgba' | 'video'
  /** Of a video: its planes are smaller than the screen, and have other colours. */
  readonly video: H264Format | undefined
  /** When it was requested, or arrived as part of a video; milliseconds of the monotonic clock. */
  readonly at: number
  readonly #bytes: Uint8Array | Uint8ClampedArray
  readonly #size: number
  #uses = 0

  static captured(frame: ScreenFrame, at: number): Frame {
    return 'png' in frame
      ? new Frame(frame, { format: 'png', bytes: frame.png, at })
      : new Frame(frame, { format: 'rgba', bytes: frame.rgba, at })
  }

  /** A decoded frame of a video. */
  static decoded(
    planes: ArrayBuffer,
    screen: ScreenSize,
    { video, at }: { video: H264Format; at: number },
  ): Frame {
    return new Frame(screen, { format: 'video', bytes: new Uint8Array(planes), video, at })
  }

  private constructor(
    { width, height }: ScreenSize,
    {
      format,
      bytes,
      video,
      at,
    }: Pick<Frame, 'format' | 'at'> & { bytes: Uint8Array | Uint8ClampedArray; video?: H264Format },
  ) {
    this.width = width
    this.height = height
    this.format = format
    this.video = video
    this.at = at
    this.#bytes = bytes
    this.#size = bytes.byteLength
  }

  get size(): number {
    return this.#size
  }

  /** One more user, who disposes of it. */
  use(): this {
    if (this.#bytes.byteLength !== this.#size) throw new Error('the frame is freed')
    this.#uses += 1
    return this
  }

  [Symbol.dispose](): void {
    this.#uses -= 1
    const { buffer } = this.#bytes
    const ownsAll = buffer instanceof ArrayBuffer && buffer.byteLength === this.#size
    if (this.#uses === 0 && ownsAll) buffer.transfer(0)
  }

  /** In memory of its own. */
  copy(): ArrayBuffer {
    const own = new ArrayBuffer(this.#size)
    new Uint8Array(own).set(this.#bytes)
    return own
  }
}
