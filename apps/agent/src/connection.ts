import { CloseCode } from '@fleetdeck/contract/device-socket'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { challengeHeader } from '@fleetdeck/contract/phone-proof'
import { type PhoneFrame, PhoneOrder } from '@fleetdeck/contract/phone-socket'
import { type Message, say } from '@fleetdeck/i18n/terminal'
import { WebSocket } from 'ws'
import { type Notice, reasonOf } from './notice.ts'
import { socketAddress } from './requests.ts'
import { type SilenceTiming, SilenceWatch } from './silence-watch.ts'

export type ConnectionEnd =
  /** The token is not valid, or no longer. */
  | { kind: 'unauthorized' }
  /** The server refuses this phone for now; an early retry would not help. */
  | { kind: 'rejected'; message: Message }
  /** Another phone is connected with this identity, at that place. */
  | { kind: 'identityTaken'; place: string }
  | { kind: 'lost'; message: Message }
  /** The server asks the phone to connect again soon, as another server may take it. */
  | { kind: 'sentAway'; message: Message }
  /** The phone connects to another address. */
  | { kind: 'left' }

export interface ConnectionSettings extends SilenceTiming {
  server: URL
  token: string
  notice: Notice
  /** challenge: the text that the phone has to sign; undefined for servers that know no key pairs. */
  onOpen: (challenge: string | undefined) => void
  onOrder: (order: PhoneOrder) => void
  /** The server has received everything that was sent before this time, by performance.now(). */
  onConfirmed: (sentBefore: number) => void
}

const maxOrderBytes = 1 << 20
const closeTimeoutMs = 1000
/** A socket that was left stays for so long: the phone is not offline until it has connected elsewhere. */
const leftMs = 10_000

/** One socket to the server, from the upgrade to its end. */
export class Connection {
  readonly ended: Promise<ConnectionEnd>
  readonly #settings: ConnectionSettings
  readonly #socket: WebSocket
  #watch: SilenceWatch | undefined
  #challenge: string | undefined
  #hasLeft = false
  #leave: () => void = () => undefined
  /** When the pings without an answer were sent. */
  readonly #pings: number[] = []

  constructor(settings: ConnectionSettings) {
    this.#settings = settings
    this.#socket = new WebSocket(socketAddress(`${deviceSocketPath}?type=device`, settings.server), {
      headers: { authorization: `Bearer ${settings.token}` },
      perMessageDeflate: false,
      maxPayload: maxOrderBytes,
      handshakeTimeout: settings.silenceMs,
    })
    this.#socket.on('upgrade', ({ headers }) => {
      this.#challenge = [headers[challengeHeader]].flat()[0]
    })
    this.#socket.on('open', () => this.#guard(() => this.#opened()))
    this.#socket.on('ping', () => this.#watch?.heard())
    this.#socket.on('message', (data, isBinary) =>
      this.#guard(() => this.#received(data.toString(), isBinary)),
    )
    this.ended = this.#waitForEnd().finally(() => this.#watch?.stop())
  }

  get server(): URL {
    return this.#settings.server
  }

  /** False when the socket is not open; the frame is then lost. */
  send(frame: PhoneFrame): boolean {
    if (frame.action === 'ping') this.#pings.push(performance.now())
    return this.#write(JSON.stringify(frame))
  }

  sendPicture(picture: Uint8Array): boolean {
    return this.#write(picture)
  }

  /** Sends a close frame and waits briefly for the answer. */
  async close(reason: string): Promise<void> {
    this.#socket.close(1000, reason)
    const giveUp = setTimeout(() => this.#socket.terminate(), closeTimeoutMs)
    await this.ended
    clearTimeout(giveUp)
  }

  /** Ends here; the server closes the socket when the phone has connected elsewhere. */
  leave(): void {
    this.#hasLeft = true
    this.#leave()
    setTimeout(() => this.#socket.close(1000), leftMs).unref()
  }

  /** Ends an attempt that has not been answered yet. */
  drop(): void {
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.terminate()
  }

  #write(data: string | Uint8Array): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false
    this.#socket.send(data)
    return true
  }

  /** An order that fails must not end the program, which serves other phones. */
  #guard(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.#settings.notice('error', say('agent.orderFailed', { reason: reasonOf(error) }))
    }
  }

  #opened(): void {
    this.#watch = new SilenceWatch(this.#settings, {
      ping: () => this.send({ action: 'ping' }),
      end: () => this.#socket.terminate(),
    })
    this.#settings.onOpen(this.#challenge)
  }

  #received(text: string, isBinary: boolean): void {
    this.#watch?.heard()
    if (this.#hasLeft) return
    const order = isBinary ? undefined : parseOrder(text)
    if (order?.action === 'pong') this.#settings.onConfirmed(this.#pings.shift() ?? 0)
    if (order) this.#settings.onOrder(order)
    else this.#settings.notice('warn', say('agent.orderUnknown', { text: text.slice(0, 200) }))
  }

  #waitForEnd(): Promise<ConnectionEnd> {
    const { promise, resolve } = Promise.withResolvers<ConnectionEnd>()
    this.#leave = () => resolve({ kind: 'left' })
    this.#socket.on('unexpected-response', (request, response) => {
      resolve(endOfUpgrade(response.statusCode ?? 0))
      request.destroy()
    })
    this.#socket.on('error', (error) => resolve({ kind: 'lost', message: error.message }))
    this.#socket.on('close', (code, reason) => resolve(endOfSocket(code, reason.toString())))
    return promise
  }
}

function parseOrder(text: string): PhoneOrder | undefined {
  try {
    return PhoneOrder.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function endOfUpgrade(status: number): ConnectionEnd {
  if (status === 401) return { kind: 'unauthorized' }
  if (status === 403) return { kind: 'rejected', message: say('agent.disabled') }
  return { kind: 'lost', message: say('agent.httpInstead', { status }) }
}

function endOfSocket(code: number, reason: string): ConnectionEnd {
  if (code === CloseCode.unauthorized) return { kind: 'unauthorized' }
  if (code === CloseCode.forbidden) return { kind: 'rejected', message: reason || say('agent.disabled') }
  if (code === CloseCode.wrongVersion) return { kind: 'rejected', message: reason || say('agent.protocol') }
  if (code === CloseCode.identityTaken) return { kind: 'identityTaken', place: reason }
  if (code === CloseCode.replaced) return { kind: 'rejected', message: reason || say('agent.replaced') }
  const message = reason || say('agent.closed', { code })
  if (code === CloseCode.moved || code === CloseCode.serverStops) return { kind: 'sentAway', message }
  return { kind: 'lost', message }
}
