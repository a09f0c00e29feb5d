import { rebootPermission } from '@fleetdeck/contract/commands'
import { DeviceId } from '@fleetdeck/contract/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HubFixture, startHub } from '../testing/hub-fixture.ts'
import type { Peer } from '../testing/peer.ts'

let fixture: HubFixture
let phone: Peer
beforeEach(async () => {
  fixture = await startHub()
  phone = await fixture.phone('A1')
})
afterEach(async () => {
  await fixture.stop()
  expect(fixture.errors).toEqual([])
})

async function joined(user: string, screenSetting: Record<string, string> = {}): Promise<Peer> {
  const viewer = await fixture.viewer(user, 'A1')
  viewer.send({ action: 'joinRoom', screenSetting })
  await viewer.next('joinRoomResp', { code: 0 })
  return viewer
}

const tap = { action: 'canvas_action', action_type: 'touchDown', x: 0.25, y: 0.5 }

test('the first viewer controls the phone, and a tap reaches it', async () => {
  const ann = await joined('ann')
  expect(await phone.next('startScreen')).toMatchObject({
    setting: { screen_mode: '2', screen_scale: '50' },
  })
  ann.send(tap)
  expect(await phone.next('canvas_action')).toEqual(tap)
})

test('every viewer sees the members of the room and the controller', async () => {
  const ann = await joined('ann')
  await ann.next('roomState', { controller: 'ann', youControl: true, viewers: ['ann'] })
  const bob = await joined('bob')
  await ann.next('roomState', { controller: 'ann', youControl: true, viewers: ['ann', 'bob'] })
  await bob
    .next('roomState', { controller: 'ann', youControl: false, viewers: ['ann', 'bob'] })
    .catch(() => {})
  expect(bob.messages.seen).toContainEqual({
    action: 'roomState',
    controller: 'ann',
    youControl: false,
    viewers: ['ann', 'bob'],
    asking: [],
    recording: null,
    youAsk: false,
  })
})

test('a watcher’s touches are refused', async () => {
  await joined('ann')
  const bob = await joined('bob')
  bob.send(tap)
  expect(await bob.next('refused')).toMatchObject({
    msg: 'Someone else is controlling this device. Request control first.',
  })
})

test('touches without an open screen are refused', async () => {
  const ann = await fixture.viewer('ann', 'A1')
  ann.send(tap)
  expect(await ann.next('refused')).toMatchObject({ msg: 'Start mirroring first' })
})

test('released control goes to the watcher who touches next, and the screen continues', async () => {
  const ann = await joined('ann')
  const bob = await joined('bob')
  ann.send({ action: 'releaseScreenPermission' })
  await bob.next('roomState', { controller: null })
  bob.send(tap)
  await phone.next('canvas_action')
  await ann.next('roomState', { controller: 'bob', youControl: false })
  expect(phone.messages.seen).not.toContainEqual({ action: 'stopScreen' })
})

test('released control goes to the watcher who joins again', async () => {
  const ann = await joined('ann')
  const bob = await joined('bob')
  ann.send({ action: 'releaseScreenPermission' })
  await bob.next('roomState', { controller: null })
  bob.send({ action: 'joinRoom' })
  await bob.next('roomState', { controller: 'bob', youControl: true })
})

test('the screen stops when the last viewer leaves', async () => {
  const ann = await joined('ann')
  const bob = await joined('bob')
  ann.send({ action: 'exitRoom' })
  await bob.next('roomState', { controller: null, viewers: ['bob'] })
  expect(phone.messages.seen).not.toContainEqual({ action: 'stopScreen' })
  await bob.vanish()
  await phone.next('stopScreen')
  expect(fixture.hub.stats()).toMatchObject({ rooms: 0, viewers: 1 })
})

test('the controller chooses the settings, and a watcher cannot change them', async () => {
  const ann = await joined('ann', { screen_scale: '80', unknown: 'x' })
  expect(await phone.next('startScreen')).toMatchObject({ setting: { screen_mode: '2', screen_scale: '80' } })
  await joined('bob', { screen_scale: '10' })
  ann.send({ action: 'joinRoom', screenSetting: { screen_scale: '90', screen_sharp: '100' } })
  expect(await phone.next('startScreen')).toMatchObject({
    setting: { screen_scale: '90', screen_sharp: '100' },
  })
})

