import { wallLayouts } from '@fleetdeck/contract/device-wall'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['W1', 'W2', 'W3'])
})
afterAll(() => console_?.stop())

test('a user arranges the wall by keys and by dragging, saves it as a layout, and returns to it', async () => {
  const { page, t, errors } = await console_.open()
  const tiles = async () => {
    const all = await page.getByRole('article').all()
    return Promise.all(all.map((tile) => tile.getAttribute('aria-label')))
  }
  const menu = page.getByTitle(t('wall.layout'), { exact: true })
  const pick = async (name: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
  }
  const screen = (device: string) =>
    page.getByRole('button', { name: t('wall.move', { device }), exact: true })
  await page.goto('/device/wall')
  await expect.poll(tiles).toEqual(['W1', 'W2', 'W3'])

  await pick(t('wall.arrange'))
  await screen('W3').focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(tiles).toEqual(['W1', 'W3', 'W2'])
  await page.getByText(t('wall.movedTo', { device: 'W3', place: 2, count: 3 })).waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(tiles).toEqual(['W3', 'W1', 'W2'])
  // At the edge nothing moves, and the browser stays on the page.
  await page.keyboard.press('Alt+ArrowLeft')
  await screen('W1').dragTo(screen('W2'), { steps: 8 })
  await expect.poll(tiles).toEqual(['W3', 'W2', 'W1'])
  // Nothing is announced in another language than the page's.
  expect(
    await page
      .getByRole('status')
      .filter({ hasText: /dropped/ })
      .count(),
  ).toBe(0)
  await page.reload()
  await expect.poll(tiles).toEqual(['W3', 'W2', 'W1'])

  await pick(t('wall.arrange'))
  await page.getByRole('button', { name: t('wall.resetOrder') }).click()
  await expect.poll(tiles).toEqual(['W1', 'W2', 'W3'])
  await page.getByRole('button', { name: t('device.undo') }).click()
  await expect.poll(tiles).toEqual(['W3', 'W2', 'W1'])
  await page.getByRole('button', { name: t('wall.arrangeDone') }).click()

  await pick(t('wall.layoutSaveAs'))
  await page.getByRole('textbox', { name: t('wall.layoutName') }).fill('Night')
  await page.getByRole('checkbox', { name: t('wall.layoutShare') }).check()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(保存|Save)$/ })
    .click()
  await page.getByText(t('wall.layoutSaved', { name: 'Night' })).waitFor()
  await pick(t('wall.automatic'))
  await expect.poll(tiles).toEqual(['W1', 'W2', 'W3'])
  await page.goBack()
  await expect.poll(tiles).toEqual(['W3', 'W2', 'W1'])
  await page.goto('/device/wall')
  await expect.poll(tiles).toEqual(['W1', 'W2', 'W3'])
  await pick('Night')
  await expect.poll(tiles).toEqual(['W3', 'W2', 'W1'])
  await page.reload()
  await expect.poll(tiles).toEqual(['W3', 'W2', 'W1'])

  const mark = page.getByTitle(t('wall.layoutChanged'))
  expect(await mark.count()).toBe(0)
  await pick(t('wall.arrange'))
  await screen('W1').focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await mark.waitFor()
  await pick(t('wall.layoutUpdate'))
  await mark.waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(tiles).toEqual(['W3', 'W1', 'W2'])

  await pick(t('wall.layoutUnshare'))
  await page.getByText(t('wall.layoutUnshared', { name: 'Night' })).waitFor()
  await pick(t('wall.layoutDelete'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('table.delete') })
    .click()
  await expect.poll(tiles).toEqual(['W1', 'W2', 'W3'])
  expect((await console_.site.admin.call(wallLayouts.list)).total).toBe(0)
  expect(errors).toEqual([])
})
