import type { HubCounts } from '../hub-context.ts'

export interface PictureOutlet {
  sendBytes(bytes: Uint8Array): void
  readonly unsentBytes: number
}

/** Frames that a viewer may have received without having drawn them. */
const maxUnanswered = 2
/** More of them while they are small: on a line with a long round trip, two would leave it idle. */
const small = { frames: 6, bytes: 16 * 1024 }
const maxRemembered = 64
const sequenceByte = 4

/**
 * One viewer's frames, always the newest; older ones are dropped. A slow viewer sees fewer frames, not older ones.
 * A viewer who acknowledges none (an older page) is paced by the unsent bytes of the socket.
 */
export class PictureQueue {
  readonly #outlet: PictureOutlet
  readonly #counts: HubCounts
  readonly #firstAnswerMs: number
  #unanswered: { sequence: number; bytes: number }[] = []
  #waiting: Uint8Array | undefined
  #newest: number | undefined
  #hasAnswered = false
  #firstSentAt = 0

  constructor(outlet: PictureOutlet, counts: HubCounts, firstAnswerMs: number) {
    this.#outlet = outlet
    this.#counts = counts
    this.#firstAnswerMs = firstAnswerMs
  }

  offer(frame: Uint8Array): void {
    const sequence = readSequence(frame)
    // The last frame is announced again when another viewer joins.
    if (sequence === this.#newest) return
    this.#newest = sequence
    if (this.#waiting) this.#counts.framesSkipped += 1
    this.#waiting = frame
    this.flush()
  }

  /** The viewer has drawn this frame, and will not draw earlier ones. */
  drawn(sequence: number): void {
    const at = this.#unanswered.findIndex((sent) => sent.sequence === sequence)
    if (at < 0) return
    this.#hasAnswered = true
    this.#unanswered.splice(0, at + 1)
    this.flush()
  }

  flush(): void {
    if (!this.#waiting || !this.#isReady(this.#waiting.length)) return
    const frame = this.#waiting
    this.#waiting = undefined
    this.#firstSentAt ||= performance.now()
    if (this.#unanswered.length === maxRemembered) this.#unanswered.shift()
    this.#unanswered.push({ sequence: readSequence(frame), bytes: frame.length })
    this.#counts.framesOut += 1
    this.#outlet.sendBytes(frame)
  }

  /** Another stream begins, whose sequence restarts. */
  reset(): void {
    this.#unanswered = []
    this.#waiting = undefined
    this.#newest = undefined
  }

  #isReady(nextBytes: number): boolean {
    if (this.#unanswered.length < maxUnanswered) return true
    const bytes = this.#unanswered.reduce((sum, sent) => sum + sent.bytes, nextBytes)
    if (this.#unanswered.length < small.frames && bytes <= small.bytes) return true
    if (this.#hasAnswered || performance.now() - this.#firstSentAt < this.#firstAnswerMs) return false
    return this.#outlet.unsentBytes === 0
  }
}

function readSequence(frame: Uint8Array): number {
  return new DataView(frame.buffer, frame.byteOffset + sequenceByte, 4).getUint32(0)
}
