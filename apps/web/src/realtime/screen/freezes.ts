export interface FreezeFigures {
  count: number
  longestMs: number | undefined
  lastMinute: number
}

const minuteMs = 60_000
const remembered = 1000
/** A shorter delay is not seen as one. */
export const shortestFreezeMs = 300

/** Counts how often the image stood although the phone's screen changed. */
export class Freezes {
  #count = 0
  #longestMs: number | undefined
  #recent: number[] = []
  #shownAt: number | undefined

  /** A screenshot arrived that queued on the way for so long. A still screen sends none: a gap alone is no freeze. */
  frame(queuedMs: number, now: number): void {
    const stoodMs = Math.min(queuedMs, now - (this.#shownAt ?? now))
    this.#shownAt = now
    if (stoodMs >= shortestFreezeMs) this.add({ count: 1, ms: stoodMs }, now)
  }

  /** So many, with this total length. */
  add({ count, ms }: { count: number; ms: number }, now: number): void {
    if (count <= 0) return
    this.#count += count
    this.#longestMs = Math.max(this.#longestMs ?? 0, ms / count)
    this.#recent.push(...Array<number>(Math.min(count, remembered)).fill(now))
    this.#recent = this.#recent.slice(-remembered)
  }

  figures(now: number): FreezeFigures {
    const lastMinute = this.#recent.filter((at) => at > now - minuteMs).length
    return { count: this.#count, longestMs: this.#longestMs, lastMinute }
  }
}
