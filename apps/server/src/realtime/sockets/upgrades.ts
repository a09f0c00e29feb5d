import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { computerSocketPath, maxComputerFrameBytes } from '@fleetdeck/contract/computer-socket'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { browserProtocol, CloseCode } from '@fleetdeck/contract/device-socket'
import { wallPermission } from '@fleetdeck/contract/device-wall'
import type { UserId } from '@fleetdeck/contract/ids'
import { logSocketPath } from '@fleetdeck/contract/log-socket'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { challengeHeader } from '@fleetdeck/contract/phone-proof'
import { sockets } from '@fleetdeck/contract/sockets'
import type { ThrottleKind } from '@fleetdeck/contract/throttles'
import { wallSocketPath } from '@fleetdeck/contract/wall-socket'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import { WebSocket, WebSocketServer } from 'ws'
import { AppError } from '../../platform/core/app-error.ts'
import { actorOf } from '../../platform/core/caller.ts'
import { awayReason } from '../../platform/core/database-away.ts'
import { holdRefusals } from '../../platform/core/hold-refusals.ts'
import { TurnedAway } from '../../platform/core/turned-away.ts'
import { ComputerSession } from '../computers/computer-session.ts'
import { ConsoleSession } from '../consoles/console-session.ts'
import type { HubContext } from '../hub-context.ts'
import type { HubSessions } from '../hub-sessions.ts'
import { LogSession } from '../logs/log-session.ts'
import { PhoneSession } from '../rooms/phone-session.ts'
import { ViewerSession } from '../rooms/viewer-session.ts'
import { WallSession } from '../wall/wall-session.ts'
import { refusalText, type Visitor } from './browser-socket.ts'
import { findDevice } from './device-access.ts'
import { type Greeting, isFromOwnSite, parseGreeting, type RejectStatus, rejectUpgrade } from './handshake.ts'
import { shortened } from './live-socket.ts'
import { type SessionShare, SessionShares } from './session-shares.ts'
import { Strangers } from './strangers.ts'

/** The close code of the protocol for a message that is too large. */
const tooLarge = 1009
const maxPhoneFrameBytes = 4 * 1024 * 1024
// An answer's session description may have 100,000 characters.
const maxBrowserFrameBytes = 512 * 1024
/** A peer that does not answer the close frame by then is terminated. */
const closeTimeoutMs = 3000
/** A session or phone above its limits waits this many times as long as other callers who are refused. */
const heldLongTimes = 5

const refusedText = {
  disabled: 'phone.disabled',
  expired: 'user.tenantExpired',
  overQuota: 'phone.overQuota',
} as const satisfies Record<string, TextKey>

type Refusal = keyof typeof refusalText
/** Creates the session of an accepted socket. */
type CreateSession = (ws: WebSocket) => unknown
type CreateBrowserSession = (ws: WebSocket, share: SessionShare) => unknown
type Arrival = Omit<Visitor, 'share'>
interface UpgradeDeps {
  context: HubContext
  sessions: HubSessions
}
type BrowserUpgrade = (
  deps: UpgradeDeps,
  arrival: Arrival,
  deviceNo: string,
) => Promise<CreateBrowserSession | Refusal>

const openViewer: BrowserUpgrade = async ({ context, sessions }, arrival, deviceNo) => {
  if (arrival.caller.viewer) return CloseCode.readOnlyView
  const device = await findDevice(context.options, arrival.caller, deviceNo)
  return typeof device === 'number'
    ? device
    : (ws, share) =>
        sessions.track(sessions.viewers, new ViewerSession(context, ws, { ...arrival, share }, device))
}
const openLog: BrowserUpgrade = async ({ context, sessions }, arrival, deviceNo) => {
  const device = await findDevice(context.options, arrival.caller, deviceNo)
  return typeof device === 'number'
    ? device
    : (ws, share) =>
        sessions.track(sessions.logViewers, new LogSession(context, ws, { ...arrival, share }, device))
}
const openConsole: BrowserUpgrade = async ({ context, sessions }, arrival) =>
  arrival.caller.pendingStep
    ? CloseCode.forbidden
    : (ws, share) => sessions.track(sessions.consoles, new ConsoleSession(context, ws, { ...arrival, share }))
const openWall: BrowserUpgrade = async ({ context, sessions }, arrival) => {
  const { caller } = arrival
  if (caller.viewer) return CloseCode.readOnlyView
  return caller.pendingStep || !context.options.may(caller, wallPermission)
    ? CloseCode.forbidden
    : (ws, share) => sessions.track(sessions.walls, new WallSession(context, ws, { ...arrival, share }))
}

/** Sockets that programs with an access token open, too. */
const tokenSockets: ReadonlySet<string> = new Set(
  Object.values(sockets).flatMap(({ path, opener }) => (opener === 'session-or-token' ? [path] : [])),
)

