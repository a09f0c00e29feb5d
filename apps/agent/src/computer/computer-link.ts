import {
  type ComputerEnrolment,
  type ComputerFrameInput,
  ComputerOrder,
  type ComputerReportInput,
  computerEnrolPath,
  computerReportSeconds,
  computerSocketPath,
  type OrderedCommand,
} from '@fleetdeck/contract/computer-socket'
import { type Message, say } from '@fleetdeck/i18n/terminal'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { type BackOff, backOffMs, pause } from '../back-off.ts'
import { errorMessage } from '../notice.ts'
import { callServer, socketAddress } from '../requests.ts'
import { nearerMs, type ServerChoice } from '../servers.ts'
import { type SilenceTiming, SilenceWatch } from '../silence-watch.ts'
import { ActionRefused } from './computer-actions.ts'

export interface LinkSettings {
  servers: ServerChoice
  enrolment: ComputerEnrolment
  report: () => Promise<ComputerReportInput>
  /** Differs when there is something new to report. */
  signature: () => Promise<string>
  /** Rejects with ActionRefused. */
  run: (command: OrderedCommand) => Promise<CommandResult>
  /** Called when the server has been told that the command is done. */
  done: (command: OrderedCommand) => void
  /** The server takes the reports. */
  welcome: (order: Extract<ComputerOrder, { action: 'welcome' }>) => void
  notice: (level: 'info' | 'warn', message: Message) => void
  timing?: Partial<LinkTiming>
}

export interface CommandResult {
  lines?: string[]
  count?: number
  paired?: string
}

interface LinkTiming extends SilenceTiming {
  backOff: BackOff
  /** After a refusal that needs a person. */
  refusedMs: number
  /** Servers that know no computers are asked again so seldom. */
  unknownMs: number
  lookMs: number
  /** It changes to a nearer server within this time, at random. */
  nearerMs: number
}

const defaults: LinkTiming = {
  backOff: { firstMs: 500, limitMs: 30_000 },
  refusedMs: 60_000,
  unknownMs: 3_600_000,
  lookMs: 1000,
  nearerMs,
  pingMs: 10_000,
  silenceMs: 25_000,
}
const answerMs = 15_000
const unknownCallCode = 404
const maxOrderBytes = 256 * 1024
const Answer = z.object({ code: z.number(), msg: z.string().default('') })

/** The computer's own connection to the server, kept for as long as the agent runs. */
export class ComputerLink {
  readonly #settings: LinkSettings
  readonly #timing: LinkTiming
  readonly #stopping = new AbortController()
  readonly #running = new Set<string>()
  readonly #finished: Promise<void>
  #isEnrolled = false
  #attempt = 0
  #lastNotice = ''

