import { baselineFormat, type H264Format } from './h264-format.ts'

/** What a decoder has got: so many frames since a key frame. */
export interface Decoded {
  /** Different for each key frame of any stream. */
  key: number
  count: number
}

/** Frames for a decoder, in their order. */
export interface FramesToDecode {
  /** The key frame that they depend on. */
  key: number
  /** Number of the first one since the key frame, which is 0. */
  first: number
  frames: Buffer[]
  format: H264Format
  /** When the newest frame of the stream arrived; milliseconds of the monotonic clock. */
  at: number
}

/** Two seconds of movement: decoding more takes longer than a new key frame. */
const most = { frames: 120, bytes: 4 * 1024 * 1024 }
let keys = 0

/** The frames of a stream since its last key frame, or those that are not decoded yet, within limits. */
export class CodedFrames {
  #format: H264Format | undefined
  #hasBegun = false
  #key = 0
  /** Number of the first one in #frames. */
  #first = 0
  #frames: Buffer[] = []
  #bytes = 0
  #decoded = 0
  #at = 0
  readonly #waiting = new Set<() => void>()

  get bytes(): number {
    return this.#bytes
  }

  /** Of the last key frame; null if it cannot be decoded, undefined before the first one. */
  get format(): H264Format | null | undefined {
    return this.#hasBegun ? (this.#format ?? null) : undefined
  }

  /** A key frame has its parameter sets. */
  add(frame: Buffer, isKey: boolean): void {
    this.#at = performance.now()
    if (isKey) {
      this.#hasBegun = true
      this.#format = baselineFormat(frame)
      this.#begin()
    }
    if (!this.#format || this.#first < 0) return
    this.#frames.push(frame)
    this.#bytes += frame.length
    if (this.#isFull) this.#dropDecoded()
    if (this.#isFull) this.#lose()
    if (isKey) for (const resolve of this.#waiting) resolve()
  }

  /** The stream has ended. */
  clear(): void {
    this.#hasBegun = false
    this.#format = undefined
    this.#lose()
  }

  /** What follows those that were decoded, or else all since the key frame; undefined if some are missing. */
  after(decoded?: Decoded): FramesToDecode | undefined {
    if (!this.#format || this.#first < 0) return undefined
    const isKnown = decoded?.key === this.#key && decoded.count >= this.#first
    const first = isKnown ? decoded.count : 0
    if (first < this.#first) return undefined
    const frames = this.#frames.slice(first - this.#first)
    return { key: this.#key, first, frames, format: this.#format, at: this.#at }
  }

  /** Their frames need not be kept. */
  haveDecoded({ key, count }: Decoded): void {
    if (key === this.#key) this.#decoded = count
  }

  /** Resolves with the next key frame, or after the time. */
  async nextKeyFrame(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    this.#waiting.add(resolve)
    await promise
    clearTimeout(timer)
    this.#waiting.delete(resolve)
  }

  get #isFull(): boolean {
    return this.#frames.length > most.frames || this.#bytes > most.bytes
  }

  #begin(): void {
    this.#key = keys++
    this.#first = 0
    this.#decoded = 0
    this.#frames = []
    this.#bytes = 0
  }

  /** Nothing can be decoded before the next key frame. */
  #lose(): void {
    this.#begin()
    this.#first = -1
  }

  #dropDecoded(): void {
    const dropped = this.#frames.splice(0, Math.max(0, this.#decoded - this.#first))
    this.#first += dropped.length
    for (const { length } of dropped) this.#bytes -= length
  }
}
