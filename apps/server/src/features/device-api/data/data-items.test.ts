import { caches as cacheCalls } from '@fleetdeck/contract/caches'
import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataItems } from '@fleetdeck/contract/data-items'
import { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { phoneCaches, phoneData } from '@fleetdeck/contract/phone-data'
import { HttpClient } from '@fleetdeck/testing/server/http-client'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { caches } from '../../../platform/db/schema/caches.ts'
import { dataItems as itemTable } from '../../../platform/db/schema/data-items.ts'
import { deviceRuntime, devices } from '../../../platform/db/schema/devices.ts'
import { users } from '../../../platform/db/schema/users.ts'

let site: TestSite
let first: Phone
let second: Phone
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  first = await phone('A1')
  second = await phone('A2')
})
afterAll(() => site.stop())

type Phone = Awaited<ReturnType<typeof phone>>
const calls = { ...phoneData, ...phoneCaches }

/** A phone with a number, as seen by its scripts. */
async function phone(deviceNo: string, tenantId = UserId.parse(1)) {
  const token = await site.enrol(`phone-${deviceNo}`)
  const [row] = await site.deps.db
    .update(devices)
    .set({ deviceNo, tenantId })
    .where(eq(devices.hardwareId, `phone-${deviceNo}`))
    .returning()
  const ask = (name: keyof typeof calls, sent: object, address = site.address) => {
    const data = Buffer.from(JSON.stringify(sent)).toString('base64')
    return new HttpClient(address, token).ask(calls[name], { body: { deviceNo, data } })
  }
  // The values that a script reads are untyped.
  const call = async (...asked: Parameters<typeof ask>): Promise<ReturnType<typeof JSON.parse>> => {
    const { code, msg, data } = await ask(...asked)
    if (code !== 0) throw new Error(msg)
    return JSON.parse(Buffer.from(data as string, 'base64').toString())
  }
  return { id: DeviceId.parse(row?.id), ask, call }
}
const fill = async (count: number, groupName = 'G') => {
  for (let n = 1; n <= count; n += 1)
    await first.call('addData', { groupName, dataKey: 'acc', content: `c${n}` })
}
const contents = async (groupName = 'G') =>
  ((await first.call('getData', { groupName })) as { content: string }[]).map(({ content }) => content)

