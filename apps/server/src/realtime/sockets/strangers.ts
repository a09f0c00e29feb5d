import { setTimeout as delay } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { QueuePerKey } from '../../platform/core/bounded-queue.ts'

/** Sockets of one address that are asked for without a session within the window; after them others wait their turn. */
const mostStrangers = 500
const windowSeconds = 60
/** Of a slowed address: judged or delayed at the same time, and waiting for it. */
const atOnce = 50
const mostWaiting = 500

/**
 * Bounds the sockets that one address asks for without a session. All count until they turn out to have one, so that
 * many at the same time gain nothing. Over the limit few are judged at a time, and those without a session are delayed:
 * others still get in.
 */
export class Strangers {
  readonly #counts = new RateLimiterMemory({ points: mostStrangers, duration: windowSeconds, keyPrefix: '' })
  readonly #slowed = new QueuePerKey(mostWaiting, atOnce)
  readonly #heldMs: number

  constructor(heldMs: number) {
    this.#heldMs = heldMs
  }

  /**
   * @param judge resolves to the outcome for a socket
   * @throws tooManyRequests when too many of the address wait already
   */
  async judged<T>(ip: string, judge: () => Promise<T>, isStranger: (outcome: T) => boolean): Promise<T> {
    let counts = false
    const run = async () => {
      const outcome = await judge()
      counts = isStranger(outcome)
      return outcome
    }
    const { consumedPoints } = await this.#counts.penalty(ip)
    try {
      if (consumedPoints <= mostStrangers) return await run()
      return await this.#slowed.run(ip, async () => {
        const outcome = await run()
        if (counts) await delay(this.#heldMs)
        return outcome
      })
    } finally {
      if (!counts) await this.#counts.reward(ip)
    }
  }
}
