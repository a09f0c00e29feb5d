import { maxBitsPerSecond } from './video-source.ts'

/** Below this a frame is too poor to be useful. */
export const minBitsPerSecond = 200_000
const windowMs = 1000
/** A line that delivers this much less than was sent is full. */
const fullShare = 0.75
const heavyLoss = 0.1
/** Below the line's capacity, so that its queue drains. */
const drained = 0.9
const rise = 1.08
/** A browser's estimate follows what it receives: the rate increases by this factor at most. */
const maxOverEstimate = 1.2

/**
 * The bandwidth of one viewer's line, from the browser's reports about once a second: its estimate, and the packet
 * loss. An estimate is unreliable while little is sent; it counts only when it is below the sent rate.
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

  /** REMB: the browser's estimate of the rate it can receive, in bits per second. */
  estimated(bitsPerSecond: number): void {
    if (bitsPerSecond < this.#sentRate * fullShare) this.#lower(bitsPerSecond * drained)
    else this.#raise(Math.min(this.limit * rise, bitsPerSecond * maxOverEstimate))
  }

  /** RTCP receiver report: the fraction of packets lost since the previous one, 0 to 1. */
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

/** A viewer with less than this gets frames instead of shared video: one line must not degrade the video of all. */
const minShared = 500_000

/** The rate of one encoder for all viewers, and the viewers whose lines are too slow for it. */
export function commonRate(limits: ReadonlyMap<string, number>): { rate: number; tooSlow: string[] } {
  const slow = [...limits].filter(([, limit]) => limit < minShared).map(([viewer]) => viewer)
  const tooSlow = slow.length < limits.size ? slow : []
  const kept = [...limits].filter(([viewer]) => !tooSlow.includes(viewer)).map(([, limit]) => limit)
  return { rate: Math.min(maxBitsPerSecond, ...kept), tooSlow }
}
