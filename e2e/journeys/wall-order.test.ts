import { wallPermission } from '@fleetdeck/contract/device-wall'
import { DataScope } from '@fleetdeck/contract/enums'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { assignPhones, type Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'

let console_: Console
let other: Phones
const startOther = (more: string[] = []) => {
  const { site } = console_
  const key = site.deps.parameters.get('device.enrolmentKey')
  return startPhones({ server: site.address, key, count: 1, more })
}
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['W2', 'W10'])
  other = await startOther()
  await assignPhones(console_.site, ['W1'])
})
afterAll(async () => {
  await other?.stop()
  await console_?.stop()
})

test('a wall shows online phones first, and its counts filter it', async () => {
  const { page, t, errors } = await console_.open()
  const tiles = async () => {
    const all = await page.getByRole('article').all()
    return Promise.all(all.map((tile) => tile.getAttribute('aria-label')))
  }
  const count = (key: 'wall.countOnline' | 'wall.countOffline' | 'wall.countTrouble', of: number) =>
    page.getByRole('button', { name: t(key, { count: of }), exact: true })
  await page.goto('/device/wall')
  await expect.poll(tiles).toEqual(['W1', 'W2', 'W10'])
  await page.getByText(t('wall.countLive', { count: 3 })).waitFor()

  await other.stop()
  await count('wall.countOffline', 1).waitFor()
  const gone = page.getByRole('article', { name: 'W1', exact: true })
  await gone.getByText(/前|ago/).waitFor()
  await expect.poll(tiles).toEqual(['W2', 'W10', 'W1'])
  await page.getByText(t('wall.countLive', { count: 2 })).waitFor()

  // One state alone; the counts keep telling what each would show, also after a reload.
  await count('wall.countOnline', 2).click()
  await expect.poll(tiles).toEqual(['W2', 'W10'])
  await page.reload()
  await expect.poll(tiles).toEqual(['W2', 'W10'])
  await count('wall.countOffline', 1).click()
  await expect.poll(tiles).toEqual(['W1'])
  await gone.locator('canvas[data-frames]').waitFor()
  await gone.getByText(/前|ago/).waitFor()
  await page.goBack()
  await expect.poll(tiles).toEqual(['W2', 'W10'])
  await count('wall.countOnline', 2).click()
  await count('wall.countTrouble', 0).click()
  await page.getByText(t('monitor.empty')).waitFor()
  await count('wall.countTrouble', 0).click()

  // Two columns on a phone, whatever size was chosen elsewhere.
  await page.goto('/device/wall?size=0')
  await expect.poll(tiles).toEqual(['W2', 'W10', 'W1'])
  await page.setViewportSize({ width: 375, height: 812 })
  const left = async (device: string) =>
    (await page.getByRole('article', { name: device, exact: true }).boundingBox())?.x
  await expect.poll(async () => (await left('W1')) === (await left('W2'))).toBe(true)
  expect(await left('W10')).toBeGreaterThan((await left('W2')) ?? 0)
  expect(errors).toEqual([])
})

