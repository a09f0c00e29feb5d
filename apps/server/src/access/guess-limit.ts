import { RateLimiterMemory } from 'rate-limiter-flexible'
import { AppError } from '../platform/core/app-error.ts'

const windowSeconds = 600
/** Wrong secrets from one address within the window, after which every further one is refused. */
const maxWrong = 20
const maxAddresses = 20_000
/** Addresses that remain after old ones are removed. */
const keptAddresses = 18_000

/** Tells the other servers. */
interface Servers {
  forward(channel: string, message: string): Promise<unknown>
  subscribe(channel: string, listener: (message: string | Uint8Array) => void): Promise<unknown>
}

/**
 * Counts wrong secrets per address: those given here, and those that other servers report. Only as many are checked in parallel as may still be wrong. A
 * thousand parallel guesses gain nothing over sequential ones, and correct secrets only wait their turn.
 */
export class GuessLimit {
  readonly #wrong = new RateLimiterMemory({ points: maxWrong, duration: windowSeconds, keyPrefix: '' })
  readonly #pending = new Map<string, Set<Promise<unknown>>>()
  /** The number of addresses is limited: some may have expired meanwhile. */
  #addresses = 0
  readonly #report: (ip: string) => void

  private constructor(report: (ip: string) => void) {
    this.#report = report
  }

  /** @param kind of secret; each is counted for itself */
  static async open(bus: Servers, kind: string): Promise<GuessLimit> {
    const channel = `guesses:${kind}`
    const limit = new GuessLimit((ip) => {
      bus.forward(channel, ip).catch(() => {})
    })
    await bus.subscribe(channel, (message) => {
      const ip = typeof message === 'string' ? message : Buffer.from(message).toString()
      limit.#penalize(ip).catch(() => {})
    })
    return limit
  }

  /** Runs `check`, which returns undefined for a wrong secret. Throws tooManyGuesses. */
  async try<T>(ip: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
    for (;;) {
      const counted = await this.#wrong.get(ip)
      const wrong = counted?.consumedPoints ?? 0
      if (counted && wrong >= maxWrong) throw refusal(counted.msBeforeNext)
      // Read after the count: a secret that proves wrong in between is still pending here, so it is never missed.
      const pending = this.#pending.get(ip)
      if (!pending || wrong + pending.size < maxWrong) return this.#whilePending(ip, this.#count(ip, check))
      await Promise.race(pending).catch(() => undefined)
    }
  }

  async #count<T>(ip: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const found = await check()
    if (found !== undefined) return found
    await this.#penalize(ip)
    this.#report(ip)
    return undefined
  }

  async #penalize(ip: string): Promise<void> {
    const { isFirstInDuration } = await this.#wrong.penalty(ip)
    if (isFirstInDuration) await this.#makeRoom()
  }

  async #whilePending<T>(ip: string, checking: Promise<T>): Promise<T> {
    const pending = this.#pending.get(ip) ?? new Set()
    this.#pending.set(ip, pending.add(checking))
    try {
      return await checking
    } finally {
      pending.delete(checking)
      if (pending.size === 0) this.#pending.delete(ip)
    }
  }

  /** Forgets the addresses with the fewest wrong secrets, oldest first; locked addresses stay locked. */
  async #makeRoom(): Promise<void> {
    this.#addresses += 1
    if (this.#addresses <= maxAddresses) return
    const counted = this.#wrong.dump().storage
    const forgotten = counted.toSorted((a, b) => a.value - b.value).slice(0, -keptAddresses)
    this.#addresses = counted.length - forgotten.length
    await Promise.all(forgotten.map(({ key }) => this.#wrong.delete(key)))
  }
}

const refusal = (msLeft: number) =>
  new AppError('tooManyGuesses', { minutes: Math.max(1, Math.ceil(msLeft / 60_000)) })
