import { appendFile, readdir, truncate } from 'node:fs/promises'
import path from 'node:path'
import { Script } from 'node:vm'
import { bookingPermission, bookings, bookPermission } from '@fleetdeck/contract/bookings'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { controlPermission } from '@fleetdeck/contract/device-socket'
import { DataScope } from '@fleetdeck/contract/enums'
import { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import type { ReplayProgress } from '@fleetdeck/contract/recordings'
import { recordings } from '@fleetdeck/contract/recordings'
import { encodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { guestScreens, screenLinks } from '@fleetdeck/contract/screen-links'
import { scripts } from '@fleetdeck/contract/scripts'
import { HttpClient } from '@fleetdeck/testing/server/http-client'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeRecord, recordKind } from '../../domain/recordings/recording-file.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { runJob } from '../../testing/run-job.ts'

let site: TestSite
let sockets: TestSocket[] = []
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.deps.parameters.set('recording.minFreeMegabytes', '0')
  await site.deps.parameters.set('recording.picturesPerSecond', '30')
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterEach(() => {
  for (const socket of sockets) socket.close()
  sockets = []
})
afterAll(() => site.stop())

/** An assigned, connected phone; phone n is device n. */
const addPhone = async (n: number) => connect(await addAssignedPhone(site, n))

async function connect(token: string): Promise<TestSocket> {
  const phone = TestSocket.phone(site.address, token)
  sockets.push(phone)
  await phone.next('registered')
  return phone
}

async function look(n: number, client: Pick<TestClient, 'token'> = site.admin): Promise<TestSocket> {
  const path = `/rapi/ws/device?deviceNo=A${n}&type=client&language=en`
  const viewer = TestSocket.browser(site.address, path, client.token ?? '')
  sockets.push(viewer)
  await viewer.next('deviceState')
  viewer.send({ action: 'joinRoom' })
  await viewer.next('joinRoomResp')
  return viewer
}

let sequence = 0
function sendPicture(phone: TestSocket, wide = false): void {
  sequence += 1
  const image = new Uint8Array(3000)
  image.set([0xff, 0xd8, sequence])
  const [screenWidth, screenHeight] = wide ? [1280, 720] : [720, 1280]
  const size = { width: 360, height: 640, screenWidth, screenHeight }
  phone.socket.send(encodeScreenFrame({ sequence, capturedAt: sequence, image, ...size }))
}
const touch = (action_type: string, x = 0.5, y = 0.25) => ({ action: 'canvas_action', action_type, x, y })
const start = async (n: number, keepsTexts = false) =>
  (await site.admin.call(recordings.start, { body: { deviceNo: `A${n}`, keepsTexts } })).id as number
const one = (id: number) => site.admin.call(recordings.one, { query: { id } })
const timeline = (id: number) => site.admin.call(recordings.timeline, { query: { id } })
const stop = (id: number) => site.admin.call(recordings.stop, { body: { id } })

/** A tap, a swipe and a text, with a frame and a log line in between. */
async function record(phone: TestSocket, n: number, keepsTexts: boolean): Promise<number> {
  const id = await start(n, keepsTexts)
  const viewer = await look(n)
  sendPicture(phone)
  phone.send({ action: 'log', level: 'warn', msg: 'hello from the phone', time: 1 })
  for (const [type, x] of [
    ['touchDown', 0.5],
    ['touchUp', 0.5],
    ['touchDown', 0.2],
    ['touchMove', 0.5],
    ['touchUp', 0.8],
    ['home', 0],
  ] as const)
    viewer.send(touch(type, x))
  for (const letter of 'pass') viewer.send({ action: 'typeText', text: letter })
  viewer.send({ action: 'pressKey', key: 'enter' })
  await phone.next('pressKey')
  await expect.poll(async () => (await timeline(id)).inputs.length).toBe(11)
  await expect.poll(async () => (await timeline(id)).lines.length).toBe(1)
  await stop(id)
  viewer.close()
  return id
}

describe('a recording', () => {
  test('contains frames, inputs and log lines with their times, and hides typed text', async () => {
    const phone = await addPhone(1)
    const id = await record(phone, 1, false)
    const shown = await one(id)
    expect(shown).toMatchObject({ deviceNo: 'A1', userName: 'admin', ownerName: 'admin', state: 'done' })
    expect(shown).toMatchObject({ ending: 'stopped', pictures: 1, inputs: 11, keepsTexts: false })
    const { pictures, inputs, lines, durationMs } = await timeline(id)
    expect(inputs[0]).toMatchObject({ name: 'admin', frame: touch('touchDown') })
    expect(inputs.filter(({ frame }) => frame.action === 'hiddenText')).toHaveLength(4)
    expect(JSON.stringify(inputs)).not.toContain('"text"')
    expect(lines).toMatchObject([{ level: 'warn', msg: 'hello from the phone' }])
    expect(durationMs).toBeLessThanOrEqual(shown.durationMs)
    const [{ from, length } = { from: 0, length: 0 }] = pictures
    const { data } = await site.admin.ask(recordings.piece, { query: { id, from, to: from + length } })
    expect((data as Buffer).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, sequence]))
    expect((data as Buffer).byteLength).toBe(3000)
  })

  test('is visible to everybody in the room, and its end is announced', async () => {
    await addPhone(1)
    const viewer = await look(1)
    const id = await start(1)
    const seen = async (): Promise<unknown> => (await viewer.next('roomState')).recording ?? seen()
    expect(await seen()).toMatchObject({ id, by: 'admin' })
    await stop(id)
    expect(await viewer.next('recordingEnded')).toMatchObject({ id, msg: 'Recording stopped' })
  })

  test('requires a connected phone, and runs once per phone', async () => {
    const phone = await addPhone(1)
    const id = await start(1)
    const again = await site.admin.ask(recordings.start, { body: { deviceNo: 'A1' } })
    expect(again.msg).toBe('This phone is already being recorded. Stop that recording first.')
    await stop(id)
    phone.close()
    await phone.closed
    await expect.poll(() => site.deps.hub.connectedPhones([DeviceId.parse(1)])).toEqual(new Set())
    const body = { deviceNo: 'A1', keepsTexts: true }
    expect(await site.admin.call(recordings.start, { body })).toEqual({ id: null })
    expect((await site.admin.ask(recordings.start, { body: { deviceNo: 'NONE' } })).code).toBe(404)
    expect((await site.admin.call(recordings.list)).total).toBe(1)
  })

  test('continues when the phone is disconnected for a moment', async () => {
    const token = await addAssignedPhone(site, 1)
    const phone = await connect(token)
    const id = await start(1)
    phone.close()
    await phone.closed
    await expect.poll(async () => (await timeline(id)).online).toMatchObject([{ isOnline: false }])
    const back = await connect(token)
    await back.next('startScreen')
    sendPicture(back)
    await expect.poll(async () => (await timeline(id)).pictures.length).toBe(1)
    expect((await timeline(id)).online).toMatchObject([{ isOnline: false }, { isOnline: true }])
    await stop(id)
  })

  test('does not start without disk space, and ends when the space runs out', async () => {
    await addPhone(1)
    const viewer = await look(1)
    const id = await start(1)
    await site.deps.parameters.set('recording.minFreeMegabytes', '9999999')
    expect(await viewer.next('recordingEnded')).toMatchObject({ id, ending: 'storage' })
    await expect.poll(async () => (await one(id)).state).toBe('cut')
    const refused = await site.admin.ask(recordings.start, { body: { deviceNo: 'A1' } })
    expect(refused.msg).toBe(
      'Not enough disk space on the server to record. Delete old recordings, or contact an administrator.',
    )
  })

  test('stops in order when the storage of its owner is full; none starts then, with the reason', async () => {
    const phone = await addPhone(1)
    const viewer = await look(1)
    const id = await start(1)
    sendPicture(phone)
    await expect.poll(async () => (await timeline(id)).pictures.length).toBe(1)
    await site.deps.parameters.set('storage.userMegabytes', '1')
    await site.deps.db.insert(storedFiles).values({
      ...{
        fileName: 'a.txt',
        originalName: 'a.txt',
        mediaType: 'text/plain',
        md5: '',
        size: 1024 * 1024 - 1,
      },
      ownerId: UserId.parse(1),
    })
    expect(await viewer.next('recordingEnded')).toMatchObject({
      ...{ id, ending: 'quota' },
      msg: expect.stringMatching(/^Recording stopped because the storage of the tenant or user is full/),
    })
    await expect.poll(() => one(id)).toMatchObject({ state: 'done', ending: 'quota', pictures: 1 })
    const refused = await site.admin.ask(recordings.start, { body: { deviceNo: 'A1' } })
    expect(refused.msg).toMatch(/^Storage is full \(1 of 1 MB used\)/)
    const total = (await site.admin.call(recordings.list, {})).total
    expect(total).toBe(1)
  })

  test.each([
    ['left behind by its server', sql`now() - interval '1 minute'`],
    ['left behind while the clock was ahead', sql`now() + interval '3 days'`],
  ])('%s is closed with what was written, even with a torn last record', async (_, heardAt) => {
    const phone = await addPhone(1)
    const id = await start(1)
    sendPicture(phone)
    await expect.poll(async () => (await timeline(id)).pictures.length).toBe(1)
    sendPicture(phone)
    await expect.poll(async () => (await timeline(id)).pictures.length).toBe(2)
    await stop(id)
    const folder = path.join(site.dataDir, 'recordings')
    const { rows } = await site.deps.db.execute<{ file_name: string }>(
      sql`update recordings set state = 'recording', ending = null, pictures = 0,
          heard_at = ${heardAt} where id = ${id} returning file_name`,
    )
    await truncate(path.join(folder, rows[0]?.file_name ?? ''), 4000)
    await expect.poll(() => one(id)).toMatchObject({ state: 'cut', ending: 'restart' })
    expect((await one(id)).pictures).toBe(1)
    expect((await timeline(id)).pictures).toHaveLength(1)
  })

  test('is stopped immediately by another server, and completed by its own', async () => {
    const phone = await addPhone(1)
    const viewer = await look(1)
    const id = await start(1)
    sendPicture(phone)
    await expect.poll(async () => (await timeline(id)).pictures.length).toBe(1)
    const other = await site.another()
    const there = new HttpClient(other.address, site.admin.token)
    try {
      await there.call(recordings.stop, { body: { id } })
      expect(await one(id)).toMatchObject({ state: 'done', ending: 'stopped' })
      expect(await viewer.next('recordingEnded')).toMatchObject({ id, ending: 'stopped' })
      const next = await there.call(recordings.start, { body: { deviceNo: 'A1', keepsTexts: false } })
      const shown = async (): Promise<unknown> => {
        const { recording } = await viewer.next('roomState')
        return (recording as { id?: number } | null)?.id === next.id ? recording : shown()
      }
      expect(await shown()).toMatchObject({ id: next.id })
      sendPicture(phone)
      await there.call(recordings.stop, { body: { id: next.id as number } })
      expect(await one(id)).toMatchObject({ state: 'done', ending: 'stopped', pictures: 1 })
    } finally {
      await other.close()
    }
  })

  test('is deleted with its file, manually or when it is old', async () => {
    await addPhone(1)
    const first = await start(1)
    const folder = path.join(site.dataDir, 'recordings')
    const before = (await readdir(folder)).length
    await site.admin.call(recordings.remove, { query: { ids: [first] } })
    expect((await readdir(folder)).length).toBe(before - 1)
    const second = await start(1, true)
    await stop(second)
    await site.deps.db.execute(sql`update recordings set started_at = now() - interval '31 days'`)
    await runJob(site, 'pruneRecordings')
    expect((await site.admin.call(recordings.list)).total).toBe(0)
    expect((await readdir(folder)).length).toBe(before - 1)
    expect((await site.admin.ask(recordings.timeline, { query: { id: second } })).code).toBe(404)
  })
})

