import { DeviceId } from '@fleetdeck/contract/ids'
import { afterEach, expect, test } from 'vitest'
import { FakeSite, type HubFixture, startHub } from '../testing/hub-fixture.ts'
import { opened, openPhone } from '../testing/peer.ts'

let fixture: HubFixture
afterEach(async () => {
  await fixture.stop()
  expect(fixture.errors).toEqual([])
})

test('a phone that registers gets its number and is reported as connected', async () => {
  fixture = await startHub()
  const phone = await opened(openPhone(fixture.origin, 'phone-A1'))
  const connected = fixture.heard('phoneConnected')
  phone.send({ action: 'register', version: 1, brand: 'Acme', heldIds: [7], future: 'field' })
  expect(await phone.next('registered')).toMatchObject({ deviceNo: 'A1', heartbeatSeconds: 10 })
  expect(await connected).toMatchObject({ deviceId: 1, ip: '127.0.0.1', brand: 'Acme', heldIds: [7] })
  const gone = fixture.heard('phoneGone')
  phone.ws.close()
  expect(await gone).toEqual({ deviceId: 1 })
})

test('a phone that is assigned or disabled while it connects gets the change', async () => {
  fixture = await startHub()
  const { phoneTokens } = fixture.world
  phoneTokens.set('new', { deviceId: DeviceId.parse(1), deviceNo: '', publicKey: null })
  const phone = await opened(openPhone(fixture.origin, 'new'))
  const other = await opened(openPhone(fixture.origin, 'phone-A2'))
  phoneTokens.set('new', { deviceId: DeviceId.parse(1), deviceNo: 'A7', publicKey: null })
  phoneTokens.set('phone-A2', { refused: 'disabled' })
  for (const each of [phone, other]) each.send({ action: 'register', version: 1 })
  expect(await phone.next('registered')).toMatchObject({ deviceNo: 'A7' })
  expect(await other.end()).toMatchObject({ code: 4403 })
})

test('messages sent during registration arrive after its confirmation', async () => {
  let answer: (() => void) | undefined
  const world = new FakeSite()
  const identity = { deviceId: DeviceId.parse(1), deviceNo: 'A1', publicKey: null }
  let asked = 0
  const authenticatePhone = async () => {
    asked += 1
    if (asked === 2) await new Promise<void>((resolve) => (answer = resolve))
    return identity
  }
  fixture = await startHub({ world, authenticatePhone })
  const phone = await opened(openPhone(fixture.origin, 'phone-A1'))
  phone.send({ action: 'register', version: 1 })
  await expect.poll(() => answer).toBeDefined()
  expect(await fixture.hub.sendToPhone(DeviceId.parse(1), { action: 'assigned', deviceNo: 'B1' })).toBe(true)
  const command = { action: 'command', command: 'rebootEC', cmdSubId: '7', content: '' } as const
  expect(await fixture.hub.sendToPhone(DeviceId.parse(1), command)).toBe(true)
  const connected = fixture.heard('phoneConnected')
  answer?.()
  await phone.next('command', { cmdSubId: '7' })
  expect(phone.messages.seen.map(({ action }) => action)).toEqual(['registered', 'assigned', 'command'])
  // In transit, so it is not sent again.
  expect(await connected).toMatchObject({ heldIds: ['7'] })
})

test('heartbeats are emitted with their values', async () => {
  fixture = await startHub()
  const phone = await fixture.phone('A1')
  const heartbeat = fixture.heard('heartbeat')
  phone.send({ action: 'heartbeat', battery: 80, isCharging: '1' })
  expect(await heartbeat).toMatchObject({ deviceId: 1, heartbeat: { battery: 80, isCharging: '1' } })
})

test('the screen of an offline phone is refused with the reason', async () => {
  fixture = await startHub()
  const ann = await fixture.viewer('ann', 'A1')
  expect(ann.messages.seen).toContainEqual({ action: 'deviceState', online: false })
  ann.send({ action: 'joinRoom' })
  expect(await ann.next('joinRoomResp', { code: 1 })).toMatchObject({
    msg: 'The device is offline. Try again when it is back online.',
  })
  ann.send({ action: 'canvas_action', action_type: 'home' })
  await ann.next('refused')
})

