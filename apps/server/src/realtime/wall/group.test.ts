import { DeviceId } from '@fleetdeck/contract/ids'
import type { WallGroup } from '@fleetdeck/contract/wall-socket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type HubFixture, startHub } from '../testing/hub-fixture.ts'
import { type Peer, picture } from '../testing/peer.ts'

let fixture: HubFixture
let phones: Peer[]
beforeEach(async () => {
  fixture = await startHub()
  fixture.world.addDevice('A3', DeviceId.parse(3))
  phones = await Promise.all(['A1', 'A2', 'A3'].map((deviceNo) => fixture.phone(deviceNo)))
})
afterEach(async () => {
  await fixture.stop()
  expect(fixture.errors).toEqual([])
})

const touch = (action_type: string, x = 0.5, y = 0.25) => ({ action: 'canvas_action', action_type, x, y })
const send = (wall: Peer, frame: object, only?: DeviceId) =>
  wall.send({ action: 'groupInput', frame, ...(only && { only }) })

type States = Record<string, string>
const readStates = (group: WallGroup | null): States =>
  Object.fromEntries(group?.members.map(({ deviceNo, state }) => [deviceNo, state]) ?? [])

/** The last group state sent to the page. */
function lastGroup(wall: Peer): WallGroup | null {
  const last = wall.messages.seen.filter(({ action }) => action === 'groupState').at(-1)
  return (last?.group ?? null) as WallGroup | null
}
const expectStates = (wall: Peer, states: States) =>
  expect.poll(() => readStates(lastGroup(wall))).toMatchObject(states)

async function groupBy(user: string, ids = [1, 2, 3]): Promise<Peer> {
  const wall = await fixture.wall(user)
  await wall.next('wallRate')
  const [leader, ...followers] = ids
  wall.send({ action: 'startGroup', leader, followers })
  return wall
}

test('inputs to the leader are sent to all, and are in the operation log once with all of them', async () => {
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'follows' })
  const last = fixture.heard('groupInput')
  for (const step of ['touchDown', 'touchMove', 'touchUp']) send(wall, touch(step))
  for (const phone of phones)
    for (const step of ['touchDown', 'touchMove', 'touchUp'])
      expect(await phone.next('canvas_action')).toEqual(touch(step))
  expect(await last).toMatchObject({
    caller: { userName: 'ann' },
    deviceNos: ['A1', 'A2', 'A3'],
    input: { kind: 'touch', from: [0.5, 0.25], to: [0.5, 0.25] },
  })
  const typed = fixture.heard('groupInput')
  send(wall, { action: 'typeText', text: '密码🔑' })
  for (const phone of phones) await phone.next('typeText', { text: '密码🔑' })
  // Typed text may be a secret.
  expect(await typed).toMatchObject({ input: { kind: 'text', characters: 3 } })
  wall.send({ action: 'stopGroup' })
  await wall.next('groupState', { group: null })
  const ann = await fixture.viewer('bob', 'A2')
  ann.send({ action: 'joinRoom' })
  await ann.next('roomState', { youControl: true })
})

test('a paused member lifts its finger, and rejoins only when it is resumed', async () => {
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows' })
  send(wall, touch('touchDown'))
  await phones[1]?.next('canvas_action', { action_type: 'touchDown' })
  wall.send({ action: 'pauseMembers', ids: [2, 1] })
  await phones[1]?.next('canvas_action', { action_type: 'touchUp' })
  // The leader is not paused.
  await expectStates(wall, { A1: 'follows', A2: 'paused', A3: 'follows' })
  send(wall, touch('touchUp'))
  send(wall, { action: 'pressKey', key: 'enter' })
  await phones[2]?.next('pressKey')
  send(wall, { action: 'pressKey', key: 'tab' }, DeviceId.parse(2))
  await phones[1]?.next('pressKey', { key: 'tab' })
  expect(phones[1]?.messages.seen).not.toContainEqual({ action: 'pressKey', key: 'enter' })
  await expect.poll(() => lastGroup(wall)?.members.find(({ id }) => id === 2)?.missed).toBe(1)
  wall.send({ action: 'resumeMembers', ids: [2] })
  await expectStates(wall, { A2: 'follows' })
  send(wall, touch('back'))
  await phones[1]?.next('canvas_action', { action_type: 'back' })
})