test('recordings of other users do not exist for the caller', async () => {
  const phone = await addPhone(1)
  const id = await record(phone, 1, true)
  await site.deps.db.execute(sql`update recordings set keeps_texts = true`)
  const { client } = await addUser(site, { userName: 'mallory' })
  for (const [call, request] of [
    [recordings.one, { query: { id } }],
    [recordings.piece, { query: { id, from: 0, to: 8 } }],
    [recordings.replay, { body: { id, deviceNo: 'A1' } }],
  ] as const)
    expect((await client.ask(call, request)).code).toBe(403)
  const wrong = { query: { id, from: 0, to: 99_999_999 } }
  expect((await site.admin.ask(recordings.piece, wrong)).msg).toBe(
    'The requested range is not valid. Reload the page.',
  )
})

test('a pinch is recorded, replayed on another phone and becomes a call of a script; keys are not told', async () => {
  const phone = await addPhone(1)
  phone.send({ action: 'heartbeat', can: ['pinch'] })
  const id = await start(1, true)
  const viewer = await look(1)
  const pinch = [
    { ...touch('touchDown', 0.4), second: { x: 0.6, y: 0.25 } },
    { ...touch('touchMove', 0.3), second: { x: 0.7, y: 0.25 } },
    { ...touch('touchUp', 0.3), second: { x: 0.7, y: 0.25 } },
  ]
  for (const frame of pinch) viewer.send(frame)
  viewer.send({ action: 'askTool', id: 'k', request: { tool: 'setKeyboard', isOn: true } })
  for (const keys of [['ShiftLeft'], ['ShiftLeft', 'KeyP'], ['KeyP', 'KeyQ'], []])
    viewer.send({ action: 'holdKeys', keys })
  for (let count = 0; count < 4; count += 1) await phone.next('holdKeys')
  await expect.poll(async () => (await timeline(id)).inputs.length).toBe(5)
  await stop(id)
  viewer.close()
  const { inputs } = await timeline(id)
  expect(inputs.map(({ frame }) => frame)).toEqual([
    ...pinch,
    { action: 'hiddenText', length: 1 },
    { action: 'hiddenText', length: 1 },
  ])
  const { text } = await site.admin.call(recordings.script, { query: { id } })
  expect(text).toMatch(/^device\.pinch\(\{ x: px\(0\.5\), y: py\(0\.25\), scale: 2, ms: \d+ \}\)$/m)
  const other = await addPhone(2)
  const replayOn = async (state: string, speed: 2 | 4) => {
    const { jobId } = await site.admin.call(recordings.replay, { body: { id, deviceNo: 'A2', speed } })
    const progress = () => site.admin.call(recordings.replayProgress, { query: { jobId } })
    await expect.poll(async () => (await progress()).state).toBe(state)
    return progress()
  }
  // It does not report that it takes two fingers.
  expect((await replayOn('failed', 2)).reason).toMatch(/^A2: This phone does not take two fingers/)
  other.send({ action: 'heartbeat', can: ['pinch'] })
  await replayOn('done', 4)
  for (const frame of pinch) expect(await other.next('canvas_action')).toEqual(frame)
})

