import { setTimeout as delay } from 'node:timers/promises'

/** A tick with as many calls is busy. */
const busyCalls = 25

/**
 * Lets calls that arrive within the same interval go on together: `Batches` then answers what they ask for in one
 * statement, where calls at different times would need one each. While calls are many, the interval is longer.
 */
export class SharedTick {
  readonly #leastMs: number
  readonly #mostMs: number
  #everyMs: number
  #waiting = 0
  #next: Promise<void> | undefined

  constructor({ leastMs, mostMs }: { leastMs: number; mostMs: number }) {
    this.#leastMs = leastMs
    this.#mostMs = mostMs
    this.#everyMs = leastMs
  }

  /** Resolves at the end of the present interval. */
  wait(): Promise<void> {
    this.#waiting += 1
    this.#next ??= delay(this.#everyMs).then(() => {
      const wanted = this.#everyMs * (this.#waiting < busyCalls ? 0.5 : 2)
      this.#everyMs = Math.min(this.#mostMs, Math.max(this.#leastMs, wanted))
      this.#waiting = 0
      this.#next = undefined
    })
    return this.#next
  }
}
