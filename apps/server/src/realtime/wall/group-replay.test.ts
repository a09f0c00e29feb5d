import { DeviceId, RecordingId } from '@fleetdeck/contract/ids'
import type { RecordedInput, Timeline } from '@fleetdeck/contract/recordings'
import { type GroupLogLine, type GroupReplay, maxReplaySteps } from '@fleetdeck/contract/wall-socket'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../platform/core/app-error.ts'
import { InProcessBus } from '../bus/in-process-bus.ts'
import { FakeSite, type HubFixture, startHub } from '../testing/hub-fixture.ts'
import { type Peer, picture } from '../testing/peer.ts'

type Frame = RecordedInput['frame']
type Touch = 'touchDown' | 'touchMove' | 'touchUp' | 'home' | 'back'
const touch = (action_type: Touch, x = 0.5, y = 0.25): Frame => ({
  action: 'canvas_action',
  action_type,
  x,
  y,
})
const key = (name: 'tab' | 'enter'): Frame => ({ action: 'pressKey', key: name })
const swipe = [touch('touchDown'), touch('touchMove', 0.5, 0.5), touch('touchUp', 0.5, 0.75)]

/** Recordings of the site, by id. */
let stored: Map<number, Pick<Timeline, 'inputs' | 'pictures'>>
let fixture: HubFixture
let phones: Peer[]
const findRecording = (_caller: unknown, id: RecordingId) => {
  const found = stored.get(id)
  if (!found) throw new AppError('notFound')
  return { durationMs: 0, lines: [], online: [], deviceNo: 'A9', ...found }
}
beforeEach(async () => {
  stored = new Map()
  const world = new FakeSite()
  world.addDevice('A3', DeviceId.parse(3))
  fixture = await startHub({ world, findRecording })
  phones = await Promise.all(['A1', 'A2', 'A3'].map((deviceNo) => fixture.phone(deviceNo)))
})
afterEach(async () => {
  await fixture.stop()
  expect(fixture.errors).toEqual([])
})

/** A recording with these inputs, `gapMs` apart. */
function record(frames: Frame[], gapMs = 1, pictures: Timeline['pictures'] = []): RecordingId {
  const id = RecordingId.parse(stored.size + 1)
  stored.set(id, {
    inputs: frames.map((frame, n) => ({ at: 100 + n * gapMs, name: 'ann', frame })),
    pictures,
  })
  return id
}
const recordedAs = (screenWidth: number, screenHeight: number) => [
  { at: 0, from: 0, length: 1, screenWidth, screenHeight },
]

/** The phone's screen has this size from now on. */
function show(phone: Peer | undefined, sequence: number, [width, height]: [number, number]): void {
  const shown = new DataView(picture(sequence).buffer)
  shown.setUint16(20, width)
  shown.setUint16(22, height)
  phone?.ws.send(new Uint8Array(shown.buffer))
}

const replayOf = (wall: Peer) =>
  wall.messages.seen.filter(({ action }) => action === 'replayState').at(-1)?.replay as GroupReplay | null
const expectReplay = (wall: Peer, facts: object) => expect.poll(() => replayOf(wall)).toMatchObject(facts)
const expectMember = (wall: Peer, id: number, facts: object) =>
  expect.poll(() => replayOf(wall)?.members.find((one) => one.id === id)).toMatchObject(facts)
function states(wall: Peer): Record<string, string> {
  const last = wall.messages.seen.filter(({ action }) => action === 'groupState').at(-1)
  const { members = [] } = (last?.group ?? {}) as { members?: { id: number; state: string }[] }
  return Object.fromEntries(members.map(({ id, state }) => [id, state]))
}
const inputs = (phone: Peer | undefined) =>
  phone?.messages.seen.filter(({ action }) =>
    ['canvas_action', 'pressKey', 'typeText'].includes(String(action)),
  )

async function groupBy(user: string, hub = fixture): Promise<Peer> {
  const wall = await hub.wall(user)
  await wall.next('wallRate')
  wall.send({ action: 'startGroup', leader: 1, followers: [2, 3] })
  await expect.poll(() => states(wall)).toMatchObject({ 1: 'follows', 2: 'follows', 3: 'follows' })
  return wall
}
const start = (wall: Peer, recordingId: RecordingId, speed = 1) =>
  wall.send({ action: 'startReplay', recordingId, speed })
const steer = (wall: Peer, to: 'pause' | 'resume' | 'stop' | 'close') =>
  wall.send({ action: 'steerReplay', to })
const refused = async (wall: Peer) => String((await wall.next('refused')).msg)

