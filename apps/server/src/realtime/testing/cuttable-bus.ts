import type { Bus, BusListener, BusMessage, PublishOptions, Unsubscribe } from '../bus/bus.ts'

/** A server's way to the bus. While it is cut, messages of the server are lost; it still receives. */
export class CuttableBus implements Bus {
  readonly #bus: Bus
  readonly #listeners = new Set<(isConnected: boolean) => void>()
  #isCut = false

  constructor(bus: Bus) {
    this.#bus = bus
  }

  cut(): void {
    this.#set(true)
  }

  join(): void {
    this.#set(false)
  }

  get isConnected(): boolean {
    return !this.#isCut
  }

  get delayMs(): number {
    return this.#bus.delayMs
  }

  onConnection(listener: (isConnected: boolean) => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  publish(channel: string, message: BusMessage, options?: PublishOptions) {
    return this.#isCut ? Promise.resolve(0) : this.#bus.publish(channel, message, options)
  }

  deliver(channel: string, message: BusMessage): number {
    return this.#isCut ? 0 : this.#bus.deliver(channel, message)
  }

  forward(channel: string, message: BusMessage) {
    return this.#isCut ? Promise.resolve(0) : this.#bus.forward(channel, message)
  }

  listeners(channels: string[]): Promise<number[]> {
    return this.#bus.listeners(channels)
  }

  subscribe(channel: string, listener: BusListener): Promise<Unsubscribe> {
    return this.#bus.subscribe(channel, listener)
  }

  claim(name: string, forMs: number): Promise<boolean> {
    return this.#bus.claim(name, forMs)
  }

  release(name: string): Promise<void> {
    return this.#bus.release(name)
  }

  count(name: string, forMs: number) {
    return this.#bus.count(name, forMs)
  }

  async close(): Promise<void> {}

  #set(isCut: boolean): void {
    if (isCut === this.#isCut) return
    this.#isCut = isCut
    for (const listener of this.#listeners) listener(!isCut)
  }
}
