import type { Point, Touch } from './touch.ts'

/** After this time without a wheel event the finger is lifted; ms. */
const liftAfterMs = 150
/** The finger restarts when it comes this near to an edge. */
const margin = 0.08

/** Wheel events drag one finger over the screen. */
export class WheelSwipe {
  readonly #touch: Touch
  #point: Point | undefined
  #lift: ReturnType<typeof setTimeout> | undefined

  constructor(touch: Touch) {
    this.#touch = touch
  }

  /** The deltas are fractions of the screen; scrolling down moves its content up. */
  turn(at: Point, deltaX: number, deltaY: number) {
    if (this.#touch.isDown && !this.#point) return
    if (!this.#point) this.#start(at)
    const from = this.#point ?? at
    const to = { x: from.x - deltaX, y: from.y - deltaY }
    clearTimeout(this.#lift)
    this.#point = { x: clamp(to.x), y: clamp(to.y) }
    this.#touch.move(this.#point)
    if (isOut(to.x) || isOut(to.y)) this.end()
    else this.#lift = setTimeout(() => this.end(), liftAfterMs)
  }

  end() {
    clearTimeout(this.#lift)
    if (!this.#point) return
    this.#touch.up(this.#point)
    this.#point = undefined
  }

  #start(at: Point) {
    this.#point = { x: clamp(at.x), y: clamp(at.y) }
    this.#touch.down(this.#point, { isWheel: true })
  }
}

const clamp = (value: number) => Math.min(1 - margin, Math.max(margin, value))
const isOut = (value: number) => value < margin || value > 1 - margin
