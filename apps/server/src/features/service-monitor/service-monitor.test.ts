import { serviceMonitor } from '@fleetdeck/contract/service-monitor'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const metricsToken = 'a-token-for-collectors'
let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ metricsToken })
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

test('each server shows its resources and the figures of the last hour', async () => {
  const other = await site.another()
  await site.admin.call(serviceMonitor.info)
  await site.metrics.sample()
  await other.metrics.sample()
  await site.metrics.sample()
  const { servers } = await site.admin.call(serviceMonitor.info)
  expect(servers).toHaveLength(2)
  const own = servers.find(({ isOwn }) => isOwn)
  expect(own).toMatchObject({ isAlive: true, facts: { runtimeName: 'Node.js', processId: process.pid } })
  expect(own?.facts.diskList.length).toBeGreaterThan(0)
  expect(own?.samples.length).toBeGreaterThanOrEqual(2)
  for (const { values } of own?.samples ?? [])
    for (const share of ['cpuUsed', 'memUsage', 'diskUsage'] as const) {
      expect(values[share]).toBeGreaterThanOrEqual(0)
      expect(values[share]).toBeLessThanOrEqual(100)
    }
  expect(own?.samples[0]?.values.requestRate).toBeGreaterThan(0)
  await other.close()
})

test('a silent server is marked as such, and only one hour is shown', async () => {
  await site.metrics.sample()
  await site.deps.db.execute(sql`update servers set heard_at = now() - interval '2 minutes'`)
  await site.deps.db.execute(sql`update server_samples set at = now() - interval '61 minutes'`)
  const { servers } = await site.admin.call(serviceMonitor.info)
  expect(servers).toMatchObject([{ isAlive: false, samples: [] }])
})

describe('a server beside another one', () => {
  let other: Awaited<ReturnType<TestSite['another']>>
  let name = ''
  beforeEach(async () => {
    other = await site.another()
    await site.metrics.sample()
    await other.metrics.sample()
    const all = async () => (await site.admin.call(serviceMonitor.info)).servers
    await expect.poll(async () => (await all()).filter(({ duty }) => duty).length).toBe(2)
    name = (await all()).find(({ isOwn }) => !isOwn)?.serverName ?? ''
    return () => other.close()
  })
  const readiness = async (app: TestSite['app']) => (await app.inject({ url: '/readyz' })).body
  const order = (endpoint: typeof serviceMonitor.drain | typeof serviceMonitor.resume, serverName = name) =>
    site.admin.ask(endpoint, { body: { serverName } })

  test('is drained and taken back, and tells its load balancer', async () => {
    expect(await order(serviceMonitor.drain)).toMatchObject({ code: 0 })
    expect(await readiness(other.app)).toBe('not ready\nserver is draining\n')
    expect(await readiness(site.app)).toBe('ok\n')
    expect((await other.app.inject({ url: '/healthz' })).headers.connection).toBe('close')
    const { servers } = await site.admin.call(serviceMonitor.info)
    expect(servers.find(({ isOwn }) => !isOwn)).toMatchObject({ duty: { isDraining: true, phones: 0 } })
    expect(await order(serviceMonitor.resume)).toMatchObject({ code: 0 })
    expect(await readiness(other.app)).toBe('ok\n')
  })

  test('is not drained when it is the last one in service, unknown or silent', async () => {
    await order(serviceMonitor.drain)
    const own = site.deps.serverName
    expect((await order(serviceMonitor.drain, own)).msg).toBe('No other server is in service')
    expect((await order(serviceMonitor.drain, 'none')).msg).toBe('This server does not exist')
    await site.deps.db.execute(sql`update servers set heard_at = now() - interval '2 minutes'`)
    expect((await order(serviceMonitor.resume)).msg).toBe('The server does not respond')
  })

  test('shows its version, and that it is older than another', async () => {
    await site.deps.db.execute(
      sql`update servers set facts = facts || '{"productVersion": "0.0.9"}' where server_name = ${name}`,
    )
    const { servers, versions } = await site.admin.call(serviceMonitor.info)
    expect(versions).toEqual(['0.1.0', '0.0.9'])
    expect(servers.map(({ isOwn, isOlder }) => [isOwn, isOlder])).toEqual(
      expect.arrayContaining([
        [true, false],
        [false, true],
      ]),
    )
  })

  test('takes part in spreading the phones; a single server has nothing to spread', async () => {
    await site.admin.call(serviceMonitor.spread)
    const spread = async () =>
      (await site.admin.call(serviceMonitor.info)).servers.map(({ duty }) => duty?.spread?.surplus)
    await expect.poll(spread).toEqual([0, 0])
  })
})

describe('monitoring systems', () => {
  const get = (url: string, authorization?: string) =>
    site.app.inject({ url, headers: authorization ? { authorization } : {} })

  test('see that the server is alive and ready, without any details', async () => {
    for (const url of ['/healthz', '/readyz']) {
      const { statusCode, body } = await get(url)
      expect([statusCode, body]).toEqual([200, 'ok\n'])
    }
  })

  test('read the metrics with the token and not without it', async () => {
    for (const wrong of [undefined, 'Bearer ', 'Bearer a-token-for-collectorz', `Bearer ${site.admin.token}`])
      expect((await get('/metrics', wrong)).statusCode).toBe(401)
    const { statusCode, headers, body } = await get('/metrics', `Bearer ${metricsToken}`)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    expect(body).toMatch(/^fleetdeck_phones 0$/m)
    expect(body).toMatch(/^fleetdeck_http_answer_seconds_count\{.*status="200".*\} \d+$/m)
    expect(body).toMatch(/^fleetdeck_process_cpu_seconds_total \d/m)
    expect(body).not.toContain(metricsToken)
  })

  test('get no metrics if no token is set', async () => {
    const other = await startTestSite()
    const { statusCode, body } = await other.app.inject({ url: '/metrics' })
    expect([statusCode, body.includes('fleetdeck_')]).not.toEqual([200, true])
    await other.stop()
  })
})
