import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import tar from 'tar-stream'
import { knownMigrations } from './known-migrations.ts'

/** The versions with which a packed database was made. */
export interface TemplateManifest {
  /** The version of PGlite. */
  pglite: string
  /** The hashes of its migrations, in order. */
  migrations: string[]
  /** Of the packed file, in hex. */
  sha256: string
}

const templateFolder = fileURLToPath(new URL('./template', import.meta.url))
export const templateFile = path.join(templateFolder, 'packed-database.tar.zst')
export const manifestFile = path.join(templateFolder, 'manifest.json')

const filesAtOnce = 16

/** The installed version. */
export async function pgliteVersion(): Promise<string> {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const { version } = JSON.parse(await readFile(path.join(main, '../../package.json'), 'utf8'))
  return version
}

/**
 * The packed database, or undefined when it does not fit: another PGlite version made it, its migrations are not the
 * first of this program's, or one is later than `until`.
 */
export async function usableTemplate(
  { until = Number.POSITIVE_INFINITY }: { until?: number | undefined },
  read: (file: string) => Promise<Buffer> = (file) => readFile(file),
): Promise<Buffer | undefined> {
  const manifest = JSON.parse(String(await read(manifestFile))) as TemplateManifest
  const known = knownMigrations()
  const isUsable =
    manifest.pglite === (await pgliteVersion()) &&
    manifest.migrations.every(
      (hash, at) => known[at]?.hash === hash && (known[at]?.folderMillis ?? 0) <= until,
    )
  if (!isUsable) return undefined
  const packed = await read(templateFile)
  return createHash('sha256').update(packed).digest('hex') === manifest.sha256 ? packed : undefined
}

/**
 * Unpacks a database into a folder that does not exist yet, all or nothing, and syncs it to disk. Runs in its own
 * thread: writing small files synchronously is several times faster.
 */
export async function unpackTemplate(packed: Buffer, folder: string): Promise<void> {
  const fresh = `${folder}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  const [files, folders]: [string[], string[]] = [[], [fresh]]
  const extract = Readable.from([await promisify(zstdDecompress)(packed)]).pipe(tar.extract())
  for await (const entry of extract) {
    const place = path.join(fresh, entry.header.name)
    const isFolder = entry.header.type === 'directory'
    const content = await buffer(entry)
    if (isFolder) mkdirSync(place, { mode: 0o700 })
    else writeFileSync(place, content, { mode: 0o600 })
    const places = isFolder ? folders : files
    places.push(place)
  }
  await flush(files)
  // Windows cannot open folders.
  if (process.platform !== 'win32') await flush(folders)
  await rename(fresh, folder)
}

/** Synced once at the end: per file, it would wait for the disk a thousand times. */
async function flush(places: string[]): Promise<void> {
  const waiting = places.values()
  const flushNext = async () => {
    for (const place of waiting) {
      await using handle = await open(place)
      await handle.sync()
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, flushNext))
}
