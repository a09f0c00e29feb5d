import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import tar from 'tar-stream'
import { filesPrefix, type Manifest, manifestEntry, readManifest } from './manifest.ts'
import { RestoreRefused } from './not-a-backup.ts'

/** Writes a tar file: the manifest, the tables, the files. Under its own name it is whole. */
export async function packArchive(
  target: string,
  parts: { manifest: Manifest; tables: string; files: string },
  signal: AbortSignal,
): Promise<void> {
  const pack = tar.pack()
  const writing = pipeline(pack, createWriteStream(`${target}.part`, { mode: 0o600 }), { signal })
  // The same failure ends the writing below.
  writing.catch(() => {})
  try {
    pack.entry({ name: manifestEntry }, JSON.stringify(parts.manifest, null, 1))
    for (const { entry } of parts.manifest.tables)
      await packFile(pack, entry, path.join(parts.tables, path.basename(entry)))
    for (const name of await namesIn(parts.files)) {
      signal.throwIfAborted()
      await packFile(pack, `${filesPrefix}${name}`, path.join(parts.files, name))
    }
    pack.finalize()
    await writing
    await rename(`${target}.part`, target)
  } catch (error) {
    pack.destroy()
    await rm(`${target}.part`, { force: true })
    throw error
  }
}

export const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function packFile(pack: tar.Pack, name: string, file: string): Promise<void> {
  const { size } = await stat(file)
  const entry = pack.entry({ name, size })
  await pipeline(createReadStream(file), entry)
}

/**
 * Unpacks a backup into a folder and holds it against its manifest: tables by their hash, files by number and size.
 * Throws RestoreRefused when it is not one, was cut short or changed; nothing of its names leaves the folder.
 */
export async function unpackArchive(file: string, folder: string): Promise<Manifest> {
  for (const name of ['db', 'files']) await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 })
  const found: Found = { manifest: undefined, files: 0, fileBytes: 0 }
  await unpackEntries(file, folder, found).catch((error: unknown) => {
    if (error instanceof RestoreRefused || isOfDisk(error)) throw error
    throw new RestoreRefused(found.manifest ? damaged : noBackup)
  })
  const { manifest, files, fileBytes } = found
  if (!manifest) throw new RestoreRefused(noBackup)
  const isWhole = files === manifest.files && fileBytes === manifest.fileBytes
  if (!isWhole || !(await tablesMatch(manifest, folder))) throw new RestoreRefused(damaged)
  return manifest
}

const noBackup = 'This file is not a backup of fleetdeck.'
const damaged = 'This backup was cut short or damaged.'

/** What has been read so far. */
interface Found {
  manifest: Manifest | undefined
  files: number
  fileBytes: number
}

async function unpackEntries(file: string, folder: string, found: Found): Promise<void> {
  const extract = tar.extract()
  const reading = pipeline(createReadStream(file), extract)
  reading.catch(() => {})
  for await (const entry of extract) {
    const { name, size = 0 } = entry.header
    if (!found.manifest) {
      if (name !== manifestEntry) throw new RestoreRefused(noBackup)
      found.manifest = readManifest(await textOf(entry))
      continue
    }
    const part = /^(db|files)\/(?!\.)([\w.-]+)$/.exec(name)
    if (!part) throw new RestoreRefused(`The backup holds a wrong name: ${name}.`)
    await pipeline(entry, createWriteStream(path.join(folder, name), { mode: 0o600 }))
    if (part[1] !== 'files') continue
    found.files += 1
    found.fileBytes += size
  }
  await reading
}

const isOfDisk = (error: unknown) =>
  ['ENOENT', 'ENOSPC', 'EACCES', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

const longestManifest = 16 * 1024 * 1024
async function textOf(entry: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of entry) {
    size += chunk.byteLength
    if (size > longestManifest) throw new RestoreRefused('This file is not a backup of fleetdeck.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function tablesMatch({ tables }: Manifest, folder: string): Promise<boolean> {
  for (const { entry, sha256 } of tables) {
    const content = await readFile(path.join(folder, entry)).catch(() => undefined)
    if (!content || createHash('sha256').update(content).digest('hex') !== sha256) return false
  }
  return true
}
