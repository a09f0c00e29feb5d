import type { ScreenFrame } from '@fleetdeck/contract/screen-frame'
import { reportError } from '../../ground/report-error.ts'
import type { ShownPicture } from './latency-meter.ts'
import { FrameRate, type ScreenStats, wallClock } from './screen-stats.ts'
import { TimeCodeReader } from './time-code-reader.ts'

export interface CanvasScreenOptions {
  /** The frame is on the canvas, or was replaced by a newer one. */
  onDrawn: (sequence: number) => void
  /** Size of the phone's own screen, on its first frame and after rotation. */
  onScreenSize?: (width: number, height: number) => void
}

interface Arrived {
  frame: ScreenFrame
  receivedAt: number
}

/** Draws JPEG frames on a canvas. While one is decoded only the newest of the arriving frames is stored. */
export class CanvasScreen {
  readonly #canvas: HTMLCanvasElement
  readonly #options: CanvasScreenOptions
  /** Set while latency is measured. */
  onTimed: ((picture: ShownPicture) => void) | undefined
  #reader: TimeCodeReader | undefined
  #waiting: Arrived | undefined
  #isDecoding = false
  #isDisposed = false
  readonly #rate = new FrameRate()
  #latencyMs: number | undefined
  /** The first frame after joining is the room's last one: its age says nothing about latency. */
  #isFirst = true
  #screenSize = ''

  constructor(canvas: HTMLCanvasElement, options: CanvasScreenOptions) {
    this.#canvas = canvas
    this.#options = options
  }

  show(frame: ScreenFrame) {
    if (this.#waiting) this.#options.onDrawn(this.#waiting.frame.sequence)
    this.#waiting = { frame, receivedAt: wallClock() }
    if (!this.#isDecoding) this.#drawWaiting().catch(reportError)
  }

  clear() {
    this.#waiting = undefined
    this.#latencyMs = undefined
    this.#isFirst = true
    this.#rate.clear()
    this.#context()?.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
  }

  dispose() {
    this.#isDisposed = true
    this.#waiting = undefined
  }

  stats(): ScreenStats {
    return this.#rate.stats(this.#latencyMs)
  }

  #context() {
    return this.#canvas.getContext('2d', { alpha: false })
  }

  async #drawWaiting() {
    this.#isDecoding = true
    while (this.#waiting && !this.#isDisposed) {
      const arrived = this.#waiting
      this.#waiting = undefined
      // The next frame is drawn all the same.
      await this.#draw(arrived).catch(reportError)
      this.#options.onDrawn(arrived.frame.sequence)
    }
    this.#isDecoding = false
  }

  async #draw({ frame, receivedAt }: Arrived) {
    const bitmap = await decodeJpeg(frame.image)
    if (!bitmap) return
    if (!this.#isDisposed) {
      this.#paint(bitmap, frame)
      if (this.onTimed) this.#time(bitmap, receivedAt, this.onTimed)
    }
    bitmap.close()
  }

  #time(bitmap: ImageBitmap, receivedAt: number, onShown: (picture: ShownPicture) => void) {
    const shownAt = wallClock()
    this.#reader ??= new TimeCodeReader()
    const code = this.#reader.read(bitmap, bitmap, shownAt)
    if (code) onShown({ code, receivedAt, shownAt })
  }

  #paint(bitmap: ImageBitmap, frame: ScreenFrame) {
    const canvas = this.#canvas
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      canvas.width = bitmap.width
      canvas.height = bitmap.height
    }
    this.#context()?.drawImage(bitmap, 0, 0)
    this.#measure(frame)
    const size = `${frame.screenWidth}x${frame.screenHeight}`
    if (size === this.#screenSize) return
    this.#screenSize = size
    this.#options.onScreenSize?.(frame.screenWidth, frame.screenHeight)
  }

  #measure(frame: ScreenFrame) {
    const now = wallClock()
    const age = now - frame.capturedAt
    this.#latencyMs = this.#isFirst ? undefined : age
    this.#isFirst = false
    this.#canvas.dataset.frames = String(this.#rate.count(now))
    this.#canvas.dataset.sequence = String(frame.sequence)
    this.#canvas.dataset.latencyMs = age.toFixed(1)
  }
}

async function decodeJpeg(image: Uint8Array): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(new Blob([image as BlobPart], { type: 'image/jpeg' }))
  } catch {
    return undefined
  }
}