test('a follower that reconnects continues if it missed nothing, and waits to be resumed if it did', async () => {
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'follows' })
  await phones[2]?.vanish()
  await expectStates(wall, { A3: 'offline' })
  const back = await fixture.phone('A3')
  await expectStates(wall, { A3: 'follows' })
  await back.vanish()
  await expectStates(wall, { A3: 'offline' })
  send(wall, touch('home'))
  await phones[1]?.next('canvas_action', { action_type: 'home' })
  const again = await fixture.phone('A3')
  await expectStates(wall, { A3: 'paused', A2: 'follows' })
  await again.settled()
  expect(again.messages.seen.map(({ action }) => action)).not.toContain('canvas_action')
})

test('without its leader a group is inactive, until the leader reconnects or another one leads', async () => {
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows' })
  await phones[0]?.vanish()
  await expectStates(wall, { A1: 'offline' })
  send(wall, touch('home'))
  expect(await wall.next('refused')).toMatchObject({
    msg: expect.stringMatching(/^The leader cannot be reached/),
  })
  wall.send({ action: 'leadBy', id: 2 })
  await expect.poll(() => lastGroup(wall)?.leader).toBe(2)
  send(wall, touch('recent'))
  await phones[2]?.next('canvas_action', { action_type: 'recent' })
  wall.send({ action: 'removeMembers', ids: [3, 2] })
  await expect.poll(() => readStates(lastGroup(wall))).toEqual({ A1: 'offline', A2: 'follows' })
})

test('phones that others control, may only be watched or may not be seen are reported, and the others continue', async () => {
  fixture.world.addUser('boss', ['device/wall/list', 'device/deviceList/takeControl'])
  fixture.world.watchOnly.set('boss', new Set(['A3'])).set('bob', new Set(['A1']))
  fixture.world.hide('boss', 'A4')
  fixture.world.addDevice('A4', DeviceId.parse(4))
  const ann = await fixture.viewer('ann', 'A2')
  ann.send({ action: 'joinRoom' })
  await ann.next('roomState', { youControl: true })
  const wall = await groupBy('boss', [1, 2, 3, 4])
  await expectStates(wall, { A1: 'follows', A2: 'held', A3: 'watchOnly' })
  expect(lastGroup(wall)).toMatchObject({ unseen: 1 })
  expect(lastGroup(wall)?.members[1]).toMatchObject({ by: 'ann' })
  send(wall, touch('home'))
  await phones[0]?.next('canvas_action')
  ann.send({ action: 'pressKey', key: 'tab' })
  await phones[1]?.next('pressKey')
  wall.send({ action: 'takeMembers', ids: [2] })
  await ann.next('roomState', { controller: 'boss', youControl: false })
  await expectStates(wall, { A2: 'follows' })
  send(wall, { action: 'pressKey', key: 'enter' })
  await phones[1]?.next('pressKey', { key: 'enter' })
  send(wall, { action: 'pressKey', key: 'enter' }, DeviceId.parse(3))
  expect(await wall.next('refused')).toMatchObject({ msg: 'This phone cannot be reached. Try again later.' })
  for (const phone of [phones[0], phones[2]]) await phone?.settled()
  expect(phones[2]?.messages.seen.map(({ action }) => action)).not.toContain('pressKey')

  const bob = await groupBy('bob', [1, 2])
  expect(await bob.next('refused')).toMatchObject({ msg: 'You can view this device but not control it' })
  bob.send({ action: 'startGroup', leader: 2, followers: [1] })
  await expectStates(bob, { A2: 'held', A1: 'watchOnly' })
  bob.send({ action: 'takeMembers', ids: [2] })
  expect(await bob.next('refused')).toMatchObject({ msg: expect.stringMatching(/permission/) })
})