test('a recording is replayed on every member, without texts that were not stored, and is logged once', async () => {
  const wall = await groupBy('ann')
  const logged = fixture.heard('groupInput')
  start(wall, record([...swipe, { action: 'hiddenText', length: 4 }, key('tab')]), 4)
  await expectReplay(wall, { state: 'ended', deviceNo: 'A9', steps: 2, skipped: 1, speed: 4 })
  for (const phone of phones) expect(inputs(phone)).toEqual([...swipe, key('tab')])
  for (const id of [1, 2, 3]) await expectMember(wall, id, { status: 'done', done: 2 })
  expect(await logged).toMatchObject({
    deviceNos: ['A1', 'A2', 'A3'],
    input: { kind: 'replay', recordedNo: 'A9', steps: 2 },
  })
  wall.send({ action: 'watchGroupLog', id: 2 })
  const { lines } = await wall.next('groupLog')
  const results = (lines as GroupLogLine[]).map(({ result, what }) => `${what.kind} ${result}`)
  expect(results).toEqual(['touch replayed', 'key replayed'])
  steer(wall, 'close')
  await expect.poll(() => replayOf(wall)).toBeNull()
})

test('members that are paused, lost or turned lack steps, with the reason, and continue from there', async () => {
  const wall = await groupBy('ann')
  show(phones[2], 1, [1280, 720])
  await expect.poll(() => states(wall)[3]).toBe('turned')
  const id = record([key('tab'), ...swipe, key('enter')], 40, recordedAs(720, 1280))
  wall.send({ action: 'pauseMembers', ids: [2] })
  start(wall, id)
  await expectMember(wall, 2, { status: 'lacks', done: 0, why: 'paused' })
  // It has three seconds to turn.
  await expectMember(wall, 3, { status: 'lacks', done: 1, why: 'turned' })
  await expectMember(wall, 1, { status: 'done', done: 3 })
  await expectReplay(wall, { state: 'ended' })
  expect(inputs(phones[1])).toEqual([])
  expect(inputs(phones[2])).toEqual([key('tab')])
  show(phones[2], 2, [720, 1280])
  await expect.poll(() => states(wall)[3]).toBe('paused')
  wall.send({ action: 'continueReplay', ids: [2, 3] })
  for (const member of [2, 3]) await expectMember(wall, member, { status: 'done', done: 3 })
  expect(inputs(phones[1])).toEqual([key('tab'), ...swipe, key('enter')])
  expect(inputs(phones[2])).toEqual([key('tab'), ...swipe, key('enter')])
  await expect.poll(() => states(wall)).toMatchObject({ 2: 'follows', 3: 'follows' })
  wall.send({ action: 'continueReplay', ids: [2, 3] })
  expect(await refused(wall)).toMatch(/^None of these phones/)
})

test('a phone that is lost during a gesture continues with this gesture after it is back', async () => {
  const wall = await groupBy('ann')
  start(wall, record([key('tab'), ...swipe], 400))
  await phones[1]?.next('canvas_action', { action_type: 'touchDown' })
  await phones[1]?.vanish()
  await expectMember(wall, 2, { status: 'lacks', done: 1, why: 'offline' })
  await expectReplay(wall, { state: 'ended' })
  const back = await fixture.phone('A2')
  await expect.poll(() => states(wall)[2]).toBe('paused')
  wall.send({ action: 'continueReplay', ids: [2] })
  await expectMember(wall, 2, { status: 'done' })
  expect(inputs(back)).toEqual(swipe)
})

test('without its leader a replay waits, also for the user, and continues with the leader', async () => {
  const wall = await groupBy('ann')
  start(wall, record([key('tab'), key('enter'), key('tab'), key('enter'), key('tab')], 500))
  await phones[0]?.next('pressKey')
  await phones[0]?.vanish()
  await expectReplay(wall, { state: 'paused', isLeaderAway: true })
  steer(wall, 'resume')
  expect(await refused(wall)).toMatch(/^The leader cannot be reached/)
  const back = await fixture.phone('A1')
  await expect.poll(() => states(wall)[1]).toBe('follows')
  steer(wall, 'resume')
  await expectReplay(wall, { state: 'ended' })
  for (const id of [1, 2, 3]) await expectMember(wall, id, { status: 'done', done: 5 })
  expect(inputs(phones[1])).toHaveLength(5)
  expect((inputs(phones[0])?.length ?? 0) + (inputs(back)?.length ?? 0)).toBe(5)
})

