/** A map of limited size: a new entry pushes out the one that was set first. */
export class NewestEntries<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    const oldest = this.size > this.#most ? this.keys().next() : undefined
    if (oldest && !oldest.done) this.delete(oldest.value)
    return this
  }
}
