import type { Deps } from '../../deps.ts'
import { JoinedWork } from '../../platform/core/joined-work.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import * as queries from './bookings.queries.ts'
import { serveLine } from './serve-line.ts'

const checkMs = 2000

/** Announces that bookings begin and end, and offers devices to those who wait. One server at a time does so. */
export class BookingWatch {
  readonly #deps: Pick<Deps, 'db' | 'hub' | 'parameters' | 'log'>
  readonly #checks: JoinedWork

  constructor(deps: Pick<Deps, 'db' | 'hub' | 'parameters' | 'log'>) {
    this.#deps = deps
    this.#checks = new JoinedWork(
      () => this.#check(),
      (error) => deps.log.error({ err: error }, 'could not check bookings'),
    ).repeat(checkMs)
  }

  /** Checks once; joins a check in progress. */
  check(): Promise<void> {
    return this.#checks.run()
  }

  close(): Promise<void> {
    return this.#checks.close()
  }

  async #check(): Promise<void> {
    const { db, hub, parameters } = this.#deps
    const now = siteNow()
    const changed = await db.transaction(async (tx) => {
      if (!(await queries.tryLockBookings(tx))) return []
      const withdrawn = await queries.withdrawOffers(tx, now)
      const moved = await queries.advanceStages(tx, now, parameters.get('booking.warnMinutes'))
      const offered = await serveLine(tx, now, parameters.get('booking.acceptMinutes'))
      return [...withdrawn, ...moved, ...offered]
    })
    if (changed.length > 0) await hub.bookingsChanged([...new Set(changed)])
  }
}