test('a pause holds all between two steps, inputs of the user are possible only then, and a stop lifts the finger', async () => {
  const wall = await groupBy('ann')
  const home = { action: 'groupInput', frame: touch('home') }
  start(wall, record([key('tab'), key('enter'), touch('touchDown'), touch('touchUp')], 2000), 4)
  await phones[0]?.next('pressKey', { key: 'tab' })
  wall.send(home)
  expect(await refused(wall)).toMatch(/^A recording is being replayed/)
  start(wall, record([key('tab')]))
  expect(await refused(wall)).toMatch(/^A recording is being replayed/)
  wall.send({ action: 'typeTexts', texts: [{ id: 2, text: 'a' }] })
  expect(await refused(wall)).toMatch(/^A recording is being replayed/)
  steer(wall, 'pause')
  await expectReplay(wall, { state: 'paused', isLeaderAway: false })
  wall.send(home)
  for (const phone of phones) await phone.next('canvas_action', { action_type: 'home' })
  expect(replayOf(wall)?.members.map(({ done }) => done)).toEqual([1, 1, 1])
  steer(wall, 'resume')
  for (const phone of phones) await phone.next('canvas_action', { action_type: 'touchDown' })
  steer(wall, 'stop')
  for (const phone of phones) await phone.next('canvas_action', { action_type: 'touchUp' })
  await expectReplay(wall, { state: 'ended' })
  for (const id of [1, 2, 3]) await expectMember(wall, id, { status: 'lacks', done: 2, why: 'stopped' })
})

test('followers act later at random, and the steps of each keep their order', async () => {
  const wall = await groupBy('ann')
  wall.send({ action: 'spreadGroup', spreadMs: 300 })
  const frames = [key('tab'), ...swipe, key('enter'), ...swipe, key('tab')]
  start(wall, record(frames, 20))
  await expectReplay(wall, { state: 'ended' })
  for (const phone of phones) expect(inputs(phone)).toEqual(frames)
})

test('a member that somebody else has booked ends its part, and the others continue', async () => {
  const wall = await groupBy('ann')
  start(wall, record([key('tab'), key('enter'), key('tab')], 500))
  await phones[1]?.next('pressKey')
  fixture.world.reserved.set('ann', new Set(['A2']))
  await fixture.hub.bookingsChanged([DeviceId.parse(2)])
  await expectMember(wall, 2, { status: 'lacks', why: 'reserved' })
  await expect.poll(() => states(wall)[2]).toBe('reserved')
  for (const id of [1, 3]) await expectMember(wall, id, { status: 'done', done: 3 })
  wall.send({ action: 'continueReplay', ids: [2] })
  expect(await refused(wall)).toMatch(/^None of these phones/)
})

test('it ends with the page and with the group, and no finger stays down', async () => {
  const wall = await groupBy('ann')
  const id = record([touch('touchDown'), touch('touchUp')], 60_000)
  start(wall, id)
  await phones[1]?.next('canvas_action', { action_type: 'touchDown' })
  wall.send({ action: 'stopGroup' })
  await phones[1]?.next('canvas_action', { action_type: 'touchUp' })
  await expect.poll(() => replayOf(wall)).toBeNull()
  const second = await groupBy('ann')
  start(second, id)
  await phones[2]?.next('canvas_action', { action_type: 'touchDown' })
  await second.vanish()
  await phones[2]?.next('canvas_action', { action_type: 'touchUp' })
})

test('phones of another server replay, too', async () => {
  const bus = new InProcessBus(() => {})
  const { world } = fixture
  const [here, there] = await Promise.all([startHub({ world, bus, findRecording }), startHub({ world, bus })])
  const all = await Promise.all([here.phone('A1'), there.phone('A2'), there.phone('A3')])
  const wall = await groupBy('ann', here)
  start(wall, record([...swipe, key('tab')]))
  await expectReplay(wall, { state: 'ended' })
  for (const phone of all) {
    await phone.next('pressKey')
    expect(inputs(phone)).toEqual([...swipe, key('tab')])
  }
  await Promise.all([here.stop(), there.stop()])
})

test('what cannot be replayed is refused with the reason', async () => {
  const wall = await groupBy('ann')
  start(wall, RecordingId.parse(77))
  expect(await refused(wall)).toMatch(/does not exist/i)
  start(wall, record([{ action: 'hiddenText', length: 4 }]))
  expect(await refused(wall)).toBe('This recording has no inputs to replay')
  start(wall, record(Array.from({ length: maxReplaySteps + 1 }, () => key('tab'))))
  expect(await refused(wall)).toMatch(/more than 5000 steps/)
  steer(wall, 'resume')
  wall.send({ action: 'startReplay', recordingId: 1, speed: 3 })
  expect(await refused(wall)).not.toBe('')
  wall.send({ action: 'stopGroup' })
  start(wall, record([key('tab')]))
  expect(await refused(wall)).toMatch(/^Group control is not active/)
})
