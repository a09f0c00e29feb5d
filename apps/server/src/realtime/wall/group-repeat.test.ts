import { DeviceId } from '@fleetdeck/contract/ids'
import { type GroupLogLine, maxMissedSteps, type WallGroup } from '@fleetdeck/contract/wall-socket'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type HubFixture, startHub } from '../testing/hub-fixture.ts'
import type { Peer } from '../testing/peer.ts'

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
const send = (wall: Peer, frame: object) => wall.send({ action: 'groupInput', frame })
const key = (name: string) => ({ action: 'pressKey', key: name })

function member(wall: Peer, id: number) {
  const last = wall.messages.seen.filter(({ action }) => action === 'groupState').at(-1)
  return ((last?.group ?? null) as WallGroup | null)?.members.find((one) => one.id === id)
}
const expectMember = (wall: Peer, id: number, facts: object) =>
  expect.poll(() => member(wall, id)).toMatchObject(facts)

async function groupBy(user: string): Promise<Peer> {
  const wall = await fixture.wall(user)
  await wall.next('wallRate')
  wall.send({ action: 'startGroup', leader: 1, followers: [2, 3] })
  for (const id of [1, 2, 3]) await expectMember(wall, id, { state: 'follows' })
  return wall
}

/** The newest log of a phone, as lines. */
function logOf(wall: Peer, id: number): string[] {
  const last = wall.messages.seen.filter((event) => event.action === 'groupLog' && event.id === id).at(-1)
  const lines = (last?.lines ?? []) as GroupLogLine[]
  return lines.map(({ by, what, result, why }) =>
    [by, Object.values(what).join(' '), result, why].join(' ').trim(),
  )
}
const inputs = (phone: Peer | undefined) =>
  phone?.messages.seen.filter(({ action }) =>
    ['canvas_action', 'pressKey', 'typeText'].includes(String(action)),
  )

test('a member that missed steps gets just these, in their order, and follows again', async () => {
  const wall = await groupBy('ann')
  wall.send({ action: 'pauseMembers', ids: [2] })
  await expectMember(wall, 2, { state: 'paused' })
  const swipe = [touch('touchDown'), touch('touchMove', 0.5, 0.5), touch('touchUp', 0.5, 0.75)]
  for (const frame of [...swipe, key('tab'), { action: 'typeText', text: 'secret' }]) send(wall, frame)
  await phones[2]?.next('typeText')
  await expectMember(wall, 2, { missed: 3, canRepeat: true })
  expect(member(wall, 3)).toMatchObject({ missed: 0, canRepeat: false })
  const logged = fixture.heard('groupInput')
  wall.send({ action: 'repeatMissed', ids: [2, 3] })
  await expectMember(wall, 2, { state: 'follows', missed: 0 })
  expect(inputs(phones[1])).toEqual([...swipe, key('tab'), { action: 'typeText', text: 'secret' }])
  expect(inputs(phones[2])).toHaveLength(5)
  expect(await logged).toMatchObject({ deviceNos: ['A2'], input: { kind: 'touch', to: [0.5, 0.75] } })
  send(wall, touch('home'))
  await phones[1]?.next('canvas_action', { action_type: 'home' })
})

test('steps of a phone that was away are repeated after it is back, and those of too long ago are not', async () => {
  const wall = await groupBy('ann')
  await phones[2]?.vanish()
  await expectMember(wall, 3, { state: 'offline' })
  send(wall, touch('back'))
  await expectMember(wall, 3, { missed: 1, canRepeat: false })
  wall.send({ action: 'repeatMissed', ids: [3] })
  expect(await wall.next('refused')).toMatchObject({ msg: expect.stringMatching(/^None of these phones/) })
  const back = await fixture.phone('A3')
  await expectMember(wall, 3, { state: 'paused', canRepeat: true })
  wall.send({ action: 'repeatMissed', ids: [3] })
  await back.next('canvas_action', { action_type: 'back' })
  await expectMember(wall, 3, { state: 'follows' })
  wall.send({ action: 'pauseMembers', ids: [3] })
  await expectMember(wall, 3, { state: 'paused' })
  for (let step = 0; step <= maxMissedSteps; step += 1) send(wall, key('tab'))
  await expectMember(wall, 3, { missed: maxMissedSteps + 1, canRepeat: false })
})

