import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { UserId } from '@fleetdeck/contract/ids'
import { toStorable } from '@fleetdeck/contract/storable-text'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { AppError } from '../core/app-error.ts'
import { siteNow } from '../core/site-clock.ts'
import type { Db } from '../db/db.ts'
import { insertedRow } from '../db/inserted-row.ts'
import { storedFiles } from '../db/schema/stored-files.ts'
import { namesIn } from '../storage/folder-store.ts'
import type { ObjectStore, Part } from '../storage/object-store.ts'
import { removeUnknown } from '../storage/remove-unknown.ts'
import { StorageFailure } from '../storage/storage-failure.ts'
import * as unused from './unused-files.queries.ts'

const longestName = 200
const maxHashes = 1000

export interface NewFile {
  originalName: string
  mediaType: string
  ownerId: UserId
  /** Fetched once by its owner, then removed. */
  temporary: boolean
  /** Bytes; larger files are refused and not stored. */
  limit: number
}
export type StoredFileRow = typeof storedFiles.$inferSelect

export interface Room {
  /** How many may still be stored; below 0 when there are too many. */
  bytes: number
  /** Why no more may be stored. */
  refusal: AppError
}

/** The number of bytes that an owner may store. */
export interface FileQuota {
  room(ownerId: UserId, temporary: boolean): Promise<Room>
  /** Inserts a row in a transaction, which fails when it exceeds the room, whatever is stored at the same time. */
  insertWithin<T>(ownerId: UserId, temporary: boolean, insert: (tx: Db) => Promise<T>): Promise<T>
}

/** Files under random names in the store of all servers; their names and owners are in the database. */
export class FileStore {
  readonly #db: Db
  readonly #store: ObjectStore
  /** Where files are written before they are stored. */
  readonly #folder: string
  readonly #quota: FileQuota
  readonly #hashes = new Map<string, Promise<string>>()

  constructor(db: Db, store: ObjectStore, quota: FileQuota) {
    this.#db = db
    this.#store = store
    this.#folder = path.join(store.workFolder, 'files')
    this.#quota = quota
  }

  /** Refuses a file of this many bytes, or of 1 where its size is not known yet, when its owner has no room for it. */
  async requireRoom(
    { ownerId, temporary }: Pick<NewFile, 'ownerId' | 'temporary'>,
    bytes = 1,
  ): Promise<Room> {
    const room = await this.#quota.room(ownerId, temporary)
    if (bytes > room.bytes) throw room.refusal
    return room
  }

