import path from 'node:path'
import type { Readable } from 'node:stream'
import { namesIn } from '../storage/folder-store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { inWorkFolder, isWorkFolder } from '../storage/work-folder.ts'
import type { Encryption } from './encryption.ts'
import { type BackupSource, makeBackup } from './make-backup.ts'
import { backupName, backupStamp, byTime, isBackupName, upgradeBackupName } from './newest-backup.ts'

export interface StoredBackup {
  fileName: string
  /** Bytes. */
  size: number
  madeAt: Date
}

type Source = Pick<BackupSource, 'open' | 'dataDir' | 'store' | 'key'>

/** The backups in the store of all servers. */
export class Backups {
  readonly #source: Source
  readonly #store: ObjectStore
  /** Of this machine, for files that are worked on. */
  readonly #folder: string
  readonly #encryption: () => Encryption | undefined

  /** @param encryption of the backups that are made from now on */
  constructor(source: Source, encryption: () => Encryption | undefined = () => undefined) {
    this.#source = source
    this.#store = source.store
    this.#folder = path.join(source.store.workFolder, 'backups')
    this.#encryption = encryption
  }

  /** Makes a backup and removes the oldest beyond `keep`. Returns how many rows and files it contains. */
  async make(keep: number, signal: AbortSignal): Promise<{ fileName: string; items: number }> {
    const encryption = this.#encryption()
    const made = `fleetdeck-${backupStamp()}.tar${encryption ? '.age' : ''}`
    const { rows, files } = await this.inWorkFolder(async (work) => {
      const file = path.join(work, made)
      const counts = await makeBackup(file, { ...this.#source, encryption, signal })
      await this.#store.take(file, 'backups', made, signal)
      return counts
    })
    for (const { fileName } of (await this.list()).slice(keep)) await this.remove(fileName)
    return { fileName: made, items: rows + files }
  }

  /** Newest first, without those that were made before upgrades. */
  async list(): Promise<StoredBackup[]> {
    return (await this.listAll()).filter(({ fileName }) => backupName.test(fileName))
  }

  /** Newest first. */
  async listAll(): Promise<StoredBackup[]> {
    const found: StoredBackup[] = []
    for await (const { fileName, size, modifiedAt } of this.#store.list('backups'))
      if (isBackupName(fileName)) found.push({ fileName, size, madeAt: modifiedAt })
    return found.sort((a, b) => byTime(a.fileName, b.fileName))
  }

  async find(fileName: string): Promise<StoredBackup | undefined> {
    const found = isBackupName(fileName) ? await this.#store.find('backups', fileName) : undefined
    return found && { fileName, size: found.size, madeAt: found.modifiedAt }
  }

  /** Runs the work with a folder of this machine, which is removed at its end. */
  inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    return inWorkFolder(this.#folder, work)
  }

  /** Removes work folders that killed programs have left. */
  async removeLeftover(): Promise<void> {
    if ((await namesIn(this.#folder)).some(isWorkFolder)) await this.inWorkFolder(async () => {})
  }

  /** Brings a stored backup to a path of this machine. */
  fetch({ fileName }: StoredBackup, file: string, signal: AbortSignal): Promise<void> {
    return this.#store.fetch('backups', fileName, file, signal)
  }

  /** Makes one in plain at another place, to be tried and thrown away. */
  async makeForTrial(target: string, signal: AbortSignal): Promise<void> {
    await makeBackup(target, { ...this.#source, signal })
  }

  /** Undefined when it was removed in the meantime. */
  open({ fileName }: StoredBackup): Promise<Readable | undefined> {
    return this.#store.open('backups', fileName)
  }

  remove(fileName: string): Promise<void> {
    return this.#store.remove('backups', fileName)
  }
}

/** The version to which the database was upgraded after this backup; null for other backups. */
export const upgradedTo = (fileName: string): string | null => upgradeBackupName.exec(fileName)?.[1] ?? null
