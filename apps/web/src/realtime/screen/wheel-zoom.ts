import type { Point, SendAction } from './touch.ts'

/** One notch of a wheel has about 100 pixels; two fingers on a touchpad give a few at a time. */
const pixelsPerStep = 60
/** The phone takes about this long for one step; ms. */
const stepMs = 150

/** The wheel with Ctrl, which browsers also send for two fingers on a touchpad, zooms in steps. */
export class WheelZoom {
  readonly #act: SendAction
  readonly #now: () => number
  #pixels = 0
  #steppedAt = Number.NEGATIVE_INFINITY

  constructor(act: SendAction, now: () => number = () => performance.now()) {
    this.#act = act
    this.#now = now
  }

  /** Towards the user zooms out. Turns that come faster than the phone zooms are dropped. */
  turn({ x, y }: Point, pixels: number) {
    if (this.#now() - this.#steppedAt < stepMs) return
    if (Math.sign(pixels) !== Math.sign(this.#pixels)) this.#pixels = 0
    this.#pixels += pixels
    if (Math.abs(this.#pixels) < pixelsPerStep) return
    this.#act(this.#pixels > 0 ? 'zoom_out' : 'zoom_in', x, y)
    this.#pixels = 0
    this.#steppedAt = this.#now()
  }
}
