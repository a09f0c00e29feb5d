import { UserId } from '@fleetdeck/contract/ids'
import { phoneCaches, phoneData } from '@fleetdeck/contract/phone-data'
import { phoneTables } from '@fleetdeck/contract/phone-tables'
import { HttpClient } from '@fleetdeck/testing/server/http-client'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pruneAnswers } from '../../../domain/data-items/answered-calls.queries.ts'
import { answeredCalls } from '../../../platform/db/schema/answered-calls.ts'
import { devices } from '../../../platform/db/schema/devices.ts'

let site: TestSite
let call: Phone
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  call = await phone('A1')
})
afterAll(() => site.stop())

const calls = { ...phoneData, ...phoneCaches, ...phoneTables }
type Phone = Awaited<ReturnType<typeof phone>>

/** The calls of a phone's scripts. */
async function phone(deviceNo: string) {
  const token = await site.enrol(`phone-${deviceNo}`)
  await site.deps.db
    .update(devices)
    .set({ deviceNo, tenantId: UserId.parse(1) })
    .where(eq(devices.hardwareId, `phone-${deviceNo}`))
  return async (name: keyof typeof calls, sent: object): Promise<ReturnType<typeof JSON.parse>> => {
    const body = { deviceNo, data: Buffer.from(JSON.stringify(sent)).toString('base64') }
    const { code, msg, data } = await new HttpClient(site.address, token).ask(calls[name], { body })
    if (code !== 0) throw new Error(msg)
    return JSON.parse(Buffer.from(data as string, 'base64').toString())
  }
}

const group = { groupName: 'G' }
const item = { ...group, dataName: 'k' }
const list = { cacheKey: 'list' }
const table = { tableNameEn: 'people' }

async function fill(call: Phone): Promise<void> {
  for (const content of ['1', '2', '3', '4', '5', '6']) await call('addData', { ...item, content })
  await call('addCache', { ...list, dataType: 3, content: ['a', 'b', 'c'] })
  const columns = [{ columnInfo: 'Name', columnName: 'name', columnSize: 50 }]
  await call('dynamicCreateTable', { ...table, tableName: 'People', columns })
  for (const name of ['Lin', 'Wei']) await call('dynamicAdd', { ...table, columns: { name } })
}

const everything = async () => ({
  items: await call('getData', group),
  cache: await call('getCache', list),
  counter: await call('getCache', { cacheKey: 'n' }),
  rows: await call('dynamicQuery', { ...table, order: 'order by id' }),
})

test.each<[keyof typeof calls, object]>([
  ['addData', { ...item, content: 'new' }],
  ['updateData', { ...item, content: 'other' }],
  ['appendOneLineData', { ...item, content: 'line' }],
  ['removeOneLineData', { ...item, content: '1' }],
  ['removeData', item],
  ['getDataPop', { ...group, size: 2 }],
  ['leaseData', { ...group, size: 2, seconds: 60 }],
  ['addCache', { cacheKey: 'new', content: 'x' }],
  ['updateCache', { ...list, content: 'x' }],
  ['updateCacheExpire', { ...list, expireTime: 60 }],
  ['appendOneLineCache', { ...list, content: 'd' }],
  ['removeOneLineCache', { ...list, content: 'a' }],
  ['removeCache', list],
  ['incrementCache', { cacheKey: 'n', step: 5 }],
  ['decrementCache', { cacheKey: 'n' }],
  ['popPushCache', list],
  ['dynamicAdd', { ...table, columns: { name: 'Mo' } }],
  ['dynamicUpdate', { ...table, columns: { name: 'Mo' }, search: { name: 'Lin' } }],
  ['dynamicRemove', { ...table, search: { name: 'Lin' } }],
])('a repeated %s gets the first answer and changes nothing', async (name, sent) => {
  await fill(call)
  const request = { ...sent, requestId: 'one' }
  const answer = await call(name, request)
  const after = await everything()
  expect(await call(name, request)).toEqual(answer)
  expect(await everything()).toEqual(after)
  expect(await (await phone('A2'))(name, request)).toBeDefined()
})

test('a lease and its end are each done once', async () => {
  await fill(call)
  const { leaseId } = await call('leaseData', { ...group, size: 2, seconds: 60 })
  for (const _ of [1, 2])
    expect(await call('returnData', { leaseId, requestId: 'back' })).toEqual({ result: 2 })
  const taken = await call('leaseData', { ...group, size: 3, seconds: 60 })
  for (const _ of [1, 2])
    expect(await call('ackData', { leaseId: taken.leaseId, requestId: 'done' })).toEqual({ result: 3 })
})

test('repetitions that arrive together are answered alike, and other calls among them are done', async () => {
  await fill(call)
  const pops = ['a', 'b', 'a', 'a', undefined].map((requestId) => call('getDataPop', { ...group, requestId }))
  const [first, second, same, again, other] = await Promise.all(pops)
  expect([same, again]).toEqual([first, first])
  expect(new Set([first, second, other].map(([content]) => content)).size).toBe(3)
  const steps = ['a', 'b', 'a', 'b'].map((id) =>
    call('incrementCache', { cacheKey: 'n', requestId: `n${id}` }),
  )
  const values = (await Promise.all(steps)).map(({ result }) => result)
  expect(values).toEqual([values[0], values[1], values[0], values[1]])
  expect((await call('getCache', { cacheKey: 'n' })).content).toBe('2')
})

test('a refused call is not stored: it is done when it is repeated after the cause has gone', async () => {
  const count = { cacheKey: 'n', requestId: 'count' }
  await call('addCache', { cacheKey: 'n', content: 'text' })
  await expect(call('incrementCache', count)).rejects.toThrow()
  await call('updateCache', { cacheKey: 'n', content: '1' })
  expect(await call('incrementCache', count)).toEqual({ result: 2 })
})

test('an item that its group already has stays refused, and the transaction of the call goes on', async () => {
  await fill(call)
  for (const content of ['x', 'y'])
    await call('addData', { groupName: 'Strict', dataName: content, content, dedupe: 0 })
  const same = { groupName: 'Strict', dataName: 'x', content: 'y', requestId: 'same' }
  for (const _ of [1, 2]) expect(await call('updateData', same)).toEqual({ result: 0 })
})

test('the last answers of a phone are stored, for two hours', async () => {
  for (let n = 1; n <= 60; n += 1) await call('incrementCache', { cacheKey: 'n', requestId: `${n}` })
  const stored = await site.deps.db.select().from(answeredCalls)
  expect(stored.length).toBeLessThanOrEqual(21)
  expect(stored.map(({ requestId }) => requestId)).toContain('60')
  await site.deps.db.update(answeredCalls).set({ answeredAt: sql`now() - interval '119 minutes'` })
  expect(await pruneAnswers(site.deps.db)).toBe(0)
  await site.deps.db.update(answeredCalls).set({ answeredAt: sql`now() - interval '2 hours'` })
  expect(await pruneAnswers(site.deps.db)).toBe(stored.length)
})

test('an id that is a number or empty is accepted, and one that is too long is refused', async () => {
  const step = { cacheKey: 'n' }
  for (const _ of [1, 2])
    expect(await call('incrementCache', { ...step, requestId: 7 })).toEqual({ result: 1 })
  for (const result of [2, 3])
    expect(await call('incrementCache', { ...step, requestId: '' })).toEqual({ result })
  await expect(call('incrementCache', { ...step, requestId: 'x'.repeat(65) })).rejects.toThrow('requestId')
})
