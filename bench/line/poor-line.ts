/** Both directions of a line have this. */
export interface LineQuality {
  bitsPerSecond: number
  oneWayMs: number
  /** Share of lost packets, from 0 to 1. */
  loss: number
}

/** One direction: packets leave one after the other, at the line's rate. */
export class Direction {
  readonly #quality: LineQuality
  #freeAt = 0

  constructor(quality: LineQuality) {
    this.#quality = quality
  }

  /** Milliseconds that a packet waits until it can leave. */
  waitMs(now: number): number {
    return Math.max(0, this.#freeAt - now)
  }

  /** When the packet arrives, and whether it is lost. */
  carry(bytes: number, now: number): { arrivesAt: number; isLost: boolean } {
    const { bitsPerSecond, oneWayMs, loss } = this.#quality
    this.#freeAt = now + this.waitMs(now) + (bytes * 8000) / bitsPerSecond
    return { arrivesAt: this.#freeAt + oneWayMs, isLost: Math.random() < loss }
  }
}
