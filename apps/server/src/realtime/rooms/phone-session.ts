import { randomUUID } from 'node:crypto'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { areTwoPhones, type PhoneOrigin } from '@fleetdeck/contract/phone-origin'
import { signedTexts } from '@fleetdeck/contract/phone-proof'
import { type PhoneRefusal, refusalOf } from '@fleetdeck/contract/phone-refusal'
import {
  PhoneFrame,
  type PhoneOrder,
  type PhoneReport,
  phoneSocketVersion,
} from '@fleetdeck/contract/phone-socket'
import type { ToolRequest } from '@fleetdeck/contract/phone-tools'
import type { CanvasAction } from '@fleetdeck/contract/screen-action'
import { decodeScreenFrame, type ScreenFrame } from '@fleetdeck/contract/screen-frame'
import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import type { EndorsedAuthor } from '@fleetdeck/contract/script-signature'
import { signedScripts } from '@fleetdeck/contract/signed-scripts'
import type { WebSocket } from 'ws'
import { isSignedBy } from '../../platform/core/phone-keys.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { hashToken } from '../../platform/core/tokens.ts'
import type { Unsubscribe } from '../bus/bus.ts'
import {
  frameChannel,
  fromPhone,
  type Input,
  type PhoneMessage,
  type RoomEvent,
  type RoomState,
  type Signal,
  toPhone,
} from '../bus/messages.ts'
import type { HubContext } from '../hub-context.ts'
import type { Awaitable, PhoneIdentity } from '../hub-options.ts'
import { FrameRate } from '../sockets/frame-rate.ts'
import { type FrameHandlers, frameRouter, parseJson } from '../sockets/frame-router.ts'
import { LiveSocket, pongText } from '../sockets/live-socket.ts'
import { takeReport } from '../take-report.ts'
import { Fingers } from './fingers.ts'
import { FrameRelay } from './frame-relay.ts'
import { handlePhoneMessage } from './phone-messages.ts'
import { readOrigin } from './read-origin.ts'
import { Room } from './room.ts'

/** 60 frames and a script that logs in a loop. */
const framesPerSecond = 1000
const maxWrongInRow = 20
const heartbeatsMissed = 3
/** A phone that repeats a wrong frame is answered at this interval. */
const refusalMs = 1000
/** How much open work is remembered; one piece already keeps the phone here. */
const maxWork = 100
const twoFingers: Capability = 'pinch'
const wrongProof = 'the proof of its key is missing or wrong'

const emptyRoom: RoomState = { controller: null, seats: [], asking: [], recording: null }

type PhoneFrameOf<Action extends PhoneFrame['action']> = Extract<PhoneFrame, { action: Action }>

export interface PhoneInfo {
  deviceId: DeviceId
  deviceNo: string
  ip: string
  token: string
  /** Was sent to the phone for its proof. */
  nonce: string
  /** The proof that it has to give; null for a phone without a key pair. */
  publicKey: string | null
  /** Set when its tenant requires authors of scripts. */
  authors?: EndorsedAuthor[]
  /** The phone's present identity, and whether it may still connect. */
  askAgain: () => Awaitable<PhoneIdentity | undefined>
  /** The phone's own, if it differs from the site's. */
  heartbeatSeconds?: number
}

/** Where a phone is that was asked to connect again; gone: it did not connect in time. */
export type MoveEnd = 'here' | 'elsewhere' | 'gone'

