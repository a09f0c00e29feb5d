import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { UserId } from '@fleetdeck/contract/ids'
import { toStorable } from '@fleetdeck/contract/storable-text'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { AppError } from '../core/app-error.ts'
import { siteNow } from '../core/site-clock.ts'
import type { Db } from '../db/db.ts'
import { insertedRow } from '../db/inserted-row.ts'
import { storedFiles } from '../db/schema/stored-files.ts'
import * as unused from './unused-files.queries.ts'

const lookupChunk = 1000
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

/** Files under random names in one flat folder; their names and owners are in the database. */
export class FileStore {
  readonly #db: Db
  readonly #folder: string
  readonly #quota: FileQuota
  readonly #hashes = new Map<string, Promise<string>>()

  constructor(db: Db, folder: string, quota: FileQuota) {
    this.#db = db
    this.#folder = folder
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
    const target = this.#path(fileName)
    const md5 = createHash('md5')
    let size = 0
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        size += chunk.byteLength
        md5.update(chunk)
        if (size > file.limit)
          next(new AppError('uploadTooLarge', { size: Math.floor(file.limit / 1024 / 1024) }))
        else if (size > room.bytes) next(room.refusal)
        else next(null, chunk)
      },
    })
    try {
      await pipeline(content, meter, createWriteStream(`${target}.part`, { mode: 0o600 }))
      await rename(`${target}.part`, target)
      const { mediaType, ownerId, temporary } = file
      const originalName = toStorable(file.originalName.slice(0, longestName))
      const row = { fileName, originalName, mediaType, ownerId, temporary, size, md5: md5.digest('hex') }
      const saved = await this.#quota.insertWithin(ownerId, temporary, (tx) =>
        tx.insert(storedFiles).values(row).returning(),
      )
      return insertedRow(saved)
    } catch (error) {
      await Promise.all([rm(`${target}.part`, { force: true }), rm(target, { force: true })])
      throw error
    }
  }

  async find(fileName: string): Promise<StoredFileRow | undefined> {
    const [row] = await this.#db.select().from(storedFiles).where(eq(storedFiles.fileName, fileName))
    return row
  }

  /** The whole file, or the bytes from `start` to `end`, inclusive. */
  read(row: Pick<StoredFileRow, 'fileName'>, part?: { start: number; end: number }): Readable {
    return createReadStream(this.#path(row.fileName), part)
  }

  /** SHA-256 in hex; a stored file never changes. */
  sha256(fileName: string): Promise<string> {
    const known = this.#hashes.get(fileName)
    if (known) return known
    const [oldest] = this.#hashes.keys()
    if (oldest !== undefined && this.#hashes.size >= maxHashes) this.#hashes.delete(oldest)
    const hash = hashOf(this.read({ fileName }))
    this.#hashes.set(fileName, hash)
    hash.catch(() => this.#hashes.delete(fileName))
    return hash
  }

  async remove(row: StoredFileRow): Promise<void> {
    await this.#db.delete(storedFiles).where(eq(storedFiles.id, row.id))
    await rm(this.#path(row.fileName), { force: true })
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
    for (const { fileName } of removed) await rm(this.#path(fileName), { force: true })
    return removed.length
  }

  /** Remains of an aborted write. */
  async #removeUnknown(before: Date): Promise<number> {
    const names = await readdir(this.#folder).catch(() => [])
    let removed = 0
    for (let at = 0; at < names.length; at += lookupChunk) {
      const some = names.slice(at, at + lookupChunk)
      const rows = await this.#db
        .select({ fileName: storedFiles.fileName })
        .from(storedFiles)
        .where(inArray(storedFiles.fileName, some))
      const known = new Set(rows.map(({ fileName }) => fileName))
      for (const name of some.filter((each) => !known.has(each))) {
        const { mtime } = await stat(this.#path(name)).catch(() => ({ mtime: siteNow() }))
        if (mtime >= before) continue
        await rm(this.#path(name), { force: true })
        removed += 1
      }
    }
    return removed
  }

  /** Names come from our own table, and still cannot leave the folder. */
  #path(fileName: string): string {
    return path.join(this.#folder, path.basename(fileName))
  }
}

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
