import type { DeviceId } from '@fleetdeck/contract/ids'
import type { ServerDuty } from '@fleetdeck/contract/service-monitor'
import type { Unsubscribe } from '../bus/bus.ts'
import { type ServerMessage, serverChannel } from '../bus/messages.ts'
import type { HubContext } from '../hub-context.ts'
import type { HubSessions } from '../hub-sessions.ts'
import type { MoveEnd, PhoneSession } from '../rooms/phone-session.ts'
import { Leaving } from './leaving.ts'
import { PhoneMoves } from './phone-moves.ts'
import { Spreading } from './spreading.ts'
import { Surplus } from './surplus.ts'

/** Phones per round: a few, or this share of all, so that a large fleet is balanced within minutes. */
const leastPerRound = 5
const sharePerRound = 1 / 300
/** Rounds of phones that may be without a socket at the same time. */
const mostRoundsMoving = 4
/** A server that sent nothing for so many rounds counts as stopped. */
const silentRounds = 3
/** Phones in one message, and how long a stopping server may take to close the sockets of all. */
const handedOverAtOnce = 1000
const handOverMs = 30_000
/** A phone is asked again after this time. */
const askAgainMs = 30 * 60_000
/** After so many phones in a row that came back here, or not at all, the load balancer does not cooperate. */
const mostReturned = 10
const pauseMs = 10 * 60_000

interface OtherServer {
  phones: number
  region: string | undefined
  firstHeardAt: number
  lastHeardAt: number
}

/**
 * Spreads phones again over the servers of a region, as after one of them was restarted: a server that has clearly more
 * than its share asks phones that nobody uses to connect again, a few per second, and a load balancer gives them another
 * server. A server that is taken out of service, or stops, asks all of them, as the last one of its region, too: agents
 * choose another region then. Servers in service report their counts over the bus once per round.
 */
export class PhoneBalancer {
  readonly #context: HubContext
  readonly #sessions: HubSessions
  readonly #moves: PhoneMoves
  readonly #surplus = new Surplus()
  readonly #others = new Map<string, OtherServer>()
  readonly #timer: NodeJS.Timeout
  #unsubscribe: Unsubscribe = () => {}
  #leaving: Leaving | undefined
  #isStopping = false
  #spreading: Spreading | undefined
  #returnedInRow = 0
  /** By performance.now(), as all times here. */
  #pausedUntil = 0

  static async start(context: HubContext, sessions: HubSessions): Promise<PhoneBalancer> {
    const balancer = new PhoneBalancer(context, sessions)
    balancer.#unsubscribe = await balancer.#channel.subscribe((message) => balancer.#receive(message))
    return balancer
  }

  private constructor(context: HubContext, sessions: HubSessions) {
    this.#context = context
    this.#sessions = sessions
    this.#moves = new PhoneMoves(context, (phones, withinMs) => this.#announce(phones, withinMs))
    this.#timer = setInterval(() => this.#round(performance.now()), context.timing.balance)
  }

  get isLeaving(): boolean {
    return this.#leaving !== undefined
  }

  /** Other servers are in service, in any region. */
  get hasOthers(): boolean {
    return this.#others.size > 0
  }

  /** Those in service beside this one in its region. */
  get #neighbours(): OtherServer[] {
    const { region } = this.#context.options
    return [...this.#others.values()].filter((other) => other.region === region)
  }

  duty(): ServerDuty {
    const { phones, viewers } = this.#sessions
    return {
      isDraining: this.isLeaving,
      phones: phones.size,
      phonesInUse: [...phones].filter(({ isInUse }) => isInUse).length,
      pages: viewers.size + this.#sessions.pagesWithoutScreen().length,
      spread: this.#spreading?.state ?? null,
    }
  }

  /** Out of service: other servers send no phones here, and take over those of this one. False for the last server. */
  leave(): boolean {
    if (this.isLeaving) return true
    if (!this.hasOthers) return false
    this.#leave(undefined)
    return true
  }

