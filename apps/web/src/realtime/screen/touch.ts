import type { CanvasAction, ScreenActionType } from '@fleetdeck/contract/screen-action'

/** A position on the phone's screen as fractions 0–1 from its upper left corner. */
export interface Point {
  x: number
  y: number
}
/** How fingers touch: instead of a mouse wheel, or with a second one. */
export type TouchManner = Pick<CanvasAction, 'wheel' | 'second'>
export type SendAction = (type: ScreenActionType, x?: number, y?: number, manner?: TouchManner) => void
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

interface TouchOptions {
  schedule?: Schedule
  /** Where two fingers are; nowhere, when there are no two. */
  show?: (fingers: readonly Point[]) => void
}

/**
 * A finger, and a second one beside it: moves are sent at most once per frame, and the last positions are never lost
 * (spec §7, canvas_action).
 */
export class Touch {
  readonly #act: SendAction
  readonly #schedule: Schedule
  readonly #show: (fingers: readonly Point[]) => void
  #isDown = false
  #isWheel = false
  #last: Point = { x: 0, y: 0 }
  #second: Point | undefined
  #cancel: (() => void) | undefined

  constructor(act: SendAction, { schedule = nextFrame, show = () => {} }: TouchOptions = {}) {
    this.#act = act
    this.#schedule = schedule
    this.#show = show
  }

  get isDown() {
    return this.#isDown
  }

  /** isWheel: it stands for a mouse wheel. */
  down(point: Point, { isWheel = false, second }: { isWheel?: boolean; second?: Point | undefined } = {}) {
    if (this.#isDown) this.up(this.#last)
    this.#isDown = true
    this.#isWheel = isWheel
    this.#last = point
    this.#second = second
    this.#send('touchDown')
    this.#showFingers()
  }

  move(point: Point, second = this.#second) {
    if (!this.#isDown || (isSame(point, this.#last) && isSame(second, this.#second))) return
    this.#last = point
    this.#second = second
    this.#showFingers()
    this.#cancel ??= this.#schedule(() => this.#flush())
  }

  /** The second finger alone: it is put down, moves, or is lifted. */
  moveSecond(second: Point | undefined) {
    if (!this.#isDown || isSame(second, this.#second)) return
    const isMove = second !== undefined && this.#second !== undefined
    this.#second = second
    this.#showFingers()
    if (isMove) this.#cancel ??= this.#schedule(() => this.#flush())
    else this.#flush()
  }

  /** Both. */
  up(point: Point = this.#last, second = this.#second) {
    if (!this.#isDown) return
    this.move(point, second)
    if (this.#cancel) this.#flush()
    this.#isDown = false
    this.#send('touchUp')
    this.#second = undefined
    this.#showFingers()
  }

  #flush() {
    this.#cancel?.()
    this.#cancel = undefined
    this.#send('touchMove')
  }

  #send(type: 'touchDown' | 'touchMove' | 'touchUp') {
    const { x, y } = this.#last
    const second = this.#second
    this.#act(type, x, y, { ...(this.#isWheel && { wheel: true }), ...(second && { second }) })
  }

  #showFingers() {
    this.#show(this.#second ? [this.#last, this.#second] : [])
  }
}

const isSame = (one: Point | undefined, other: Point | undefined) =>
  one === other || (one !== undefined && one.x === other?.x && one.y === other.y)
