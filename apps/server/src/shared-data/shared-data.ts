import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/db.ts'
import type { ParameterStore } from '../parameters/parameter-store.ts'
import { pruneCaches } from './caches.queries.ts'
import { SharedCaches } from './caches.ts'
import { endLeases, pruneHandouts } from './hand-out.queries.ts'
import { HandOut } from './hand-out.ts'
import { OwnerPace } from './owner-pace.ts'

const lookMs = 1000
/** What is less urgent is done at every so many looks. */
const slowLooks = 5
const dayMs = 86_400_000
const chunkRows = 5000

interface Parts {
  db: Db
  parameters: ParameterStore
  log: FastifyBaseLogger
}

/** Data that phones and people share: handing items out, temporary caches, and what has to end by itself. */
export class SharedData {
  readonly handOut: HandOut
  readonly caches: SharedCaches
  readonly pace = new OwnerPace()
  readonly #parts: Parts
  readonly #timer: NodeJS.Timeout
  #looks = 0
  #working: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.handOut = new HandOut(parts.db)
    this.caches = new SharedCaches(parts.db)
    this.#timer = setInterval(() => this.#look(), lookMs)
    this.#timer.unref()
  }

  /** Gives back what is due or whose phone is gone; removes caches and history whose time is over. */
  async tidy(now = Date.now()): Promise<void> {
    const { db, parameters } = this.#parts
    await this.returnDue()
    await endLeases(db, { offlineSeconds: parameters.get('data.leaseOfflineSeconds') })
    await pruneCaches(db)
    const before = new Date(now - parameters.get('data.handoutDays') * dayMs)
    await pruneHandouts(db, before, chunkRows)
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
    this.#looks += 1
    const work = this.#looks % slowLooks === 0 ? this.tidy() : this.returnDue()
    this.#working = Promise.resolve(work)
      .then(
        () => {},
        (error: unknown) => this.#parts.log.error({ err: error }, 'shared data'),
      )
      .finally(() => {
        this.#working = undefined
      })
  }
}
