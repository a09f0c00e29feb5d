import { devices as ofDevices } from '@fleetdeck/contract/devices'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { maxMissedSteps } from '@fleetdeck/contract/wall-socket'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { View } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'
import { dropFile } from '../helpers/drop-file.ts'

const devices = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6']
let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(devices)
})
afterAll(() => console_?.stop())

/** Where each tile is, by number, however far its view is scrolled. */
const places = (page: Page) =>
  page.locator('article').evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { x, y, width } = tile.getBoundingClientRect()
      let scrolled = 0
      for (let around = tile.parentElement; around; around = around.parentElement)
        scrolled += around.scrollTop
      return [tile.getAttribute('aria-label'), Math.round(x), Math.round(y + scrolled), width].join(' ')
    }),
  )

async function openWall(view?: View) {
  const opened = await console_.open(view)
  const { page, t } = opened
  await page.goto('/device/wall')
  const live = page.locator('article canvas[data-frames]')
  await expect.poll(() => live.count()).toBe(devices.length)
  const tile = (device: string) => page.getByRole('button', { name: t('wall.open', { device }) })
  const member = (device: string) => page.getByRole('article', { name: device }).locator('[data-member]')
  const beside = page.getByRole('complementary', { name: t('wall.beside') })
  const state = (device: string) => member(device).getAttribute('data-member')
  const startGroup = async () => {
    for (const device of devices) await page.getByLabel(t('wall.choose', { device })).check()
    await page.getByRole('button', { name: t('wall.startGroup') }).click()
    await expect.poll(() => state('W1')).toBe('leads')
    for (const device of devices.slice(1))
      await expect.poll(() => state(device)).toMatch(/^(follows|differs)$/)
  }
  return { ...opened, tile, beside, state, startGroup }
}

async function logged() {
  const { admin } = console_.site
  const { list } = await admin.call(operationLogs.list, { query: { pageSize: 100 } })
  const ofWall = list.filter(({ operUrl }) => operUrl === '/ws/wall')
  const details = ofWall.map(({ id }) => admin.call(operationLogs.detail, { query: { id } }))
  return (await Promise.all(details)).map(({ info }) => JSON.parse(info.operParam))
}

test('no tile moves when a phone is selected, enlarged or marked, and the enlarged one stays in view', async () => {
  const { page, t, tile, beside, state, startGroup } = await openWall()
  const before = await places(page)
  await page.getByLabel(t('wall.choose', { device: 'W2' })).check()
  await page.getByText(t('wall.chosen', { count: 1 })).waitFor()
  expect(await places(page)).toEqual(before)
  await page.getByRole('button', { name: t('wall.chooseNone') }).click()

  for (const device of devices) {
    await tile(device).click()
    await beside.getByRole('heading', { name: device }).waitFor()
    expect(await places(page)).toEqual(before)
    const [panel, opened] = await Promise.all([beside.boundingBox(), tile(device).boundingBox()])
    if (!panel || !opened) throw new Error('not in view')
    expect(opened.x >= panel.x + panel.width || opened.x + opened.width <= panel.x).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => beside.count()).toBe(0)
    expect(await places(page)).toEqual(before)
  }

  await startGroup()
  const inGroup = await places(page)
  await tile('W5').click()
  await expect.poll(() => state('W5')).toBe('paused')
  expect(await places(page)).toEqual(inGroup)
  await beside.getByRole('button', { name: t('wall.resume') }).click()
  await expect.poll(() => state('W5')).toMatch(/^(follows|differs)$/)
  expect(await places(page)).toEqual(inGroup)
})

