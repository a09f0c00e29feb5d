import { Redis } from 'ioredis'
import type { Bus, BusInfo, BusListener, BusMessage, Unsubscribe } from './bus.ts'
import { toRedisInfo } from './redis-info.ts'

interface Channel {
  listeners: Set<BusListener>
  /** Settles once Redis has confirmed the subscription. */
  ready: Promise<unknown>
}

export interface RedisBusOptions {
  /** Prefix of every name; `fleetdeck` by default. */
  prefix?: string | undefined
  onError?: (error: unknown) => void
}

const longestRetryMs = 2000
const keepAliveMs = 10_000
/** A publish without an answer for so long means a dead connection. */
const socketTimeoutMs = 5000

/**
 * The bus of several servers: Redis publish/subscribe on two connections, because a subscribed one may not publish.
 * While Redis is unreachable publish() and claim() reject immediately, so that pictures do not pile up. Subscriptions
 * wait and are renewed.
 */
export class RedisBus implements Bus {
  readonly #publisher: Redis
  readonly #subscriber: Redis
  readonly #channels = new Map<string, Channel>()
  /** Redis has one name space of channels for all its databases: each installation needs its own prefix. */
  readonly #prefix: string
  readonly #onError: (error: unknown) => void

  private constructor(url: string, { prefix = 'fleetdeck', onError = () => {} }: RedisBusOptions) {
    this.#prefix = `${prefix}:`
    const common = {
      lazyConnect: true,
      keepAlive: keepAliveMs,
      retryStrategy: (attempt: number) => Math.min(attempt * 100, longestRetryMs),
    }
    this.#onError = onError
    this.#publisher = new Redis(url, {
      ...common,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      // Without it a message in transit when the connection breaks would never be settled.
      maxRetriesPerRequest: 0,
      socketTimeout: socketTimeoutMs,
    })
    this.#subscriber = new Redis(url, { ...common, maxRetriesPerRequest: null })
    for (const connection of [this.#publisher, this.#subscriber]) connection.on('error', onError)
    this.#subscriber.on('messageBuffer', (channel, message) => this.#deliver(channel.toString(), message))
  }

  /** Rejects when Redis is unreachable at the start; later it reconnects automatically. */
  static async connect(url: string, options: RedisBusOptions = {}): Promise<RedisBus> {
    const bus = new RedisBus(url, options)
    try {
      await Promise.all([bus.#publisher.connect(), bus.#subscriber.connect()])
    } catch (error) {
      bus.#disconnect()
      throw error
    }
    return bus
  }

  publish(channel: string, message: BusMessage): Promise<number> {
    const payload =
      typeof message === 'string'
        ? message
        : Buffer.from(message.buffer, message.byteOffset, message.byteLength)
    return this.#publisher.publish(this.#prefix + channel, payload)
  }

  async listeners(channels: string[]): Promise<number[]> {
    if (channels.length === 0) return []
    // Names and counts alternate, in the order of the query.
    const answer = await this.#publisher.pubsub('NUMSUB', ...channels.map((name) => this.#prefix + name))
    return channels.map((_, place) => Number(answer[2 * place + 1]))
  }

  async subscribe(channel: string, listener: BusListener): Promise<Unsubscribe> {
    const name = this.#prefix + channel
    let present = this.#channels.get(name)
    if (!present) {
      present = { listeners: new Set(), ready: this.#subscriber.subscribe(name) }
      this.#channels.set(name, present)
    }
    present.listeners.add(listener)
    await present.ready
    return () => this.#unsubscribe(name, listener)
  }

  async claim(name: string, forMs: number): Promise<boolean> {
    return (await this.#publisher.set(`${this.#prefix}claim:${name}`, '', 'PX', forMs, 'NX')) === 'OK'
  }

  async release(name: string): Promise<void> {
    await this.#publisher.del(`${this.#prefix}claim:${name}`)
  }

  async info(): Promise<BusInfo> {
    const [text, commands, keys] = await Promise.all([
      this.#publisher.info(),
      this.#publisher.info('commandstats'),
      this.#publisher.dbsize(),
    ])
    return toRedisInfo(text, commands, keys)
  }

  async close(): Promise<void> {
    this.#channels.clear()
    this.#disconnect()
  }

  #disconnect(): void {
    this.#publisher.disconnect()
    this.#subscriber.disconnect()
  }

  #unsubscribe(name: string, listener: BusListener): void {
    const present = this.#channels.get(name)
    if (!present?.listeners.delete(listener) || present.listeners.size > 0) return
    this.#channels.delete(name)
    this.#subscriber.unsubscribe(name).catch(this.#onError)
  }

  #deliver(name: string, message: Uint8Array): void {
    for (const listener of this.#channels.get(name)?.listeners ?? [])
      try {
        listener(message)
      } catch (error) {
        this.#onError(error)
      }
  }
}
