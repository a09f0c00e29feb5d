import { keptLogLines, type LogEvent, type LogLine, LogRequest } from '@fleetdeck/contract/log-socket'
import type { WebSocket } from 'ws'
import { type LogNews, logOf, logWishes } from '../bus/messages.ts'
import type { VisibleDevice } from '../hub-options.ts'
import type { HubParts } from '../hub-parts.ts'
import { BrowserSocket, type Visitor } from '../sockets/browser-socket.ts'
import { findDevice } from '../sockets/device-access.ts'
import { type FrameHandlers, frameRouter } from '../sockets/frame-router.ts'
import { pongText } from '../sockets/live-socket.ts'

/** A page with the log of one phone open: first the lines that were kept, then the live ones. */
export class LogSession extends BrowserSocket<LogEvent> {
  readonly device: VisibleDevice
  private readonly answered = new Set<string>()
  private history: LogLine[] | undefined = []
  private expected: number | undefined
  private readonly openedAt = Date.now()

  constructor(parts: HubParts, ws: WebSocket, visitor: Visitor, device: VisibleDevice) {
    super(parts, ws, visitor)
    this.device = device
    this.inTurn(() => this.start())
  }

  override sweep(now: number): void {
    super.sweep(now)
    if (now - this.openedAt > this.parts.timing.logHistory) this.showHistory()
  }

  protected override route(text: string): boolean {
    return routeLogRequest(text, this)
  }

  protected override async checkAccess(): Promise<void> {
    const device = await findDevice(this.parts.options, this.caller, this.device.deviceNo)
    if (typeof device === 'number') this.refuse(device)
  }

  protected override onLeave(): void {}

  private async start(): Promise<void> {
    const { bus } = this.parts.options
    await this.hold(logOf(bus, this.device.id).subscribe((news) => this.guard(() => this.read(news))))
    const wish = { deviceId: this.device.id, to: this.id }
    // A phone may have been connected to several servers, and each kept the lines it saw.
    this.expected = await logWishes(bus).publish(wish)
    this.showWhenComplete()
  }

  private read(news: LogNews): void {
    if (news.kind === 'kept') this.readKept(news)
    else if (!this.history) this.show(news.lines)
    // From a server that has not answered yet, these lines will be among those it kept.
    else if (this.answered.has(news.server)) this.history.push(...news.lines)
  }

  private readKept(news: Extract<LogNews, { kind: 'kept' }>): void {
    if (news.to !== this.id || !this.history) return
    this.answered.add(news.server)
    this.history.push(...news.lines)
    this.showWhenComplete()
  }

  private showWhenComplete(): void {
    if (this.expected !== undefined && this.answered.size >= this.expected) this.showHistory()
  }

  private showHistory(): void {
    const lines = this.history
    if (!lines) return
    this.history = undefined
    lines.sort((one, other) => one.time - other.time)
    if (lines.length > 0) this.show(lines.slice(-keptLogLines))
  }

  private show(lines: LogLine[]): void {
    this.tell({ action: 'lines', lines })
  }
}

const logRequests: FrameHandlers<LogRequest, LogSession> = {
  ping: (_, viewer) => viewer.send(pongText),
  pong: () => {},
}
const routeLogRequest = frameRouter(LogRequest, logRequests)