describe('items', () => {
  test('are added to a group that is created if missing, read, changed and removed by name', async () => {
    expect(await first.call('addData', { groupName: 'G', dataKey: 'k', content: '1' })).toEqual({ result: 1 })
    expect(await first.call('addData', { groupName: 'G', dataName: 'other', content: 2 })).toEqual({
      result: 1,
    })
    expect(await second.call('getData', { groupName: 'G', dataName: 'k' })).toMatchObject([
      { name: 'k', content: '1' },
    ])
    const named = { groupName: 'G', dataName: 'k' }
    expect(await first.call('updateData', { ...named, content: 'a' })).toEqual({ result: 1 })
    expect(await first.call('appendOneLineData', { ...named, content: 'b' })).toEqual({ result: 1 })
    expect(await first.call('appendOneLineData', { ...named, content: 'a' })).toEqual({ result: 1 })
    expect(await contents()).toEqual(['a\nb\na', '2'])
    expect(await first.call('removeOneLineData', { ...named, content: 'a' })).toEqual({ result: 1 })
    expect(await first.call('removeOneLineData', { ...named, content: 'zz' })).toEqual({ result: 0 })
    expect(await contents()).toEqual(['b\na', '2'])
    expect(await first.call('removeData', named)).toEqual({ result: 1 })
    expect(await first.call('updateData', { ...named, content: 'a' })).toEqual({ result: 0 })
    expect(await first.call('removeData', { groupName: 'G' })).toEqual({ result: 1 })
    expect(await contents()).toEqual([])
  })

  test('of a group that does not exist are refused, unlike those of an empty group', async () => {
    const [missing, empty] = ['Gruop', 'G']
    await fill(1)
    await first.call('removeData', { groupName: empty })
    const calls: [Parameters<Phone['ask']>[0], object, unknown][] = [
      ['getData', {}, []],
      ['getDataPop', {}, []],
      ['leaseData', { seconds: 60 }, { leaseId: expect.any(String), items: [] }],
      ['updateData', { dataName: 'k', content: 'x' }, { result: 0 }],
      ['appendOneLineData', { dataName: 'k', content: 'x' }, { result: 0 }],
      ['removeOneLineData', { dataName: 'k', content: 'x' }, { result: 0 }],
    ]
    for (const [name, sent, answer] of calls) {
      expect(await first.call(name, { ...sent, groupName: empty })).toEqual(answer)
      expect(await first.ask(name, { ...sent, groupName: missing, requestId: name })).toEqual({
        code: 404,
        msg: 'Data group “Gruop” does not exist. Check its name.',
      })
    }
    expect(await first.call('removeData', { groupName: missing })).toEqual({ result: 0 })
  })

  test('with the flag are refused if the group has the same, without it they are added', async () => {
    const item = { groupName: 'G', dataKey: 'k', content: 'same' }
    expect(await first.call('addData', { ...item, dedupe: 0 })).toEqual({ result: 1 })
    expect(await second.call('addData', { ...item, dedupe: 0 })).toEqual({ result: 0 })
    expect(await second.call('addData', item)).toEqual({ result: 1 })
    const [row] = (await site.admin.call(dataItems.list)).list
    expect(row?.repeats).toBe(1)
    await site.admin.call(dataGroups.add, { body: { groupName: 'Strict', dedupe: 0 } })
    expect(await first.call('addData', { ...item, groupName: 'Strict' })).toEqual({ result: 1 })
    const again = await Promise.all(
      Array.from({ length: 20 }, () => second.call('addData', { ...item, groupName: 'Strict' })),
    )
    expect(again.every(({ result }) => result === 0)).toBe(true)
  })

  test.each(["'; drop table data_items; --", '"quoted" \\ %_', '😀🏳️‍🌈', 'שלום ‮abc', '=1+1'])(
    'store %s unchanged as text',
    async (text) => {
      expect(await first.call('addData', { groupName: text, dataKey: text, content: text })).toEqual({
        result: 1,
      })
      expect(await second.call('getData', { groupName: text, dataName: text })).toMatchObject([
        { name: text, content: text },
      ])
      expect(await second.call('getDataPop', { groupName: text, dataName: text })).toEqual([text])
      await first.call('addCache', { cacheKey: text, content: text })
      expect((await second.call('getCache', { cacheKey: text })).content).toBe(text)
    },
  )

  test('that cannot be stored are refused with a reason', async () => {
    const item = { groupName: 'G', dataKey: 'k' }
    expect(await first.ask('addData', { ...item, content: 'a\0b' })).toMatchObject({ code: -1 })
    expect(await first.ask('addData', { groupName: '', dataKey: 'k', content: 'a' })).toMatchObject({
      code: -1,
    })
    expect(await first.ask('addData', { groupName: 'G', content: 'a' })).toMatchObject({ code: -1 })
    expect(await first.ask('addData', { ...item, content: 'x'.repeat(1_100_000) })).toEqual({
      code: -1,
      msg: 'The content is larger than 1,024 KB. Shorten it and try again.',
    })
    expect((await first.ask('addData', { ...item, content: 'x'.repeat(10_000_000) })).msg).toBe(
      'Too much data for one request. Reduce it and try again.',
    )
    await first.call('addData', { ...item, content: 'x'.repeat(1_000_000) })
    expect((await first.ask('appendOneLineData', { ...item, content: 'y'.repeat(60_000) })).msg).toBe(
      'The content is larger than 1,024 KB. Shorten it and try again.',
    )
    expect(await first.ask('getDataPop', { groupName: 'G', getType: 4 })).toMatchObject({ code: -1 })
    expect(await first.ask('getDataPop', { groupName: 'G', size: 0 })).toMatchObject({ code: -1 })
  })
})