test('a released phone joins, and one with another orientation is not touched', async () => {
  const bob = await fixture.viewer('bob', 'A2')
  bob.send({ action: 'joinRoom' })
  await bob.next('roomState', { youControl: true })
  const wall = await groupBy('ann')
  await expectStates(wall, { A2: 'held' })
  bob.send({ action: 'exitRoom' })
  await expectStates(wall, { A2: 'follows' })
  const turned = new DataView(picture(1).buffer)
  turned.setUint16(20, 1280)
  turned.setUint16(22, 720)
  phones[2]?.ws.send(new Uint8Array(turned.buffer))
  await expectStates(wall, { A3: 'turned' })
  send(wall, touch('touchDown'))
  send(wall, touch('touchUp'))
  send(wall, { action: 'pressKey', key: 'enter' })
  await phones[2]?.next('pressKey')
  expect(phones[2]?.messages.seen.map(({ action }) => action)).not.toContain('canvas_action')
})

test('a follower with another screen size follows, and its size is reported', async () => {
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'follows' })
  for (const [at, screen] of [
    [0, [720, 1280]],
    [1, [1080, 2400]],
  ] as const) {
    const shown = new DataView(picture(1).buffer)
    shown.setUint16(20, screen[0])
    shown.setUint16(22, screen[1])
    phones[at]?.ws.send(new Uint8Array(shown.buffer))
  }
  wall.send({ action: 'watchPhones', ids: [1, 2, 3], width: 180 })
  const screens = () => lastGroup(wall)?.members.map(({ screen }) => screen?.height)
  await expect.poll(screens).toEqual([1280, 2400, undefined])
  // Positions are fractions of each screen.
  send(wall, touch('touchDown'))
  for (const phone of phones) expect(await phone.next('canvas_action')).toEqual(touch('touchDown'))
})

test('of a hundred chosen phones, thirty controlled by others, seventy are controlled and each state is reported', async () => {
  for (let n = 4; n <= 100; n += 1) fixture.world.addDevice(`A${n}`, DeviceId.parse(n))
  const others = Array.from({ length: 97 }, (_, at) => `A${at + 4}`)
  const more = await Promise.all(others.map((deviceNo) => fixture.phone(deviceNo)))
  const held = await Promise.all(others.slice(0, 30).map((deviceNo) => fixture.viewer('bob', deviceNo)))
  for (const bob of held) bob.send({ action: 'joinRoom' })
  for (const bob of held) await bob.next('roomState', { youControl: true })
  const wall = await groupBy(
    'ann',
    Array.from({ length: 100 }, (_, at) => at + 1),
  )
  const count = (wanted: string) => lastGroup(wall)?.members.filter(({ state }) => state === wanted).length
  await expect.poll(() => [count('follows'), count('held')]).toEqual([70, 30])
  const last = fixture.heard('groupInput')
  send(wall, { action: 'pressKey', key: 'enter' })
  const reached = [...phones, ...more.slice(30)]
  for (const phone of reached) await phone.next('pressKey')
  expect((await last).deviceNos).toHaveLength(70)
  for (const phone of more.slice(0, 30)) await phone.settled()
  for (const { messages } of more.slice(0, 30))
    expect(messages.seen.map(({ action }) => action)).not.toContain('pressKey')
})

test('the clipboard of all phones is set, and the operation log has its length only', async () => {
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'follows' })
  const last = fixture.heard('groupInput')
  send(wall, { action: 'setClipboard', text: 'secret' })
  for (const phone of phones) await phone.next('setClipboard', { text: 'secret' })
  expect(await last).toMatchObject({
    deviceNos: ['A1', 'A2', 'A3'],
    input: { kind: 'clipboard', characters: 6 },
  })
})

test('each phone gets a text of its own, and those that do not follow are left out of the answer', async () => {
  fixture.world.watchOnly.set('ann', new Set(['A3']))
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'watchOnly' })
  const texts = [1, 2, 3, 99].map((id) => ({ id, text: `for ${id}` }))
  wall.send({ action: 'typeTexts', texts })
  expect(await wall.next('textsTyped')).toEqual({ action: 'textsTyped', ids: [1, 2] })
  await phones[0]?.next('typeText', { text: 'for 1' })
  await phones[1]?.next('typeText', { text: 'for 2' })
  wall.send({ action: 'pauseMembers', ids: [2] })
  await expectStates(wall, { A2: 'paused' })
  wall.send({ action: 'typeTexts', texts })
  expect(await wall.next('textsTyped')).toEqual({ action: 'textsTyped', ids: [1] })
  await expect.poll(() => lastGroup(wall)?.members.find(({ id }) => id === 2)?.missed).toBe(1)
  for (const phone of phones) await phone.settled()
  expect(phones[2]?.messages.seen.map(({ action }) => action)).not.toContain('typeText')
})

