import { setTimeout as delay } from 'node:timers/promises'
import type { RecordedInput, ReplayProgress } from '@fleetdeck/contract/recordings'
import type { CanvasAction } from '@fleetdeck/contract/screen-action'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Language } from '@fleetdeck/i18n/languages'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/core/app-error.ts'
import type { Caller } from '../../platform/core/caller.ts'
import { inBackground } from '../../platform/core/in-background.ts'
import { refusalText, text } from '../../platform/http/language.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { RoomState } from '../../realtime/bus/messages.ts'
import type { GuestSeat } from '../../realtime/rooms/guest-seat.ts'
import type { Target } from './recordings.queries.ts'

export interface Replay {
  device: Target
  inputs: readonly RecordedInput[]
  speed: number
  caller: Caller
  language: Language
  /** Throws the refusal if the caller may not control the phone now. */
  checkAccess: () => Promise<void>
}
type ReplayJob = Job<ReplayProgress>

export const atStart: ReplayProgress = {
  state: 'running',
  deviceNo: '',
  total: 0,
  done: 0,
  sent: 0,
  skipped: 0,
  reason: null,
}

/** Interval at which the job reports progress and checks for a stop; ms. */
const reportMs = 400
const roomMs = 5000

/** Thrown when the phone cannot be controlled any more; the message is in the caller's language. */
class PhoneLost extends Error {}

/** Repeats the inputs with their timing, as the controller of another phone; ends when it loses control. */
export async function replay(deps: Deps, order: Replay, job: ReplayJob): Promise<void> {
  const { device, inputs, language } = order
  const input = new ReplayInput(order)
  try {
    await input.join(deps)
    const first = inputs[0]?.at ?? 0
    await job.report({ total: (inputs.at(-1)?.at ?? 0) - first })
    const began = performance.now()
    for (const { at, frame } of inputs) {
      await waitUntil(at - first, { began, speed: order.speed, job, input })
      const isSent = await input.act(frame)
      const { sent, skipped } = job.progress
      job.update(isSent ? { sent: sent + 1 } : { skipped: skipped + 1 })
    }
    await job.report({ done: job.progress.total })
    await input.settle()
    await job.end('done')
  } catch (error) {
    if (!(error instanceof PhoneLost)) throw error
    await job.end('failed', {
      reason: text(language, 'common.labelled', { label: device.deviceNo, value: error.message }),
    })
  } finally {
    await input.leave()
  }
}

interface Clock {
  began: number
  speed: number
  job: ReplayJob
  input: ReplayInput
}

/** Pauses may be long, so progress is reported during them. */
async function waitUntil(at: number, { began, speed, job, input }: Clock): Promise<void> {
  for (;;) {
    input.throwIfLost()
    const played = (performance.now() - began) * speed
    const left = (at - played) / speed
    if (left <= 0) return
    if (left > reportMs) await job.report({ done: Math.round(Math.max(0, played)) })
    await delay(Math.min(left, reportMs))
  }
}

type Sendable = Exclude<RecordedInput['frame'], { action: 'hiddenText' }>

/** The seat of the replay in the phone's room. */
class ReplayInput {
  readonly #order: Replay
  readonly #room = Promise.withResolvers<RoomState>()
  #seat: GuestSeat | undefined
  #lostReason: string | undefined
  /** Where fingers are on the screen. */
  #finger: Pick<CanvasAction, 'x' | 'y' | 'second'> | undefined

  constructor(order: Replay) {
    this.#order = order
  }

  async join({ hub, log }: Deps): Promise<void> {
    const { device, caller, language } = this.#order
    const name = text(language, 'recording.playerName', { name: caller.userName })
    this.#seat = await hub.joinAsGuest(
      device.id,
      { name, setting: {}, guest: 'player' },
      {
        room: (info) => this.#room.resolve(info),
        refused: (key) => this.#lose(key),
        online: (isOnline) => {
          if (!isOnline) this.#lose('phone.connectionLost')
        },
        accessChanged: () => inBackground(log, 'could not check a replay again', this.#checkAccess()),
      },
    )
    if (!this.#seat) throw this.#lost('device.offline')
    const room = await Promise.race([this.#room.promise, delay(roomMs)])
    if (!room) throw this.#lost('phone.noAnswer')
    const holder = room.seats.find(({ viewer }) => viewer === room.controller)
    // The caller's own session may control the phone, or a guest: the replay takes control from it.
    if (holder?.byLink || holder?.name === caller.userName) await this.#seat.takeControl()
    else if (holder) throw this.#lost('phone.controlledByOther')
  }

  throwIfLost(): void {
    if (this.#lostReason) throw new PhoneLost(this.#lostReason)
  }

  /** False for inputs that cannot be repeated. */
  async act(frame: RecordedInput['frame']): Promise<boolean> {
    this.throwIfLost()
    if (frame.action === 'hiddenText') return false
    this.#follow(frame)
    if ((await this.#seat?.input(frame)) === 0) throw this.#lost('phone.connectionLost')
    return true
  }

  /** Leaves time for a refusal of the last inputs. */
  async settle(): Promise<void> {
    await delay(100)
    this.throwIfLost()
  }

  /** Lifts a finger that is still down, which would otherwise stay on the screen. */
  async leave(): Promise<void> {
    if (this.#finger)
      await this.#seat?.input({ action: 'canvas_action', action_type: 'touchUp', ...this.#finger })
    await this.#seat?.leave()
  }

  async #checkAccess(): Promise<void> {
    try {
      await this.#order.checkAccess()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#lostReason = refusalText(this.#order.language, error)
    }
  }

  #lose(key: TextKey): void {
    this.#lostReason ??= text(this.#order.language, key)
  }

  #lost(key: TextKey): PhoneLost {
    return new PhoneLost(text(this.#order.language, key))
  }

  #follow(frame: Sendable): void {
    if (frame.action !== 'canvas_action') return
    const { action_type: type, x, y, second } = frame
    if (type === 'touchDown' || type === 'touchMove') this.#finger = { x, y, ...(second && { second }) }
    if (type === 'touchUp') this.#finger = undefined
  }
}