test('no tile moves when steps can no longer be repeated, and the leader is larger and sharper than its tile', async () => {
  const { page, t, tile, beside, state, startGroup, errors } = await openWall({ language: 'en' })
  for (const device of devices) await page.getByLabel(t('wall.choose', { device })).check()
  const start = page.getByRole('button', { name: t('wall.startGroup') })
  // Nothing of it is cut off.
  expect(
    await start.evaluate(({ offsetLeft, offsetWidth }: HTMLElement) => offsetLeft + offsetWidth),
  ).toBeLessThan(await start.evaluate((button) => button.parentElement?.clientWidth ?? 0))
  await startGroup()
  const before = await places(page)
  await tile('W2').focus()
  await page.keyboard.press('p')
  await expect.poll(() => state('W2')).toBe('paused')
  const home = beside.getByRole('button', { name: t('screen.home') })
  for (let step = 0; step <= maxMissedSteps; step += 1) await home.click()
  await page.getByText(t('wall.repeatNot', { count: 1 })).waitFor()
  expect(await places(page)).toEqual(before)

  const widthOf = async (canvas: Locator) => (await canvas.boundingBox())?.width ?? 0
  const leader = beside.locator('canvas')
  const shown = await page.getByRole('article', { name: 'W1' }).locator('canvas').boundingBox()
  // In its tile, the phone is as high as the tile and narrower.
  expect((await leader.boundingBox())?.height).toBeGreaterThan(shown?.height ?? 0)
  const shownWidth = await widthOf(leader)
  await expect
    .poll(() => leader.evaluate((canvas) => (canvas as HTMLCanvasElement).width))
    .toBeGreaterThan(shownWidth * 0.95)
  expect(errors).toEqual([])
})

test('a file that is dropped on the leader is sent to all phones of the group, one on a member to that one', async () => {
  const { page, t, tile, beside, state, startGroup, errors } = await openWall({ language: 'en' })
  await startGroup()
  const dialog = page.getByRole('dialog')
  const notes = { name: 'notes.txt', bytes: [104, 105] }
  await dropFile(beside.getByRole('application'), 'dragover', notes)
  await beside.getByText(t('screen.dropHere')).waitFor()
  await dropFile(beside.getByRole('application'), 'drop', notes)
  await dialog.getByText(t('command.sendTo', { count: devices.length })).waitFor()
  await dialog.getByText('notes.txt').waitFor()
  await dialog.getByRole('button', { name: t('command.sendAction', { count: devices.length }) }).click()
  const done = dialog.getByRole('row').filter({ hasText: t('delivery.succeeded') })
  await expect.poll(() => done.count()).toBe(devices.length)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)

  await tile('W2').click()
  await expect.poll(() => state('W2')).toBe('paused')
  await dropFile(beside.getByRole('application'), 'drop', { name: 'game.apk', bytes: [0x50, 0x4b, 3, 4] })
  await dialog.getByText(t('command.sendToOne', { name: 'W2' })).waitFor()
  await dialog.getByText('game.apk').waitFor()
  expect(await dialog.getByRole('radio', { name: new RegExp(`^${t('command.inst')}`) }).isChecked()).toBe(
    true,
  )
  expect(errors).toEqual([])
})

test('the system log of each phone of the group is read', async () => {
  const { page, t, startGroup, errors } = await openWall()
  await startGroup()
  await page.getByRole('button', { name: t('wall.tools') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('wall.toolReadLog') }).click()
  await dialog.getByText('logcat -d -t 300').waitFor()
  await dialog.getByRole('button', { name: t('command.sendAction', { count: devices.length }) }).click()
  const done = dialog.getByRole('row').filter({ hasText: t('delivery.succeeded') })
  await expect.poll(() => done.count()).toBe(devices.length)
  await done.first().getByText('SystemServiceManager').first().waitFor()
  expect(errors).toEqual([])
})

