/** Bytes that arrive in chunks, in memory that threads share without a copy. */
export class SharedBytes {
  readonly #memory: SharedArrayBuffer

  constructor(mostBytes: number) {
    this.#memory = new SharedArrayBuffer(0, { maxByteLength: mostBytes })
  }

  /** False if there is no room for it. */
  push(chunk: Uint8Array): boolean {
    const begin = this.#memory.byteLength
    if (begin + chunk.byteLength > this.#memory.maxByteLength) return false
    this.#memory.grow(begin + chunk.byteLength)
    new Uint8Array(this.#memory, begin).set(chunk)
    return true
  }

  get bytes(): Buffer {
    return Buffer.from(this.#memory)
  }
}
