export interface ScreenStats {
  /** Frames shown so far. */
  frames: number
  /** Frames shown in the last second. */
  framesPerSecond: number
  /** From the phone's capture to the page, by the two clocks; undefined if unknown. */
  latencyMs: number | undefined
}

/** ms since 1970, finer than Date.now(). */
export const wallClock = () => performance.timeOrigin + performance.now()

/** Computes statistics of the frames. */
export class FrameRate {
  #frames = 0
  #shownAt: number[] = []

  count(now: number, pictures = 1): number {
    for (let picture = 0; picture < pictures; picture += 1) this.#shownAt.push(now)
    if (this.#shownAt.length > 240) this.#shownAt = this.#shownAt.slice(-120)
    this.#frames += pictures
    return this.#frames
  }

  clear() {
    this.#shownAt = []
  }

  stats(latencyMs: number | undefined, now = wallClock()): ScreenStats {
    this.#shownAt = this.#shownAt.filter((time) => time > now - 1000)
    return { frames: this.#frames, framesPerSecond: this.#shownAt.length, latencyMs }
  }
}
