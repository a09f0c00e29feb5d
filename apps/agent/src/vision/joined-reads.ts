import { setImmediate as nextTurn } from 'node:timers/promises'

/** Reads one after the other. Requests share the read that has not begun yet: it shows what happened before them. */
export class JoinedReads<Result> {
  readonly #work: () => Promise<Result>
  #next: Promise<Result> | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(work: () => Promise<Result>) {
    this.#work = work
  }

  read(): Promise<Result> {
    this.#next ??= this.#readNext()
    return this.#next
  }

  async #readNext(): Promise<Result> {
    const previous = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    try {
      await previous
      await nextTurn()
      this.#next = undefined
      return await this.#work()
    } finally {
      resolve()
    }
  }
}