describe('popping items', () => {
  test('takes from the head, the tail or at random, as many as requested and available', async () => {
    await fill(8)
    expect(await first.call('getDataPop', { groupName: 'G' })).toEqual(['c1'])
    expect(await first.call('getDataPop', { groupName: 'G', getType: 1, size: 2 })).toEqual(['c2', 'c3'])
    expect(await first.call('getDataPop', { groupName: 'G', getType: '2', size: '2' })).toEqual(['c8', 'c7'])
    const drawn = await first.call('getDataPop', { groupName: 'G', dataName: 'acc', getType: 3, size: 10 })
    expect(drawn.sort()).toEqual(['c4', 'c5', 'c6'])
    expect(await first.call('getDataPop', { groupName: 'G' })).toEqual([])
  })

  test('gives every item to one phone only, however many ask at the same time and on two servers', async () => {
    await fill(40)
    const other = await site.another()
    const pops = Array.from({ length: 60 }, (_, n) =>
      (n % 2 ? first : second).call(
        'getDataPop',
        { groupName: 'G', getType: (n % 3) + 1 },
        n % 4 < 2 ? site.address : other.address,
      ),
    )
    const taken = (await Promise.all(pops)).flat()
    expect(taken.length).toBe(40)
    expect(new Set(taken).size).toBe(40)
    const { total } = await site.admin.call(dataItems.handouts)
    expect(total).toBe(40)
    await other.close()
  })

  test('records which phone took which item, and counts by time', async () => {
    await fill(3)
    await first.call('getDataPop', { groupName: 'G', size: 2 })
    await second.call('getDataPop', { groupName: 'G' })
    const { list } = await site.admin.call(dataItems.handouts)
    expect(list.map(({ deviceNo, content, outcome }) => [deviceNo, content, outcome])).toEqual([
      ['A2', 'c3', 'taken'],
      ['A1', 'c2', 'taken'],
      ['A1', 'c1', 'taken'],
    ])
    const group = firstRow((await site.admin.call(dataGroups.list)).list)
    expect(group).toMatchObject({ itemCount: 0, takenToday: 3 })
    const chart = await site.admin.call(dataGroups.handoutChart, { query: { id: group.id, hours: 1 } })
    expect(chart.points.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  })
})

describe('a lease', () => {
  const lease = (who: Phone, size = 1, seconds = 60) =>
    who.call('leaseData', { groupName: 'G', size, seconds })

  test('hides items from other phones until they are acknowledged, and then they are deleted', async () => {
    await fill(3)
    const { leaseId, items } = await lease(first, 2)
    expect(items.map(({ content }: { content: string }) => content)).toEqual(['c1', 'c2'])
    expect(await second.call('getDataPop', { groupName: 'G', size: 5 })).toEqual(['c3'])
    expect((await site.admin.call(dataItems.leases)).list.map(({ deviceNo }) => deviceNo)).toEqual([
      'A1',
      'A1',
    ])
    expect(await second.call('ackData', { leaseId })).toEqual({ result: 0 })
    expect(await first.call('ackData', { leaseId, ids: [items[0].id] })).toEqual({ result: 1 })
    expect(await first.call('returnData', { leaseId })).toEqual({ result: 1 })
    expect(await first.call('ackData', { leaseId })).toEqual({ result: 0 })
    expect(await contents()).toEqual(['c2'])
    const { list } = await site.admin.call(dataItems.handouts)
    expect(list.map(({ content, outcome }) => `${content} ${outcome}`)).toEqual([
      'c3 taken',
      'c2 returned',
      'c1 acked',
    ])
  })

  test('that expires returns its items, and a late acknowledgement changes nothing', async () => {
    await fill(1)
    const { leaseId } = await lease(first)
    await site.deps.db.update(itemTable).set({ leasedUntil: sql`now() - interval '1 second'` })
    await site.deps.shared.returnDue()
    expect(await second.call('getDataPop', { groupName: 'G' })).toEqual(['c1'])
    expect(await first.call('ackData', { leaseId })).toEqual({ result: 0 })
  })

  test('of a phone that goes offline expires, but not that of a phone that was already offline', async () => {
    await fill(2)
    await lease(first)
    await lease(second)
    const ago = (seconds: number) => sql`now() - ${seconds} * interval '1 second'`
    await site.deps.db.update(itemTable).set({ leasedAt: ago(100) })
    for (const [deviceId, seconds] of [
      [first.id, 90],
      [second.id, 200],
    ] as const)
      await site.deps.db
        .insert(deviceRuntime)
        .values({ deviceId, online: false, onlineChangedAt: ago(seconds) })
        .onConflictDoUpdate({
          target: deviceRuntime.deviceId,
          set: { online: false, onlineChangedAt: ago(seconds) },
        })
    await site.deps.shared.returnOffline()
    expect(await contents()).toEqual(['c1'])
  })

  test('is released manually, and its item cannot be changed before that', async () => {
    await fill(1)
    await lease(first)
    const [item] = (await site.admin.call(dataItems.list)).list
    const { id = 0, groupId = 0 } = item ?? {}
    expect(item).toMatchObject({ leasedBy: 'A1' })
    expect(
      await site.admin.ask(dataItems.edit, { body: { id, groupId, name: 'n', content: 'x' } }),
    ).toMatchObject({
      code: -1,
      msg: 'A phone has leased this item. Reclaim it first, or try again later.',
    })
    expect(await site.admin.call(dataItems.giveBack, { body: { ids: [id] } })).toEqual({ returned: 1 })
    expect(await contents()).toEqual(['c1'])
  })
})

describe('caches', () => {
  test('contain a text, a set or a list; lines are added, removed and moved', async () => {
    expect(await first.call('addCache', { cacheKey: 't', content: 'v' })).toEqual({ result: 1 })
    expect(await second.call('addCache', { cacheKey: 't', content: 'w' })).toEqual({ result: 0 })
    expect(await second.call('getCache', { cacheKey: 't' })).toEqual({ dataType: 1, content: 'v' })
    await first.call('addCache', { cacheKey: 's', dataType: 2, content: ['a', 'b', 'a'] })
    await first.call('appendOneLineCache', { cacheKey: 's', content: 'b' })
    expect(await second.call('getCache', { cacheKey: 's' })).toEqual({ dataType: 2, content: ['a', 'b'] })
    await first.call('addCache', { cacheKey: 'l', dataType: 3, content: 'a\nb' })
    await first.call('appendOneLineCache', { cacheKey: 'l', content: 'a' })
    expect(await first.call('popPushCache', { cacheKey: 'l' })).toEqual({ content: 'a' })
    expect((await first.call('getCache', { cacheKey: 'l' })).content).toEqual(['b', 'a', 'a'])
    expect(await first.call('popPushCache', { cacheKey: 'l', pushKey: 's' })).toEqual({ content: 'b' })
    expect(await first.call('popPushCache', { cacheKey: 'l', getType: 2, content: 'z' })).toEqual({
      content: 'a',
    })
    expect((await first.call('getCache', { cacheKey: 'l' })).content).toEqual(['a', 'z'])
    expect(await first.call('removeOneLineCache', { cacheKey: 'l', content: 'a' })).toEqual({ result: 1 })
    expect(await first.call('removeOneLineCache', { cacheKey: 'l', content: 'a' })).toEqual({ result: 0 })
    expect((await first.ask('popPushCache', { cacheKey: 't' })).msg).toBe(
      'This cache is neither a set nor a list',
    )
    expect(await first.call('removeCache', { cacheKey: 't' })).toEqual({ result: 1 })
    expect(await first.call('getCache', { cacheKey: 't' })).toBe(null)
  })

  test('that do not exist are refused, unlike empty ones', async () => {
    await first.call('addCache', { cacheKey: 'empty', dataType: 3, content: [] })
    const calls: [Parameters<Phone['ask']>[0], object, unknown][] = [
      ['popPushCache', {}, { content: null }],
      ['removeOneLineCache', { content: 'x' }, { result: 0 }],
      ['appendOneLineCache', { content: 'x' }, { result: 1 }],
      ['updateCacheExpire', { expireTime: 60 }, { result: 1 }],
      ['updateCache', { content: 'x' }, { result: 1 }],
    ]
    for (const [name, sent, answer] of calls) {
      expect(await first.call(name, { ...sent, cacheKey: 'empty' })).toEqual(answer)
      expect(await first.ask(name, { ...sent, cacheKey: 'emtpy', requestId: name })).toEqual({
        code: 404,
        msg: 'Cache “emtpy” does not exist or has expired. Check its key.',
      })
    }
    expect(await first.call('getCache', { cacheKey: 'emtpy' })).toBe(null)
    expect(await first.call('removeCache', { cacheKey: 'emtpy' })).toEqual({ result: 0 })
  })

  test('a line is moved to a list that is created if it is missing', async () => {
    await first.call('addCache', { cacheKey: 'todo', dataType: 3, content: ['a'] })
    const move = { cacheKey: 'todo', pushKey: 'done' }
    expect(await first.call('popPushCache', move)).toEqual({ content: 'a' })
    expect(await first.call('getCache', { cacheKey: 'done' })).toEqual({ dataType: 3, content: ['a'] })
    expect(await first.call('popPushCache', { ...move, pushKey: 'other' })).toEqual({ content: null })
    expect(await first.call('getCache', { cacheKey: 'other' })).toBe(null)
  })

  test('count up and down exactly with many phones, each getting the value after its own step', async () => {
    const steps = Array.from({ length: 100 }, (_, n) =>
      (n % 2 ? first : second).call('incrementCache', { cacheKey: 'n' }),
    )
    const values = (await Promise.all(steps)).map(({ result }) => result)
    expect(values.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1))
    expect(await first.call('decrementCache', { cacheKey: 'n', step: 110 })).toEqual({ result: -10 })
    await first.call('addCache', { cacheKey: 'word', content: 'word' })
    const [refused, taken] = await Promise.all([
      first.ask('incrementCache', { cacheKey: 'word' }),
      first.call('incrementCache', { cacheKey: 'n' }),
    ])
    expect(refused).toMatchObject({
      code: -1,
      msg: 'The cache value is not a whole number. Use another key, or set the value to a number first.',
    })
    await first.call('addCache', { cacheKey: 'full', content: '999999999999999' })
    expect((await first.ask('incrementCache', { cacheKey: 'full' })).msg).toMatch(
      /^The counter must stay below 1,000,000,000,000,000/,
    )
    expect(taken).toEqual({ result: -9 })
  })

  test('that have expired do not exist for any reader, and may be set again', async () => {
    await first.call('addCache', { cacheKey: 'k', content: '5', expireTime: 60 })
    expect(await first.call('getCacheExpire', { cacheKey: 'k' })).toEqual({ result: 60 })
    expect(await first.call('updateCacheExpire', { cacheKey: 'k', expireTime: '' })).toEqual({ result: 1 })
    expect((await first.call('getCacheExpire', { cacheKey: 'k' })).result).toBeLessThan(0)
    await site.deps.db.update(caches).set({ expiresAt: sql`now()` })
    expect(await first.call('getCache', { cacheKey: 'k' })).toBe(null)
    expect(await first.call('getCacheExpire', { cacheKey: 'k' })).toEqual({ result: 0 })
    expect((await first.ask('updateCache', { cacheKey: 'k', content: 'x' })).code).toBe(404)
    expect((await site.admin.call(cacheCalls.list)).total).toBe(0)
    expect(await first.call('incrementCache', { cacheKey: 'k' })).toEqual({ result: 1 })
    expect((await first.call('getCacheExpire', { cacheKey: 'k' })).result).toBeLessThan(0)
  })
})

