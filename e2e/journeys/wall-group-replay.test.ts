import { recordings } from '@fleetdeck/contract/recordings'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

const devices = ['W1', 'W2', 'W3']
let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(devices)
  await console_.site.deps.parameters.set('recording.minFreeMegabytes', '0')
})
afterAll(() => console_?.stop())

/** Two keys and a tap, long enough to be paused on a busy machine. */
async function record(deviceNo: string) {
  const { admin, address } = console_.site
  const { id } = await admin.call(recordings.start, { body: { deviceNo, keepsTexts: true } })
  if (id === null) throw new Error('the phone is not connected')
  const path = `/rapi/ws/device?deviceNo=${deviceNo}&type=client&language=en`
  const viewer = TestSocket.browser(address, path, admin.token ?? '')
  await viewer.next('deviceState')
  viewer.send({ action: 'joinRoom' })
  await viewer.next('joinRoomResp')
  const inputs = async () => (await admin.call(recordings.timeline, { query: { id } })).inputs
  for (const action_type of ['home', 'touchDown', 'touchUp'])
    viewer.send({ action: 'canvas_action', action_type, x: 0.5, y: 0.5 })
  await expect.poll(async () => (await inputs()).length).toBe(3)
  // The timeline of the recording, not the test, has to be so long.
  const begun = performance.now()
  await expect.poll(() => performance.now() - begun, { interval: 200 }).toBeGreaterThan(5000)
  viewer.send({ action: 'canvas_action', action_type: 'recent', x: 0, y: 0 })
  await expect.poll(async () => (await inputs()).length).toBe(4)
  await admin.call(recordings.stop, { body: { id } })
  viewer.close()
}

test('a recording is replayed on a group, and continued on the phone that was paused', async () => {
  const { page, t, errors } = await console_.open()
  await record('W1')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const tile = (device: string) => page.getByRole('button', { name: t('wall.open', { device }), exact: true })
  const state = (device: string) =>
    page.getByRole('article', { name: device }).locator('[data-member]').getAttribute('data-member')
  await page.goto('/device/wall')
  for (const device of devices)
    await page.getByRole('checkbox', { name: t('wall.choose', { device }) }).check()
  await press(t('wall.startGroup'))
  for (const device of devices.slice(1)) await expect.poll(() => state(device)).toMatch(/^(follows|differs)$/)
  await tile('W3').focus()
  await page.keyboard.press('p')
  await expect.poll(() => state('W3')).toBe('paused')

  await press(t('wall.replay'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').click()
  await page.getByTitle(/^W1 ·/).click()
  await dialog.getByText(t('wall.replayOnPhones', { count: 2 })).waitFor()
  await dialog.getByText('W3').waitFor()
  await dialog.getByRole('button', { name: t('wall.replayStart', { count: 2 }) }).click()
  const rows = dialog.getByRole('table', { name: t('wall.replayResult') }).locator('tbody tr')
  await dialog.getByRole('button', { name: t('wall.replayPause') }).click()
  await dialog.getByRole('button', { name: t('wall.replayResume') }).click()
  await dialog.getByText(t('wall.replayCounts', { done: 2, playing: 0, lacks: 1 })).waitFor()
  expect(await rows.first().innerText()).toContain('W3')
  expect(await rows.first().innerText()).toContain(t('wall.replayLacks', { step: 1 }))

  await dialog.getByRole('button', { name: t('wall.replayContinue', { count: 1 }) }).click()
  await dialog.getByText(t('wall.replayCounts', { done: 3, playing: 0, lacks: 0 })).waitFor()
  await expect.poll(() => state('W3')).toMatch(/^(follows|differs)$/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('wall.replayResult') }).waitFor()
  expect(errors).toEqual([])
})

test('the leader is recorded from the bar of its group, and the recording is replayed on the group', async () => {
  const { page, t, errors } = await console_.open()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.goto('/device/wall')
  for (const device of devices)
    await page.getByRole('checkbox', { name: t('wall.choose', { device }) }).check()
  await press(t('wall.startGroup'))
  await page.getByText(t('wall.countFollows', { count: 2 })).waitFor()
  const bar = page.getByRole('status', { name: t('wall.group') })
  const height = async () => (await bar.boundingBox())?.height
  const before = await height()
  await press(t('wall.record'))
  await press(t('recording.start'))
  await bar.getByText(t('recording.runsBy', { name: 'admin' })).waitFor()
  expect(await height()).toBe(before)
  const beside = page.getByRole('complementary', { name: t('wall.beside') })
  await beside.getByRole('button', { name: t('screen.recent'), exact: true }).click()
  const { admin } = console_.site
  const newest = { orderByColumn: 'id', isAsc: 'desc' } as const
  const [recording] = (await admin.call(recordings.list, { query: newest })).list
  if (!recording) throw new Error('not recorded')
  const { id } = recording
  await expect
    .poll(async () => (await admin.call(recordings.timeline, { query: { id } })).inputs.length)
    .toBe(1)
  await press(t('recording.stop'))
  await page.getByText(t('recording.ending.stopped')).waitFor()
  await bar.getByRole('button', { name: t('wall.record') }).waitFor()

  await press(t('wall.replay'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').click()
  await page.getByTitle(/^W1 ·/).first().click()
  await dialog.getByRole('button', { name: t('wall.replayStart', { count: 3 }) }).click()
  await dialog.getByText(t('wall.replayCounts', { done: 3, playing: 0, lacks: 0 })).waitFor()
  await page.keyboard.press('Escape')

  await press(t('wall.record'))
  await press(t('recording.start'))
  await bar.getByText(t('recording.runsBy', { name: 'admin' })).waitFor()
  await press(t('wall.open', { device: 'W2' }))
  await press(t('wall.lead'))
  await bar.getByRole('button', { name: t('wall.record') }).waitFor()
  await bar.getByText(/^W1/).waitFor()
  await press(t('wall.open', { device: 'W1' }))
  await beside.getByRole('button', { name: t('recording.stop') }).click()
  await bar.getByText(/^W1/).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})
