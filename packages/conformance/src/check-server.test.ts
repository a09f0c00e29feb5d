import { devices } from '@fleetdeck/contract/devices'
import { freePort } from '@fleetdeck/testing/server/free-port'
import { adminPassword, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CheckServerOptions, checkServer } from './check-server.ts'
import { describeResult } from './core/reports.ts'
import { missingMessages } from './doc/missing-messages.ts'
import { sentByPhones, sentToPhones } from './doc/reference.ts'
import { serverChecks } from './server/server-checks.ts'

const longestMs = 300_000
/** Our server never asks whether a phone is there, and no administrator has given scrcpy's file. */
const neverOurs = { sent: [], came: ['scrcpyServer', 'ping'] }

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
      key: key(),
      operator: { username: 'admin', password: adminPassword },
      isQuick: true,
    })
    const slow = serverChecks.filter(({ isSlow }) => isSlow).map(({ id }) => id)
    const others = results.filter(({ id }) => !slow.includes(id))
    expect(others.filter(({ outcome }) => outcome !== 'passed').map(describeResult)).toEqual([])
    expect(missingMessages(results, { sent: sentByPhones, came: sentToPhones })).toEqual(neverOurs)
    expect((await site.admin.call(devices.list)).total).toBe(0)
    expect(
      (await site.admin.call(devices.listUnAssignedDevice)).list.map(({ deviceId }) => deviceId),
    ).toEqual([])
  },
  longestMs,
)

const key = () => site.deps.parameters.get('device.enrolmentKey')

test('a server that cannot be tested is named with the reason, before any check', async () => {
  const reports: string[] = []
  const reasonOf = (options: Partial<CheckServerOptions>) =>
    checkServer({
      server: new URL(site.address),
      key: key(),
      report: ({ id }) => reports.push(id),
      ...options,
    }).catch((error: Error) => error.message)
  const nowhere = new URL(`http://127.0.0.1:${await freePort()}`)
  expect(await reasonOf({ server: nowhere })).toMatch(/^The server does not answer: .*ECONNREFUSED/)
  expect(await reasonOf({ key: 'wrong' })).toMatch(/^The server refuses the key: .+/)
  expect(await reasonOf({ operator: { username: 'admin', password: 'wrong' } })).toMatch(
    /^The operator cannot sign in: .+/,
  )
  expect(reports).toEqual([])
})