test('a phone that disconnects and reconnects is shown again automatically', async () => {
  fixture = await startHub()
  const phone = await fixture.phone('A1')
  const [ann, bob] = [await fixture.viewer('ann', 'A1'), await fixture.viewer('bob', 'A1')]
  for (const viewer of [ann, bob]) {
    viewer.send({ action: 'joinRoom' })
    await viewer.next('joinRoomResp', { code: 0 })
  }
  await phone.vanish()
  for (const viewer of [bob, ann]) {
    await viewer.next('screenStopped', {
      msg: 'The connection to the device was lost. Check the phone’s network.',
    })
    await viewer.next('deviceState', { online: false })
  }
  const again = await fixture.phone('A1')
  await again.next('startScreen')
  await bob.next('deviceState', { online: true })
  await bob.next('roomState', { controller: 'ann', youControl: false })
  await bob.next('joinRoomResp', { code: 0 })
  again.sendPicture(1)
  expect(await Promise.all([ann.nextPicture(), bob.nextPicture()])).toEqual([1, 1])
})

const originAt = (name: string, own: string) => ({
  marks: { own: own.repeat(16) },
  place: { agent: 'a1', host: 'farm-1', name },
})

test('another phone with the same identity is refused with the place of the first, which stays', async () => {
  fixture = await startHub()
  const first = await fixture.phone('A1', originAt('usb:1-1', 'a'))
  const second = await fixture.openPhone('A1', originAt('usb:1-2', 'b'))
  expect(await second.end()).toEqual({ code: 4410, reason: 'farm-1 · usb:1-1' })
  const ann = await fixture.viewer('ann', 'A1')
  ann.send({ action: 'joinRoom' })
  await first.next('startScreen')
  expect(fixture.hub.stats().phones).toBe(1)
})

test('the same phone by another cable, and one that does not tell which it is, replace the first', async () => {
  fixture = await startHub()
  const first = await fixture.phone('A1', originAt('usb:1-1', 'a'))
  const second = await fixture.phone('A1', originAt('192.168.1.5:5555', 'a'))
  expect(await first.end()).toMatchObject({ code: 4409 })
  await fixture.phone('A1')
  expect(await second.end()).toMatchObject({ code: 4409 })
})

test('a second socket of a phone replaces the first, and its viewers stay', async () => {
  fixture = await startHub()
  const first = await fixture.phone('A1')
  const ann = await fixture.viewer('ann', 'A1')
  ann.send({ action: 'joinRoom' })
  await ann.next('joinRoomResp', { code: 0 })
  const second = await fixture.phone('A1')
  expect(await first.end()).toMatchObject({ code: 4409 })
  await second.next('startScreen')
  second.sendPicture(1)
  await ann.nextPicture(1)
  expect(ann.messages.seen).not.toContainEqual({ action: 'deviceState', online: false })
  expect(fixture.hub.stats().phones).toBe(1)
})

test('a phone that cannot send its screen notifies its viewers', async () => {
  fixture = await startHub()
  const phone = await fixture.phone('A1')
  const ann = await fixture.viewer('ann', 'A1')
  ann.send({ action: 'joinRoom' })
  await ann.next('joinRoomResp', { code: 0 })
  phone.send({ action: 'screenFailed', msg: 'no capture permission' })
  await ann.next('screenStopped', { msg: 'no capture permission' })
  await phone.next('startScreen')
  ann.send({ action: 'joinRoom' })
  await phone.next('startScreen')
})

test('a command without an answer is reported as such', async () => {
  fixture = await startHub({ timing: { sweep: 10, commandAnswer: 30 } })
  await fixture.phone('A1')
  const ann = await fixture.viewer('ann', 'A1')
  ann.send({ action: 'rebootEC' })
  await ann.next('commandResp', { code: 1, msg: 'The device did not respond in time. Try again later.' })
})

test('a phone with another protocol version is refused', async () => {
  fixture = await startHub()
  const phone = await opened(openPhone(fixture.origin, 'phone-A1'))
  phone.send({ action: 'register', version: 99 })
  expect(await phone.end()).toMatchObject({ code: 4001 })
})

test('a phone that never registers is disconnected', async () => {
  fixture = await startHub({ timing: { sweep: 10, register: 30 } })
  const phone = await opened(openPhone(fixture.origin, 'phone-A1'))
  expect(await phone.end()).toMatchObject({ code: 4000 })
})
