import { rebootPermission } from '@fleetdeck/contract/commands'
import {
  type ClientEvent,
  type ClientFrame,
  CloseCode,
  takeControlPermission,
} from '@fleetdeck/contract/device-socket'
import type { RecordingEnd } from '@fleetdeck/contract/recording-marks'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { WebSocket } from 'ws'
import type { BusMessage, Receivers, Unsubscribe } from '../bus/bus.ts'
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
import type { ConsoleCommand } from '../hub-events.ts'
import type { VisibleDevice } from '../hub-options.ts'
import { BrowserSocket, type Visitor } from '../sockets/browser-socket.ts'
import { findDevice } from '../sockets/device-access.ts'
import { routeClientFrame } from './client-frames.ts'
import { PictureQueue } from './picture-queue.ts'
import { handleRoomEvent } from './room-events.ts'
import { toolRefusal } from './tool-refusal.ts'
import { ViewerCommands } from './viewer-commands.ts'
import { roomStateFor, shownTo, withChoices } from './viewer-seat.ts'

const videoMode = '1'
/** The phone shows no picture of a guest. */
const cameraOff = { local_cam: '1' }
const clipboardActions: ReadonlySet<Input['action']> = new Set(['setClipboard', 'askClipboard'])

/** A gesture counts once. */
const touchSteps = { touchDown: 'touches', touchMove: undefined, touchUp: undefined } as const

/** For the log of a visit. */
function inputKind(frame: Input): 'touches' | 'keys' | 'texts' | undefined {
  if (frame.action === 'typeText') return 'texts'
  if (frame.action === 'pressKey') return 'keys'
  if (frame.action !== 'canvas_action') return undefined
  return frame.action_type in touchSteps ? touchSteps[frame.action_type as keyof typeof touchSteps] : 'keys'
}

/** A page that shows one phone. Its permissions are decided on the server with the phone's socket. */
export class ViewerSession extends BrowserSocket<ClientEvent> {
  readonly device: VisibleDevice
  readonly pictures: PictureQueue
  readonly commands: ViewerCommands
  /** The phone's socket, as last known; undefined while the phone is offline. */
  phoneSession: string | undefined
  /** requested: a seat was requested and not yet confirmed. */
  #place: 'out' | 'requested' | 'in' = 'out'
  #controls = false
  #setting: Record<string, string> = {}
  /** The page asked to watch only. */
  #asksToWatch = false
  #watches = false
  #takesSound = false
  #isReserved = false
  /** The phone offered video: frames for other viewers are not for this page. */
  #hasVideo = false
  #stopFrames: Unsubscribe | undefined
  #keptAt = performance.now()

