import { setTimeout as delay } from 'node:timers/promises'

/**
 * Lets calls that arrive within the same interval go on together: `Batches` then answers what they ask for in one
 * statement, where calls at different times would need one each.
 */
export class SharedTick {
  readonly #everyMs: number
  #next: Promise<void> | undefined

  constructor(everyMs: number) {
    this.#everyMs = everyMs
  }

  /** Resolves at the end of the present interval. */
  wait(): Promise<void> {
    this.#next ??= delay(this.#everyMs).then(() => {
      this.#next = undefined
    })
    return this.#next
  }
}
