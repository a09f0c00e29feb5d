/** Bytes that arrive in chunks; nothing is left behind for the garbage collector but the result. */
export class GrowingBytes {
  readonly #memory: ArrayBuffer

  constructor(mostBytes: number) {
    this.#memory = new ArrayBuffer(0, { maxByteLength: mostBytes })
  }

  /** False if there is no room for it. */
  push(chunk: Uint8Array): boolean {
    const begin = this.#memory.byteLength
    if (begin + chunk.byteLength > this.#memory.maxByteLength) return false
    this.#memory.resize(begin + chunk.byteLength)
    new Uint8Array(this.#memory, begin).set(chunk)
    return true
  }

  /** All of them; it is empty afterwards. */
  take(): Buffer {
    return Buffer.from(this.#memory.transferToFixedLength())
  }
}
