import { bookingPermission, bookings, bookPermission } from '@fleetdeck/contract/bookings'
import { controlPermission } from '@fleetdeck/contract/device-socket'
import { wallPermission } from '@fleetdeck/contract/device-wall'
import { DataScope } from '@fleetdeck/contract/enums'
import { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { recordings } from '@fleetdeck/contract/recordings'
import type { GroupMember, GroupReplay, WallGroup } from '@fleetdeck/contract/wall-socket'
import { HttpPhone } from '@fleetdeck/testing/phones/http-phone'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addRecording } from '../../testing/rights/tenant-recordings.ts'

let site: TestSite
let fixture: TaskFixture
let walls: TestSocket[] = []
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => {
  for (const wall of walls) wall.close()
  walls = []
  fixture.closeSockets()
})
afterAll(() => site.stop())

const replaying = recordings.replay.permission
const sees = [wallPermission, 'device/deviceList/list', controlPermission]
/** The home key, pressed on a phone of this user. */
const addRecordingOf = (owner: number) =>
  addRecording(site, {
    tenant: 'mine',
    ownerId: UserId.parse(owner),
    deviceRowId: DeviceId.parse(1),
    deviceNo: 'A1',
  })

async function groupOf({ token }: TestClient, followers: number[]) {
  const wall = TestSocket.browser(site.address, '/ws/wall?language=en', token ?? '')
  walls.push(wall)
  await wall.next('wallRate')
  wall.send({ action: 'startGroup', leader: 1, followers })
  const state = async (id: number, wanted: string): Promise<void> => {
    const group = (await wall.next('groupState')).group as WallGroup
    if (group.members.find((member) => member.id === id)?.state !== wanted) await state(id, wanted)
  }
  const replay = async (isReached: (replay: GroupReplay) => boolean): Promise<GroupReplay> => {
    const now = (await wall.next('replayState')).replay as GroupReplay | null
    return now && isReached(now) ? now : replay(isReached)
  }
  return { wall, state, replay }
}
const hasEnded = ({ state }: GroupReplay) => state === 'ended'

test('a sub-user replays a recording on phones of the tenant; one that reports over HTTP lacks it, with the reason', async () => {
  const [first, second] = [await fixture.phone(1), await fixture.phone(2)]
  const third = new HttpPhone(site.address, { token: await addAssignedPhone(site, 3) })
  await third.beat()
  const permissions = [...sees, replaying]
  const { client } = await addHolder(
    site,
    { userName: 'ann', parentId: UserId.parse(1) },
    { permissions, dataScope: DataScope.all },
  )
  const id = await addRecordingOf(1)
  expect(await client.call(recordings.replayPreview, { query: { id } })).toEqual({
    ...{ steps: 1, skipped: 0, durationMs: 0, screen: null },
  })
  const { wall, state, replay } = await groupOf(client, [2, 3])
  await state(2, 'follows')
  wall.send({ action: 'startReplay', recordingId: id })
  expect((await replay(hasEnded)).members).toEqual([
    { id: 1, done: 1, status: 'done' },
    { id: 2, done: 1, status: 'done' },
    { id: 3, done: 0, status: 'lacks', why: 'offline' },
  ])
  for (const phone of [first, second]) await phone.next('canvas_action')
})

test('the leader of a group is recorded, which the page shows, and the recording is replayed on the group', async () => {
  const phones = [await fixture.phone(1), await fixture.phone(2)]
  const permissions = [...sees, replaying, recordings.start.permission]
  const { client } = await addHolder(site, { userName: 'rec' }, { permissions, dataScope: DataScope.all })
  const watcher = await addHolder(site, { userName: 'wat' }, { permissions: sees, dataScope: DataScope.all })
  const { wall, state, replay } = await groupOf(client, [2])
  await state(2, 'follows')
  const body = { deviceNo: 'A1' }
  expect((await watcher.client.ask(recordings.start, { body })).code).toBe(403)
  const recorded = async (): Promise<GroupMember['recording']> => {
    const { leader, members } = (await wall.next('groupState')).group as WallGroup
    return members.find(({ id }) => id === leader)?.recording
  }
  const { id } = await client.call(recordings.start, { body })
  if (id === null) throw new Error('not connected')
  await expect.poll(recorded).toMatchObject({ id, by: 'rec' })
  expect((await watcher.client.ask(recordings.stop, { body: { id } })).code).toBe(403)
  wall.send({ action: 'groupInput', frame: { action: 'canvas_action', action_type: 'home' } })
  for (const phone of phones) expect(await phone.next('canvas_action')).toMatchObject({ action_type: 'home' })
  await client.call(recordings.stop, { body: { id } })
  await expect.poll(recorded).toBeUndefined()
  wall.send({ action: 'startReplay', recordingId: id })
  expect((await replay(hasEnded)).members).toEqual([
    { id: 1, done: 1, status: 'done' },
    { id: 2, done: 1, status: 'done' },
  ])
  for (const phone of phones) expect(await phone.next('canvas_action')).toMatchObject({ action_type: 'home' })
})

test('recordings of others, and those of users who may not replay, are refused', async () => {
  await fixture.phone(1)
  await fixture.phone(2)
  const id = await addRecordingOf(1)
  const own = { permissions: [...sees, replaying], dataScope: DataScope.self }
  const eve = await addHolder(site, { userName: 'eve' }, own)
  expect((await eve.client.ask(recordings.replayPreview, { query: { id } })).code).toBe(404)
  const watcher = { permissions: sees, dataScope: DataScope.all }
  const bob = await addHolder(site, { userName: 'bob' }, watcher)
  const { wall, state } = await groupOf(bob.client, [2])
  await state(2, 'follows')
  wall.send({ action: 'startReplay', recordingId: id })
  expect((await wall.next('refused')).msg).toMatch(/permission/)
})

test('a phone that somebody books during a replay is left out of the rest, and is shown as reserved', async () => {
  const [, second] = [await fixture.phone(1), await fixture.phone(2)]
  const permissions = [...sees, replaying]
  const { client } = await addHolder(site, { userName: 'ann' }, { permissions, dataScope: DataScope.all })
  const books = { permissions: [bookingPermission, bookPermission], dataScope: DataScope.all }
  const li = await addHolder(site, { userName: 'li' }, books)
  const { wall, state, replay } = await groupOf(client, [2])
  await state(2, 'follows')
  wall.send({ action: 'startReplay', recordingId: await addRecordingOf(1) })
  await second.next('canvas_action')
  await replay(hasEnded)
  const endsAt = new Date(Date.now() + 3_600_000).toISOString()
  const target = { deviceIds: [DeviceId.parse(2)] }
  await li.client.call(bookings.add, { body: { target, startsAt: null, endsAt, purpose: '' } })
  await state(2, 'reserved')
  wall.send({ action: 'startReplay', recordingId: await addRecordingOf(1) })
  const { members } = await replay(({ members }) => members[1]?.why !== undefined)
  expect(members[1]).toEqual({ id: 2, done: 0, status: 'lacks', why: 'reserved' })
})
