import type { DeviceId } from '@fleetdeck/contract/ids'
import { inBackground } from '../../platform/core/in-background.ts'
import type { HubContext } from '../hub-context.ts'
import type { MoveEnd, PhoneSession } from '../rooms/phone-session.ts'

/** Two reports of another server, after which its count includes a phone that has arrived there. */
const reportsToWait = 2

/** The server that a phone comes to must know that it was online all the time. False when it cannot be notified. */
type Announce = (phones: PhoneSession[], withinMs: number) => Promise<boolean>

/** Asks phones to connect again, so that the load balancer may give them another server. */
export class PhoneMoves {
  readonly #context: HubContext
  readonly #announce: Announce
  /** Phones that were asked, and when their move ended. */
  readonly #moving = new Map<PhoneSession, number | undefined>()
  readonly #askedAt = new Map<DeviceId, number>()
  #isAsking = false

  constructor(context: HubContext, announce: Announce) {
    this.#context = context
    this.#announce = announce
  }

  /** Those that other servers may not have counted yet. */
  get underWay(): number {
    return this.#moving.size
  }

  /** Neither phones are being asked, nor is one without a socket. */
  get isSettled(): boolean {
    return !this.#isAsking && [...this.#moving.values()].every((endedAt) => endedAt !== undefined)
  }

  get isAsking(): boolean {
    return this.#isAsking
  }

  /** When the phone was last asked here, by performance.now(). */
  askedAt(deviceId: DeviceId): number | undefined {
    return this.#askedAt.get(deviceId)
  }

  /**
   * @param may whether a phone may still be asked once the other servers know
   * @param ended called for each phone that was asked
   */
  ask(phones: PhoneSession[], may: (phone: PhoneSession) => boolean, ended: (end: MoveEnd) => void): void {
    if (phones.length === 0) return
    this.#isAsking = true
    const work = this.#ask(phones, may, ended).finally(() => {
      this.#isAsking = false
    })
    inBackground(this.#context.options.log, 'could not ask phones to reconnect', work)
  }

  async #ask(phones: PhoneSession[], may: (phone: PhoneSession) => boolean, ended: (end: MoveEnd) => void) {
    const { move: withinMs } = this.#context.timing
    if (!(await this.#announce(phones, withinMs))) return
    for (const phone of phones.filter(may)) {
      // The oldest come first.
      this.#askedAt.delete(phone.phone.deviceId)
      this.#askedAt.set(phone.phone.deviceId, performance.now())
      this.#moving.set(phone, undefined)
      phone.move(withinMs, (end) => {
        this.#moving.set(phone, performance.now())
        ended(end)
      })
    }
  }

  /** @param askAgainMs after which it is forgotten that a phone was asked */
  forget(now: number, askAgainMs: number): void {
    const { balance } = this.#context.timing
    for (const [phone, endedAt] of this.#moving)
      if (endedAt !== undefined && now - endedAt > balance * reportsToWait) this.#moving.delete(phone)
    for (const [deviceId, at] of this.#askedAt) {
      if (now - at < askAgainMs) break
      this.#askedAt.delete(deviceId)
    }
  }

  abandon(): void {
    for (const phone of this.#moving.keys()) phone.abandonMove()
  }
}
