import { randomUUID } from 'node:crypto'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { PhoneFrame, type PhoneOrder, phoneSocketVersion } from '@fleetdeck/contract/phone-socket'
import { decodeScreenFrame, type ScreenFrame } from '@fleetdeck/contract/screen-frame'
import type { WebSocket } from 'ws'
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
import { type FrameHandlers, frameRouter } from '../sockets/frame-router.ts'
import { LiveSocket, pongText } from '../sockets/live-socket.ts'
import { FrameRelay } from './frame-relay.ts'
import { handlePhoneMessage } from './phone-messages.ts'
import { Room } from './room.ts'

/** 60 pictures and a script that logs in a loop. */
const framesPerSecond = 1000
const maxWrongInRow = 20
const heartbeatsMissed = 3

const emptyRoom: RoomState = { controller: null, seats: [], asking: [], recording: null }

type PhoneFrameOf<Action extends PhoneFrame['action']> = Extract<PhoneFrame, { action: Action }>

export interface PhoneInfo {
  deviceId: DeviceId
  deviceNo: string
  ip: string
  /** The phone's present identity, and whether it may still connect. */
  askAgain: () => Awaitable<PhoneIdentity | undefined>
  /** The phone's own, if it differs from the site's. */
  heartbeatSeconds?: number
}

/** The only socket of a phone. The server with this socket is authoritative for the phone's room. */
export class PhoneSession extends LiveSocket {
  readonly id = randomUUID()
  readonly phone: PhoneInfo
  room: Room | undefined
  readonly #openedAt = Date.now()
  #stage: 'new' | 'registering' | 'connected' = 'new'
  #claimed = false
  #replaced = false
  #wrongInRow = 0
  #frames: FrameRelay | undefined
  #unsubscribe: Unsubscribe | undefined
  /** Messages for the phone that arrived before its registration was confirmed. */
  #early: PhoneOrder[] = []

  constructor(context: HubContext, ws: WebSocket, phone: PhoneInfo) {
    super(context, ws, framesPerSecond)
    this.phone = phone
  }

  order(order: PhoneOrder): void {
    if (this.#stage !== 'connected') {
      this.#early.push(order)
      return
    }
    if (order.action === 'settings') this.phone.heartbeatSeconds = order.heartbeatSeconds
    this.send(JSON.stringify(order))
  }

  /** Sends to the viewers, on all servers. */
  announce(event: RoomEvent): void {
    this.guard(() => fromPhone(this.context.options.bus, this.phone.deviceId).publish(event))
  }

  announceRoom(to?: string): void {
    const info = this.room?.info() ?? emptyRoom
    this.announce({ kind: 'room', session: this.id, ...info, ...(to !== undefined && { to }) })
  }

