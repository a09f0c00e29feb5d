import type { AdbCommand } from './adb-packets.ts'

export interface StreamWire {
  /** Bytes that one packet takes at most. */
  maxPayload: number
  send(command: AdbCommand, arg0: number, arg1: number, payload?: Buffer): void
}

/** One stream over adb's wire, as the phone's side has it: each packet waits until the one before was taken. */
export class DaemonStream {
  readonly #wire: StreamWire
  readonly #id: number
  readonly #remoteId: number
  readonly #unread: Buffer[] = []
  #wake: () => void = () => {}
  #taken: () => void = () => {}
  #writing: Promise<void> = Promise.resolve()
  #hasEnded = false
  #end: () => void = () => {}
  /** Resolves when either side has ended it. */
  readonly ended: Promise<void>

  constructor(wire: StreamWire, id: number, remoteId: number) {
    this.#wire = wire
    this.#id = id
    this.#remoteId = remoteId
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Resolves when the other side has taken it all; nothing is written any more after the end. */
  write(bytes: Buffer | string): Promise<void> {
    const rest = Buffer.from(bytes as Buffer)
    this.#writing = this.#writing.then(async () => {
      for (let at = 0; at < rest.length && !this.#hasEnded; at += this.#wire.maxPayload) {
        const taken = new Promise<void>((resolve) => {
          this.#taken = resolve
        })
        this.#wire.send('WRTE', this.#id, this.#remoteId, rest.subarray(at, at + this.#wire.maxPayload))
        await taken
      }
    })
    return this.#writing
  }

  /** What the other side sent; rejects when it ends before that many bytes came. */
  async read(length: number): Promise<Buffer> {
    let available = this.#unread.reduce((sum, { length }) => sum + length, 0)
    while (available < length) {
      if (this.#hasEnded) throw new Error('the stream has ended')
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
      available = this.#unread.reduce((sum, { length }) => sum + length, 0)
    }
    const all = Buffer.concat(this.#unread)
    this.#unread.splice(0, this.#unread.length, all.subarray(length))
    return all.subarray(0, length)
  }

  /** Ends it when what was written has been taken. */
  async end(): Promise<void> {
    await this.#writing
    if (this.#hasEnded) return
    this.#wire.send('CLSE', this.#id, this.#remoteId)
    this.drop()
  }

  receive(bytes: Buffer): void {
    this.#unread.push(Buffer.from(bytes))
    this.#wire.send('OKAY', this.#id, this.#remoteId)
    this.#wake()
  }

  acknowledge(): void {
    this.#taken()
  }

  /** The other side, or the cable, has ended it. */
  drop(): void {
    this.#hasEnded = true
    this.#end()
    this.#wake()
    this.#taken()
  }
}
