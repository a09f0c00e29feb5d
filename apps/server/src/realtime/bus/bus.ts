export type BusMessage = string | Uint8Array
/** Text may arrive as its UTF-8 bytes; bytes always arrive as bytes and must not be modified. */
export type BusListener = (message: BusMessage) => void
export type Unsubscribe = () => void

export interface BusInfo {
  facts: { name: string; value: string }[]
  /** Bytes; `most` is null without a limit. */
  memory: { used: number; most: number | null }
  commands: { name: string; count: number }[]
}

/** How many received a message: 0 means nobody; undefined that nobody did here and the others cannot be asked. */
export type Receivers = number | undefined

/** Uses of a name, this one included, since a window began that ends in `leftMs` milliseconds. */
export interface Uses {
  count: number
  leftMs: number
}

export interface PublishOptions {
  /**
   * All servers, this one included, receive the ordered messages of a channel in the same order, as far as they can
   * reach each other.
   */
  isOrdered?: boolean
}

/**
 * Transports messages between the servers of one installation, and within a server in the same way. A message on this
 * server needs no other: its listeners are served first, also while the connection to the other servers is lost.
 * Messages of one publisher arrive in order; a publisher receives its own. Nothing is stored: only present subscribers
 * receive a message.
 */
export interface Bus {
  /** Never rejects. */
  publish(channel: string, message: BusMessage, options?: PublishOptions): Promise<Receivers>
  /** To the listeners of this server; returns their number. */
  deliver(channel: string, message: BusMessage): number
  /** To the other servers; undefined while they cannot be reached. Never rejects. */
  forward(channel: string, message: BusMessage): Promise<Receivers>
  /** The number of listeners of each channel, on all servers that can be reached; sends nothing. */
  listeners(channels: string[]): Promise<number[]>
  /** Resolves once messages are guaranteed to arrive, as far as the other servers can be reached. */
  subscribe(channel: string, listener: BusListener): Promise<Unsubscribe>
  /** True for the first server that claims the name within the time; milliseconds. Without the others, on this one. */
  claim(name: string, forMs: number): Promise<boolean>
  /** Releases a claim early. */
  release(name: string): Promise<void>
  /**
   * Counts one more use of the name within the time, on all servers; without the others, on this one. Never rejects.
   */
  count(name: string, forMs: number): Promise<Uses>
  /** Whether messages reach the other servers and theirs arrive, as of the last seconds. */
  readonly isConnected: boolean
  /** How long the last message to this server itself took, or has been taking; ms. */
  readonly delayMs: number
  /** Notified when isConnected changes. After it became true, messages may have been missed. */
  onConnection(listener: (isConnected: boolean) => void): Unsubscribe
  /** The values of the monitor about the program behind the bus; undefined without one. */
  info?(): Promise<BusInfo>
  close(): Promise<void>
}
