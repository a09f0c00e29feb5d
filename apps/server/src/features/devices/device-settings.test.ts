import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { parameterRows } from '@fleetdeck/contract/parameter-rows'
import { userCloud } from '@fleetdeck/contract/user-cloud'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

let site: TestSite
let sockets: TestSocket[] = []
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterEach(() => {
  for (const socket of sockets) socket.close()
  sockets = []
})
afterAll(() => site.stop())

const addPhone = (n: number) => addAssignedPhone(site, n)
/** A newly connected phone, and the settings it received. */
async function connect(token: string, settingsRevision?: string, address = site.address) {
  const socket = TestSocket.phone(address, token)
  sockets.push(socket)
  socket.socket.removeAllListeners('open')
  socket.socket.once('open', () =>
    socket.send({ action: 'register', version: 1, ...(settingsRevision && { settingsRevision }) }),
  )
  await socket.next('registered')
  return socket
}
const shown = (deviceNo = 'A1') => site.admin.call(devices.findOne, { query: { deviceNo } })
const save = (content: object) =>
  site.admin.ask(devices.updateSettingScreen, {
    body: { deviceNo: 'A1', content: JSON.stringify(content) },
  })
const setControl = (control: object) =>
  site.admin.ask(devices.updateSettingControl, { body: { deviceNo: 'A1', control } })

test('settings reach the phone immediately, on whichever server, and count as set until it confirms them', async () => {
  const other = await site.another()
  const phone = await connect(await addPhone(1), undefined, other.address)
  await phone.next('settings')
  await save({ screen_scale: '80' })
  const order = await phone.next('settings')
  expect(order).toMatchObject({ settings: { screen_scale: '80', screen_mode: '2' }, heartbeatSeconds: 10 })
  expect((await shown()).settingsConfirmed).toBe(false)
  phone.send({ action: 'settingsTaken', revision: order.revision })
  await expect.poll(async () => (await shown()).settingsConfirmed).toBe(true)
  expect((await shown()).settingsTakenAt).not.toBeNull()
  await other.close()
})

test('an offline phone gets them when it reconnects, unless it already uses them', async () => {
  const token = await addPhone(1)
  await setControl({ heartbeat_seconds: '7' })
  const phone = await connect(token)
  const { revision, heartbeatSeconds, control } = await phone.next('settings')
  expect([heartbeatSeconds, control]).toEqual([7, expect.objectContaining({ run_mode: '0' })])
  phone.close()
  await phone.closed
  await connect(token, String(revision))
  // The revision it reports when connecting is a confirmation too.
  await expect.poll(async () => (await shown()).settingsConfirmed).toBe(true)
})

test('a removed key falls back to the owner’s value, and then to the site’s', async () => {
  await addPhone(1)
  await save({ screen_scale: '80' })
  const projection = { screen_scale: '70' }
  await site.admin.call(userCloud.edit, {
    body: { userId: 1, projection, control: { heartbeat_seconds: '20' } },
  })
  const first = await shown()
  expect(first.settings.screen_scale).toBe('80')
  expect(first.own).toEqual({ settings: { screen_scale: '80' }, control: {} })
  expect(first.inherited.settings.screen_scale).toBe('70')
  expect(first.control.heartbeat_seconds).toBe('20')
  await save({ screen_scale: null })
  expect(await shown()).toMatchObject({ settings: { screen_scale: '70' }, own: { settings: {} } })
})

test('settings of the owner or the site reach the phones that inherit them', async () => {
  const phone = await connect(await addPhone(1))
  await phone.next('settings')
  const { list } = await site.admin.call(parameterRows.list, {
    query: { configKey: 'device.heartbeatSeconds' },
  })
  const { id = 0, configName = '', configKey = '' } = list[0] ?? {}
  await site.admin.call(parameterRows.edit, { body: { id, configName, configKey, configValue: '12' } })
  expect(await phone.next('settings')).toMatchObject({ heartbeatSeconds: 12 })
  await site.admin.call(userCloud.edit, {
    body: { userId: 1, projection: {}, control: { heartbeat_seconds: '20' } },
  })
  expect(await phone.next('settings')).toMatchObject({ heartbeatSeconds: 20 })
})

test('many devices are set in one batch, and each keeps its other settings', async () => {
  for (const n of [1, 2]) await addPhone(n)
  await save({ screen_img_delay: '500' })
  const action = {
    action: 'settings' as const,
    projection: { screen_scale: '30' },
    control: { log_window: '1' as const },
  }
  const { jobId } = await site.admin.call(deviceBatches.start, {
    body: { action, selection: { filter: {} } },
  })
  const progress = () => site.admin.call(deviceBatches.progress, { query: { jobId } })
  await expect.poll(async () => (await progress()).state).toBe('done')
  expect(await shown('A1')).toMatchObject({
    settings: { screen_scale: '30', screen_img_delay: '500' },
    control: { log_window: '1' },
  })
  expect((await shown('A2')).own.settings).toEqual({ screen_scale: '30' })
})

test('values out of range, unknown keys and other users’ devices are refused', async () => {
  await addPhone(1)
  for (const control of [{ heartbeat_seconds: '0' }, { run_mode: '7' }, { colour: 'red' }])
    expect((await setControl(control)).code).toBe(-1)
  expect((await save({ screen_scale: 80 })).code).toBe(-1)
  expect((await shown()).own).toEqual({ settings: {}, control: {} })
})

test('a phone with scrcpy is opened as video, unless the viewer, its settings or its owner’s say otherwise', async () => {
  const phone = await connect(await addPhone(1))
  /** What the phone is asked for when a viewer opens it. */
  const opened = async (screenSetting: object = {}) => {
    const path = '/rapi/ws/device?deviceNo=A1&type=client&language=en'
    const viewer = TestSocket.browser(site.address, path, site.admin.token ?? '')
    await viewer.next('deviceState')
    viewer.send({ action: 'joinRoom', screenSetting })
    const { pictures } = await phone.next('startScreen')
    viewer.close()
    await phone.next('stopScreen')
    return pictures ? 'screenshots' : 'video'
  }
  const report = async (runMode: string, can: string[] = []) => {
    phone.send({ action: 'heartbeat', runMode, can })
    await expect.poll(async () => (await shown()).runtime.runMode).toBe(runMode)
  }
  await report('adb screencap')
  expect(await opened()).toBe('screenshots')
  expect((await shown()).inherited.settings.screen_mode).toBe('2')
  await report('adb scrcpy 4.1')
  expect(await opened()).toBe('video')
  expect((await shown()).inherited.settings.screen_mode).toBe('1')
  expect(await opened({ screen_mode: '2' })).toBe('screenshots')
  await report('adb screenrecord', ['clipboard'])
  expect(await opened()).toBe('screenshots')
  // Somebody looked at it on a wall, which shows screenshots.
  await report('adb screencap', ['clipboard', 'pinch'])
  expect(await opened()).toBe('video')
  const projection = { screen_mode: '2' } as const
  await site.admin.call(userCloud.edit, { body: { userId: 1, projection, control: {} } })
  expect(await opened()).toBe('screenshots')
  expect((await shown()).inherited.settings.screen_mode).toBe('2')
  await save({ screen_mode: '1' })
  expect(await opened()).toBe('video')
})
