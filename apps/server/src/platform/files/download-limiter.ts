/** Lets so many downloads of phones run at a time; the others are told to come back. */
export class DownloadLimiter {
  readonly #most: () => number
  #running = 0

  constructor(most: () => number) {
    this.#most = most
  }

  /** Undefined when all places are taken; else what gives the place back, once. */
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
