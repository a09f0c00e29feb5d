import { setTimeout as delay } from 'node:timers/promises'
import type { DeviceId, RecordingId } from '@fleetdeck/contract/ids'
import type { GroupInput, ReplayMember, GroupReplay as ReplayState } from '@fleetdeck/contract/wall-socket'
import { playSteps } from './group-steps.ts'
import type { RecordedStep, RecordedSteps } from './recorded-steps.ts'

type Why = NonNullable<ReplayMember['why']>

export interface ReplayOrder extends RecordedSteps {
  recordingId: RecordingId
  deviceNo: string
  speed: number
}

/** What the group does for its replay. */
export interface ReplayCallbacks {
  send(id: DeviceId, frame: GroupInput): void
  /** Why the member cannot get the step now; undefined if it can. */
  whyNot(id: DeviceId, step: RecordedStep): Why | undefined
  /** By how much the member may act later, ms. */
  spreadMs(id: DeviceId): number
  begun(id: DeviceId, step: RecordedStep): void
  /** The member does not get this step, or only its beginning. */
  left(id: DeviceId, missed: { step: RecordedStep; isCut: boolean; why: Why }): void
  /** The member has all steps. */
  finished(id: DeviceId): void
  changed(): void
}

/** One member of the group: it gets the steps in their order, each one only after all before. */
interface Player {
  id: DeviceId
  done: number
  status: ReplayMember['status']
  why: Why | undefined
  /** When the recording began, by the player's clock and without pauses; ms by performance.now(). */
  origin: number
  /** By how much the present step is late. */
  lateMs: number
  isInStep: boolean
  ending: AbortController
}

/** Interval at which waiting players look whether the replay was paused. */
const checkMs = 200
/** A phone may take this long to turn its screen, or to hand over control. */
const readyMs = 3000
const readyCheckMs = 50

/**
 * Replays a recording on the members of a group, each with the timing of the recording. A member that misses a step
 * gets none after it, so that it can continue from there.
 */
export class GroupReplay {
  readonly order: ReplayOrder
  readonly #callbacks: ReplayCallbacks
  readonly #players = new Map<DeviceId, Player>()
  #pausedAt: number | undefined
  #pausedMs = 0
  #isLeaderAway = false

  /** paused: these of the members are left out at first. */
  constructor(
    order: ReplayOrder,
    { ids, paused }: { ids: readonly DeviceId[]; paused: readonly DeviceId[] },
    callbacks: ReplayCallbacks,
  ) {
    this.order = order
    this.#callbacks = callbacks
    for (const id of ids) this.#players.set(id, newPlayer(id))
    for (const id of paused) this.#lack(id, 'paused')
  }

  get state(): ReplayState['state'] {
    if (![...this.#players.values()].some(isPlaying)) return 'ended'
    return this.#pausedAt === undefined ? 'playing' : 'paused'
  }

  isPlaying(id: DeviceId): boolean {
    return this.#players.get(id)?.status === 'playing'
  }

  lacks(id: DeviceId): boolean {
    return this.#players.get(id)?.status === 'lacks'
  }

  info(): ReplayState {
    const { recordingId, deviceNo, speed, steps, skipped } = this.order
    return {
      ...{ recordingId, deviceNo, speed, skipped },
      steps: steps.length,
      state: this.state,
      isLeaderAway: this.state === 'paused' && this.#isLeaderAway,
      members: [...this.#players.values()].map(({ id, done, status, why }) => ({
        ...{ id, done, status },
        ...(why && { why }),
      })),
    }
  }