  async save(content: Readable, file: NewFile): Promise<StoredFileRow> {
    const room = await this.requireRoom(file)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const fileName = `${randomUUID()}${extensionOf(file.originalName)}`
    const part = path.join(this.#folder, `${fileName}.part`)
    const [md5, sha256] = [createHash('md5'), createHash('sha256')]
    let size = 0
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        size += chunk.byteLength
        md5.update(chunk)
        sha256.update(chunk)
        if (size > file.limit)
          next(new AppError('uploadTooLarge', { size: Math.floor(file.limit / 1024 / 1024) }))
        else if (size > room.bytes) next(room.refusal)
        else next(null, chunk)
      },
    })
    try {
      await pipeline(content, meter, createWriteStream(part, { mode: 0o600 }))
      await this.#store.take(part, 'files', fileName)
      const { mediaType, ownerId, temporary } = file
      const originalName = toStorable(file.originalName.slice(0, longestName))
      const hashes = { md5: md5.digest('hex'), sha256: sha256.digest('hex') }
      const row = { fileName, originalName, mediaType, ownerId, temporary, size, ...hashes }
      const saved = await this.#quota.insertWithin(ownerId, temporary, (tx) =>
        tx.insert(storedFiles).values(row).returning(),
      )
      return insertedRow(saved)
    } catch (error) {
      await rm(part, { force: true })
      await this.#store.remove('files', fileName).catch(() => {})
      throw error
    }
  }

  async find(fileName: string): Promise<StoredFileRow | undefined> {
    const [row] = await this.#db.select().from(storedFiles).where(eq(storedFiles.fileName, fileName))
    return row
  }

  /** The whole file, or a part of it. Refused when its bytes are missing. */
  async open(row: NamedFile, part?: Part): Promise<Readable> {
    const content = await this.#store.open('files', row.fileName, part)
    if (!content) throw new AppError('fileMissing', { name: row.originalName ?? row.fileName })
    return content
  }

  /** As `open`, in memory: for files whose size is limited. */
  async read(row: NamedFile, part?: Part): Promise<Buffer> {
    return buffer(await this.open(row, part))
  }

  /** An address from which a phone can fetch the file without the server; undefined where that is not set up. */
  link(row: NamedFile): Promise<string | undefined> {
    return this.#store.link('files', row.fileName)
  }

  /** SHA-256 in hex; a stored file never changes. */
  sha256(fileName: string): Promise<string> {
    const known = this.#hashes.get(fileName)
    if (known) return known
    const [oldest] = this.#hashes.keys()
    if (oldest !== undefined && this.#hashes.size >= maxHashes) this.#hashes.delete(oldest)
    const hash = this.#readSha256(fileName)
    this.#hashes.set(fileName, hash)
    hash.catch(() => this.#hashes.delete(fileName))
    return hash
  }

  async #readSha256(fileName: string): Promise<string> {
    const row = await this.find(fileName)
    if (row?.sha256) return row.sha256
    const sha256 = await hashOf(await this.open(row ?? { fileName }))
    await this.#db.update(storedFiles).set({ sha256 }).where(eq(storedFiles.fileName, fileName))
    return sha256
  }

  async remove(row: StoredFileRow): Promise<void> {
    await this.#db.delete(storedFiles).where(eq(storedFiles.id, row.id))
    await this.#drop(row.fileName)
  }

  /** What cannot be removed now is removed with the files that have no row. */
  async #drop(fileName: string): Promise<void> {
    await this.#store.remove('files', fileName).catch((error) => {
      if (!(error instanceof StorageFailure)) throw error
    })
  }

  /** Removes those of these files that nothing mentions any more. */
  async removeUnused(fileNames: readonly string[]): Promise<void> {
    if (fileNames.length === 0) return
    const names = new Set(fileNames.map((fileName) => nameOf({ fileName })))
    await unused.removeMentioned(this.#db, names)
    for (const fileName of fileNames) {
      const row = names.has(nameOf({ fileName })) ? await this.find(fileName) : undefined
      if (row) await this.remove(row)
    }
  }

  /** An upload of this owner, which nothing removes any more until it is unused for a while again. */
  claim(fileName: string, ownerId: UserId): Promise<StoredFileRow | undefined> {
    return unused.claimUpload(this.#db, fileName, ownerId)
  }

  /**
   * Removes old files without a use: downloads that were never fetched, files without a row, and uploads that nothing
   * has referred to since `unusedBefore`.
   */
  async clean(before: Date, unusedBefore: Date): Promise<number> {
    const old = await this.#db
      .select()
      .from(storedFiles)
      .where(and(eq(storedFiles.temporary, true), lt(storedFiles.createdAt, before)))
    for (const row of old) await this.remove(row)
    return old.length + (await this.#removeUnused(unusedBefore)) + (await this.#removeUnknown(before))
  }

  async #removeUnused(before: Date): Promise<number> {
    const uploads = await unused.listCandidates(this.#db, before)
    const names = new Set(uploads.map(nameOf))
    await unused.removeMentioned(this.#db, names)
    const ids = (wanted: { isUsed: boolean; wasUsed: boolean }) =>
      uploads
        .filter((file) => names.has(nameOf(file)) !== wanted.isUsed)
        .filter(({ unusedSince }) => (unusedSince === null) === wanted.wasUsed)
        .map(({ id }) => id)
    await unused.markUsed(this.#db, ids({ isUsed: true, wasUsed: false }))
    await unused.markUnused(this.#db, ids({ isUsed: false, wasUsed: true }))
    const removed = await unused.deleteUnused(this.#db, ids({ isUsed: false, wasUsed: false }), before)
    for (const { fileName } of removed) await this.#drop(fileName)
    return removed.length
  }

  /** Remains of an aborted write. */
  async #removeUnknown(before: Date): Promise<number> {
    const removed = await removeUnknown(this.#store.list('files'), {
      before,
      known: (names) => this.#knownOf(names),
      remove: (fileName) => this.#store.remove('files', fileName),
    })
    await this.#store.removePartial(before)
    return removed + (await this.#removeParts(before))
  }

  async #knownOf(names: string[]): Promise<Set<string>> {
    const rows = await this.#db
      .select({ fileName: storedFiles.fileName })
      .from(storedFiles)
      .where(inArray(storedFiles.fileName, names))
    return new Set(rows.map(({ fileName }) => fileName))
  }

  async #removeParts(before: Date): Promise<number> {
    let removed = 0
    for (const name of await namesIn(this.#folder)) {
      const file = path.join(this.#folder, name)
      const { mtime } = await stat(file).catch(() => ({ mtime: siteNow() }))
      if (!name.endsWith('.part') || mtime >= before) continue
      await rm(file, { force: true })
      removed += 1
    }
    return removed
  }
}

/** A row, or what is known of it. */
type NamedFile = Pick<StoredFileRow, 'fileName'> & Partial<Pick<StoredFileRow, 'originalName'>>

/** Without the extension, which a text may leave out. */
const nameOf = ({ fileName }: Pick<StoredFileRow, 'fileName'>) => fileName.slice(0, 36)

export function extensionOf(name: string): string {
  const extension = path.extname(path.basename(name)).toLowerCase()
  return /^\.[a-z0-9]{1,8}$/.test(extension) ? extension : ''
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
