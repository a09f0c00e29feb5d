import { maxBitsPerSecond } from './video-source.ts'

/** Below this a picture is not worth looking at. */
export const minBitsPerSecond = 200_000
const windowMs = 1000
/** A line that carries so much less than was sent is full. */
const fullShare = 0.75
const heavyLoss = 0.1
/** Below what the line carries, so that what waits on it drains. */
const drained = 0.9
const rise = 1.08
/** A browser's estimate follows what it gets: more than so many times as much is not tried at once. */
const maxOverEstimate = 1.2

/**
 * What one viewer's line carries, by what his browser reports about once a second: its estimate, and what was lost.
 * An estimate says little while little is sent; it counts where it stays behind what was sent.
 */
export class ViewerRate {
  /** Bits per second. */
  limit = maxBitsPerSecond
  #bytes = 0
  #since: number | undefined
  /** Bits per second of the last full window. */
  #sentRate = 0
  #lostAt = Number.NEGATIVE_INFINITY

  sent(bytes: number, now = performance.now()): void {
    this.#since ??= now
    const elapsed = now - this.#since
    if (elapsed >= windowMs) {
      this.#sentRate = (this.#bytes * 8000) / elapsed
      this.#bytes = 0
      this.#since = now
    }
    this.#bytes += bytes
  }

  /** REMB: the browser's estimate of what it can receive, in bits per second. */
  estimated(bitsPerSecond: number): void {
    if (bitsPerSecond < this.#sentRate * fullShare) this.#lower(bitsPerSecond * drained)
    else this.#raise(Math.min(this.limit * rise, bitsPerSecond * maxOverEstimate))
  }

  /** RTCP receiver report: the share of packets that were lost since the one before, 0 to 1. */
  lost(share: number, now = performance.now()): void {
    if (share < heavyLoss || now - this.#lostAt < windowMs) return
    this.#lostAt = now
    this.#lower(Math.min(this.limit, this.#sentRate) * (1 - share / 2))
  }

  #raise(to: number): void {
    this.limit = Math.min(maxBitsPerSecond, Math.max(this.limit, to))
  }

  #lower(to: number): void {
    this.limit = Math.max(minBitsPerSecond, Math.min(this.limit, to))
  }
}

/** Who shares an encoder and has less than this gets pictures instead: one line is not to make everybody's video bad. */
const minShared = 500_000

/** What one encoder for all viewers goes by, and whose line is too slow for the others to be held up by it. */
export function commonRate(limits: ReadonlyMap<string, number>): { rate: number; tooSlow: string[] } {
  const slow = [...limits].filter(([, limit]) => limit < minShared).map(([viewer]) => viewer)
  const tooSlow = slow.length < limits.size ? slow : []
  const kept = [...limits].filter(([viewer]) => !tooSlow.includes(viewer)).map(([, limit]) => limit)
  return { rate: Math.min(maxBitsPerSecond, ...kept), tooSlow }
}
