import { scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { twoTenants } from '../../testing/rights/two-tenants.ts'
import { findCause } from './cause.rules.ts'
import { pruneExceptions } from './script-exceptions.queries.ts'

let site: TestSite
let token: string
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  token = await site.enrol('phone-1')
  await site.deps.db.execute(
    sql`update devices set device_no = 'A1', tenant_id = 1 where device_id = 'phone-1'`,
  )
})
afterAll(() => site.stop())

const stack = (line: number) => `\n    at buy (shop.js:${line}:5)\n    at <eval> (shop.js:99:1)`
async function report(content: string, more: object = {}, as = token) {
  const data = {
    deviceNo: 'A1',
    scriptName: 'shop.js',
    scriptVersion: '1.0',
    apkVersion: '8',
    content,
    ...more,
  }
  const response = await fetch(`${site.address}/rapi/reportExc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${as}` },
    body: JSON.stringify({ data: Buffer.from(JSON.stringify(data)).toString('base64') }),
  })
  return (await response.json()) as { code: number }
}
const list = async (query: object = {}) => (await site.admin.call(scriptExceptions.list, { query })).list

test('a report that comes late has the time of its error, and is counted once when it is repeated', async () => {
  const [day, now] = [86_400_000, Date.now()]
  await report('Error: late', { at: now - day, requestId: 'late' })
  await report('Error: late', { at: now - day, requestId: 'late' })
  const cause = firstRow(await list())
  expect(cause).toMatchObject({ count: 1, lastAt: new Date(now - day).toISOString() })
  await report('Error: late')
  await report('Error: late', { at: now - 2 * day })
  await report('Error: late', { at: now - 9 * day })
  const { count, firstAt, lastAt } = firstRow(await list())
  expect([count, firstAt]).toEqual([4, new Date(now - 2 * day).toISOString()])
  expect(Date.parse(lastAt)).toBeGreaterThanOrEqual(now)
})

test('errors with one cause are counted together, although their numbers differ', async () => {
  expect(await report(`Error: item 12 is gone${stack(7)}`)).toMatchObject({ code: 0 })
  await report(`Error: item 4711 is gone${stack(7)}`, { scriptVersion: '1.1' })
  await report(`Error: item 1 is gone${stack(8)}`)
  await report('TypeError: not a function')
  const causes = await list({ orderByColumn: 'count', isAsc: 'desc' })
  expect(causes).toHaveLength(3)
  expect(causes[0]).toMatchObject({
    message: 'Error: item 4711 is gone',
    frame: 'buy (shop.js:7)',
    scriptVersion: '1.1',
    count: 2,
    devices: 1,
    userName: 'admin',
  })
  const query = { causeId: firstRow(causes).id }
  expect(await site.admin.call(scriptExceptions.exceptions, { query })).toMatchObject({
    total: 2,
    list: [
      { deviceNo: 'A1', scriptVersion: '1.1', apkVersion: '8', scriptName: 'shop.js' },
      { exception: `Error: item 12 is gone${stack(7)}` },
    ],
  })
  expect(await list({ scriptVersion: '1.1' })).toHaveLength(1)
  expect(await list({ message: 'not a' })).toHaveLength(1)
})

test('errors of trial runs are listed by themselves', async () => {
  await report('Error: one')
  await report('Error: one', { runId: 'try-1' })
  await report('Error: two', { runId: 'try-1' })
  expect(await list()).toMatchObject([{ message: 'Error: one', count: 1 }])
  expect((await list({ kind: 'try' })).map(({ message }) => message)).toEqual(['Error: two', 'Error: one'])
})

test('errors of a cause are counted by version, device and Android version, and filtered by each', async () => {
  await report('Error: one')
  await report('Error: one', { osVersion: 'Android 14' })
  await report('Error: one', { osVersion: 'Android 14', scriptVersion: '1.1' })
  const { id: causeId } = firstRow(await list())
  expect(await site.admin.call(scriptExceptions.shares, { query: { causeId } })).toEqual({
    total: 3,
    scriptVersion: [
      { value: '1.0', count: 2 },
      { value: '1.1', count: 1 },
    ],
    deviceNo: [{ value: 'A1', count: 3 }],
    osVersion: [
      { value: 'Android 14', count: 2 },
      { value: '', count: 1 },
    ],
  })
  const count = async (query: object) =>
    (await site.admin.call(scriptExceptions.exceptions, { query: { causeId, ...query } })).total
  expect(await count({ scriptVersion: '1.1' })).toBe(1)
  expect(await count({ osVersion: 'Android 14' })).toBe(2)
  expect(await count({ osVersion: '-' })).toBe(1)
})

test('the Android version is that of the phone at the time, also if it does not send it', async () => {
  await site.deps.db.execute(sql`
    insert into device_runtime (device_id, os_version) select id, 'Android 13' from devices
    on conflict (device_id) do update set os_version = excluded.os_version`)
  await report('Error: one')
  await site.deps.db.execute(sql`update device_runtime set os_version = 'Android 15'`)
  const query = { causeId: firstRow(await list()).id }
  const { list: found } = await site.admin.call(scriptExceptions.exceptions, { query })
  expect(found).toMatchObject([{ osVersion: 'Android 13', evidence: 'none' }])
})

test('a phone without an owner, and one without a token, cannot report', async () => {
  expect((await report('Error', {}, 'wrong')).code).toBe(401)
  const other = await site.enrol('phone-2')
  expect((await report('Error', {}, other)).code).not.toBe(0)
  expect(await list()).toEqual([])
})

test('causes are deleted, cleared and pruned, each within the caller’s scope', async () => {
  const { client, theirs } = await twoTenants(site)
  await report('Error: one')
  await report('Error: two')
  const remove = { query: { ids: String(theirs.scriptCauseId) } }
  expect((await client.ask(scriptExceptions.remove, remove)).code).toBe(404)
  expect(await client.call(scriptExceptions.clean)).toEqual({ count: 1 })
  expect(await list()).toHaveLength(3)
  await site.admin.call(scriptExceptions.remove, remove)
  await pruneExceptions(site.deps.db, new Date(Date.now() - 1000))
  expect(await list()).toHaveLength(2)
  await pruneExceptions(site.deps.db, new Date(Date.now() + 1000))
  expect(await list()).toEqual([])
})

test('stack positions are parsed in the formats of several engines', () => {
  expect(findCause('E: x\n  buy@shop.js:12:3').frame).toBe('buy@shop.js:12')
  expect(findCause('E: x\n    at shop.js:12').frame).toBe('shop.js:12')
  expect(findCause('only words')).toMatchObject({ message: 'only words', frame: '' })
})
