import type { Socket } from 'node:net'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import { startedAs } from '@fleetdeck/i18n/terminal-layout'
import type { AdbKey } from './adb-key.ts'
import { tlsIdentity } from './certificate.ts'
import { readBytes, SocketEnded, secure } from './secure-socket.ts'

const headerBytes = 24
const startTls = { command: 0x534c5453, version: 0x01000000 } as const

/** The phone speaks TLS only, and does not know this computer's key. */
export class NotPaired extends TerminalError {
  constructor() {
    super(say('agent.unpaired', { command: startedAs('npm run pair', 'pair') }))
  }
}

/**
 * A phone's own connection. A phone with wireless debugging answers the first packet with STLS: both sides then go on
 * within TLS 1.3, and the phone's own first packet follows. Other phones answer at once.
 */
export class PhoneWire {
  readonly #key: AdbKey
  #socket: Socket
  #failure: NotPaired | undefined

  constructor(socket: Socket, key: AdbKey) {
    socket.setNoDelay(true)
    this.#socket = socket
    this.#key = key
  }

  /** Why it has ended, if that is known. */
  get failure(): NotPaired | undefined {
    return this.#failure
  }

  /** What the phone sends, except STLS. Ends with the connection. */
  async *received(): AsyncGenerator<Uint8Array> {
    try {
      const header = await readBytes(this.#socket, headerBytes)
      if (header.readUInt32LE(0) === startTls.command) {
        await this.#secure()
      } else {
        yield header
      }
      for await (const chunk of this.#socket) yield chunk
    } catch (error) {
      // The end of the connection reports what is lost with it.
      if (error instanceof NotPaired) throw error
    }
  }

  /** The library does not await its replies to packets: one that failed here would end the process. */
  write(chunk: Uint8Array): Promise<void> {
    return new Promise((resolve) => void this.#socket.write(chunk, () => resolve()))
  }

  end(): void {
    this.#socket.end()
  }

  async #secure(): Promise<void> {
    this.#socket.write(startTlsPacket())
    const plain = this.#socket
    try {
      this.#socket = await secure(plain, await tlsIdentity(this.#key))
      // The phone refuses an unknown certificate only after the handshake of TLS 1.3.
      const first = await readBytes(this.#socket, headerBytes)
      this.#socket.unshift(first)
    } catch (error) {
      if (!(error instanceof SocketEnded)) throw error
      this.#failure = new NotPaired()
      throw this.#failure
    }
  }
}

/** As other packets: command, two arguments, length and checksum of the payload, the command inverted. */
function startTlsPacket(): Buffer {
  const bytes = Buffer.alloc(headerBytes)
  bytes.writeUInt32LE(startTls.command, 0)
  bytes.writeUInt32LE(startTls.version, 4)
  bytes.writeUInt32LE(~startTls.command >>> 0, 20)
  return bytes
}
