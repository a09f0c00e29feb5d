import type { ScreenActionType } from '@fleetdeck/contract/screen-action'

/** A position on the phone's screen as fractions 0–1 from its upper left corner. */
export interface Point {
  x: number
  y: number
}
/** isWheel: the finger stands for a mouse wheel. */
export type SendAction = (type: ScreenActionType, x?: number, y?: number, isWheel?: boolean) => void
/** Runs the task at the next animation frame; the returned function cancels it. */
export type Schedule = (task: () => void) => () => void

const nextFrame: Schedule = (task) => {
  const handle = requestAnimationFrame(task)
  return () => cancelAnimationFrame(handle)
}

const clamp = (value: number) => Math.min(1, Math.max(0, value))

/** Position of a pointer on the input layer; outside it the nearest edge. */
export function toFractions(layer: DOMRect, clientX: number, clientY: number): Point {
  return {
    x: clamp((clientX - layer.left) / (layer.width || 1)),
    y: clamp((clientY - layer.top) / (layer.height || 1)),
  }
}

/** One finger: moves are sent at most once per frame, and the last position is never lost (spec §7, canvas_action). */
export class Touch {
  readonly #act: SendAction
  readonly #schedule: Schedule
  #isDown = false
  #isWheel = false
  #last: Point = { x: 0, y: 0 }
  #cancel: (() => void) | undefined

  constructor(act: SendAction, schedule: Schedule = nextFrame) {
    this.#act = act
    this.#schedule = schedule
  }

  get isDown() {
    return this.#isDown
  }

  /** isWheel: it stands for a mouse wheel. */
  down(point: Point, isWheel = false) {
    if (this.#isDown) this.up(this.#last)
    this.#isDown = true
    this.#isWheel = isWheel
    this.#last = point
    this.#act('touchDown', point.x, point.y, isWheel)
  }

  move(point: Point) {
    if (!this.#isDown || (point.x === this.#last.x && point.y === this.#last.y)) return
    this.#last = point
    this.#cancel ??= this.#schedule(() => this.#flush())
  }

  up(point: Point = this.#last) {
    if (!this.#isDown) return
    this.move(point)
    if (this.#cancel) this.#flush()
    this.#isDown = false
    this.#act('touchUp', point.x, point.y, this.#isWheel)
  }

  #flush() {
    this.#cancel?.()
    this.#cancel = undefined
    this.#act('touchMove', this.#last.x, this.#last.y, this.#isWheel)
  }
}