  /** The room is created for the first viewer and ends with the last. */
  openRoom(): Room {
    this.room ??= new Room({
      order: (order) => this.order(order),
      replaced: (viewer) => this.announce({ kind: 'replaced', viewer }),
      changed: () => {
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
    if (room?.takesControl(viewer)) {
      this.order(frame.action === 'askClipboard' ? { ...frame, viewer } : frame)
      if (room.recording) this.announce({ kind: 'input', name: room.nameOf(viewer), frame })
      return
    }
    this.announce({ kind: 'refused', viewer, text: room?.whyNot(viewer) ?? 'phone.notJoined' })
  }

  showLastFrame(): void {
    if (this.room?.lastFrame) this.#relay().offer(this.room.lastFrame)
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
    if (claim.server !== this.context.serverId && this.#stage === 'connected')
      this.context.emit('phoneMoved', { deviceId: this.phone.deviceId })
  }

  override sweep(now: number) {
    super.sweep(now)
    this.room?.removeSilent(now, this.context.timing.viewerSilence)
    if (this.#stage === 'new' && now - this.#openedAt > this.context.timing.register)
      this.close(CloseCode.malformedFrame)
  }

  register(frame: PhoneFrameOf<'register'>) {
    if (frame.version !== phoneSocketVersion) return this.close(CloseCode.wrongVersion)
    if (this.#stage !== 'new') return
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
    this.context.emit('heartbeat', { deviceId, heartbeat, ip })
  }

  log({ level, msg, runId: runKey }: PhoneFrameOf<'log'>): void {
    const line = { level, msg, time: Date.now() }
    this.context.logs.add(this.phone.deviceId, line)
    this.context.emit('log', { deviceId: this.phone.deviceId, line, ...(runKey !== undefined && { runKey }) })
  }

  screenFailed(msg: string): void {
    this.room?.screenFailed()
    this.announce({ kind: 'stopped', msg })
  }

  commandState({ action: _, ...facts }: PhoneFrameOf<'commandState'>): void {
    this.context.emit('commandState', { deviceId: this.phone.deviceId, ...facts })
    this.announce({ kind: 'commandState', ...facts, cmdSubId: String(facts.cmdSubId) })
  }

  taskState({ action: _, runId: runKey, ...state }: PhoneFrameOf<'taskState'>): void {
    this.context.emit('taskState', { deviceId: this.phone.deviceId, runKey, ...state })
  }

  settingsTaken({ action: _, ...facts }: PhoneFrameOf<'settingsTaken'>): void {
    this.context.emit('settingsTaken', { deviceId: this.phone.deviceId, ...facts })
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
    if (!routePhoneFrame(text, this)) this.context.counts.malformedFrames += 1
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
    this.#relay().offer(bytes)
  }

  protected override onFlood(): void {
    this.context.options.log.warn(
      { deviceId: this.phone.deviceId },
      'a phone sends too much; some is dropped',
    )
  }

  protected override onEnd(): void {
    this.#unsubscribe?.()
    if (this.#stage !== 'connected' || this.#replaced) return
    this.announce({ kind: 'gone', session: this.id })
    this.context.emit('phoneGone', { deviceId: this.phone.deviceId })
  }

  protected override silenceLimit(): number {
    const beats = this.#heartbeatSeconds() * heartbeatsMissed * 1000
    return Math.max(beats, this.context.timing.socketSilence)
  }

  #heartbeatSeconds(): number {
    return this.phone.heartbeatSeconds ?? this.context.options.heartbeatSeconds()
  }

  async #connect({ action: _, ...facts }: PhoneFrameOf<'register'>): Promise<void> {
    const { context, phone } = this
    const channel = toPhone(context.options.bus, phone.deviceId)
    this.#unsubscribe = await channel.subscribe((message: PhoneMessage) =>
      this.guard(() => handlePhoneMessage(message, this)),
    )
    if (this.over) return this.#unsubscribe()
    await channel.publish({ kind: 'claim', session: this.id, server: context.serverId })
    // Changes between its greeting and the subscription reached no subscriber.
    const now = await phone.askAgain()
    if (this.over || this.#replaced) return
    if (!now || 'refused' in now)
      return this.close(now ? CloseCode.forbidden : CloseCode.unauthorized, now?.refused)
    Object.assign(phone, now)
    this.#stage = 'connected'
    const { deviceId, deviceNo, ip } = phone
    this.order({ action: 'registered', deviceNo, heartbeatSeconds: this.#heartbeatSeconds() })
    const early = this.#early.splice(0)
    for (const order of early) this.order(order)
    const heldIds = [...facts.heldIds, ...early.flatMap(workIds)]
    context.emit('phoneConnected', { deviceId, deviceNo, ip, ...facts, heldIds })
    this.announce({ kind: 'online', session: this.id })
    this.announceRoom()
  }

  #wrongFrame(): void {
    this.context.counts.malformedFrames += 1
    this.#wrongInRow += 1
    if (this.#wrongInRow >= maxWrongInRow) this.close(CloseCode.malformedFrame)
  }

  #relay(): FrameRelay {
    this.#frames ??= new FrameRelay(this.context, frameChannel(this.phone.deviceId))
    return this.#frames
  }
}

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
  log: (frame, phone) => phone.hasRegistered && phone.log(frame),
  screenFailed: (frame, phone) => phone.screenFailed(frame.msg),
  commandState: (frame, phone) => phone.hasRegistered && phone.commandState(frame),
  taskState: (frame, phone) => phone.hasRegistered && phone.taskState(frame),
  settingsTaken: (frame, phone) => phone.hasRegistered && phone.settingsTaken(frame),
  clipboard: (frame, phone) => phone.clipboard(frame),
  offer: (frame, phone) => phone.signal(frame),
  candidate: (frame, phone) => phone.signal(frame),
  videoFailed: (frame, phone) => phone.signal(frame),
  timing: (frame, phone) => phone.signal(frame),
  ping: (_, phone) => phone.send(pongText),
  pong: () => {},
}
const routePhoneFrame = frameRouter(PhoneFrame, phoneFrames)
