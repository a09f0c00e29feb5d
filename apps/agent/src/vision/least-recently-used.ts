/** Values within a limit of bytes; those unused for the longest time are dropped. */
export class LeastRecentlyUsed<Key, Value extends { readonly bytes: number }> {
  readonly #most: number
  readonly #values = new Map<Key, Value>()

  constructor(mostBytes: number) {
    this.#most = mostBytes
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key)
    if (!value) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  /** The newest value stays even if it is larger than the limit. */
  set(key: Key, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    this.trim()
  }

  /** To be called when a value has grown. */
  trim(): void {
    let bytes = 0
    for (const value of this.#values.values()) bytes += value.bytes
    for (const [key, value] of this.#values) {
      if (bytes <= this.#most || this.#values.size === 1) return
      this.#values.delete(key)
      bytes -= value.bytes
    }
  }
}
