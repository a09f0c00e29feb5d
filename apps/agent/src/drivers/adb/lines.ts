/** Splits bytes of a program's output into lines. */
export class Lines {
  readonly #decoder = new TextDecoder()
  readonly #longest: number
  #rest = ''

  /** longest: characters of a line; the rest of it is omitted. */
  constructor(longest: number) {
    this.#longest = longest
  }

  /** The lines that this chunk completes. */
  push(chunk: Uint8Array): string[] {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    this.#rest = (lines.pop() ?? '').slice(0, this.#longest)
    return lines.map((line) => line.slice(0, this.#longest))
  }

  /** What has no line end yet. */
  get rest(): string {
    return this.#rest
  }
}
