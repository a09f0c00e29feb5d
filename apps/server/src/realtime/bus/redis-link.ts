import { Redis } from 'ioredis'

export interface RedisLinkOptions {
  /** A channel that nobody else uses: messages published on it must return. */
  echoName: string
  onMessage(name: string, bytes: Buffer): void
  /** Errors of the connections; repeated for as long as Redis cannot be reached. */
  onError(error: unknown): void
  onConnection(isConnected: boolean): void
  /** Milliseconds between two echoes. Without one for three times as long both connections are replaced. */
  echoMs?: number
}

const longestRetryMs = 1000
const connectMs = 2000
/** A command without an answer for so long means a dead connection. */
const answerMs = 3000
const namesAtOnce = 1000
/** Commands that wait for an answer; beyond it messages are refused rather than stored. */
const maxPending = 10_000

/**
 * Two connections to Redis, because a subscribed one may not publish. Connected means messages pass in both directions:
 * those the one publishes the other has received within the last seconds. A connection that is only half there is
 * replaced. While Redis is unreachable commands reject immediately, and subscriptions are stored for the next
 * connection.
 */
export class RedisLink {
  isConnected = false
  readonly commands: Redis
  readonly #subscriber: Redis
  readonly #options: RedisLinkOptions
  readonly #echoMs: number
  readonly #wanted = new Set<string>()
  readonly #confirmed = new Set<string>()
  readonly #timer: NodeJS.Timeout
  /** The arguments of CLIENT KILL that end the subscribed connection, and former ones that Redis may still count. */
  readonly #identities = new Set<string>()
  #renewing = Promise.resolve()
  #heardAt = 0
  /** Of the oldest echo that has not come back; undefined when all have. */
  #echoSentAt: number | undefined
  #delayMs = 0
  #tickedAt = 0
  #pending = 0

