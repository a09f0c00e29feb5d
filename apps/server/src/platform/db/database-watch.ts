import pg from 'pg'
import { type AwayReason, awayReason } from '../core/database-away.ts'
import { type BoundedPool, closeConnection, isOverdue } from './bounded-pool.ts'

const everyMs = 500
/** Without an answer for so long the connection is replaced. */
const answerMs = 1500
const connectMs = 2000
/** A database that lets one connect so quickly is well: then it was the former connection that was dead. */
const quickMs = 500

export interface DatabaseState {
  /** Undefined while the database answers. */
  away: AwayReason | undefined
  isWritable: boolean
}

interface WatchOptions {
  connectionString: string
  pool: BoundedPool
  /** Notified of every change, `false` first when it goes away. */
  onChange(state: DatabaseState): void
}

/**
 * Asks PostgreSQL twice a second on a connection of its own. When it does not answer, statements in progress fail
 * instead of waiting, and new ones are refused immediately, until it answers again.
 */
export class DatabaseWatch {
  state: DatabaseState = { away: undefined, isWritable: true }
  readonly #options: WatchOptions
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  #looking: Promise<void> = Promise.resolve()

  constructor(options: WatchOptions) {
    this.#options = options
    this.#schedule()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#drop()
    await this.#looking
  }

  #schedule(): void {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => this.#schedule())
    }, everyMs).unref()
  }

  async #look(): Promise<void> {
    let wasSilent = false
    try {
      if (this.#client) return this.#set({ away: undefined, isWritable: await isWritable(this.#client) })
    } catch (error) {
      // One that was ended says so, as those of the pool do.
      wasSilent = isOverdue(error)
      this.#drop()
    }
    const began = performance.now()
    try {
      const client = await this.#connect()
      const isQuick = performance.now() - began < quickMs
      this.#set({ away: undefined, isWritable: await isWritable(client) })
      if (wasSilent && isQuick) this.#options.pool.dropConnections()
    } catch (error) {
      this.#drop()
      // A database that refuses one more connection still serves those that are open.
      if (isSqlError(error) && awayReason(error) === 'busy') return
      this.#set({ away: 'silent', isWritable: false })
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#options.connectionString,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
    })
    // A broken connection shows at the next question.
    client.on('error', () => {})
    this.#client = client
    await client.connect()
    return client
  }

  #drop(): void {
    if (this.#client) closeConnection(this.#client)
    this.#client = undefined
  }

  #set(state: DatabaseState): void {
    if (this.#isClosed) return
    const { pool, onChange } = this.#options
    const before = this.state
    this.state = state
    if (state.away) pool.dropConnections()
    if (before.away !== state.away || before.isWritable !== state.isWritable) onChange(state)
  }
}

async function isWritable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select current_setting('transaction_read_only') = 'off' as "isWritable"`,
  )
  return rows[0].isWritable
}

const isSqlError = (error: unknown) => error instanceof pg.DatabaseError
