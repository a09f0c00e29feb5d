import type { GroupInput } from '@fleetdeck/contract/wall-socket'
import { isStart, isTouch, type Step, type TouchFrame } from './group-steps.ts'

interface Sent {
  frame: GroupInput
  step: Step
}

/**
 * The inputs of one phone, sent in their order after a random delay. A gesture is delayed as a whole, so that it keeps
 * its own timing.
 */
export class Outbox {
  readonly #send: (frame: GroupInput) => void
  #waiting: (Sent & { dueAt: number })[] = []
  #lastDueAt = 0
  #delay = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #finger: TouchFrame | undefined

  constructor(send: (frame: GroupInput) => void) {
    this.#send = send
  }

  /** Where the finger is, as the phone knows; undefined while it is lifted. */
  get finger(): TouchFrame | undefined {
    return this.#finger
  }

  put({ frame, step }: Sent, spreadMs: number): void {
    const now = performance.now()
    // Never beyond the bound of an earlier input, which this one must not overtake.
    if (isStart(frame)) this.#delay = Math.max(Math.random() * spreadMs, this.#lastDueAt - now, 0)
    if (this.#delay === 0 && this.#waiting.length === 0) this.#deliver(frame)
    else {
      this.#lastDueAt = now + this.#delay
      this.#waiting.push({ frame, step, dueAt: this.#lastDueAt })
      this.#arm()
    }
  }

  /** Forgets what is waiting; returns the gestures, keys and texts that the phone did not begin. */
  drop(): Step[] {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const dropped = this.#waiting.filter(({ frame }) => isStart(frame)).map(({ step }) => step)
    this.#waiting = []
    this.#lastDueAt = 0
    this.#finger = undefined
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
    if (isTouch(frame)) this.#finger = frame.action_type === 'touchUp' ? undefined : frame
    this.#send(frame)
  }
}
