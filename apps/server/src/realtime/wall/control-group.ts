import type { DeviceId } from '@fleetdeck/contract/ids'
import type { GroupTool } from '@fleetdeck/contract/phone-tools'
import {
  type GroupInput,
  type GroupMember,
  type MemberState,
  maxMissedSteps,
  type WallGroup,
} from '@fleetdeck/contract/wall-socket'
import type { LoggedInput } from '../hub-events.ts'
import type { GroupLog } from './group-log.ts'
import { GroupReplay, type ReplayCallbacks, type ReplayOrder } from './group-replay.ts'
import { continueStep, isTouch, playSteps, type Step, startStep, type TouchFrame } from './group-steps.ts'
import { Outbox } from './outbox.ts'
import type { RecordedStep } from './recorded-steps.ts'
import type { WallPhone } from './wall-phone.ts'

interface Member {
  phone: WallPhone
  outbox: Outbox
  isPaused: boolean
  missed: number
  /** The newest of them. */
  steps: Step[]
  /** While it gets them. */
  repeating: AbortController | undefined
  /** It followed at the last check. */
  followed: boolean
}

export interface GroupCallbacks {
  /** For the operation log: once per gesture, key and text. */
  done(input: LoggedInput, phones: WallPhone[]): void
  /** The state of a member changed without a request. */
  changed(): void
  /** The state of the replay changed. */
  replayChanged(): void
  /** For the operation log: the phones get the steps that they lack. */
  replayed(order: ReplayOrder, phones: WallPhone[]): void
  log: GroupLog
}

/** A leader phone and its followers: inputs to the leader are sent to all. Exists as long as the wall's socket. */
export class ControlGroup {
  #leader: DeviceId
  readonly #members = new Map<DeviceId, Member>()
  readonly #unseen: number
  readonly #callbacks: GroupCallbacks
  #spreadMs = 0
  #replay: GroupReplay | undefined
  /** The phones that receive the present gesture, and the gesture. */
  #touched = new Set<Member>()
  #step: Step | undefined

  constructor(
    leader: DeviceId,
    phones: WallPhone[],
    { unseen, callbacks }: { unseen: number; callbacks: GroupCallbacks },
  ) {
    this.#leader = leader
    this.#unseen = unseen
    this.#callbacks = callbacks
    this.add(phones)
  }

  get size(): number {
    return this.#members.size
  }

