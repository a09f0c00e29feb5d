import type { UserId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { users } from '@fleetdeck/contract/users'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { downloadedRows } from '../../testing/downloads.ts'
import { type TwoTenants, twoTenants } from '../../testing/rights/two-tenants.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const add = (body: { platformName: string; tenantId?: UserId }) => site.admin.ask(platforms.add, { body })
const names = async (query: object = {}) =>
  (await site.admin.call(platforms.list, { query })).list.map((row) => row.platformName)

test('a platform has a name, and belongs to the user who adds it', async () => {
  expect(await add({ platformName: ' Shop ' })).toMatchObject({ code: 0 })
  expect(await site.admin.call(platforms.list)).toMatchObject({
    total: 1,
    list: [{ platformName: 'Shop', tenantId: 1, userName: 'admin' }],
  })
  expect(await site.admin.call(platforms.one, { query: { id: 1 } })).toMatchObject({ platformName: 'Shop' })
})

test('the name cannot be empty, too long or already used by the same owner', async () => {
  await add({ platformName: 'Shop' })
  expect((await add({ platformName: ' ' })).msg).toBe('Platform name cannot be empty')
  expect((await add({ platformName: 'x'.repeat(51) })).msg).toBe('Platform name can be up to 50 characters')
  expect((await add({ platformName: 'Shop ' })).msg).toBe(
    'This user already has a platform with this name. Use a different name.',
  )
  await add({ platformName: 'Video' })
  const { list } = await site.admin.call(platforms.list, { query: { name: 'Video' } })
  const body = { id: firstRow(list).id, platformName: 'Shop' }
  const renamed = await site.admin.ask(platforms.edit, { body })
  expect(renamed.msg).toBe('This user already has a platform with this name. Use a different name.')
  expect(await names({ orderByColumn: 'id', isAsc: 'asc' })).toEqual(['Shop', 'Video'])
})

test('platforms are filtered by name, sorted, renamed, exported and deleted', async () => {
  for (const platformName of ['Shop', 'Video', 'Shop 100%']) await add({ platformName })
  expect(await names({ name: 'shop', orderByColumn: 'platformName', isAsc: 'desc' })).toEqual([
    'Shop 100%',
    'Shop',
  ])
  expect(await names({ name: '0%' })).toEqual(['Shop 100%'])
  await site.admin.call(platforms.edit, { body: { id: 2, platformName: 'Films' } })
  const { fileName } = await site.admin.call(platforms.export)
  const rows = await downloadedRows(site, site.admin, fileName)
  expect(rows.map((row) => Object.values(row as object)[0])).toEqual(
    expect.arrayContaining(['Films', 'Shop']),
  )
  await site.admin.call(platforms.remove, { query: { ids: '1,3' } })
  expect(await names()).toEqual(['Films'])
  expect((await site.admin.ask(platforms.remove, { query: { ids: '1,2' } })).code).toBe(404)
  expect(await names()).toEqual(['Films'])
  expect((await site.admin.ask(platforms.edit, { body: { id: 1, platformName: 'Back' } })).code).toBe(404)
  expect((await site.admin.ask(platforms.list, { query: { orderByColumn: 'tenantId' } })).code).toBe(-1)
})

test('two owners may use the same name, and a platform cannot be moved to a user out of scope', async () => {
  const { client, mine, theirs }: TwoTenants = await twoTenants(site)
  const body = { platformName: 'bob-platform' }
  expect(await client.ask(platforms.add, { body })).toMatchObject({ code: 0 })
  const given = { ...body, id: mine.platformId, tenantId: theirs.ownerId }
  expect((await client.ask(platforms.edit, { body: given })).code).toBe(404)
  const { tenantId } = await site.admin.call(platforms.one, { query: { id: mine.platformId } })
  expect(tenantId).toBe(mine.ownerId)
})

test('a user who owns platforms cannot be removed until they have another owner', async () => {
  const { mine } = await twoTenants(site)
  await add({ platformName: 'Left behind', tenantId: mine.newcomerId })
  const remove = () => site.admin.ask(users.remove, { query: { ids: String(mine.newcomerId) } })
  expect((await remove()).msg).toMatch(/ still has 1 platform\. Transfer them/)
  const { list } = await site.admin.call(platforms.list, { query: { name: 'Left behind' } })
  const body = { id: firstRow(list).id, platformName: 'Left behind', tenantId: 1 }
  await site.admin.call(platforms.edit, { body })
  expect(await remove()).toMatchObject({ code: 0 })
})