/** Sockets that guests open. */
const visitSockets: ReadonlySet<string> = new Set(
  Object.values(sockets).flatMap(({ path, opener }) => (opener === 'session-or-visit' ? [path] : [])),
)

const browserUpgrades = new Map<string, BrowserUpgrade | 'phone' | 'computer'>([
  [`${deviceSocketPath}?client`, openViewer],
  [`${deviceSocketPath}?device`, 'phone'],
  [computerSocketPath, 'computer'],
  [logSocketPath, openLog],
  [consoleSocketPath, openConsole],
  [wallSocketPath, openWall],
])

/** Decides which requests get a socket, and of which kind. */
export class Upgrades {
  readonly context: HubContext
  readonly sessions: HubSessions
  readonly #phones = acceptor(maxPhoneFrameBytes)
  readonly #computers = acceptor(maxComputerFrameBytes)
  readonly #browsers = acceptor(maxBrowserFrameBytes)
  /** The texts that the phones being accepted have to sign. */
  readonly #nonces = new WeakMap<IncomingMessage, string>()
  readonly #strangers: Strangers
  readonly #shares = new SessionShares()
  readonly #turnedAway = new TurnedAway()
  readonly #held: () => Promise<void>
  readonly #heldLong: () => Promise<void>
  #closing = false

