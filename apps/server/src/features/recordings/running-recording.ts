import type { DeviceId, RecordingId, UserId } from '@fleetdeck/contract/ids'
import { keyUsages } from '@fleetdeck/contract/keyboard-usages'
import type { RecordingEnding } from '@fleetdeck/contract/recording-marks'
import type { RecordedAction } from '@fleetdeck/contract/recordings'
import type { HoldKeys } from '@fleetdeck/contract/screen-action'
import { decodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import type { RecordingWriter } from '../../domain/recordings/recording-writer.ts'
import type { GuestListeners, GuestSeat } from '../../realtime/rooms/guest-seat.ts'
import type { Figures } from './recordings.queries.ts'

type GuestInput = Parameters<NonNullable<GuestListeners['input']>>[0]

export interface RunningOptions {
  id: RecordingId
  deviceId: DeviceId
  /** Whose storage it fills. */
  tenantId: UserId
  fileName: string
  keepsTexts: boolean
  /** The newest frame of each such interval is stored; ms. */
  pictureMs: number
  /** Another server ended it, and notified the viewers. */
  onEnded: (ending: RecordingEnding) => void
}

/** A recording in progress: everything that a guest of the room receives is written to the file. */
export class RunningRecording {
  readonly id: RecordingId
  readonly deviceId: DeviceId
  seat: GuestSeat | undefined
  /** Since when the phone has had no viewer, by performance.now(); undefined while it has one. */
  unwatchedSince: number | undefined = performance.now()
  readonly #options: RunningOptions
  readonly #writer: RecordingWriter
  readonly #startedAt = performance.now()
  #durationMs = 0
  #waiting: Uint8Array | undefined
  #timer: NodeJS.Timeout | undefined
  #pictureAt = Number.NEGATIVE_INFINITY
  #lastPicture = ''
  #held: string[] = []
  #isOver = false

  constructor(options: RunningOptions, writer: RecordingWriter) {
    this.id = options.id
    this.deviceId = options.deviceId
    this.#options = options
    this.#writer = writer
  }

  /** Callbacks for the seat in the room. */
  readonly listeners: GuestListeners = {
    frame: (bytes) => this.#picture(bytes),
    input: (frame, name) => {
      const kept = this.#toRecorded(frame)
      if (kept) this.#note('input', { name, frame: kept })
    },
    lines: (lines) => {
      for (const { level, msg } of lines) this.#note('line', { level, msg })
    },
    room: ({ seats }) => this.#setWatched(seats.length > 0),
    recordingEnded: ({ id, ending }) => {
      if (id === this.id && !this.#isOver) this.#options.onEnded(ending)
    },
    online: (isOnline) => {
      this.#note('online', { isOnline })
      if (!isOnline) this.#setWatched(false)
    },
  }

  get tenantId(): UserId {
    return this.#options.tenantId
  }

  get fileName(): string {
    return this.#options.fileName
  }

  /** False when some of the data could not be written. */
  get isWhole(): boolean {
    return !this.#writer.isBroken
  }

  get figures(): Figures {
    const durationMs = Math.round(this.#isOver ? this.#durationMs : this.#now())
    return { durationMs, size: this.#writer.size, ...this.#writer.counts }
  }

  /** Resolves when the file is complete. Viewers are notified of the end, unless they know it. */
  async end(ending?: RecordingEnding): Promise<void> {
    if (this.#isOver) return
    this.#writeWaiting()
    this.#durationMs = this.#now()
    this.#isOver = true
    clearTimeout(this.#timer)
    await this.seat?.leave(ending && { id: this.id, ending }).catch(() => undefined)
    await this.#writer.close()
  }

  #now(): number {
    return performance.now() - this.#startedAt
  }

  #note(kind: 'input' | 'line' | 'online', content: object): void {
    if (!this.#isOver) this.#writer.note(kind, this.#now(), content)
  }

  /** Clipboard requests concern only the viewer who sent them. A text may be a password. */
  #toRecorded(frame: GuestInput): RecordedAction | undefined {
    if (frame.action === 'askClipboard') return undefined
    if (frame.action === 'holdKeys') return this.#pressed(frame)
    if (frame.action !== 'typeText' && frame.action !== 'setClipboard') return frame
    return this.#options.keepsTexts ? frame : { action: 'hiddenText', length: frame.text.length }
  }

  /** What keys of a hardware keyboard mean is known to the phone only. */
  #pressed({ keys }: HoldKeys): RecordedAction | undefined {
    const before = this.#held
    this.#held = keys.filter((key) => keyUsages.has(key))
    const { length } = this.#held.filter((key) => !before.includes(key))
    return length > 0 ? { action: 'hiddenText', length } : undefined
  }

  #setWatched(isWatched: boolean): void {
    this.unwatchedSince = isWatched ? undefined : (this.unwatchedSince ?? performance.now())
  }

  #picture(bytes: Uint8Array): void {
    if (this.#isOver) return
    const { sequence, capturedAt } = decodeScreenFrame(bytes)
    const picture = `${sequence}:${capturedAt}`
    // The room sends its last frame again to every new member.
    if (picture === this.#lastPicture) return
    this.#lastPicture = picture
    this.#waiting = bytes
    const wait = this.#pictureAt + this.#options.pictureMs - this.#now()
    if (wait <= 0) this.#writeWaiting()
    else this.#timer ??= setTimeout(() => this.#writeWaiting(), wait)
  }

  #writeWaiting(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (!this.#waiting || this.#isOver) return
    this.#pictureAt = this.#now()
    this.#writer.picture(this.#pictureAt, this.#waiting)
    this.#waiting = undefined
  }
}
