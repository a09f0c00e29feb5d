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

/**
 * Transports messages between the servers of one installation, and within a server in the same way. Messages of one
 * publisher arrive in order; a publisher receives its own. Nothing is stored: only present subscribers receive a
 * message.
 */
export interface Bus {
  /** Resolves with the number of receivers: 0 means that no server listens to the channel. */
  publish(channel: string, message: BusMessage): Promise<number>
  /** The number of listeners of each channel, on all servers; sends nothing. */
  listeners(channels: string[]): Promise<number[]>
  /** Resolves once messages are guaranteed to arrive. */
  subscribe(channel: string, listener: BusListener): Promise<Unsubscribe>
  /** True for the first server that claims the name within the time; milliseconds. */
  claim(name: string, forMs: number): Promise<boolean>
  /** Releases a claim early. */
  release(name: string): Promise<void>
  /** What the monitor shows of the program behind the bus; undefined without one. */
  info?(): Promise<BusInfo>
  close(): Promise<void>
}
