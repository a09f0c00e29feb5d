import type { DeviceId } from '@fleetdeck/contract/ids'
import { inBackground } from '../../platform/core/in-background.ts'
import type { Unsubscribe } from '../bus/bus.ts'
import { type ServerMessage, serverChannel } from '../bus/messages.ts'
import type { HubContext } from '../hub-context.ts'
import type { HubSessions } from '../hub-sessions.ts'
import type { MoveEnd, PhoneSession } from '../rooms/phone-session.ts'
import { Surplus } from './surplus.ts'

/** Phones per round: a few, or this share of all, so that a large fleet is balanced within minutes. */
const leastPerRound = 5
const sharePerRound = 1 / 300
/** Rounds of phones that may be without a socket at the same time. */
const mostRoundsMoving = 4
/** Two reports of another server, after which its count includes a phone that has arrived there. */
const reportsToWait = 2
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
  firstHeardAt: number
  lastHeardAt: number
}

/**
 * Spreads phones again over the servers, as after one of them was restarted: a server that has clearly more than its
 * share asks phones that nobody uses to connect again, a few per second, and a load balancer gives them another server.
 * Servers report their counts over the bus once per round.
 */
export class PhoneBalancer {
  readonly #context: HubContext
  readonly #sessions: HubSessions
  readonly #surplus = new Surplus()
  readonly #others = new Map<string, OtherServer>()
  /** Phones that were asked to connect again, and when their move ended. */
  readonly #moving = new Map<PhoneSession, number | undefined>()
  readonly #askedAt = new Map<DeviceId, number>()
  readonly #timer: NodeJS.Timeout
  #unsubscribe: Unsubscribe = () => {}
  #returnedInRow = 0
  /** By performance.now(), as all times here. */
  #pausedUntil = 0
  #isMoving = false

  static async start(context: HubContext, sessions: HubSessions): Promise<PhoneBalancer> {
    const balancer = new PhoneBalancer(context, sessions)
    balancer.#unsubscribe = await balancer.#channel.subscribe((message) => balancer.#receive(message))
    return balancer
  }

  private constructor(context: HubContext, sessions: HubSessions) {
    this.#context = context
    this.#sessions = sessions
    this.#timer = setInterval(() => this.#round(performance.now()), context.timing.balance)
  }

  /** Other servers no longer count on this one: they send it no phones. */
  retire(): void {
    clearInterval(this.#timer)
    this.#channel.send({ kind: 'leaves', server: this.#context.serverId })
  }

  /**
   * Other servers no longer count on this one. If there are any, its phones are theirs from now on: those that do not
   * come are found by their silence.
   */
  async close(): Promise<void> {
    this.retire()
    this.#unsubscribe()
    this.#forget(performance.now())
    if (this.#others.size > 0) await this.#handOver()
    for (const phone of this.#moving.keys()) phone.abandonMove()
  }

  async #handOver(): Promise<void> {
    const phones = [...this.#sessions.phones]
    for (let at = 0; at < phones.length; at += handedOverAtOnce)
      if (!(await this.#announce(phones.slice(at, at + handedOverAtOnce), handOverMs))) return
    this.#context.transit.othersTakeOver = true
  }

  /** The server that a phone comes to must know that it was online all the time. False when it cannot be notified. */
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
      const { phones, server } = message
      const firstHeardAt = this.#others.get(server)?.firstHeardAt ?? now
      this.#others.set(server, { phones, firstHeardAt, lastHeardAt: now })
    }
  }

  #round(now: number): void {
    const { options, serverId, timing, transit } = this.#context
    const own = this.#sessions.phones.size
    this.#channel.send({ kind: 'load', server: serverId, phones: own })
    this.#forget(now)
    transit.prune(now)
    const others = [...this.#others.values()].filter((one) => now - one.firstHeardAt >= timing.steadyServer)
    const isOff = options.spreadsPhones?.() === false || !options.bus.isConnected
    if (isOff || others.length === 0 || now < this.#pausedUntil || this.#isMoving) return
    const moving = this.#moving.size
    const surplus = this.#surplus.count({ own, moving, others: others.map(({ phones }) => phones) })
    const perRound = Math.max(leastPerRound, Math.ceil(own * sharePerRound))
    const count = Math.min(surplus, perRound, perRound * mostRoundsMoving - moving)
    if (count <= 0) return
    this.#isMoving = true
    const work = this.#move(count, now).finally(() => {
      this.#isMoving = false
    })
    inBackground(options.log, 'could not ask phones to reconnect', work)
  }

  #forget(now: number): void {
    const { balance } = this.#context.timing
    for (const [server, { lastHeardAt }] of this.#others)
      if (now - lastHeardAt > balance * silentRounds) this.#others.delete(server)
    for (const [phone, endedAt] of this.#moving)
      if (endedAt !== undefined && now - endedAt > balance * reportsToWait) this.#moving.delete(phone)
    for (const [deviceId, at] of this.#askedAt) {
      if (now - at < askAgainMs) break
      this.#askedAt.delete(deviceId)
    }
  }

  async #move(count: number, now: number): Promise<void> {
    const { timing } = this.#context
    const phones: PhoneSession[] = []
    for (const phone of this.#sessions.phones) {
      if (phones.length === count) break
      if (this.#mayMove(phone)) phones.push(phone)
    }
    if (phones.length === 0 || !(await this.#announce(phones, timing.move))) return
    for (const phone of phones.filter((one) => this.#mayMove(one))) {
      this.#askedAt.set(phone.phone.deviceId, now)
      this.#moving.set(phone, undefined)
      phone.move(timing.move, (end) => this.#ended(phone, end))
    }
  }

  #mayMove(phone: PhoneSession): boolean {
    return phone.isIdle && !this.#askedAt.has(phone.phone.deviceId)
  }

  #ended(phone: PhoneSession, end: MoveEnd): void {
    const now = performance.now()
    this.#moving.set(phone, now)
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