test('a tool is used on all that follow, with what became of it on each', async () => {
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'follows' })
  wall.send({ action: 'pauseMembers', ids: [3] })
  await expectStates(wall, { A3: 'paused' })
  const last = fixture.heard('groupInput')
  const request = { tool: 'setLanguage', language: 'fr-FR' }
  wall.send({ action: 'groupTool', id: 'g1', ids: [1, 2, 3], request })
  expect(await wall.next('toolResults')).toMatchObject({ results: [{ id: 3, why: 'paused', msg: null }] })
  expect(await last).toMatchObject({
    deviceNos: ['A1', 'A2'],
    input: { kind: 'tool', tool: 'setLanguage' },
  })
  const results = () =>
    wall.messages.seen.flatMap((message) =>
      message.action === 'toolResults' ? (message.results as object[]) : [],
    )
  const reply = async (phone: Peer | undefined, answer: object) => {
    const asked = await phone?.next('askTool', { id: 'g1', request })
    phone?.send({ action: 'toolReply', viewer: asked?.viewer, id: 'g1', ...answer })
  }
  await reply(phones[0], {})
  await expect.poll(results).toContainEqual({ id: 1, why: null, msg: null })
  await reply(phones[1], { failure: 'needsAndroid13' })
  const msg = 'This needs Android 13 or newer on the phone'
  await expect.poll(results).toContainEqual({ id: 2, why: null, msg })
  wall.send({ action: 'watchGroupLog', id: 2 })
  const lines = [{ what: { kind: 'tool', tool: 'setLanguage' }, result: 'failed' }]
  expect(await wall.next('groupLog')).toMatchObject({ lines })
  await phones[2]?.settled()
  expect(phones[2]?.messages.seen.map(({ action }) => action)).not.toContain('askTool')
})

test('the leader lists its apps, and its clipboard or that of another member is read', async () => {
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'follows' })
  wall.send({ action: 'askApps' })
  const asked = await phones[0]?.next('askTool', { request: { tool: 'listApps' } })
  const apps = [{ id: 'com.example.shop', name: 'Shop', isRemovable: true }]
  phones[0]?.send({ action: 'toolReply', viewer: asked?.viewer, id: asked?.id, apps })
  expect(await wall.next('leaderApps')).toEqual({ action: 'leaderApps', id: 1, apps, msg: null })
  wall.send({ action: 'askApps' })
  await phones[0]?.next('askTool')
  phones[0]?.send({ action: 'toolReply', viewer: asked?.viewer, id: asked?.id, failure: 'unsupported' })
  expect(await wall.next('leaderApps')).toMatchObject({ apps: [], msg: expect.stringMatching(/./) })

  wall.send({ action: 'askClipboard', copies: true })
  await phones[0]?.next('askClipboard', { copies: true, viewer: asked?.viewer })
  phones[0]?.send({ action: 'clipboard', viewer: asked?.viewer, text: 'of the leader' })
  expect(await wall.next('clipboard')).toEqual({ action: 'clipboard', text: 'of the leader' })
  wall.send({ action: 'askClipboard', only: 2 })
  await phones[1]?.next('askClipboard')
  phones[1]?.send({ action: 'clipboard', viewer: asked?.viewer, text: 'of A2' })
  expect(await wall.next('clipboard')).toEqual({ action: 'clipboard', text: 'of A2' })
  for (const phone of phones.slice(1)) {
    await phone.settled()
    expect(phone.messages.seen.map(({ action }) => action)).not.toContain('askTool')
  }
})

test('apps and clipboards of phones that the wall does not control are not read', async () => {
  fixture.world.watchOnly.set('ann', new Set(['A2']))
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'watchOnly', A3: 'follows' })
  for (const only of [2, 99]) {
    wall.send({ action: 'askClipboard', only })
    expect(await wall.next('refused')).toMatchObject({ msg: expect.stringMatching(/cannot be reached/) })
  }
  // A revoked right takes effect immediately.
  fixture.world.watchOnly.set('ann', new Set(['A1', 'A2']))
  await fixture.hub.devicesChanged({ deviceIds: [DeviceId.parse(1)] })
  await expectStates(wall, { A1: 'watchOnly' })
  for (const action of ['askApps', 'askClipboard']) {
    wall.send({ action })
    expect(await wall.next('refused')).toMatchObject({
      msg: expect.stringMatching(/^The leader cannot be reached/),
    })
  }
  for (const phone of phones) await phone.settled()
  const heard = phones.flatMap((phone) => phone.messages.seen.map(({ action }) => action))
  expect(heard).not.toContain('askTool')
  expect(heard).not.toContain('askClipboard')
})

