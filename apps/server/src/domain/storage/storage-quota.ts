import type { UserId } from '@fleetdeck/contract/ids'
import type { StorageUse } from '@fleetdeck/contract/storage'
import { AppError } from '../../platform/core/app-error.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FileQuota, Room } from '../../platform/files/file-store.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import {
  lockStorage,
  readLevels,
  readStorage,
  type StorageFigures,
  type StorageLevel,
} from './storage.queries.ts'

const megabyte = 1024 * 1024
/** Of one user. A command for all phones of a large fleet fetches as many files. */
const maxTemporaryFiles = 20_000

/** How much users and tenants may store: files, recordings and caches. */
export class StorageQuota implements FileQuota {
  readonly #db: Db
  readonly #parameters: ParameterStore

  constructor(db: Db, parameters: ParameterStore) {
    this.#db = db
    this.#parameters = parameters
  }

  async use(userId: UserId): Promise<StorageUse> {
    const figures = await readStorage(this.#db, userId)
    const { files, recordings, caches, tenant, tenantUsers, temporary } = figures
    const limit = (key: LimitKey) => this.#limit(key) ?? null
    const account = narrowest(await readLevels(this.#db, userId))
    return {
      own: { used: ownUse(figures), limit: limit('storage.userMegabytes'), files, recordings, caches },
      tenant: { used: tenant, limit: limit('storage.tenantMegabytes'), users: tenantUsers },
      account: account ? { used: account.used, limit: account.limit, isOwn: account.id === userId } : null,
      temporary: { used: temporary, limit: limit('storage.temporaryMegabytes') },
    }
  }

  async room(ownerId: UserId, temporary: boolean): Promise<Room> {
    return this.#room(this.#db, ownerId, temporary)
  }

  /** Refuses when nothing more can be stored for the user. */
  async requireRoom(ownerId: UserId): Promise<void> {
    const { bytes, refusal } = await this.room(ownerId, false)
    if (bytes <= 0) throw refusal
  }

  insertWithin<T>(ownerId: UserId, temporary: boolean, insert: (tx: Db) => Promise<T>): Promise<T> {
    return this.#db.transaction(async (tx) => {
      await lockStorage(tx, ownerId)
      const inserted = await insert(tx)
      const { bytes, refusal } = await this.#room(tx, ownerId, temporary)
      if (bytes < 0) throw refusal
      return inserted
    })
  }

  /** In a transaction that has added files to a user: refuses when they exceed a limit. */
  async requireWithin(tx: Db, ownerId: UserId): Promise<void> {
    await lockStorage(tx, ownerId)
    const { bytes, refusal } = await this.#room(tx, ownerId, false)
    if (bytes < 0) throw refusal
  }

  async #room(db: Db, ownerId: UserId, temporary: boolean): Promise<Room> {
    const figures = await readStorage(db, ownerId)
    if (temporary) {
      const room = this.#left('storage.temporaryMegabytes', figures.temporary, 'temporaryStorageFull')
      if (figures.temporaryFiles <= maxTemporaryFiles) return room
      return { bytes: -1, refusal: new AppError('temporaryFilesTooMany', { count: maxTemporaryFiles }) }
    }
    const own = this.#left('storage.userMegabytes', ownUse(figures), 'storageFull')
    const tenant = this.#left('storage.tenantMegabytes', figures.tenant, 'tenantStorageFull')
    const site = own.bytes <= tenant.bytes ? own : tenant
    const level = narrowest(await readLevels(db, ownerId))
    return level && level.limit - level.used < site.bytes ? roomAt(level, ownerId) : site
  }

  #left(key: LimitKey, used: number, errorName: RefusalName): Room {
    const limit = this.#limit(key)
    const refusal = new AppError(errorName, { limit: inMegabytes(limit ?? 0), used: inMegabytes(used) })
    return { bytes: limit === undefined ? Number.POSITIVE_INFINITY : limit - used, refusal }
  }

  /** Bytes; undefined: unlimited. */
  #limit(key: LimitKey): number | undefined {
    return this.#parameters.get(key) * megabyte || undefined
  }
}

type LimitKey = 'storage.userMegabytes' | 'storage.tenantMegabytes' | 'storage.temporaryMegabytes'
type RefusalName = 'storageFull' | 'tenantStorageFull' | 'temporaryStorageFull'

const narrowest = (levels: readonly StorageLevel[]): StorageLevel | undefined =>
  levels.toSorted((a, b) => a.limit - a.used - (b.limit - b.used))[0]

const roomAt = ({ id, limit, used }: StorageLevel, ownerId: UserId): Room => ({
  bytes: limit - used,
  refusal: new AppError(id === ownerId ? 'accountStorageFull' : 'poolStorageFull', {
    limit: inMegabytes(limit),
    used: inMegabytes(used),
  }),
})

const ownUse = ({ files, recordings, caches }: StorageFigures) => files + recordings + caches

const inMegabytes = (bytes: number) => Math.round(bytes / megabyte).toLocaleString('en')