  constructor(settings: LinkSettings) {
    this.#settings = settings
    this.#timing = { ...defaults, ...settings.timing }
    this.#finished = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#finished
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const server = await this.#settings.servers.choose()
      if (signal.aborted) return
      const waitMs = await this.#once(server).catch((error: unknown) => {
        this.#settings.servers.doubt(server)
        // Phones say that the server cannot be reached.
        if (!(error instanceof TypeError)) this.#notify(errorMessage(error))
        return backOffMs(this.#timing.backOff, this.#attempt++)
      })
      await pause(waitMs, signal)
    }
  }

  /** Enrols when necessary, stays connected; resolves to the wait before the next attempt. */
  async #once(server: URL): Promise<number> {
    if (!this.#isEnrolled) {
      const { code, msg } = await this.#enrol(server)
      if (code === unknownCallCode) return this.#timing.unknownMs
      if (code !== 0) {
        this.#notify(say('agent.computerRefused', { reason: msg || say('agent.code', { code }) }))
        return this.#timing.refusedMs
      }
      this.#isEnrolled = true
    }
    await this.#connect(server)
    if (this.#isNearer(server)) return 0
    this.#settings.servers.doubt(server)
    return backOffMs(this.#timing.backOff, this.#attempt++)
  }

  /** Another server than this one is chosen. */
  #isNearer({ origin }: URL): boolean {
    return this.#settings.servers.current.origin !== origin
  }

  async #enrol(server: URL): Promise<z.output<typeof Answer>> {
    const { enrolment } = this.#settings
    const response = await callServer(new URL(computerEnrolPath, server), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(enrolment),
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(answerMs)]),
    })
    const answer = Answer.safeParse(await response.json().catch(() => undefined))
    return answer.data ?? { code: response.status, msg: '' }
  }

  /** Resolves when the connection has ended. */
  async #connect(server: URL): Promise<void> {
    const { servers, enrolment } = this.#settings
    const { silenceMs } = this.#timing
    const socket = new WebSocket(socketAddress(computerSocketPath, server), {
      headers: { authorization: `Bearer ${enrolment.token}` },
      perMessageDeflate: false,
      maxPayload: maxOrderBytes,
      handshakeTimeout: silenceMs,
    })
    const ended = new AbortController()
    const close = () => (socket.readyState === WebSocket.CONNECTING ? socket.terminate() : socket.close(1000))
    this.#stopping.signal.addEventListener('abort', close, { once: true })
    const unfollow = servers.follow(() => {
      this.#goNearer(server, socket, ended.signal).catch(close)
    })
    const watch = new SilenceWatch(this.#timing, {
      ping: () => send(socket, { action: 'ping' }),
      end: () => socket.terminate(),
    })
    socket.on('message', (data) => {
      watch.heard()
      this.#received(socket, data.toString())
    })
    socket.on('unexpected-response', (_request, { statusCode }) => {
      if (statusCode === 401) this.#isEnrolled = false
      socket.terminate()
    })
    socket.on('error', () => undefined)
    socket.on('open', () => {
      this.#keepReporting(socket, ended.signal).catch(() => socket.terminate())
    })
    await new Promise((resolve) => socket.once('close', resolve))
    ended.abort()
    unfollow()
    watch.stop()
    this.#stopping.signal.removeEventListener('abort', close)
  }

  /** Not all computers at a time, and not during a command. */
  async #goNearer(server: URL, socket: WebSocket, signal: AbortSignal): Promise<void> {
    const { nearerMs, lookMs } = this.#timing
    await pause(nearerMs * Math.random(), signal)
    while (!signal.aborted && this.#running.size > 0) await pause(lookMs, signal)
    if (!signal.aborted && this.#isNearer(server)) socket.close(1000)
  }

  async #keepReporting(socket: WebSocket, signal: AbortSignal): Promise<void> {
    const { report, signature } = this.#settings
    while (!signal.aborted) {
      const known = await signature()
      send(socket, { action: 'report', report: await report() })
      const until = performance.now() + computerReportSeconds * 1000
      while (!signal.aborted && performance.now() < until && (await signature()) === known)
        await pause(this.#timing.lookMs, signal)
    }
  }

  #received(socket: WebSocket, text: string): void {
    const order = parseOrder(text)
    if (order?.action === 'ping') send(socket, { action: 'pong' })
    else if (order?.action === 'welcome') {
      this.#attempt = 0
      this.#lastNotice = ''
      this.#settings.welcome(order)
      this.#settings.notice('info', say('agent.computer', { name: order.name }))
    } else if (order?.action === 'refused') this.#notify(say('agent.frameRefused', { reason: order.reason }))
    else if (order?.action === 'command')
      this.#carryOut(socket, order.id, order.command).catch(() => socket.terminate())
  }

  async #carryOut(socket: WebSocket, id: string, command: OrderedCommand): Promise<void> {
    const { run, done, report } = this.#settings
    const name = JSON.stringify(command)
    try {
      if (this.#running.has(name)) throw new ActionRefused('busy')
      this.#running.add(name)
      const result = await run(command).finally(() => this.#running.delete(name))
      if (command.type === 'check') send(socket, { action: 'report', report: await report() })
      send(socket, { action: 'commandDone', id, ...result })
      done(command)
    } catch (error) {
      const failure = error instanceof ActionRefused ? error.failure : 'failed'
      send(socket, { action: 'commandFailed', id, failure, words: errorMessage(error) })
    }
  }

  #notify(message: Message): void {
    if (String(message) !== this.#lastNotice) this.#settings.notice('warn', message)
    this.#lastNotice = String(message)
  }
}

function send(socket: WebSocket, frame: ComputerFrameInput): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
}

function parseOrder(text: string): ComputerOrder | undefined {
  try {
    return ComputerOrder.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
