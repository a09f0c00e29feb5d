import { DeviceId } from '@fleetdeck/contract/ids'
import { decodeWallBatch } from '@fleetdeck/contract/wall-batch'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { InProcessBus } from '../bus/in-process-bus.ts'
import { type HubFixture, startHub } from '../testing/hub-fixture.ts'
import type { Peer } from '../testing/peer.ts'

let fixture: HubFixture
beforeEach(async () => {
  fixture = await startHub()
})
afterEach(async () => {
  await fixture.stop()
  expect(fixture.errors).toEqual([])
})

interface Wall extends Peer {
  /** Device id and sequence of each frame, in the order of arrival. */
  shown: [deviceId: DeviceId, sequence: number][]
}

/** A wall whose page acknowledges each batch, or none. */
async function openWall(
  user: string,
  ids: DeviceId[],
  { answers = true, width = 180, at = fixture } = {},
): Promise<Wall> {
  const peer = await at.wall(user)
  const wall: Wall = Object.assign(peer, { shown: [] })
  wall.ws.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return
    const { batch, pictures } = decodeWallBatch(data)
    for (const { deviceId, frame } of pictures)
      wall.shown.push([deviceId, new DataView(frame.buffer, frame.byteOffset).getUint32(4)])
    if (answers) wall.send({ action: 'batchDrawn', batch })
  })
  await wall.next('wallRate')
  wall.send({ action: 'watchPhones', ids, width })
  return wall
}

test('a wall shows the phones in view over one socket, small and slow', async () => {
  const [first, second] = [await fixture.phone('A1'), await fixture.phone('A2')]
  const wall = await openWall('ann', [DeviceId.parse(1), DeviceId.parse(2)])
  const setting = { screen_mode: '2', screen_scale: '17', screen_img_quality: '35', screen_img_delay: '200' }
  expect(await first.next('startScreen')).toMatchObject({ pictures: true, viewers: [], setting })
  await second.next('startScreen')
  first.sendPicture(1)
  second.sendPicture(9)
  await expect.poll(() => wall.shown).toContainEqual([1, 1])
  await expect.poll(() => wall.shown).toContainEqual([2, 9])
  // The first frame reported a screen width of 720.
  expect(await first.next('startScreen')).toMatchObject({ setting: { screen_scale: '25' } })
  wall.send({ action: 'watchPhones', ids: [2], width: 180 })
  await first.next('stopScreen')
  await wall.vanish()
  await second.next('stopScreen')
})

test('viewers of the phone itself determine its settings, and a wall never has control', async () => {
  const phone = await fixture.phone('A1')
  await openWall('bob', [DeviceId.parse(1)])
  await phone.next('startScreen', { pictures: true })
  const ann = await fixture.viewer('ann', 'A1')
  ann.send({ action: 'joinRoom', screenSetting: { screen_scale: '80' } })
  await ann.next('roomState', { youControl: true, viewers: ['bob', 'ann'] })
  expect(await phone.next('startScreen')).toMatchObject({ setting: { screen_scale: '80' } })
  ann.send({ action: 'exitRoom' })
  expect(await phone.next('startScreen')).toMatchObject({ setting: { screen_scale: '17' } })
})

test('a page that stops drawing gets no more frames, and later only the newest', async () => {
  const phone = await fixture.phone('A1')
  const wall = await openWall('ann', [DeviceId.parse(1)], { answers: false })
  await phone.next('startScreen')
  for (const sequence of [1, 2]) {
    phone.sendPicture(sequence)
    await expect.poll(() => wall.shown.length).toBe(sequence)
  }
  for (const sequence of [1001, 1002, 1003]) phone.sendPicture(sequence)
  await phone.next('frameTaken', { sequence: 1003 })
  await wall.settled()
  expect(wall.shown).toHaveLength(2)
  wall.send({ action: 'batchDrawn', batch: 2 })
  await expect.poll(() => wall.shown.length).toBe(3)
  expect(wall.shown[2]).toEqual([1, 1003])
  // Frames that are replaced unsent are requested less often.
  expect(await wall.next('wallRate')).toEqual({ action: 'wallRate', perSecond: 4 })
})

