import { randomUUID } from 'node:crypto'
import type { ServerDuty } from '@fleetdeck/contract/service-monitor'
import { ask } from '../bus/ask.ts'
import type { Unsubscribe } from '../bus/bus.ts'
import { type DutyMessage, dutyChannel, type ServerOrder } from '../bus/messages.ts'
import type { HubContext } from '../hub-context.ts'
import type { PhoneBalancer } from './phone-balancer.ts'

/** A server that sent nothing for so many rounds is no longer listed. */
const silentRounds = 5
const answerMs = 3000

type Answer = Extract<DutyMessage, { kind: 'ordered' }>

/** What each server does for the load balancer: they tell each other once a second, and take orders from each other. */
export class ServerDuties {
  readonly #context: HubContext
  readonly #balancer: PhoneBalancer
  readonly #name: string
  readonly #heard = new Map<string, { name: string; duty: ServerDuty; at: number }>()
  readonly #timer: NodeJS.Timeout
  #unsubscribe: Unsubscribe = () => {}

  static async start(context: HubContext, balancer: PhoneBalancer): Promise<ServerDuties> {
    const duties = new ServerDuties(context, balancer)
    duties.#unsubscribe = await duties.#channel.subscribe((message) => duties.#receive(message))
    return duties
  }

  private constructor(context: HubContext, balancer: PhoneBalancer) {
    this.#context = context
    this.#balancer = balancer
    this.#name = context.options.serverName ?? context.serverId
    this.#timer = setInterval(() => this.#tell(), context.timing.balance)
  }

  /** By the names of servers. */
  all(): Map<string, ServerDuty> {
    const oldest = performance.now() - this.#context.timing.balance * silentRounds
    for (const [server, { at }] of this.#heard) if (at < oldest) this.#heard.delete(server)
    const others = [...this.#heard.values()].map(({ name, duty }): [string, ServerDuty] => [name, duty])
    return new Map([...others, [this.#name, this.#balancer.duty()]])
  }

  async order(name: string, order: ServerOrder): Promise<'done' | 'last' | 'silent'> {
    if (name === this.#name) return this.#obey(order) ? 'done' : 'last'
    const id = randomUUID()
    const isAnswer = (message: DutyMessage): message is Answer =>
      message.kind === 'ordered' && message.id === id
    const question: DutyMessage = { kind: 'order', id, name, order }
    const answer = await ask(this.#channel, question, this.#channel, { isAnswer, withinMs: answerMs })
    if (typeof answer === 'string') return 'silent'
    return answer.isDone ? 'done' : 'last'
  }

  async orderAll(order: ServerOrder): Promise<void> {
    await this.#channel.publish({ kind: 'order', id: randomUUID(), name: null, order })
  }

  close(): void {
    clearInterval(this.#timer)
    this.#unsubscribe()
  }

  get #channel() {
    return dutyChannel(this.#context.options.bus)
  }

  #tell(): void {
    const { serverId: server } = this.#context
    this.#channel.send({ kind: 'duty', server, name: this.#name, duty: this.#balancer.duty() })
  }

  #receive(message: DutyMessage): void {
    if (message.kind === 'duty') {
      const { server, name, duty } = message
      if (server !== this.#context.serverId) this.#heard.set(server, { name, duty, at: performance.now() })
    } else if (message.kind === 'order' && (message.name ?? this.#name) === this.#name) {
      const isDone = this.#obey(message.order)
      this.#channel.send({ kind: 'ordered', id: message.id, isDone })
      this.#tell()
    }
  }

  #obey(order: ServerOrder): boolean {
    if (order === 'drain') return this.#balancer.leave()
    if (order === 'resume') this.#balancer.stay()
    else this.#balancer.spread()
    return true
  }
}
