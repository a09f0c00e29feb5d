import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { within } from '../core/wait.ts'

/** Type of a STUN message (RFC 8489) with which ICE looks for a path. */
const bindingRequest = 1

/** A viewer's end of a peer connection, up to the first packet of the phone. */
export class ViewerEnd {
  readonly #socket: Socket
  readonly #called: Promise<unknown>
  readonly #name = randomBytes(4).toString('hex')

  private constructor(socket: Socket) {
    this.#socket = socket
    this.#called = new Promise((resolve) => {
      socket.on('message', (packet) => {
        if (packet.length >= 20 && packet.readUInt16BE(0) === bindingRequest) resolve(packet)
      })
    })
  }

  static async open(address: string): Promise<ViewerEnd> {
    const socket = createSocket('udp4').bind(0, address)
    await once(socket, 'listening')
    return new ViewerEnd(socket)
  }

  /** Receives what the phone offers to send; candidates follow separately. */
  answer(offer: string): string {
    const fingerprint = randomBytes(32).toString('hex').toUpperCase().match(/../g)?.join(':')
    const own = [
      `a=ice-ufrag:${this.#name}`,
      `a=ice-pwd:${randomBytes(16).toString('hex')}`,
      `a=fingerprint:sha-256 ${fingerprint}`,
    ]
    const replaced = /^a=(ice-|fingerprint|candidate|end-of-candidates|ssrc|msid)/
    return offer
      .trim()
      .split(/\r?\n/)
      .filter((line) => !replaced.test(line))
      .map((line) => line.replace('a=sendonly', 'a=recvonly').replace('a=setup:actpass', 'a=setup:active'))
      .flatMap((line) => (line.startsWith('m=') ? [line, 'c=IN IP4 0.0.0.0', ...own] : [line]))
      .filter(
        (line, index, lines) => !(line.startsWith('c=') && lines[index - 1]?.startsWith('a=fingerprint')),
      )
      .concat('')
      .join('\r\n')
  }

  get candidate() {
    const { address, port } = this.#socket.address() as AddressInfo
    return {
      candidate: `candidate:1 1 udp 2130706431 ${address} ${port} typ host`,
      sdpMid: '0',
      sdpMLineIndex: 0,
    }
  }

  called(limitMs: number): Promise<unknown> {
    return within(this.#called, limitMs, 'a packet of the phone that looks for a path to the viewer')
  }

  close(): void {
    this.#socket.close()
  }
}
