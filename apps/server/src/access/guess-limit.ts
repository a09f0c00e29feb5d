import { AppError } from '../platform/core/app-error.ts'

const windowMs = 600_000
/** Wrong secrets from one address in the window, after which nothing is looked at any more. */
const mostWrong = 20
const mostAddresses = 20_000

interface Tries {
  wrong: number
  since: number
  pending: Set<Promise<unknown>>
}

/**
 * Counts wrong secrets per address, on this server. As many are looked at together as may still be wrong: a thousand
 * at once get no further than one after the other, and right ones only wait their turn.
 */
export class GuessLimit {
  readonly #tries = new Map<string, Tries>()

  /** Runs `look`, which answers undefined for a wrong secret. Throws tooManyGuesses. */
  async try<T>(ip: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const tries = this.#triesOf(ip)
    while (tries.wrong < mostWrong && tries.wrong + tries.pending.size >= mostWrong)
      await Promise.race(tries.pending).catch(() => undefined)
    if (tries.wrong >= mostWrong) throw refusal(tries)
    const looking = look()
    tries.pending.add(looking)
    try {
      const found = await looking
      if (found === undefined) tries.wrong += 1
      return found
    } finally {
      tries.pending.delete(looking)
    }
  }

  #triesOf(ip: string): Tries {
    const now = Date.now()
    const known = this.#tries.get(ip)
    if (known && now - known.since < windowMs) return known
    if (this.#tries.size >= mostAddresses) this.#tries.clear()
    const fresh = { wrong: 0, since: now, pending: new Set<Promise<unknown>>() }
    this.#tries.set(ip, fresh)
    return fresh
  }
}

const refusal = ({ since }: Tries) =>
  new AppError('tooManyGuesses', {
    minutes: Math.max(1, Math.ceil((since + windowMs - Date.now()) / 60_000)),
  })