/** The only socket of a phone. The server with this socket is authoritative for the phone's room. */
export class PhoneSession extends LiveSocket {
  readonly id = randomUUID()
  readonly phone: PhoneInfo
  room: Room | undefined
  #stage: 'new' | 'registering' | 'connected' = 'new'
  /** Which phone it is, and where it is plugged in. */
  #origin: PhoneOrigin | undefined
  /** The key that the phone has proven on this socket. */
  #provenKey: string | null = null
  #claimed = false
  #replaced = false
  #isRefused = false
  #wrongInRow = 0
  #refusedAt = Number.NEGATIVE_INFINITY
  /** Set while the phone connects again, as this server asked it to. */
  #move: { timer: NodeJS.Timeout; ended: (end: MoveEnd) => void } | undefined
  /** Since when it has been online, on any server; ms since 1970. */
  onlineSince = siteMs()
  /** Commands and tasks whose end the phone has not reported. */
  readonly #work = new Set<string>()
  #frames: FrameRelay | undefined
  #unsubscribe: Unsubscribe | undefined
  /** The viewer who follows the phone's system log. */
  #logReader: string | undefined
  /** The viewer who has darkened the phone's panel. */
  #darkener: string | undefined
  /** The viewer who has plugged a keyboard in. */
  #typist: string | undefined
  readonly #fingers = new Fingers()
  /** It reports that it takes two. */
  #takesTwoFingers = false
  /** Messages for the phone that arrived before its registration was confirmed. */
  #early: PhoneOrder[] = []

  constructor(context: HubContext, ws: WebSocket, phone: PhoneInfo) {
    super(context, ws, [new FrameRate({ frames: framesPerSecond })])
    this.phone = phone
  }