  /** Members get the steps that they lack, all at the same time; resolves when none of them gets steps any more. */
  async play(ids: readonly DeviceId[]): Promise<void> {
    // All players of a replay that has ended begin together.
    if (this.state === 'ended') this.resume()
    const players = ids.flatMap((id) => this.#players.get(id) ?? []).filter((player) => !isPlaying(player))
    await Promise.all(players.map((player) => this.#play(player)))
  }

  pause(isLeaderAway = false): void {
    if (this.state !== 'playing') return
    this.#pausedAt = performance.now()
    this.#isLeaderAway = isLeaderAway
    this.#callbacks.changed()
  }

  resume(): void {
    if (this.#pausedAt !== undefined) this.#pausedMs += performance.now() - this.#pausedAt
    this.#pausedAt = undefined
    this.#isLeaderAway = false
    this.#callbacks.changed()
  }

  stop(): void {
    for (const id of this.#players.keys()) this.leave(id, 'stopped')
  }

  /** The member gets no further steps; a gesture in progress is ended. */
  leave(id: DeviceId, why: Why): void {
    const player = this.#players.get(id)
    if (!player || !isPlaying(player)) return
    player.ending.abort()
    this.#lack(id, why)
  }

  remove(id: DeviceId): void {
    this.leave(id, 'stopped')
    this.#players.delete(id)
    this.#callbacks.changed()
  }

  #lack(id: DeviceId, why: Why): void {
    const player = this.#players.get(id)
    const step = player && this.order.steps[player.done]
    if (!step) return
    player.status = 'lacks'
    player.why = why
    this.#callbacks.left(id, { step, isCut: player.isInStep, why })
    player.isInStep = false
    this.#callbacks.changed()
  }

  async #play(player: Player): Promise<void> {
    const { id } = player
    const ending = new AbortController()
    const { signal } = ending
    Object.assign(player, { status: 'playing', why: undefined, isInStep: false, ending })
    player.origin = performance.now() - this.#pausedMs - this.#timeOf(this.order.steps[player.done])
    this.#callbacks.changed()
    try {
      await playSteps(() => this.#next(player, signal), {
        send: (frame) => this.#callbacks.send(id, frame),
        pace: (at) => this.#until(player, at, signal),
        played: () => {
          player.done += 1
          player.isInStep = false
          this.#callbacks.changed()
        },
        signal,
      })
      player.status = 'done'
      this.#callbacks.finished(id)
      this.#callbacks.changed()
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  /** The next step, as soon as it is due and the member can get it. */
  async #next(player: Player, signal: AbortSignal): Promise<RecordedStep | undefined> {
    const step = this.order.steps[player.done]
    if (!step) return undefined
    const lateMs = Math.random() * this.#callbacks.spreadMs(player.id)
    for (;;) {
      signal.throwIfAborted()
      const left =
        this.#pausedAt === undefined ? this.#nominal(player, step) + lateMs - performance.now() : checkMs
      if (left <= 0) break
      await delay(Math.min(left, checkMs), undefined, { signal })
    }
    await this.#ready(player, step, signal)
    // Its gesture keeps its timing, however late it begins.
    player.lateMs = Math.max(lateMs, performance.now() - this.#nominal(player, step))
    player.isInStep = true
    this.#callbacks.begun(player.id, step)
    return step
  }

  async #ready({ id }: Player, step: RecordedStep, signal: AbortSignal): Promise<void> {
    const until = performance.now() + readyMs
    for (;;) {
      signal.throwIfAborted()
      const why = this.#callbacks.whyNot(id, step)
      if (!why) return
      const passes = why === 'turned' || why === 'joining'
      if (!passes || performance.now() > until) this.leave(id, why)
      else await delay(readyCheckMs, undefined, { signal })
    }
  }

  /** A gesture that was begun is not paused. */
  async #until(player: Player, at: number, signal: AbortSignal): Promise<void> {
    const due = player.origin + this.#pausedMs + at / this.order.speed + player.lateMs
    const left = due - performance.now()
    if (left > 0) await delay(left, undefined, { signal })
  }

  #nominal({ origin }: Player, step: RecordedStep): number {
    return origin + this.#pausedMs + this.#timeOf(step)
  }

  #timeOf(step: RecordedStep | undefined): number {
    return (step?.frames[0]?.at ?? 0) / this.order.speed
  }
}

const isPlaying = ({ status }: Player) => status === 'playing'

const newPlayer = (id: DeviceId): Player => ({
  ...{ id, done: 0, status: 'lacks', why: undefined, origin: 0, lateMs: 0, isInStep: false },
  ending: new AbortController(),
})
