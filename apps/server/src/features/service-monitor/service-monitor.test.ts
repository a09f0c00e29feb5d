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
