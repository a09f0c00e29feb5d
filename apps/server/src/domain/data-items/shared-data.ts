import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import type { Counts } from '../../platform/http/shared-rate-limit.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { ClockWatch } from '../../platform/scheduler/clock-watch.ts'
import { SharedCaches } from './caches.ts'
import { endLeases, moveBackLeases } from './item-leases.queries.ts'
import { ItemLeases } from './item-leases.ts'
import { OwnerPace } from './owner-pace.ts'

const sweepMs = 1000

interface Deps {
  db: Db
  parameters: ParameterStore
  log: FastifyBaseLogger
  counts: Counts
}

/** Data that phones and people share: items on lease and temporary caches. Leases expire automatically. */
export class SharedData {
  readonly leases: ItemLeases
  readonly caches: SharedCaches
  readonly pace: OwnerPace
  readonly #deps: Deps
  readonly #timer: NodeJS.Timeout
  readonly #watch = new ClockWatch()
  #isNew = true
  #working: Promise<void> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
    this.pace = new OwnerPace(deps.counts)
    this.leases = new ItemLeases(deps.db)
    this.caches = new SharedCaches(deps.db, () => ({
      count: deps.parameters.get('cache.maxCount'),
      bytes: deps.parameters.get('cache.maxMegabytes') * 1024 * 1024,
    }))
    this.#timer = setInterval(() => this.#sweep(), sweepMs)
    this.#timer.unref()
  }

  /** Returns items leased to phones that have gone offline. */
  returnOffline(): Promise<number> {
    const { db, parameters } = this.#deps
    return endLeases(db, { offlineSeconds: parameters.get('data.leaseOfflineSeconds') })
  }

  async returnDue(): Promise<number> {
    const { db } = this.#deps
    const { jumpMs } = await this.#watch.read(db)
    // The clock may also have been set while no server ran.
    if (jumpMs < 0 || this.#isNew) await moveBackLeases(db)
    this.#isNew = false
    return endLeases(db, { due: true })
  }

  /** Bytes of one item, and of one cache. */
  get maxItemBytes(): number {
    return this.#deps.parameters.get('data.contentKilobytes') * 1024
  }
  get maxCacheBytes(): number {
    return this.#deps.parameters.get('data.cacheKilobytes') * 1024
  }
  /** Items of one call. */
  get maxItems(): number {
    return this.#deps.parameters.get('data.mostItems')
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#working
  }

  #sweep() {
    if (this.#working) return
    this.#working = this.returnDue()
      .then(
        () => {},
        (error: unknown) => this.#deps.log.error({ err: error }, 'could not return expired leases'),
      )
      .finally(() => {
        this.#working = undefined
      })
  }
}