test('a tool is used on all phones of the group, and again on those where it failed', async () => {
  const { page, t, tile, state, startGroup, errors } = await openWall()
  await startGroup()
  await tile('W3').focus()
  await page.keyboard.press('p')
  await expect.poll(() => state('W3')).toBe('paused')
  await page.getByRole('button', { name: t('wall.tools') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: t('tools.latitude') }).fill('25.03')
  await dialog.getByRole('spinbutton', { name: t('tools.longitude') }).fill('121.56')
  await dialog.getByRole('button', { name: t('tools.setPosition') }).click()
  await dialog.getByText(t('wall.toolCounts', { done: 5, failed: 1, left: 0 })).waitFor()
  const rows = dialog.getByRole('table', { name: t('wall.tools') }).locator('tbody tr')
  expect(await rows.first().innerText()).toContain('W3')
  expect(await rows.first().innerText()).toContain(t('wall.paused'))
  const others = devices.filter((device) => device !== 'W3')
  await expect.poll(logged).toContainEqual({ kind: 'tool', tool: 'setPosition', deviceNos: others })
  await page.keyboard.press('Escape')

  await tile('W3').focus()
  await page.keyboard.press('p')
  await expect.poll(() => state('W3')).toMatch(/^(follows|differs)$/)
  await page.getByRole('button', { name: t('wall.tools') }).click()
  const app = dialog.getByRole('combobox', { name: t('command.app') })
  await app.fill('no.such.app')
  await dialog.getByRole('button', { name: t('wall.toolLaunch') }).click()
  await dialog.getByText(t('wall.toolCounts', { done: 0, failed: 6, left: 0 })).waitFor()
  await dialog.getByText(t('phone.tool.noApp')).first().waitFor()
  await dialog.getByRole('button', { name: t('wall.shotsAgain', { count: 6 }) }).click()
  const launches = async () => (await logged()).filter(({ tool }) => tool === 'launchApp').length
  await expect.poll(launches).toBe(2)
  expect(errors).toEqual([])
})

test('an app of the leader is opened on all phones, and one is uninstalled with the result of each', async () => {
  const { page, t, startGroup, errors } = await openWall()
  await startGroup()
  await page.getByRole('button', { name: t('wall.tools') }).click()
  const dialog = page.getByRole('dialog')
  const app = dialog.getByRole('combobox', { name: t('command.app') })
  await app.fill('WEATH')
  await page.locator('.ant-select-item-option', { hasText: 'weather' }).click()
  await expect.poll(() => app.inputValue()).toBe('weather')
  await dialog.getByRole('button', { name: t('wall.toolLaunch') }).click()
  await dialog.getByText(t('wall.toolCounts', { done: 6, failed: 0, left: 0 })).waitFor()

  await dialog.getByRole('button', { name: t('wall.toolUninstall') }).click()
  const form = page.getByRole('dialog', { name: t('command.sendTo', { count: 6 }) })
  await expect.poll(() => form.getByRole('textbox', { name: t('command.app') }).inputValue()).toBe('weather')
  await form.getByRole('button', { name: t('command.sendAction', { count: 6 }) }).click()
  const confirm = page
    .getByRole('dialog')
    .filter({ hasText: t('command.confirmHint') })
    .last()
  await confirm.getByRole('button', { name: t('command.uninst') }).click()
  // Apps of the phone's system cannot be uninstalled.
  const result = page.getByRole('dialog', { name: t('command.uninst') })
  for (const device of devices)
    await result.getByRole('row').filter({ hasText: device }).getByText(t('delivery.failed')).waitFor()
  expect(errors).toEqual([])
})

