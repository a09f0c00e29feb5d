import { DeviceId, SessionId, UserId } from '@fleetdeck/contract/ids'
import { afterEach, expect, test } from 'vitest'
import { runtime } from '../testing/device-runtime.ts'
import { type HubFixture, startHub } from '../testing/hub-fixture.ts'

let fixture: HubFixture
afterEach(async () => {
  await fixture.stop()
  expect(fixture.errors).toEqual([])
})

test('a console receives the state of the devices that it watches, and of no others', async () => {
  fixture = await startHub()
  const page = await fixture.console('ann')
  await page.send({ action: 'watchDevices', ids: [1] }).settled()
  fixture.hub.deviceStateChanged(DeviceId.parse(2), runtime(20))
  fixture.hub.deviceStateChanged(DeviceId.parse(1), runtime(10))
  expect(await page.next('deviceStates')).toMatchObject({ states: [{ id: 1, runtime: { battery: 10 } }] })
})

test('devices of other users cannot be watched', async () => {
  fixture = await startHub()
  fixture.world.hide('bob', 'A1')
  const page = await fixture.console('bob')
  await page.send({ action: 'watchDevices', ids: [1, 2, 999] }).settled()
  for (const id of [DeviceId.parse(1), DeviceId.parse(2), DeviceId.parse(999)])
    fixture.hub.deviceStateChanged(id, runtime(id))
  expect((await page.next('deviceStates')).states).toMatchObject([{ id: 2 }])
})

test('many changes become one message with the newest values, at the console’s rate', async () => {
  fixture = await startHub({ timing: { tick: 5, consolePace: 200, consoleLeast: 200 } })
  const page = await fixture.console('ann')
  await page.send({ action: 'watchDevices', ids: [1, 2] }).settled()
  fixture.hub.deviceStateChanged(DeviceId.parse(1), runtime(1))
  await page.next('deviceStates')
  const first = Date.now()
  const feed = setInterval(() => {
    fixture.hub.deviceStateChanged(DeviceId.parse(1), runtime(50))
    fixture.hub.deviceStateChanged(DeviceId.parse(2), runtime(60))
  }, 5)
  const second = await page.next('deviceStates')
  clearInterval(feed)
  expect(Date.now() - first).toBeGreaterThan(150)
  expect(second.states).toMatchObject([
    { id: 1, runtime: { battery: 50 } },
    { id: 2, runtime: { battery: 60 } },
  ])
})

test('a console that starts watching receives the present state', async () => {
  fixture = await startHub({ currentStates: (ids) => ids.map((id) => ({ id, runtime: runtime(77) })) })
  const page = await fixture.console('ann')
  page.send({ action: 'watchDevices', ids: [2] })
  expect((await page.next('deviceStates')).states).toMatchObject([{ id: 2, runtime: { battery: 77 } }])
})

test('changes of devices, rights and parameters reach the consoles concerned', async () => {
  fixture = await startHub({
    concerns: (caller, { tenantIds }) => tenantIds?.includes(caller.userId) ?? true,
  })
  const [ann, bob] = [await fixture.console('ann'), await fixture.console('bob')]
  await Promise.all([ann.settled(), bob.settled()])
  await fixture.hub.devicesChanged({ tenantIds: [UserId.parse(1)] })
  await ann.next('devicesChanged')
  await fixture.hub.alarmsChanged({ tenantIds: [UserId.parse(1)] })
  await ann.next('alarmsChanged')
  await fixture.hub.rightsChanged([UserId.parse(2)])
  await bob.next('rightsChanged')
  await fixture.hub.accountAlertsChanged([UserId.parse(1)])
  await ann.next('accountAlertsChanged')
  await fixture.hub.parametersChanged()
  await Promise.all([ann.next('parametersChanged'), bob.next('parametersChanged')])
  await fixture.hub.dictionariesChanged()
  await Promise.all([ann.next('dictionariesChanged'), bob.next('dictionariesChanged')])
  const told = (page: typeof ann) => page.messages.seen.map(({ action }) => action)
  expect(told(ann)).not.toContain('rightsChanged')
  expect(told(bob)).not.toContain('devicesChanged')
  expect(told(bob)).not.toContain('alarmsChanged')
  expect(told(bob)).not.toContain('accountAlertsChanged')
})

test('when a session ends, all its sockets are closed and its console gets the reason', async () => {
  fixture = await startHub()
  const page = await fixture.console('ann')
  const panel = await fixture.viewer('ann', 'A1')
  const other = await fixture.console('bob')
  await Promise.all([page.settled(), other.settled()])
  await fixture.hub.endSessions([SessionId.parse(100)])
  await page.next('sessionEnded')
  expect([(await page.end()).code, (await panel.end()).code]).toEqual([4401, 4401])
  await other.settled()
})

test('a user who loses a device, or the permission to see devices, loses the open screen', async () => {
  fixture = await startHub()
  const [ann, bob] = [await fixture.viewer('ann', 'A1'), await fixture.viewer('bob', 'A1')]
  fixture.world.hide('bob', 'A1')
  await fixture.hub.devicesChanged({ deviceIds: [DeviceId.parse(1)] })
  expect(await bob.end()).toMatchObject({ code: 4404 })
  await ann.settled()
  const caller = fixture.world.callers.get('ann')
  if (caller) fixture.world.callers.set('ann', { ...caller, grants: [] })
  await fixture.hub.rightsChanged([UserId.parse(1)])
  expect(await ann.end()).toMatchObject({ code: 4403 })
})
