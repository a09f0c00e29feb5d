import { type CacheName, cacheMonitor } from '@fleetdeck/contract/cache-monitor'
import { DataScope } from '@fleetdeck/contract/enums'
import { UserId } from '@fleetdeck/contract/ids'
import { secretMask } from '@fleetdeck/contract/parameter-rows'
import { session } from '@fleetdeck/contract/session'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { caches } from '../../platform/db/schema/caches.ts'
import { captchas } from '../../platform/db/schema/captchas.ts'
import { loginFailures } from '../../platform/db/schema/login-logs.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const listKeys = async (name: CacheName) =>
  (await site.admin.call(cacheMonitor.keys, { query: { name } })).list.map(({ key }) => key)

test('the figures are those of Redis where it is used, else of the process', async () => {
  const { kind, memory, facts } = await site.admin.call(cacheMonitor.info)
  expect(kind).toBe(process.env.TEST_REDIS_URL ? 'redis' : 'own')
  expect(memory.used).toBeGreaterThan(0)
  expect(facts.length > 0).toBe(kind === 'redis')
})

test('each cache shows its size', async () => {
  await addUser(site, { userName: 'lin' })
  const { list } = await site.admin.call(cacheMonitor.names)
  expect(list.find(({ name }) => name === 'sessions')).toMatchObject({ count: 2, isMasked: true })
})

describe('values that would allow a sign-in are hidden:', () => {
  test('tokens, captchas and secret parameters', async () => {
    const { db, parameters } = site.deps
    const token = site.admin.token ?? ''
    const expiresAt = new Date(Date.now() + 60_000)
    await db.insert(captchas).values({ key: 'abcdefghijkl', answer: 'w9x7', expiresAt })
    const secret = parameters.get('device.enrolmentKey')
    const seen: unknown[] = []
    for (const name of ['sessions', 'captchas', 'parameters'] as const)
      for (const key of await listKeys(name))
        seen.push(key, await site.admin.call(cacheMonitor.value, { query: { name, key } }))
    const shown = JSON.stringify(seen)
    for (const hidden of [token, secret, 'w9x7', 'abcdefghijkl']) expect(shown).not.toContain(hidden)
    const query = { name: 'parameters', key: 'device.enrolmentKey' } as const
    expect(await site.admin.call(cacheMonitor.value, { query })).toEqual({
      content: secretMask,
      isMasked: true,
    })
  })
})

describe('clearing', () => {
  test('sessions signs out other users but not the caller', async () => {
    const lin = await addUser(site, { userName: 'lin' })
    await site.admin.call(cacheMonitor.clear, { body: { name: 'sessions' } })
    expect((await lin.client.ask(session.info)).code).toBe(-401)
    expect((await site.admin.ask(session.info)).code).toBe(0)
  })

  test('removes one key, or all of a cache', async () => {
    const { db } = site.deps
    const row = { tenantId: UserId.parse(1), dataType: 1 as const, content: 'value' }
    await db.insert(caches).values([
      { ...row, cacheKey: 'one' },
      { ...row, cacheKey: 'two' },
    ])
    const query = { name: 'temporary', key: 'admin · one' } as const
    expect((await site.admin.call(cacheMonitor.value, { query })).content).toBe('value')
    await site.admin.call(cacheMonitor.clear, { body: query })
    expect(await listKeys('temporary')).toEqual(['admin · two'])
    await site.admin.call(cacheMonitor.clear, { body: { name: 'temporary' } })
    expect(await listKeys('temporary')).toEqual([])
    await db.insert(loginFailures).values({ userName: 'lin', ip: '10.0.0.1' })
    await site.admin.call(cacheMonitor.clear, { body: { name: 'loginFailures' } })
    expect(await db.$count(loginFailures)).toBe(0)
  })

  test('has its own permission, and refuses unknown keys', async () => {
    const permissions = ['system/monitor/cache/list']
    const { client } = await addHolder(site, { userName: 'wei' }, { permissions, dataScope: DataScope.all })
    expect((await client.ask(cacheMonitor.names)).code).toBe(0)
    expect((await client.ask(cacheMonitor.clear, { body: { name: 'captchas' } })).code).toBe(403)
    const refused = { name: 'temporary', key: 'nothing' }
    expect((await site.admin.ask(cacheMonitor.clear, { body: refused })).code).toBe(404)
    expect((await site.admin.ask(cacheMonitor.clear, { body: { name: 'users' } })).code).toBe(-1)
    expect((await site.admin.ask(cacheMonitor.clear, { body: {} })).code).toBe(-1)
    const query = { name: 'parameters', key: '__proto__' } as const
    expect((await site.admin.ask(cacheMonitor.value, { query })).code).toBe(404)
  })
})
