import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Envelope } from '@fleetdeck/contract/endpoint'
import { challengePath, deviceSocketPath, enrollPath } from '@fleetdeck/contract/phone-api'
import { callProofHeader, challengeHeader } from '@fleetdeck/contract/phone-proof'
import { PhoneOrder, phoneSocketVersion } from '@fleetdeck/contract/phone-socket'
import WebSocket from 'ws'
import { Deviation, expectEqual } from '../core/check.ts'
import { KeyPair } from '../core/key-pair.ts'
import type { WireSocket } from '../core/wire-socket.ts'
import type { ServerWire } from './server-wire.ts'

/** How the identities of the phones of a run begin. */
export const identityOf = (mark: string) => `kit-${mark}-`

const isOrder = (message: unknown) => PhoneOrder.safeParse(message).success

/** A phone that the kit plays: it does what a check tells it to, also what no phone should do. */
export class PlayedPhone {
  readonly deviceId: string
  /** Set when an operator assigns it. */
  deviceNo = ''
  /** The device's id in the console. */
  id = 0
  token = ''
  /** Undefined for a phone without a key pair. */
  key: KeyPair | undefined
  readonly #wire: ServerWire
  readonly #sockets: WireSocket[] = []

  constructor(wire: ServerWire, { hasKey = true } = {}) {
    this.#wire = wire
    this.deviceId = `${identityOf(wire.mark)}${randomBytes(4).toString('hex')}`
    this.key = hasKey ? new KeyPair() : undefined
  }

  /** more: fields that replace or add to those of the enrolment. */
  async askToEnrol(
    more: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Envelope> {
    const sent = { key: this.#wire.key, deviceId: this.deviceId, ...more } as {
      key: string
      deviceId: string
    }
    const proof = this.key?.enrolment({ ...sent, nonce: await this.nonce() })
    const facts = { brand: 'Conformance', model: 'Kit', osVersion: '1', apkVersion: '1' }
    return this.#wire.post(enrollPath, { ...facts, ...(proof && { proof }), ...sent }, headers)
  }

  async nonce(): Promise<string> {
    const body = { key: this.#wire.key, deviceId: this.deviceId }
    const { data } = await this.#wire.post(challengePath, body)
    return (data as { nonce: string } | undefined)?.nonce ?? ''
  }

  async enrol(more: Record<string, unknown> = {}): Promise<this> {
    const answer = await this.askToEnrol(more)
    expectEqual(answer.code, 0, `the code of the enrolment (${answer.msg})`)
    this.token = (answer.data as { token: string }).token
    return this
  }

  /** Opens the socket without registering. isMute: not even the pings of WebSocket are answered. */
  async open({ isMute = false } = {}): Promise<{ socket: WireSocket; nonce: string }> {
    const ws = this.#upgrade(this.token, !isMute)
    const upgraded = once(ws, 'upgrade') as Promise<[IncomingMessage]>
    const opened = once(ws, 'open')
    const socket = this.#wire.socket(ws, this.deviceId, isOrder)
    this.#sockets.push(socket)
    const refused = once(ws, 'unexpected-response').then(([, response]) => {
      throw new Deviation(`the socket was refused with HTTP ${(response as IncomingMessage).statusCode}`)
    })
    const [[response]] = await this.#wire.within(
      Promise.race([Promise.all([upgraded, opened]), refused]),
      'the socket',
    )
    return { socket, nonce: String(response.headers[challengeHeader] ?? '') }
  }

  /** The HTTP status of a refused upgrade; 101 if it was not refused. */
  async upgradeStatus(token: string): Promise<number> {
    const ws = this.#upgrade(token)
    ws.on('error', () => {})
    const refused = once(ws, 'unexpected-response').then(([, response]) => {
      return (response as IncomingMessage).statusCode ?? 0
    })
    const status = await this.#wire.within(
      Promise.race([refused, once(ws, 'open').then(() => 101)]),
      'the answer to the upgrade',
    )
    ws.terminate()
    this.#wire.transcript.came(this.deviceId, `HTTP ${status}`)
    return status
  }

  /** The first message of this phone; more: fields that replace or add to it. */
  register(nonce: string, more: object = {}) {
    const proof = this.key?.connection(nonce, this.token)
    return {
      action: 'register',
      version: phoneSocketVersion,
      brand: 'Conformance',
      ...(proof && { proof }),
      ...more,
    }
  }

  async connect(more: object = {}): Promise<WireSocket> {
    const { socket, nonce } = await this.open()
    socket.send(this.register(nonce, more))
    await socket.next('registered')
    return socket
  }

  /** A call in the envelope; the decoded data, or a refusal. */
  async ask(path: string, sent: unknown, { time = Date.now() } = {}): Promise<Envelope> {
    const data = encoded(sent)
    const proof = this.key?.call({ token: this.token, method: 'POST', url: path, data, time })
    const headers = { authorization: `Bearer ${this.token}`, ...(proof && { [callProofHeader]: proof }) }
    return this.#wire.sealed(path, { data }, { headers, sent })
  }

  // The values depend on the call.
  async call(path: string, sent: unknown): Promise<ReturnType<typeof JSON.parse>> {
    const { code, msg, data } = await this.ask(path, sent)
    expectEqual(code, 0, `the code of ${path} (${msg})`)
    return data
  }

  /** A file of the server. */
  async get(address: string, more: Record<string, string> = {}): Promise<Response> {
    const url = new URL(address, this.#wire.server)
    const proof = this.key?.call({ token: this.token, method: 'GET', url: url.pathname + url.search })
    const headers = {
      authorization: `Bearer ${this.token}`,
      ...(proof && { [callProofHeader]: proof }),
      ...more,
    }
    return this.#wire.request(url, { headers })
  }

  async upload(path: string, name: string, content: Uint8Array<ArrayBuffer>): Promise<Envelope> {
    const body = new FormData()
    body.append('file', new Blob([content]), name)
    const proof = this.key?.call({ token: this.token, method: 'POST', url: path })
    const headers = { authorization: `Bearer ${this.token}`, ...(proof && { [callProofHeader]: proof }) }
    const url = new URL(path, this.#wire.server)
    const response = await this.#wire.request(url, { method: 'POST', headers, body })
    return (await response.json()) as Envelope
  }

  /** Its sockets end; messages outside the contract fail the check. */
  close(): void {
    for (const socket of this.#sockets) socket.vanish()
    for (const socket of this.#sockets) socket.checkContract()
  }

  #upgrade(token: string, autoPong = true): WebSocket {
    const url = new URL(`${deviceSocketPath}?type=device`, this.#wire.server)
    url.protocol = url.protocol.replace('http', 'ws')
    return new WebSocket(url, { autoPong, headers: token ? { authorization: `Bearer ${token}` } : {} })
  }
}

export const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