test('without a group nothing is typed, copied or delayed', async () => {
  fixture.world.watchOnly.set('bob', new Set(['A1']))
  const bob = await groupBy('bob', [1, 2])
  expect(await bob.next('refused')).toMatchObject({ msg: 'You can view this device but not control it' })
  const none = { msg: 'Group control is not active. Start it first.' }
  bob.send({ action: 'typeTexts', texts: [{ id: 1, text: 'a' }] })
  expect(await bob.next('refused')).toMatchObject(none)
  send(bob, { action: 'setClipboard', text: 'a' })
  expect(await bob.next('refused')).toMatchObject(none)
  bob.send({ action: 'spreadGroup', spreadMs: 500 })
  expect(await bob.next('refused')).toMatchObject(none)
  bob.send({ action: 'groupTool', id: 'g1', ids: [1], request: { tool: 'setDisplay', isOn: false } })
  expect(await bob.next('refused')).toMatchObject(none)
  for (const action of ['askApps', 'askClipboard']) {
    bob.send({ action })
    expect(await bob.next('refused')).toMatchObject(none)
  }
})

test('with a delay followers act later than the leader, each in the order of the inputs', async () => {
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'follows' })
  wall.send({ action: 'spreadGroup', spreadMs: 200 })
  await expect.poll(() => lastGroup(wall)?.spreadMs).toBe(200)
  const texts = Array.from({ length: 20 }, (_, n) => `step ${n}`)
  for (const text of texts) send(wall, { action: 'typeText', text })
  for (const phone of phones)
    for (const text of texts) expect(await phone.next('typeText')).toMatchObject({ text })
})

test('a phone that is paused before its delayed touch never gets it, and has missed a step', async () => {
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'follows' })
  wall.send({ action: 'spreadGroup', spreadMs: 10_000 })
  await expect.poll(() => lastGroup(wall)?.spreadMs).toBe(10_000)
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  send(wall, { action: 'typeText', text: 'late' })
  await phones[0]?.next('typeText')
  wall.send({ action: 'pauseMembers', ids: [2, 3] })
  await expectStates(wall, { A2: 'paused', A3: 'paused' })
  random.mockRestore()
  expect(lastGroup(wall)?.members.map(({ missed }) => missed)).toEqual([0, 1, 1])
})

test('a page that disconnects lifts its finger and releases all phones', async () => {
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'follows' })
  send(wall, touch('touchDown'))
  await phones[2]?.next('canvas_action', { action_type: 'touchDown' })
  await wall.vanish()
  for (const phone of phones) {
    await phone.next('canvas_action', { action_type: 'touchUp' })
    await phone.next('stopScreen')
  }
})

const second = { x: 0.75, y: 0.25 }
const pinch = (['touchDown', 'touchMove', 'touchUp'] as const).map((step) => ({ ...touch(step), second }))

async function takesTwo(members: (Peer | undefined)[]): Promise<void> {
  for (const phone of members) {
    phone?.send({ action: 'heartbeat', can: ['pinch'] })
    await phone?.settled()
  }
}

test('a pinch is made on all phones, and one that cannot is named in its log', async () => {
  await takesTwo(phones.slice(0, 2))
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'follows' })
  wall.send({ action: 'watchGroupLog', id: 3 })
  const done = fixture.heard('groupInput')
  for (const frame of pinch) send(wall, frame)
  for (const phone of phones.slice(0, 2))
    for (const frame of pinch) expect(await phone.next('canvas_action')).toEqual(frame)
  expect(await done).toMatchObject({ input: { kind: 'touch', fingers: 2 } })
  const log = () => wall.messages.seen.findLast(({ action }) => action === 'groupLog')?.lines
  await expect.poll(log).toMatchObject([{ what: { kind: 'touch', fingers: 2 }, result: 'failed' }])
  await phones[2]?.settled()
  expect(phones[2]?.messages.seen.map(({ action }) => action)).not.toContain('canvas_action')
  // The page is told of the leader only: what the others lack is in their logs.
  expect(wall.messages.seen.map(({ action }) => action)).not.toContain('refused')
  wall.send({ action: 'leadBy', id: 3 })
  for (const frame of pinch) send(wall, frame)
  expect(await wall.next('refused')).toMatchObject({ msg: expect.stringMatching(/two fingers/) })
})

