/** Sound that is later than this is not sent any more. */
const mostLateMs = 300
/** The phone sent nothing, because nothing played. */
const shortestGapMs = 100
/** By how much two clocks may differ, as a share. */
const clockDrift = 0.001
const stuckMs = 5000

/**
 * The timeline of a sound that arrives piece by piece. Pieces follow each other without gaps, because their own times
 * are inexact; only a real gap is kept. Pieces that arrive too late are left out, so that the sound never lags behind.
 */
export class SoundPace {
  readonly #now: () => number
  /** When the next piece begins, ms. */
  #at: number | undefined
  #arrivedAt = 0
  /** Of the pieces that came fastest: arrival minus time. */
  #usual = Number.POSITIVE_INFINITY
  #lateSince: number | undefined

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Everything has been late for some time: what queues on the way should be thrown away. */
  get isStuck(): boolean {
    return this.#lateSince !== undefined && this.#now() - this.#lateSince > stuckMs
  }

  /** The time of a piece that has arrived now, in ms; undefined if it is too late. */
  take(ptsMs: number, lengthMs: number): number | undefined {
    const now = this.#now()
    const expected = this.#at ?? ptsMs
    const at = ptsMs - expected > shortestGapMs ? ptsMs : expected
    this.#at = at + lengthMs
    this.#usual = Math.min(this.#usual + (now - this.#arrivedAt) * clockDrift, now - at)
    this.#arrivedAt = now
    const isLate = now - at - this.#usual > mostLateMs
    this.#lateSince = isLate ? (this.#lateSince ?? now) : undefined
    return isLate ? undefined : at
  }
}
