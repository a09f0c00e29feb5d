import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { lockDataFolder } from '../db/data-folder-lock.ts'
import { migrate, migrationsFolder } from '../db/migrate.ts'
import { overEmbedded } from '../db/open-db.ts'
import { EmbeddedPostgres } from '../db/pglite-connection.ts'
import { namesIn, unpackArchive } from './archive.ts'
import { dumpTables } from './dump.ts'
import { knowsMigration, loadTables } from './load.ts'
import type { Manifest } from './manifest.ts'
import { RestoreRefused } from './not-a-backup.ts'

export interface RestoreTarget {
  dataDir: string
  databaseUrl: string | undefined
  /** What is there already is replaced. */
  force: boolean
}
export interface Restored {
  madeAt: string
  rows: number
  files: number
}

/**
 * Puts a backup in place of what the settings point to. Everything is checked before anything is changed; throws
 * RestoreRefused with the reason.
 */
export async function restoreBackup(file: string, target: RestoreTarget): Promise<Restored> {
  const unlock = await lockDataFolder(target.dataDir)
  const work = await mkdtemp(path.join(target.dataDir, '.restoring-'))
  try {
    const manifest = await unpackArchive(file, work)
    await refuseUnknown(manifest)
    await refuseExisting(target, { withFiles: true })
    await restoreDatabase(target, { work, tables: work, manifest })
    await swap(path.join(work, 'files'), path.join(target.dataDir, 'files'))
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { madeAt: manifest.madeAt, rows, files: manifest.files }
  } finally {
    await rm(work, { recursive: true, force: true })
    await unlock()
  }
}

/** Carries the embedded database of the data folder to PostgreSQL; the files stay where they are. */
export async function moveToPostgres(target: RestoreTarget & { databaseUrl: string }): Promise<Restored> {
  const { dataDir } = target
  const unlock = await lockDataFolder(dataDir)
  const work = await mkdtemp(path.join(dataDir, '.moving-'))
  try {
    const from = path.join(dataDir, 'db')
    if ((await namesIn(from)).length === 0)
      throw new RestoreRefused(`There is no embedded database in ${dataDir}.`)
    await refuseExisting(target, { withFiles: false })
    const embedded = overEmbedded(await EmbeddedPostgres.open({ dataDir: from }))
    const tables = path.join(work, 'db')
    await mkdir(tables)
    const dumped = await migrate(embedded.pool)
      .then(() => dumpTables(embedded.pool, tables, new AbortController().signal))
      .finally(() => embedded.close())
    const madeAt = new Date().toISOString()
    const manifest: Manifest = { product: 'fleetdeck', format: 1, madeAt, ...dumped, files: 0, fileBytes: 0 }
    await restoreDatabase(target, { work, tables: work, manifest })
    return { madeAt, rows: dumped.tables.reduce((sum, { rows }) => sum + rows, 0), files: 0 }
  } finally {
    await rm(work, { recursive: true, force: true })
    await unlock()
  }
}

async function refuseUnknown({ migration }: Manifest): Promise<void> {
  if (!(await knowsMigration(migrationsFolder, migration)))
    throw new RestoreRefused('This backup was made by a newer version of this program.')
}

async function refuseExisting(
  { dataDir, databaseUrl, force }: RestoreTarget,
  { withFiles }: { withFiles: boolean },
): Promise<void> {
  if (databaseUrl) await onPostgres(databaseUrl, (client) => refuseUsed(client, force))
  if (force) return
  const hint = 'Add --force to replace it.'
  if (!databaseUrl && (await namesIn(path.join(dataDir, 'db'))).length)
    throw new RestoreRefused(`There is a database in ${dataDir} already. ${hint}`)
  if (withFiles && (await namesIn(path.join(dataDir, 'files'))).length)
    throw new RestoreRefused(`There are files in ${dataDir} already. ${hint}`)
}

async function refuseUsed(client: pg.Client, force: boolean): Promise<void> {
  const { rows } = await client.query<{ tables: number; hasServers: boolean }>(
    `select count(*)::int as tables, coalesce(bool_or(tablename = 'servers'), false) as "hasServers"
     from pg_tables where schemaname in ('public', 'dynamic')`,
  )
  if (rows[0]?.hasServers) {
    const alive = await client.query(`select 1 from servers where heard_at > now() - interval '30 seconds'`)
    if (alive.rows.length)
      throw new RestoreRefused(
        'A server works on this database. Stop all servers first, and wait half a minute.',
      )
  }
  if (rows[0]?.tables && !force)
    throw new RestoreRefused('The database has tables already. Add --force to replace them.')
}

interface Load {
  work: string
  /** Holds the folder db/ with the tables. */
  tables: string
  manifest: Manifest
}

async function restoreDatabase({ dataDir, databaseUrl }: RestoreTarget, load: Load): Promise<void> {
  if (databaseUrl) return restorePostgres(databaseUrl, load)
  const fresh = path.join(load.work, 'new-db')
  const open = overEmbedded(await EmbeddedPostgres.open({ dataDir: fresh }))
  try {
    await fill(open.pool, load)
  } finally {
    await open.close()
  }
  await swap(fresh, path.join(dataDir, 'db'))
}

async function restorePostgres(databaseUrl: string, load: Load): Promise<void> {
  await onPostgres(databaseUrl, async (client) => {
    await client.query('drop schema if exists dynamic, drizzle cascade')
    await client.query('drop schema if exists public cascade')
    await client.query('create schema public')
  })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  try {
    await fill(pool, load)
  } finally {
    await pool.end()
  }
}

/** Tables as they were then, their rows, and then what newer versions of the program have changed. */
async function fill(pool: pg.Pool, { tables, manifest }: Load): Promise<void> {
  await migrate(pool, { until: manifest.migration })
  await loadTables(pool, tables, manifest)
  await migrate(pool)
  await pool.query('analyze')
}

/** The old stays until the new is in its place. */
async function swap(fresh: string, place: string): Promise<void> {
  const old = `${place}.replaced`
  await rm(old, { recursive: true, force: true })
  const isThere = await readdir(place).then(
    () => true,
    () => false,
  )
  if (isThere) await rename(place, old)
  await rename(fresh, place).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error
    await cp(fresh, place, { recursive: true })
  })
  await rm(old, { recursive: true, force: true })
}

async function onPostgres<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
