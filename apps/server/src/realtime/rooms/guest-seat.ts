import { randomUUID } from 'node:crypto'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { LogLine } from '@fleetdeck/contract/log-socket'
import type { RecordingEnd } from '@fleetdeck/contract/recording-marks'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { BusMessage, Unsubscribe } from '../bus/bus.ts'
import {
  framesOf,
  fromPhone,
  type Guest,
  type Input,
  logOf,
  type PhoneMail,
  type RoomFacts,
  type RoomNews,
  toPhone,
} from '../bus/messages.ts'
import type { HubParts } from '../hub-parts.ts'

export interface GuestOptions {
  /** As the others in the room read it. */
  name: string
  /** Device settings (spec §3) for the pictures, where nobody else looks. */
  setting: Record<string, string>
  guest: Guest
}

/** What a guest hears of; a listener that throws is told to the hub's log. */
export interface GuestEars {
  /** A picture as the phone sent it (screen-frame.ts); must not be written to. */
  frame?(bytes: Uint8Array): void
  /** Somebody's touch, key or text went to the phone. Told to recorders only. */
  input?(frame: Input, name: string): void
  lines?(lines: LogLine[]): void
  room?(facts: RoomFacts): void
  /** An input of this guest was not passed on. */
  refused?(text: TextKey): void
  /** The phone came or went; the place is taken again by itself. */
  online?(isOnline: boolean): void
}

/** A place in a phone's room that this server holds itself. The hub calls sweep(). */
export class GuestSeat {
  readonly id = randomUUID()
  readonly deviceId: DeviceId
  private readonly parts: HubParts
  private readonly options: GuestOptions
  private readonly ears: GuestEars
  private stops: Unsubscribe[] = []
  /** The phone's socket, as last heard of; null while the phone is away. */
  private session: string | null | undefined
  private isOver = false
  private keptAt = Date.now()

  private constructor(parts: HubParts, deviceId: DeviceId, options: GuestOptions, ears: GuestEars) {
    this.parts = parts
    this.deviceId = deviceId
    this.options = options
    this.ears = ears
  }

  /** Undefined when no server holds the phone's socket. */
  static async take(
    parts: HubParts,
    deviceId: DeviceId,
    options: GuestOptions,
    ears: GuestEars,
  ): Promise<GuestSeat | undefined> {
    const seat = new GuestSeat(parts, deviceId, options, ears)
    await seat.listen()
    if ((await seat.post(seat.joining())) > 0) {
      parts.guests.add(seat)
      return seat
    }
    seat.end()
    return undefined
  }

  input(frame: Input): Promise<number> {
    return this.post({ kind: 'input', viewer: this.id, frame })
  }

  /** Takes the phone from whoever controls it; whether it may is for the caller to know. */
  takeControl(): Promise<number> {
    return this.post({ kind: 'take', viewer: this.id })
  }

  /** `end`: told to everybody who looks at the phone. */
  async leave(end?: RecordingEnd): Promise<void> {
    if (this.isOver) return
    this.end()
    const { bus } = this.parts.options
    await this.post({ kind: 'exit', viewer: this.id })
    if (end) await fromPhone(bus, this.deviceId).publish({ kind: 'recordingEnded', ...end })
  }

  sweep(now: number): void {
    if (now - this.keptAt < this.parts.timing.keepAlive) return
    this.keptAt = now
    this.guard(this.post({ ...this.joining(), kind: 'keep' }).then((heard) => heard === 0 && this.gone()))
  }

  private async listen(): Promise<void> {
    const { bus } = this.parts.options
    const { frame, lines } = this.ears
    this.stops.push(await fromPhone(bus, this.deviceId).subscribe((news) => this.hear(news)))
    if (frame)
      this.stops.push(
        await bus.subscribe(framesOf(this.deviceId), (bytes: BusMessage) => {
          if (typeof bytes !== 'string') this.run(() => frame(bytes))
        }),
      )
    if (lines)
      this.stops.push(
        await logOf(bus, this.deviceId).subscribe((news) => {
          if (news.kind === 'live') this.run(() => lines(news.lines))
        }),
      )
  }

  private hear(news: RoomNews): void {
    if (this.isOver) return
    if (news.kind === 'online') this.here(news.session)
    else if (news.kind === 'gone' && news.session === this.session) this.gone()
    else if (news.kind === 'input') this.run(() => this.ears.input?.(news.frame, news.name))
    else if (news.kind === 'refused' && news.viewer === this.id)
      this.run(() => this.ears.refused?.(news.text))
    else if (news.kind === 'room') this.hearRoom(news)
  }

  private hearRoom({ kind: _, session, to, ...facts }: Extract<RoomNews, { kind: 'room' }>): void {
    this.here(session)
    if (to === undefined || to === this.id) this.run(() => this.ears.room?.(facts))
  }

  /** The room of an earlier socket of the phone is gone with it. */
  private here(session: string): void {
    if (this.session === session) return
    const before = this.session
    this.session = session
    if (before !== undefined) this.guard(this.post(this.joining()))
    if (before === null) this.run(() => this.ears.online?.(true))
  }

  private gone(): void {
    if (this.session === null) return
    this.session = null
    this.run(() => this.ears.online?.(false))
  }

  private joining(): Extract<PhoneMail, { kind: 'join' }> {
    const { name, setting, guest } = this.options
    // It does not take the phone by coming in: it has to touch it, as everybody does.
    return { kind: 'join', viewer: this.id, name, setting, guest, returning: { controlled: false } }
  }

  private post(mail: PhoneMail): Promise<number> {
    return toPhone(this.parts.options.bus, this.deviceId)
      .publish(mail)
      .catch(() => -1)
  }

  private end(): void {
    this.isOver = true
    this.parts.guests.delete(this)
    for (const stop of this.stops) stop()
    this.stops = []
  }

  private run(step: () => void): void {
    try {
      step()
    } catch (error) {
      this.parts.options.log.error({ err: error }, 'a guest of a room failed')
    }
  }

  private guard(step: Promise<unknown>): void {
    step.catch((error) => this.parts.options.log.error({ err: error }, 'a guest of a room failed'))
  }
}
