import { CloseCode } from '@fleetdeck/contract/device-socket'
import type { HubContext } from '../hub-context.ts'
import type { HubSessions } from '../hub-sessions.ts'
import type { PhoneSession } from '../rooms/phone-session.ts'
import type { LiveSocket } from '../sockets/live-socket.ts'
import type { PhoneMoves } from './phone-moves.ts'

/** Phones and pages per second, at least. */
const leastPerRound = 5
/** A server is empty after so many seconds, unless that would be more than `mostPerRound`. */
const usualRounds = 30
const mostPerRound = 200
/** At the end of a fixed time, the last ones need a moment to connect again. */
const marginMs = 1500
/** So long after a phone came back here, no other one is asked. */
const waitAfterReturnMs = 1000
/** Load balancers need this long to notice that a server is out of service, and send new pages to others. */
const noticeMs = 3000

/**
 * Empties a server: its phones and pages connect again elsewhere. A few phones go first. As long as the load balancer
 * sends them back, it has not noticed yet, and all others stay.
 */
export class Leaving {
  readonly #context: HubContext
  readonly #sessions: HubSessions
  readonly #moves: PhoneMoves
  readonly #beganAt = performance.now()
  readonly #noticeMs: number
  /** By performance.now(). */
  readonly #until: number | undefined
  #isNoticed = false
  #returnedAt = Number.NEGATIVE_INFINITY

  /** @param withinMs when all have to be gone */
  constructor(context: HubContext, sessions: HubSessions, moves: PhoneMoves, withinMs: number | undefined) {
    this.#context = context
    this.#sessions = sessions
    this.#moves = moves
    this.#until = withinMs === undefined ? undefined : this.#beganAt + withinMs - marginMs
    this.#noticeMs = Math.min(noticeMs, (withinMs ?? Number.POSITIVE_INFINITY) / 3)
  }

  round(now: number): void {
    if (this.#until !== undefined && now > this.#until + marginMs) return
    if (now - this.#beganAt >= this.#noticeMs) this.#movePages(now)
    if (this.#moves.isAsking || now - this.#returnedAt <= waitAfterReturnMs) return
    if (!this.#isNoticed && !this.#moves.isSettled) return
    const may = (phone: PhoneSession) => phone.mayLeave && this.#isDue(phone, now)
    const waiting = [...this.#sessions.phones].filter(may)
    const count = this.#isNoticed ? this.#perRound(waiting.length, now) : leastPerRound
    this.#moves.ask(waiting.slice(0, count), may, (end) => {
      if (end === 'gone') return
      this.#isNoticed = end === 'elsewhere'
      if (end === 'here') this.#returnedAt = performance.now()
    })
  }

  #isDue(phone: PhoneSession, now: number): boolean {
    const askedAt = this.#moves.askedAt(phone.phone.deviceId)
    return askedAt === undefined || askedAt < this.#beganAt || now - askedAt > waitAfterReturnMs
  }

  /** Pages that opened after the load balancer had time to notice belong here all the same. */
  #movePages(now: number): void {
    const isEarlier = ({ openedAt, over }: LiveSocket) => !over && openedAt < this.#beganAt + this.#noticeMs
    const pages = this.#sessions.pagesWithoutScreen().filter(isEarlier)
    for (const page of pages.slice(0, this.#perRound(pages.length, now))) page.refuse(CloseCode.serverStops)
    const computers = [...this.#sessions.computers].filter(isEarlier)
    for (const computer of computers.slice(0, this.#perRound(computers.length, now)))
      computer.close(CloseCode.serverStops, 'connect again')
  }

  #perRound(count: number, now: number): number {
    const { balance } = this.#context.timing
    if (this.#until === undefined)
      return Math.min(mostPerRound, Math.max(leastPerRound, Math.ceil(count / usualRounds)))
    const rounds = Math.max(1, Math.floor((this.#until - now) / balance))
    return Math.max(leastPerRound, Math.ceil(count / rounds))
  }
}
