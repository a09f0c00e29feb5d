const tickMs = 200

export interface ClockWork {
  /** Runs what is due now; true when more is due immediately. */
  work(): Promise<boolean>
  failed(error: unknown): void
}

/**
 * Checks five times a second for due work, one check after the other. Every server has one clock: due work is claimed
 * in the database.
 */
export class Clock {
  readonly #work: ClockWork
  readonly #timer: NodeJS.Timeout
  #working: Promise<void> | undefined
  #isClosing = false

  constructor(work: ClockWork) {
    this.#work = work
    this.#timer = setInterval(() => {
      this.tick().catch(work.failed)
    }, tickMs)
    this.#timer.unref()
  }

  /** Never rejects; resolves when nothing is due any more; joins a check in progress. */
  tick(): Promise<void> {
    this.#working ??= this.#workOff().finally(() => {
      this.#working = undefined
    })
    return this.#working
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    await this.#working
  }

  async #workOff(): Promise<void> {
    try {
      while (!this.#isClosing && (await this.#work.work()));
    } catch (error) {
      this.#work.failed(error)
    }
  }
}
