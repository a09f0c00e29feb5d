import { testDatabase } from '@fleetdeck/testing/site/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runUpkeep } from './embedded-upkeep.ts'
import type { OpenDb } from './open-db.ts'

let open: OpenDb
beforeAll(async () => {
  open = await testDatabase()
})
afterAll(() => open.close())

/** The database's statistics, after they include the previous statements. */
async function stats(): Promise<{ dead: number; changed: number; counted: number }> {
  await open.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await open.pool.query(
    `select n_dead_tup::int as dead, n_mod_since_analyze::int as changed, reltuples::int as counted
     from pg_stat_user_tables join pg_class on pg_class.oid = relid where pg_class.relname = 'posts'`,
  )
  return rows[0]
}

test.skipIf(process.env.TEST_DATABASE_URL)(
  'a table that grew is analyzed, and the space of replaced rows is reclaimed',
  async () => {
    await open.pool.query(
      `insert into posts (post_code, post_name) select 'upkeep' || n, 'upkeep' || n from generate_series(1, 1000) n`,
    )
    await expect.poll(async () => (await stats()).changed).toBeGreaterThanOrEqual(1000)
    await runUpkeep(open.pool, 'memory')
    await expect.poll(async () => (await stats()).counted).toBeGreaterThanOrEqual(1000)
    await open.pool.query(`update posts set post_name = 'other' || id`)
    await expect.poll(async () => (await stats()).dead).toBeGreaterThanOrEqual(1000)
    await runUpkeep(open.pool, 'memory')
    await expect.poll(async () => (await stats()).dead).toBe(0)
  },
)
