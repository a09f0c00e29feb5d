import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { lockDataFolder } from './data-folder-lock.ts'
import type { Db } from './db.ts'
import { startUpkeep } from './embedded-upkeep.ts'
import { migrate } from './migrate.ts'
import { EmbeddedPostgres } from './pglite-connection.ts'
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

/** Opens the database and brings its tables up to date. */
export async function openDb(settings: {
  dataDir: string
  databaseUrl?: string | undefined
}): Promise<OpenDb> {
  const open = settings.databaseUrl
    ? openPostgres(settings.databaseUrl)
    : await openEmbedded(settings.dataDir)
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
  pool.on('error', () => {}) // an idle connection that broke is replaced at the next query
  return {
    db: drizzle(pool, { casing: 'snake_case' }),
    kind: 'postgresql',
    pool,
    statements: timed(pool),
    close: () => pool.end(),
  }
}

async function openEmbedded(dataDir: string): Promise<OpenDb> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockDataFolder(dataDir)
  try {
    const open = overEmbedded(await EmbeddedPostgres.open({ dataDir: path.join(dataDir, 'db') }))
    const endUpkeep = startUpkeep(open.pool)
    return {
      ...open,
      close: async () => {
        await endUpkeep()
        await open.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
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
