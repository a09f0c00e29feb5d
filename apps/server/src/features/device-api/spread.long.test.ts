import { CloseCode } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceEvents } from '../../platform/db/schema/device-history.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

const phoneCount = 50

test('phones that spread over a second server are online in the console all the time', async () => {
  const tokens: string[] = []
  for (let at = 0; at < phoneCount; at++) tokens.push(await site.enrol(`phone-${at}`))
  const sockets = new Set<TestSocket>()
  let other = ''
  let moved = 0
  const connect = async (token: string, address = site.address) => {
    const socket = TestSocket.phone(address, token)
    sockets.add(socket)
    await socket.next('registered')
    if (address !== site.address) moved += 1
    socket.closed.then(
      ({ code }) => (code === CloseCode.moved ? connect(token, other) : undefined),
      () => {},
    )
  }
  for (const token of tokens) await connect(token)
  await site.flush()
  const second = await site.another()
  other = second.address
  const offline = new Set<string>()
  const watch = async () => {
    for (const { deviceNo, runtime } of (await site.admin.call(devices.list, { query: { pageSize: 100 } }))
      .list)
      if (!runtime.online) offline.add(deviceNo)
    return moved
  }
  await expect.poll(watch, { timeout: 80_000, interval: 200 }).toBeGreaterThanOrEqual(20)
  expect(offline).toEqual(new Set())
  await site.flush()
  const events = await site.deps.db.select().from(deviceEvents)
  expect(events.filter(({ kind }) => kind === 'offline')).toEqual([])
  expect(events.filter(({ kind }) => kind === 'online')).toHaveLength(phoneCount)
  for (const socket of sockets) socket.close()
  await second.close()
})
