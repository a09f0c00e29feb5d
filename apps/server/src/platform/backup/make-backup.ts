import { mkdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { siteNow } from '../core/site-clock.ts'
import type { OpenDb } from '../db/open-db.ts'
import { overEmbedded } from '../db/open-db.ts'
import { EmbeddedPostgres } from '../db/pglite-connection.ts'
import { namesIn } from '../storage/folder-store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { isFileMissing } from '../storage/storage-failure.ts'
import { inWorkFolder } from '../storage/work-folder.ts'
import { packArchive } from './archive.ts'
import { dumpTables } from './dump.ts'
import { copyEmbedded } from './embedded-copy.ts'
import type { Encryption } from './encryption.ts'
import { type Manifest, newestFormat } from './manifest.ts'

export interface BackupSource {
  open: Pick<OpenDb, 'kind' | 'pool'>
  dataDir: string
  store: ObjectStore
  /** Undefined: in plain. */
  encryption?: Encryption | undefined
  /** The key of the sealed secrets, for an encrypted backup. */
  key?: string | undefined
  signal: AbortSignal
}
export interface Made {
  rows: number
  files: number
  /** How long the embedded database was blocked; 0 for PostgreSQL. */
  heldMs: number
}

/** Writes a consistent snapshot of database and files into one file, while the server keeps running. */
export const makeBackup = (target: string, source: BackupSource): Promise<Made> =>
  inWorkFolder(path.dirname(target), (work) => makeIn(work, target, source))

async function makeIn(work: string, target: string, source: BackupSource): Promise<Made> {
  const { open, dataDir, store, encryption, key, signal } = source
  const tables = path.join(work, 'tables')
  const files = path.join(work, 'files')
  await mkdir(tables, { mode: 0o700 })
  await mkdir(files, { mode: 0o700 })
  // Both before and after: a file removed in the meantime is included, and a new one is not missed.
  await keepFiles(store, files, signal)
  const { heldMs, ...dumped } = await dumpDatabase(open, { dataDir, work, tables, signal })
  await keepFiles(store, files, signal)
  const kept = await sizesIn(files)
  const manifest: Manifest = {
    product: 'fleetdeck',
    format: newestFormat,
    madeAt: siteNow().toISOString(),
    ...dumped,
    ...kept,
  }
  // It gets its name only when complete.
  const archive = path.join(work, 'archive')
  await packArchive(archive, { manifest, tables, files, encryption, key }, signal)
  await rename(archive, target)
  return { rows: dumped.tables.reduce((sum, { rows }) => sum + rows, 0), files: kept.files, heldMs }
}

interface Places {
  dataDir: string
  work: string
  tables: string
  signal: AbortSignal
}

/** PostgreSQL gives a long read one snapshot; the embedded database is copied first, and the copy is read. */
async function dumpDatabase(open: BackupSource['open'], { dataDir, work, tables, signal }: Places) {
  if (open.kind === 'postgresql') return { heldMs: 0, ...(await dumpTables(open.pool, tables, signal)) }
  const copy = path.join(work, 'db')
  const heldMs = await copyEmbedded(open.pool, path.join(dataDir, 'db'), copy, signal)
  return { heldMs, ...(await onFolder(copy, (pool) => dumpTables(pool, tables, signal))) }
}

async function onFolder<T>(dataDir: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const copy = overEmbedded(await EmbeddedPostgres.open({ dataDir }))
  try {
    return await work(copy.pool)
  } finally {
    await copy.close()
  }
}

/** Those that are not there yet: uploads never change under their name. */
async function keepFiles(store: ObjectStore, to: string, signal: AbortSignal): Promise<void> {
  const kept = new Set(await namesIn(to))
  for await (const { fileName } of store.list('files')) {
    signal.throwIfAborted()
    if (!kept.has(fileName))
      await store.fetch('files', fileName, path.join(to, fileName), signal).catch(ignoreRemoved)
  }
}

/** It was removed in the meantime. */
function ignoreRemoved(error: unknown): void {
  if (!isFileMissing(error)) throw error
}

async function sizesIn(folder: string) {
  let fileBytes = 0
  const names = await namesIn(folder)
  for (const name of names) fileBytes += (await stat(path.join(folder, name))).size
  return { files: names.length, fileBytes }
}
