import type { Bus, BusMessage, PublishOptions, Receivers, Unsubscribe } from './bus.ts'

/** A channel whose messages are JSON of one known shape; both ends are servers of this program. */
export class JsonChannel<Message> {
  readonly name: string
  readonly #bus: Bus

  constructor(bus: Bus, name: string) {
    this.#bus = bus
    this.name = name
  }

  publish(message: Message, options?: PublishOptions): Promise<Receivers> {
    return this.#bus.publish(this.name, JSON.stringify(message), options)
  }

  /** For messages whose receivers nobody waits for. */
  send(message: Message): void {
    // The bus never rejects.
    this.publish(message).catch(() => {})
  }

  /** isWanted avoids parsing messages that would be dropped. */
  subscribe(listener: (message: Message) => void, isWanted = () => true): Promise<Unsubscribe> {
    return this.#bus.subscribe(this.name, (message) => {
      if (isWanted()) listener(JSON.parse(toText(message)) as Message)
    })
  }
}

function toText(message: BusMessage): string {
  if (typeof message === 'string') return message
  return Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString()
}
