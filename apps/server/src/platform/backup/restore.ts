import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { say } from '@fleetdeck/i18n/terminal'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { Seal } from '../core/seal.ts'
import { siteNow } from '../core/site-clock.ts'
import { lockDataFolder } from '../db/data-folder-lock.ts'
import type { Db } from '../db/db.ts'
import { migrationDates } from '../db/known-migrations.ts'
import { migrate } from '../db/migrate.ts'
import { overEmbedded } from '../db/open-db.ts'
import { turnDefaultsIntoFirst } from '../db/partitions.queries.ts'
import { EmbeddedPostgres } from '../db/pglite-connection.ts'
import type { KeyPlace } from '../seals/key-file.ts'
import type { Reset } from '../seals/sealed-columns.queries.ts'
import { settleRestored } from '../seals/settle-restored.ts'
import { forgetStore } from '../storage/claim-store.queries.ts'
import { namesIn, swapped } from '../storage/folder-store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { unpackArchive } from './archive.ts'
import { dumpTables } from './dump.ts'
import type { BackupKeys } from './encryption.ts'
import { loadTables } from './load.ts'
import { type Manifest, newestFormat } from './manifest.ts'
import { RestoreRefused } from './not-a-backup.ts'
import { type Connections, inOneTransaction, withClient } from './one-transaction.ts'

export interface RestoreTarget {
  dataDir: string
  store: ObjectStore
  databaseUrl: string | undefined
  /** Replaces existing data. */
  force: boolean
  /** For an encrypted backup. */
  keys?: BackupKeys
  /**
   * Where the key of the sealed secrets is, and one that may be that of the backup; undefined leaves them as they are.
   */
  seals?: { place: KeyPlace; given: Seal | undefined }
  /** Creates the tables that users designed, from their designs in the database. */
  createDynamicTables: (db: Db) => Promise<void>
}
export interface Restored {
  madeAt: string
  rows: number
  files: number
  /** Secrets that no key opens. */
  reset?: Reset | undefined
}
/** A file, or the function that brings it into a folder, which is removed at the end. */
export type RestoreSource = string | ((folder: string) => Promise<string>)

/**
 * Restores a backup over the database and files that the settings point to. Everything is checked before anything is
 * changed; throws RestoreRefused with the reason.
 */
export async function restoreBackup(source: RestoreSource, target: RestoreTarget): Promise<Restored> {
  if (typeof source === 'string') await refuseUnreadable(source)
  const unlock = await lockDataFolder(target.dataDir)
  const work = await newWorkFolder(target.dataDir)
  try {
    if (typeof source !== 'string') await refuseAny(target)
    const file = typeof source === 'string' ? source : await source(work)
    const { manifest, key } = await unpackArchive(file, work, {
      keys: target.keys ?? {},
      accept: refuseUnknown,
    })
    await refuseAny(target)
    let reset: Reset | undefined
    let installation = ''
    const settle = async (db: Db) => {
      installation = await forgetStore(db)
      if (!target.seals) return
      const { place, given } = target.seals
      const inBackup = key === undefined ? undefined : new Seal(Buffer.from(key, 'base64'))
      reset = await settleRestored(db, place, { inBackup, given })
    }
    const { store } = target
    await restoreDatabase(target, { ...target, work, tables: work, manifest, settle }, async () => {
      await store.replace('files', path.join(work, 'files'))
      await store.writeMark({ id: randomUUID(), installation })
    })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { madeAt: manifest.madeAt, rows, files: manifest.files, reset }
  } finally {
    await rm(work, { recursive: true, force: true })
    await unlock()
  }
}

const workPrefix = '.restoring-'

/** In a locked data folder: those that killed programs left there are removed. */
async function newWorkFolder(dataDir: string): Promise<string> {
  for (const name of await namesIn(dataDir))
    if (name.startsWith(workPrefix)) await rm(path.join(dataDir, name), { recursive: true, force: true })
  return mkdtemp(path.join(dataDir, workPrefix))
}

/** Moves the embedded database of the data folder to PostgreSQL; the files stay where they are. */
export async function moveToPostgres(
  target: Omit<RestoreTarget, 'store'> & { databaseUrl: string },
): Promise<Restored> {
  const { dataDir } = target
  const unlock = await lockDataFolder(dataDir)
  const work = await newWorkFolder(dataDir)
  try {
    const from = path.join(dataDir, 'db')
    if ((await namesIn(from)).length === 0)
      throw new RestoreRefused(say('restore.noEmbedded', { folder: dataDir }))
    await refuseExisting(target)
    const tables = path.join(work, 'db')
    await mkdir(tables)
    const dumped = await dumpEmbedded(from, tables)
    const madeAt = siteNow().toISOString()
    const manifest: Manifest = {
      product: 'fleetdeck',
      format: newestFormat,
      madeAt,
      ...dumped,
      files: 0,
      fileBytes: 0,
    }
    await restoreDatabase(target, { ...target, work, tables: work, manifest })
    return { madeAt, rows: dumped.tables.reduce((sum, { rows }) => sum + rows, 0), files: 0 }
  } finally {
    await rm(work, { recursive: true, force: true })
    await unlock()
  }
}

