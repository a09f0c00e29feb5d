import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { type OpenDb, openDb, overEmbedded } from '../db/open-db.ts'
import { EmbeddedPostgres } from '../db/pglite-connection.ts'
import { dumpFile } from './migrated-dump.ts'

/** An empty database for one test file: embedded in memory, or a new one on TEST_DATABASE_URL. */
export async function testDatabase(): Promise<OpenDb> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const dump = new Uint8Array(await readFile(dumpFile()))
    return overEmbedded(await EmbeddedPostgres.open({ dump }))
  }
  const { url, drop } = await newPostgres()
  const open = await openDb({ dataDir: '', databaseUrl: url })
  return {
    ...open,
    close: async () => {
      await open.close()
      await drop()
    },
  }
}

/** A new, empty database on the server of TEST_DATABASE_URL. */
export async function newPostgres(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const name = `fleetdeck_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(server, `drop database ${name} with (force)`) }
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/**
 * Keeps a copy of all rows as they are now, and gives the way back to them: one statement list, a few milliseconds,
 * with ids counting on from where they were.
 */
export async function rememberRows({ pool }: OpenDb): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ name: string; ids: string | null }>(
    `select tablename as name,
       case when column_name is not null then pg_get_serial_sequence(format('public.%I', tablename), 'id') end as ids
     from pg_tables left join information_schema.columns
       on table_schema = 'public' and table_name = tablename and column_name = 'id' and is_identity = 'YES'
     where schemaname = 'public'`,
  )
  const names = rows.map(({ name }) => `public."${name}"`)
  await pool.query(
    ['drop schema if exists kept cascade', 'create schema kept']
      .concat(rows.map(({ name }) => `create table kept."${name}" as table public."${name}"`))
      .join(';'),
  )
  const back = [
    'begin',
    'drop schema dynamic cascade',
    'create schema dynamic',
    `set local session_replication_role = replica`,
    `truncate ${names.join(', ')} restart identity cascade`,
    ...rows.map(({ name }) => `insert into public."${name}" overriding system value table kept."${name}"`),
    ...rows.flatMap(({ name, ids }) =>
      ids
        ? `select setval('${ids}', greatest(1, (select max(id) from kept."${name}")), (select count(*) > 0 from kept."${name}"))`
        : [],
    ),
    'commit',
  ].join(';')
  return async () => {
    await pool.query(back)
  }
}
