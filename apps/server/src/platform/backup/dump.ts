import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import type { Manifest, TablePart } from './manifest.ts'

const rowsAtOnce = 1000
/** Fast rather than small: the server keeps working at the same time. */
const gzipLevel = 1

type Dumped = Pick<Manifest, 'migration' | 'tables' | 'sequences'>

/**
 * Writes the rows of all tables into files of the folder, as a consistent snapshot.
 * @param signal aborts between two reads
 */
export async function dumpTables(pool: pg.Pool, folder: string, signal: AbortSignal): Promise<Dumped> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(`set local timezone to 'UTC'`)
    const migration = await client.query(
      'select max(created_at)::text as at from drizzle.__drizzle_migrations',
    )
    const sequences = await client.query<{ name: string; last: string }>(
      `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
       from pg_sequences where schemaname in ('public', 'dynamic') and last_value is not null order by 1`,
    )
    const { rows: names } = await client.query<{ schema: 'public' | 'dynamic'; table: string }>(
      // The rows of partitions are those of their table.
      `select schemaname as schema, tablename as table from pg_tables
         join pg_class on oid = format('%I.%I', schemaname, tablename)::regclass
       where schemaname in ('public', 'dynamic') and not relispartition order by 1 desc, 2`,
    )
    const tables: TablePart[] = []
    for (const name of names) tables.push(await dumpTable(client, name, folder, signal))
    await client.query('commit')
    return { migration: Number(migration.rows[0]?.at ?? 0), tables, sequences: sequences.rows }
  } finally {
    // A connection with an open transaction is not returned to the pool.
    client.release(signal.aborted)
  }
}

async function dumpTable(
  client: pg.PoolClient,
  { schema, table }: Pick<TablePart, 'schema' | 'table'>,
  folder: string,
  signal: AbortSignal,
): Promise<TablePart> {
  const entry = `db/${schema}.${table}.jsonl.gz`
  let rows = 0
  async function* lines() {
    await client.query(
      `declare rows_of no scroll cursor for
         select replace(row_to_json(t)::text, chr(10), ' ') as line from ${quoted(schema)}.${quoted(table)} t`,
    )
    while (true) {
      signal.throwIfAborted()
      const { rows: some } = await client.query<{ line: string }>(`fetch ${rowsAtOnce} from rows_of`)
      if (some.length === 0) break
      rows += some.length
      yield `${some.map(({ line }) => line).join('\n')}\n`
    }
    await client.query('close rows_of')
  }
  const target = createWriteStream(path.join(folder, path.basename(entry)), { mode: 0o600 })
  await pipeline(Readable.from(lines()), createGzip({ level: gzipLevel }), target)
  return { schema, table, entry, rows }
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