test('a wall is ordered by group or by problems, keys lead through all of it, and a layout keeps the order', async () => {
  const { page, t, errors } = await console_.open({ height: 500 })
  const screen = (device: string) =>
    page.getByRole('button', { name: t('wall.open', { device }), exact: true })
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.screen)
  const order = page.getByRole('button', { name: t('wall.order') })
  await page.goto('/device/wall?size=4')
  await order.click()
  await page.getByRole('menuitem', { name: t('wall.byTrouble') }).click()
  await page.getByRole('heading', { name: t('wall.withoutTrouble') }).waitFor()
  await order.click()
  await page.getByRole('menuitem', { name: t('wall.byGroup') }).click()
  await page.getByRole('heading', { name: 'Lab' }).waitFor()
  await page.goto('/device/wall?size=4')
  await page.getByRole('heading', { name: 'Lab' }).waitFor()

  await screen('W10').waitFor()
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toMatch(/^W/)
  const first = (await focused()) ?? ''
  // A tile that scrolls out of view keeps the focus.
  await page.keyboard.press('End')
  await expect.poll(focused).not.toBe(first)
  const last = (await focused()) ?? ''
  const tilesPlace = page.getByRole('region', { name: t('wall.title') }).last()
  await tilesPlace.evaluate((place) => place.scrollTo(0, 0))
  await screen(first).waitFor()
  expect(await focused()).toBe(last)
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe(first)

  const menu = page.getByTitle(t('wall.layout'), { exact: true })
  await menu.click()
  await page.getByRole('menuitem', { name: t('wall.layoutSaveAs') }).click()
  await page.getByRole('textbox', { name: t('wall.layoutName') }).fill('Groups')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('table.save') })
    .click()
  await page.getByText(t('wall.layoutSaved', { name: 'Groups' })).waitFor()
  await menu.click()
  await page.getByRole('menuitem', { name: t('wall.automatic') }).click()
  await expect.poll(() => page.getByRole('heading', { name: 'Lab' }).count()).toBe(0)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Groups' }).click()
  await page.getByRole('heading', { name: 'Lab' }).waitFor()
  expect(errors).toEqual([])
})

test('a user without phones is told how they get some', async () => {
  const holder = await addHolder(
    console_.site,
    { userName: 'lin' },
    { permissions: [wallPermission], dataScope: DataScope.self },
  )
  const { page, t, errors } = await console_.visit({ token: holder.client.token })
  await page.goto('/device/wall')
  await page.getByText(t('device.emptyAssigned')).waitFor()
  await page.goto('/device/wall?online=1')
  await page.getByText(t('monitor.empty')).waitFor()
  expect(errors).toEqual([])
})

test('a tile of a phone without a screen tells so', async () => {
  const light = await startOther(['--light', '--lang', 'en'])
  onTestFinished(light.stop)
  await assignPhones(console_.site, ['L1'])
  const { page, errors } = await console_.open({ language: 'en' })
  await page.goto('/device/wall')
  await page.getByRole('article', { name: 'L1' }).getByText('Light phones have no screen').waitFor()
  await page.getByText('2 shown live').waitFor()
  expect(errors).toEqual([])
})

test('a wall is used by keys, and tiles keep the size and the labels that were chosen', async () => {
  const { page, t, errors } = await console_.open()
  const screen = (device: string) =>
    page.getByRole('button', { name: t('wall.open', { device }), exact: true })
  const hasFocus = (device: string) => screen(device).evaluate((one) => one === document.activeElement)
  const beside = page.getByRole('complementary', { name: t('wall.beside') })
  await page.goto('/device/wall')
  await screen('W2').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => hasFocus('W10')).toBe(true)
  await page.keyboard.press('Space')
  await page.getByText(t('wall.chosen', { count: 1 })).waitFor()
  expect(await beside.count()).toBe(0)
  await page.keyboard.press('Enter')
  await beside.getByRole('heading', { name: 'W10' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus('W10')).toBe(true)
  // The last tile moves to another line for as long as a phone is beside the wall.
  const last = (await page.getByRole('article').last().getAttribute('aria-label')) ?? ''
  await screen(last).focus()
  await page.keyboard.press('Enter')
  await beside.getByRole('heading', { name: last }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(last)).toBe(true)

  await page.keyboard.press('f')
  const leave = page.locator('#content').getByRole('button', { name: t('layout.exitFullscreen') })
  await leave.waitFor()
  await page.keyboard.press('f')
  await expect.poll(() => leave.count()).toBe(0)

  await page.getByRole('button', { name: t('wall.labels') }).click()
  await page.getByRole('checkbox', { name: t('device.group') }).check()
  const tile = page.getByRole('article', { name: 'W10' })
  await tile.getByText('Lab').waitFor()
  await page.keyboard.press('Escape')
  const size = page.getByRole('slider', { name: t('wall.size') })
  await size.press('ArrowRight')
  await page.goto('/device/wall')
  await tile.getByText('Lab').waitFor()
  await expect.poll(() => size.getAttribute('aria-valuenow')).toBe('3')
  expect(errors).toEqual([])
})
