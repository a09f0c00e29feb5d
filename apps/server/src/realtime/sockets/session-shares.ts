import { RateLimiterMemory } from 'rate-limiter-flexible'
import { countedMs, FrameRate } from './frame-rate.ts'

/** Sockets of one browser session, which may have many pages open. */
const mostOpen = 200
/** All of them, reopened after a loss, and once more. */
const mostOpened = 400
const windowSeconds = 60
/** A page that watches 10,000 phones sends 40 to 80 KB when it connects. */
const mostSent = { frames: 3000, bytes: 2 * 1024 * 1024 }

/** The limits that the sockets of one browser session share, on this server. */
export class SessionShare {
  readonly rate = new FrameRate(mostSent)
  open = 0
  forgetting: NodeJS.Timeout | undefined
}

/** Bounds how many sockets a session has, how often it opens one, and the volume they send. */
export class SessionShares {
  readonly #shares = new Map<string, SessionShare>()
  readonly #opened = new RateLimiterMemory({ points: mostOpened, duration: windowSeconds, keyPrefix: '' })

  /** Whether a session may not open a further socket now. */
  async isUsedUp(session: string): Promise<boolean> {
    if (this.#isFull(session)) return true
    const { consumedPoints } = await this.#opened.penalty(session)
    return consumedPoints > mostOpened
  }

  /** Counts an open socket; undefined if the session has too many. */
  enter(session: string): SessionShare | undefined {
    if (this.#isFull(session)) return undefined
    const share = this.#shares.get(session) ?? new SessionShare()
    this.#shares.set(session, share)
    clearTimeout(share.forgetting)
    share.open += 1
    return share
  }

  leave(session: string): void {
    const share = this.#shares.get(session)
    if (!share) return
    share.open -= 1
    if (share.open > 0) return
    // Kept while its frames count: a session does not get another share by opening its sockets again.
    share.forgetting = setTimeout(() => this.#shares.delete(session), countedMs).unref()
  }

  #isFull(session: string): boolean {
    return (this.#shares.get(session)?.open ?? 0) >= mostOpen
  }
}
