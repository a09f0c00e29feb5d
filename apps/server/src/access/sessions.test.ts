import { UserId } from '@fleetdeck/contract/ids'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { siteMs } from '../platform/core/site-clock.ts'
import { hashToken } from '../platform/core/tokens.ts'
import { sessions as rows } from '../platform/db/schema/sessions.ts'
import { Sessions } from './sessions.ts'

const userId = UserId.parse(1)
const visit = { ip: '192.0.2.1', userAgent: 'test' }

let site: TestSite
let sessions: Sessions
beforeAll(async () => {
  site = await startTestSite()
})
/** It keeps ten sessions, and ten tokens without one. */
beforeEach(async () => {
  await site.reset()
  sessions = new Sessions(site.deps.db, site.deps.parameters, 10)
})
afterAll(() => site.stop())

const find = async (token: string) => (await sessions.find(token))?.userName
async function start(count: number) {
  const tokens: string[] = []
  for (let n = 0; n < count; n++) tokens.push(await sessions.start(userId, visit))
  return tokens
}
/** Sessions that are found from now on are in memory. */
const emptyTable = () => site.deps.db.delete(rows)

test('made-up tokens never push a session out of memory', async () => {
  const [token = ''] = await start(1)
  expect(await find(token)).toBe('admin')
  for (let n = 0; n < 50; n++) expect(await find(`made up ${n}`)).toBeUndefined()
  await emptyTable()
  expect(await find(token)).toBe('admin')
})

test('of more sessions than fit into memory, those that were read first are read again', async () => {
  const tokens = await start(12)
  for (const token of tokens) await find(token)
  await emptyTable()
  const found = []
  for (const token of tokens) found.push(await find(token))
  expect(found).toEqual([undefined, undefined, ...Array<string>(10).fill('admin')])
})

test('tokens without a session are remembered for a moment, the newest of them', async () => {
  for (let n = 0; n < 11; n++) await find(`made up ${n}`)
  const expiresAt = new Date(siteMs() + 60_000)
  for (const n of [0, 10])
    await site.deps.db
      .insert(rows)
      .values({ userId, ...visit, tokenHash: hashToken(`made up ${n}`), expiresAt })
  expect([await find('made up 0'), await find('made up 10')]).toEqual(['admin', undefined])
  sessions.forget([UserId.parse(2)])
  expect(await find('made up 10')).toBe('admin')
})