test('a repeat that is stopped leaves no finger down, and the rest stays missed', async () => {
  const wall = await groupBy('ann')
  wall.send({ action: 'pauseMembers', ids: [2] })
  await expectMember(wall, 2, { state: 'paused' })
  // The finger stays down, so that the repeat waits for it.
  send(wall, touch('touchDown'))
  await expectMember(wall, 2, { canRepeat: true })
  wall.send({ action: 'repeatMissed', ids: [2] })
  await phones[1]?.next('canvas_action', { action_type: 'touchDown' })
  wall.send({ action: 'pauseMembers', ids: [2] })
  await phones[1]?.next('canvas_action', { action_type: 'touchUp' })
  await expectMember(wall, 2, { state: 'paused', missed: 1 })
  // Also when the group ends, and the phone is free again.
  wall.send({ action: 'repeatMissed', ids: [2] })
  await phones[1]?.next('canvas_action', { action_type: 'touchDown' })
  wall.send({ action: 'stopGroup' })
  await phones[1]?.next('canvas_action', { action_type: 'touchUp' })
})

test('the log of a member tells each step, who did it, and what became of it', async () => {
  const wall = await groupBy('ann')
  send(wall, { action: 'typeText', text: '密码🔑' })
  wall.send({ action: 'pauseMembers', ids: [2] })
  await expectMember(wall, 2, { state: 'paused' })
  send(wall, key('tab'))
  await expectMember(wall, 2, { canRepeat: true })
  wall.send({ action: 'repeatMissed', ids: [2] })
  await expectMember(wall, 2, { state: 'follows' })
  wall.send({ action: 'watchGroupLog', id: 2 })
  const lines = ['ann text 3 sent', 'ann key tab missed paused', 'ann key tab repeated']
  await expect.poll(() => logOf(wall, 2)).toEqual(lines)
  send(wall, touch('touchDown', 0.25, 0.25))
  await expect.poll(() => logOf(wall, 2).at(-1)).toBe('ann touch 0.25,0.25 0.25,0.25 sent')
  wall.send({ action: 'pauseMembers', ids: [2] })
  await expect.poll(() => logOf(wall, 2).at(-1)).toBe('ann touch 0.25,0.25 0.25,0.25 cut')
  wall.send({ action: 'stopGroup' })
  wall.send({ action: 'watchGroupLog', id: 1 })
  await expect.poll(() => logOf(wall, 1).length).toBe(3)
})

test('a page that reloads finds the log of its session, and other sessions do not', async () => {
  const wall = await groupBy('ann')
  send(wall, { action: 'typeText', text: 'abc' })
  await phones[1]?.next('typeText')
  await wall.vanish()
  const again = await groupBy('ann')
  await expectMember(again, 2, { state: 'follows' })
  send(again, key('tab'))
  again.send({ action: 'watchGroupLog', id: 2 })
  await expect.poll(() => logOf(again, 2)).toEqual(['ann text 3 sent', 'ann key tab sent'])
  const bob = await fixture.wall('bob')
  bob.send({ action: 'watchGroupLog', id: 2 })
  await bob.next('groupLog', { lines: [] })
})

test('only the user who controls a group repeats steps in it', async () => {
  const wall = await fixture.wall('bob')
  await wall.next('wallRate')
  wall.send({ action: 'repeatMissed', ids: [2] })
  expect(await wall.next('refused')).toMatchObject({
    msg: expect.stringMatching(/^Group control is not active/),
  })
  wall.send({ action: 'watchGroupLog', id: 2 })
  await expect.poll(() => wall.messages.seen.some(({ action }) => action === 'groupLog')).toBe(true)
  expect(logOf(wall, 2)).toEqual([])
})
