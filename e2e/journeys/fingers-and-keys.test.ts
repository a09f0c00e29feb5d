import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPage, View } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsoleWithPhones(['F1', 'F2', 'F3'])
})
afterAll(() => deck?.stop())

/** The page of a phone, with this app in front. */
async function openApp(deviceNo: string, app: string, view?: View) {
  const opened = await deck.open({ ...view, storage: { 'layout-setting': '{"screenQuality":"device"}' } })
  const { page, t } = opened
  await page.goto(`/screen?deviceNo=${deviceNo}`)
  await page.locator('canvas[data-phase=live]').waitFor()
  await page.getByRole('button', { name: t('tools.title'), exact: true }).click()
  const tools = page.getByRole('dialog')
  await tools.getByRole('listitem').filter({ hasText: app }).getByRole('button').first().click()
  await page.getByText(/^已打开|opened$/).waitFor()
  await page.reload()
  await page.locator('canvas[data-phase=live]').waitFor()
  return opened
}

/** A place of the screen, in pixels of the page. */
async function placeOn({ page }: Pick<OpenPage, 'page'>, x: number, y: number) {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('not visible')
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}

/** How far the open picture reaches from the middle of the screen upwards, as a share of the screen's height. */
const reachOn = (canvas: Locator) =>
  canvas.evaluate((shown: HTMLCanvasElement) => {
    const { width, height } = shown
    const copy = new OffscreenCanvas(1, height).getContext('2d')
    copy?.drawImage(shown, -Math.floor(width / 2), 0)
    const data = copy?.getImageData(0, 0, 1, height).data ?? []
    const isDark = (row: number) =>
      (data[4 * row] ?? 0) + (data[4 * row + 1] ?? 0) + (data[4 * row + 2] ?? 0) < 120
    let row = Math.floor(height / 2)
    while (row > 0 && !isDark(row)) row -= 1
    return 0.5 - row / height
  })
const pictureReach = (page: Page) => reachOn(page.locator('canvas').first())

/** Twice its size, the picture fills the screen; in its first size it is dark above. */
const large = 0.35
const expectSmall = (page: Page) => expect.poll(() => pictureReach(page)).toBeLessThan(0.3)

/** The first picture of the gallery, in its first size. */
async function openPicture(deviceNo: string) {
  const opened = await openApp(deviceNo, 'gallery')
  const { page } = opened
  const picture = await placeOn(opened, 60 / 360, 150 / 640)
  await page.mouse.click(picture.x, picture.y)
  await expectSmall(page)
  return { ...opened, dots: page.getByRole('application').locator('span') }
}

async function drag(opened: Pick<OpenPage, 'page'>, from: number, to: number) {
  const [start, end] = [await placeOn(opened, from, 0.5), await placeOn(opened, to, 0.5)]
  await opened.page.mouse.move(start.x, start.y)
  await opened.page.mouse.down()
  await opened.page.mouse.move(end.x, end.y, { steps: 5 })
}

test('a drag with Ctrl pinches while it moves, with a dot for each finger; with Shift two fingers slide', async () => {
  const opened = await openPicture('F1')
  const { page, dots, errors, close } = opened
  expect(await dots.first().isVisible()).toBe(false)
  await page.keyboard.down('Control')
  await drag(opened, 0.6, 0.7)
  // Not released yet.
  await expect.poll(() => pictureReach(page)).toBeGreaterThan(large)
  const places = await Promise.all([dots.first(), dots.last()].map((dot) => dot.boundingBox()))
  const [right, left] = await Promise.all([placeOn(opened, 0.7, 0.5), placeOn(opened, 0.3, 0.5)])
  for (const [index, place] of [right, left].entries())
    expect(Math.abs((places[index]?.x ?? 0) + (places[index]?.width ?? 0) / 2 - place.x)).toBeLessThan(3)
  const back = await placeOn(opened, 0.6, 0.5)
  await page.mouse.move(back.x, back.y, { steps: 5 })
  await expectSmall(page)
  await page.mouse.up()
  await page.keyboard.up('Control')
  expect(await dots.first().isVisible()).toBe(false)

  await page.keyboard.down('Shift')
  await drag(opened, 0.6, 0.8)
  expect(await dots.last().isVisible()).toBe(true)
  await page.mouse.up()
  await page.keyboard.up('Shift')
  // A finger alone does not zoom.
  await drag(opened, 0.6, 0.8)
  expect(await dots.last().isVisible()).toBe(false)
  await page.mouse.up()
  expect(errors).toEqual([])
  await close()
})

