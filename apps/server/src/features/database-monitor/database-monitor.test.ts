import { databaseMonitor } from '@fleetdeck/contract/database-monitor'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withoutValues } from '../../platform/db/statement-times.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

test('the database reports its kind, its size, its tables and its sessions', async () => {
  const info = await site.admin.call(databaseMonitor.info)
  expect(info.kind).toBe(process.env.TEST_DATABASE_URL ? 'postgresql' : 'embedded')
  expect(info.size).toBeGreaterThan(1_000_000)
  expect(info.tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'menus']))
  const sizes = info.tables.map(({ bytes }) => bytes)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  expect(info.pool.open).toBeGreaterThan(0)
  expect(info.locks).toEqual([])
})

test('statements are counted by their shape, and their values are not shown', async () => {
  const { db } = site.deps
  // Only the first hundred statements are shown.
  await site.admin.call(databaseMonitor.reset)
  await db.execute(sql.raw(`select 'a secret' as one, 4711 as two`))
  await db.execute(sql.raw(`select 'another' as one, 42 as two`))
  await db.execute(sql.raw('select nothing from nowhere')).catch(() => undefined)
  const { list } = await site.admin.call(databaseMonitor.statements, { query: { by: 'count' } })
  const found = list.find(({ statement }) => statement === 'select ? as one, ? as two')
  expect(found).toMatchObject({ count: 2, errors: 0 })
  expect(found?.maxMs).toBeGreaterThan(0)
  expect(list.find(({ statement }) => statement.includes('nowhere'))).toMatchObject({ errors: 1 })
  expect(JSON.stringify(list)).not.toMatch(/secret'|4711/)
  await site.admin.call(databaseMonitor.reset)
  const after = await site.admin.call(databaseMonitor.statements)
  expect(after.list.some(({ statement }) => statement.includes('as two'))).toBe(false)
})

test('other users are refused', async () => {
  expect((await site.nobody.ask(databaseMonitor.info)).code).toBe(-401)
  expect((await site.admin.ask(databaseMonitor.statements, { query: { by: 'statement' } })).code).toBe(-1)
})

test.each([
  [`select * from t where a = 'it''s' and b = 1.5`, 'select * from t where a = ? and b = ?'],
  [`insert into t2 values ($1, $2), ($3, $4)`, 'insert into t2 values ($n), …'],
  [`select $tag$ secret $tag$, a1 from t`, 'select ?, a1 from t'],
  [`select 'cut off`, 'select ?'],
])('%s is shown as %s', (text, shown) => {
  expect(withoutValues(text)).toBe(shown)
})
