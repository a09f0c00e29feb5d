interface Part {
  /** Writes buffered data. */
  flush?(): Promise<unknown>
  /** Ends the part's timers and connections, and writes buffered data. */
  close(): unknown
}

/** Parts of a running server. They end in reverse order of registration, so that a part outlives those that use it. */
export class Lifecycle {
  readonly #parts: Part[] = []

  add<P extends Part>(part: P): P {
    this.#parts.push(part)
    return part
  }

  async flush(): Promise<void> {
    for (const part of this.#parts.toReversed()) await part.flush?.()
  }

  /** Ends every part, even if one fails; then throws the first error. */
  async close(): Promise<void> {
    const errors: unknown[] = []
    for (const part of this.#parts.toReversed())
      try {
        await part.close()
      } catch (error) {
        errors.push(error)
      }
    if (errors.length) throw new AggregateError(errors, 'Parts of the server could not be closed')
  }
}
