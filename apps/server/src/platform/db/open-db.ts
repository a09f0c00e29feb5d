import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { BoundedPool, unbounded } from './bounded-pool.ts'
import { type DatabaseState, DatabaseWatch } from './database-watch.ts'
import type { Db } from './db.ts'
import { repeatDeadlocks } from './deadlocks.ts'
import { startUpkeep } from './embedded-upkeep.ts'
import { knownMigrations, type Migration } from './known-migrations.ts'
import { isBehind, migrate, type Waiting } from './migrate.ts'
import type { EmbeddedPostgres } from './pglite-connection.ts'
import { databaseFolder, type StartingEmbedded, startEmbedded } from './start-embedded.ts'
import { StatementStats } from './statement-times.ts'

export interface OpenDb {
  db: Db
  /** `embedded` is PGlite in the data folder. */
  kind: 'embedded' | 'postgresql'
  embedded?: EmbeddedPostgres
  pool: pg.Pool
  /** Applies the migrations that are still missing, as at the start. */
  upgrade(migrations?: Migration[]): Promise<Waiting>
  /** How long the statements of this program take. */
  statements: StatementStats
  /** As of the last second. */
  state(): DatabaseState
  /** Notified when PostgreSQL goes away or returns, or becomes read-only or writable; the embedded database says so itself. */
  onState(listener: (state: DatabaseState) => void): void
  close(): Promise<void>
}

export interface DbSettings {
  dataDir: string
  databaseUrl?: string | undefined
  /** Maximum number of connections to PostgreSQL. */
  databasePool?: number | undefined
  /** How long a call waits for a connection. */
  databaseWaitSeconds?: number | undefined
  /** Maximum duration of a statement in PostgreSQL. */
  databaseStatementSeconds?: number | undefined
  /** When it has already been started. */
  embedded?: StartingEmbedded | undefined
  beforeUpgrade?: BeforeUpgrade | undefined
}

/** Called before the first change of a database that is in use; a failure prevents the upgrade. */
export type BeforeUpgrade = (open: Pick<OpenDb, 'db' | 'kind' | 'pool'>) => Promise<void>

const startWaitMs = 5000

/** Opens the database and applies missing migrations. */
export async function openDb(settings: DbSettings): Promise<OpenDb> {
  const open = settings.databaseUrl
    ? openPostgres(settings.databaseUrl, settings)
    : await openEmbedded(settings)
  const upgrade = (migrations?: Migration[]) => migrateUnbounded(open, settings, migrations)
  try {
    await upgrade()
  } catch (error) {
    await open.close()
    throw error
  }
  return { ...open, upgrade }
}

/** A migration may take longer than any statement of the running server. */
async function migrateUnbounded(
  open: Omit<OpenDb, 'upgrade'>,
  { databaseUrl, beforeUpgrade }: DbSettings,
  migrations = knownMigrations(),
): Promise<Waiting> {
  if (!databaseUrl) {
    // It has one connection, and one program.
    if (beforeUpgrade && (await isBehind(open.pool, migrations))) await beforeUpgrade(open)
    return migrate(open.pool, { migrations })
  }
  const pool = new BoundedPool(
    { connectionString: databaseUrl, ...unbounded },
    { connections: 1, waitMs: startWaitMs, away: () => undefined },
  )
  try {
    return await migrate(pool, { migrations, beforeUpgrade: () => beforeUpgrade?.(open) })
  } finally {
    await pool.end()
  }
}

function openPostgres(url: string, settings: DbSettings): Omit<OpenDb, 'upgrade'> {
  const { databasePool: connections = 16, databaseWaitSeconds = 4, databaseStatementSeconds = 120 } = settings
  const pool: BoundedPool = new BoundedPool(
    { connectionString: url },
    {
      connections,
      waitMs: databaseWaitSeconds * 1000,
      statementMs: databaseStatementSeconds * 1000,
      away: () => watch.state.away,
    },
  )
  const listeners = new Set<(state: DatabaseState) => void>()
  const watch: DatabaseWatch = new DatabaseWatch({
    connectionString: url,
    pool,
    onChange: (state) => {
      for (const listener of listeners) listener(state)
    },
  })
  return {
    db: repeatDeadlocks(pool, drizzle(pool, { casing: 'snake_case' })),
    kind: 'postgresql',
    pool,
    statements: timed(pool),
    state: () => watch.state,
    onState: (listener) => void listeners.add(listener),
    close: async () => {
      await watch.close()
      await pool.end()
    },
  }
}

async function openEmbedded({
  dataDir,
  embedded,
  databaseWaitSeconds,
}: DbSettings): Promise<Omit<OpenDb, 'upgrade'>> {
  const { opened, unlock } = embedded ?? (await startEmbedded(dataDir))
  const open = overEmbedded(await opened, databaseWaitSeconds)
  const endUpkeep = startUpkeep(open.pool, databaseFolder(dataDir))
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

/** Its one connection serves one caller after the other: they wait longer than for PostgreSQL. */
const embeddedWaitSeconds = 15

export function overEmbedded(embedded: EmbeddedPostgres, waitSeconds = embeddedWaitSeconds): OpenDb {
  const pool = new BoundedPool(
    { stream: embedded.connect, user: 'postgres', database: 'postgres', idleTimeoutMillis: 0 },
    { connections: 1, waitMs: waitSeconds * 1000, away: () => embedded.away },
  )
  return {
    db: drizzle(pool, { casing: 'snake_case' }),
    kind: 'embedded',
    embedded,
    pool,
    upgrade: (migrations = knownMigrations()) => migrate(pool, { migrations }),
    statements: timed(pool),
    state: () => ({ away: embedded.away, isWritable: embedded.away === undefined }),
    onState: () => {},
    close: async () => {
      await pool.end()
      await embedded.close()
    },
  }
}
