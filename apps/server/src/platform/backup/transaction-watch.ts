import pg from 'pg'
import { closeConnection } from '../db/bounded-pool.ts'

const checkMs = 2000
/** For one look at PostgreSQL on a connection of its own. */
const lookMs = 5000
/** While PostgreSQL cannot be reached for longer, the transaction counts as lost. */
const awayMs = 60_000

/**
 * A transaction that may take hours. A statement without an answer is looked up on another connection: when PostgreSQL
 * does not work on it, statement or answer were lost on the way, and the connection is closed. Between statements it
 * shows PostgreSQL that the program is running, so that only transactions of ended programs are ended.
 */
export class TransactionWatch {
  readonly #client: pg.Client
  readonly #databaseUrl: string
  readonly #timer: NodeJS.Timeout
  #pid = 0
  /** Statements so far, and those in progress. */
  #count = 0
  #open = 0
  #before = -1
  #isLooking = false
  #awaySince: number | undefined

  private constructor(client: pg.Client, databaseUrl: string) {
    this.#client = client
    this.#databaseUrl = databaseUrl
    this.#timer = setInterval(() => this.#check(), checkMs)
  }

  /** Begins a transaction on a connected client, whose statements then all go through query(). */
  static async begin(client: pg.Client, databaseUrl: string): Promise<TransactionWatch> {
    const watch = new TransactionWatch(client, databaseUrl)
    try {
      await watch.query('begin')
      const { rows } = await watch.query('select pg_backend_pid() as pid')
      watch.#pid = rows[0].pid
      return watch
    } catch (error) {
      watch.end()
      throw error
    }
  }

  async query(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    this.#count += 1
    this.#open += 1
    try {
      return await this.#client.query(query as string, values)
    } finally {
      this.#open -= 1
    }
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #check(): void {
    const hasMoved = this.#count !== this.#before
    this.#before = this.#count
    // A failure is that of the next statement.
    if (this.#open === 0) this.query('select 1').catch(() => {})
    else if (!hasMoved && !this.#isLooking) this.#look().catch(() => this.#close())
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    const asked = this.#count
    const isActive = await this.#readActivity()
    this.#isLooking = false
    if (isActive !== undefined) this.#awaySince = undefined
    else this.#awaySince ??= performance.now()
    const isAway = this.#awaySince !== undefined && performance.now() - this.#awaySince > awayMs
    const hasMoved = asked !== this.#count || this.#open === 0
    if (!hasMoved && (isActive === false || isAway)) this.#close()
  }

  /** Whether PostgreSQL works on a statement of the transaction; undefined when it cannot be asked. */
  async #readActivity(): Promise<boolean | undefined> {
    const other = new pg.Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: lookMs,
      query_timeout: lookMs,
    })
    other.on('error', () => {})
    try {
      await other.connect()
      const { rows } = await other.query('select state from pg_stat_activity where pid = $1', [this.#pid])
      return rows[0]?.state === 'active'
    } catch {
      return undefined
    } finally {
      closeConnection(other)
    }
  }

  #close(): void {
    this.end()
    closeConnection(this.#client)
  }
}
