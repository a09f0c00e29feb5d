/** Received messages that were not taken yet; taking waits for messages that have not arrived. */
export class FrameQueue<T> {
  readonly #arrived: T[] = []
  readonly #waiting = new Set<() => void>()

  get size(): number {
    return this.#arrived.length
  }

  put(value: T): void {
    this.#arrived.push(value)
    for (const look of [...this.#waiting]) look()
  }

  /** The first match; those before it are dropped. */
  take(): Promise<T>
  take<Wanted extends T>(fits: (value: T) => value is Wanted): Promise<Wanted>
  take(fits: (value: T) => boolean): Promise<T>
  take(fits: (value: T) => boolean = () => true): Promise<T> {
    return new Promise((resolve) => {
      const look = () => {
        const index = this.#arrived.findIndex(fits)
        if (index < 0) return
        this.#waiting.delete(look)
        const [value] = this.#arrived.splice(0, index + 1).slice(-1)
        resolve(value as T)
      }
      this.#waiting.add(look)
      look()
    })
  }
}