  /** Back into service. */
  stay(): void {
    if (!this.#isStopping) this.#leaving = undefined
  }

  /** What this server has above the mean leaves it, as far as it is not in use. */
  spread(): void {
    if (this.isLeaving || (this.#spreading && !this.#spreading.isOver)) return
    const own = this.#sessions.phones.size
    const others = this.#neighbours
    const all = others.reduce((sum, { phones }) => sum + phones, own)
    const surplus = Math.max(0, own - Math.ceil(all / (others.length + 1)))
    this.#spreading = new Spreading(this.#sessions, this.#moves, surplus)
  }

  /** Before a close: as leave(), and all phones are gone within this time. */
  retire(withinMs: number): void {
    this.#isStopping = true
    this.#leave(withinMs)
  }

  #leave(withinMs: number | undefined): void {
    this.#channel.send({ kind: 'leaves', server: this.#context.serverId })
    this.#leaving = new Leaving(this.#context, this.#sessions, this.#moves, withinMs)
  }

  /**
   * Other servers no longer count on this one. If there are any, its phones are theirs from now on: those that do not
   * come are found by their silence.
   */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#channel.send({ kind: 'leaves', server: this.#context.serverId })
    this.#unsubscribe()
    this.#forget(performance.now())
    if (this.hasOthers) await this.#handOver()
    this.#moves.abandon()
  }

  async #handOver(): Promise<void> {
    const phones = [...this.#sessions.phones]
    for (let at = 0; at < phones.length; at += handedOverAtOnce)
      if (!(await this.#announce(phones.slice(at, at + handedOverAtOnce), handOverMs))) return
    this.#context.transit.othersTakeOver = true
  }

  async #announce(phones: PhoneSession[], withinMs: number): Promise<boolean> {
    const known = phones.map(({ phone, onlineSince }): [DeviceId, number] => [phone.deviceId, onlineSince])
    return (await this.#channel.publish({ kind: 'moving', phones: known, withinMs })) !== undefined
  }

  get #channel() {
    return serverChannel(this.#context.options.bus)
  }

  #receive(message: ServerMessage): void {
    const now = performance.now()
    if (message.kind === 'moving') {
      const until = now + message.withinMs
      for (const [deviceId, onlineSince] of message.phones)
        this.#context.transit.add(deviceId, onlineSince, until)
    } else if (message.server === this.#context.serverId) return
    else if (message.kind === 'leaves') this.#others.delete(message.server)
    else {
      const { phones, server, region } = message
      const firstHeardAt = this.#others.get(server)?.firstHeardAt ?? now
      this.#others.set(server, { phones, region, firstHeardAt, lastHeardAt: now })
    }
  }

  #round(now: number): void {
    const { options, serverId, transit } = this.#context
    this.#forget(now)
    transit.prune(now)
    // While it leaves, the others hear nothing from it.
    if (!this.#leaving)
      this.#channel.send({
        kind: 'load',
        server: serverId,
        phones: this.#sessions.phones.size,
        region: options.region,
      })
    if (!options.bus.isConnected || !this.hasOthers) return
    if (this.#leaving) this.#leaving.round(now)
    else if (this.#spreading && !this.#spreading.isOver) this.#spreading.round()
    else if (options.spreadsPhones?.() !== false) this.#level(now)
  }

  #level(now: number): void {
    const { steadyServer } = this.#context.timing
    const own = this.#sessions.phones.size
    const others = this.#neighbours.filter((one) => now - one.firstHeardAt >= steadyServer)
    if (others.length === 0 || now < this.#pausedUntil || this.#moves.isAsking) return
    const moving = this.#moves.underWay
    const surplus = this.#surplus.count({ own, moving, others: others.map(({ phones }) => phones) })
    const perRound = Math.max(leastPerRound, Math.ceil(own * sharePerRound))
    const count = Math.min(surplus, perRound, perRound * mostRoundsMoving - moving)
    if (count <= 0) return
    const may = (phone: PhoneSession) =>
      phone.isIdle && this.#moves.askedAt(phone.phone.deviceId) === undefined
    const phones = [...this.#sessions.phones].filter(may).slice(0, count)
    this.#moves.ask(phones, may, (end) => this.#ended(end))
  }

  #forget(now: number): void {
    const { balance } = this.#context.timing
    for (const [server, { lastHeardAt }] of this.#others)
      if (now - lastHeardAt > balance * silentRounds) this.#others.delete(server)
    this.#moves.forget(now, askAgainMs)
  }

  #ended(end: MoveEnd): void {
    const now = performance.now()
    // The rest of a wave that was asked before the pause.
    if (now < this.#pausedUntil) return
    this.#returnedInRow = end === 'elsewhere' ? 0 : this.#returnedInRow + 1
    if (this.#returnedInRow < mostReturned) return
    this.#returnedInRow = 0
    this.#pausedUntil = now + pauseMs
    this.#context.options.log.warn(
      { minutes: pauseMs / 60_000 },
      'phones reconnect to the same server: balancing is paused',
    )
  }
}
