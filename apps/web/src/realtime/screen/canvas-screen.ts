import type { ScreenFrame } from '@fleetdeck/contract/screen-frame'

export interface ScreenStats {
  /** Pictures drawn so far. */
  frames: number
  /** Pictures drawn in the last second. */
  framesPerSecond: number
  /** From the phone's capture to the canvas, by the two clocks; undefined before the second picture. */
  latencyMs: number | undefined
}

export interface CanvasScreenOptions {
  /** The picture is on the canvas, or a newer one took its place. */
  onDrawn: (sequence: number) => void
  /** Size of the phone's own screen, when it turns or first shows. */
  onScreenSize?: (width: number, height: number) => void
}

/** Draws JPEG frames on a canvas. While one is decoded only the newest of those that arrive is kept. */
export class CanvasScreen {
  readonly #canvas: HTMLCanvasElement
  readonly #options: CanvasScreenOptions
  #waiting: ScreenFrame | undefined
  #isDecoding = false
  #isDisposed = false
  #frames = 0
  #latencyMs: number | undefined
  /** The first picture after joining is the room's last one: its age says nothing about the way here. */
  #isFirst = true
  #drawnAt: number[] = []
  #screenSize = ''

  constructor(canvas: HTMLCanvasElement, options: CanvasScreenOptions) {
    this.#canvas = canvas
    this.#options = options
  }

  show(frame: ScreenFrame) {
    if (this.#waiting) this.#options.onDrawn(this.#waiting.sequence)
    this.#waiting = frame
    if (!this.#isDecoding) void this.#drawWaiting()
  }

  clear() {
    this.#waiting = undefined
    this.#latencyMs = undefined
    this.#isFirst = true
    this.#drawnAt = []
    this.#pen()?.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
  }

  dispose() {
    this.#isDisposed = true
    this.#waiting = undefined
  }

  stats(now = wallClock()): ScreenStats {
    this.#drawnAt = this.#drawnAt.filter((time) => time > now - 1000)
    return { frames: this.#frames, framesPerSecond: this.#drawnAt.length, latencyMs: this.#latencyMs }
  }

  #pen() {
    return this.#canvas.getContext('2d', { alpha: false })
  }

  async #drawWaiting() {
    this.#isDecoding = true
    while (this.#waiting && !this.#isDisposed) {
      const frame = this.#waiting
      this.#waiting = undefined
      await this.#draw(frame)
      this.#options.onDrawn(frame.sequence)
    }
    this.#isDecoding = false
  }

  async #draw(frame: ScreenFrame) {
    const bitmap = await decodeJpeg(frame.image)
    if (!bitmap) return
    if (!this.#isDisposed) this.#paint(bitmap, frame)
    bitmap.close()
  }

  #paint(bitmap: ImageBitmap, frame: ScreenFrame) {
    const canvas = this.#canvas
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width
      canvas.height = bitmap.height
    }
    this.#pen()?.drawImage(bitmap, 0, 0)
    this.#measure(frame)
    const size = `${frame.screenWidth}x${frame.screenHeight}`
    if (size === this.#screenSize) return
    this.#screenSize = size
    this.#options.onScreenSize?.(frame.screenWidth, frame.screenHeight)
  }

  #measure(frame: ScreenFrame) {
    const now = wallClock()
    this.#frames += 1
    const age = now - frame.capturedAt
    this.#latencyMs = this.#isFirst ? undefined : age
    this.#isFirst = false
    this.#drawnAt.push(now)
    if (this.#drawnAt.length > 240) this.#drawnAt = this.#drawnAt.slice(-120)
    this.#canvas.dataset.frames = String(this.#frames)
    this.#canvas.dataset.sequence = String(frame.sequence)
    this.#canvas.dataset.latencyMs = age.toFixed(1)
  }
}

/** ms since 1970, finer than Date.now(). */
const wallClock = () => performance.timeOrigin + performance.now()

async function decodeJpeg(image: Uint8Array): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(new Blob([image as BlobPart], { type: 'image/jpeg' }))
  } catch {
    return undefined
  }
}
