import { type BackOff, backOffMs } from '../../back-off.ts'

const backOff: BackOff = { firstMs: 30_000, limitMs: 600_000 }
/** Failures in a row; then it is not tried any more until the phone is plugged in again. */
const mostFailures = 8

/** Whether something of the phone that failed is tried again: an encoder may be held by another app for a while. */
export class Attempts {
  readonly #now: () => number
  #failures = 0
  #nextAt = Number.NEGATIVE_INFINITY

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** It did not work when it was last tried. */
  get hasFailed(): boolean {
    return this.#failures > 0
  }

  get mayTry(): boolean {
    return this.#failures < mostFailures && this.#now() >= this.#nextAt
  }

  /** isFinal: it will not work later either. */
  failed({ isFinal = false } = {}): void {
    this.#nextAt = this.#now() + backOffMs(backOff, this.#failures, () => 1)
    this.#failures = isFinal ? mostFailures : this.#failures + 1
  }

  succeeded(): void {
    this.#failures = 0
  }
}
