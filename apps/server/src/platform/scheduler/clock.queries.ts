import { type SQL, sql } from 'drizzle-orm'
import { noteSiteClock } from '../core/site-clock.ts'
import type { Db } from '../db/db.ts'

/** The database's clock in ms since 1970, for a statement that returns it with its answer. */
export const clockColumn: SQL<number> = sql`extract(epoch from clock_timestamp())::float8 * 1000`

export async function readClock(db: Db): Promise<Date> {
  const from = performance.now()
  const { rows } = await db.execute<{ now: number }>(sql`select ${clockColumn} as now`)
  const now = new Date(Math.floor(rows[0]?.now ?? Number.NaN))
  noteSiteClock(now, from)
  return now
}
