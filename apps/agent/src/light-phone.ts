import { CloseCode } from '@fleetdeck/contract/device-socket'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { challengeHeader } from '@fleetdeck/contract/phone-proof'
import { type PhoneFrame, PhoneOrder, phoneSocketVersion } from '@fleetdeck/contract/phone-socket'
import type { Language } from '@fleetdeck/i18n/languages'
import { WebSocket } from 'ws'
import { backOffMs } from './back-off.ts'
import type { PhoneKey } from './phone-key.ts'
import { socketAddress } from './requests.ts'
import { nearerMs, type ServerChoice } from './servers.ts'
import { type AgentTexts, agentTexts } from './texts.ts'

const backOff = { firstMs: 1000, limitMs: 30_000 }
const refusedRetryMs = 60_000
const silenceMs = 90_000

export interface LightSettings {
  servers: ServerChoice
  token: string
  /** Phones of older agents have none. */
  phoneKey: PhoneKey | undefined
  /** Varies the values between phones. */
  index: number
  language: Language
  onState: (state: 'connected' | 'lost' | 'refused') => void
  /** Overrides the default delays between reconnects. */
  firstRetryMs?: number | undefined
  /** Shared by the phones of a program. */
  turns: () => number
}

/** A phone without a screen: it connects, sends heartbeats, answers, and reconnects. Some kilobytes, no driver. */
export class LightPhone {
  readonly #settings: LightSettings
  readonly #texts: AgentTexts
  readonly #unfollow: () => void
  #server: URL
  #socket: WebSocket | undefined
  #beat: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #attempt = 0
  #revision: string | undefined
  #battery: number
  #isStopped = false

  constructor(settings: LightSettings) {
    this.#settings = settings
    this.#texts = agentTexts[settings.language]
    this.#server = settings.servers.current
    this.#unfollow = settings.servers.follow(() => this.#goNearer())
    this.#battery = 20 + ((settings.index * 31) % 80)
  }

  start(): void {
    this.#retry = setTimeout(() => {
      this.#settings.servers.choose().then(
        (server) => this.#connect(server),
        () => undefined,
      )
    }, this.#settings.turns())
  }

  /** All phones of a program within this time; the server they leave closes their sockets. */
  #goNearer(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => {
      const { current } = this.#settings.servers
      if (this.#server.origin !== current.origin) this.#connect(current)
    }, nearerMs * Math.random())
  }

  #connect(server: URL): void {
    if (this.#isStopped) return
    const { token } = this.#settings
    this.#server = server
    const socket = new WebSocket(socketAddress(`${deviceSocketPath}?type=device`, server), {
      headers: { authorization: `Bearer ${token}` },
      perMessageDeflate: false,
      maxPayload: 1 << 20,
      handshakeTimeout: silenceMs,
    })
    this.#socket = socket
    let challenge: string | undefined
    socket.on('upgrade', ({ headers }) => {
      challenge = [headers[challengeHeader]].flat()[0]
    })
    socket.on('open', () => this.#register(challenge))
    socket.on('message', (data: Buffer) => socket === this.#socket && this.#receive(data))
    socket.on('error', () => {})
    socket.on('close', (code) => socket === this.#socket && this.#closed(code))
  }

  /** Resolves when the socket is closed. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#unfollow()
    clearTimeout(this.#retry)
    clearTimeout(this.#beat)
    const socket = this.#socket
    if (!socket || socket.readyState === WebSocket.CLOSED) return
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.close(1000, 'the agent stops')
    const giveUp = setTimeout(() => socket.terminate(), 2000)
    await closed
    clearTimeout(giveUp)
  }

  #send(frame: PhoneFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #register(challenge: string | undefined): void {
    const { phoneKey, token } = this.#settings
    const settingsRevision = this.#revision
    const proof = challenge && phoneKey?.connection(challenge, token)
    const info = { version: phoneSocketVersion, heldIds: [], ...(proof && { proof }) }
    this.#send({ action: 'register', ...info, ...(settingsRevision && { settingsRevision }) })
  }

  #receive(data: Buffer): void {
    const order = parseOrder(data)
    if (order?.action === 'registered') {
      this.#attempt = 0
      this.#settings.onState('connected')
      // The first heartbeats of a fleet that connected together are spread over the period.
      const periodMs = Math.max(1, order.heartbeatSeconds) * 1000
      this.#beatAfter(Math.random() * periodMs, periodMs)
    } else if (order?.action === 'settings') {
      this.#revision = order.revision
      this.#beatAfter(Math.random() * order.heartbeatSeconds * 1000, order.heartbeatSeconds * 1000)
      this.#send({ action: 'settingsTaken', revision: order.revision })
    } else if (order?.action === 'ping') this.#send({ action: 'pong' })
    else if (order?.action === 'startScreen')
      this.#send({ action: 'screenFailed', msg: this.#texts.lightScreen })
    else if (order?.action === 'command') this.#refuse(order.cmdSubId)
    else if (order?.action === 'task') this.#pretend(order.runId)
  }

  /** It cannot run scripts: its runs end immediately. */
  #pretend(runKey: string): void {
    for (const state of ['acknowledged', 'succeeded'] as const)
      this.#send({ action: 'taskState', runId: runKey, state, paused: false, msg: '' })
  }

  #refuse(cmdSubId: string | number): void {
    this.#send({ action: 'commandState', cmdSubId, state: 'failed', msg: this.#texts.lightCommands })
  }

  #beatAfter(waitMs: number, periodMs: number): void {
    clearTimeout(this.#beat)
    this.#beat = setTimeout(() => {
      this.#sendHeartbeat()
      this.#beatAfter(periodMs, periodMs)
    }, waitMs)
  }

  #sendHeartbeat(): void {
    this.#battery = this.#battery > 5 ? this.#battery - 0.01 : 100
    this.#send({
      action: 'heartbeat',
      serviceOk: '1',
      battery: Math.round(this.#battery),
      isCharging: '0',
      batteryTemp: 25 + (this.#settings.index % 12),
      availMemory: 2_000_000_000,
      sdCardLeftSpace: 64_000_000_000,
      osVersion: 'Android 14',
      apkVersion: 'light',
      reportTime: Date.now(),
    })
  }

  #closed(code: number): void {
    clearTimeout(this.#beat)
    if (this.#isStopped) return
    this.#settings.servers.doubt(this.#server)
    const isRefused = code === CloseCode.unauthorized || code === CloseCode.forbidden
    this.#settings.onState(isRefused ? 'refused' : 'lost')
    const first = this.#settings.firstRetryMs ?? backOff.firstMs
    const isSentAway = code === CloseCode.moved || code === CloseCode.serverStops
    const wait = backOffMs({ ...backOff, firstMs: first }, this.#attempt)
    // One that is sent away connects immediately to another server; if that fails, it backs off.
    const soon = isSentAway && this.#attempt === 0 ? first * Math.random() : wait
    this.#attempt += 1
    this.#retry = setTimeout(() => this.start(), isRefused ? refusedRetryMs : soon)
  }
}

function parseOrder(data: Buffer): PhoneOrder | undefined {
  try {
    return PhoneOrder.safeParse(JSON.parse(data.toString())).data
  } catch {
    return undefined
  }
}
