import { randomUUID } from 'node:crypto'
import {
  type ChargeLimit,
  ComputerFrame,
  type ComputerOrder,
  type ComputerReport,
  computerSocketPath,
  maxReportBytes,
} from '@fleetdeck/contract/computer-socket'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { ComputerId } from '@fleetdeck/contract/ids'
import { type PhoneRefusal, refusalOf } from '@fleetdeck/contract/phone-refusal'
import type { WebSocket } from 'ws'
import type { Unsubscribe } from '../bus/bus.ts'
import { type ComputerMessage, fromComputer, toComputer } from '../bus/messages.ts'
import type { HubContext } from '../hub-context.ts'
import type { Awaitable, ComputerIdentity } from '../hub-options.ts'
import { FrameRate } from '../sockets/frame-rate.ts'
import { type FrameHandlers, frameRouter, parseJson } from '../sockets/frame-router.ts'
import { LiveSocket, pongText } from '../sockets/live-socket.ts'

/** A computer reports changes every few seconds, and answers commands. */
const rate = { frames: 20, bytes: 1024 * 1024 }
/** A computer that repeats a wrong message is answered at this interval. */
const refusalMs = 1000
/** Commands to a computer that has not reported yet. */
const maxEarly = 20
/** Interval at which it is checked whether it may still connect; ms. */
const recheckMs = 60_000

type ComputerFrameOf<Action extends ComputerFrame['action']> = Extract<ComputerFrame, { action: Action }>

interface ComputerInfo {
  computerId: ComputerId
  name: string
  ip: string
  chargeLimit: ChargeLimit | null
  /** Its present identity, and whether it may still connect. */
  askAgain: () => Awaitable<ComputerIdentity | undefined>
}

/** The only socket of a computer: it takes reports and passes on commands. */
export class ComputerSession extends LiveSocket {
  readonly computer: ComputerInfo
  readonly #id = randomUUID()
  readonly #openedAt = performance.now()
  #checkedAt = performance.now()
  #hasReported = false
  #claimed = false
  #replaced = false
  #refusedAt = Number.NEGATIVE_INFINITY
  #unsubscribe: Unsubscribe | undefined
  #early: ComputerOrder[] = []

  constructor(context: HubContext, ws: WebSocket, computer: ComputerInfo) {
    super(context, ws, [new FrameRate(rate)])
    this.computer = computer
    this.guard(() => this.#connect())
  }

  order(order: ComputerOrder): void {
    if (this.#hasReported) this.send(JSON.stringify(order))
    else if (this.#early.length < maxEarly) this.#early.push(order)
  }

  report(report: ComputerReport): void {
    const isFirst = !this.#hasReported
    this.#hasReported = true
    const { computerId, name, ip } = this.computer
    if (isFirst) {
      this.order({ action: 'welcome', name, chargeLimit: this.computer.chargeLimit })
      for (const order of this.#early.splice(0)) this.order(order)
    }
    this.context.emit('computerReported', { computerId, report, ip })
  }

  answer(answer: ComputerFrameOf<'commandDone'> | ComputerFrameOf<'commandFailed'>): void {
    fromComputer(this.context.options.bus, this.computer.computerId).send(answer)
  }

  override sweep(now: number): void {
    super.sweep(now)
    const { register } = this.context.timing
    if (!this.#hasReported && now - this.#openedAt > register)
      this.close(CloseCode.malformedFrame, `no report within ${register / 1000} s`)
    if (now - this.#checkedAt > recheckMs) this.guard(() => this.recheck())
  }

  /** Closes the socket of a computer that may no longer connect. */
  async recheck(): Promise<void> {
    this.#checkedAt = performance.now()
    const now = await this.computer.askAgain()
    if (this.over) return
    if (!now) return this.close(CloseCode.unauthorized)
    if ('refused' in now) return this.close(CloseCode.forbidden, now.refused)
    Object.assign(this.computer, now)
  }

  protected override onText(text: string): void {
    if (this.#replaced) return
    if (text.length > maxReportBytes && text.startsWith('{"action":"report"')) {
      this.#tellRefused({ action: 'refused', reason: `a report has more than ${maxReportBytes} bytes` })
      return
    }
    if (routeFrame(text, this)) return
    this.context.counts.malformedFrames += 1
    this.#tellRefused(refusalOf(ComputerFrame, parseJson(text)))
  }

  protected override onBinary(): void {
    this.context.counts.malformedFrames += 1
    this.#tellRefused({ action: 'refused', reason: 'binary messages have no meaning here' })
  }

  protected override onFlood(): void {
    const { ip } = this.computer
    this.context.emit('throttled', { kind: 'socketTooFast', path: computerSocketPath, ip, userId: 0 })
    this.#tellRefused({ action: 'refused', reason: `more than ${rate.frames} messages in a second` })
  }

  protected override onEnd(): void {
    this.#unsubscribe?.()
  }

  protected override silenceLimit(): number {
    return this.context.timing.socketSilence
  }

  async #connect(): Promise<void> {
    const channel = toComputer(this.context.options.bus, this.computer.computerId)
    this.#unsubscribe = await channel.subscribe((message) => this.guard(() => this.#take(message)))
    if (this.over) return this.#unsubscribe()
    await channel.publish({ kind: 'claim', session: this.#id }, { isOrdered: true })
    // Changes between its greeting and the subscription reached no subscriber.
    await this.recheck()
  }

  #take(message: ComputerMessage): void {
    if (message.kind === 'claim') this.#onClaim(message.session)
    else this.order({ action: 'command', id: message.id, command: message.command })
  }

  /** All sockets of the computer receive all claims in the same order: one after its own belongs to a newer socket. */
  #onClaim(session: string): void {
    if (session === this.#id) {
      this.#claimed = true
      return
    }
    if (!this.#claimed || this.#replaced) return
    this.#replaced = true
    this.#unsubscribe?.()
    this.close(CloseCode.replaced)
  }

  #tellRefused(refusal: PhoneRefusal): void {
    const now = performance.now()
    if (now - this.#refusedAt < refusalMs) return
    this.#refusedAt = now
    this.send(JSON.stringify(refusal))
  }
}

const frames: FrameHandlers<ComputerFrame, ComputerSession> = {
  report: ({ report }, computer) => computer.report(report),
  commandDone: (frame, computer) => computer.answer(frame),
  commandFailed: (frame, computer) => computer.answer(frame),
  ping: (_, computer) => computer.send(pongText),
  pong: () => {},
}
const routeFrame = frameRouter(ComputerFrame, frames)
