import type { HubContext } from '../hub-context.ts'

/** More than two in transit mean that the way to other servers is slower than the phone: then only the newest waits. */
const maxUnderWay = 2

/**
 * Gives a phone's frames to this server's viewers, and to other servers that have viewers, without ever queueing more
 * than one.
 */
export class FrameRelay {
  readonly #context: HubContext
  readonly #channel: string
  #underWay = 0
  #waiting: Uint8Array | undefined

  constructor(context: HubContext, channel: string) {
    this.#context = context
    this.#channel = channel
  }

  offer(frame: Uint8Array, isSeenElsewhere: boolean) {
    this.#context.options.bus.deliver(this.#channel, frame)
    if (!isSeenElsewhere) return
    if (this.#underWay < maxUnderWay) return this.#forward(frame)
    if (this.#waiting) this.#context.counts.framesSkipped += 1
    this.#waiting = frame
  }

  #forward(frame: Uint8Array): void {
    this.#underWay += 1
    this.#context.options.bus
      .forward(this.#channel, frame)
      .catch(() => {}) // the bus never rejects
      .finally(() => {
        this.#underWay -= 1
        const next = this.#waiting
        this.#waiting = undefined
        if (next) this.#forward(next)
      })
  }
}
