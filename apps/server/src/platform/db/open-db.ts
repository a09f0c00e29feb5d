import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Db } from './db.ts'
import { startUpkeep } from './embedded-upkeep.ts'
import { migrate } from './migrate.ts'
import type { EmbeddedPostgres } from './pglite-connection.ts'
import { type StartingEmbedded, startEmbedded } from './start-embedded.ts'
import { StatementStats } from './statement-times.ts'

export interface OpenDb {
  db: Db
  /** `embedded` is PGlite in the data folder. */
  kind: 'embedded' | 'postgresql'
  embedded?: EmbeddedPostgres
  pool: pg.Pool
  /** How long the statements of this program take. */
  statements: StatementStats
  close(): Promise<void>
}

export interface DbSettings {
  dataDir: string
  databaseUrl?: string | undefined
  /** When it has already been started. */
  embedded?: StartingEmbedded | undefined
}

/** Opens the database and applies missing migrations. */
export async function openDb(settings: DbSettings): Promise<OpenDb> {
  const open = settings.databaseUrl ? openPostgres(settings.databaseUrl) : await openEmbedded(settings)
  try {
    await migrate(open.pool)
  } catch (error) {
    await open.close()
    throw error
  }
  return open
}

function openPostgres(url: string): OpenDb {
  const pool = new pg.Pool({ connectionString: url, max: 16 })
  pool.on('error', () => {}) // a broken idle connection is replaced at the next query
  // One that breaks within a transaction fails its statements; unheard, it would also end the program.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    db: drizzle(pool, { casing: 'snake_case' }),
    kind: 'postgresql',
    pool,
    statements: timed(pool),
    close: () => pool.end(),
  }
}

async function openEmbedded({ dataDir, embedded }: DbSettings): Promise<OpenDb> {
  const { opened, unlock } = embedded ?? (await startEmbedded(dataDir))
  const open = overEmbedded(await opened)
  const endUpkeep = startUpkeep(open.pool)
  return {
    ...open,
    close: async () => {
      await endUpkeep()
      await open.close()
      await unlock()
    },
  }
}

function timed(pool: pg.Pool): StatementStats {
  const book = new StatementStats()
  book.follow(pool)
  return book
}

export function overEmbedded(embedded: EmbeddedPostgres): OpenDb {
  const pool = new pg.Pool({
    max: 1,
    stream: embedded.connect,
    user: 'postgres',
    database: 'postgres',
    idleTimeoutMillis: 0,
  })
  return {
    db: drizzle(pool, { casing: 'snake_case' }),
    kind: 'embedded',
    embedded,
    pool,
    statements: timed(pool),
    close: async () => {
      await pool.end()
      await embedded.close()
    },
  }
}
