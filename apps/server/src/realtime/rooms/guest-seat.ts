import { randomUUID } from 'node:crypto'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { LogLine } from '@fleetdeck/contract/log-socket'
import type { RecordingEnd } from '@fleetdeck/contract/recording-marks'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { BusMessage, Receivers, Unsubscribe } from '../bus/bus.ts'
import {
  frameChannel,
  fromPhone,
  type Guest,
  type Input,
  logChannel,
  type PhoneMessage,
  type RoomEvent,
  type RoomState,
  toPhone,
} from '../bus/messages.ts'
import type { HubContext } from '../hub-context.ts'

export interface GuestOptions {
  /** The name that others in the room see. */
  name: string
  /** Device settings (spec §3) for the frames, when there is no other viewer. */
  setting: Record<string, string>
  guest: Guest
}

/** Events of a guest; errors thrown by a listener go to the hub's log. */
export interface GuestListeners {
  /** A frame as the phone sent it (screen-frame.ts); must not be modified. */
  frame?(bytes: Uint8Array): void
  /** A touch, key or text was sent to the phone. Only recorders are notified. */
  input?(frame: Input, name: string): void
  lines?(lines: LogLine[]): void
  room?(info: RoomState): void
  /** An input of this guest was not forwarded. */
  refused?(text: TextKey): void
  /** A recording of this phone was ended, by any server. */
  recordingEnded?(end: RecordingEnd): void
  /** Another user may have booked the phone, or it may have another owner. */
  accessChanged?(): void
  /** The phone connected or disconnected; the seat is taken again automatically. */
  online?(isOnline: boolean): void
}

/** A seat in a phone's room that belongs to this server itself. The hub calls sweep(). */
export class GuestSeat {
  readonly id = randomUUID()
  readonly deviceId: DeviceId
  readonly #context: HubContext
  readonly #options: GuestOptions
  readonly #listeners: GuestListeners
  #stops: Unsubscribe[] = []
  /** The phone's socket, as last known; null while the phone is offline. */
  #session: string | null | undefined
  #isOver = false
  readonly #endListeners: (() => void)[] = []
  #keptAt = performance.now()

  private constructor(
    context: HubContext,
    deviceId: DeviceId,
    options: GuestOptions,
    listeners: GuestListeners,
  ) {
    this.#context = context
    this.deviceId = deviceId
    this.#options = options
    this.#listeners = listeners
  }

  /** Undefined when no server has the phone's socket. */
  static async take(
    context: HubContext,
    deviceId: DeviceId,
    options: GuestOptions,
    listeners: GuestListeners,
  ): Promise<GuestSeat | undefined> {
    const seat = new GuestSeat(context, deviceId, options, listeners)
    await seat.#listen()
    if (await seat.#post(seat.#joining())) return seat
    seat.#end()
    return undefined
  }

  onceEnded(listener: () => void): void {
    if (this.#isOver) listener()
    else this.#endListeners.push(listener)
  }

  /** Undefined while the phone's server cannot be reached. */
  input(frame: Input): Promise<Receivers> {
    return this.#post({ kind: 'input', viewer: this.id, frame })
  }

  /** Takes control from the present controller; the caller checks whether that is allowed. */
  takeControl(): Promise<Receivers> {
    return this.#post({ kind: 'take', viewer: this.id })
  }

  /** `end`: sent to all viewers of the phone. */
  async leave(end?: RecordingEnd): Promise<void> {
    if (this.#isOver) return
    this.#end()
    const { bus } = this.#context.options
    await this.#post({ kind: 'exit', viewer: this.id })
    if (end) await fromPhone(bus, this.deviceId).publish({ kind: 'recordingEnded', ...end })
  }

  recheck(): void {
    this.#run(() => this.#listeners.accessChanged?.())
  }

  sweep(now: number): void {
    if (now - this.#keptAt < this.#context.timing.keepAlive) return
    this.keep()
  }

  /** Confirms the seat, and checks whether the phone's server still answers. */
  keep(): void {
    this.#keptAt = performance.now()
    this.#guard(this.#keep())
  }

  async #keep(): Promise<void> {
    const receivers = await this.#post({ ...this.#joining(), kind: 'keep' })
    if (!receivers) this.#gone()
    // It was out of reach, and its server does not know that.
    else if (this.#session === null) await this.#post({ kind: 'look', viewer: this.id })
  }

  async #listen(): Promise<void> {
    const { bus } = this.#context.options
    const { frame, lines } = this.#listeners
    this.#stops.push(await fromPhone(bus, this.deviceId).subscribe((event) => this.#onEvent(event)))
    if (frame)
      this.#stops.push(
        await bus.subscribe(frameChannel(this.deviceId), (bytes: BusMessage) => {
          if (typeof bytes !== 'string') this.#run(() => frame(bytes))
        }),
      )
    if (lines)
      this.#stops.push(
        await logChannel(bus, this.deviceId).subscribe((event) => {
          if (event.kind === 'live') this.#run(() => lines(event.lines))
        }),
      )
  }

  #onEvent(event: RoomEvent): void {
    if (this.#isOver) return
    if (event.kind === 'online') this.#here(event.session)
    else if (event.kind === 'gone' && event.session === this.#session) this.#gone()
    else if (event.kind === 'input') this.#run(() => this.#listeners.input?.(event.frame, event.name))
    else if (event.kind === 'refused' && event.viewer === this.id)
      this.#run(() => this.#listeners.refused?.(event.text))
    else if (event.kind === 'recordingEnded') this.#run(() => this.#listeners.recordingEnded?.(event))
    else if (event.kind === 'room') this.#onRoom(event)
  }

  #onRoom({ kind: _, session, to, ...facts }: Extract<RoomEvent, { kind: 'room' }>): void {
    this.#here(
      session,
      facts.seats.some(({ viewer }) => viewer === this.id),
    )
    if (to === undefined || to === this.id) this.#run(() => this.#listeners.room?.(facts))
  }

  /** The room of an earlier socket of the phone ended with that socket. */
  #here(session: string, isSeated = false): void {
    if (this.#session === session) return
    const before = this.#session
    this.#session = session
    if (before !== undefined && !isSeated) this.#guard(this.#post(this.#joining()))
    if (before === null) this.#run(() => this.#listeners.online?.(true))
  }

  #gone(): void {
    if (this.#session === null) return
    this.#session = null
    this.#run(() => this.#listeners.online?.(false))
  }

  #joining(): Extract<PhoneMessage, { kind: 'join' }> {
    const { name, setting, guest } = this.#options
    // Joining does not take control: that takes a first touch, as for every viewer.
    const { serverId: server } = this.#context
    return { kind: 'join', viewer: this.id, server, name, setting, guest, returning: { controlled: false } }
  }

  #post(message: PhoneMessage): Promise<Receivers> {
    return toPhone(this.#context.options.bus, this.deviceId).publish(message)
  }

  #end(): void {
    this.#isOver = true
    for (const listener of this.#endListeners) listener()
    for (const stop of this.#stops) stop()
    this.#stops = []
  }

  #run(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.#context.options.log.error({ err: error }, 'could not serve a guest of a room')
    }
  }

  #guard(step: Promise<unknown>): void {
    step.catch((error) =>
      this.#context.options.log.error({ err: error }, 'could not serve a guest of a room'),
    )
  }
}
