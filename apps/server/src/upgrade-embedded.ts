import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Message, say, TerminalError } from '@fleetdeck/i18n/terminal'
import type pg from 'pg'
import { createDynamicTables } from './domain/dynamic-tables/designs.queries.ts'
import type { Env } from './env.ts'
import { makeBackup } from './platform/backup/make-backup.ts'
import { restoreBackup } from './platform/backup/restore.ts'
import { lockDataFolder } from './platform/db/data-folder-lock.ts'
import { engineMajor, formerEngines, majorOf } from './platform/db/engine-versions.ts'
import { databaseFolder } from './platform/db/start-embedded.ts'
import { FolderStore } from './platform/storage/folder-store.ts'

const run = promisify(execFile)
const installMs = 600_000
const packageName = '@electric-sql/pglite'

/** The part of any PGlite that reading a database needs. */
interface Engine {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  close(): Promise<void>
}
type OpenEngine = (folder: string) => Promise<Engine>

/** The database of the folder stays as it is. */
class UpgradeRefused extends TerminalError {}

interface Upgrade extends Pick<Env, 'dataDir'> {
  print(line: Message): unknown
  /** In place of the package from npm. */
  openFormer?: OpenEngine
}

/**
 * Brings the embedded database of an earlier major version of PostgreSQL to the present one: the former engine reads
 * it, and the present one writes it again. The old folder stays beside it. Does nothing for any other database.
 */
export async function upgradeEmbedded({ dataDir, print, openFormer }: Upgrade): Promise<void> {
  const folder = databaseFolder(dataDir)
  await putBack(dataDir, folder)
  const major = await majorOf(folder)
  if (major === undefined || major === engineMajor) return
  const version = formerEngines[major]
  if (!version)
    throw new UpgradeRefused(say('upgrade.unknownEngine', { folder, major, present: engineMajor }))
  const began = performance.now()
  print(say('upgrade.engine', { major, present: engineMajor }))
  const work = path.join(dataDir, '.upgrading')
  const unlock = await lockDataFolder(dataDir)
  const backup = path.join(work, 'dump.tar')
  try {
    await mkdir(noFiles(work).address, { recursive: true, mode: 0o700 })
    const open = openFormer ?? (await installedEngine(version, work, print))
    const engine = await open(folder)
    try {
      const signal = new AbortController().signal
      const { rows } = await makeBackup(backup, {
        open: { kind: 'postgresql', pool: poolOf(engine) },
        dataDir,
        store: noFiles(work),
        signal,
      })
      print(say('upgrade.engineRead', { rows }))
    } finally {
      await engine.close()
    }
  } catch (error) {
    await rm(work, { recursive: true, force: true })
    throw error
  } finally {
    await unlock()
  }
  await writeAnew({ dataDir, folder, backup, old: `${folder}.postgresql-${major}` })
  await rm(work, { recursive: true, force: true })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  print(say('upgrade.engineDone', { seconds, folder: `${folder}.postgresql-${major}` }))
}

/** The files of the site stay where they are. */
const noFiles = (work: string) => new FolderStore(path.join(work, 'no-files'))

interface Places {
  dataDir: string
  folder: string
  backup: string
  old: string
}

async function writeAnew({ dataDir, folder, backup, old }: Places): Promise<void> {
  await rm(old, { recursive: true, force: true })
  await rename(folder, old)
  try {
    await restoreBackup(backup, {
      dataDir,
      store: noFiles(path.dirname(backup)),
      databaseUrl: undefined,
      force: true,
      createDynamicTables,
    })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    await rename(old, folder)
    throw error
  }
}

/** A program that was killed while it wrote the new database left only the old one. */
async function putBack(dataDir: string, folder: string): Promise<void> {
  if (existsSync(folder)) return
  const names = await readdir(dataDir).catch(() => [])
  const old = names.find((name) => name.startsWith(`${path.basename(folder)}.postgresql-`))
  if (old) await rename(path.join(dataDir, old), folder)
}

/** For statements one after the other, of one caller. */
function poolOf(engine: Engine): pg.Pool {
  const client = { query: engine.query.bind(engine), release: () => {} }
  return { connect: async () => client } as unknown as pg.Pool
}

async function installedEngine(version: string, work: string, print: Upgrade['print']): Promise<OpenEngine> {
  const wanted = `${packageName}@${version}`
  const command = `npm install --prefix "${work}" ${wanted}`
  print(say('upgrade.engineFetched', { package: wanted }))
  try {
    const options = { timeout: installMs, shell: process.platform === 'win32' }
    await run('npm', ['install', '--prefix', work, '--no-audit', '--no-fund', wanted], options)
  } catch (error) {
    const [reason = ''] = String((error as { stderr?: string }).stderr || error).split('\n')
    throw new UpgradeRefused(say('upgrade.engineMissing', { command, reason }), { cause: error })
  }
  const main = path.join(work, 'node_modules', packageName, 'dist/index.js')
  const { PGlite } = (await import(pathToFileURL(main).href)) as {
    PGlite: { create(folder: string): Promise<Engine> }
  }
  return (folder) => PGlite.create(folder)
}
