import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { type OpenDb, openDb, overEmbedded } from '../../../../apps/server/src/platform/db/open-db.ts'
import { EmbeddedPostgres } from '../../../../apps/server/src/platform/db/pglite-connection.ts'
import { dumpFile } from './migrated-dump.ts'

/** An empty database for one test file: embedded in memory, or a new one on TEST_DATABASE_URL. */
export async function testDatabase(): Promise<OpenDb> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return overEmbedded(await embeddedTestDatabase())
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

/** With all tables and no rows, in memory. */
export async function embeddedTestDatabase(): Promise<EmbeddedPostgres> {
  return EmbeddedPostgres.open({ dump: new Uint8Array(await readFile(dumpFile())) })
}

/** A new, empty database on the server of TEST_DATABASE_URL; the address is that of `server`, which may be a proxy. */
export async function newPostgres(
  server = process.env.TEST_DATABASE_URL ?? '',
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `${testDatabases()}${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => void (await onServer(server, `drop database ${name} with (force)`)),
  }
}

/** Prefix of the names of this run's databases. */
const testDatabases = () => `fleetdeck_test_${process.env.TEST_RUN ?? 'single'}_`

/** Removes databases that were prepared but not used, after all tests. */
export async function dropTestDatabases(): Promise<void> {
  const server = process.env.TEST_DATABASE_URL ?? ''
  const like = `${testDatabases().replaceAll('_', '\\_')}%`
  const { rows } = await onServer(server, `select datname from pg_database where datname like '${like}'`)
  for (const { datname } of rows) await onServer(server, `drop database ${datname} with (force)`)
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const result = await client.query(statement)
  await client.end()
  return result
}
