import { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { InProcessBus } from '../bus/in-process-bus.ts'
import { runtime } from '../testing/device-runtime.ts'
import { FakeSite, type HubFixture, startHub } from '../testing/hub-fixture.ts'

const firstId = DeviceId.parse(1)
let world: FakeSite
let isAway = false
let fixture: HubFixture
beforeEach(() => {
  world = new FakeSite()
  isAway = false
})
afterEach(() => fixture.stop())

function orAway<Args extends unknown[], Answer>(question: (...args: Args) => Answer) {
  return async (...args: Args): Promise<Answer> => {
    if (isAway) throw new Error('the database is away')
    return question(...args)
  }
}
const start = (bus = new InProcessBus()) =>
  startHub({
    bus,
    world,
    authenticate: orAway((token) => world.callers.get(token)),
    authenticatePhone: orAway((token) => world.phoneTokens.get(token)),
    findDevice: orAway((caller, deviceNo) => world.find(caller, deviceNo)),
    visibleDeviceIds: orAway((caller, ids) => world.visible(caller, ids)),
    permitted: orAway((caller, permission, ids) => world.permitted(caller, permission, ids)),
    wallDevices: orAway((caller, ids) => world.wall(caller, ids)),
    concerns: orAway(() => false),
  })

test('a screen that was asked for while the database was away is shown when it is back, unless the page left', async () => {
  fixture = await start()
  const phone = await fixture.phone('A1')
  const [ann, bob] = [await fixture.viewer('ann', 'A1'), await fixture.viewer('bob', 'A1')]
  isAway = true
  for (const page of [ann, bob]) {
    page.send({ action: 'joinRoom' })
    await page.next('refused')
  }
  await bob.send({ action: 'exitRoom' }).settled()
  isAway = false
  await ann.next('joinRoomResp', { code: 0 })
  await phone.next('startScreen')
  phone.sendPicture(1)
  expect(await ann.nextPicture()).toBe(1)
  const rooms = ann.messages.seen.filter(({ action }) => action === 'roomState')
  expect(rooms.at(-1)).toMatchObject({ youControl: true, viewers: ['ann'] })
  // Told once, however long it takes.
  expect(ann.messages.seen.filter(({ action }) => action === 'refused')).toHaveLength(1)
})

test('of the screens that a page asked for while the database was away, the last is shown when it is back', async () => {
  fixture = await start()
  const phone = await fixture.phone('A1')
  const ann = await fixture.viewer('ann', 'A1')
  isAway = true
  for (const screen_scale of ['20', '30', '40']) {
    ann.send({ action: 'joinRoom', screenSetting: { screen_scale } })
    await ann.next('refused')
  }
  isAway = false
  await ann.next('joinRoomResp', { code: 0 })
  expect(await phone.next('startScreen')).toMatchObject({ setting: { screen_scale: '40' } })
})

test('rights that ended while the database was away end when it is back', async () => {
  fixture = await start()
  const [page, viewer] = [await fixture.console('bob'), await fixture.viewer('bob', 'A1')]
  isAway = true
  world.callers.delete('bob')
  await fixture.hub.rightsChanged([UserId.parse(2)])
  for (const socket of [page, viewer]) await socket.next('refused')
  isAway = false
  for (const socket of [page, viewer]) expect(await socket.end()).toMatchObject({ code: 4401 })
})

test('phones that a page chose while the database was away are followed when it is back', async () => {
  fixture = await start()
  const phone = await fixture.phone('A1')
  const [page, wall] = [await fixture.console('ann'), await fixture.wall('ann')]
  isAway = true
  page.send({ action: 'watchDevices', ids: [firstId] })
  wall.send({ action: 'watchPhones', ids: [firstId], width: 100 })
  for (const socket of [page, wall]) await socket.next('refused')
  await fixture.hub.devicesChanged({ deviceIds: [firstId] })
  // It may concern the page: nobody knows.
  await page.next('devicesChanged')
  isAway = false
  await phone.next('startScreen')
})

test('the state of chosen devices that could not be read is sent when the database is back', async () => {
  fixture = await startHub({
    currentStates: orAway((ids: DeviceId[]) => ids.map((id) => ({ id, runtime: runtime(77) }))),
  })
  const page = await fixture.console('ann')
  isAway = true
  page.send({ action: 'watchDevices', ids: [firstId] })
  await page.next('refused')
  isAway = false
  expect(await page.next('deviceStates')).toMatchObject({ states: [{ id: 1, runtime: { battery: 77 } }] })
})

test('a phone that was barred while neither database nor other servers could be reached is disconnected', async () => {
  const bus = new InProcessBus()
  const listeners: ((isConnected: boolean) => void)[] = []
  Object.assign(bus, {
    onConnection: (listener: () => void) => {
      listeners.push(listener)
      return () => {}
    },
  })
  fixture = await start(bus)
  const [first, second] = [await fixture.phone('A1'), await fixture.phone('A2')]
  isAway = true
  world.phoneTokens.set('phone-A2', { refused: 'disabled' })
  for (const listener of listeners) listener(true)
  await expect.poll(() => fixture.errors.length).toBeGreaterThan(0)
  isAway = false
  expect(await second.end()).toMatchObject({ code: 4403 })
  expect(first.ws.readyState).toBe(first.ws.OPEN)
})
