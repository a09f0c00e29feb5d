import pg from 'pg'
import { unbounded } from '../db/bounded-pool.ts'
import { TransactionWatch } from './transaction-watch.ts'

/** A source of connections, such as a pool. */
export type Connections = Pick<pg.Pool, 'connect'>

const savepoints: Record<string, string> = {
  begin: 'savepoint step',
  commit: 'release savepoint step',
  rollback: 'rollback to savepoint step',
}

/** Of a program that puts other data in place of a database; none waits longer for a table, or to be connected. */
const replacing = {
  ...unbounded,
  lock_timeout: 20_000,
  connectionTimeoutMillis: 20_000,
} as const satisfies pg.ClientConfig

/** Works on a connection of its own. One that is lost fails the present statement, or the next one. */
export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
  settings: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, ...replacing, ...settings })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A connection already in a transaction: nested transactions become steps of it. */
class StepClient {
  readonly #watch: TransactionWatch

  constructor(watch: TransactionWatch) {
    this.#watch = watch
  }

  query(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (typeof query === 'string') return this.#watch.query(savepoints[query] ?? query, values)
    return this.#watch.query({ ...query, text: savepoints[query.text] ?? query.text }, values)
  }

  release(): void {}
}

/**
 * Does all of the work or nothing, whatever transactions it consists of. Statements take as long as they need; when the
 * connection is lost without a sign, the present statement fails some seconds after PostgreSQL can be reached again.
 */
export function inOneTransaction(
  databaseUrl: string,
  work: (connections: Connections) => Promise<void>,
): Promise<void> {
  // Ending the connection without a commit rolls everything back.
  return withClient(databaseUrl, async (client) => {
    const watch = await TransactionWatch.begin(client, databaseUrl)
    try {
      const step = new StepClient(watch) as unknown as pg.PoolClient
      await work({ connect: async () => step } as Connections)
      await watch.query('commit')
    } finally {
      watch.end()
    }
  })
}
