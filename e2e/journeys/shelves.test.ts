import { shelves } from '@fleetdeck/contract/shelves'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../helpers/accessibility.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsoleWithPhones(['C1', 'C2', 'C3'])
})
afterAll(() => deck?.stop())

/** For the check of both appearances. */
const followsSystem = { 'layout-setting': JSON.stringify({ appearance: 'system' }) }
const placed = async () => {
  const [shelf] = await deck.site.admin.call(shelves.list)
  return shelf?.devices.map(({ deviceNo, slot }) => `${deviceNo} ${slot + 1}`)
}

test('in a narrow window, rows of a shelf that do not fit are continued below', async () => {
  const body = { shelfName: 'Wide', columns: 12, rows: 2, devices: [] }
  await deck.site.admin.call(shelves.save, { body })
  const { page, t, errors } = await deck.open()
  await page.goto('/device/computer')
  await page.getByRole('button', { name: t('shelf.title') }).click()
  const shelf = page.getByRole('region', { name: 'Wide' })
  const slot = (number: number) =>
    shelf.getByRole('button', { name: `${t('shelf.slot', { slot: number })}:` })
  const left = async (number: number) => (await slot(number).boundingBox())?.x
  await slot(24).waitFor()
  await page.setViewportSize({ width: 375, height: 812 })
  const isTooWide = (part: Element) => part.scrollWidth > part.clientWidth
  await expect.poll(() => shelf.getByRole('list').evaluate(isTooWide)).toBe(false)
  // Each row begins on a new line.
  await expect.poll(async () => (await left(13)) === (await left(1))).toBe(true)
  expect(await left(12)).not.toBe(await left(1))
  const list = await deck.site.admin.call(shelves.list)
  await deck.site.admin.call(shelves.remove, { query: { ids: list.map(({ id }) => id) } })
  expect(errors).toEqual([])
})

test('an operator adds a shelf, places phones on it, moves one by key, and sees the wall by shelf', async () => {
  const { page, t, errors } = await deck.open({ storage: followsSystem })
  await page.goto('/device/computer')
  await page.getByRole('button', { name: t('shelf.title') }).click()
  await page.getByRole('button', { name: t('shelf.add') }).click()
  const form = page.getByRole('dialog', { name: t('shelf.add') })
  await form.getByLabel(t('shelf.name')).fill('Left')
  await form.getByLabel(t('shelf.columns')).fill('3')
  await form.getByLabel(t('shelf.rows')).fill('2')
  await form.getByRole('button', { name: t('table.save') }).click()
  const shelf = page.getByRole('region', { name: 'Left' })
  await shelf.getByRole('button', { name: t('shelf.slot', { slot: 2 }) }).click()
  const picker = page.getByRole('dialog', { name: t('shelf.fill', { slot: 2 }) })
  for (const deviceNo of ['C2', 'C1'])
    await picker.getByRole('row', { name: deviceNo }).getByRole('checkbox').check()
  await picker.locator('.ant-modal-footer .ant-btn-primary').click()
  await expect.poll(placed).toHaveLength(2)

  const before = (await placed()) ?? []
  const second = shelf.getByRole('button', { name: `${t('shelf.slot', { slot: 2 })}: C2` })
  await second.waitFor()
  // Its end gives the focus back to the slot that opened it.
  await picker.waitFor({ state: 'detached' })
  await second.press('Alt+ArrowLeft')
  await expect.poll(placed).toEqual(['C2 1', before[1]])
  // The focus goes with the phone.
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await placed())?.toSorted()).toEqual([before[1], 'C2 4'])
  expect(await violations(page, 'shelves', '.ant-drawer')).toEqual([])

  await page.goto('/device/wall')
  await page.getByRole('button', { name: t('wall.order') }).click()
  await page.getByRole('menuitem', { name: t('wall.byRack') }).click()
  await page.getByRole('heading', { name: 'Left' }).waitFor()
  await page.getByRole('heading', { name: t('wall.noPlace') }).waitFor()
  expect(errors).toEqual([])
})
