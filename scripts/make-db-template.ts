import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { constants, zstdCompressSync } from 'node:zlib'
import tar from 'tar-stream'
import { knownMigrations } from '../apps/server/src/platform/db/known-migrations.ts'
import { migrate } from '../apps/server/src/platform/db/migrate.ts'
import { overEmbedded } from '../apps/server/src/platform/db/open-db.ts'
import { EmbeddedPostgres } from '../apps/server/src/platform/db/pglite-connection.ts'
import {
  manifestFile,
  pgliteVersion,
  type TemplateManifest,
  templateFile,
} from '../apps/server/src/platform/db/template.ts'

/** Packs the database that a first start copies: `npm run db:template`. */
const work = await mkdtemp(path.join(tmpdir(), 'fleetdeck-template-'))
try {
  const dataDir = path.join(work, 'db')
  const packed = compress(await pack(dataDir, await makeDatabase(dataDir)))
  const manifest: TemplateManifest = {
    pglite: await pgliteVersion(),
    migrations: knownMigrations().map(({ hash }) => hash),
    sha256: createHash('sha256').update(packed).digest('hex'),
  }
  await mkdir(path.dirname(templateFile), { recursive: true })
  await writeFile(templateFile, packed)
  await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`)
  console.log(`${path.relative('', templateFile)}: ${Math.round(packed.byteLength / 1024)} KB`)
} finally {
  await rm(work, { recursive: true, force: true })
}

/** Returns the name of the only log file with content: the data is in the tables. */
async function makeDatabase(dataDir: string): Promise<string> {
  // An existing folder is not copied from the template.
  await mkdir(dataDir)
  const { pool, close } = overEmbedded(await EmbeddedPostgres.open({ dataDir }))
  await migrate(pool)
  // Without dead rows of the migrations, and with all hints: closing then writes no pages to the log.
  await pool.query('vacuum')
  await pool.query('select pg_switch_wal()')
  await pool.query('checkpoint')
  const { rows } = await pool.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
  await close()
  return rows[0]?.name ?? ''
}

async function pack(dataDir: string, log: string): Promise<Buffer> {
  const archive = tar.pack()
  const packed = buffer(archive)
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const named = entries.map((entry) => ({
    entry,
    name: path.relative(dataDir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
  }))
  for (const { entry, name } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (/^pg_wal\/[0-9A-F]{24}$/.test(name) && entry.name !== log) continue
    const header = { name, mtime: new Date(0) }
    if (entry.isDirectory()) archive.entry({ ...header, type: 'directory' })
    else archive.entry(header, await read(path.join(dataDir, name)))
  }
  archive.finalize()
  return packed
}

/** Of settings without their comments. */
async function read(file: string): Promise<Buffer> {
  const content = await readFile(file)
  if (!file.endsWith('.conf')) return content
  return Buffer.from(content.toString().replaceAll(/^\s*(#.*)?\n/gm, ''))
}

function compress(archive: Buffer): Buffer {
  return zstdCompressSync(archive, {
    params: {
      [constants.ZSTD_c_compressionLevel]: 22,
      // The three databases of a new installation are similar, and further apart than the default window size.
      [constants.ZSTD_c_windowLog]: 26,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  })
}