test('the settings of a viewer apply who gets control, and those of the last one who stays', async () => {
  const isShownWith = async (scale: string) =>
    expect(await phone.next('startScreen')).toMatchObject({ setting: { screen_scale: scale } })
  const ann = await joined('ann', { screen_scale: '80' })
  await isShownWith('80')
  const bob = await joined('bob', { screen_scale: '30' })
  ann.send({ action: 'releaseScreenPermission' })
  await bob.next('roomState', { controller: null })
  bob.send(tap)
  await isShownWith('30')
  bob.send({ action: 'exitRoom' })
  await isShownWith('80')
})

test('a setting that does not exist is refused', async () => {
  const ann = await fixture.viewer('ann', 'A1')
  const invalid = [
    { screen_scale: '101' },
    { screen_sharp: '0' },
    { screen_video_fps: '61' },
    { screen_video_kbps: '9' },
  ]
  for (const screenSetting of invalid) {
    ann.send({ action: 'joinRoom', screenSetting })
    await ann.next('joinRoomResp', {
      code: 1,
      msg: 'The mirroring settings are not valid. Check the settings of the device.',
    })
  }
})

test('in video mode the phone is notified of each viewer, and signals reach their recipient', async () => {
  const ann = await joined('ann', { screen_mode: '1' })
  const first = await phone.next('startScreen')
  expect(first).toMatchObject({ pictures: false, timeCode: false })
  const bob = await joined('bob', { screen_mode: '1' })
  const both = (await phone.next('startScreen')).viewers as string[]
  const viewer = both.find((id) => !(first.viewers as string[]).includes(id)) as string
  phone.send({ action: 'offer', sdp: 'for bob', viewer })
  expect(await bob.next('offer')).toEqual({ action: 'offer', sdp: 'for bob' })
  bob.send({ action: 'answer', sdp: 'from bob' })
  expect(await phone.next('answer')).toEqual({ action: 'answer', sdp: 'from bob', viewer })
  bob.send({ action: 'listen', isOn: true })
  expect(await phone.next('listen')).toEqual({ action: 'listen', isOn: true, viewer })
  phone.send({ action: 'sound', isOn: false, why: 'a newer reason', viewer })
  expect(await bob.next('sound')).toEqual({ action: 'sound', isOn: false, why: 'failed' })
  phone.send({ action: 'videoFailed', msg: 'no encoder', viewer })
  expect(await bob.next('videoFailed')).toEqual({ action: 'videoFailed', msg: 'no encoder' })
  await ann.settled()
  expect(ann.messages.seen.map(({ action }) => action)).not.toContain('offer')
})

test('sound is for those viewers of video whose page takes it, and only they are heard', async () => {
  const ann = await fixture.viewer('ann', 'A1')
  const video = { screen_mode: '1' }
  ann.send({ action: 'joinRoom', screenSetting: video, sound: true })
  const [annId] = (await phone.next('startScreen')).viewers as string[]
  await joined('bob', video)
  const { viewers, sound } = await phone.next('startScreen')
  expect(viewers).toHaveLength(2)
  expect(sound).toEqual([annId])
  const outside = await fixture.viewer('ann', 'A1')
  outside.send({ action: 'listen', isOn: true })
  await outside.settled()
  ann.send({ action: 'joinRoom', screenSetting: { screen_mode: '2' }, sound: true })
  expect(await phone.next('startScreen')).not.toHaveProperty('sound')
  await phone.settled()
  expect(phone.messages.seen.map(({ action }) => action)).not.toContain('listen')
})

test('one viewer sees video while another sees frames, and the phone produces only what is watched', async () => {
  const ann = await joined('ann', { screen_mode: '1' })
  const [annId] = (await phone.next('startScreen')).viewers as string[]
  phone.send({ action: 'offer', sdp: 'for ann', viewer: annId })
  await ann.next('offer')
  const bob = await joined('bob', { screen_mode: '2' })
  expect(await phone.next('startScreen')).toMatchObject({ viewers: [annId], pictures: true })
  phone.sendPicture(1)
  await bob.nextPicture(1)
  await ann.settled()
  expect(ann.pictures.seen).toEqual([])
  bob.send({ action: 'exitRoom' })
  expect(await phone.next('startScreen')).toMatchObject({ viewers: [annId], pictures: false })
})

