import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { encodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { decodeWallBatch } from '@fleetdeck/contract/wall-batch'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { devices } from '../../platform/db/schema/devices.ts'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterAll(() => site.stop())

const picture = { capturedAt: 0, width: 2, height: 4, screenWidth: 720, screenHeight: 1440 }
const frame = encodeScreenFrame({ ...picture, sequence: 7, image: Buffer.from([0xff, 0xd8, 0xff, 0xd9]) })

async function openWall(address: string): Promise<TestSocket> {
  const wall = TestSocket.browser(address, '/ws/wall?language=en', site.admin.token ?? '')
  await wall.next('wallRate')
  wall.send({ action: 'watchPhones', ids: [1], width: 180 })
  return wall
}
const nextFrame = async (wall: TestSocket) => decodeWallBatch(await wall.nextPicture()).pictures[0]?.frame

/** The server that showed phone 1 on a wall has stopped. */
async function stopAfterPicture(): Promise<void> {
  const token = await addAssignedPhone(site, 1)
  const former = await site.another()
  const phone = TestSocket.phone(former.address, token)
  await phone.next('registered')
  const wall = await openWall(former.address)
  await phone.next('startScreen')
  phone.socket.send(frame)
  expect(Buffer.from((await nextFrame(wall)) ?? [])).toEqual(Buffer.from(frame))
  await former.close()
  await phone.closed
}

test('a server that starts again on its data folder shows what its phones showed last, and since when', async () => {
  await stopAfterPicture()
  const again = await site.another()
  const wall = await openWall(again.address)
  expect(Buffer.from((await nextFrame(wall)) ?? [])).toEqual(Buffer.from(frame))
  await expect
    .poll(async () => (await wall.next('tileNotes')).tiles)
    .toMatchObject([{ id: 1, keptMs: expect.any(Number) }])
  await again.close()
  const { mode } = await stat(path.join(site.dataDir, 'last-frames', '1.frame'))
  expect(mode & 0o077).toBe(0)
})

test('a device that got another owner while the server was stopped shows nothing of before', async () => {
  await stopAfterPicture()
  const { id: tenantId } = await addUser(site, { userName: 'heir' })
  await site.deps.db.update(devices).set({ tenantId })
  const again = await site.another()
  const wall = await openWall(again.address)
  await expect.poll(() => readdir(path.join(site.dataDir, 'last-frames'))).toEqual([])
  wall.send({ action: 'ping' })
  await wall.next('pong')
  expect(wall.pictures).toEqual([])
  await again.close()
})
