import { adminPassword, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkServer } from './check-server.ts'
import { describeResult } from './core/reports.ts'

const longestMs = 300_000

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

test(
  'our server conforms to the protocol: over sockets, over HTTP, and for phones of the original product',
  async () => {
    await site.deps.parameters.set('device.legacyNumberOnly', 'true')
    const results = await checkServer({
      server: new URL(site.address),
      key: site.deps.parameters.get('device.enrolmentKey'),
      operator: { username: 'admin', password: adminPassword },
    })
    expect(results.filter(({ outcome }) => outcome !== 'passed').map(describeResult)).toEqual([])
  },
  longestMs,
)
