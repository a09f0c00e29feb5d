import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { knownMigrations } from '../apps/server/src/platform/db/known-migrations.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import {
  createPartitions,
  partitioned,
  removeOlder,
} from '../apps/server/src/platform/db/partitions.queries.ts'
import { onNewDatabase } from './databases.ts'
import { printRows } from './figures.ts'

const days = 7
const phones = 3000
/** Rows of a phone a day: one in five minutes. */
const perPhone = 288
/** Rows of a statement, as of the job that removes history. */
const batch = 10_000
const dayMs = 86_400_000

/** Forgetting a day of device history row by row and by partition, and the upgrade between them, on PostgreSQL. */
export async function benchRetention(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return console.log('TEST_DATABASE_URL names no PostgreSQL (scripts/test-services start).')
  await onNewDatabase(server, async (connectionString) => {
    const pool = new pg.Pool({ connectionString, max: 2 })
    // Dropping the database ends connections that are still closing.
    pool.on('error', () => {})
    await measure(pool)
    await pool.end()
  })
}

async function measure(pool: pg.Pool): Promise<void> {
  const db = drizzle(pool, { casing: 'snake_case' })
  const rows: string[][] = []
  const read = async () => {
    const { rows } = await pool.query<{ size: number; log: number }>(
      `select sum(pg_total_relation_size(oid))::float8 / 2 ^ 20 as size,
         pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 / 2 ^ 20 as log
       from pg_class where relkind = 'r' and relname like 'device_history%'`,
    )
    return rows[0] ?? { size: Number.NaN, log: Number.NaN }
  }
  const take = async (what: string, work: () => Promise<unknown>) => {
    const [before, began] = [await read(), performance.now()]
    await work()
    const seconds = (performance.now() - began) / 1000
    const after = await read()
    const megabytes = [after.log - before.log, before.size, after.size]
    rows.push([what, seconds.toFixed(2), ...megabytes.map((each) => each.toFixed(0))])
  }
  const forget = async (before: Date) => {
    while ((await removeOlder(db, partitioned.deviceHistory, before, batch)) > 0);
  }
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const start = (day: number) => new Date(today + day * dayMs)

  const former = knownMigrations().findIndex(({ sql }) => sql.join().includes('partition_by_time')) - 1
  await migrate(pool, { until: knownMigrations()[former]?.folderMillis ?? 0 })
  await pool.query(
    `insert into devices (device_id, brand, mode) select 'bench-' || n, 'Deck', 'One' from generate_series(1, $1::int) n`,
    [phones],
  )
  for (let day = -days; day < 0; day += 1) await fill(pool, start(day))
  await pool.query('vacuum analyze device_history')
  await take('a day, row by row', () => forget(start(1 - days)))
  await take('vacuum after it', () => pool.query('vacuum device_history'))
  await take('the upgrade', () => migrate(pool))
  await take('creating all partitions', () => createPartitions(db))
  for (const day of [1, 2]) await fill(pool, start(day))
  await take('the rest of the first partition, as a whole', () => forget(start(1)))
  await take('a day, as a whole', () => forget(start(2)))
  printRows([`${days} days of ${phones} phones`, 's', 'MB of log', 'MB before', 'MB after'], rows)
}

const fill = (pool: pg.Pool, from: Date) =>
  pool.query(
    `insert into device_history select id, $1::timestamptz + n * interval '5 minutes', true, 80, 31.5, 4e9, 2e10
     from generate_series(0, $2::int - 1) n, devices`,
    [from, perPhone],
  )
