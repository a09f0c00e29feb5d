import { setTimeout as delay } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { AppError } from '../platform/core/app-error.ts'
import { QueuePerKey } from '../platform/core/bounded-queue.ts'
import { hashToken } from '../platform/core/tokens.ts'

const windowSeconds = 600
/** Wrong secrets within the window, from one address or of one value, after which further ones are slowed. */
const maxWrong = 20
/**
 * Maximum numbers of slowed secrets of one address: checked or delayed at the same time, and waiting for that.
 */
const slowedAtOnce = 20
const slowedWaiting = 100
const maxCounted = 20_000
/** Counts that remain after old ones are removed. */
const keptCounted = 18_000

/** Tells the other servers. */
interface Servers {
  forward(channel: string, message: string): Promise<unknown>
  subscribe(channel: string, listener: (message: string | Uint8Array) => void): Promise<unknown>
}

/**
 * Counts wrong secrets per address and per value: those given here, and those that other servers report. Only as many
 * are checked in parallel as may still be wrong. A thousand parallel guesses gain nothing over sequential ones, and
 * correct secrets only wait their turn.
 *
 * Over the limit secrets are still checked, a few per second and address: those who guess must not shut out others who
 * share their address.
 */
export class GuessLimit {
  readonly #wrong = new WrongCounts()
  readonly #pending = new Map<string, Set<Promise<unknown>>>()
  readonly #slowed = new QueuePerKey(slowedWaiting, slowedAtOnce)
  readonly #report: (subjects: string[]) => void
  readonly #heldMs: number

  private constructor(report: (subjects: string[]) => void, heldMs: number) {
    this.#report = report
    this.#heldMs = heldMs
  }

  /**
   * @param kind of secret; each is counted for itself
   * @param heldMs how long the refusal of a slowed secret is delayed, so that guessing in a loop gains nothing
   */
  static async open(bus: Servers, kind: string, heldMs = 1000): Promise<GuessLimit> {
    const channel = `guesses:${kind}`
    const limit = new GuessLimit((subjects) => {
      bus.forward(channel, subjects.join(' ')).catch(() => {})
    }, heldMs)
    await bus.subscribe(channel, (message) => {
      const subjects = typeof message === 'string' ? message : Buffer.from(message).toString()
      limit.#wrong.add(subjects.split(' ')).catch(() => {})
    })
    return limit
  }

  /**
   * Runs `check`, which returns undefined for a wrong secret. Throws tooManyGuesses for a wrong one over the limit, and
   * tooManyRequests when too many of an address wait already.
   */
  async try<T>(ip: string, secret: string, check: () => Promise<T | undefined>): Promise<T | undefined> {
    const subjects = [ip, hashToken(secret)]
    for (;;) {
      const wrong = await this.#wrong.most(subjects)
      if (wrong >= maxWrong) return this.#slowed.run(ip, () => this.#checkSlowly(subjects, check))
      // Read after the count: a secret that proves wrong in between is still pending here, so it is never missed.
      const pending = this.#pending.get(ip)
      if (!pending || wrong + pending.size < maxWrong)
        return this.#whilePending(ip, this.#count(subjects, check))
      await Promise.race(pending).catch(() => undefined)
    }
  }

  async #checkSlowly<T>(subjects: string[], check: () => Promise<T | undefined>): Promise<T> {
    const found = await this.#count(subjects, check)
    if (found !== undefined) return found
    await delay(this.#heldMs)
    const minutes = Math.ceil((await this.#wrong.msLeft(subjects)) / 60_000)
    throw new AppError('tooManyGuesses', { minutes: Math.max(1, minutes) })
  }

  async #count<T>(subjects: string[], check: () => Promise<T | undefined>): Promise<T | undefined> {
    const found = await check()
    if (found !== undefined) return found
    await this.#wrong.add(subjects)
    this.#report(subjects)
    return undefined
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
}

/** How many wrong secrets there were per address or value within the window; their number is limited. */
class WrongCounts {
  readonly #limiter = new RateLimiterMemory({ points: maxWrong, duration: windowSeconds, keyPrefix: '' })
  /** Some may have expired in the meantime. */
  #counted = 0

  async most(subjects: string[]): Promise<number> {
    return Math.max(...(await this.#read(subjects)).map((counted) => counted?.consumedPoints ?? 0))
  }

  async msLeft(subjects: string[]): Promise<number> {
    const over = (await this.#read(subjects)).filter((counted) => (counted?.consumedPoints ?? 0) >= maxWrong)
    return Math.max(0, ...over.map((counted) => counted?.msBeforeNext ?? 0))
  }

  async add(subjects: string[]): Promise<void> {
    for (const subject of subjects) {
      const { isFirstInDuration } = await this.#limiter.penalty(subject)
      if (isFirstInDuration) await this.#makeRoom()
    }
  }

  #read(subjects: string[]) {
    return Promise.all(subjects.map((subject) => this.#limiter.get(subject)))
  }

  /** Forgets those with the fewest wrong secrets, oldest first; those over the limit stay over it. */
  async #makeRoom(): Promise<void> {
    this.#counted += 1
    if (this.#counted <= maxCounted) return
    const counted = this.#limiter.dump().storage
    const forgotten = counted.toSorted((a, b) => a.value - b.value).slice(0, -keptCounted)
    this.#counted = counted.length - forgotten.length
    await Promise.all(forgotten.map(({ key }) => this.#limiter.delete(key)))
  }
}