test('a viewer whose video failed joins again for frames, and gets them', async () => {
  const ann = await joined('ann', { screen_mode: '1' })
  const [annId] = (await phone.next('startScreen')).viewers as string[]
  phone.send({ action: 'offer', sdp: 'for ann', viewer: annId })
  await ann.next('offer')
  ann.send({ action: 'joinRoom', screenSetting: { screen_mode: '2' } })
  expect(await phone.next('startScreen')).toMatchObject({ viewers: [], pictures: true })
  phone.sendPicture(7)
  await ann.nextPicture(7)
})

test('a video that the phone offers too late hides no frames from a viewer who has joined for them', async () => {
  const ann = await joined('ann', { screen_mode: '1' })
  const [annId] = (await phone.next('startScreen')).viewers as string[]
  ann.send({ action: 'joinRoom', screenSetting: { screen_mode: '2' } })
  expect(await phone.next('startScreen')).toMatchObject({ viewers: [], pictures: true })
  phone.send({ action: 'offer', sdp: 'late', viewer: annId })
  phone.sendPicture(7)
  await ann.nextPicture(7)
  expect(ann.messages.seen.map(({ action }) => action)).not.toContain('offer')
})

test('the requested camera is the controller’s, and only if the controller sees video', async () => {
  await joined('ann', { screen_mode: '1', local_cam: '0' })
  const { viewers, camera } = await phone.next('startScreen')
  expect(viewers).toEqual([camera])
  await joined('bob', { screen_mode: '1' })
  expect(await phone.next('startScreen')).toMatchObject({ camera })
})

test('the time code is drawn while a viewer measures, and the phone’s clock is sent to the viewer who asked', async () => {
  const ann = await joined('ann')
  const bob = await joined('bob')
  await phone.next('startScreen')
  ann.send({ action: 'measure', isOn: true })
  bob.send({ action: 'measure', isOn: true })
  expect(await phone.next('startScreen')).toMatchObject({ timeCode: true })
  ann.send({ action: 'measure', isOn: false })
  ann.send({ action: 'askTiming', sentAt: 12.5 })
  const { viewer } = await phone.next('askTiming', { sentAt: 12.5 })
  phone.send({ action: 'timing', viewer: viewer as string, sentAt: 12.5, now: 99, captureMs: 1 })
  expect(await ann.next('timing')).toEqual({ action: 'timing', sentAt: 12.5, now: 99, captureMs: 1 })
  await bob.vanish()
  expect(await phone.next('startScreen')).toMatchObject({ timeCode: false })
})

test('two hundred joins in a second are all answered, and leave one viewer', async () => {
  const ann = await fixture.viewer('ann', 'A1')
  for (let join = 0; join < 200; join++) ann.send({ action: 'joinRoom' })
  for (let join = 0; join < 200; join++) await ann.next('joinRoomResp', { code: 0 })
  expect(fixture.hub.stats()).toMatchObject({ rooms: 1, viewers: 1 })
})

test('a command is sent to the phone, emitted for the operation log, and confirmed when the phone has it', async () => {
  const ann = await fixture.viewer('ann', 'A1')
  const told = fixture.heard('command')
  ann.send({ action: 'rebootPhone' })
  const order = await phone.next('command', { command: 'rebphone' })
  expect(await told).toMatchObject({ caller: { userName: 'ann' }, deviceId: 1, command: 'rebootPhone' })
  const state = fixture.heard('commandState')
  phone.send({ action: 'commandState', cmdSubId: order.cmdSubId, state: 'acknowledged' })
  await ann.next('commandResp', { command: 'rebootPhone', code: 0 })
  expect(await state).toEqual({ deviceId: 1, cmdSubId: order.cmdSubId, state: 'acknowledged', msg: '' })
})

test('a command without the permission, or while another user controls the phone, is refused', async () => {
  fixture.world.addUser('carol', ['device/deviceList/list', rebootPermission])
  const bob = await joined('bob')
  bob.send({ action: 'rebootEC' })
  await bob.next('commandResp', {
    command: 'rebootEC',
    code: 1,
    msg: 'You do not have permission for this operation. Contact an administrator.',
  })
  const carol = await fixture.viewer('carol', 'A1')
  carol.send({ action: 'rebootEC' })
  await carol.next('commandResp', {
    code: 1,
    msg: 'Someone else is controlling this device. Request control first.',
  })
  await phone.settled()
  expect(phone.messages.seen.map(({ action }) => action)).not.toContain('command')
})

