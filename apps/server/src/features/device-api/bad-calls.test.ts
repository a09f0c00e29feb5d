import { devices } from '@fleetdeck/contract/devices'
import { diagnosis } from '@fleetdeck/contract/diagnosis'
import { heartbeatPath } from '@fleetdeck/contract/phone-api'
import { HttpPhone } from '@fleetdeck/testing/phones/http-phone'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let site: TestSite
let fixture: TaskFixture
let token: string
let phone: HttpPhone
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  token = await fixture.addPhone(1)
  phone = new HttpPhone(site.address, { token })
  await phone.beat()
})
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const resp = { action: 'resp' }
const yearMs = 365 * 86_400_000

describe('a phone that calls over HTTP is refused with the reason', () => {
  test('when it floods the server, in its language, while others are served', async () => {
    const other = new HttpPhone(site.address, { token: await fixture.addPhone(2) })
    await other.beat()
    const flood = Promise.all(Array.from({ length: 300 }, () => phone.post(heartbeatPath, {})))
    expect(await other.beat()).toEqual(resp)
    const answers = await flood
    const refused = answers.filter(({ code }) => code !== 0)
    // One call came before the flood.
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(99)
    expect(refused.length).toBeGreaterThan(0)
    expect(new Set(refused.map(({ msg }) => msg))).toEqual(
      new Set([
        'This phone calls too often. Send a heartbeat at the interval that the server gave, and up to 100 calls in 5 seconds.',
      ]),
    )
    expect(await other.beat()).toEqual(resp)
  })

  test.each([
    [{ action: 'dance' }, 'action'],
    [{ battery: 'full' }, 'battery'],
    [{ battery: 400 }, 'battery'],
    [{ createTimestamp: 1e20 }, 'reportTime'],
    [{ msg: 'x'.repeat(501) }, 'msg'],
    [{ reports: Array.from({ length: 101 }, () => ({})) }, 'reports'],
  ])('when a value is wrong: %#', async (values, field) => {
    const { code, msg } = await phone.post(heartbeatPath, { action: 'heartbeat', ...values })
    expect([code, msg]).toEqual([-1, expect.stringContaining(field)])
    expect(await phone.beat()).toEqual(resp)
  })

  test.each([
    ['half of a frame', Buffer.from('{"action":"heartb').toString('base64')],
    ['half of a base64 text', 'eyJhY3Rpb24iOiJoZ'],
    ['no base64', '{"action":"heartbeat"}'],
    ['a list', Buffer.from('[]').toString('base64')],
  ])('when it sends %s', async (_, data) => {
    const headers = { authorization: `Bearer ${token}`, languageselect: 'en' }
    const answer = await site.app.inject({ method: 'POST', url: heartbeatPath, headers, payload: { data } })
    expect(answer.json()).toMatchObject({ code: -1, msg: expect.stringMatching(/./) })
    expect(await phone.beat()).toEqual(resp)
  })

  test('when it sends a log of 10 MB', async () => {
    const reports = [{ action: 'log', lines: [{ text: 'x'.repeat(10_000_000) }] }]
    const { code, msg } = await phone.post(heartbeatPath, { reports })
    expect([code, msg]).toEqual([-1, expect.stringContaining('Too much data')])
    const line = { cmdSubId: 'c1', msg: 'x'.repeat(8001) }
    expect(await phone.post('/rapi/httpCmdLog', line)).toMatchObject({
      code: -1,
      msg: expect.stringContaining('msg'),
    })
    expect(await phone.beat()).toEqual(resp)
  })
})

test('a phone gets the reason why one of its reports is ignored, after its other orders; valid ones count', async () => {
  const line = (msg: string) => ({ action: 'log', msg, time: 1 })
  const wrong = { ...line('wrong'), level: 'loud' }
  const refusal = { action: 'refused', reason: 'the value of reports.1.level is wrong', of: 'log' }
  const answer = await phone.beat({ deviceNo: 'B7', reports: [line('right'), wrong, 'half', line('last')] })
  expect(answer).toEqual({
    action: 'assigned',
    deviceNo: 'A1',
    orders: expect.arrayContaining([{ ...refusal, field: 'reports.1.level' }]),
  })
  expect(await phone.beat({ reports: ['half'] })).toMatchObject({
    action: 'refused',
    reason: 'not a JSON object',
    field: 'reports.0',
  })
  const page = TestSocket.browser(site.address, '/websocket/devicelog?deviceNo=A1', site.admin.token ?? '')
  const { lines } = await page.next('lines')
  page.close()
  expect(lines).toMatchObject([{ msg: 'right' }, { msg: 'last' }])
})

test.each([
  ['HTTP', 20 * yearMs, 'clockAhead'],
  ['HTTP', -30 * yearMs, 'clockBehind'],
  ['its socket', 20 * yearMs, 'clockAhead'],
  ['its socket', -30 * yearMs, 'clockBehind'],
])(
  'a clock on %s that is off by years (%d ms) is diagnosed, and the phone is served',
  async (way, offMs, kind) => {
    const reportTime = Date.now() + offMs
    if (way === 'HTTP') expect(await phone.beat({ createTimestamp: reportTime })).toEqual(resp)
    else {
      const socket = await fixture.connect(token)
      socket.send({ action: 'heartbeat', reportTime })
      socket.send({ action: 'ping' })
      await socket.next('pong')
    }
    await site.flush()
    const { list } = await site.admin.call(devices.list)
    expect(list[0]?.runtime).toMatchObject({ online: true })
    const findings = await site.admin.call(diagnosis.diagnose, { query: { id: 1 } as never })
    expect(findings.map((finding) => finding.kind)).toContain(kind)
  },
)
