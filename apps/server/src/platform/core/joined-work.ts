/** Work that is never done twice at the same time: who asks for it while it is in progress joins it. Never rejects. */
export class JoinedWork {
  readonly #work: () => Promise<unknown>
  readonly #failed: (error: unknown) => void
  #current: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(work: () => Promise<unknown>, failed: (error: unknown) => void) {
    this.#work = work
    this.#failed = failed
  }

  run(): Promise<void> {
    this.#current ??= this.#work()
      .then(() => undefined, this.#failed)
      .finally(() => {
        this.#current = undefined
      })
    return this.#current
  }

  /** Also does it every so often, until it is closed. */
  repeat(everyMs: number): this {
    this.#timer = setInterval(() => void this.run(), everyMs)
    this.#timer.unref()
    return this
  }

  /** Ends the repeats; resolves at the end of what is in progress. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#current
  }
}