test('a watcher requests control, and the controller grants or declines it', async () => {
  const ann = await joined('ann')
  const bob = await joined('bob')
  bob.send({ action: 'askControl' })
  const { asking } = await bob.next('roomState', { youAsk: true })
  await ann.next('roomState', { asking })
  const [{ viewer } = { viewer: '' }] = asking as { viewer: string }[]
  ann.send({ action: 'grantControl', viewer, isGranted: false })
  await bob.next('roomState', { youAsk: false, controller: 'ann' })
  bob.send({ action: 'askControl' })
  // Only the controller may answer.
  bob.send({ action: 'grantControl', viewer, isGranted: true })
  await ann.next('roomState', { asking })
  ann.send({ action: 'grantControl', viewer, isGranted: true })
  await bob.next('roomState', { youControl: true, asking: [] })
  bob.send(tap)
  await phone.next('canvas_action')
})

test('control of a free phone goes to the first who requests it', async () => {
  const ann = await joined('ann')
  const bob = await joined('bob')
  ann.send({ action: 'releaseScreenPermission' })
  await bob.next('roomState', { controller: null })
  bob.send({ action: 'askControl' })
  await bob.next('roomState', { youControl: true })
})

test('control is not given to a viewer who may only watch since they asked for it', async () => {
  const ann = await joined('ann')
  const bob = await joined('bob')
  bob.send({ action: 'askControl' })
  const { asking } = await bob.next('roomState', { youAsk: true })
  const [{ viewer } = { viewer: '' }] = asking as { viewer: string }[]
  fixture.world.watchOnly.set('bob', new Set(['A1']))
  await fixture.hub.devicesChanged({ deviceIds: [DeviceId.parse(1)] })
  await bob.next('roomState', { watches: true })
  ann.send({ action: 'grantControl', viewer, isGranted: true })
  ann.send({ action: 'releaseScreenPermission' })
  await ann.next('roomState', { controller: null })
  bob.send(tap)
  expect(await bob.next('refused')).toMatchObject({ msg: 'You can view this device but not control it' })
  await phone.settled()
  expect(phone.messages.seen.map(({ action }) => action)).not.toContain('canvas_action')
})

test('taking control requires its permission', async () => {
  const ann = await joined('ann')
  const bob = await joined('bob')
  bob.send({ action: 'takeControl' })
  expect(await bob.next('refused')).toMatchObject({ msg: expect.stringMatching(/permission/i) })
  fixture.world.addUser('boss', ['device/deviceList/list', 'device/deviceList/takeControl'])
  const boss = await joined('boss')
  boss.send({ action: 'takeControl' })
  await ann.next('roomState', { controller: 'boss', youControl: false })
})

test('text, keys and the clipboard reach the phone only from its controller', async () => {
  const ann = await joined('ann')
  const bob = await joined('bob')
  ann.send({ action: 'typeText', text: '你好 👋' })
  expect(await phone.next('typeText')).toMatchObject({ text: '你好 👋' })
  ann.send({ action: 'pressKey', key: 'enter' })
  await phone.next('pressKey')
  ann.send({ action: 'setClipboard', text: 'secret' })
  await phone.next('setClipboard')
  ann.send({ action: 'askClipboard' })
  const { viewer } = await phone.next('askClipboard')
  phone.send({ action: 'clipboard', viewer, text: 'from the phone' })
  expect(await ann.next('clipboard')).toMatchObject({ text: 'from the phone' })
  for (const frame of [{ action: 'askClipboard' }, { action: 'typeText', text: 'x' }]) {
    bob.send(frame)
    await bob.next('refused')
  }
  expect(bob.messages.seen.map(({ action }) => action)).not.toContain('clipboard')
  for (const frame of [
    { action: 'typeText', text: '' },
    { action: 'pressKey', key: 'format' },
    { action: 'setClipboard', text: 'x'.repeat(100_001) },
  ]) {
    ann.send(frame)
    await ann.next('refused')
  }
})
