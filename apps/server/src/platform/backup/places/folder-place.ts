import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FailureReason } from '@fleetdeck/contract/backups'
import { StorageFailure } from '../../storage/storage-failure.ts'
import type { StoredBackup } from '../backups.ts'
import { backupName } from '../newest-backup.ts'
import type { BackupPlace } from './place.ts'

const partName = /^\.fleetdeck-\d{8}-\d{6}\.tar(\.age)?\.part$/

/** A folder of the server, such as a mounted disk. It is never created: without its disk there is no folder. */
export class FolderPlace implements BackupPlace {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  addressOf = (fileName: string): string => path.join(this.#folder, fileName)

  async list(): Promise<StoredBackup[]> {
    const names = (await this.#try(readdir(this.#folder))).filter((name) => backupName.test(name))
    const backups = names.map(async (fileName) => {
      const { size, mtime } = await this.#try(stat(this.addressOf(fileName)))
      return { fileName, size, madeAt: mtime }
    })
    return (await Promise.all(backups)).sort((a, b) => (a.fileName < b.fileName ? 1 : -1))
  }

  async put(file: string, fileName: string, signal: AbortSignal): Promise<void> {
    const part = path.join(this.#folder, `.${fileName}.part`)
    try {
      const written = createHash('sha256')
      const target = createWriteStream(part, { mode: 0o600, flush: true })
      await this.#try(pipeline(createReadStream(file), hashed(written), target, { signal }))
      const read = createHash('sha256')
      await this.#try(pipeline(createReadStream(part), read, { signal }))
      if (read.digest('hex') !== written.digest('hex')) throw new StorageFailure('damagedCopy')
      await this.#try(rename(part, this.addressOf(fileName)))
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      throw error
    }
  }

  async get(fileName: string, file: string, signal: AbortSignal): Promise<void> {
    const target = createWriteStream(file, { mode: 0o600 })
    await pipeline(createReadStream(this.addressOf(fileName)), target, { signal })
  }

  remove = (fileName: string): Promise<void> => this.#try(rm(this.addressOf(fileName), { force: true }))

  async removePartial(): Promise<void> {
    for (const name of await this.#try(readdir(this.#folder)))
      if (partName.test(name)) await this.#try(rm(path.join(this.#folder, name), { force: true }))
  }

  async test(): Promise<void> {
    const file = path.join(this.#folder, `fleetdeck-test-${randomUUID()}`)
    try {
      await this.#try(writeFile(file, file, { flush: true }))
      if ((await this.#try(readFile(file, 'utf8'))) !== file) throw new StorageFailure('damagedCopy')
    } finally {
      await this.#try(rm(file, { force: true }))
    }
  }

  close(): void {}

  async #try<T>(work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      const { code = '', message, name } = error as NodeJS.ErrnoException
      if (error instanceof StorageFailure || name === 'AbortError') throw error
      throw new StorageFailure(reasons[code] ?? 'other', message)
    }
  }
}

const reasons: Record<string, FailureReason> = {
  ENOENT: 'noFolder',
  ENOTDIR: 'noFolder',
  EACCES: 'noRight',
  EPERM: 'noRight',
  EROFS: 'noRight',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EIO: 'away',
  ESTALE: 'away',
  ETIMEDOUT: 'away',
  EHOSTDOWN: 'away',
}

const hashed = (hash: ReturnType<typeof createHash>) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
