/** How long a frame counts. */
export const countedMs = 1000

/** The number of messages that may be sent in that time. */
export interface SocketRate {
  frames: number
  bytes?: number
}

/** Counts the frames of one sender, or of several together, against a rate. */
export class FrameRate {
  readonly #most: Required<SocketRate>
  #secondFrom = 0
  #frames = 0
  #bytes = 0

  constructor({ frames, bytes = Number.POSITIVE_INFINITY }: SocketRate) {
    this.#most = { frames, bytes }
  }

  /** Counts a frame; false when it is above the rate. */
  take(now: number, bytes: number): boolean {
    if (now - this.#secondFrom >= countedMs) {
      this.#secondFrom = now
      this.#frames = 0
      this.#bytes = 0
    }
    this.#frames += 1
    this.#bytes += bytes
    return this.#frames <= this.#most.frames && this.#bytes <= this.#most.bytes
  }
}
