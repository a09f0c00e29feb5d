import { randomUUID } from 'node:crypto'
import { CloseCode, type Refused } from '@fleetdeck/contract/device-socket'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { TextValues } from '@fleetdeck/i18n/fill-text'
import type { Language } from '@fleetdeck/i18n/languages'
import type { WebSocket } from 'ws'
import { actorOf, type Caller } from '../../platform/core/caller.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import type { Unsubscribe } from '../bus/bus.ts'
import type { HubContext } from '../hub-context.ts'
import { FrameRate, type SocketRate } from './frame-rate.ts'
import { LiveSocket } from './live-socket.ts'
import type { SessionShare } from './session-shares.ts'

/** Enough for 60 frames and as many touches a second, with a margin, and for the longest message. */
const usualRate: SocketRate = { frames: 300, bytes: 1024 * 1024 }
/** For pages that only choose what they follow. */
export const quietRate: SocketRate = { frames: 30, bytes: 256 * 1024 }
/** Steps that wait for the database, while it is slow. */
const mostWaiting = 1000

/** Interval at which access tokens of open sockets are checked again, and visits of guests. */
const tokenCheckMs = 60_000
const visitCheckMs = 5000
/** Minimum time between two checks of a visit whose link has expired, as far as this server knows. */
const visitPauseMs = 1000

/** A step that failed. */
interface Missed {
  step: () => unknown
  isWaiting: boolean
}

/** The user who opened a browser socket. */
export interface Visitor {
  token: string
  caller: Caller
  language: Language
  /** See Greeting. */
  clientId: string
  /** Of the socket, without its query. */
  path: string
  ip: string
  share: SessionShare
}

/** A signed-in page's socket. Its frames are handled sequentially, including those that wait for the database. */
export abstract class BrowserSocket<Event extends { action: string } = Refused> extends LiveSocket {
  readonly id = randomUUID()
  caller: Caller
  /** The client within its session, which its sockets have in common; undefined when it named none. */
  readonly client: string | undefined
  readonly #token: string
  readonly #language: Language
  readonly #from: Pick<Visitor, 'path' | 'ip'>
  readonly #subscriptions: Unsubscribe[] = []
  #turn: Promise<void> = Promise.resolve()
  #waiting = 0
  #isChoosing = false
  #checkedAt = performance.now()
  readonly #missed = new Map<string, Missed>()

  constructor(context: HubContext, ws: WebSocket, visitor: Visitor, rate = usualRate) {
    super(context, ws, [new FrameRate(rate), visitor.share.rate])
    this.caller = visitor.caller
    const { sessionId, visit } = visitor.caller
    // A visit is one page.
    if (visit) this.client = `visit:${visit.id}`
    else if (sessionId !== null && visitor.clientId) this.client = `${sessionId}:${visitor.clientId}`
    this.#token = visitor.token
    this.#language = visitor.language
    this.#from = { path: visitor.path, ip: visitor.ip }
  }

  /** Returns false for an invalid frame. */
  protected abstract route(text: string): boolean
  /** Checks again whether the caller may have this socket, and closes it if not. */
  protected abstract checkAccess(): Promise<void>
  protected abstract onLeave(): void

