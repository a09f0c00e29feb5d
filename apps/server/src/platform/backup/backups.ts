import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { siteNow } from '../core/site-clock.ts'
import { namesIn } from './archive.ts'
import type { Encryption } from './encryption.ts'
import { type BackupSource, makeBackup } from './make-backup.ts'
import { backupFolder, backupName } from './newest-backup.ts'

export interface StoredBackup {
  fileName: string
  /** Bytes. */
  size: number
  madeAt: Date
}

type Source = Pick<BackupSource, 'open' | 'dataDir' | 'key'>

/** The backups in the data folder. */
export class Backups {
  readonly #source: Source
  readonly #folder: string
  readonly #encryption: () => Encryption | undefined

  /** @param encryption of the backups that are made from now on */
  constructor(source: Source, encryption: () => Encryption | undefined = () => undefined) {
    this.#source = source
    this.#folder = backupFolder(source.dataDir)
    this.#encryption = encryption
  }

  /** Makes a backup and removes the oldest beyond `keep`. Returns how many rows and files it contains. */
  async make(keep: number, signal: AbortSignal): Promise<{ fileName: string; items: number }> {
    const stamp = siteNow().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
    const encryption = this.#encryption()
    const made = `fleetdeck-${stamp}.tar${encryption ? '.age' : ''}`
    const target = path.join(this.#folder, made)
    const { rows, files } = await makeBackup(target, { ...this.#source, encryption, signal })
    for (const { fileName } of (await this.list()).slice(keep)) await this.remove(fileName)
    return { fileName: made, items: rows + files }
  }

  /** Newest first. */
  async list(): Promise<StoredBackup[]> {
    const names = (await namesIn(this.#folder)).filter((name) => backupName.test(name))
    const found = await Promise.all(names.map((name) => this.find(name)))
    return found.filter((backup) => backup !== undefined).sort((a, b) => (a.fileName < b.fileName ? 1 : -1))
  }

  async find(fileName: string): Promise<StoredBackup | undefined> {
    if (!backupName.test(fileName)) return undefined
    const info = await stat(path.join(this.#folder, fileName)).catch(() => undefined)
    return info && { fileName, size: info.size, madeAt: info.mtime }
  }

  /** Makes one in plain at another place, to be tried and thrown away. */
  async makeForTrial(target: string, signal: AbortSignal): Promise<void> {
    await makeBackup(target, { ...this.#source, signal })
  }

  read({ fileName }: StoredBackup): Readable {
    return createReadStream(path.join(this.#folder, path.basename(fileName)))
  }

  remove(fileName: string): Promise<void> {
    return rm(path.join(this.#folder, path.basename(fileName)), { force: true })
  }
}
