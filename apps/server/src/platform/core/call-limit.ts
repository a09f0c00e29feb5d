import { AppError } from './app-error.ts'

/** Callers that are counted at the same time; unknown ones cannot use more memory. */
const maxCallers = 50_000

/** Refuses callers that call more often than `most` times within a window, before their calls cost anything. */
export class CallLimit {
  readonly #most: number
  readonly #windowMs: number
  readonly #counts = new Map<string, number>()
  #endsAt = 0

  constructor(most: number, windowMs: number) {
    this.#most = most
    this.#windowMs = windowMs
  }

  /** @param caller such as its token; throws phoneTooFast */
  count(caller: string, now = performance.now()): void {
    if (now >= this.#endsAt || this.#counts.size >= maxCallers) {
      this.#counts.clear()
      this.#endsAt = now + this.#windowMs
    }
    const calls = (this.#counts.get(caller) ?? 0) + 1
    this.#counts.set(caller, calls)
    if (calls > this.#most)
      throw new AppError('phoneTooFast', { count: this.#most, seconds: this.#windowMs / 1000 })
  }
}
