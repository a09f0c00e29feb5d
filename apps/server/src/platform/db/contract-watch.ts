import type { FastifyBaseLogger } from 'fastify'
import { PeriodicWork } from '../core/periodic-work.ts'
import { knownMigrations, type Migration } from './known-migrations.ts'
import { namesOf, readWaiting, type Waiting } from './migrate.ts'
import type { OpenDb } from './open-db.ts'

const everyMs = 30_000

/**
 * Applies the migrations that waited for older servers. These must be missing at two checks in a row: one that has just
 * started may not have reported yet.
 */
export class ContractWatch {
  readonly #open: OpenDb
  readonly #log: FastifyBaseLogger
  readonly #work: PeriodicWork | undefined
  #waiting: Waiting = { migrations: 0, servers: [] }
  #wereGone = false

  constructor({ open, log }: { open: OpenDb; log: FastifyBaseLogger }) {
    this.#open = open
    this.#log = log
    if (!knownMigrations().some(({ isContract }) => isContract)) return
    this.#work = new PeriodicWork(
      { log, failure: 'could not apply migrations that waited for older servers', everyMs },
      () => this.check(),
    )
  }

  /** As of the last check. */
  get waiting(): Waiting {
    return this.#waiting
  }

  async check(migrations = knownMigrations()): Promise<void> {
    const before = this.#waiting.migrations
    this.#waiting = await readWaiting(this.#open.pool, migrations)
    const { migrations: count, servers } = this.#waiting
    if (count === 0 || servers.length > 0) this.#wereGone = false
    if (count === 0) return
    if (servers.length > 0 && before !== count)
      this.#log.warn({ migrations: count, servers: namesOf(servers) }, 'migrations wait for older servers')
    else if (this.#wereGone) await this.#finish(migrations)
    else this.#wereGone = servers.length === 0
  }

  async #finish(migrations: Migration[]): Promise<void> {
    this.#waiting = await this.#open.upgrade(migrations)
    if (this.#waiting.migrations === 0)
      this.#log.warn('migrations that waited for older servers have been applied')
  }

  close(): Promise<void> | undefined {
    return this.#work?.close()
  }
}