test('a page that disconnects in the middle of a pinch lifts both fingers of all phones', async () => {
  await takesTwo(phones)
  const wall = await groupBy('ann')
  await expectStates(wall, { A1: 'follows', A2: 'follows', A3: 'follows' })
  send(wall, pinch[0] as object)
  await phones[2]?.next('canvas_action')
  await wall.vanish()
  for (const phone of phones)
    expect(await phone.next('canvas_action', { action_type: 'touchUp' })).toEqual(pinch[2])
})

test('in the screen mirroring of one phone, a user who may only watch never controls it', async () => {
  fixture.world.watchOnly.set('bob', new Set(['A1']))
  const bob = await fixture.viewer('bob', 'A1')
  bob.send({ action: 'joinRoom' })
  await bob.next('roomState', { controller: null, youControl: false, watches: true })
  bob.send(touch('home'))
  expect(await bob.next('refused')).toMatchObject({ msg: 'You can view this device but not control it' })
  bob.send({ action: 'askControl' })
  const ann = await fixture.viewer('ann', 'A1')
  ann.send({ action: 'joinRoom' })
  await ann.next('roomState', { youControl: true, asking: [] })
  // A revoked right takes effect immediately.
  fixture.world.watchOnly.set('ann', new Set(['A1']))
  await fixture.hub.devicesChanged({ deviceIds: [DeviceId.parse(1)] })
  await ann.next('roomState', { controller: null, watches: true })
})

test('further phones join a running group; others are named with the reason', async () => {
  const { world } = fixture
  for (const id of [4, 5, 6, 7]) world.addDevice(`A${id}`, DeviceId.parse(id))
  world.watchOnly.set('ann', new Set(['A4']))
  world.reserved.set('ann', new Set(['A5']))
  world.hide('ann', 'A6')
  for (const deviceNo of ['A4', 'A5', 'A6']) await fixture.phone(deviceNo)
  const wall = await groupBy('ann', [1, 2])
  await expectStates(wall, { A1: 'follows', A2: 'follows' })
  const other = await fixture.wall('bob')
  other.send({ action: 'startGroup', leader: 3, followers: [3] })
  await expectStates(other, { A3: 'follows' })
  wall.send({ action: 'addMembers', ids: [2, 3, 4, 5, 6, 7] })
  expect(await wall.next('membersAdded')).toEqual({
    action: 'membersAdded',
    ids: [],
    refused: [
      { id: 3, deviceNo: 'A3', why: 'otherGroup', by: 'bob' },
      { id: 4, deviceNo: 'A4', why: 'watchOnly' },
      { id: 5, deviceNo: 'A5', why: 'reserved' },
      { id: 6, deviceNo: null, why: 'unseen' },
      { id: 7, deviceNo: 'A7', why: 'offline' },
    ],
  })
  other.send({ action: 'stopGroup' })
  await other.next('groupState', { group: null })
  const viewer = await fixture.viewer('bob', 'A7')
  await fixture.phone('A7')
  viewer.send({ action: 'joinRoom' })
  await viewer.next('roomState', { youControl: true })
  wall.send({ action: 'addMembers', ids: [3, 7] })
  expect(await wall.next('membersAdded')).toMatchObject({ ids: [3, 7], refused: [] })
  // A phone that somebody controls alone joins when it is free, or taken over.
  await expectStates(wall, { A3: 'follows', A7: 'held' })
  send(wall, touch('home'))
  await phones[2]?.next('canvas_action', { action_type: 'home' })
  wall.send({ action: 'stopGroup' })
  wall.send({ action: 'addMembers', ids: [3] })
  expect(await wall.next('refused')).toMatchObject({
    msg: expect.stringMatching(/^Group control is not active/),
  })
})