test('all tools of the leader reach all, later by a random delay if one is chosen', async () => {
  const { page, t, beside, startGroup, errors } = await openWall()
  await startGroup()
  await page.getByRole('combobox', { name: t('wall.delay') }).click()
  await page.getByTitle(t('wall.delayUpTo', { seconds: 0.5 })).click()
  await page.locator('[data-on="true"]').waitFor()
  const tools = beside.getByRole('toolbar', { name: t('screen.operations') })
  for (const key of ['screen.volumeUp', 'screen.notifications', 'screen.rotate', 'screen.power'] as const)
    await tools.getByRole('button', { name: t(key), exact: true }).click()
  await tools.getByRole('button', { name: t('screen.clipboard') }).click()
  await page.getByRole('textbox', { name: t('screen.clipboard') }).fill('secret')
  await page.getByRole('button', { name: t('screen.toPhone') }).click()
  await page.getByRole('button', { name: t('screen.fromPhone') }).click()
  await page.getByText(t('screen.clipboardCopied', { text: 'secret' })).waitFor()
  await page.getByRole('button', { name: t('screen.shortcuts') }).click()
  await page.getByText(t('screen.copyHere')).waitFor()
  for (const key of ['volume_up', 'notifications', 'rotate', 'power'])
    await expect.poll(logged).toContainEqual({ kind: 'key', key, deviceNos: devices })
  await expect.poll(logged).toContainEqual({ kind: 'clipboard', characters: 6, deviceNos: devices })
  // The power button turned the screens off.
  for (const device of devices)
    await page.getByRole('article', { name: device, exact: true }).getByText(t('wall.black')).waitFor()
  expect(errors).toEqual([])
})

test('each phone is typed its own line after a preview, and keys pause and resume the tile in focus', async () => {
  const { page, t, tile, state, startGroup } = await openWall()
  await startGroup()
  await tile('W3').focus()
  await page.keyboard.press('p')
  await expect.poll(() => state('W3')).toBe('paused')

  await page.getByRole('button', { name: t('wall.texts') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: t('wall.texts') }).fill('a\nbb {{deviceNo}}\nccc\n{{imei}}')
  await dialog.getByRole('alert').getByText('{{imei}}').waitFor()
  await dialog.getByRole('textbox', { name: t('wall.texts') }).fill('a\nbb {{deviceNo}}\nccc\ndddd')
  await dialog.getByText('bb W2').waitFor()
  await dialog.getByText(t('wall.textsNoLine', { count: 2 })).waitFor()
  await dialog.getByText(t('wall.textsAway', { count: 1 })).waitFor()
  await dialog.getByRole('button', { name: t('wall.textsSend', { count: 3 }) }).click()
  await dialog.getByText(t('wall.textsSent', { count: 3 })).waitFor()
  await expect.poll(logged).toContainEqual({ kind: 'text', characters: 5, deviceNos: ['W2'] })
  await expect.poll(logged).toContainEqual({ kind: 'text', characters: 4, deviceNos: ['W4'] })
  await page.keyboard.press('Escape')

  await tile('W3').focus()
  await page.keyboard.press('p')
  await expect.poll(() => state('W3')).toMatch(/^(follows|differs)$/)
  await page.getByRole('button', { name: t('screen.shortcuts') }).click()
  await page.getByText(t('wall.keyPause')).waitFor()
})

test('the leader is as sharp as it is shown, unless its own settings are to apply', async () => {
  const content = JSON.stringify({ screen_scale: '10' })
  await console_.site.admin.call(ofDevices.updateSettingScreen, { body: { deviceNo: 'W1', content } })
  const { page, beside, startGroup } = await openWall()
  await startGroup()
  const canvas = beside.locator('canvas[data-frames]')
  // The phones may be turned.
  const width = () =>
    canvas.evaluate((node) => {
      const { width, height } = node as HTMLCanvasElement
      return Math.min(width, height)
    })
  await expect.poll(width).toBeGreaterThan(50)
  await page.evaluate(() => localStorage.setItem('layout-setting', '{"screenQuality":"device"}'))
  await page.reload()
  await startGroup()
  // Not immediately: the first frame is the wall's last one.
  await expect.poll(width).toBe(36)
})

test('the leader is as large as wanted beside the wall, also after a reload', async () => {
  const { page, t, beside, startGroup } = await openWall()
  await startGroup()
  const widthOf = async () => Math.round((await beside.boundingBox())?.width ?? 0)
  const before = await widthOf()
  const edge = beside.getByRole('separator', { name: t('screen.dockWidth') })
  await edge.focus()
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft')
  await expect.poll(widthOf).toBe(before + 100)
  await page.reload()
  await startGroup()
  await expect.poll(widthOf).toBe(before + 100)
})
