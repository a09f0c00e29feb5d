import type { DeviceSettings } from '@fleetdeck/contract/device-settings'

type Quality = Pick<DeviceSettings, 'screen_scale' | 'screen_img_quality' | 'screen_img_delay'>

/** From a good line to a poor one: shares of the shown pixels, JPEG quality, and ms between two frames. */
const steps = [
  { share: 1, quality: '50', delayMs: 50 },
  { share: 0.75, quality: '50', delayMs: 70 },
  { share: 0.6, quality: '20', delayMs: 80 },
  { share: 0.45, quality: '10', delayMs: 90 },
  { share: 0.33, quality: '5', delayMs: 100 },
] as const satisfies readonly { share: number; quality: Quality['screen_img_quality']; delayMs: number }[]
/** On a poor line a sharp frame would delay the next change. */
const lastSharpStep = 2
/** The size of frames before the phone's own is known: what a device begins with. */
const firstScale = 50
/** Percent: smaller changes of a panel's width keep the size. */
const scaleGrain = 5
/** Queueing in milliseconds, beyond the shortest age of a frame so far. */
const queue = { bad: 250, good: 60 }
/** Frames in a row that decide. */
const decides = { bad: 3, good: 40 }
/** The shortest age is forgotten slowly: two clocks drift apart. */
const driftMsPerFrame = 0.05

/**
 * Chooses size, quality and rate of a phone's frames: sharp in the pixels that the page shows, and coarser while frames
 * queue on the way. Frames carry the phone's clock: only how their age changes is known.
 */
export class AutoQuality {
  #step = 0
  #shownPixels = 0
  #screenPixels = 0
  /** Percent, as asked for last. */
  #askedScale = firstScale
  #shortestAge = Number.POSITIVE_INFINITY
  #bad = 0
  #good = 0

  /** Width of the phone on the page, in pixels of the display. */
  showAt(pixels: number): void {
    this.#shownPixels = pixels
  }

  /** A frame arrived. screenWidth: of the phone, in its present rotation; ageMs: by both clocks. */
  note({ screenWidth, ageMs }: { screenWidth: number; ageMs: number }): void {
    this.#screenPixels = screenWidth
    this.#shortestAge = Math.min(this.#shortestAge + driftMsPerFrame, ageMs)
    const queued = ageMs - this.#shortestAge
    this.#bad = queued > queue.bad ? this.#bad + 1 : 0
    this.#good = queued < queue.good ? this.#good + 1 : 0
    if (this.#bad >= decides.bad) this.#move(1)
    else if (this.#good >= decides.good) this.#move(-1)
  }

  /** Frames of a video have only their own width: the asked share of the phone's. */
  noteVideo(width: number): void {
    this.#screenPixels = (100 * width) / this.#askedScale
  }

  /** The phone was asked for this setting. */
  asked({ screen_scale }: Record<string, string>): void {
    this.#askedScale = Number(screen_scale)
  }

  /** What to ask the phone for now. */
  get setting(): Record<string, string> {
    const { share, quality, delayMs } = steps[this.#step] ?? steps[0]
    const full = this.#scaleOf(1)
    return {
      screen_scale: String(this.#scaleOf(share)),
      screen_img_quality: quality,
      screen_img_delay: String(delayMs),
      ...(this.#step <= lastSharpStep && { screen_sharp: String(full) }),
    }
  }

  #scaleOf(share: number): number {
    if (!this.#screenPixels || !this.#shownPixels) return Math.round(firstScale * share)
    const percent = (100 * share * this.#shownPixels) / this.#screenPixels
    return Math.min(100, Math.max(scaleGrain, Math.ceil(percent / scaleGrain) * scaleGrain))
  }

  #move(by: number): void {
    this.#step = Math.min(steps.length - 1, Math.max(0, this.#step + by))
    this.#bad = 0
    this.#good = 0
  }
}
