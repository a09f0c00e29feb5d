import type { AdbCommand } from './adb-packets.ts'

export interface StreamWire {
  /** Maximum bytes per packet. */
  maxPayload: number
  send(command: AdbCommand, arg0: number, arg1: number, payload?: Buffer): void
}

/**
 * One stream of adb's wire protocol, on the phone's side: each packet waits for the acknowledgement of the previous
 * one.
 */
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

  /** Resolves when the other side has acknowledged everything; nothing is written after the end. */
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

  /** Bytes from the other side; rejects when it ends before that many arrived. */
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

  /** Closes it when everything written has been acknowledged. */
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

  /** The other side, or the cable, has closed it. */
  drop(): void {
    this.#hasEnded = true
    this.#end()
    this.#wake()
    this.#taken()
  }
}
