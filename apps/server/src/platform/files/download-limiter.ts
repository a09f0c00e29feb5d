/** Limits concurrent downloads of phones; the others are asked to retry later. */
export class DownloadLimiter {
  readonly #most: () => number
  #running = 0

  constructor(most: () => number) {
    this.#most = most
  }

  /** Undefined when all slots are taken; else the function that releases the slot, once. */
  enter(): (() => void) | undefined {
    if (this.#running >= this.#most()) return undefined
    this.#running += 1
    let isInside = true
    return () => {
      if (isInside) this.#running -= 1
      isInside = false
    }
  }
}