test('the inputs become a script, with a parameter for each hidden text', async () => {
  const phone = await addPhone(1)
  const id = await record(phone, 1, false)
  const { text, params } = await site.admin.call(recordings.script, { query: { id } })
  expect(params).toMatchObject([{ key: 'text1', label: 'Text 1', type: 1 }])
  expect(() => new Script(text)).not.toThrow()
  const steps = text.split('\n').filter((line) => /^(device|if)/.test(line))
  expect(steps.map((step) => step.replace(/, \d+\)$/, ', ms)'))).toEqual([
    'device.tap(px(0.5), py(0.25))',
    'device.swipe(px(0.2), py(0.25), px(0.8), py(0.25), ms)',
    'device.key("home")',
    'if (given.text1) device.text(given.text1)',
    'device.key("enter")',
  ])
  await site.admin.call(platforms.add, { body: { platformName: 'Lab' } })
  const draft = { scriptName: 'Again', platformId: 1, version: '1.0', content: text, params }
  expect((await site.admin.call(scripts.add, { body: draft })).id).toBe(1)
})

/** A second input, an hour later. */
async function lengthen(id: number): Promise<void> {
  const { rows } = await site.deps.db.execute<{ file_name: string }>(
    sql`select file_name from recordings where id = ${id}`,
  )
  const content = Buffer.from(JSON.stringify({ name: 'admin', frame: touch('touchUp') }))
  const file = path.join(site.dataDir, 'recordings', rows[0]?.file_name ?? '')
  await appendFile(file, encodeRecord(recordKind.input, 3_600_000, content))
}

