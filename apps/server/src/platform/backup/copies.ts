import path from 'node:path'
import type { Db } from '../db/db.ts'
import type { ParameterStore } from '../parameters/parameter-store.ts'
import { asFailure, type StorageFailure } from '../storage/storage-failure.ts'
import { forgetFailure, noteFailure, noteSuccess, whileHolding } from './backup-steps.queries.ts'
import type { Backups, StoredBackup } from './backups.ts'
import { openPlace } from './places/open-place.ts'
import type { BackupPlace } from './places/place.ts'

interface CopiesDeps {
  db: Db
  parameters: ParameterStore
  backups: Backups
}

/** The copies of backups at the other place that the settings name. */
export class Copies {
  readonly #deps: CopiesDeps

  constructor(deps: CopiesDeps) {
    this.#deps = deps
  }

  /**
   * Copies the newest backup unless it is there, then removes the oldest copies beyond the number to keep. Returns how
   * many were copied. Only one server copies at a time.
   */
  async copyNewest(signal: AbortSignal): Promise<number> {
    const { db } = this.#deps
    const copied = await whileHolding(db, { step: 'copy', signal }, async (held) => {
      try {
        return await this.#withPlace((place) => this.#copyTo(place, held))
      } catch (error) {
        await noteFailure(db, 'copy', error)
        throw error
      }
    })
    return copied ?? 0
  }

  async #copyTo(place: BackupPlace | undefined, signal: AbortSignal): Promise<number> {
    const { db, backups, parameters } = this.#deps
    let copied = 0
    while (place) {
      const [newest] = await backups.list()
      const [there] = await place.list()
      if (!newest || (there && isAsNew(there, newest))) break
      await place.removePartial()
      await this.#put(place, newest, signal)
      await noteSuccess(db, 'copy', newest)
      copied += 1
    }
    for (const { fileName } of (await place?.list())?.slice(parameters.get('sys.backup.copies')) ?? [])
      await place?.remove(fileName)
    if (copied === 0) await forgetFailure(db, 'copy')
    return copied
  }

  #put(place: BackupPlace, backup: StoredBackup, signal: AbortSignal): Promise<void> {
    const { backups } = this.#deps
    return backups.inWorkFolder(async (work) => {
      const file = path.join(work, backup.fileName)
      await backups.fetch(backup, file, signal)
      await place.put(file, backup.fileName, signal)
    })
  }

  /** For the page; a failure is part of the answer. */
  async list(): Promise<{ list: (StoredBackup & { address: string })[]; failure: StorageFailure | null }> {
    try {
      const list = await this.#withPlace(async (place) =>
        place
          ? (await place.list()).map((backup) => ({ ...backup, address: place.addressOf(backup.fileName) }))
          : [],
      )
      return { list, failure: null }
    } catch (error) {
      return { list: [], failure: asFailure(error) }
    }
  }

  /** Writes, reads and removes a small object; returns why that is not possible. */
  async test(): Promise<StorageFailure | null> {
    try {
      await this.#withPlace((place) => place?.test() ?? Promise.resolve())
      return null
    } catch (error) {
      return asFailure(error)
    }
  }

  /** Reads the newest copy into a file of the folder; undefined when there is no other place, or no copy. */
  fetchNewest(
    folder: string,
    { signal, accept }: { signal: AbortSignal; accept: (backup: StoredBackup) => Promise<void> },
  ): Promise<{ fileName: string; file: string } | undefined> {
    return this.#withPlace(async (place) => {
      const [newest] = (await place?.list()) ?? []
      if (!newest) return undefined
      await accept(newest)
      const file = path.join(folder, newest.fileName)
      await place?.get(newest.fileName, file, signal)
      return { fileName: newest.fileName, file }
    })
  }

  async #withPlace<T>(work: (place: BackupPlace | undefined) => Promise<T>): Promise<T> {
    const place = await openPlace(this.#deps.parameters)
    try {
      return await work(place)
    } finally {
      place?.close()
    }
  }
}

const isAsNew = (there: StoredBackup, newest: StoredBackup) =>
  there.fileName > newest.fileName || (there.fileName === newest.fileName && there.size === newest.size)
