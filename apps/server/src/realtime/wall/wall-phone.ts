import type { PhoneApp, ToolRequest } from '@fleetdeck/contract/phone-tools'
import type { RecordingMark } from '@fleetdeck/contract/recording-marks'
import { decodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import type { TileNote } from '@fleetdeck/contract/wall-socket'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { BusMessage, Unsubscribe } from '../bus/bus.ts'
import { frameChannel, fromPhone, type Input, type RoomEvent, toPhone } from '../bus/messages.ts'
import type { HubContext } from '../hub-context.ts'
import type { WallDevice } from '../hub-options.ts'
import { type ToolRefusal, toolRefusal } from '../rooms/tool-refusal.ts'
import { shownName } from '../rooms/viewer-seat.ts'
import type { LastFrame } from './last-frame-files.ts'

export interface Tile {
  width: number
  delayMs: number
}

export interface ToolOutcome {
  id: string
  /** Undefined if the phone did it. */
  why: ToolRefusal | undefined
  apps?: PhoneApp[] | undefined
}

export interface WallPhoneCallbacks {
  viewer: string
  name: string
  client: string | undefined
  /** How the name of a guest with a link is shown. */
  guestName(name: string): string
  /** A newer wall of the same client took over its seat. */
  replaced(): void
  /** Its controller, its connection, its orientation or its recording changed. */
  changed(phone: WallPhone): void
  /** Its note differs from the last one. */
  noted(phone: WallPhone): void
  /** A newer frame replaced one that was not sent. */
  skipped(): void
  replied(phone: WallPhone, outcome: ToolOutcome): void
  /** It could not take an input of the wall. */
  refused(phone: WallPhone, text: TextKey): void
  /** The text of its clipboard, which was asked for. */
  copied(text: string): void
}

/** One phone as a wall sees it: its newest frame, and its controller. */
export class WallPhone {
  device: WallDevice
  isOnline = false
  /** Another user who controls it. */
  controlledBy: string | undefined
  /** The wall controls it, for a group. */
  isControlled = false
  /** Pixels of its screen in the present orientation; undefined until its first frame. */
  screen: { width: number; height: number } | undefined
  recording: RecordingMark | undefined
  /** The newest frame not yet sent to the page. */
  waiting: Uint8Array | undefined
  sentAt = 0
  readonly #context: HubContext
  readonly #callbacks: WallPhoneCallbacks
  /** Undefined until it is opened. */
  #tile: Tile | undefined
  #wantsControl = false
  #session: string | undefined
  #newest: number | undefined
  #subscriptions: Unsubscribe[] = []
  #isOver = false
  /** The newest frame, sent or not. */
  #last: Uint8Array | undefined
  /** The frame shown while it is offline, and until when the phone showed it. */
  #kept: LastFrame | undefined
  #failure: string | undefined
  /** Other servers were asked for a newer frame since it is offline. */
  #hasAsked = false

  constructor(context: HubContext, device: WallDevice, callbacks: WallPhoneCallbacks) {
    this.#context = context
    this.device = device
    this.#callbacks = callbacks
  }

  get note(): TileNote {
    return {
      id: this.device.id,
      keptMs: this.#kept ? Math.max(0, Date.now() - this.#kept.until) : null,
      failure: this.#failure ?? null,
      controller: this.controlledBy ?? null,
    }
  }

  /** A phone without a frame yet is assumed to be in portrait orientation. */
  get isLandscape(): boolean {
    return this.screen !== undefined && this.screen.width > this.screen.height
  }

  /** Size and rate of the requested frames, and whether control is requested. The first call opens it. */
  async want(tile: Tile, wantsControl: boolean): Promise<void> {
    const before = this.#tile
    const isSame = before?.width === tile.width && before.delayMs === tile.delayMs
    if (isSame && wantsControl === this.#wantsControl) return
    this.#tile = tile
    this.#wantsControl = wantsControl
    if (!before) await this.#listen()
    if (!this.#isOver) await this.#join()
  }

  close(): void {
    if (this.#isOver) return
    this.#keepLast()
    this.#isOver = true
    this.#unsubscribe()
    this.#mailbox.send({ kind: 'exit', viewer: this.#callbacks.viewer })
  }

  /** The device changed: whoever owns it now must not see what it showed before. */
  forgetLast(): void {
    this.#last = undefined
  }

  /** By the server, in the memory of another one. */
  lastFrameFound(): void {
    if (this.isOnline || this.#isOver) return
    const kept = this.#context.lastFrames.get(this.device.id)
    this.waiting = kept?.frame
    this.#note(kept, undefined)
  }

  /** Also detects changes that a crashed server never reported. */
  async keep(): Promise<void> {
    const receivers = await this.#mailbox.publish({ kind: 'keep', ...this.#seat(), ...this.#returning() })
    if (!receivers) this.#onOffline()
    // It was out of reach, and its server does not know that.
    else if (!this.isOnline) this.#mailbox.send({ kind: 'look', viewer: this.#callbacks.viewer })
  }

  send(frame: Input): void {
    this.#mailbox.send({ kind: 'input', viewer: this.#callbacks.viewer, frame })
  }

  /** Answered by `replied`. */
  ask(id: string, request: ToolRequest): void {
    this.#mailbox.send({
      kind: 'tool',
      viewer: this.#callbacks.viewer,
      frame: { action: 'askTool', id, request },
    })
  }

  /** Takes control from the present controller. */
  seize(): void {
    this.#mailbox.send({ kind: 'take', viewer: this.#callbacks.viewer })
  }

  async #listen(): Promise<void> {
    const { bus } = this.#context.options
    this.#subscriptions = await Promise.all([
      fromPhone(bus, this.device.id).subscribe((event) => this.#onEvent(event)),
      bus.subscribe(frameChannel(this.device.id), (frame) => this.#take(frame)),
    ])
    if (this.#isOver) this.#unsubscribe()
  }

  async #join(): Promise<void> {
    const receivers = await this.#mailbox.publish({ kind: 'join', ...this.#seat() })
    if (!receivers) this.#onOffline()
  }

  #seat() {
    const { viewer, name, client } = this.#callbacks
    const watches = !this.#wantsControl
    const { serverId: server } = this.#context
    const seat = { viewer, server, name, setting: {}, ...(client && { client }) }
    return { ...seat, ...(this.#tile && { wall: this.#tile }), ...(watches && { watches }) }
  }

  #returning() {
    return { returning: { controlled: this.isControlled } }
  }

  #onEvent(event: RoomEvent): void {
    if (this.#isOver) return
    if (event.kind === 'gone') this.#onOffline(event.session)
    else if (event.kind === 'replaced' && event.viewer === this.#callbacks.viewer) this.#callbacks.replaced()
    else if (event.kind === 'stopped') this.#onFailure(event.msg)
    else if (event.kind === 'toolReply' || event.kind === 'toolRefused') this.#onReply(event)
    else if (event.kind === 'clipboard') this.#onClipboard(event)
    else if (event.kind === 'refused' && event.viewer === this.#callbacks.viewer)
      this.#callbacks.refused(this, event.text)
    else if (event.kind === 'room') this.#onRoom(event)
  }

  #onReply(event: Extract<RoomEvent, { kind: 'toolReply' | 'toolRefused' }>): void {
    if (event.viewer !== this.#callbacks.viewer) return
    const { replied } = this.#callbacks
    if (event.kind === 'toolRefused') replied(this, { id: event.id, why: { text: event.text } })
    else replied(this, { id: event.reply.id, why: toolRefusal(event.reply), apps: event.reply.apps })
  }

  #onClipboard({ viewer, text }: Extract<RoomEvent, { kind: 'clipboard' }>): void {
    if (viewer === this.#callbacks.viewer) this.#callbacks.copied(text)
  }

  #onOffline(session = this.#session): void {
    if (session !== this.#session) return
    // What it showed to this wall until now is the newest frame.
    if (!this.#last && !this.#hasAsked) this.#context.lastFrames.ask(this.device.id)
    this.#hasAsked = true
    this.#keepLast()
    this.#session = undefined
    this.isOnline = false
    this.#showKept()
    this.isControlled = false
    this.recording = undefined
    this.#controlledBy(undefined)
    this.#callbacks.changed(this)
  }

  #onRoom({ session, controller, seats, recording }: Extract<RoomEvent, { kind: 'room' }>): void {
    if (session !== this.#session) this.#newest = undefined
    this.#session = session
    this.isOnline = true
    this.#hasAsked = false
    this.recording = recording ?? undefined
    this.#note(undefined, this.#failure)
    this.isControlled = controller === this.#callbacks.viewer
    const holder = this.isControlled ? undefined : seats.find(({ viewer }) => viewer === controller)
    this.#controlledBy(holder && shownName(holder, this.#callbacks.guestName))
    this.#callbacks.changed(this)
    const hasSeat = seats.some(({ viewer }) => viewer === this.#callbacks.viewer)
    // The room of an earlier socket ended with that socket; released control is free for any viewer.
    if (!hasSeat || (controller === null && this.#wantsControl))
      this.#mailbox.send({ kind: 'join', ...this.#seat() })
  }

  #take(frame: BusMessage): void {
    if (typeof frame === 'string' || this.#isOver) return
    const { sequence, screenWidth, screenHeight } = decodeScreenFrame(frame)
    if (sequence === this.#newest) return
    this.#newest = sequence
    this.#last = frame
    this.#note(undefined, undefined)
    if (this.waiting) this.#callbacks.skipped()
    this.waiting = frame
    const isSame = this.screen?.width === screenWidth && this.screen.height === screenHeight
    if (isSame) return
    this.screen = { width: screenWidth, height: screenHeight }
    this.#callbacks.changed(this)
  }

  /** For walls that show it while it is offline. */
  #keepLast(): void {
    if (this.#last) this.#context.lastFrames.put(this.device.id, this.#last, Date.now())
    this.#last = undefined
  }

  #showKept(): void {
    const kept = this.#context.lastFrames.get(this.device.id)
    if (kept && this.sentAt === 0) this.waiting ??= kept.frame
    this.#note(kept, undefined)
  }

  #onFailure(msg: string): void {
    this.#note(undefined, msg)
  }

  #note(kept: LastFrame | undefined, failure: string | undefined): void {
    if (kept === this.#kept && failure === this.#failure) return
    this.#kept = kept
    this.#failure = failure
    this.#callbacks.noted(this)
  }

  #controlledBy(name: string | undefined): void {
    if (name === this.controlledBy) return
    this.controlledBy = name
    this.#callbacks.noted(this)
  }

  #unsubscribe(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    this.#subscriptions = []
  }

  get #mailbox() {
    return toPhone(this.#context.options.bus, this.device.id)
  }
}
