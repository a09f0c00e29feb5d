import { recordings } from '@fleetdeck/contract/recordings'
import { encodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import type { HttpClient } from '@fleetdeck/testing/server/http-client'
import type { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { TwoServers } from '@fleetdeck/testing/server/two-servers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env

describe.skipIf(!(TEST_DATABASE_URL && TEST_REDIS_URL))('when the server of a recording is killed', () => {
  let servers: TwoServers
  let phone: TestSocket
  beforeEach(async () => {
    servers = await TwoServers.start()
    phone = await servers.phone()
  })
  afterEach(() => servers.stop())

  let sequence = 0
  const recordPicture = async (client: HttpClient, keepsTexts = false) => {
    const { id } = await client.call(recordings.start, { body: { deviceNo: 'A1', keepsTexts } })
    const query = { id: id as number }
    sequence += 1
    const image = new Uint8Array(3000)
    image.set([0xff, 0xd8, sequence])
    const size = { width: 360, height: 640, screenWidth: 720, screenHeight: 1280 }
    phone.socket.send(encodeScreenFrame({ sequence, capturedAt: sequence, image, ...size }))
    await expect.poll(async () => (await client.call(recordings.timeline, { query })).pictures.length).toBe(1)
    return query
  }

  test('another server ends it automatically, and its file can be played when the server is back', async () => {
    const query = await recordPicture(servers.adminOnSecond)
    await servers.second.kill()
    await expect
      .poll(() => servers.admin.call(recordings.one, { query }))
      .toMatchObject({ state: 'cut', ending: 'restart' })
    await servers.restartSecond()
    expect((await servers.adminOnSecond.call(recordings.timeline, { query })).pictures).toHaveLength(1)
  })

  test('it can be stopped immediately, and the phone recorded again', async () => {
    const query = await recordPicture(servers.adminOnSecond)
    await servers.second.kill()
    await servers.admin.call(recordings.stop, { body: query })
    expect((await servers.admin.call(recordings.one, { query })).state).not.toBe('recording')
    // The same call within a second would be refused as repeated.
    expect(await recordPicture(servers.admin, true)).toEqual({ id: query.id + 1 })
  })
})