  add(phones: WallPhone[]): void {
    for (const phone of phones) {
      if (this.has(phone.device.id)) continue
      this.#members.set(phone.device.id, {
        ...{ phone, outbox: new Outbox((frame) => phone.send(frame)), isPaused: false, followed: false },
        ...{ missed: 0, steps: [], repeating: undefined },
      })
      this.looked(phone)
    }
  }

  has(id: DeviceId): boolean {
    return this.#members.has(id)
  }

  /** Control is not requested for a phone that may only be watched. */
  wantsControl(phone: WallPhone): boolean {
    return this.#members.has(phone.device.id) && phone.device.mayControl
  }

  info(): WallGroup {
    return {
      leader: this.#leader,
      unseen: this.#unseen,
      spreadMs: this.#spreadMs,
      members: [...this.#members.values()].map(this.#factsOf),
    }
  }

  leadBy(id: DeviceId): void {
    if (!this.#members.has(id)) return
    this.#liftFinger([...this.#touched])
    this.#leader = id
    this.resume([id])
  }

  pause(ids: DeviceId[]): void {
    for (const member of this.#of(ids)) {
      if (member.phone.device.id === this.#leader) continue
      member.isPaused = true
      stopRepeating(member)
      this.#replay?.leave(member.phone.device.id, 'paused')
      this.#liftFinger([member])
    }
  }

  resume(ids: DeviceId[]): void {
    for (const member of this.#of(ids)) {
      stopRepeating(member)
      member.isPaused = false
      member.missed = 0
      member.steps = []
    }
  }

  take(ids: DeviceId[]): void {
    for (const { phone } of this.#of(ids)) if (phone.controlledBy !== undefined) phone.seize()
    this.resume(ids)
  }

  remove(ids: DeviceId[]): void {
    for (const member of this.#of(ids)) {
      if (member.phone.device.id === this.#leader) continue
      stopRepeating(member)
      this.#replay?.remove(member.phone.device.id)
      this.#liftFinger([member])
      this.#members.delete(member.phone.device.id)
    }
  }

  /**
   * A phone connected, disconnected, rotated, or changed its controller. A phone that missed an input is not added
   * again automatically.
   */
  looked(phone: WallPhone): void {
    const member = this.#members.get(phone.device.id)
    if (!member) return
    const isHere = phone.isControlled && phone.isOnline
    if (!isHere) {
      if (member.outbox.finger) this.#callbacks.log.cut(phone.device.id)
      this.#drop(member)
      stopRepeating(member)
      this.#replay?.leave(phone.device.id, this.#describe(member))
      if (phone.device.id === this.#leader) this.#replay?.pause(true)
    }
    if (isHere && !member.followed && member.missed > 0 && phone.device.id !== this.#leader)
      member.isPaused = true
    member.followed = isHere
  }

  spread(spreadMs: number): void {
    this.#spreadMs = spreadMs
  }

  /** To each member its own text; returns those that it was sent to. */
  typeTexts(texts: readonly { id: DeviceId; text: string }[]): DeviceId[] {
    const sent: { what: LoggedInput; member: Member }[] = []
    for (const [id, text] of new Map(texts.map((one) => [one.id, one.text]))) {
      const member = this.#members.get(id)
      if (!member) continue
      const frame: GroupInput = { action: 'typeText', text }
      const step = startStep(frame)
      if (!isHeard(this.#describe(member))) {
        this.#miss(member, step)
        continue
      }
      this.#put([member], frame, step)
      this.#callbacks.log.note(id, step, { result: 'sent' })
      sent.push({ what: step.what, member })
    }
    const alike = Map.groupBy(sent, ({ what }) => (what.kind === 'text' ? what.characters : 0))
    for (const [first, ...others] of alike.values())
      if (first) this.#callbacks.done(first.what, phonesOf([first, ...others].map(({ member }) => member)))
    return sent.map(({ member }) => member.phone.device.id)
  }

  /** Of those of the members that follow; the others are returned with their state. */
  askTool(ids: DeviceId[], { id, request }: { id: string; request: GroupTool }): Map<DeviceId, MemberState> {
    const members = this.#of(ids)
    const asked = members.filter((member) => isHeard(this.#describe(member)))
    const what = { kind: 'tool', tool: request.tool } as const
    const step: Step = { what, frames: [], isOver: true }
    for (const { phone } of asked) {
      phone.ask(id, request)
      this.#callbacks.log.note(phone.device.id, step, { result: 'sent' })
    }
    if (asked.length > 0) this.#callbacks.done(what, phonesOf(asked))
    const others = members.filter((member) => !asked.includes(member))
    return new Map(others.map((member) => [member.phone.device.id, this.#describe(member)]))
  }

  /** Inputs would mix with those of a replay. */
  isReplaying(only?: DeviceId): boolean {
    if (only !== undefined) return this.#replay?.isPlaying(only) ?? false
    return this.#replay?.state === 'playing'
  }

  get replay(): GroupReplay | undefined {
    return this.#replay
  }

  /** On all members; ends when none of them gets steps any more. Rejects only if a step could not be sent. */
  async startReplay(order: ReplayOrder): Promise<void> {
    this.#liftFinger([...this.#touched])
    const members = [...this.#members.values()]
    const [paused, others] = [members.filter(isPaused), members.filter((member) => !isPaused(member))]
    this.#replay = new GroupReplay(
      order,
      { ids: idsOf(members), paused: idsOf(paused) },
      this.#replayCallbacks,
    )
    await this.#play(idsOf(others))
  }

  /** With the leader, whose absence may have paused it. */
  async resumeReplay(): Promise<void> {
    if (this.#replay?.state !== 'paused') return
    this.#liftFinger([...this.#touched])
    this.#replay.resume()
    await this.#play(this.#replay.lacks(this.#leader) ? [this.#leader] : [])
  }

  closeReplay(): void {
    if (this.#replay?.state !== 'ended') return
    this.#replay = undefined
    this.#callbacks.replayChanged()
  }

  async continueReplay(ids: DeviceId[]): Promise<void> {
    const members = this.#of(ids).filter(this.#canContinue)
    for (const member of members) stopRepeating(member)
    await this.#play(idsOf(members))
  }

  canContinueReplay(ids: DeviceId[]): boolean {
    return this.#of(ids).some(this.#canContinue)
  }

  get isLeaderHere(): boolean {
    return this.reach() !== undefined
  }

  /** The leader, or another member; undefined when it is unreachable. */
  reach(only = this.#leader): WallPhone | undefined {
    return this.#of([only]).find(canBeReached)?.phone
  }

  /** To all, or to one; the leader, or that one, can be reached. */
  input(frame: GroupInput, only?: DeviceId): void {
    const single = only === undefined ? undefined : this.#members.get(only)
    if (isTouch(frame) && frame.action_type !== 'touchDown') this.#continueTouch(frame, single)
    else this.#begin(frame, single)
  }

  #begin(frame: GroupInput, single: Member | undefined): void {
    const step = startStep(frame)
    const receivers = single ? [single] : this.#receivers(frame, step)
    this.#put(receivers, frame, step, single !== undefined)
    this.#noteStart(step, receivers, frame)
  }

  /** To one member alone without a delay: the user works on it. */
  #put(receivers: readonly Member[], frame: GroupInput, step: Step, isSingle = false): void {
    for (const { phone, outbox } of receivers) {
      const isLate = !isSingle && phone.device.id !== this.#leader
      outbox.put({ frame, step }, isLate ? this.#spreadMs : 0)
    }
  }

  /** Members get what they missed, with its timing, also what they miss meanwhile, and follow again. */
  async repeat(ids: DeviceId[]): Promise<void> {
    const repeated = new Map<Step, WallPhone[]>()
    const members = this.#of(ids).filter(this.#canRepeat)
    await Promise.all(members.map((member) => this.#repeatOn(member, repeated)))
    for (const [step, phones] of repeated) this.#callbacks.done(step.what, phones)
  }

  hasRepeatable(ids: DeviceId[]): boolean {
    return this.#of(ids).some(this.#canRepeat)
  }

  /** The finger must not stay down on any phone. */
  end(): void {
    for (const member of this.#members.values()) stopRepeating(member)
    this.#replay?.stop()
    this.#liftFinger([...this.#members.values()])
  }

  async #play(ids: DeviceId[]): Promise<void> {
    const phones = phonesOf(this.#of(ids).filter(canBeReached))
    if (!this.#replay) return
    if (phones.length > 0) this.#callbacks.replayed(this.#replay.order, phones)
    await this.#replay.play(ids)
  }

  /** A pause of the member does not count: it continues, or has not begun. */
  #whyNotReplay(id: DeviceId, { what, isLandscape }: RecordedStep) {
    const member = this.#members.get(id)
    if (!member) return 'stopped'
    const { phone } = member
    const state = this.#describe({ phone, isPaused: false })
    if (!isHeard(state)) return state
    const wanted = isLandscape ?? this.#members.get(this.#leader)?.phone.isLandscape
    return what.kind === 'touch' && phone.isLandscape !== wanted ? 'turned' : undefined
  }

  readonly #canContinue = (member: Member): boolean =>
    canBeReached(member) && (this.#replay?.lacks(member.phone.device.id) ?? false)

  readonly #replayCallbacks: ReplayCallbacks = {
    send: (id, frame) => this.#members.get(id)?.phone.send(frame),
    whyNot: (id, step) => this.#whyNotReplay(id, step),
    spreadMs: (id) => (id === this.#leader ? 0 : this.#spreadMs),
    begun: (id, step) => this.#callbacks.log.note(id, step, { result: 'replayed' }),
    left: (id, { step, isCut, why }) => {
      const member = this.#members.get(id)
      // Later inputs make no sense on a phone that lacks earlier ones.
      if (member && id !== this.#leader) member.isPaused = true
      if (isCut) this.#callbacks.log.cut(id)
      else if (why !== 'stopped') this.#callbacks.log.note(id, step, { result: 'missed', why })
      this.#callbacks.changed()
    },
    finished: (id) => {
      if (this.#members.get(id)?.missed === 0) this.resume([id])
      this.#callbacks.changed()
    },
    changed: () => this.#callbacks.replayChanged(),
  }

  #receivers(frame: GroupInput, step: Step): Member[] {
    const all = [...this.#members.values()]
    const heard = isTouch(frame) ? this.#following : (member: Member) => isHeard(this.#describe(member))
    const receivers = all.filter(heard)
    for (const member of all) if (!receivers.includes(member)) this.#miss(member, step)
    return receivers
  }

  #miss(member: Member, step: Step): void {
    member.missed += 1
    member.steps.push(step)
    if (member.steps.length > maxMissedSteps) {
      stopRepeating(member)
      member.steps.shift()
    }
    const why = this.#describe(member)
    this.#callbacks.log.note(member.phone.device.id, step, { result: 'missed', why })
  }

  async #repeatOn(member: Member, repeated: Map<Step, WallPhone[]>): Promise<void> {
    const { phone, steps } = member
    const ending = new AbortController()
    member.isPaused = true
    this.#liftFinger([member])
    member.repeating = ending
    const played = () => {
      const step = steps.shift()
      if (!step) return
      member.missed -= 1
      repeated.set(step, [...(repeated.get(step) ?? []), phone])
      this.#callbacks.log.note(phone.device.id, step, { result: 'repeated' })
      this.#callbacks.changed()
    }
    try {
      const send = (frame: GroupInput) => phone.send(frame)
      await playSteps(() => steps[0], { send, played, signal: ending.signal })
      this.resume([phone.device.id])
    } catch (error) {
      if (!ending.signal.aborted) throw error
    }
  }

  readonly #following = (member: Member) => this.#describe(member) === 'follows'

  #noteStart(step: Step, receivers: Member[], frame: GroupInput): void {
    const { log, done } = this.#callbacks
    for (const { phone } of receivers) log.note(phone.device.id, step, { result: 'sent' })
    if (!isTouch(frame)) {
      done(step.what, phonesOf(receivers))
      return
    }
    if (this.#step) this.#step.isOver = true
    this.#step = step
    this.#touched = new Set(receivers)
  }

  /** Only phones that received the touch-down get the moves and the lift. */
  #continueTouch(frame: TouchFrame, only: Member | undefined): void {
    const step = this.#step
    const receivers = [...this.#touched].filter((member) => only === undefined || member === only)
    if (!step) return
    this.#put(receivers, frame, step, only !== undefined)
    continueStep(step, frame)
    if (!step.isOver) return
    this.#callbacks.done(step.what, phonesOf(receivers))
    this.#callbacks.log.touch(phonesOf(receivers).map(({ device }) => device.id))
    this.#touched.clear()
    this.#step = undefined
  }

  #liftFinger(members: Member[]): void {
    for (const member of members) {
      const { finger } = member.outbox
      this.#drop(member)
      if (!finger) continue
      member.phone.send({ ...finger, action_type: 'touchUp' })
      this.#callbacks.log.cut(member.phone.device.id)
    }
  }

  /** What it was to do later is missed. */
  #drop(member: Member): void {
    this.#touched.delete(member)
    for (const step of member.outbox.drop()) this.#miss(member, step)
  }

  /** Touches mean something else on a screen of another orientation. */
  readonly #canRepeat = (member: Member): boolean => {
    const { phone, missed, steps, repeating } = member
    if (steps.length === 0 || steps.length < missed || repeating || !canBeReached(member)) return false
    if (this.isReplaying(phone.device.id)) return false
    const leads = this.#members.get(this.#leader)?.phone
    return phone.isLandscape === leads?.isLandscape || steps.every(({ what }) => what.kind !== 'touch')
  }

  #of(ids: DeviceId[]): Member[] {
    return ids.flatMap((id) => this.#members.get(id) ?? [])
  }

  readonly #factsOf = (member: Member): GroupMember => {
    const { phone, missed } = member
    const state = this.#describe(member)
    const by = state === 'held' && phone.controlledBy !== undefined ? { by: phone.controlledBy } : {}
    const screen = phone.screen && { screen: phone.screen }
    const recording = phone.recording && { recording: phone.recording }
    const repeat = { canRepeat: this.#canRepeat(member), isRepeating: member.repeating !== undefined }
    return {
      id: phone.device.id,
      deviceNo: phone.device.deviceNo,
      state,
      missed,
      ...repeat,
      ...by,
      ...screen,
      ...recording,
    }
  }

  #describe({ phone, isPaused }: Pick<Member, 'phone' | 'isPaused'>): MemberState {
    if (!phone.device.mayControl) return phone.device.isReserved ? 'reserved' : 'watchOnly'
    if (!phone.isOnline) return 'offline'
    if (phone.controlledBy !== undefined) return 'held'
    if (!phone.isControlled) return 'joining'
    if (isPaused) return 'paused'
    return phone.isLandscape === this.#members.get(this.#leader)?.phone.isLandscape ? 'follows' : 'turned'
  }
}

/** Keys and texts mean the same on a screen of another orientation. */
const isHeard = (state: MemberState) => state === 'follows' || state === 'turned'
const canBeReached = ({ phone }: Member) => phone.device.mayControl && phone.isOnline && phone.isControlled
const isPaused = (member: Member) => member.isPaused
const idsOf = (members: readonly Member[]) => members.map(({ phone }) => phone.device.id)
const phonesOf = (members: readonly Member[]) => members.map(({ phone }) => phone)

function stopRepeating(member: Member): void {
  member.repeating?.abort()
  member.repeating = undefined
}
