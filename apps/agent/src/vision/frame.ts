import type { HeldPicture, ScreenSize } from '../drivers/device-driver.ts'
import type { H264Format } from '../video/h264-format.ts'

/** The process that has the bytes of frames. */
export interface FrameHolder {
  holds(id: number): boolean
  free(id: number): void
  fit(id: number, screen: ScreenSize): void
}

export interface FrameFacts extends ScreenSize {
  id: number
  /** Of its memory, in bytes. */
  size: number
  /** Of a video: its colours and edges are not exact. */
  video: H264Format | undefined
  /** When it was requested, or arrived as part of a video; milliseconds of the monotonic clock. */
  at: number
}

/**
 * A frame that scripts look at. Its bytes are in the process that looks at it, and freed with its last use: the garbage
 * collector would leave hundreds of megabytes of old frames.
 */
export class Frame implements HeldPicture {
  readonly id: number
  width: number
  height: number
  readonly size: number
  readonly video: H264Format | undefined
  readonly at: number
  readonly #holder: FrameHolder
  #uses = 0
  #isFreed = false

  constructor(holder: FrameHolder, { id, width, height, size, video, at }: FrameFacts) {
    this.#holder = holder
    this.id = id
    this.width = width
    this.height = height
    this.size = size
    this.video = video
    this.at = at
  }

  /** Its process has ended. */
  get isLost(): boolean {
    return !this.#isFreed && !this.#holder.holds(this.id)
  }

  /** Before the first look at it. */
  fitTo({ width, height }: ScreenSize): void {
    this.width = width
    this.height = height
    this.#holder.fit(this.id, { width, height })
  }

  /** One more user, who disposes of it. */
  use(): this {
    if (this.#isFreed) throw new Error('the frame is freed')
    this.#uses += 1
    return this
  }

  [Symbol.dispose](): void {
    this.#uses -= 1
    if (this.#uses > 0 || this.#isFreed) return
    this.#isFreed = true
    this.#holder.free(this.id)
  }
}
