import { recordings } from '@fleetdeck/contract/recordings'
import { encodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import type { WallGroup } from '@fleetdeck/contract/wall-socket'
import { limitFiles } from '@fleetdeck/testing/server/limit-files'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

let site: TestSite
let fixture: TaskFixture
let pages: TestSocket[] = []
let started: number[] = []
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  await site.deps.parameters.set('recording.minFreeMegabytes', '0')
  await site.deps.parameters.set('recording.picturesPerSecond', '30')
})
afterEach(async () => {
  // The next test's recordings have the same ids.
  for (const id of started) await site.admin.call(recordings.stop, { body: { id } })
  started = []
  for (const page of pages) page.close()
  pages = []
  fixture.closeSockets()
})
afterAll(() => site.stop())

function openPage(path: string): TestSocket {
  const page = TestSocket.browser(site.address, path, site.admin.token ?? '')
  pages.push(page)
  return page
}
const start = async (n: number): Promise<number> => {
  const { id } = await site.admin.call(recordings.start, { body: { deviceNo: `A${n}`, keepsTexts: true } })
  started.push(id as number)
  return id as number
}
const timeline = (id: number) => site.admin.call(recordings.timeline, { query: { id } })
const one = (id: number) => site.admin.call(recordings.one, { query: { id } })

let sequence = 0
function sendPicture(phone: TestSocket, bytes: number): void {
  sequence += 1
  const image = new Uint8Array(bytes)
  image.set([0xff, 0xd8, sequence])
  const size = { width: 360, height: 640, screenWidth: 720, screenHeight: 1280 }
  phone.socket.send(encodeScreenFrame({ sequence, capturedAt: sequence, image, ...size }))
}

test('a group input is in the recording of each recorded phone of the group', async () => {
  const phones = [await fixture.phone(1), await fixture.phone(2), await fixture.phone(3)]
  const ids = [await start(1), await start(3)]
  const wall = openPage('/ws/wall?language=en')
  await wall.next('wallRate')
  wall.send({ action: 'startGroup', leader: 1, followers: [2, 3] })
  const followed = async (): Promise<void> => {
    const group = (await wall.next('groupState')).group as WallGroup
    if (!group.members.every(({ state }) => state === 'follows')) await followed()
  }
  await followed()
  const touch = (action_type: string) => ({ action: 'canvas_action', action_type, x: 0.5, y: 0.25 })
  const steps = [touch('touchDown'), touch('touchUp'), { action: 'typeText', text: 'hi' }]
  for (const frame of steps) wall.send({ action: 'groupInput', frame })
  for (const phone of phones) await phone.next('typeText')
  for (const id of ids) {
    await expect.poll(async () => (await timeline(id)).inputs.map(({ frame }) => frame)).toEqual(steps)
    expect((await timeline(id)).inputs[0]?.name).toBe('admin')
  }
})

test('a recording that runs out of disk space ends with what it has, and everything else continues', async () => {
  const [full, small] = [await fixture.phone(1), await fixture.phone(2)]
  const [id, other] = [await start(1), await start(2)]
  const viewer = openPage('/rapi/ws/device?deviceNo=A1&type=client&language=en')
  await viewer.next('deviceState')
  viewer.send({ action: 'joinRoom' })
  await viewer.next('joinRoomResp')
  await limitFiles('1000000')
  try {
    sendPicture(full, 400_000)
    await expect.poll(async () => (await timeline(id)).pictures.length).toBe(1)
    sendPicture(full, 400_000)
    await expect.poll(async () => (await timeline(id)).pictures.length).toBe(2)
    sendPicture(full, 400_000)
    expect(await viewer.next('recordingEnded')).toMatchObject({ id, ending: 'storage' })
  } finally {
    await limitFiles('unlimited')
  }
  await expect.poll(() => one(id)).toMatchObject({ state: 'cut', ending: 'storage', pictures: 2 })
  const { pictures } = await timeline(id)
  expect(pictures).toHaveLength(2)
  const { from, length } = pictures[1] ?? { from: 0, length: 0 }
  const { data } = await site.admin.ask(recordings.piece, { query: { id, from, to: from + length } })
  expect((data as Buffer).byteLength).toBe(400_000)
  // The phone stays under control, and the other recording continues.
  viewer.send({ action: 'pressKey', key: 'enter' })
  await full.next('pressKey')
  sendPicture(small, 5000)
  await expect.poll(async () => (await timeline(other)).pictures.length).toBe(1)
  expect(await one(other)).toMatchObject({ state: 'recording', ending: null })
})