  order(order: PhoneOrder): void {
    if (this.#stage !== 'connected' || this.#move) {
      this.#early.push(order)
      return
    }
    for (const id of workIds(order)) this.#noteWork(id, true)
    if (order.action === 'settings') this.phone.heartbeatSeconds = order.heartbeatSeconds
    this.send(JSON.stringify(this.#signed(order)))
  }

  /** A script is signed for the phone that gets it, by the server that sends it. */
  #signed(order: PhoneOrder): PhoneOrder {
    const { signer } = this.context.options
    if (order.action !== 'task' || !signer) return order
    const text = signedScripts.order(hashToken(this.phone.token), order)
    return { ...order, signature: signer.sign(text) }
  }

  /** Sends to the viewers, on all servers. */
  announce(event: RoomEvent): void {
    fromPhone(this.context.options.bus, this.phone.deviceId).send(event)
  }

  announceRoom(to?: string): void {
    const info = this.room?.info() ?? emptyRoom
    const { region } = this.context.options
    this.announce({
      kind: 'room',
      session: this.id,
      ...info,
      ...(region && { region }),
      ...(to !== undefined && { to }),
    })
  }

  announceOrigin(to: string): void {
    this.announce({ kind: 'origin', to, ...(this.#origin && { origin: this.#origin }) })
  }

  /** The room is created for the first viewer and ends with the last. */
  openRoom(): Room {
    this.room ??= new Room({
      order: (order) => this.order(order),
      replaced: (viewer) => this.announce({ kind: 'replaced', viewer }),
      changed: () => {
        this.#endForeignTools()
        this.#liftFingers()
        this.announceRoom()
        if (this.room?.isEmpty) this.room = undefined
      },
      iceServers: () => this.context.options.iceServers?.(this.phone.deviceNo) ?? [],
    })
    return this.room
  }

  /** Executes the controller's action. */
  input(viewer: string, frame: Input): void {
    const { room } = this
    // Its keyboard was plugged out meanwhile.
    if (frame.action === 'holdKeys' && this.#typist !== viewer) return
    if (!room?.takesControl(viewer)) {
      this.announce({ kind: 'refused', viewer, text: room?.whyNot(viewer) ?? 'phone.notJoined' })
      return
    }
    const sent = this.#sendInput(viewer, frame)
    if (sent && (room.recording || room.isByLink(viewer)))
      this.announce({ kind: 'input', viewer, name: room.nameOf(viewer), frame: sent })
  }

  /** What was sent; undefined for what the phone cannot take. */
  #sendInput(viewer: string, frame: Input): Input | undefined {
    if (frame.action === 'canvas_action') return this.#touch(viewer, frame)
    this.order(frame.action === 'askClipboard' ? { ...frame, viewer } : frame)
    return frame
  }

  #touch(viewer: string, action: CanvasAction): CanvasAction | undefined {
    const { frame, isRefused } = this.#fingers.take(viewer, action, this.#takesTwoFingers)
    if (isRefused) this.announce({ kind: 'refused', viewer, text: 'phone.oneFinger' })
    if (frame) this.order(frame)
    return frame
  }

  #liftFingers(): void {
    const lifted = this.#fingers.lift(this.room?.controller)
    if (lifted) this.order(lifted)
  }

  /** What a tool of the page wants is the controller's, as an input is. */
  tool({ viewer, frame }: Extract<PhoneMessage, { kind: 'tool' }>): void {
    const { room } = this
    const { id, request } = frame
    if (!room?.takesControl(viewer)) {
      const text = room?.whyNot(viewer) ?? 'phone.notJoined'
      this.announce({ kind: 'toolRefused', viewer, id, text })
      return
    }
    if (request.tool === 'followLog') this.#logReader = request.isOn ? viewer : undefined
    if (request.tool === 'setDisplay') this.#darkener = request.isOn ? undefined : viewer
    if (request.tool === 'setKeyboard') this.#typist = request.isOn ? viewer : undefined
    this.order({ ...frame, viewer })
  }

  /** What a viewer has asked for lasts as long as that one controls the phone. */
  #endForeignTools(): void {
    const controller = this.room?.controller
    const end = (viewer: string, request: ToolRequest) =>
      this.order({ action: 'askTool', viewer, id: 'end', request })
    if (this.#logReader !== undefined && this.#logReader !== controller) {
      end(this.#logReader, { tool: 'followLog', isOn: false })
      this.#logReader = undefined
    }
    if (this.#darkener !== undefined && this.#darkener !== controller) {
      end(this.#darkener, { tool: 'setDisplay', isOn: true })
      this.#darkener = undefined
    }
    if (this.#typist !== undefined && this.#typist !== controller) {
      end(this.#typist, { tool: 'setKeyboard', isOn: false })
      this.#typist = undefined
    }
  }

  toolReply({ viewer, ...reply }: PhoneFrameOf<'toolReply'>): void {
    if (this.room?.controller === viewer) this.announce({ kind: 'toolReply', viewer, reply })
  }

  systemLog({ viewer, ...log }: PhoneFrameOf<'systemLog'>): void {
    if (this.#logReader === viewer) this.announce({ kind: 'systemLog', viewer, log })
  }

  showLastFrame(): void {
    if (this.room?.lastFrame) this.#show(this.room, this.room.lastFrame)
  }

  /**
   * All sockets of the phone receive all claims in the same order, including their own: a claim after a socket's own
   * belongs to a newer socket.
   */
  onClaim(claim: { session: string; server: string }): void {
    if (claim.session === this.id) {
      this.#claimed = true
      return
    }
    if (!this.#claimed || this.#replaced) return
    this.#replaced = true
    this.room = undefined
    this.#unsubscribe?.()
    this.close(CloseCode.replaced)
    const isElsewhere = claim.server !== this.context.serverId
    this.#endMove(isElsewhere ? 'elsewhere' : 'here')
    if (isElsewhere && this.#stage === 'connected')
      this.context.emit('phoneMoved', { deviceId: this.phone.deviceId })
  }

  /** Nobody watches, controls, records or replays it, and it has no work. */
  get isIdle(): boolean {
    return this.mayLeave && !this.room && this.#work.size === 0
  }

  /** Its work goes on over another connection; so do walls, which show many phones. */
  get mayLeave(): boolean {
    return this.#stage === 'connected' && !this.over && !this.#move && !this.isInUse
  }

  /** Somebody sees its screen by itself, controls, records or replays it. */
  get isInUse(): boolean {
    return this.room !== undefined && !this.room.hasOnlyTiles
  }

  /**
   * Asks the phone to connect again, so that a load balancer may give it another server. Until it has done so, or the
   * time has passed, it counts as connected; messages sent to it in the meantime follow it.
   */
  move(withinMs: number, ended: (end: MoveEnd) => void): void {
    const timer = setTimeout(() => {
      this.#endMove('gone')
      if (this.over) this.onEnd()
      else this.terminate()
    }, withinMs)
    this.#move = { timer, ended }
    this.close(CloseCode.moved, 'connect again')
  }

  /** This server stops before the phone has connected again: the others are responsible for it. */
  abandonMove(): void {
    if (this.#move) clearTimeout(this.#move.timer)
    this.#unsubscribe?.()
  }

  /** Closes the socket of a phone that may no longer connect. */
  async recheck(): Promise<void> {
    const now = await this.phone.askAgain()
    if (this.over || this.#replaced) return
    if (now && 'refused' in now) return this.#refuse(CloseCode.forbidden, now.refused)
    if (!now) return this.#refuse(CloseCode.unauthorized)
    if (now.publicKey !== null && now.publicKey !== this.#provenKey)
      return this.#refuse(CloseCode.unauthorized, wrongProof)
    Object.assign(this.phone, now)
  }

  override sweep(now: number) {
    super.sweep(now)
    this.room?.removeSilent(now, this.context.timing.viewerSilence)
    const { register } = this.context.timing
    if (this.#stage === 'new' && now - this.openedAt > register)
      this.close(CloseCode.malformedFrame, `no register within ${register / 1000} s`)
  }

  register(frame: PhoneFrameOf<'register'>) {
    if (frame.version !== phoneSocketVersion)
      return this.close(CloseCode.wrongVersion, `this server speaks version ${phoneSocketVersion}`)
    if (this.#stage !== 'new') return
    // Checked before the claim, which ends the phone's other socket.
    if (!this.#hasProof(frame)) return this.#refuse(CloseCode.unauthorized, wrongProof)
    this.#stage = 'registering'
    this.#connect(frame).catch((error) => {
      this.failed(error)
      this.close(1011)
    })
  }

  /** Before registration, other frames of a phone are ignored. */
  get hasRegistered(): boolean {
    return this.#stage !== 'new'
  }

  heartbeat(heartbeat: PhoneFrameOf<'heartbeat'>): void {
    const { deviceId, ip } = this.phone
    if (heartbeat.can) this.#takesTwoFingers = heartbeat.can.includes(twoFingers)
    this.context.emit('heartbeat', { deviceId, heartbeat, ip })
  }

  report(report: PhoneReport): void {
    if (report.action === 'commandState') this.#noteWork(String(report.cmdSubId), isUnderWay(report.state))
    if (report.action === 'taskState') this.#noteWork(report.runId, isUnderWay(report.state))
    takeReport(this.context, this.phone.deviceId, report)
  }

  screenFailed(msg: string): void {
    this.room?.screenFailed()
    this.announce({ kind: 'stopped', msg })
  }

  clipboard({ viewer, text }: PhoneFrameOf<'clipboard'>): void {
    // Its text goes only to the controller.
    if (this.room?.controller === viewer) this.announce({ kind: 'clipboard', viewer, text })
  }

  signal({ viewer, ...frame }: PhoneFrameOf<Signal['action']>): void {
    if (this.room?.has(viewer)) this.announce({ kind: 'signal', viewer, frame })
  }

  protected override onText(text: string): void {
    if (this.#replaced) return
    if (routePhoneFrame(text, this)) return
    this.context.counts.malformedFrames += 1
    const refusal = () => refusalOf(PhoneFrame, parseJson(text))
    if (this.hasRegistered) this.#tellRefused(refusal)
    else this.close(CloseCode.malformedFrame, refusal().reason)
  }

  protected override onBinary(bytes: Buffer) {
    const picture = parseFrame(bytes)
    if (picture === undefined) return this.#wrongFrame()
    this.#wrongInRow = 0
    this.context.counts.framesIn += 1
    this.send(`{"action":"frameTaken","sequence":${picture.sequence}}`)
    if (!this.room) return
    this.room.lastFrame = bytes
    this.room.noteScreen(picture.screenWidth, picture.screenHeight)
    this.#show(this.room, bytes)
  }

  protected override onFlood(): void {
    this.#tellRefused(() => ({
      action: 'refused',
      reason: `more than ${framesPerSecond} messages in a second`,
    }))
    const { ip } = this.phone
    this.context.emit('throttled', { kind: 'socketTooFast', path: deviceSocketPath, ip, userId: 0 })
    this.context.options.log.warn(
      { deviceId: this.phone.deviceId },
      'phone sends too many messages: some are dropped',
    )
  }

  protected override onEnd(): void {
    if (this.#move) return
    this.#unsubscribe?.()
    if (this.#stage !== 'connected' || this.#replaced) return
    this.announce({ kind: 'gone', session: this.id })
    const event = this.context.transit.othersTakeOver ? 'phoneMoved' : 'phoneGone'
    this.context.emit(event, { deviceId: this.phone.deviceId })
  }

  protected override silenceLimit(): number {
    const beats = this.#heartbeatSeconds() * heartbeatsMissed * 1000
    return Math.max(beats, this.context.timing.socketSilence)
  }

  #heartbeatSeconds(): number {
    return this.phone.heartbeatSeconds ?? this.context.options.heartbeatSeconds()
  }

  #refuse(code: number, reason = ''): void {
    this.#isRefused = true
    this.close(code, reason)
  }

  /** A phone without a stored key needs no proof; one that has a key pair by now proves it, and keeps it. */
  #hasProof({ proof }: PhoneFrameOf<'register'>): boolean {
    const { nonce, token, publicKey } = this.phone
    if (!proof) return publicKey === null
    if (publicKey !== null && publicKey !== proof.publicKey) return false
    const text = signedTexts.connection({ nonce, tokenHash: hashToken(token) })
    if (!isSignedBy(proof.publicKey, text, proof.signature)) return false
    this.#provenKey = proof.publicKey
    return true
  }

  async #connect({ action: _, proof, ...facts }: PhoneFrameOf<'register'>): Promise<void> {
    const { context, phone } = this
    if (proof && phone.publicKey === null) await context.options.adoptPhoneKey(phone.token, proof.publicKey)
    if (await this.#isTaken(facts.origin)) return
    const channel = toPhone(context.options.bus, phone.deviceId)
    this.#unsubscribe = await channel.subscribe((message: PhoneMessage) =>
      this.guard(() => handlePhoneMessage(message, this)),
    )
    if (this.over) return this.#unsubscribe()
    const claim = { kind: 'claim', session: this.id, server: context.serverId } as const
    await channel.publish(claim, { isOrdered: true })
    // Changes between its greeting and the subscription reached no subscriber.
    await this.recheck()
    if (this.over || this.#replaced || this.#isRefused) return
    this.#stage = 'connected'
    const { deviceId, deviceNo, ip } = phone
    const onlineSince = context.transit.take(deviceId)
    this.onlineSince = onlineSince ?? siteMs()
    for (const id of facts.heldIds) this.#noteWork(String(id), true)
    const heartbeatSeconds = this.#heartbeatSeconds()
    const { signer } = context.options
    const { authors } = phone
    const scrcpy = context.options.offeredScrcpy?.()
    const given = {
      ...(signer && { signer: signer.publicKey }),
      ...(authors && { authors }),
      ...(scrcpy && { scrcpy }),
    }
    this.order({ action: 'registered', deviceNo, heartbeatSeconds, now: siteMs(), ...given })
    const early = this.#early.splice(0)
    for (const order of early) this.order(order)
    const heldIds = [...facts.heldIds, ...early.flatMap(workIds)]
    context.emit('phoneConnected', {
      deviceId,
      deviceNo,
      ip,
      ...facts,
      heldIds,
      ...(onlineSince !== undefined && { onlineSince }),
    })
    this.announce({ kind: 'online', session: this.id })
    this.announceRoom()
  }

  /** A second phone with the identity of this one is refused; a new socket of the same phone replaces the old one. */
  async #isTaken(origin: PhoneOrigin | undefined): Promise<boolean> {
    this.#origin = origin
    if (!origin) return false
    const { bus } = this.context.options
    const present = await readOrigin(bus, this.phone.deviceId, this.context.timing.roomAnswer)
    if (!present || !areTwoPhones(present, origin)) return false
    this.#refuse(CloseCode.identityTaken, `${present.place.host} · ${present.place.name}`)
    return true
  }

  #noteWork(id: string, isOpen: boolean): void {
    if (!isOpen) this.#work.delete(id)
    else if (this.#work.size < maxWork) this.#work.add(id)
  }

  #endMove(end: MoveEnd): void {
    const move = this.#move
    if (!move) return
    clearTimeout(move.timer)
    this.#move = undefined
    const channel = toPhone(this.context.options.bus, this.phone.deviceId)
    const orders = this.#early.splice(0)
    if (end !== 'gone') for (const order of orders) channel.send({ kind: 'order', order })
    move.ended(end)
  }

  #wrongFrame(): void {
    this.context.counts.malformedFrames += 1
    this.#wrongInRow += 1
    const reason = 'the binary message is no frame'
    if (this.#wrongInRow >= maxWrongInRow) this.close(CloseCode.malformedFrame, reason)
    else this.#tellRefused(() => ({ action: 'refused', reason }))
  }

  /** The frame was ignored; the phone stays connected. */
  #tellRefused(refusal: () => PhoneRefusal): void {
    const now = performance.now()
    if (now - this.#refusedAt < refusalMs) return
    this.#refusedAt = now
    this.order(refusal())
  }

  #show(room: Room, frame: Uint8Array): void {
    this.#frames ??= new FrameRelay(this.context, frameChannel(this.phone.deviceId))
    this.#frames.offer(frame, room.isSeenElsewhere(this.context.serverId))
  }
}

const isUnderWay = (state: string) => state === 'acknowledged' || state === 'running'

/** Work in transit to the phone need not be sent again. */
function workIds(order: PhoneOrder): string[] {
  if (order.action === 'task') return [order.runId]
  return order.action === 'command' ? [order.cmdSubId] : []
}

function parseFrame(bytes: Buffer): ScreenFrame | undefined {
  try {
    return decodeScreenFrame(bytes)
  } catch {
    return undefined
  }
}

const phoneFrames: FrameHandlers<PhoneFrame, PhoneSession> = {
  register: (frame, phone) => phone.register(frame),
  heartbeat: (frame, phone) => phone.hasRegistered && phone.heartbeat(frame),
  log: (frame, phone) => phone.hasRegistered && phone.report(frame),
  screenFailed: (frame, phone) => phone.hasRegistered && phone.screenFailed(frame.msg),
  commandState: (frame, phone) => phone.hasRegistered && phone.report(frame),
  taskState: (frame, phone) => phone.hasRegistered && phone.report(frame),
  settingsTaken: (frame, phone) => phone.hasRegistered && phone.report(frame),
  check: (frame, phone) => phone.hasRegistered && phone.report(frame),
  clipboard: (frame, phone) => phone.clipboard(frame),
  toolReply: (frame, phone) => phone.toolReply(frame),
  systemLog: (frame, phone) => phone.systemLog(frame),
  offer: (frame, phone) => phone.signal(frame),
  candidate: (frame, phone) => phone.signal(frame),
  videoFailed: (frame, phone) => phone.signal(frame),
  sound: (frame, phone) => phone.signal(frame),
  timing: (frame, phone) => phone.signal(frame),
  ping: (_, phone) => phone.send(pongText),
  pong: () => {},
}
const routePhoneFrame = frameRouter(PhoneFrame, phoneFrames)
