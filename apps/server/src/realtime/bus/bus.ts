export type BusMessage = string | Uint8Array
/** Text may arrive as its UTF-8 bytes; bytes always arrive as bytes and must not be written to. */
export type BusListener = (message: BusMessage) => void
export type Unsubscribe = () => void

export interface BusInfo {
  facts: { name: string; value: string }[]
  /** Bytes; most is null without a limit. */
  memory: { used: number; most: number | null }
  commands: { name: string; count: number }[]
}

/**
 * Carries messages between the servers of one installation, and inside a server in just the same way.
 * Messages of one publisher arrive in the order of publishing; a publisher hears its own.
 * Nothing is stored: who does not listen does not get it.
 */
export interface Bus {
  /** Resolves with the number of receivers: 0 means that nobody, on any server, listens to the channel. */
  publish(channel: string, message: BusMessage): Promise<number>
  /** How many listen to each of these channels, on all servers; nothing is sent. */
  listeners(channels: string[]): Promise<number[]>
  /** Resolves once messages are sure to arrive. */
  subscribe(channel: string, listener: BusListener): Promise<Unsubscribe>
  /** True for the first server to ask within the time, which starts with a true answer; milliseconds. */
  claim(name: string, forMs: number): Promise<boolean>
  /** Gives up a claim before its time. */
  release(name: string): Promise<void>
  /** What the monitor shows of the program behind the bus; missing where there is none. */
  info?(): Promise<BusInfo>
  close(): Promise<void>
}
