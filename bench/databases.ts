import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { temporaryFolder } from '@fleetdeck/testing/server/server-process'
import pg from 'pg'

/** With a URL the database is on a PostgreSQL server, else it is embedded in the data folder. */
export interface Where {
  dataDir: string
  databaseUrl?: string | undefined
}

/** The same as settings of a server. */
export const serverSettings = ({ dataDir, databaseUrl }: Where) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

/** Measures the embedded database, then a new one on the server that TEST_DATABASE_URL names. */
export async function onBothDatabases(measure: (name: string, where: Where) => Promise<void>): Promise<void> {
  await inFolder((dataDir) => measure('embedded', { dataDir }))
  const postgres = process.env.TEST_DATABASE_URL
  if (postgres)
    await onNewDatabase(postgres, (databaseUrl) =>
      inFolder((dataDir) => measure('PostgreSQL', { dataDir, databaseUrl })),
    )
  else console.log('PostgreSQL was left out: TEST_DATABASE_URL names none (scripts/test-services start).')
}

/** What several servers share. */
export interface Shared {
  url: string
  redis: string
  folder: string
}

/** Of one of them, as settings of a server. */
export const sharedSettings = ({ url, redis, folder }: Shared, name: string) => ({
  ...{ DATABASE_URL: url, REDIS_URL: redis, REDIS_PREFIX: new URL(url).pathname.slice(1) },
  ...{ DATA_DIR: path.join(folder, name), FILES_DIR: folder },
  SECRET_KEY_FILE: path.join(folder, 'secret.key'),
})

/** Measures several servers on a new database and the Redis that TEST_DATABASE_URL and TEST_REDIS_URL name. */
export async function onPostgresAndRedis(measure: (shared: Shared) => Promise<void>): Promise<void> {
  const postgres = process.env.TEST_DATABASE_URL
  const redis = process.env.TEST_REDIS_URL
  if (postgres && redis)
    await onNewDatabase(postgres, (url) => inFolder((folder) => measure({ url, redis, folder })))
  else
    console.log(
      'Two servers need PostgreSQL and Redis: TEST_DATABASE_URL and TEST_REDIS_URL name them (scripts/test-services start).',
    )
}

/** A separate folder, removed afterwards. */
export async function inFolder(work: (dataDir: string) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder()
  try {
    await work(folder.path)
  } finally {
    await folder.remove()
  }
}

/** A separate database on a PostgreSQL server, dropped afterwards. */
export async function onNewDatabase(server: string, work: (url: string) => Promise<void>): Promise<void> {
  const name = `fleetdeck_bench_${randomBytes(4).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  try {
    await work(url.href)
  } finally {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  }
}