  constructor(context: HubContext, sessions: HubSessions) {
    this.context = context
    this.sessions = sessions
    this.#strangers = new Strangers(context.timing.strangerHeld)
    this.#held = holdRefusals(context.timing.strangerHeld)
    this.#heldLong = holdRefusals(context.timing.strangerHeld * heldLongTimes)
    this.#phones.on('headers', (headers: string[], request: IncomingMessage) => {
      headers.push(`${challengeHeader}: ${this.#nonces.get(request)}`)
    })
    context.options.server.on('upgrade', this.#take)
  }

  /** From now on every request is refused; the listener stays until detach(), so that refusals are sent. */
  shut(): void {
    this.#closing = true
  }

  detach(): void {
    this.context.options.server.off('upgrade', this.#take)
  }

  readonly #take = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A peer may have disconnected before it is answered.
    socket.on('error', () => socket.destroy())
    const greeting = parseGreeting(request)
    if (!greeting) return rejectUpgrade(socket, 400, 'Bad Request')
    const guest = { request, socket, head, greeting }
    this.#admit(guest).catch(async (error) => {
      if (error instanceof AppError && error.errorName === 'tooManyRequests') {
        this.#tell(guest, 'tooManyRequests')
        await this.#held()
        return this.#reject(guest, 429, 'phone.serverBusy')
      }
      this.context.options.log.error({ err: error }, 'could not open a socket')
      // The same peer may reconnect as soon as the database does.
      if (awayReason(error)) this.#reject(guest, 503, 'phone.serverBusy')
      else this.#reject(guest, 500, 'error.unexpected')
    })
  }

  async #admit(guest: Guest): Promise<void> {
    const { path, type } = guest.greeting
    const upgrade = browserUpgrades.get(path) ?? browserUpgrades.get(`${path}?${type}`)
    if (!upgrade) return this.#reject(guest, 404, 'error.notFound')
    if (this.#closing) return this.#reject(guest, 503, 'phone.serverStops')
    if (upgrade === 'phone') return this.#admitPhone(guest)
    if (upgrade === 'computer') return this.#admitComputer(guest)
    if (!isFromOwnSite(guest.request, this.context.options.allowedOrigins))
      return this.#reject(guest, 403, 'phone.wrongOrigin')
    await this.#admitBrowser(guest, upgrade)
  }

  async #admitPhone(guest: Guest): Promise<void> {
    const { options } = this.context
    const { bearerToken } = guest.greeting
    if (!bearerToken) return this.#turnPhoneAway(guest, 401, 'phone.tokenMissing')
    const ip = this.#addressOf(guest)
    const askAgain = () => options.authenticatePhone(bearerToken, ip)
    const phone = await askAgain()
    if (!phone) return this.#turnPhoneAway(guest, 401, 'phone.tokenWrong')
    if ('refused' in phone) return this.#turnPhoneAway(guest, 403, refusedText[phone.refused])
    const { context, sessions } = this
    const nonce = randomBytes(24).toString('base64url')
    this.#nonces.set(guest.request, nonce)
    const info = { ...phone, ip, token: bearerToken, nonce, askAgain }
    this.#accept(this.#phones, guest, (ws) =>
      sessions.track(sessions.phones, new PhoneSession(context, ws, info)),
    )
  }

  async #admitComputer(guest: Guest): Promise<void> {
    const { context, sessions } = this
    const { bearerToken } = guest.greeting
    if (!bearerToken) return this.#turnPhoneAway(guest, 401, 'phone.tokenMissing')
    const ip = this.#addressOf(guest)
    const askAgain = () => context.options.authenticateComputer?.(bearerToken, ip)
    const computer = await askAgain()
    if (!computer) return this.#turnPhoneAway(guest, 401, 'phone.tokenWrong')
    if ('refused' in computer) return this.#turnPhoneAway(guest, 403, refusedText[computer.refused])
    this.#accept(this.#computers, guest, (ws) =>
      sessions.track(sessions.computers, new ComputerSession(context, ws, { ...computer, ip, askAgain })),
    )
  }

  async #turnPhoneAway(guest: Guest, status: RejectStatus, key: TextKey): Promise<void> {
    if (await this.#turnedAway.isTooFast(this.#addressOf(guest))) {
      this.#tell(guest, 'turnedAway')
      await this.#heldLong()
    }
    this.#reject(guest, status, key)
  }

  /** A browser cannot read why an upgrade failed, so it gets a socket that is closed with the reason. */
  async #admitBrowser(guest: Guest, upgrade: BrowserUpgrade): Promise<void> {
    const outcome = await this.#strangers.judged(
      this.#addressOf(guest),
      () => this.#judge(guest, upgrade),
      (judged) => judged === CloseCode.unauthorized,
    )
    if (outcome === CloseCode.tooMany) await this.#heldLong()
    const { language } = guest.greeting
    this.#accept(this.#browsers, guest, (ws) => {
      if (typeof outcome === 'function') return outcome(ws)
      this.#turnAway(ws, language, outcome)
    })
  }

  #tell(guest: Guest, kind: ThrottleKind, userId: UserId | 0 = 0): void {
    this.context.emit('throttled', { kind, path: guest.greeting.path, ip: this.#addressOf(guest), userId })
  }

  #addressOf({ request }: Guest): string {
    return this.context.options.readAddress?.(request) ?? request.socket.remoteAddress ?? ''
  }

  #turnAway(ws: WebSocket, language: Language, refusal: Refusal): void {
    ws.on('error', () => {})
    ws.close(refusal, shortened(this.context.options.text(language, refusalText[refusal])))
  }

  async #judge(guest: Guest, upgrade: BrowserUpgrade): Promise<CreateSession | Refusal> {
    const { path, sessionToken: token, language, deviceNo, clientId, speaksOurProtocol } = guest.greeting
    if (!token) return CloseCode.unauthorized
    if (!speaksOurProtocol) return CloseCode.wrongVersion
    const caller = await this.context.options.authenticate(token, this.#addressOf(guest))
    if (!caller) return CloseCode.unauthorized
    if (caller.token && !tokenSockets.has(path)) return CloseCode.forbidden
    if (caller.visit && !visitSockets.has(path)) return CloseCode.forbidden
    const tooMany = () => {
      this.#tell(guest, 'tooManyRequests', actorOf(caller).userId)
      return CloseCode.tooMany
    }
    if (await this.#shares.isUsedUp(token)) return tooMany()
    const arrival = { token, caller, language, clientId, path, ip: this.#addressOf(guest) }
    const create = await upgrade(this, arrival, deviceNo)
    if (typeof create !== 'function') return create
    // Counted when it is opened: many may be requested at the same time.
    return (ws) => {
      const share = this.#shares.enter(token)
      if (!share) return this.#turnAway(ws, language, tooMany())
      ws.once('close', () => this.#shares.leave(token))
      return create(ws, share)
    }
  }

  #accept(server: WebSocketServer, guest: Guest, createSession: CreateSession) {
    // The server may have begun to stop during the database query.
    if (this.#closing) return this.#reject(guest, 503, 'phone.serverStops')
    server.handleUpgrade(guest.request, guest.socket, guest.head, createSession)
  }

  #reject(guest: Guest, status: RejectStatus, key: TextKey): void {
    rejectUpgrade(guest.socket, status, this.context.options.text(guest.greeting.language, key))
  }
}

interface Guest {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
  greeting: Greeting
}

function acceptor(maxPayload: number): WebSocketServer {
  /** ws closes with this code without a reason. */
  class LimitedSocket extends WebSocket {
    override close(code?: number, reason?: string | Buffer): void {
      super.close(code, code === tooLarge ? `a message has more than ${maxPayload} bytes` : reason)
    }
  }
  const options = {
    noServer: true,
    WebSocket: LimitedSocket,
    maxPayload,
    closeTimeout: closeTimeoutMs,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (protocols: Set<string>) => protocols.has(browserProtocol) && browserProtocol,
  }
  return new WebSocketServer(options)
}
