import type { DeviceId } from '@fleetdeck/contract/ids'
import type { GroupInput, GroupMember, MemberState, WallGroup } from '@fleetdeck/contract/wall-socket'
import type { LoggedInput } from '../hub-events.ts'
import { type CanvasFrame, isStart, isTouch, Outbox } from './outbox.ts'
import type { WallPhone } from './wall-phone.ts'

interface Member {
  phone: WallPhone
  outbox: Outbox
  isPaused: boolean
  missed: number
  /** It followed at the last check. */
  followed: boolean
}

export interface GroupCallbacks {
  /** For the operation log: once per gesture, key and text. */
  done(input: LoggedInput, phones: WallPhone[]): void
}

/** A leader phone and its followers: inputs to the leader are sent to all. Exists as long as the wall's socket. */
export class ControlGroup {
  #leader: DeviceId
  readonly #members = new Map<DeviceId, Member>()
  readonly #unseen: number
  readonly #callbacks: GroupCallbacks
  #spreadMs = 0
  /** The phones that received the touch-down, and its position. */
  #touched = new Set<Member>()
  #from: [number, number] = [0, 0]
  #at: [number, number] = [0, 0]

  constructor(
    leader: DeviceId,
    phones: WallPhone[],
    { unseen, callbacks }: { unseen: number; callbacks: GroupCallbacks },
  ) {
    this.#leader = leader
    this.#unseen = unseen
    this.#callbacks = callbacks
    for (const phone of phones)
      this.#members.set(phone.device.id, {
        phone,
        outbox: new Outbox((frame) => phone.send(frame)),
        isPaused: false,
        missed: 0,
        followed: false,
      })
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
      this.#liftFinger([member])
    }
  }

  resume(ids: DeviceId[]): void {
    for (const member of this.#of(ids)) {
      member.isPaused = false
      member.missed = 0
    }
  }

  take(ids: DeviceId[]): void {
    for (const { phone } of this.#of(ids)) if (phone.controlledBy !== undefined) phone.seize()
    this.resume(ids)
  }

  remove(ids: DeviceId[]): void {
    for (const member of this.#of(ids)) {
      if (member.phone.device.id === this.#leader) continue
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
    if (!isHere) this.#drop(member)
    if (isHere && !member.followed && member.missed > 0 && phone.device.id !== this.#leader)
      member.isPaused = true
    member.followed = isHere
  }

  spread(spreadMs: number): void {
    this.#spreadMs = spreadMs
  }

  /** To each member its own text; returns those that it was sent to. */
  typeTexts(texts: readonly { id: DeviceId; text: string }[]): DeviceId[] {
    const sent: DeviceId[] = []
    for (const [id, text] of new Map(texts.map((one) => [one.id, one.text]))) {
      const member = this.#members.get(id)
      if (!member) continue
      if (!isHeard(this.#describe(member))) {
        member.missed += 1
        continue
      }
      const frame: GroupInput = { action: 'typeText', text }
      member.outbox.put(frame, this.#spreadOf(member))
      this.#note(frame, [member])
      sent.push(id)
    }
    return sent
  }

  /** False when the target is unreachable: the leader, or `only`. */
  input(frame: GroupInput, only?: DeviceId): boolean {
    const member = this.#members.get(only ?? this.#leader)
    if (!member || !canBeReached(member)) return false
    const receivers = only === undefined ? this.#receivers(frame) : this.#onlyMember(member, frame)
    for (const receiver of receivers)
      receiver.outbox.put(frame, only === undefined ? this.#spreadOf(receiver) : 0)
    this.#note(frame, receivers)
    return true
  }

  /** The finger must not stay down on any phone. */
  end(): void {
    this.#liftFinger([...this.#members.values()])
  }

  /** Phones that received the touch-down get the moves and the lift; others get no partial gesture. */
  #receivers(frame: GroupInput): Member[] {
    if (!isStart(frame)) return [...this.#touched]
    const all = [...this.#members.values()]
    const heard = isTouch(frame) ? this.#following : (member: Member) => isHeard(this.#describe(member))
    const receivers = all.filter(heard)
    for (const member of all) if (!receivers.includes(member)) member.missed += 1
    return receivers
  }

  #onlyMember(member: Member, frame: GroupInput): Member[] {
    return !isStart(frame) && !this.#touched.has(member) ? [] : [member]
  }

  readonly #following = (member: Member) => this.#describe(member) === 'follows'

  #note(frame: GroupInput, receivers: Member[]): void {
    const phones = receivers.map(({ phone }) => phone)
    if (frame.action === 'typeText')
      this.#callbacks.done({ kind: 'text', characters: [...frame.text].length }, phones)
    else if (frame.action === 'setClipboard')
      this.#callbacks.done({ kind: 'clipboard', characters: [...frame.text].length }, phones)
    else if (frame.action === 'pressKey') this.#callbacks.done({ kind: 'key', key: frame.key }, phones)
    else if (isTouch(frame)) this.#noteTouch(frame, receivers)
    else this.#callbacks.done({ kind: 'key', key: frame.action_type }, phones)
  }

  #noteTouch(frame: CanvasFrame, receivers: Member[]): void {
    this.#at = [frame.x, frame.y]
    if (frame.action_type === 'touchDown') {
      this.#from = this.#at
      this.#touched = new Set(receivers)
    }
    if (frame.action_type !== 'touchUp') return
    const phones = receivers.map(({ phone }) => phone)
    this.#callbacks.done({ kind: 'touch', from: this.#from, to: this.#at }, phones)
    this.#touched.clear()
  }

  #liftFinger(members: Member[]): void {
    const [x, y] = this.#at
    for (const member of members) {
      const { isDown } = member.outbox
      this.#drop(member)
      if (isDown) member.phone.send({ action: 'canvas_action', action_type: 'touchUp', x, y })
    }
  }

  /** What it was to do later is missed. */
  #drop(member: Member): void {
    this.#touched.delete(member)
    member.missed += member.outbox.drop()
  }

  readonly #spreadOf = ({ phone }: Member) => (phone.device.id === this.#leader ? 0 : this.#spreadMs)

  #of(ids: DeviceId[]): Member[] {
    return ids.flatMap((id) => this.#members.get(id) ?? [])
  }

  readonly #factsOf = (member: Member): GroupMember => {
    const { phone, missed } = member
    const state = this.#describe(member)
    const by = state === 'held' && phone.controlledBy !== undefined ? { by: phone.controlledBy } : {}
    const screen = phone.screen && { screen: phone.screen }
    return { id: phone.device.id, deviceNo: phone.device.deviceNo, state, missed, ...by, ...screen }
  }

  #describe({ phone, isPaused }: Member): MemberState {
    if (!phone.device.mayControl) return 'watchOnly'
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