/** A finger that is put down on the first phone, and lifted an hour later. */
async function recordLongTouch(): Promise<number> {
  const phone = await addPhone(1)
  const id = await start(1)
  const viewer = await look(1)
  viewer.send(touch('touchDown'))
  await phone.next('canvas_action')
  await expect.poll(async () => (await timeline(id)).inputs.length).toBe(1)
  await stop(id)
  viewer.close()
  await lengthen(id)
  return id
}

describe('a replay', () => {
  const readProgress = (jobId: string) => site.admin.call(recordings.replayProgress, { query: { jobId } })
  const replay = async (id: number, deviceNo: string, speed: 1 | 2 | 4 = 4) =>
    (await site.admin.call(recordings.replay, { body: { id, deviceNo, speed } })).jobId
  const ended = async (jobId: string): Promise<ReplayProgress> => {
    await expect.poll(async () => (await readProgress(jobId)).state).not.toBe('running')
    return readProgress(jobId)
  }

  test('repeats the inputs on another phone, including texts if they were recorded', async () => {
    const first = await addPhone(1)
    const id = await record(first, 1, true)
    const second = await addPhone(2)
    const jobId = await replay(id, 'A2')
    expect(await second.next('canvas_action')).toMatchObject({ action_type: 'touchDown', x: 0.5, y: 0.25 })
    expect((await second.next('typeText')).text).toBe('p')
    await second.next('pressKey')
    expect(await ended(jobId)).toMatchObject({ state: 'done', sent: 11, skipped: 0, reason: null })
  })

  test('skips hidden texts and reports their number', async () => {
    const id = await record(await addPhone(1), 1, false)
    await addPhone(2)
    expect(await ended(await replay(id, 'A2'))).toMatchObject({ state: 'done', sent: 7, skipped: 4 })
  })

  test('reports why it cannot start: the phone is offline, or controlled by another user', async () => {
    const id = await record(await addPhone(1), 1, true)
    const away = await addPhone(2)
    away.close()
    await away.closed
    await expect.poll(() => site.deps.hub.connectedPhones([DeviceId.parse(2)])).toEqual(new Set())
    expect(await ended(await replay(id, 'A2'))).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^A2: /),
    })
    const seat = await site.deps.hub.joinAsGuest(
      DeviceId.parse(1),
      { name: 'bob', setting: {}, guest: 'player' },
      {},
    )
    await seat?.takeControl()
    expect(await ended(await replay(id, 'A1'))).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('A1: '),
    })
    await seat?.leave()
  })

  test('takes control from a guest with a link', async () => {
    const id = await record(await addPhone(1), 1, true)
    const phone = await addPhone(2)
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const { publicId, token } = await site.admin.call(screenLinks.add, {
      body: { deviceId: DeviceId.parse(2), expiresAt, mayControl: true },
    })
    const visit = await site.nobody.call(guestScreens.begin, { body: { publicId, token, name: 'Ann' } })
    const page = await look(2, { token: visit.token })
    await expect.poll(async () => (await page.next('roomState')).youControl).toBe(true)
    const jobId = await replay(id, 'A2')
    await phone.next('canvas_action')
    expect(await ended(jobId)).toMatchObject({ state: 'done' })
  })

  test('is refused for users who may only watch', async () => {
    const id = await record(await addPhone(1), 1, true)
    const permissions = ['device/recording/list', 'device/recording/replay', 'device/deviceList/list']
    const person = { userName: 'watcher' }
    const { client } = await addHolder(site, person, { permissions, dataScope: DataScope.all })
    expect((await client.ask(recordings.one, { query: { id } })).code).toBe(0)
    const refused = await client.ask(recordings.replay, { body: { id, deviceNo: 'A1' } })
    expect(refused.code).toBe(403)
  })

  test('ends with the reason when somebody else has booked the phone, and lifts the finger', async () => {
    const id = await recordLongTouch()
    const other = await addPhone(2)
    const sees = [controlPermission, 'device/deviceList/list', 'device/recording/list']
    const replays = [...sees, 'device/recording/replay']
    const { client } = await addHolder(
      site,
      { userName: 'ann' },
      { permissions: replays, dataScope: DataScope.all },
    )
    const books = { permissions: [bookingPermission, bookPermission], dataScope: DataScope.all }
    const li = await addHolder(site, { userName: 'li' }, books)
    const body = { id, deviceNo: 'A2', speed: 1 as const }
    const { jobId } = await client.call(recordings.replay, { body })
    expect((await other.next('canvas_action')).action_type).toBe('touchDown')
    const endsAt = new Date(Date.now() + 3_600_000).toISOString()
    const target = { deviceIds: [DeviceId.parse(2)] }
    await li.client.call(bookings.add, { body: { target, startsAt: null, endsAt, purpose: '' } })
    const progress = () => client.call(recordings.replayProgress, { query: { jobId } })
    await expect.poll(async () => (await progress()).state).toBe('failed')
    expect((await progress()).reason).toMatch(/^A2: .*“A2” is reserved by “li” until /)
    expect((await other.next('canvas_action')).action_type).toBe('touchUp')
    expect(await client.ask(recordings.replay, { body: { ...body, speed: 2 } })).toMatchObject({
      msg: expect.stringMatching(/reserved by “li”/),
    })
  })

  test('can be stopped, and then lifts the finger', async () => {
    const id = await recordLongTouch()
    const other = await addPhone(2)
    const jobId = await replay(id, 'A2', 1)
    expect((await other.next('canvas_action')).action_type).toBe('touchDown')
    await site.admin.call(recordings.replayCancel, { body: { jobId } })
    expect((await ended(jobId)).state).toBe('cancelled')
    expect((await other.next('canvas_action')).action_type).toBe('touchUp')
  })
})
