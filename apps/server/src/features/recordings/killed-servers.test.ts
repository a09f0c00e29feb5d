import { randomUUID } from 'node:crypto'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { enrollPath } from '@fleetdeck/contract/phone-api'
import { recordings } from '@fleetdeck/contract/recordings'
import { encodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { firstSignIn, HttpClient } from '@fleetdeck/testing/server/http-client'
import {
  type DataFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from '@fleetdeck/testing/server/server-process'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { newPostgres } from '@fleetdeck/testing/site/test-database'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const redis = process.env.TEST_REDIS_URL
const firstPassword = 'First-Password-1'

describe.skipIf(!(process.env.TEST_DATABASE_URL && redis))('when the server of a recording is killed', () => {
  let database: Awaited<ReturnType<typeof newPostgres>>
  let folders: DataFolder[]
  let programs: ServerProcess[]
  let prefix: string
  const begin = async (folder: DataFolder) => {
    const server = await startServer({
      DATABASE_URL: database.url,
      REDIS_URL: redis ?? '',
      REDIS_PREFIX: prefix,
      DATA_DIR: folder.path,
      CAPTCHA: 'off',
      ADMIN_PASSWORD: firstPassword,
    })
    programs.push(server)
    return server
  }

  let phone: TestSocket
  let recorder: ServerProcess
  /** On the server with the phone, which stays alive. */
  let admin: HttpClient
  let onRecorder: HttpClient

  beforeEach(async () => {
    database = await newPostgres()
    prefix = randomUUID()
    programs = []
    folders = [await temporaryFolder(), await temporaryFolder()]
    const [first, second] = folders as [DataFolder, DataFolder]
    const server = await begin(first)
    recorder = await begin(second)
    admin = await firstSignIn(server.address, firstPassword)
    onRecorder = new HttpClient(recorder.address, admin.token)
    await admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    const enrolled = await fetch(`${server.address}${enrollPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: server.enrolmentKey, deviceId: 'phone-1', brand: 'Deck', model: 'One' }),
    })
    const { data } = (await enrolled.json()) as { data: { token: string } }
    const body = { deviceNo: 'A1', deviceId: 'phone-1', tenantId: 1, groupId: 1 }
    await admin.call(devices.addAssDevice, { body })
    phone = TestSocket.phone(server.address, data.token)
    await phone.next('registered')
  })
  afterEach(async () => {
    phone.close()
    for (const program of programs) await program.kill()
    await database.drop()
    for (const folder of folders) await folder.remove()
  })

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

  test('another server ends it by itself, and its file can be played when the server is back', async () => {
    const query = await recordPicture(onRecorder)
    await recorder.kill()
    await expect
      .poll(() => admin.call(recordings.one, { query }))
      .toMatchObject({ state: 'cut', ending: 'restart' })
    const back = await begin(folders[1] as DataFolder)
    const onBack = new HttpClient(back.address, admin.token)
    expect((await onBack.call(recordings.timeline, { query })).pictures).toHaveLength(1)
  })

  test('it can be stopped at once, and the phone recorded again', async () => {
    const query = await recordPicture(onRecorder)
    await recorder.kill()
    await admin.call(recordings.stop, { body: query })
    expect((await admin.call(recordings.one, { query })).state).not.toBe('recording')
    // The same call within a second would be refused as repeated.
    expect(await recordPicture(admin, true)).toEqual({ id: query.id + 1 })
  })
})
