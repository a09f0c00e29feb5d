import { caches } from '@fleetdeck/contract/caches'
import { UserId } from '@fleetdeck/contract/ids'
import { phoneCaches } from '@fleetdeck/contract/phone-data'
import { HttpClient } from '@fleetdeck/testing/server/http-client'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { caches as table } from '../../platform/db/schema/caches.ts'
import { devices } from '../../platform/db/schema/devices.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

/** Calls of a script on a phone. */
async function phone(deviceNo: string, tenantId = UserId.parse(1)) {
  const token = await site.enrol(`phone-${deviceNo}`)
  await site.deps.db
    .update(devices)
    .set({ deviceNo, tenantId })
    .where(eq(devices.hardwareId, `phone-${deviceNo}`))
  return async (name: keyof typeof phoneCaches, sent: object, address = site.address) => {
    const data = Buffer.from(JSON.stringify(sent)).toString('base64')
    return new HttpClient(address, token).ask(phoneCaches[name], { body: { deviceNo, data } })
  }
}
const limit = (key: 'cache.maxCount' | 'cache.maxMegabytes', value: number) =>
  site.deps.parameters.set(key, String(value))
const tooMany = /^The limit of 3 caches has been reached\. Delete unused caches/
const tooLarge = /^The caches have reached their limit of 1 MB\. Delete unused caches/
const add = (body: object) => site.admin.ask(caches.add, { body })

test('an owner has no more caches than allowed, from the console and from scripts', async () => {
  await limit('cache.maxCount', 3)
  const ask = await phone('A1')
  expect((await add({ cacheKey: 'a', content: '1' })).code).toBe(0)
  expect((await ask('addCache', { cacheKey: 'b', content: '1' })).code).toBe(0)
  expect((await ask('incrementCache', { cacheKey: 'c' })).code).toBe(0)
  expect((await add({ cacheKey: 'd', content: '1' })).msg).toMatch(tooMany)
  expect((await ask('addCache', { cacheKey: 'd', content: '1' })).msg).toMatch(tooMany)
  expect((await ask('incrementCache', { cacheKey: 'd' })).msg).toMatch(tooMany)
  expect(await site.deps.db.$count(table)).toBe(3)
  // Existing caches can still be used and changed, and its place filled again.
  expect((await ask('incrementCache', { cacheKey: 'c' })).code).toBe(0)
  expect((await ask('updateCache', { cacheKey: 'a', content: '2' })).code).toBe(0)
  await site.deps.db.update(table).set({ expiresAt: sql`now()` }).where(eq(table.cacheKey, 'b'))
  expect((await ask('addCache', { cacheKey: 'd', content: '1' })).code).toBe(0)
  const other = await addUser(site, { userName: 'wei' })
  expect((await add({ cacheKey: 'a', content: '1', tenantId: other.id })).code).toBe(0)
})

test('the caches of an owner have no more bytes than allowed, by any way in which they grow', async () => {
  await limit('cache.maxMegabytes', 1)
  const ask = await phone('A1')
  const large = 'x'.repeat(900_000)
  expect((await ask('addCache', { cacheKey: 'a', content: large })).code).toBe(0)
  const rest = 'y'.repeat(140_000)
  await ask('addCache', { cacheKey: 'list', dataType: 3, content: [rest, 'z'] })
  for (const [name, sent] of [
    ['addCache', { cacheKey: 'b', content: rest }],
    ['updateCache', { cacheKey: 'a', content: large + rest }],
    ['appendOneLineCache', { cacheKey: 'list', content: rest }],
    ['popPushCache', { cacheKey: 'list', getType: 2, content: rest }],
  ] as const)
    expect((await ask(name, sent)).msg, name).toMatch(tooLarge)
  const [row] = (await site.admin.call(caches.list, { query: { cacheKey: 'a' } })).list
  const body = { id: row?.id, cacheKey: 'renamed', dataType: 1, content: large + rest }
  expect((await site.admin.ask(caches.edit, { body })).msg).toMatch(tooLarge)
  const left = (await site.admin.call(caches.list, {})).list.map(({ cacheKey, size }) => [cacheKey, size])
  expect(left.sort()).toEqual([
    ['a', 900_000],
    ['list', 2],
  ])
  // One that becomes shorter makes room.
  expect((await ask('updateCache', { cacheKey: 'a', content: 'x' })).code).toBe(0)
  expect((await ask('addCache', { cacheKey: 'b', content: rest })).code).toBe(0)
})

test('the bytes of a cache are those of its value after every change', async () => {
  const ask = await phone('A1')
  await ask('addCache', { cacheKey: 't', content: '中文' })
  await ask('addCache', { cacheKey: 's', dataType: 2, content: ['a', 'b', 'a'] })
  await ask('addCache', { cacheKey: 'l', dataType: 3, content: 'a\nbb\nccc' })
  for (const cacheKey of ['t', 's', 'l']) {
    await ask('appendOneLineCache', { cacheKey, content: 'été' })
    await ask('appendOneLineCache', { cacheKey, content: 'a' })
    await ask('removeOneLineCache', { cacheKey, content: 'été' })
  }
  await ask('removeOneLineCache', { cacheKey: 't', content: '中文' })
  await ask('removeOneLineCache', { cacheKey: 't', content: 'a' })
  await ask('popPushCache', { cacheKey: 'l', pushKey: 's' })
  await ask('incrementCache', { cacheKey: 'n', step: 7 })
  await ask('incrementCache', { cacheKey: 'n', step: 5 })
  const measured = sql<number>`octet_length(content) + octet_length(array_to_string(lines, chr(10)))`
  const rows = await site.deps.db.select({ key: table.cacheKey, bytes: table.bytes, measured }).from(table)
  expect(rows).toHaveLength(4)
  for (const { key, bytes, measured: real } of rows) expect(bytes, key).toBe(real)
})

test('many phones on several servers together stay within the limit, and get the error in their language', async () => {
  await limit('cache.maxCount', 20)
  const second = await site.another()
  const phones = [await phone('A1'), await phone('A2'), await phone('A3')]
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const ask = phones[n % 3] as (typeof phones)[number]
      const address = n % 2 ? site.address : second.address
      return n % 5
        ? ask('addCache', { cacheKey: `k${n}`, content: 'v' }, address)
        : ask('incrementCache', { cacheKey: `k${n}` }, address)
    }),
  )
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(20)
  expect(await site.deps.db.$count(table)).toBe(20)
  const chinese = site.as(site.admin.token, 'zhcn')
  const body = { cacheKey: 'one-more', content: 'v' }
  expect((await chinese.ask(caches.add, { body })).msg).toBe(
    '缓存数量已达上限 20 个，请删除不用的缓存，或联系管理员提高上限',
  )
  await second.close()
})
