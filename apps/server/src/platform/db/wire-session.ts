const Message = { query: 0x51, sync: 0x53, terminate: 0x58, error: 0x45 } as const

/**
 * Adapts PGlite's only session to a PostgreSQL client (PostgreSQL 15 manual, chapter 55, message flow). PGlite handles
 * one message at a time and continues after an error; a server skips to the next Sync. Its session outlives the client's
 * connections, which pg-pool replaces after every failed statement; so it is reset for each connection.
 */
export class WireSession {
  readonly #execute: (message: Uint8Array) => Uint8Array
  #pending: Uint8Array = new Uint8Array()
  #inStartup = true
  #greeting: Uint8Array | undefined
  #skipping = false

  constructor(execute: (message: Uint8Array) => Uint8Array) {
    this.#execute = execute
  }

  /** A new client connection, whatever the state of the previous one. */
  connect(): void {
    this.#pending = new Uint8Array()
    this.#inStartup = true
    this.#skipping = false
    if (!this.#greeting) return
    this.#execute(simpleQuery('rollback'))
    this.#execute(simpleQuery('discard all'))
  }

  /** Takes bytes from the client, in any chunks, and returns the bytes to send back. */
  receive(chunk: Uint8Array): Uint8Array {
    const bytes = this.#pending.byteLength ? Buffer.concat([this.#pending, chunk]) : chunk
    const replies: Uint8Array[] = []
    let at = 0
    for (;;) {
      const length = messageLength(bytes, at, this.#inStartup)
      if (!length || at + length > bytes.byteLength) break
      replies.push(this.#handle(bytes.slice(at, at + length)))
      at += length
    }
    this.#pending = bytes.slice(at)
    return Buffer.concat(replies)
  }

  #handle(message: Uint8Array): Uint8Array {
    if (this.#inStartup) return this.#start(message)
    const type = message[0]
    if (type === Message.terminate) return new Uint8Array()
    if (this.#skipping && type !== Message.sync) return new Uint8Array()
    this.#skipping = false
    const reply = this.#execute(message)
    // An error of a simple query is followed by its own ReadyForQuery; any other lasts until Sync.
    if (type === Message.query || type === Message.sync) return reply.slice()
    const end = endOfError(reply)
    this.#skipping = end > 0
    return reply.slice(0, end || undefined)
  }

  #start(message: Uint8Array): Uint8Array {
    this.#inStartup = false
    this.#greeting ??= this.#execute(message).slice()
    return this.#greeting
  }
}

function messageLength(bytes: Uint8Array, at: number, inStartup: boolean): number {
  const head = inStartup ? 0 : 1
  if (bytes.byteLength - at < head + 4) return 0
  return new DataView(bytes.buffer, bytes.byteOffset + at + head).getUint32(0) + head
}

/** Where the first ErrorResponse ends, 0 when there is none. */
function endOfError(reply: Uint8Array): number {
  const view = new DataView(reply.buffer, reply.byteOffset, reply.byteLength)
  for (let at = 0; at < reply.byteLength; ) {
    const end = at + 1 + view.getUint32(at + 1)
    if (reply[at] === Message.error) return end
    at = end
  }
  return 0
}

function simpleQuery(text: string): Uint8Array {
  const bytes = Buffer.alloc(6 + text.length)
  bytes[0] = Message.query
  bytes.writeUInt32BE(5 + text.length, 1)
  bytes.write(text, 5)
  return bytes
}
