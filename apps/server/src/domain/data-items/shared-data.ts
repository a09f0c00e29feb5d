import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import type { ParameterStore } from '../../platform/parameters/parameter-store.ts'
import { SharedCaches } from './caches.ts'
import { endLeases } from './hand-out.queries.ts'
import { HandOut } from './hand-out.ts'
import { OwnerPace } from './owner-pace.ts'

const lookMs = 1000

interface Parts {
  db: Db
  parameters: ParameterStore
  log: FastifyBaseLogger
}

/** Data that phones and people share: handing items out, temporary caches, and leases that end by themselves. */
export class SharedData {
  readonly handOut: HandOut
  readonly caches: SharedCaches
  readonly pace = new OwnerPace()
  readonly #parts: Parts
  readonly #timer: NodeJS.Timeout
  #working: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.handOut = new HandOut(parts.db)
    this.caches = new SharedCaches(parts.db)
    this.#timer = setInterval(() => this.#look(), lookMs)
    this.#timer.unref()
  }

  /** Gives back what is leased to phones that are gone. */
  returnOffline(): Promise<number> {
    const { db, parameters } = this.#parts
    return endLeases(db, { offlineSeconds: parameters.get('data.leaseOfflineSeconds') })
  }

  returnDue(): Promise<number> {
    return endLeases(this.#parts.db, { due: true })
  }

  /** Bytes of one item, and of one cache. */
  get mostItemBytes(): number {
    return this.#parts.parameters.get('data.contentKilobytes') * 1024
  }
  get mostCacheBytes(): number {
    return this.#parts.parameters.get('data.cacheKilobytes') * 1024
  }
  /** Items of one call. */
  get mostItems(): number {
    return this.#parts.parameters.get('data.mostItems')
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#working
  }

  #look() {
    if (this.#working) return
    this.#working = this.returnDue()
      .then(
        () => {},
        (error: unknown) => this.#parts.log.error({ err: error }, 'shared data'),
      )
      .finally(() => {
        this.#working = undefined
      })
  }
}
