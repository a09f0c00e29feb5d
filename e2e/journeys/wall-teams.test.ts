import { wallLayouts } from '@fleetdeck/contract/device-wall'
import { devices } from '@fleetdeck/contract/devices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['W1', 'W2', 'W3', 'W4'])
})
afterAll(() => console_?.stop())

test('a user saves selected phones as a team, and controls them together later', async () => {
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
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  const name = (text: string) => dialog.getByRole('textbox', { name: t('wall.teamName') }).fill(text)
  const save = () => dialog.getByRole('button', { name: /^(保\s?存|Save)$/ }).click()
  const tick = (device: string) => page.getByRole('checkbox', { name: t('wall.choose', { device }) })
  await page.goto('/device/wall')
  await expect.poll(tiles).toEqual(['W1', 'W2', 'W3', 'W4'])
  for (const device of ['W3', 'W1', 'W4']) await tick(device).check()
  await press(t('wall.teamSave'))
  await name('Night shift')
  await save()
  await expect.poll(tiles).toEqual(['W3', 'W1', 'W4'])
  await page.getByText(t('wall.teamShown', { name: 'Night shift', count: 3 })).waitFor()

  // A team may grow: its phones stay selected beside all the others.
  await press(t('wall.showAll'))
  await tick('W2').check()
  await pick(t('wall.teamUpdate'))
  await press(t('wall.teamOnly'))
  await expect.poll(tiles).toEqual(['W3', 'W1', 'W4', 'W2'])

  await pick(t('wall.rename'))
  await name('Late shift')
  await save()
  await page.getByText(t('wall.renamed', { name: 'Late shift' })).waitFor()
  const { admin } = console_.site
  const sold = (await admin.call(devices.list, { query: { deviceNo: 'W4' } })).list[0]?.id
  await admin.call(devices.remove, { query: { ids: sold === undefined ? [] : [sold] } })
  await page.goto('/device/wall')
  await expect.poll(tiles).toEqual(['W1', 'W2', 'W3'])
  await pick('Late shift')
  await expect.poll(tiles).toEqual(['W3', 'W1', 'W2'])
  await page.getByText(t('wall.teamDeleted', { count: 1 })).waitFor()
  await page.reload()
  await expect.poll(tiles).toEqual(['W3', 'W1', 'W2'])
  await press(t('wall.startGroup'))
  const bar = page.getByRole('status', { name: t('wall.group') })
  await bar.getByText('W3', { exact: true }).waitFor()
  await press(t('wall.stopGroup'))
  await page.getByText(t('wall.chosen', { count: 3 })).waitFor()

  await pick(t('wall.layoutDelete'))
  await dialog.getByRole('button', { name: t('table.delete') }).click()
  await expect.poll(async () => (await admin.call(wallLayouts.list)).total).toBe(0)
  await page.getByText(t('wall.teamDeleted', { count: 1 })).waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})
