import { UserId } from '@fleetdeck/contract/ids'
import { platforms as calls } from '@fleetdeck/contract/platforms'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadedRows } from '../../testing/downloads.ts'
import type { Db } from '../db/db.ts'
import { platforms } from '../db/schema/platforms.ts'
import { posts } from '../db/schema/posts.ts'
import { crudQueries } from './crud-queries.ts'
import { eachRow } from './each-row.ts'
import type { Sorting } from './page.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const row = { id: platforms.id, platformName: platforms.platformName, createdAt: platforms.createdAt }
const queries = crudQueries({
  table: platforms,
  rows: (db: Db) => db.select(row).from(platforms).$dynamic(),
  sortable: row,
})
const insertPlatforms = (count: number) =>
  site.deps.db.execute(sql`insert into platforms (platform_name, tenant_id)
    select 'p' || lpad((n * 7919 % ${count})::text, 6, '0'), 1 from generate_series(1, ${count}) n`)

const collectNames = async (rows: AsyncIterable<{ platformName: string }>) => {
  const names: string[] = []
  for await (const row of rows) names.push(row.platformName)
  return names
}
const exported = (sorting: Sorting, chunkRows: number) =>
  collectNames(queries.each(site.deps.db, 'all', sorting, chunkRows))

describe('rows in chunks', () => {
  test.for([
    {},
    { orderByColumn: 'id', isAsc: 'asc' },
    { orderByColumn: 'id', isAsc: 'desc' },
    { orderByColumn: 'platformName', isAsc: 'asc' },
    { orderByColumn: 'platformName', isAsc: 'desc' },
    { orderByColumn: 'createdAt', isAsc: 'desc' },
  ] as const)('have the rows and the order of the list: %o', async (sorting) => {
    await insertPlatforms(23)
    const { list } = await queries.list(site.deps.db, 'all', { ...sorting, pageNum: 1, pageSize: 100 })
    const names = list.map((row) => row.platformName)
    expect(names).toHaveLength(23)
    for (const chunkRows of [1, 5, 23, 50]) expect(await exported(sorting, chunkRows)).toEqual(names)
  })

  test('include each row with a null value once', async () => {
    const { db } = site.deps
    await db.execute(sql`insert into posts (post_code, post_name, post_sort)
      select 'c' || n, 'n' || n, n from generate_series(1, 9) n`)
    const remark = sql<string | null>`case when ${posts.postSort} % 2 = 0 then ${posts.postCode} end`
    const row = { id: posts.id, postSort: posts.postSort, remark }
    for (const isAsc of ['asc', 'desc'] as const) {
      const sorting = { orderByColumn: 'remark', isAsc }
      const read: number[] = []
      const rows = eachRow(
        sorting,
        { sortable: row, id: posts.id },
        ({ after, orderBy, limit }) =>
          db
            .select(row)
            .from(posts)
            .where(after)
            .orderBy(...orderBy)
            .limit(limit),
        2,
      )
      for await (const { id, postSort } of rows) if (id > 0) read.push(postSort)
      expect(read.toSorted((a, b) => a - b)).toEqual(
        (await db.select({ sort: posts.postSort }).from(posts).orderBy(posts.postSort)).map(
          ({ sort }) => sort,
        ),
      )
    }
  })

  test('neither repeat nor skip other rows while rows are added, removed and renamed', async () => {
    const { db } = site.deps
    await insertPlatforms(20)
    for (const [index, sorting] of [{}, { orderByColumn: 'platformName', isAsc: 'asc' as const }].entries()) {
      const before = await exported(sorting, 100)
      const read: string[] = []
      for await (const { id, platformName } of queries.each(db, 'all', sorting, 4)) {
        read.push(platformName)
        if (read.length === 6) {
          await db.insert(platforms).values({ platformName: `a${index}`, tenantId: UserId.parse(1) })
          await db
            .update(platforms)
            .set({ platformName: `${platformName} again` })
            .where(eq(platforms.id, id))
          await db.delete(platforms).where(eq(platforms.platformName, before[1] ?? ''))
        }
      }
      expect(read).toEqual(before)
    }
  })
})

test('an export contains all rows of a list of more than 100,000', async () => {
  await insertPlatforms(100_001)
  const { fileName } = await site.admin.call(calls.export, { query: { name: 'p' } })
  const [, ...rows] = await downloadedRows(site, site.admin, fileName)
  expect(rows).toHaveLength(100_001)
  expect(new Set(rows.map((row) => Object.values(row as object)[0])).size).toBe(100_001)
}, 120_000)