  constructor(context: HubContext, ws: WebSocket, visitor: Visitor, device: VisibleDevice) {
    super(context, ws, visitor)
    this.device = device
    this.pictures = new PictureQueue(this, context.counts, context.timing.firstAnswer)
    this.commands = new ViewerCommands(context.timing.commandAnswer, (command, text, msg) =>
      this.#answerCommand(command, text, msg),
    )
    this.inTurn(() => this.#start())
  }

  join({ screenSetting, watches, sound }: Extract<ClientFrame, { action: 'joinRoom' }>): void {
    this.#takesSound = sound === true
    this.inTurnUntilDone('seat', () => this.#takeSeat(screenSetting, watches))
  }

  exit(): void {
    this.inTurn(() => {
      this.forget('seat')
      this.#leaveRoom()
    })
  }

  release(): void {
    this.#controls = false
    this.inTurn(() => this.#deliver({ kind: 'release', viewer: this.id }))
  }

  /** Forwarded in the order of the page's frames. */
  post(message: PhoneMessage): void {
    this.inTurn(() => this.#forward(message))
  }

  input(frame: Input): void {
    if (this.caller.visit && clipboardActions.has(frame.action)) this.refuseFrame('screenLink.notForGuests')
    else this.post({ kind: 'input', viewer: this.id, frame })
  }

  askControl(): void {
    this.inTurn(() => {
      if (this.#isReserved) this.refuseFrame('phone.reserved')
      else if (this.#watches) this.refuseFrame('phone.watchOnly')
      else this.#forward({ kind: 'ask', viewer: this.id })
    })
  }

  /** All viewers see the time code that the phone then draws. */
  measure(isOn: boolean): void {
    if (this.caller.visit) this.refuseFrame('screenLink.notForGuests')
    else this.post({ kind: 'measure', viewer: this.id, isOn })
  }

  takeControl(): void {
    this.inTurn(async () => {
      if (await this.#isPermitted(takeControlPermission)) this.#forward({ kind: 'take', viewer: this.id })
      else this.refuseFrame(this.#isReserved ? 'phone.reserved' : 'error.forbidden')
    })
  }

  askTool(frame: Extract<ClientFrame, { action: 'askTool' }>): void {
    this.inTurn(() => {
      if (this.caller.visit) this.refuseTool(frame.id, 'screenLink.notForGuests')
      else if (this.phoneSession) this.#deliver({ kind: 'tool', viewer: this.id, frame })
      else this.refuseTool(frame.id, 'device.offline')
    })
  }

  refuseTool(id: string, text: TextKey): void {
    this.sendEvent({ action: 'toolReply', id, msg: this.text(text) })
  }

  toolReply({ failure, msg, ...reply }: Extract<RoomEvent, { kind: 'toolReply' }>['reply']): void {
    const why = toolRefusal({ failure, msg })
    this.sendEvent({ ...reply, ...(why && { msg: 'msg' in why ? why.msg : this.text(why.text) }) })
  }

  command(command: ConsoleCommand): void {
    this.inTurn(async () => {
      if (!(await this.#isPermitted(rebootPermission)))
        return this.#answerCommand(command, this.#isReserved ? 'phone.reserved' : 'error.forbidden')
      const cmdSubId = this.commands.begin(command)
      const receivers = await this.#ask({ kind: 'command', viewer: this.id, command, cmdSubId })
      if (!receivers) this.commands.end(cmdSubId, receivers === 0 ? 'device.offline' : 'phone.serverBusy')
    })
  }

  inputSent(frame: Input): void {
    const { visit } = this.caller
    const kind = inputKind(frame)
    if (visit && kind) this.context.emit('guestInput', { visitId: visit.id, kind })
  }

  commandSent(cmdSubId: string): void {
    const { caller, device } = this
    const command = this.commands.findCommand(cmdSubId)
    if (command) this.context.emit('command', { caller, deviceId: device.id, command, cmdSubId })
  }

  /** isSeated: this page has a seat in the room of that session. */
  phoneOnline(session: string, isSeated = false): void {
    if (this.phoneSession === session) return
    const wasOffline = this.phoneSession === undefined
    this.phoneSession = session
    if (wasOffline) this.sendEvent({ action: 'deviceState', online: true })
    this.pictures.reset()
    // The room of an earlier socket ended with that socket. While two sockets of the phone are open, both answer a
    // join: joining at each answer would double the joins every time.
    if (this.#place === 'in' && !isSeated)
      this.#deliver({ kind: 'join', ...this.#seat(), ...this.#returning() })
  }

  phoneGone(session = this.phoneSession): void {
    if (!this.phoneSession || session !== this.phoneSession) return
    this.phoneSession = undefined
    this.#hasVideo = false
    this.pictures.reset()
    this.screenStopped('')
    if (this.#place === 'requested') this.#place = 'in'
    this.sendEvent({ action: 'deviceState', online: false })
  }

  screenStopped(msg: string): void {
    if (this.#place === 'out') return
    const text = this.phoneSession ? 'phone.screenFailed' : 'phone.connectionLost'
    this.sendEvent({ action: 'screenStopped', msg: msg || this.text(text) })
  }

  onSeated(): void {
    if (this.#place === 'out') return
    this.#place = 'in'
    const iceServers = this.#wantsVideo ? this.context.options.iceServers?.(this.caller.userName) : undefined
    this.sendEvent({ action: 'joinRoomResp', code: 0, msg: '', ...(iceServers && { iceServers }) })
  }

  /** Messages of the phone for this page only. */
  signal(frame: Signal): void {
    if (frame.action === 'offer') {
      // A slow phone offers video also when its viewer has given up waiting, and sees frames.
      if (!this.#wantsVideo) return
      this.#hasVideo = true
    }
    if (frame.action === 'videoFailed') this.#hasVideo = false
    this.sendEvent(frame)
  }

  recordingEnded({ id, ending }: RecordingEnd): void {
    this.sendEvent({ action: 'recordingEnded', id, ending, msg: this.text(`recording.ending.${ending}`) })
  }

  /** region: of the phone's server. */
  showRoom(info: RoomState, region?: string): void {
    this.#controls = info.controller === this.id
    const shown = shownTo(this.id, info, {
      guest: (name) => this.text('screenLink.guestName', { name }),
      ...(this.caller.visit && { other: this.text('screenLink.someUser') }),
    })
    const isElsewhere = region !== undefined && region !== this.context.options.region && !this.caller.visit
    this.sendEvent({
      ...roomStateFor(this.id, shown),
      ...(this.#watches && { watches: true }),
      ...(isElsewhere && { region }),
    })
  }

  override sweep(now: number) {
    super.sweep(now)
    this.pictures.flush()
    this.commands.sweep(now)
    if (now - this.#keptAt < this.context.timing.keepAlive) return
    this.keep()
  }

  /** Confirms the seat, and checks whether the phone's server still answers. */
  keep(): void {
    this.#keptAt = performance.now()
    this.inTurn(() => this.#keepSeat())
  }

  protected override route(text: string): boolean {
    return routeClientFrame(text, this)
  }

  protected override async checkAccess(): Promise<void> {
    const device = await this.#findDevice()
    if (!device) return
    const before = { watches: this.#watches, isReserved: this.#isReserved }
    this.#noteRights(device)
    const isSame = before.watches === this.#watches && before.isReserved === this.#isReserved
    if (!isSame && this.#place !== 'out')
      this.#deliver({ kind: 'join', ...this.#seat(), ...this.#returning() })
  }

  protected override onLeave(): void {
    this.#leaveRoom()
  }

  get #wantsVideo(): boolean {
    return this.#setting.screen_mode === videoMode
  }

  async #start(): Promise<void> {
    const { bus } = this.context.options
    await this.hold(
      fromPhone(bus, this.device.id).subscribe((event) => this.guard(() => handleRoomEvent(event, this))),
    )
    const receivers = await this.#ask({ kind: 'look', viewer: this.id })
    if (receivers) return
    const isAsked = receivers === 0 && (await this.#askToConnect())
    const msg = isAsked && { msg: this.text('phone.askedToConnect') }
    this.sendEvent({ action: 'deviceState', online: false, ...msg })
  }

  /** A phone that sends heartbeats over HTTP is asked to open its socket; false if it does not. */
  async #askToConnect(): Promise<boolean> {
    const order = { action: 'connect', purpose: 'screen' } as const
    return (await this.context.options.leaveForPhone?.(this.device.id, order)) ?? false
  }

  async #takeSeat(choices: Record<string, string>, watches: boolean): Promise<void> {
    const device = await this.#findDevice()
    if (!device || this.over) return
    const chosen = withChoices(device.settings, choices)
    if (!chosen) return this.#refuseSeat('phone.settingWrong')
    const setting = this.caller.visit ? { ...chosen, ...cameraOff } : chosen
    const { bus } = this.context.options
    this.#stopFrames ??= await bus.subscribe(frameChannel(device.id), (frame) => this.#showFrame(frame))
    if (this.over) return this.#leaveRoom()
    // With other sizes, the frame that the page has is not sent again.
    const isSameStream = this.#place !== 'out' && setting.screen_mode === this.#setting.screen_mode
    if (!isSameStream) this.pictures.reset()
    this.#setting = setting
    this.#hasVideo &&= this.#wantsVideo
    this.#asksToWatch = watches
    this.#noteRights(device)
    this.#place = 'requested'
    const receivers = await this.#ask({ kind: 'join', ...this.#seat() })
    if (receivers) return
    this.#leaveRoom()
    this.phoneGone()
    if (receivers !== 0) this.#refuseSeat('phone.serverBusy')
    else this.#refuseSeat((await this.#askToConnect()) ? 'phone.askedToConnect' : 'device.offline')
  }

  #noteRights({ mayControl, isReserved = false }: VisibleDevice): void {
    this.#watches = this.#asksToWatch || !mayControl
    this.#isReserved = isReserved
  }

  #leaveRoom(): void {
    this.#stopFrames?.()
    this.#stopFrames = undefined
    if (this.#place !== 'out') this.#deliver({ kind: 'exit', viewer: this.id })
    this.#place = 'out'
    this.#controls = false
    this.#hasVideo = false
    this.pictures.reset()
  }

  /** Also detects changes that a crashed server or a lost bus connection never reported. */
  async #keepSeat(): Promise<void> {
    const isOut = this.#place === 'out'
    const receivers = await this.#ask(
      isOut ? { kind: 'poke' } : { kind: 'keep', ...this.#seat(), ...this.#returning() },
    )
    if (!receivers) this.phoneGone()
    else if (!this.phoneSession) this.#deliver({ kind: 'look', viewer: this.id })
  }

  async #findDevice(): Promise<VisibleDevice | undefined> {
    const device = await findDevice(this.context.options, this.caller, this.device.deviceNo)
    if (typeof device === 'number') this.refuse(device)
    // The number was assigned to another phone.
    else if (device.id !== this.device.id) this.refuse(CloseCode.notFound)
    else return device
    return undefined
  }

  #forward(message: PhoneMessage): void {
    if (this.phoneSession) this.#deliver(message)
    else this.refuseFrame('device.offline')
  }

  async #isPermitted(permission: string): Promise<boolean> {
    const ids = await this.context.options.permitted(this.caller, permission, [this.device.id])
    return ids.length > 0
  }

  #refuseSeat(text: TextKey): void {
    this.sendEvent({ action: 'joinRoomResp', code: 1, msg: this.text(text) })
  }

  #answerCommand(command: ConsoleCommand, text?: TextKey, msg = ''): void {
    const said = text ? this.text(text) : msg
    this.sendEvent({ action: 'commandResp', command, code: text ? 1 : 0, msg: said })
  }

  #showFrame(frame: BusMessage): void {
    if (typeof frame !== 'string' && !this.#hasVideo) this.pictures.offer(frame)
  }

  #returning() {
    return { returning: { controlled: this.#controls } }
  }

  #seat() {
    const { id: viewer, client } = this
    const setting = this.#setting
    const watches = this.#watches
    const isReserved = this.#isReserved
    return {
      viewer,
      server: this.context.serverId,
      name: this.caller.userName,
      setting,
      ...(client && { client }),
      ...(watches && { watches }),
      ...(this.#takesSound && { sound: true as const }),
      ...(isReserved && { isReserved }),
      ...(this.caller.visit && { byLink: true }),
    }
  }

  #mailbox() {
    return toPhone(this.context.options.bus, this.device.id)
  }

  /** How many servers have the phone's socket; undefined when that is not this one and others cannot be reached. */
  #ask = (message: PhoneMessage): Promise<Receivers> => this.#mailbox().publish(message)

  #deliver(message: PhoneMessage): void {
    this.#mailbox().send(message)
  }
}
