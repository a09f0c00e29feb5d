import { noteSiteClock } from '../core/site-clock.ts'
import type { Db } from '../db/db.ts'
import { readClock } from './clock.queries.ts'

/** Corrections of a clock that runs a little fast or slow are not jumps. */
const toleranceMs = 5000

export interface ClockReading {
  now: Date
  /** By how much the clock was set since the last reading: negative when set back, 0 when it was not. */
  jumpMs: number
}

/** The database's clock, by which everything is planned, and whether it was set: this process's own clock never is. */
export class ClockWatch {
  /** Least and greatest difference of the two clocks at the last reading; a statement takes a while. */
  #offset: { least: number; greatest: number } | undefined

  async read(db: Db): Promise<ClockReading> {
    const from = performance.now()
    const now = await readClock(db)
    return { now, jumpMs: this.note(now, from) }
  }

  /** The same for a statement that began at `from`, by performance.now(), and returned the clock with its answer. */
  note(now: Date, from: number, to = performance.now()): number {
    noteSiteClock(now, from, to)
    const before = this.#offset
    const offset = { least: now.getTime() - to, greatest: now.getTime() - from }
    this.#offset = offset
    if (!before) return 0
    if (offset.least > before.greatest + toleranceMs) return Math.round(offset.least - before.greatest)
    if (offset.greatest < before.least - toleranceMs) return Math.round(offset.greatest - before.least)
    return 0
  }
}
