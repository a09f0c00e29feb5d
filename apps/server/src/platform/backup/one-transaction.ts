import pg from 'pg'

/** A source of connections, such as a pool. */
export type Connections = Pick<pg.Pool, 'connect'>

const savepoints: Record<string, string> = {
  begin: 'savepoint step',
  commit: 'release savepoint step',
  rollback: 'rollback to savepoint step',
}

/** A connection already in a transaction: nested transactions become steps of it. */
class StepClient {
  readonly #client: pg.Client

  constructor(client: pg.Client) {
    this.#client = client
  }

  query(query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (typeof query === 'string') return this.#client.query(savepoints[query] ?? query, values)
    return this.#client.query({ ...query, text: savepoints[query.text] ?? query.text }, values)
  }

  release(): void {}
}

/** Does all of the work or nothing, whatever transactions it consists of. */
export async function inOneTransaction(
  databaseUrl: string,
  work: (connections: Connections) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // A connection that is lost fails the present statement, or the next one.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const step = new StepClient(client) as unknown as pg.PoolClient
    await work({ connect: async () => step } as Connections)
    await client.query('commit')
  } finally {
    // Ending without a commit rolls everything back.
    await client.end()
  }
}
