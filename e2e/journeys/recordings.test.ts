import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { platforms } from '@fleetdeck/contract/platforms'
import { recordings } from '@fleetdeck/contract/recordings'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { ExecType, TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignPhones, type Console, startConsole } from '../helpers/console.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'

let console_: Console
let phones: Phones
beforeAll(async () => {
  console_ = await startConsole()
  const { site } = console_
  await site.deps.parameters.set('recording.minFreeMegabytes', '0')
  const key = site.deps.parameters.get('device.enrolmentKey')
  phones = await startPhones({ server: site.address, key, count: 2 })
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  await site.admin.call(platforms.add, { body: { platformName: 'Lab' } })
  await assignPhones(site, ['R1', 'R2'])
  const content = JSON.stringify({ default_screen: '1', screen_mode: '2', screen_scale: '50' })
  await site.admin.call(devices.updateSettingScreen, { body: { deviceNo: 'R1', content } })
})
afterAll(async () => {
  await phones?.stop()
  await console_?.stop()
})

test('a session is recorded, played back, exported, replayed on another phone and saved as a script', async () => {
  const { site } = console_
  // In English, which the server must know for its own messages.
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/screen?deviceNo=R1')
  await page.locator('canvas[data-frames]').waitFor()
  await page.getByRole('button', { name: t('recording.start') }).click()
  await page.getByRole('checkbox', { name: t('recording.keepTexts') }).check()
  await page
    .getByRole('tooltip')
    .getByRole('button', { name: t('recording.start') })
    .click()
  const stop = page.getByRole('button', { name: t('recording.stop') })
  await stop.waitFor()
  await page.getByText(t('recording.runsBy', { name: 'admin' })).waitFor()
  const screen = page.getByRole('application')
  const { id } = firstRow((await site.admin.call(recordings.list)).list)
  const timeline = () => site.admin.call(recordings.timeline, { query: { id } })
  await screen.click({ position: { x: 60, y: 200 } })
  await page.keyboard.type('hi')
  // The last input follows a frame other than the first.
  await expect.poll(async () => (await timeline()).pictures.length).toBeGreaterThan(1)
  await page.getByRole('button', { name: t('screen.home') }).click()
  await expect.poll(async () => (await timeline()).inputs.length).toBeGreaterThan(3)
  await expect.poll(async () => (await timeline()).pictures.length).toBeGreaterThan(2)
  await stop.click()
  await page.getByText(t('recording.ending.stopped')).waitFor()

  await page.goto('/device/recording')
  await page.getByRole('link', { name: 'R1' }).first().click()
  const canvas = page.locator('canvas[data-picture]')
  await canvas.waitFor()
  await page.locator('[data-kind=input]').last().click()
  await expect.poll(() => canvas.getAttribute('data-picture')).not.toBe('0')
  await canvas.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => canvas.getAttribute('data-picture')).toBe('0')
  await page.keyboard.press(' ')
  await expect.poll(() => canvas.getAttribute('data-picture')).not.toBe('0')

  const [film] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('recording.export') }).click(),
  ])
  const probe = ['-v', 'error', '-show_entries', 'stream=codec_name,width', '-of', 'csv=p=0']
  const { stdout } = await promisify(execFile)('ffprobe', [...probe, await film.path()])
  expect(stdout).toMatch(/^vp[89],\d+/)

  await page.getByRole('button', { name: t('recording.replay') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').click()
  await page.getByTitle('R2').click()
  await dialog.getByText('4×').click()
  await dialog.getByRole('button', { name: t('recording.replayStart') }).click()
  await dialog.getByText(t('recording.replayState.done')).waitFor()
  await dialog
    .getByRole('button', { name: t('recording.close') })
    .last()
    .click()

  await page.getByRole('button', { name: t('recording.saveScript') }).click()
  await page.locator('.cm-content').getByText('device.text("hi")').waitFor()
  await page.getByRole('button', { name: t('table.save'), exact: true }).click()
  await page.waitForURL(/task\/script/)
  const name = t('recording.scriptName', { device: 'R1', id })
  await page.getByRole('table').getByText(name).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the script of a recording, run as a task, repeats the inputs on another phone', async () => {
  const { admin, address } = console_.site
  const start = async (deviceNo: string) =>
    (await admin.call(recordings.start, { body: { deviceNo, keepsTexts: true } })).id as number
  const timeline = (id: number) => admin.call(recordings.timeline, { query: { id } })
  const lines = async (id: number) => (await timeline(id)).lines.map(({ msg }) => msg)

  const id = await start('R1')
  const path = '/rapi/ws/device?deviceNo=R1&type=client&language=en'
  const viewer = TestSocket.browser(address, path, admin.token ?? '')
  await viewer.next('deviceState')
  viewer.send({ action: 'joinRoom' })
  await viewer.next('joinRoomResp')
  // The first app of the dock: a screen position that all phones share, whatever their size.
  const notes = { x: 0.154, y: 0.905 }
  for (const action_type of ['home', 'touchDown', 'touchUp'])
    viewer.send({ action: 'canvas_action', action_type, ...notes })
  viewer.send({ action: 'typeText', text: 'hi' })
  viewer.send({ action: 'canvas_action', action_type: 'recent', x: 0, y: 0 })
  await expect.poll(async () => (await timeline(id)).inputs.length).toBe(5)
  const opened = ['打开应用：便签', '按键：recent']
  await expect.poll(() => lines(id)).toEqual(expect.arrayContaining(opened))
  await admin.call(recordings.stop, { body: { id } })
  viewer.close()

  const { text: content, params } = await admin.call(recordings.script, { query: { id } })
  const script = { scriptName: 'As recorded', platformId: 1, version: '1.0', content, params }
  const { id: scriptId } = await admin.call(scripts.add, { body: script })
  const watched = await start('R2')
  const task = { taskName: 'As recorded', scriptId, execType: ExecType.once, devices: ['R2'] }
  const { id: taskId } = await admin.call(tasks.add, { body: task as never })
  await admin.call(tasks.updateTaskStatus, { body: { id: taskId, status: TaskStatus.started } })
  const states = async () => (await admin.call(taskRuns.list)).list.map(({ state }) => state)
  await expect.poll(states).toEqual(['succeeded'])
  await expect.poll(() => lines(watched)).toEqual(expect.arrayContaining(opened))
  await admin.call(recordings.stop, { body: { id: watched } })
})