  /** After rights or devices changed. */
  recheck(): void {
    this.#checkedAt = performance.now()
    this.inTurnUntilDone('access', async () => {
      const caller = await this.context.options.authenticate(this.#token, this.#from.ip)
      if (!caller) return this.refuse(CloseCode.unauthorized)
      this.caller = caller
      await this.checkAccess()
    })
  }

  refuse(code: keyof typeof refusalText): void {
    this.close(code, this.text(refusalText[code]))
  }

  /** A newer socket of the same client has its seat, which this one must not take again while it closes. */
  replaced(): void {
    this.onLeave()
    this.close(CloseCode.replaced)
  }

  protected text(key: TextKey, values?: TextValues): string {
    return this.context.options.text(this.#language, key, values)
  }

  sendEvent(event: Event | Refused): void {
    this.send(JSON.stringify(event))
  }

  refuseFrame(key: TextKey): void {
    this.sendEvent({ action: 'refused', msg: this.text(key) })
  }

  override sweep(now: number): void {
    super.sweep(now)
    // No message announces that an access token has expired.
    if (this.caller.token && now - this.#checkedAt > tokenCheckMs) this.recheck()
    const { visit } = this.caller
    const isDue = visit && (visit.endsAt.getTime() <= siteMs() || now - this.#checkedAt > visitCheckMs)
    if (isDue && now - this.#checkedAt > visitPauseMs) this.recheck()
    for (const [name, missed] of this.#missed) this.#repeat(name, missed)
  }

  protected inTurn(step: () => unknown): void {
    this.#waiting += 1
    this.#turn = this.#turn
      .then(async () => {
        this.#waiting -= 1
        if (!this.over) await step()
      })
      .catch((error) => this.#failed(error))
  }

  /**
   * A step that fails is repeated at each sweep, because nothing else would do it when the database is back; only the
   * newest of its name.
   */
  protected inTurnUntilDone(name: string, step: () => unknown): void {
    this.inTurn(async () => {
      this.#missed.delete(name)
      try {
        await step()
      } catch (error) {
        this.#missed.set(name, { step, isWaiting: false })
        throw error
      }
    })
  }

  /** Applies what the page chose last: of several choices that wait, only the newest counts. */
  protected chooseInTurn(apply: () => unknown): void {
    if (this.#isChoosing) return
    this.#isChoosing = true
    this.inTurnUntilDone('choice', () => {
      this.#isChoosing = false
      return apply()
    })
  }

  /** Does not repeat a step that failed. */
  protected forget(name: string): void {
    this.#missed.delete(name)
  }

  #repeat(name: string, missed: Missed): void {
    if (missed.isWaiting) return
    missed.isWaiting = true
    this.inTurn(async () => {
      if (this.#missed.get(name) !== missed) return
      try {
        await missed.step()
        this.#missed.delete(name)
      } catch {
        // The page and the log know since the first time.
        missed.isWaiting = false
      }
    })
  }

  #failed(error: unknown): void {
    this.failed(error)
    this.refuseFrame('phone.serverBusy')
  }

  /** Keeps a subscription for the lifetime of the socket, and returns a function that ends it earlier. */
  protected async hold(subscription: Promise<Unsubscribe>): Promise<Unsubscribe> {
    const unsubscribe = await subscription
    if (this.over) unsubscribe()
    else this.#subscriptions.push(unsubscribe)
    return unsubscribe
  }

  protected override onText(text: string): void {
    if (this.#waiting >= mostWaiting) {
      this.context.counts.droppedFrames += 1
      this.onFlood()
      return
    }
    if (this.route(text)) return
    this.context.counts.malformedFrames += 1
    this.refuseFrame('phone.malformedFrame')
  }

  protected override onBinary(): void {
    this.context.counts.malformedFrames += 1
    this.refuseFrame('phone.malformedFrame')
  }

  protected override onFlood(): void {
    this.context.emit('throttled', {
      kind: 'socketTooFast',
      ...this.#from,
      userId: actorOf(this.caller).userId,
    })
    this.sendEvent({ action: 'refused', msg: this.text('phone.tooFast'), dropped: true })
  }

  protected override onEnd(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    this.onLeave()
  }

  protected override silenceLimit(): number {
    return this.context.timing.socketSilence
  }
}

export const refusalText = {
  [CloseCode.unauthorized]: 'error.sessionExpired',
  [CloseCode.forbidden]: 'error.forbidden',
  [CloseCode.notFound]: 'error.notFound',
  [CloseCode.wrongVersion]: 'phone.wrongVersion',
  [CloseCode.serverStops]: 'phone.serverStops',
  [CloseCode.readOnlyView]: 'viewAs.readOnly',
  [CloseCode.tooMany]: 'phone.tooManySockets',
} as const satisfies Record<number, TextKey>
