import { type LogEvent, type LogLine, LogRequest, maxLogLines } from '@fleetdeck/contract/log-socket'
import type { WebSocket } from 'ws'
import { type LogMessage, logChannel, logQueries, toPhone } from '../bus/messages.ts'
import type { HubContext } from '../hub-context.ts'
import type { VisibleDevice } from '../hub-options.ts'
import { BrowserSocket, quietRate, type Visitor } from '../sockets/browser-socket.ts'
import { findDevice } from '../sockets/device-access.ts'
import { type FrameHandlers, frameRouter } from '../sockets/frame-router.ts'
import { pongText } from '../sockets/live-socket.ts'
import { SeenLines } from './seen-lines.ts'

/** A page with the log of one phone open: first the stored lines, then the live ones. */
export class LogSession extends BrowserSocket<LogEvent> {
  readonly device: VisibleDevice
  readonly #answered = new Set<string>()
  readonly #seen = new SeenLines()
  #history: LogLine[] | undefined = []
  #expected: number | undefined
  readonly #openedAt = performance.now()

  constructor(context: HubContext, ws: WebSocket, visitor: Visitor, device: VisibleDevice) {
    super(context, ws, visitor, quietRate)
    this.device = device
    this.inTurn(() => this.#start())
  }

  override sweep(now: number): void {
    super.sweep(now)
    if (now - this.#openedAt > this.context.timing.logHistory) this.#showHistory()
  }

  protected override route(text: string): boolean {
    return routeLogRequest(text, this)
  }

  protected override async checkAccess(): Promise<void> {
    const device = await findDevice(this.context.options, this.caller, this.device.deviceNo)
    if (typeof device === 'number') this.refuse(device)
  }

  protected override onLeave(): void {}

  async #start(): Promise<void> {
    const { bus } = this.context.options
    await this.hold(logChannel(bus, this.device.id).subscribe((event) => this.guard(() => this.#read(event))))
    const wish = { deviceId: this.device.id, to: this.id }
    // A phone may have been connected to several servers, and each stored the lines it received.
    this.#expected = (await logQueries(bus).publish(wish)) ?? 0
    this.#showWhenComplete()
    const { leaveForPhone } = this.context.options
    const isConnected = (await toPhone(bus, this.device.id).publish({ kind: 'poke' })) !== 0
    if (!isConnected) await leaveForPhone?.(this.device.id, { action: 'connect', purpose: 'log' })
  }

  #read(event: LogMessage): void {
    if (event.kind === 'kept') this.#readStored(event)
    else if (!this.#history) this.#show(this.#seen.newOf(event))
    // If that server has not answered yet, these lines will be among its stored ones.
    else if (this.#answered.has(event.server)) this.#history.push(...this.#seen.newOf(event))
  }

  #readStored(event: Extract<LogMessage, { kind: 'kept' }>): void {
    if (event.to !== this.id || !this.#history) return
    this.#answered.add(event.server)
    this.#history.push(...this.#seen.newOf(event))
    this.#showWhenComplete()
  }

  #showWhenComplete(): void {
    if (this.#expected !== undefined && this.#answered.size >= this.#expected) this.#showHistory()
  }

  #showHistory(): void {
    const lines = this.#history
    if (!lines) return
    this.#history = undefined
    lines.sort((one, other) => one.time - other.time)
    this.#show(lines.slice(-maxLogLines))
  }

  #show(lines: LogLine[]): void {
    if (lines.length > 0) this.sendEvent({ action: 'lines', lines })
  }
}

const logRequests: FrameHandlers<LogRequest, LogSession> = {
  ping: (_, viewer) => viewer.send(pongText),
  pong: () => {},
}
const routeLogRequest = frameRouter(LogRequest, logRequests)
