import { browserProtocol, tokenProtocolPrefix } from '@fleetdeck/contract/device-socket'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import type { PhoneOrigin } from '@fleetdeck/contract/phone-origin'
import { challengeHeader } from '@fleetdeck/contract/phone-proof'
import { phoneSocketVersion } from '@fleetdeck/contract/phone-socket'
import WebSocket from 'ws'
import type { PhoneKey } from '../../../../apps/agent/src/phone-key.ts'

type Message = Record<string, unknown> & { action: string }

/** A socket whose JSON messages can be awaited by action, in order of arrival. */
export class TestSocket {
  readonly socket: WebSocket
  readonly pictures: Buffer[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  readonly #messages: Message[] = []
  readonly #waiting = new Set<() => void>()

  constructor(url: string, options: { protocols?: string[]; headers?: Record<string, string> }) {
    this.socket = new WebSocket(url, options.protocols ?? [], { headers: options.headers ?? {} })
    this.socket.on('error', () => {})
    this.closed = new Promise((resolve) =>
      this.socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
    )
    this.socket.on('message', (data, isBinary) => {
      if (isBinary) this.pictures.push(data as Buffer)
      else this.#messages.push(JSON.parse(String(data)))
      for (const wake of [...this.#waiting]) wake()
    })
  }

  /**
   * @param key proves the phone; one without it connects as older agents do
   * @param origin which phone it is, and where it is plugged in
   */
  static phone(address: string, token: string, key?: PhoneKey, origin?: PhoneOrigin): TestSocket {
    const phone = new TestSocket(`${address.replace('http', 'ws')}${deviceSocketPath}?type=device`, {
      headers: { authorization: `Bearer ${token}` },
    })
    let nonce = ''
    phone.socket.once('upgrade', ({ headers }) => {
      nonce = String(headers[challengeHeader])
    })
    phone.socket.once('open', () => {
      const proof = key?.connection(nonce, token)
      phone.send({ action: 'register', version: phoneSocketVersion, proof, origin })
    })
    return phone
  }

  static browser(address: string, path: string, token: string): TestSocket {
    return new TestSocket(`${address.replace('http', 'ws')}${path}`, {
      protocols: [browserProtocol, `${tokenProtocolPrefix}${token}`],
      headers: { origin: address },
    })
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }

  /** The next message with this action; earlier ones with other actions stay in the queue. */
  async next(action: string): Promise<Message> {
    for (;;) {
      const at = this.#messages.findIndex((message) => message.action === action)
      if (at >= 0) return this.#messages.splice(at, 1)[0] as Message
      await this.#arrival()
    }
  }

  async nextPicture(): Promise<Buffer> {
    for (;;) {
      const picture = this.pictures.shift()
      if (picture) return picture
      await this.#arrival()
    }
  }

  close(): void {
    this.socket.close()
  }

  #arrival(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake)
        resolve()
      }
      this.#waiting.add(wake)
    })
  }
}
