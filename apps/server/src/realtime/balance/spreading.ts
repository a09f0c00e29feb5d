import type { Spread } from '@fleetdeck/contract/service-monitor'
import { siteNow } from '../../platform/core/site-clock.ts'
import type { HubSessions } from '../hub-sessions.ts'
import type { MoveEnd, PhoneSession } from '../rooms/phone-session.ts'
import type { PhoneMoves } from './phone-moves.ts'

const leastPerRound = 5
/** A surplus has connected again after so many seconds. */
const usualRounds = 30
const mostPerRound = 100
/** After so many phones in a row that came back, the load balancer does not cooperate. */
const mostReturned = 10

/** One round of spreading: each phone of the surplus is asked once, if nobody uses it. */
export class Spreading {
  readonly #sessions: HubSessions
  readonly #moves: PhoneMoves
  readonly #beganAt = performance.now()
  readonly #startedAt = siteNow().toISOString()
  readonly #surplus: number
  #asked = 0
  #moved = 0
  #returned = 0
  #returnedInRow = 0
  #isOver: boolean

  constructor(sessions: HubSessions, moves: PhoneMoves, surplus: number) {
    this.#sessions = sessions
    this.#moves = moves
    this.#surplus = surplus
    this.#isOver = surplus === 0
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get state(): Spread {
    const left = this.#surplus - this.#asked
    return {
      startedAt: this.#startedAt,
      surplus: this.#surplus,
      moved: this.#moved,
      returned: this.#returned,
      inUse: this.#isOver && !this.#isRefused ? left : 0,
      isOver: this.#isOver,
    }
  }

  round(): void {
    if (this.#isOver || this.#moves.isAsking) return
    const left = this.#isRefused ? 0 : this.#surplus - this.#asked
    const may = (phone: PhoneSession) => phone.isIdle && !this.#wasAsked(phone)
    const perRound = Math.min(mostPerRound, Math.max(leastPerRound, Math.ceil(this.#surplus / usualRounds)))
    const phones = [...this.#sessions.phones].filter(may).slice(0, Math.min(left, perRound))
    if (phones.length === 0) {
      this.#isOver = this.#moves.isSettled
      return
    }
    const mayStill = (phone: PhoneSession) => {
      const isIt = may(phone)
      if (isIt) this.#asked += 1
      return isIt
    }
    this.#moves.ask(phones, mayStill, (end) => this.#ended(end))
  }

  get #isRefused(): boolean {
    return this.#returnedInRow >= mostReturned
  }

  #wasAsked({ phone }: PhoneSession): boolean {
    const askedAt = this.#moves.askedAt(phone.deviceId)
    return askedAt !== undefined && askedAt >= this.#beganAt
  }

  #ended(end: MoveEnd): void {
    if (end === 'elsewhere') this.#moved += 1
    else if (end === 'here') this.#returned += 1
    this.#returnedInRow = end === 'elsewhere' ? 0 : this.#returnedInRow + 1
  }
}
