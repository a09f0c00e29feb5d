import { randomBytes, randomUUID } from 'node:crypto'
import type {
  Bus,
  BusInfo,
  BusListener,
  BusMessage,
  PublishOptions,
  Receivers,
  Unsubscribe,
  Uses,
} from './bus.ts'
import { InProcessBus } from './in-process-bus.ts'
import { toRedisInfo } from './redis-info.ts'
import { RedisLink } from './redis-link.ts'

export interface RedisBusOptions {
  /** Prefix of every name; `fleetdeck` by default. */
  prefix?: string | undefined
  onError?: (error: unknown) => void
  /** Milliseconds between two checks of the connection; 2000 by default. */
  echoMs?: number
}

/** Bytes before each message: the server that has already delivered it to its own listeners, or zeros for none. */
const senderBytes = 8
const nobody = Buffer.alloc(senderBytes)

/**
 * The bus of several servers: Redis publish/subscribe in addition to the bus inside the process. While Redis is
 * unreachable the listeners of this server still receive the messages of this server.
 */
export class RedisBus implements Bus {
  readonly #here: InProcessBus
  readonly #link: RedisLink
  readonly #sender = randomBytes(senderBytes)
  /** Redis has one name space of channels for all its databases: each installation needs its own prefix. */
  readonly #prefix: string
  readonly #connectionListeners = new Set<(isConnected: boolean) => void>()

  private constructor(url: string, { prefix = 'fleetdeck', onError = () => {}, echoMs }: RedisBusOptions) {
    this.#prefix = `${prefix}:`
    this.#here = new InProcessBus(onError)
    this.#link = new RedisLink(url, {
      echoName: `${this.#prefix}echo:${randomUUID()}`,
      onError,
      onMessage: (name, bytes) => this.#receive(name.slice(this.#prefix.length), bytes),
      onConnection: (isConnected) => {
        for (const listener of this.#connectionListeners) listener(isConnected)
      },
      ...(echoMs && { echoMs }),
    })
  }

  /** Rejects when Redis is unreachable at the start; later it reconnects automatically. */
  static async connect(url: string, options: RedisBusOptions = {}): Promise<RedisBus> {
    const bus = new RedisBus(url, options)
    await bus.#link.connect()
    return bus
  }

  get isConnected(): boolean {
    return this.#link.isConnected
  }

  get delayMs(): number {
    return this.#link.delayMs
  }

  onConnection(listener: (isConnected: boolean) => void): Unsubscribe {
    this.#connectionListeners.add(listener)
    return () => void this.#connectionListeners.delete(listener)
  }

  async publish(channel: string, message: BusMessage, options: PublishOptions = {}): Promise<Receivers> {
    const name = this.#prefix + channel
    if (
      options.isOrdered &&
      this.isConnected &&
      (!this.#here.hasListener(channel) || this.#link.hears(name))
    ) {
      const receivers = await this.#send(channel, nobody, message)
      if (receivers !== undefined) return receivers
    }
    const here = this.deliver(channel, message)
    const others = await this.forward(channel, message)
    return others === undefined && here === 0 ? undefined : here + (others ?? 0)
  }

  deliver(channel: string, message: BusMessage): number {
    return this.#here.deliver(channel, message)
  }

  async forward(channel: string, message: BusMessage): Promise<Receivers> {
    const isHeard = this.#link.hears(this.#prefix + channel)
    const receivers = await this.#send(channel, this.#sender, message)
    return receivers === undefined ? undefined : Math.max(0, receivers - Number(isHeard))
  }

  async listeners(channels: string[]): Promise<number[]> {
    if (channels.length === 0) return []
    const here = await this.#here.listeners(channels)
    const names = channels.map((channel) => this.#prefix + channel)
    const own = names.map((name) => Number(this.#link.hears(name)))
    // Names and counts alternate, in the order of the query.
    const answer = await this.#link.commands.pubsub('NUMSUB', ...names).catch(() => undefined)
    if (!answer) return here
    return here.map((count, place) => count + Math.max(0, Number(answer[2 * place + 1]) - (own[place] ?? 0)))
  }

  async subscribe(channel: string, listener: BusListener): Promise<Unsubscribe> {
    const unsubscribe = await this.#here.subscribe(channel, listener)
    await this.#link.subscribe(this.#prefix + channel)
    return () => {
      unsubscribe()
      if (!this.#here.hasListener(channel)) this.#link.unsubscribe(this.#prefix + channel)
    }
  }

  async claim(name: string, forMs: number): Promise<boolean> {
    if (!(await this.#here.claim(name, forMs))) return false
    const key = `${this.#prefix}claim:${name}`
    const answer = await this.#link.commands.set(key, '', 'PX', forMs, 'NX').catch(() => 'OK')
    if (answer === 'OK') return true
    await this.#here.release(name)
    return false
  }

  async release(name: string): Promise<void> {
    await this.#here.release(name)
    // It expires automatically.
    await this.#link.commands.del(`${this.#prefix}claim:${name}`).catch(() => {})
  }

  async count(name: string, forMs: number): Promise<Uses> {
    const key = `${this.#prefix}count:${name}`
    // The window begins with the first use.
    const answers = await this.#link.commands
      .multi()
      .set(key, 0, 'PX', forMs, 'NX')
      .incr(key)
      .pttl(key)
      .exec()
      .catch(() => undefined)
    const here = await this.#here.count(name, forMs)
    const [count, leftMs] = (answers ?? []).slice(1).map(([, value]) => Number(value))
    return count && leftMs ? { count, leftMs } : here
  }

  async info(): Promise<BusInfo> {
    const { commands } = this.#link
    const [text, stats, keys] = await Promise.all([
      commands.info(),
      commands.info('commandstats'),
      commands.dbsize(),
    ])
    return toRedisInfo(text, stats, keys)
  }

  async close(): Promise<void> {
    await this.#here.close()
    this.#link.close()
  }

  async #send(channel: string, sender: Buffer, message: BusMessage): Promise<Receivers> {
    const payload = typeof message === 'string' ? Buffer.from(message) : message
    return this.#link.publish(this.#prefix + channel, Buffer.concat([sender, payload])).catch(() => undefined)
  }

  #receive(channel: string, bytes: Buffer): void {
    if (bytes.subarray(0, senderBytes).equals(this.#sender)) return
    this.#here.deliver(channel, bytes.subarray(senderBytes))
  }
}
