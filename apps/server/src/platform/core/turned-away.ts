import { RateLimiterMemory } from 'rate-limiter-flexible'

const windowSeconds = 10
export const mostTurnedAway = 300

/**
 * Counts per address those who are turned away before any work: callers without a valid session or token, or without
 * the right.
 */
export class TurnedAway {
  readonly #counts: RateLimiterMemory

  constructor(most = mostTurnedAway) {
    this.#counts = new RateLimiterMemory({ points: most, duration: windowSeconds, keyPrefix: '' })
  }

  /** Adds one; resolves to whether the address has had more than it may within the window, so that it has to wait. */
  async isTooFast(ip: string): Promise<boolean> {
    return (await this.#counts.penalty(ip)).consumedPoints > this.#counts.points
  }
}
