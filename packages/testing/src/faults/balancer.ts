import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const checkEveryMs = 500
const checkTimeoutMs = 1500
const failuresOfDead = 2

/**
 * The balancer in front of several servers: connections go to those in service, one after the other. Connections of a
 * server that does not answer are reset; those of one that leaves stay.
 */
export class Balancer {
  readonly address: string
  readonly #server: Server
  readonly #targets: Target[]
  readonly #ended = new AbortController()
  #next = 0

  private constructor(server: Server, targets: string[]) {
    this.#server = server
    this.#targets = targets.map((address) => new Target(address))
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('connection', (client) => this.#accept(client))
  }

  /** In front of these addresses. */
  static async start(targets: string[]): Promise<Balancer> {
    const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const balancer = new Balancer(server, targets)
    balancer.#check().catch(() => {})
    return balancer
  }

  close(): void {
    this.#ended.abort()
    this.#server.close()
    for (const target of this.#targets) target.reset()
  }

  #accept(client: Socket) {
    client.on('error', () => {})
    const alive = this.#targets.filter(({ isWell }) => isWell)
    const serving = alive.filter(({ isServing }) => isServing)
    const well = serving.length ? serving : alive
    const target = well[this.#next % well.length]
    this.#next += 1
    if (target) target.join(client)
    else client.resetAndDestroy()
  }

  async #check() {
    const { signal } = this.#ended
    while (!signal.aborted) {
      await Promise.all(this.#targets.map((target) => target.check()))
      await pause(checkEveryMs)
    }
  }
}

/** Only whether the server stops or drains: without PostgreSQL or Redis no other one is better. */
const serving = '/readyz?exclude=database,redis,folder'

class Target {
  isServing = true
  #failures = 0
  readonly #url: URL
  readonly #links = new Set<() => void>()

  constructor(address: string) {
    this.#url = new URL(address)
  }

  get isWell(): boolean {
    return this.#failures < failuresOfDead
  }

  join(client: Socket) {
    const socket = connect({ host: this.#url.hostname, port: Number(this.#url.port), allowHalfOpen: true })
    const end = () => {
      this.#links.delete(end)
      client.resetAndDestroy()
      socket.resetAndDestroy()
    }
    this.#links.add(end)
    socket.on('error', end)
    client.on('error', end)
    socket.on('close', () => this.#links.delete(end))
    client.pipe(socket)
    socket.pipe(client)
  }

  reset() {
    for (const end of [...this.#links]) end()
  }

  async check() {
    const [isAlive, isServing] = await Promise.all([this.#asks('/healthz'), this.#asks(serving)])
    this.#failures = isAlive ? 0 : this.#failures + 1
    this.isServing = isServing ?? this.isServing
    if (!this.isWell) this.reset()
  }

  /** Undefined without an answer. */
  async #asks(path: string): Promise<boolean | undefined> {
    try {
      const signal = AbortSignal.timeout(checkTimeoutMs)
      const { ok } = await fetch(new URL(path, this.#url), { signal, headers: { connection: 'close' } })
      return ok
    } catch {
      return undefined
    }
  }
}
