const compactPieces = 1000

/** Bytes of which only the beginning and the end are stored when there are more than the limit. */
export class BoundedOutput {
  readonly #half: number
  #head = Buffer.alloc(0)
  #tail = Buffer.alloc(0)
  #new: Uint8Array[] = []
  #newBytes = 0
  #total = 0

  constructor(limit: number) {
    this.#half = Math.floor(limit / 2)
  }

  push(piece: Uint8Array): void {
    this.#new.push(piece)
    this.#newBytes += piece.byteLength
    this.#total += piece.byteLength
    if (this.#newBytes > this.#half || this.#new.length > compactPieces) this.#compact()
  }

  get omittedBytes(): number {
    this.#compact()
    return this.#total - this.#head.length - this.#tail.length
  }

  /** @param cut what is written in place of the omitted bytes */
  text(cut: (total: number, omitted: number) => string): string {
    const omitted = this.omittedBytes
    if (omitted === 0) return Buffer.concat([this.#head, this.#tail]).toString('utf8')
    return `${this.#head.toString('utf8')}\n${cut(this.#total, omitted)}\n${this.#tail.toString('utf8')}`
  }

  #compact(): void {
    const rest = Buffer.concat([this.#tail, ...this.#new])
    this.#new = []
    this.#newBytes = 0
    const missing = this.#head.length < this.#half ? this.#half - this.#head.length : 0
    // The tail is empty as long as the head is not full.
    if (missing) this.#head = Buffer.concat([this.#head, rest.subarray(0, missing)])
    this.#tail = Buffer.from(rest.subarray(Math.max(missing, rest.length - this.#half)))
  }
}
