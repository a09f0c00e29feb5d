import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HubFixture, startHub } from '../testing/hub-fixture.ts'
import type { Peer } from '../testing/peer.ts'

let fixture: HubFixture
let phone: Peer
beforeEach(async () => {
  fixture = await startHub()
  fixture.world.addUser('boss', ['device/deviceList/list', 'device/deviceList/takeControl'])
  phone = await fixture.phone('A1')
})
afterEach(async () => {
  await fixture.stop()
  expect(fixture.errors).toEqual([])
})

async function joined(user: string): Promise<Peer> {
  const viewer = await fixture.viewer(user, 'A1')
  viewer.send({ action: 'joinRoom' })
  await viewer.next('joinRoomResp', { code: 0 })
  return viewer
}

async function takesTwo(): Promise<void> {
  phone.send({ action: 'heartbeat', can: ['keys', 'pinch'] })
  await phone.settled()
}

const second = { x: 0.75, y: 0.5 }
const touch = (action_type: string, x: number, more = {}) => ({
  ...{ action: 'canvas_action', action_type, x, y: 0.5 },
  ...more,
})
const touches = () => phone.messages.seen.filter(({ action }) => action === 'canvas_action')
const oneFinger = /does not take two fingers/

test('a phone that reports it gets two fingers while they move', async () => {
  await takesTwo()
  const ann = await joined('ann')
  const frames = [
    touch('touchDown', 0.25, { second }),
    touch('touchMove', 0.1, { second: { x: 0.9, y: 0.5 } }),
    touch('touchMove', 0.1),
    touch('touchUp', 0.1, { second }),
  ]
  for (const frame of frames) {
    ann.send(frame)
    expect(await phone.next('canvas_action')).toEqual(frame)
  }
})

test('a phone that reports none, or not that, gets no part of a pinch, and the page is told once', async () => {
  const ann = await joined('ann')
  for (const can of [undefined, ['keys']]) {
    if (can) phone.send({ action: 'heartbeat', can })
    await phone.settled()
    ann.send(touch('touchDown', 0.25, { second }))
    for (const x of [0.2, 0.1]) ann.send(touch('touchMove', x, { second }))
    ann.send(touch('touchUp', 0.1, { second }))
    ann.send(touch('home', 0))
    await phone.next('canvas_action', { action_type: 'home' })
    expect(await ann.next('refused')).toMatchObject({ msg: expect.stringMatching(oneFinger) })
  }
  await ann.settled()
  expect(touches().map(({ action_type }) => action_type)).toEqual(['home', 'home'])
  expect(ann.messages.seen.filter(({ action }) => action === 'refused')).toHaveLength(2)
})

test('of such a phone, a finger that is down already continues alone', async () => {
  const ann = await joined('ann')
  ann.send(touch('touchDown', 0.25))
  ann.send(touch('touchMove', 0.3, { second }))
  ann.send(touch('touchUp', 0.4, { second }))
  await phone.next('canvas_action', { action_type: 'touchUp' })
  expect(touches()).toEqual([touch('touchDown', 0.25), touch('touchMove', 0.3), touch('touchUp', 0.4)])
  expect(await ann.next('refused')).toMatchObject({ msg: expect.stringMatching(oneFinger) })
})

test.each([
  ['is closed', (ann: Peer) => ann.vanish()],
  ['leaves', (ann: Peer) => ann.send({ action: 'exitRoom' })],
  ['gives up control', (ann: Peer) => ann.send({ action: 'releaseScreenPermission' })],
  ['loses control', async () => (await joined('boss')).send({ action: 'takeControl' })],
])('both fingers are lifted when the page %s in the middle of a pinch', async (_, end) => {
  await takesTwo()
  const ann = await joined('ann')
  await joined('bob')
  ann.send(touch('touchDown', 0.25, { second }))
  await phone.next('canvas_action')
  await end(ann)
  expect(await phone.next('canvas_action')).toEqual(touch('touchUp', 0.25, { second }))
})

test('a finger is lifted once, and not by whoever lets it go', async () => {
  await takesTwo()
  const ann = await joined('ann')
  ann.send(touch('touchDown', 0.25, { second }))
  ann.send(touch('touchUp', 0.25, { second }))
  ann.send({ action: 'releaseScreenPermission' })
  await ann.next('roomState', { controller: null })
  await phone.settled()
  expect(touches().map(({ action_type }) => action_type)).toEqual(['touchDown', 'touchUp'])
})
