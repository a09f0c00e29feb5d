import type { Bus, BusListener, BusMessage, Unsubscribe, Uses } from './bus.ts'

/** Names that are counted at a time; beyond it the oldest are forgotten. */
const maxCounted = 50_000

/** The bus of a single server. Listeners run after deliver() has returned, never inside it. */
export class InProcessBus implements Bus {
  // Nearly every channel has one listener, which is stored without a Set.
  readonly #channels = new Map<string, BusListener | Set<BusListener>>()
  /** Expiry of each claimed name; the oldest come first as long as all claims last equally long. */
  readonly #claims = new Map<string, number>()
  /** The oldest windows come first. */
  readonly #uses = new Map<string, { count: number; until: number }>()
  readonly #onListenerError: (error: unknown, channel: string) => void

  constructor(onListenerError: (error: unknown, channel: string) => void = () => {}) {
    this.#onListenerError = onListenerError
  }

  readonly isConnected = true
  readonly delayMs = 0
  onConnection = () => () => {}

  publish(channel: string, message: BusMessage): Promise<number> {
    return Promise.resolve(this.deliver(channel, message))
  }

  deliver(channel: string, message: BusMessage): number {
    const listeners = this.#listenersOf(channel)
    for (const listener of listeners)
      queueMicrotask(() => {
        if (this.#listens(channel, listener)) this.#deliver(listener, channel, message)
      })
    return listeners.length
  }

  forward(): Promise<number> {
    return Promise.resolve(0)
  }

  hasListener(channel: string): boolean {
    return this.#channels.has(channel)
  }

  listeners(channels: string[]): Promise<number[]> {
    return Promise.resolve(channels.map((channel) => this.#listenersOf(channel).length))
  }

  subscribe(channel: string, listener: BusListener): Promise<Unsubscribe> {
    const present = this.#channels.get(channel)
    if (!present) this.#channels.set(channel, listener)
    else if (present instanceof Set) present.add(listener)
    else this.#channels.set(channel, new Set([present, listener]))
    return Promise.resolve(() => this.#unsubscribe(channel, listener))
  }

  claim(name: string, forMs: number): Promise<boolean> {
    const now = performance.now()
    for (const [other, until] of this.#claims) {
      if (now < until) break
      this.#claims.delete(other)
    }
    if (now < (this.#claims.get(name) ?? 0)) return Promise.resolve(false)
    this.#claims.delete(name)
    this.#claims.set(name, now + forMs)
    return Promise.resolve(true)
  }

  release(name: string): Promise<void> {
    this.#claims.delete(name)
    return Promise.resolve()
  }

  count(name: string, forMs: number): Promise<Uses> {
    const now = performance.now()
    let uses = this.#uses.get(name)
    if (!uses || uses.until <= now) {
      this.#uses.delete(name)
      this.#makeRoom(now)
      uses = { count: 0, until: now + forMs }
      this.#uses.set(name, uses)
    }
    uses.count += 1
    return Promise.resolve({ count: uses.count, leftMs: Math.min(forMs, Math.ceil(uses.until - now)) })
  }

  close(): Promise<void> {
    this.#uses.clear()
    this.#channels.clear()
    this.#claims.clear()
    return Promise.resolve()
  }

  #makeRoom(now: number): void {
    for (const [name, { until }] of this.#uses) {
      if (until > now && this.#uses.size < maxCounted) break
      this.#uses.delete(name)
    }
  }

  #listenersOf(channel: string): BusListener[] {
    const present = this.#channels.get(channel)
    if (!present) return []
    return present instanceof Set ? [...present] : [present]
  }

  #listens(channel: string, listener: BusListener): boolean {
    const present = this.#channels.get(channel)
    return present === listener || (present instanceof Set && present.has(listener))
  }

  #unsubscribe(channel: string, listener: BusListener): void {
    const present = this.#channels.get(channel)
    if (present === listener) this.#channels.delete(channel)
    if (!(present instanceof Set)) return
    present.delete(listener)
    if (present.size === 0) this.#channels.delete(channel)
  }

  #deliver(listener: BusListener, channel: string, message: BusMessage): void {
    try {
      listener(message)
    } catch (error) {
      this.#onListenerError(error, channel)
    }
  }
}
