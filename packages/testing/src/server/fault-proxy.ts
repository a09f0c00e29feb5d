import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * How the network between two programs behaves:
 * - `pass`: as if there were no proxy.
 * - `refuse`: nobody listens; present connections are reset.
 * - `reset`: connections are accepted and reset immediately; present ones, too.
 * - `hang`: connections are accepted, and all bytes wait for the next mode.
 * - `half-open`: like a pulled cable. Bytes and ends of connections vanish, also after the next mode: the two peers of
 * a connection of this time never hear of each other again.
 * - `cutAt`: `half-open` from the first chunk on that contains this text, which vanishes, too.
 * - `losesAnswerTo`: the connection is reset when the answer to a request with this text arrives, if `when` says so; the
 * answer waits for that.
 * - `slowMs`: every chunk (up to 64 KB) of each direction arrives so many milliseconds later, one at a time.
 */
export type FaultMode =
  | 'pass'
  | 'refuse'
  | 'reset'
  | 'hang'
  | 'half-open'
  | { cutAt: string }
  | { losesAnswerTo: string; when: () => boolean | Promise<boolean> }
  | { slowMs: number }

/**
 * More connections are closed immediately. In a cut of a minute 300 phones leave some hundreds that nobody is notified
 * of.
 */
const maxConnections = 4000

/** A TCP proxy that can be made to fail; data that waits in it is limited by the sockets' own buffers. */
export class FaultProxy {
  /** The target's address with the proxy's host and port. */
  readonly url: string
  readonly #target: { host: string; port: number }
  readonly #server: Server
  readonly #port: number
  readonly #links = new Set<Link>()
  #mode: FaultMode = 'pass'
  #changed = Promise.withResolvers<void>()

  private constructor(target: URL, server: Server) {
    this.#target = { host: target.hostname, port: Number(target.port) }
    this.#server = server
    this.#port = (server.address() as AddressInfo).port
    const url = new URL(target)
    url.host = `127.0.0.1:${this.#port}`
    this.url = url.href
    server.on('connection', (client) => this.#accept(client))
  }

  /** Listens on a free port of this machine in front of this address, which names its port. */
  static async start(target: string): Promise<FaultProxy> {
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
    server.maxConnections = maxConnections
    await once(server, 'listening')
    return new FaultProxy(new URL(target), server)
  }

  get connections(): number {
    return this.#links.size
  }

  get isCut(): boolean {
    return this.#mode === 'half-open'
  }

  /** From the return on all connections behave so; the proxy keeps its port. */
  async set(mode: FaultMode): Promise<void> {
    this.#mode = mode
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
    if (mode === 'half-open') for (const link of this.#links) link.isLost = true
    if (mode === 'refuse' || mode === 'reset') this.#endAll()
    await (mode === 'refuse' ? this.#stopListening() : this.#listen())
  }

  async close(): Promise<void> {
    await this.set('refuse')
  }

  #accept(client: Socket) {
    client.on('error', () => {})
    if (this.#mode === 'reset' || this.#mode === 'refuse') return client.resetAndDestroy()
    const link: Link = new Link(client, connect({ ...this.#target, allowHalfOpen: true }), (chunk) =>
      this.#passed(link, chunk),
    )
    link.isLost = this.#mode === 'half-open'
    this.#links.add(link)
    const forget = () => this.#links.delete(link)
    link.carry().then(forget, forget)
  }

  async #passed(link: Link, chunk?: Buffer) {
    while (this.#mode === 'hang') await this.#changed.promise
    if (typeof this.#mode === 'string') return
    if ('slowMs' in this.#mode) await pause(this.#mode.slowMs)
    else if ('when' in this.#mode) await this.#loseAnswer(link, this.#mode, chunk)
    else if (chunk?.includes(this.#mode.cutAt)) await this.set('half-open')
  }

  async #loseAnswer(link: Link, mode: Extract<FaultMode, { when: unknown }>, chunk?: Buffer) {
    if (chunk?.includes(mode.losesAnswerTo)) link.isAsked = true
    else if (chunk && link.isAsked) {
      link.isAsked = false
      if (await mode.when()) link.end()
    }
  }

  #endAll() {
    for (const link of this.#links) link.end()
  }

  async #listen() {
    if (this.#server.listening) return
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async #stopListening() {
    if (!this.#server.listening) return
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** The two connections between which the proxy carries bytes. */
class Link {
  /** Nothing is carried any more, not even the end. */
  isLost = false
  /** The next bytes from the target answer a request whose answer may be lost. */
  isAsked = false
  readonly #client: Socket
  readonly #target: Socket
  readonly #passed: (chunk?: Buffer) => Promise<void>
  readonly #ended = new AbortController()

  constructor(client: Socket, target: Socket, passed: (chunk?: Buffer) => Promise<void>) {
    this.#client = client
    this.#target = target
    this.#passed = passed
    target.on('error', () => {})
  }

  /** Returns when both connections have ended. */
  async carry(): Promise<void> {
    await Promise.all([this.#carry(this.#client, this.#target), this.#carry(this.#target, this.#client)])
    // Node 24 does not close a socket that is reset after its end was sent.
    this.#client.destroy()
    this.#target.destroy()
  }

  end() {
    this.#client.resetAndDestroy()
    this.#target.resetAndDestroy()
    this.#ended.abort()
  }

  async #carry(from: Socket, to: Socket) {
    try {
      for await (const chunk of from.iterator({ destroyOnReturn: false })) {
        await this.#passed(chunk)
        if (!this.isLost && !to.write(chunk)) await once(to, 'drain', { signal: this.#ended.signal })
      }
      await this.#passed()
      if (!this.isLost) to.end()
    } catch {
      await this.#passed()
      if (!this.isLost) this.end()
    }
  }
}
