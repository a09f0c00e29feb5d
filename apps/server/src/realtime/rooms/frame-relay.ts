import type { HubContext } from '../hub-context.ts'

/** More than two in transit mean that the bus is slower than the phone: then only the newest waits. */
const maxUnderWay = 2

/** Publishes a phone's pictures without ever queueing more than one. */
export class FrameRelay {
  readonly #context: HubContext
  readonly #channel: string
  #underWay = 0
  #waiting: Uint8Array | undefined

  constructor(context: HubContext, channel: string) {
    this.#context = context
    this.#channel = channel
  }

  offer(frame: Uint8Array) {
    if (this.#underWay < maxUnderWay) return this.#publish(frame)
    if (this.#waiting) this.#context.counts.framesSkipped += 1
    this.#waiting = frame
  }

  #publish(frame: Uint8Array): void {
    this.#underWay += 1
    this.#context.options.bus
      .publish(this.#channel, frame)
      // A picture lost with the connection to the bus is followed by a newer one.
      .catch(() => 0)
      .then(() => {
        this.#underWay -= 1
        const next = this.#waiting
        this.#waiting = undefined
        if (next) this.#publish(next)
      })
  }
}
