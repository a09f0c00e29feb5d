import { samplesPerSecond } from './phone-sound.ts'

type Numbered = { ssrc: number; timestamp: number }

const ticksPerMs = samplesPerSecond / 1000

/**
 * The numbers of the packets of one listener. They rise without gaps, also if it did not listen for some time or the
 * sound was opened again: otherwise its decryption would lose count.
 */
export class OwnNumbers {
  readonly #now: () => number
  #sequence = 0
  #time = 0
  #last: Numbered | undefined
  #sentAt = 0

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Of the next packet; ssrc and timestamp are those of the sound. */
  next({ ssrc, timestamp }: Numbered): { sequenceNumber: number; timestamp: number } {
    const now = this.#now()
    const step =
      this.#last?.ssrc === ssrc
        ? timestamp - this.#last.timestamp
        : Math.round((now - this.#sentAt) * ticksPerMs)
    this.#sequence = (this.#sequence + 1) % 2 ** 16
    this.#time = (this.#time + step) >>> 0
    this.#last = { ssrc, timestamp }
    this.#sentAt = now
    return { sequenceNumber: this.#sequence, timestamp: this.#time }
  }
}
