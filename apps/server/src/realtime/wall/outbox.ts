import type { GroupInput } from '@fleetdeck/contract/wall-socket'

export type CanvasFrame = Extract<GroupInput, { action: 'canvas_action' }>
type Touch = 'touchDown' | 'touchMove' | 'touchUp'
export const isTouch = (frame: GroupInput): frame is CanvasFrame & { action_type: Touch } =>
  frame.action === 'canvas_action' && frame.action_type.startsWith('touch')

/** The first frame of a gesture, or a key or a text. */
export const isStart = (frame: GroupInput) => !isTouch(frame) || frame.action_type === 'touchDown'

/**
 * The inputs of one phone, sent in their order after a random delay. A gesture is delayed as a whole, so that it keeps
 * its own timing.
 */
export class Outbox {
  readonly #send: (frame: GroupInput) => void
  #waiting: { frame: GroupInput; dueAt: number }[] = []
  #lastDueAt = 0
  #delay = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDown = false

  constructor(send: (frame: GroupInput) => void) {
    this.#send = send
  }

  /** The phone received a touch-down, and not yet the lift. */
  get isDown(): boolean {
    return this.#isDown
  }

  put(frame: GroupInput, spreadMs: number): void {
    const now = performance.now()
    // Never beyond the bound of an earlier input, which this one must not overtake.
    if (isStart(frame)) this.#delay = Math.max(Math.random() * spreadMs, this.#lastDueAt - now, 0)
    if (this.#delay === 0 && this.#waiting.length === 0) this.#deliver(frame)
    else {
      this.#lastDueAt = now + this.#delay
      this.#waiting.push({ frame, dueAt: this.#lastDueAt })
      this.#arm()
    }
  }

  /** Forgets what is waiting; returns how many inputs that were: gestures, keys and texts. */
  drop(): number {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const dropped = this.#waiting.filter(({ frame }) => isStart(frame)).length
    this.#waiting = []
    this.#lastDueAt = 0
    this.#isDown = false
    return dropped
  }

  #arm(): void {
    const [next] = this.#waiting
    if (!next || this.#timer) return
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, next.dueAt - performance.now()))
  }

  #flush(): void {
    this.#timer = undefined
    const now = performance.now()
    const due = this.#waiting.findIndex(({ dueAt }) => dueAt > now)
    const ready = this.#waiting.splice(0, due < 0 ? this.#waiting.length : due)
    for (const { frame } of ready) this.#deliver(frame)
    this.#arm()
  }

  #deliver(frame: GroupInput): void {
    if (isTouch(frame)) this.#isDown = frame.action_type !== 'touchUp'
    this.#send(frame)
  }
}