describe('a phone', () => {
  test('sees its owner’s data and no other', async () => {
    const { id } = await addUser(site, { userName: 'wei' })
    const stranger = await phone('B1', id)
    await fill(1)
    await first.call('addCache', { cacheKey: 'k', content: 'v' })
    for (const name of ['getData', 'getDataPop'] as const)
      expect((await stranger.ask(name, { groupName: 'G' })).code).toBe(404)
    expect(await stranger.call('removeData', { groupName: 'G' })).toEqual({ result: 0 })
    expect(await stranger.call('getCache', { cacheKey: 'k' })).toBe(null)
    expect(await stranger.call('removeCache', { cacheKey: 'k' })).toEqual({ result: 0 })
    expect(await contents()).toEqual(['c1'])
  })

  test('without an owner or without a token has no data', async () => {
    const token = await site.enrol('phone-new')
    const body = { data: Buffer.from('{"groupName":"G"}').toString('base64') }
    expect((await site.as(token).ask(phoneData.getData, { body })).code).toBe(-1)
    expect((await site.nobody.ask(phoneData.getData, { body })).code).toBe(401)
    expect((await site.as(token).ask(phoneData.getData, { body: { data: '!!' } })).code).toBe(-1)
  })

  test('that exceeds its owner’s rate limit learns when to retry', async () => {
    await fill(1)
    await site.deps.db.update(users).set({ rateLimit: 2 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => first.ask('getData', { groupName: 'G' })),
    )
    const refused = answers.filter(({ code }) => code !== 0)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toEqual({
      code: -1,
      msg: 'This user’s devices can make up to 2 calls per second. Try again in 1 s.',
    })
  })
})