test('a phone that sends more often than the wall asked slows no wall down', async () => {
  const phone = await fixture.phone('A1')
  const wall = await openWall('ann', [DeviceId.parse(1)])
  await phone.next('startScreen')
  // The rate is checked once a second, and the wall takes one frame of a phone in 200 ms.
  for (let sequence = 4; sequence <= 80; sequence += 4) {
    for (let newer = 3; newer >= 0; newer -= 1) phone.sendPicture(sequence - newer)
    await expect.poll(() => wall.shown.at(-1)).toEqual([1, sequence])
  }
  expect(wall.messages.seen.filter(({ action }) => action === 'wallRate')).toHaveLength(1)
})

test('phones that the caller may not see are left out, and a user without the wall permission gets none', async () => {
  fixture.world.hide('bob', 'A2')
  const hidden = await fixture.phone('A2')
  const seen = await fixture.phone('A1')
  await openWall('bob', [DeviceId.parse(1), DeviceId.parse(2), DeviceId.parse(77)])
  await seen.next('startScreen')
  await hidden.settled()
  expect(hidden.messages.seen.map(({ action }) => action)).not.toContain('startScreen')
  fixture.world.hide('bob', 'A1', 'A2')
  await fixture.hub.devicesChanged({ deviceIds: [DeviceId.parse(1)] })
  await seen.next('stopScreen')
  const eve = await fixture.wall('eve')
  expect(await eve.end()).toMatchObject({ code: 4403 })
})

test('a phone that disconnects and reconnects is shown again', async () => {
  const phone = await fixture.phone('A1')
  const wall = await openWall('ann', [DeviceId.parse(1), DeviceId.parse(2)])
  await phone.next('startScreen')
  await phone.vanish()
  const again = await fixture.phone('A1')
  await again.next('startScreen')
  again.sendPicture(1)
  await expect.poll(() => wall.shown).toContainEqual([1, 1])
  // A phone that was offline from the start joins as soon as it is online.
  await (await fixture.phone('A2')).next('startScreen')
})

test('a phone that is offline shows its last frame and since when, also to a wall that is opened later', async () => {
  const phone = await fixture.phone('A1')
  const wall = await openWall('ann', [DeviceId.parse(1)])
  await phone.next('startScreen')
  phone.sendPicture(5)
  await expect.poll(() => wall.shown).toContainEqual([1, 5])
  await phone.vanish()
  const note = { id: 1, keptMs: expect.any(Number), failure: null, controller: null }
  expect(await wall.next('tileNotes')).toMatchObject({ tiles: [note] })

  const later = await openWall('bob', [DeviceId.parse(1)])
  expect(await later.next('tileNotes')).toMatchObject({ tiles: [note] })
  await expect.poll(() => later.shown).toEqual([[1, 5]])

  const again = await fixture.phone('A1')
  await again.next('startScreen')
  again.sendPicture(1)
  const live = { tiles: [{ id: 1, keptMs: null, failure: null }] }
  expect(await wall.next('tileNotes')).toMatchObject(live)
  expect(await later.next('tileNotes')).toMatchObject(live)
})

/** Of one installation; they end with the test. */
async function twoServers() {
  const bus = new InProcessBus((error) => fixture.errors.push(error))
  const [first, second] = [await startHub({ bus }), await startHub({ bus })]
  onTestFinished(async () => {
    await first.stop()
    await second.stop()
  })
  return [first, second] as const
}

test('a wall of another server than the phone’s keeps its last frame, until the device changes on any server', async () => {
  const [first, second] = await twoServers()
  const phone = await first.phone('A1')
  const wall = await openWall('ann', [DeviceId.parse(1)], { at: second })
  await phone.next('startScreen')
  phone.sendPicture(5)
  await expect.poll(() => wall.shown).toContainEqual([1, 5])
  await phone.vanish()
  expect(await wall.next('tileNotes')).toMatchObject({ tiles: [{ id: 1, keptMs: expect.any(Number) }] })
  await first.hub.devicesChanged({ deviceIds: [DeviceId.parse(1)] })
  const later = await openWall('bob', [DeviceId.parse(1)], { at: second })
  await later.settled()
  expect(later.shown).toEqual([])
})

