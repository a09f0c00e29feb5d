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
  const name = `fleetdeck_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const open = await openDb({ dataDir: '', databaseUrl: url.href })
  return {
    ...open,
    close: async () => {
      await open.close()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Back to no rows at all. */
export async function emptyTables({ pool }: OpenDb): Promise<void> {
  const { rows } = await pool.query(
    `select string_agg(format('%I', tablename), ', ') as names from pg_tables where schemaname = 'public'`,
  )
  await pool.query(`truncate ${rows[0].names} restart identity cascade`)
}
