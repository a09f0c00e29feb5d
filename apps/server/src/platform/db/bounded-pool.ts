import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { QueuePerKey } from '../core/bounded-queue.ts'
import { type AwayReason, awayReason, DatabaseAway } from '../core/database-away.ts'
import { workOwner } from '../core/work-owner.ts'

export interface PoolLimits {
  /** Maximum number of connections. */
  connections: number
  /** How long a caller waits for a connection; ms. */
  waitMs: number
  /** Maximum duration of a statement; ms. Without one they run as long as they take. */
  statementMs?: number
  /** Why the database cannot be used, if that is known: callers are refused immediately then. */
  away(): AwayReason | undefined
}

const firstRetryMs = 50
const longestRetryMs = 500
/** Statements of one session that wait for its part of the connections; further ones are refused. */
const mostWaiting = 1000
/** After the database refused another connection, none is tried for so long. */
const fullMs = 2000
/**
 * Between two statements of a transaction. One whose server has disappeared without a sign would keep its rows locked,
 * and nobody else could send the tasks of their phones.
 */
const idleTransactionMs = 15_000
/**
 * PostgreSQL notices within half a minute that the other end has disappeared; otherwise its connections add up for two
 * hours.
 */
const noticeLoss = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'
/** PostgreSQL would compile statements that it misjudges as long for a second each time. */
const noCompiling = '-c jit=off'
const options = `${noticeLoss} ${noCompiling}`
/** For statements that take as long as they need: PostgreSQL ends transactions of programs that no longer run. */
export const unbounded = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idle_in_transaction_session_timeout: idleTransactionMs,
  options,
} as const satisfies pg.ClientConfig
/** The time that the network may add to a statement's time. */
const transitMs = 5000

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void

/**
 * A pool whose callers wait for a bounded time. One owner of work uses at most half of the connections, or the only one
 * in turn with others, so that its many calls do not delay those of others. While the database refuses further
 * connections they wait for one of those that are open. A connection whose answer is overdue is closed, so that nobody
 * gets it again.
 */
export class BoundedPool extends pg.Pool {
  readonly #limits: PoolLimits
  readonly #owners: QueuePerKey
  readonly #clients = new Set<pg.PoolClient>()
  #full: NodeJS.Timeout | undefined

  constructor(config: pg.PoolConfig, limits: PoolLimits) {
    const { statementMs } = limits
    super({
      ...config,
      max: limits.connections,
      connectionTimeoutMillis: limits.waitMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(statementMs && {
        statement_timeout: statementMs,
        query_timeout: statementMs + transitMs,
        idle_in_transaction_session_timeout: Math.min(statementMs, idleTransactionMs),
        options,
      }),
    })
    this.#limits = limits
    this.#owners = new QueuePerKey(mostWaiting, Math.max(1, Math.floor(limits.connections / 2)))
    this.on('error', () => {}) // a broken idle connection is replaced at the next statement
    this.on('connect', (client) => {
      this.#clients.add(client)
      // Between two statements of a caller nobody else listens: the next one fails.
      client.on('error', () => {})
    })
    this.on('remove', (client) => this.#clients.delete(client))
  }

  /** Statements in progress fail; the next ones get new connections. */
  dropConnections(): void {
    for (const client of this.#clients) closeConnection(client)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connected = this.#connectInTurn()
    if (!callback) return connected
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  override async end(): Promise<void> {
    clearTimeout(this.#full)
    await super.end()
  }

  /** Rejects with DatabaseAway, or tooManyRequests. */
  #connectInTurn(): Promise<pg.PoolClient> {
    const deadline = performance.now() + this.#limits.waitMs
    const owner = workOwner.getStore()
    if (!owner) return this.#connect(deadline)
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new DatabaseAway('busy')), this.#limits.waitMs)
      this.#owners
        .run(owner, async () => {
          if (performance.now() >= deadline) throw new DatabaseAway('busy')
          await new Promise<void>((released, failed) => {
            this.#connect(deadline, released).then(resolve, failed)
          })
        })
        .catch(reject)
        .finally(() => clearTimeout(late))
    })
  }

  /** Throws DatabaseAway. */
  async #connect(deadline: number, onRelease?: () => void): Promise<pg.PoolClient> {
    for (let retryMs = firstRetryMs; ; retryMs = Math.min(2 * retryMs, longestRetryMs)) {
      const away = this.#limits.away()
      if (away) throw new DatabaseAway(away)
      try {
        return await this.#tryUntil(deadline, onRelease)
      } catch (error) {
        const reason = awayReason(error)
        if (!reason) throw error
        if (reason === 'busy' && (error as { code?: string }).code) this.#useOpenOnes()
        if (performance.now() + retryMs >= deadline) throw new DatabaseAway(reason, error)
      }
      await delay(retryMs)
    }
  }

  async #tryUntil(deadline: number, onRelease?: () => void): Promise<pg.PoolClient> {
    const late = new AbortController()
    const client = super.connect().then((connected) => releasedOnce(connected, onRelease))
    try {
      return await Promise.race([
        client,
        delay(Math.max(0, deadline - performance.now()), undefined, { signal: late.signal }).then(() => {
          // It may still come, for nobody.
          client.then(
            (unused) => unused.release(),
            () => {},
          )
          throw new DatabaseAway('busy')
        }),
      ])
    } finally {
      late.abort()
    }
  }

  #useOpenOnes(): void {
    clearTimeout(this.#full)
    this.options.max = Math.max(1, this.totalCount)
    this.#full = setTimeout(() => {
      this.options.max = this.#limits.connections
    }, fullMs).unref()
  }
}

/**
 * A connection that breaks is returned automatically. Its holder may not do so (drizzle-orm 0.45 does not when a
 * `begin` fails), and may still do so.
 */
function releasedOnce(client: pg.PoolClient, onRelease?: () => void): pg.PoolClient {
  const { release } = client
  let isReleased = false
  const atEnd = () => client.release(true)
  client.release = (error) => {
    if (isReleased) return
    isReleased = true
    client.off('end', atEnd)
    release(error)
    onRelease?.()
  }
  client.once('end', atEnd)
  return client
}

/** Whether pg gave up a statement that the connection still works on (pg 8, client.js). */
export const isOverdue = (error: unknown) => error instanceof Error && error.message === 'Query read timeout'

/** Ends a connection without a farewell, which a dead one would not answer. */
export function closeConnection(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
