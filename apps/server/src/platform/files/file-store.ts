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
import { storedFiles } from '../db/schema/stored-files.ts'

const lookupChunk = 1000
const longestName = 200

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

/** Files under random names in one flat folder; their names and owners are in the database. */
export class FileStore {
  readonly #db: Db
  readonly #folder: string

  constructor(db: Db, folder: string) {
    this.#db = db
    this.#folder = folder
  }

  async save(content: Readable, file: NewFile): Promise<StoredFileRow> {
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
        else next(null, chunk)
      },
    })
    try {
      await pipeline(content, meter, createWriteStream(`${target}.part`, { mode: 0o600 }))
      await rename(`${target}.part`, target)
      const { mediaType, ownerId, temporary } = file
      const originalName = toStorable(file.originalName.slice(0, longestName))
      const row = { fileName, originalName, mediaType, ownerId, temporary, size, md5: md5.digest('hex') }
      const [saved] = await this.#db.insert(storedFiles).values(row).returning()
      return saved as StoredFileRow
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

  async remove(row: StoredFileRow): Promise<void> {
    await this.#db.delete(storedFiles).where(eq(storedFiles.id, row.id))
    await rm(this.#path(row.fileName), { force: true })
  }

  /** Removes old files without a use: downloads that were never fetched, and files without a row. */
  async clean(before: Date): Promise<number> {
    const old = await this.#db
      .select()
      .from(storedFiles)
      .where(and(eq(storedFiles.temporary, true), lt(storedFiles.createdAt, before)))
    for (const row of old) await this.remove(row)
    return old.length + (await this.#removeUnknown(before))
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

export function extensionOf(name: string): string {
  const extension = path.extname(path.basename(name)).toLowerCase()
  return /^\.[a-z0-9]{1,8}$/.test(extension) ? extension : ''
}