test('a wall shows the last frame that another server keeps', async () => {
  const [first, second] = await twoServers()
  const phone = await first.phone('A1')
  const wall = await openWall('ann', [DeviceId.parse(1)], { at: first })
  await phone.next('startScreen')
  phone.sendPicture(5)
  await expect.poll(() => wall.shown).toContainEqual([1, 5])
  await phone.vanish()
  await wall.next('tileNotes')
  const later = await openWall('bob', [DeviceId.parse(1)], { at: second })
  await expect.poll(() => later.shown).toEqual([[1, 5]])
  expect(await later.next('tileNotes')).toMatchObject({ tiles: [{ id: 1, keptMs: expect.any(Number) }] })
})

test('the last frame of a phone is for those only who may see the phone, and ends when its device changes', async () => {
  const phone = await fixture.phone('A1')
  const wall = await openWall('ann', [DeviceId.parse(1)])
  await phone.next('startScreen')
  phone.sendPicture(5)
  await expect.poll(() => wall.shown).toContainEqual([1, 5])
  await phone.vanish()
  await wall.next('tileNotes')

  fixture.world.hide('bob', 'A1')
  const stranger = await openWall('bob', [DeviceId.parse(1)])
  await stranger.settled()
  expect(stranger.shown).toEqual([])
  expect(stranger.messages.seen.map(({ action }) => action)).not.toContain('tileNotes')

  // It may have a new owner.
  fixture.world.hide('bob')
  await fixture.hub.devicesChanged({ deviceIds: [DeviceId.parse(1)] })
  const owner = await openWall('bob', [DeviceId.parse(1)])
  await owner.settled()
  expect(owner.shown).toEqual([])
})

test('a tile tells why its phone cannot show the screen, until a frame arrives', async () => {
  const phone = await fixture.phone('A1')
  const wall = await openWall('ann', [DeviceId.parse(1)])
  await phone.next('startScreen')
  phone.send({ action: 'screenFailed', msg: 'no display' })
  expect(await wall.next('tileNotes')).toMatchObject({ tiles: [{ keptMs: null, failure: 'no display' }] })
  phone.sendPicture(1)
  expect(await wall.next('tileNotes')).toMatchObject({ tiles: [{ keptMs: null, failure: null }] })
})

test('a tile tells who controls its phone, as long as they do', async () => {
  const phone = await fixture.phone('A1')
  const wall = await openWall('ann', [DeviceId.parse(1)])
  await phone.next('startScreen')
  const bob = await fixture.viewer('bob', 'A1')
  bob.send({ action: 'joinRoom' })
  expect(await wall.next('tileNotes')).toMatchObject({ tiles: [{ id: 1, controller: 'bob' }] })
  bob.send({ action: 'releaseScreenPermission' })
  expect(await wall.next('tileNotes')).toMatchObject({ tiles: [{ id: 1, controller: null }] })
})

test('invalid requests of a wall are refused with a message', async () => {
  const wall = await openWall('ann', [DeviceId.parse(1)])
  for (const frame of [
    { action: 'watchPhones', ids: [0], width: 180 },
    { action: 'watchPhones', ids: [1], width: 5000 },
    { action: 'startGroup', leader: 1, followers: [] },
    { action: 'groupInput', frame: { action: 'canvas_action', action_type: 'touchDown', x: 2, y: 0 } },
  ]) {
    wall.send(frame)
    expect(await wall.next('refused')).toMatchObject({ msg: 'Unrecognised message. Reload the page.' })
  }
  wall.send({ action: 'groupInput', frame: { action: 'pressKey', key: 'enter' } })
  expect(await wall.next('refused')).toMatchObject({ msg: 'Group control is not active. Start it first.' })
})
