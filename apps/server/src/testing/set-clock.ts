import type { TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { readClock } from '../platform/scheduler/clock.queries.ts'

/**
 * Sets the clock of a site's embedded database ahead of the true time, or right again with 0. Its only session then
 * finds functions of this time before PostgreSQL's own; defaults of columns keep the true time.
 */
export async function setClock({ deps: { db } }: TestSite, aheadMs: number): Promise<void> {
  await db.execute(sql`drop schema if exists moved_clock cascade`)
  await db.execute(sql`set search_path to default`)
  if (aheadMs === 0) {
    // Other tests share this process and the site's clock in it.
    await readClock(db)
    return
  }
  await db.execute(sql`create schema moved_clock`)
  const ahead = `''${aheadMs} milliseconds''::interval`
  for (const name of ['now', 'clock_timestamp'])
    await db.execute(
      sql.raw(`create function moved_clock.${name}() returns timestamptz language sql
        as 'select pg_catalog.${name}() + ${ahead}'`),
    )
  await db.execute(sql`set search_path to moved_clock, public, pg_catalog`)
}
