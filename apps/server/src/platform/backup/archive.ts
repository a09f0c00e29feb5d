import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { say } from '@fleetdeck/i18n/terminal'
import tar from 'tar-stream'
import { namesIn } from '../storage/folder-store.ts'
import { type BackupKeys, type Encryption, encrypting, readPlain } from './encryption.ts'
import { filesPrefix, keyEntry, type Manifest, manifestEntry, readManifest, sumsEntry } from './manifest.ts'
import { RestoreRefused } from './not-a-backup.ts'

interface Parts {
  manifest: Manifest
  tables: string
  files: string
  encryption: Encryption | undefined
  /** The key of the sealed secrets: only an encrypted backup contains it. */
  key: string | undefined
}

/**
 * Writes a tar file: manifest, tables, files, checksums. Encrypted parts are never written in plain. Tables and files
 * are removed as soon as they are in it: otherwise both would need the space on the disk.
 */
export async function packArchive(target: string, parts: Parts, signal: AbortSignal): Promise<void> {
  const pack = tar.pack()
  const file = createWriteStream(target, { mode: 0o600 })
  const writing = parts.encryption
    ? pipeline(pack, encrypting(parts.encryption), file, { signal })
    : pipeline(pack, file, { signal })
  // The same error also ends the writing below.
  writing.catch(() => {})
  try {
    const manifest = JSON.stringify(parts.manifest, null, 1)
    const sums: Sums = new Map([[manifestEntry, sha256(manifest)]])
    pack.entry({ name: manifestEntry }, manifest)
    for (const { entry } of parts.manifest.tables)
      await packFile(pack, sums, { name: entry, file: path.join(parts.tables, path.basename(entry)) })
    for (const name of await namesIn(parts.files)) {
      signal.throwIfAborted()
      await packFile(pack, sums, { name: `${filesPrefix}${name}`, file: path.join(parts.files, name) })
    }
    if (parts.encryption && parts.key) {
      sums.set(keyEntry, sha256(parts.key))
      pack.entry({ name: keyEntry }, parts.key)
    }
    pack.entry({ name: sumsEntry }, textOfSums(sums))
    pack.finalize()
    await writing
  } catch (error) {
    pack.destroy()
    throw error
  }
}

async function packFile(pack: tar.Pack, sums: Sums, { name, file }: { name: string; file: string }) {
  const { size } = await stat(file)
  await pipeline(createReadStream(file), summed(sums, name), pack.entry({ name, size }))
  await rm(file)
}

/** SHA-256 in hex of each entry, by its name. */
type Sums = Map<string, string>

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const textOfSums = (sums: Sums) => [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('')

const sumsOfText = (text: string): Sums =>
  new Map(Array.from(text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm), ([, sum = '', name = '']) => [name, sum]))

/** Passes data through, and records its checksum at the end. */
function summed(sums: Sums, name: string) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    const hash = createHash('sha256')
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
    sums.set(name, hash.digest('hex'))
  }
}

/**
 * Unpacks a backup into a folder and checks every entry against its checksum; no entry can leave the folder. Throws
 * RestoreRefused for a file that is no backup, truncated or changed, and passes on what `accept` throws for the
 * manifest.
 */
export async function unpackArchive(
  file: string,
  folder: string,
  { keys, accept }: Pick<Unpacking, 'accept'> & { keys: BackupKeys },
): Promise<Unpacked> {
  const plain = await readPlain(file, keys)
  for (const name of ['db', 'files']) await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 })
  const found: Found = { manifest: undefined, sums: new Map(), fileBytes: 0, said: undefined, key: undefined }
  await unpackEntries({ plain, folder, accept }, found).catch((error: unknown) => {
    if (error instanceof RestoreRefused || isOfDisk(error)) throw error
    throw new RestoreRefused(found.manifest ? damaged : noBackup)
  })
  const { manifest } = found
  if (!manifest) throw new RestoreRefused(noBackup)
  if (!(manifest.format === 1 ? isWholeOfFormat1(manifest, found) : isWhole(found)))
    throw new RestoreRefused(damaged)
  return { manifest, key: found.key }
}

const noBackup = say('restore.notBackup')
const damaged = say('restore.damaged')

export interface Unpacked {
  manifest: Manifest
  /** The key of the sealed secrets, if the backup contains it. */
  key: string | undefined
}

/** The data that was read so far. */
interface Found {
  manifest: Manifest | undefined
  sums: Sums
  fileBytes: number
  /** The expected checksums. */
  said: Sums | undefined
  key: string | undefined
}

const isWhole = ({ sums, said = new Map() }: Found) =>
  said.size === sums.size && [...sums].every(([name, sum]) => said.get(name) === sum)

function isWholeOfFormat1({ tables, files, fileBytes }: Manifest, { sums, ...found }: Found) {
  const names = [...sums.keys()].filter((name) => name.startsWith(filesPrefix))
  const hasFiles = names.length === files && found.fileBytes === fileBytes
  return hasFiles && tables.every(({ entry, sha256 }) => sums.has(entry) && sums.get(entry) === sha256)
}

/** The manifest of a backup, of which nothing else is read. Throws RestoreRefused for a file that is no backup. */
export async function readHead(file: string, keys: BackupKeys): Promise<Manifest> {
  const extract = tar.extract()
  const reading = pipeline(await readPlain(file, keys), extract)
  reading.catch(() => {})
  try {
    for await (const entry of extract) {
      if (entry.header.name === manifestEntry) return readManifest(await toText(entry))
      break
    }
  } catch (error) {
    if (isOfDisk(error)) throw error
  }
  throw new RestoreRefused(noBackup)
}

interface Unpacking {
  plain: AsyncIterable<Uint8Array>
  folder: string
  accept(manifest: Manifest): Promise<void>
}

async function unpackEntries({ plain, folder, accept }: Unpacking, found: Found): Promise<void> {
  const extract = tar.extract()
  const reading = pipeline(plain, extract)
  reading.catch(() => {})
  for await (const entry of extract) {
    const { name } = entry.header
    if (!found.manifest) {
      if (name !== manifestEntry) throw new RestoreRefused(noBackup)
      const text = await toText(entry)
      found.sums.set(name, sha256(text))
      found.manifest = readManifest(text)
      await accept(found.manifest)
    } else if (name === keyEntry) await readKeyEntry(entry, found)
    else if (name === sumsEntry) found.said = sumsOfText(await toText(entry))
    else if (/^(db|files)\/(?!\.)([\w.-]+)$/.test(name)) {
      await pipeline(
        entry,
        summed(found.sums, name),
        createWriteStream(path.join(folder, name), { mode: 0o600 }),
      )
      found.fileBytes += fileSize(entry.header)
    } else throw new RestoreRefused(say('restore.wrongName', { name }))
  }
  await reading
}

const fileSize = ({ name, size = 0 }: tar.Headers) => (name.startsWith(filesPrefix) ? size : 0)

async function readKeyEntry(entry: AsyncIterable<Buffer>, found: Found): Promise<void> {
  found.key = await toText(entry)
  found.sums.set(keyEntry, sha256(found.key))
}

const isOfDisk = (error: unknown) =>
  ['ENOENT', 'ENOSPC', 'EACCES', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')

/** A manifest, or the checksums of some hundred thousand files. */
const longestText = 64 * 1024 * 1024
async function toText(entry: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of entry) {
    size += chunk.byteLength
    if (size > longestText) throw new RestoreRefused(say('restore.notBackup'))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