async function dumpEmbedded(from: string, tables: string) {
  const embedded = overEmbedded(await EmbeddedPostgres.open({ dataDir: from }))
  try {
    await migrate(embedded.pool)
    return await dumpTables(embedded.pool, tables, new AbortController().signal)
  } finally {
    await embedded.close()
  }
}

async function refuseUnreadable(file: string): Promise<void> {
  const info = await stat(file).catch((error: NodeJS.ErrnoException) => error)
  if (!(info instanceof Error)) {
    if (info.isFile()) return
    throw new RestoreRefused(say('path.notFile', { file }))
  }
  if (info.code === 'ENOENT' || info.code === 'ENOTDIR')
    throw new RestoreRefused(say('path.missing', { file }))
  throw new RestoreRefused(say('path.unreadable', { file, code: info.code ?? info.message }))
}

async function refuseUnknown({ migration }: Manifest): Promise<void> {
  const known = migrationDates()
  if (known.includes(migration)) return
  if (migration < Math.min(...known)) throw new RestoreRefused(say('restore.older'))
  throw new RestoreRefused(say('restore.newer'))
}

async function refuseAny(target: RestoreTarget): Promise<void> {
  await refuseExisting(target)
  const { store, force } = target
  if (force) return
  for await (const _ of store.list('files'))
    throw new RestoreRefused(say('restore.filesExist', { folder: store.address }))
}

async function refuseExisting({ dataDir, databaseUrl, force }: Omit<RestoreTarget, 'store'>): Promise<void> {
  if (databaseUrl) {
    const settings = { query_timeout: shortMs }
    await withClient(databaseUrl, (client) => refuseUsed(client, force), settings).catch(refuseHeld)
  }
  if (force) return
  if (!databaseUrl && (await namesIn(path.join(dataDir, 'db'))).length)
    throw new RestoreRefused(say('restore.databaseExists', { folder: dataDir }))
}

async function refuseUsed(client: pg.Client, force: boolean): Promise<void> {
  const { rows } = await client.query<{ tables: number; hasServers: boolean }>(
    `select count(*)::int as tables, coalesce(bool_or(tablename = 'servers'), false) as "hasServers"
     from pg_tables where schemaname in ('public', 'dynamic')`,
  )
  if (rows[0]?.hasServers) {
    const alive = await client.query(`select 1 from servers where heard_at > now() - interval '30 seconds'`)
    if (alive.rows.length) throw new RestoreRefused(say('restore.served'))
  }
  if (rows[0]?.tables && !force) throw new RestoreRefused(say('restore.tablesExist'))
}

interface Load extends Pick<RestoreTarget, 'createDynamicTables'> {
  work: string
  /** The folder with db/ and its tables. */
  tables: string
  manifest: Manifest
  /** Works on the restored rows before they count. */
  settle?: (db: Db) => Promise<void>
}

/**
 * All or nothing: the old data is removed once the new data is complete.
 * @param meanwhile work that must succeed together with it
 */
async function restoreDatabase(
  { dataDir, databaseUrl }: Pick<RestoreTarget, 'dataDir' | 'databaseUrl'>,
  load: Load,
  meanwhile: () => Promise<void> = async () => {},
): Promise<void> {
  if (databaseUrl) return restorePostgres(databaseUrl, load, meanwhile)
  const fresh = path.join(load.work, 'new-db')
  const source = { dataDir: fresh, until: load.manifest.migration }
  const open = overEmbedded(await EmbeddedPostgres.open(source))
  try {
    await fill(open.pool, load)
  } finally {
    await open.close()
  }
  await swapped(fresh, path.join(dataDir, 'db'), meanwhile)
}

const restorePostgres = (databaseUrl: string, load: Load, meanwhile: () => Promise<void>) =>
  inOneTransaction(databaseUrl, async (connections) => {
    const client = await connections.connect()
    await client.query('set local client_min_messages to warning')
    await client.query('drop schema if exists dynamic, drizzle cascade')
    await client.query('drop schema if exists public cascade')
    await client.query('create schema public')
    await fill(connections, load)
    await meanwhile()
  }).catch(refuseHeld)

/** The tables of the backup's version, their rows, then the newer migrations. */
async function fill(connections: Connections, load: Load): Promise<void> {
  await migrate(connections, { until: load.manifest.migration })
  await loadTables(connections, load.tables, load)
  await migrate(connections)
  const client = await connections.connect()
  try {
    await load.settle?.(drizzle(client, { casing: 'snake_case' }))
    await turnDefaultsIntoFirst(client)
    await client.query('analyze')
  } finally {
    client.release()
  }
}

/** For statements that only wait for others. */
const shortMs = 30_000

/** SQLSTATE of a lock that was not granted in time. */
const lockTimeout = '55P03'

function refuseHeld(error: unknown): never {
  if ((error as { code?: string }).code !== lockTimeout) throw error
  throw new RestoreRefused(say('restore.held'))
}