  constructor(url: string, options: RedisLinkOptions) {
    this.#options = options
    this.#echoMs = options.echoMs ?? 2000
    const settings = {
      lazyConnect: true,
      keepAlive: 10_000,
      connectTimeout: connectMs,
      retryStrategy: (attempt: number) => Math.min(attempt * 100, longestRetryMs),
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      autoResubscribe: false,
      // Without it a command in transit when the connection breaks would never be settled.
      maxRetriesPerRequest: 0,
      socketTimeout: answerMs,
    }
    this.commands = new Redis(url, settings)
    this.#subscriber = new Redis(url, settings)
    for (const connection of [this.commands, this.#subscriber]) {
      connection.on('error', options.onError)
      connection.on('close', () => this.#lost())
      connection.on('ready', () => this.#ready())
    }
    this.#subscriber.on('messageBuffer', (name, bytes) => {
      if (name.toString() === options.echoName) this.#heard()
      else options.onMessage(name.toString(), bytes)
    })
    this.#timer = setInterval(() => this.#tick(), this.#echoMs)
    this.#timer.unref()
  }

  /** How long the last echo took; of one that has not come back, its age. */
  get delayMs(): number {
    const waiting = this.#echoSentAt === undefined ? 0 : performance.now() - this.#echoSentAt
    return Math.max(this.#delayMs, waiting)
  }

  /** Rejects when Redis is unreachable; later the connections are renewed automatically. */
  async connect(): Promise<void> {
    try {
      await Promise.all([this.commands.connect(), this.#subscriber.connect()])
      await this.#renew()
    } catch (error) {
      this.close()
      throw error
    }
    this.#heard()
  }

  /** Resolves with the number of subscribed connections; rejects while Redis is unreachable or too slow. */
  async publish(name: string, bytes: Buffer): Promise<number> {
    if (this.#pending >= maxPending) throw new Error('Redis is too slow')
    this.#pending += 1
    try {
      return await this.commands.publish(name, bytes)
    } finally {
      this.#pending -= 1
    }
  }

  /** Whether Redis counts this server among the subscribers of the name. */
  hears(name: string): boolean {
    return this.#confirmed.has(name)
  }

  /** Resolves when Redis has confirmed, or immediately while it is unreachable. */
  async subscribe(name: string): Promise<void> {
    this.#wanted.add(name)
    await this.#renewing
    const isRenewed = this.#confirmed.has(this.#options.echoName)
    if (isRenewed && !this.#confirmed.has(name)) await this.#subscribe([name]).catch(this.#options.onError)
  }

  unsubscribe(name: string): void {
    this.#wanted.delete(name)
    if (!this.#confirmed.delete(name)) return
    this.#subscriber.unsubscribe(name).catch(this.#options.onError)
  }

  close(): void {
    clearInterval(this.#timer)
    this.commands.disconnect()
    this.#subscriber.disconnect()
  }

  async #subscribe(names: string[]): Promise<void> {
    if (this.#subscriber.status !== 'ready') return
    await this.#subscriber.subscribe(...names)
    for (const name of names)
      if (this.#wanted.has(name) || name === this.#options.echoName) this.#confirmed.add(name)
  }

  /**
   * Redis would count a former connection that it does not know to be dead as a subscriber, for minutes. One that could
   * not be ended, as this connection broke, too, is ended by the next.
   */
  async #renew(): Promise<void> {
    const own = await this.#subscriber.client('INFO').then(identityIn, unlessRefused)
    if (own) this.#identities.add(own)
    for (const former of this.#identities) {
      if (former === own) continue
      await this.commands.call('CLIENT', 'KILL', ...former.split(' ')).catch(unlessRefused)
      this.#identities.delete(former)
    }
    await this.#resubscribe()
  }

  async #resubscribe(): Promise<void> {
    const names = [this.#options.echoName, ...this.#wanted]
    for (let at = 0; at < names.length; at += namesAtOnce)
      await this.#subscribe(names.slice(at, at + namesAtOnce))
  }

  #ready(): void {
    if (this.commands.status !== 'ready' || this.#subscriber.status !== 'ready') return
    this.#heardAt = performance.now()
    this.#renewing = this.#renewing
      .then(() => this.#renew())
      .then(() => this.#sendEcho())
      .catch(this.#options.onError)
  }

  #tick(): void {
    const now = performance.now()
    // A program that was itself suspended has received nothing either.
    const stoodStill = now - this.#tickedAt > 2 * this.#echoMs
    this.#tickedAt = now
    if (!stoodStill && now - this.#heardAt > 3 * this.#echoMs) {
      this.#lost()
      this.#heardAt = now
      for (const connection of [this.commands, this.#subscriber])
        if (connection.status === 'ready' || connection.status === 'connect') connection.disconnect(true)
    }
    this.#sendEcho()
  }

  #sendEcho(): void {
    this.#echoSentAt ??= performance.now()
    // Its failure shows in what is not heard.
    this.publish(this.#options.echoName, Buffer.alloc(0)).catch(() => {})
  }

  #heard(): void {
    const now = performance.now()
    if (this.#echoSentAt !== undefined) this.#delayMs = now - this.#echoSentAt
    this.#echoSentAt = undefined
    // A new connection counts when all channels are subscribed again; one that never gets there is replaced.
    if (!this.isConnected && [...this.#wanted].some((name) => !this.#confirmed.has(name))) return
    this.#heardAt = now
    if (this.isConnected) return
    this.isConnected = true
    this.#options.onConnection(true)
  }

  #lost(): void {
    this.#confirmed.clear()
    this.#echoSentAt = undefined
    if (!this.isConnected) return
    this.isConnected = false
    this.#options.onConnection(false)
  }
}

/** Numbers begin again when Redis does; with the address nobody else's connection is meant. */
function identityIn(info: string): string | undefined {
  const [, id] = /\bid=(\d+)/.exec(info) ?? []
  const [, address] = /\baddr=(\S+)/.exec(info) ?? []
  return id && address ? `ID ${id} ADDR ${address}` : undefined
}

/** Not every account may ask for connections and end them. */
function unlessRefused(error: Error): undefined {
  if (error.name !== 'ReplyError') throw error
}
