const everyMs = 60_000
const mostKinds = 200

interface Kind {
  count: number
  /** Logs how often it came again. */
  tell(count: number): void
}

/** Counts messages that come again and again: the first one is logged, later ones as one line a minute. */
export class Repeats {
  readonly #kinds = new Map<string, Kind>()
  #timer: NodeJS.Timeout | undefined

  /** Whether the message must be logged; if not, it is counted. */
  isFirst(kind: string, tell: Kind['tell']): boolean {
    const found = this.#kinds.get(kind)
    if (found) {
      found.count += 1
      found.tell = tell
      return false
    }
    if (this.#kinds.size >= mostKinds) this.flush()
    this.#kinds.set(kind, { count: 0, tell })
    this.#timer ??= setInterval(() => this.#tellAll(), everyMs).unref()
    return true
  }

  /** Logs all counts, and starts counting again. */
  flush(): void {
    this.#tellAll()
    this.#kinds.clear()
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** A line that was not repeated for a minute is logged immediately the next time. */
  #tellAll(): void {
    for (const [name, kind] of this.#kinds) {
      if (kind.count === 0) this.#kinds.delete(name)
      else kind.tell(kind.count)
      kind.count = 0
    }
  }
}