test('two fingers on a touch screen pinch while they move, and a cancelled touch lifts both', async () => {
  const opened = await openPicture('F2')
  const { page, dots, errors, close } = opened
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  const send = async (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', ...xs: number[]) => {
    const places = await Promise.all(xs.map((x) => placeOn(opened, x, 0.5)))
    await cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map((place, id) => ({ ...place, id })),
    })
  }
  await send('touchStart', 0.4)
  await send('touchStart', 0.4, 0.6)
  expect(await dots.last().isVisible()).toBe(true)
  for (const spread of [0.12, 0.16, 0.2]) await send('touchMove', 0.5 - spread, 0.5 + spread)
  await expect.poll(() => pictureReach(page)).toBeGreaterThan(large)
  // The second finger first: the other one goes on, and does not tap.
  await send('touchEnd', 0.3)
  expect(await dots.last().isVisible()).toBe(false)
  await send('touchEnd')
  expect(await pictureReach(page)).toBeGreaterThan(large)

  await send('touchStart', 0.2, 0.8)
  await send('touchMove', 0.35, 0.65)
  await expectSmall(page)
  await send('touchCancel')
  await expect.poll(() => dots.last().isVisible()).toBe(false)
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  expect(errors).toEqual([])
  await close()
})

test('a pinch on the leader of a group is made on all its phones while it moves', async () => {
  for (const device of ['F1', 'F2']) {
    const { close } = await openPicture(device)
    await close()
  }
  const opened = await deck.open({ width: 1440, height: 900 })
  const { page, t, errors, close } = opened
  await page.goto('/device/wall')
  const tile = (device: string) => page.getByRole('article', { name: device }).locator('canvas')
  for (const device of ['F1', 'F2']) {
    await expect.poll(() => reachOn(tile(device))).toBeLessThan(0.3)
    await page.getByLabel(t('wall.choose', { device })).check()
  }
  await page.getByRole('button', { name: t('wall.startGroup') }).click()
  const member = page.getByRole('article', { name: 'F2' }).locator('[data-member]')
  await expect.poll(() => member.getAttribute('data-member')).toMatch(/^(follows|differs)$/)
  await page.locator('canvas[data-phase=live]').waitFor()
  await page.keyboard.down('Control')
  await drag(opened, 0.6, 0.7)
  for (const device of ['F1', 'F2']) await expect.poll(() => reachOn(tile(device))).toBeGreaterThan(large)
  await page.mouse.up()
  await page.keyboard.up('Control')
  expect(errors).toEqual([])
  await close()
})

test('a keyboard hides that of the phone while it is plugged in, until its page is gone', async () => {
  const opened = await openApp('F3', 'notes', { language: 'en' })
  const { page, t, errors, close } = opened
  /** The on-screen keyboard is grey, the paper is not. */
  const showsKeyboard = () =>
    page.evaluate(() => {
      const shown = document.querySelector('canvas')
      if (!shown) return false
      const copy = new OffscreenCanvas(1, 1).getContext('2d')
      copy?.drawImage(shown, -2, -Math.floor(shown.height * 0.96))
      const [red = 0, , blue = 0] = copy?.getImageData(0, 0, 1, 1).data ?? []
      return blue > red
    })
  await expect.poll(showsKeyboard).toBe(true)
  const plug = page.getByRole('button', { name: t('screen.keyboardIn') })
  await plug.click()
  const keys = page.getByText(t('screen.keysHere'))
  await expect.poll(() => keys.evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(showsKeyboard).toBe(false)
  await page.keyboard.press('?')
  expect(await page.getByText(t('screen.shortcutsHint')).isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  await expect.poll(() => keys.evaluate((one) => one === document.activeElement)).toBe(false)
  await page.getByRole('button', { name: t('screen.keyboardOut') }).click()
  await expect.poll(showsKeyboard).toBe(true)
  await plug.click()
  await expect.poll(showsKeyboard).toBe(false)
  // Its page is gone, and with it the keyboard.
  await page.reload()
  await page.locator('canvas[data-phase=live]').waitFor()
  await expect.poll(showsKeyboard).toBe(true)
  await plug.waitFor()
  expect(errors).toEqual([])
  await close()
})
