import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'

const many = 300

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
  await console_.site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
beforeEach(async () => {
  const { db } = console_.site.deps
  await db.execute(sql`delete from devices`)
  await db.execute(sql`
    insert into devices (device_id, brand, mode)
    select 'phone-' || n, 'Deck', 'One' from generate_series(1, ${many}::int) n`)
})
afterAll(() => console_.stop())

const assigned = async () =>
  (await console_.site.admin.call(devices.list, { query: { assStatus: '1', pageSize: 1 } })).total

/** A text of the catalogue with its values. */
const filled = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)(\|[^}]*)?\}\}/g, (_, name: string, forms?: string) =>
    forms ? (forms.split('|').at(-1) ?? '') : String(values[name]),
  )

async function chooseAll(page: Page, t: (key: 'table.selectAll') => string) {
  await page.goto('/device/deviceList?assStatus=0')
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await page.getByRole('button', { name: filled(t('table.selectAll'), { total: many }) }).click()
  await page
    .getByRole('button', { name: String(many) })
    .last()
    .click()
  const drawer = page.getByRole('dialog')
  // The only group is preselected.
  await drawer.getByText('Lab').waitFor()
  return drawer
}

test('hundreds of phones are numbered without a wait in typing, and are assigned although the tab is closed', async () => {
  const { page, t, errors } = await console_.open()
  const drawer = await chooseAll(page, t)
  await drawer.getByText(filled(t('assign.counts'), { ready: many, wrong: 0 })).waitFor()
  // Only the visible rows are there.
  expect(await drawer.getByRole('textbox').count()).toBeLessThan(40)

  await drawer.getByLabel(t('device.prefix')).fill('AB')
  const cells = drawer.getByRole('textbox', { name: /phone-/ })
  await expect.poll(() => cells.first().inputValue()).toBe('AB0001')
  await cells.nth(1).fill('AB0001')
  await drawer.getByText(filled(t('assign.counts'), { ready: many - 2, wrong: 2 })).waitFor()
  await drawer.getByRole('button', { name: String(many) }).click()
  await drawer.getByText(filled(t('assign.correct'), { count: 2 })).waitFor()
  await takeScreenshot(page, 'assign-many')
  await page.setViewportSize({ width: 375, height: 812 })
  await takeScreenshot(page, 'assign-many-375')
  await page.setViewportSize({ width: 1440, height: 900 })
  await cells.nth(1).fill('X1')
  await drawer.getByText(filled(t('assign.counts'), { ready: many, wrong: 0 })).waitFor()
  await drawer.getByText(filled(t('assign.correct'), { count: 2 })).waitFor({ state: 'hidden' })

  const started = page.waitForResponse((answer) => answer.url().endsWith('/device/deviceList/batch'))
  await drawer.getByRole('button', { name: String(many) }).click()
  await started
  await page.goto('about:blank')
  await expect.poll(assigned).toBe(many)
  expect(errors).toEqual([])
})

test('phones whose number is used are listed with the reason and are repeated', async () => {
  const { page, t, errors } = await console_.open()
  const { db } = console_.site.deps
  await db.execute(sql`
    insert into devices (device_no, device_id, group_id, tenant_id)
    values ('A0001', 'older', 1, 1), ('AB9', 'oldest', 1, 1)`)
  const drawer = await chooseAll(page, t)
  const cells = drawer.getByRole('textbox', { name: /phone-/ })
  const first = () => cells.first().inputValue()
  await expect.poll(first).toBe('A0002')
  // Each prefix continues after its own last number.
  await drawer.getByLabel(t('device.prefix')).fill('AB')
  await expect.poll(first).toBe('AB10')
  await drawer.getByLabel(t('device.prefix')).fill('A')
  await expect.poll(first).toBe('A0002')
  // Somebody else takes a number meanwhile.
  await db.execute(sql`
    insert into devices (device_no, device_id, group_id, tenant_id) values ('A0007', 'other', 1, 1)`)
  await drawer.getByRole('button', { name: String(many) }).click()
  await drawer.getByRole('cell', { name: /^A0007 · / }).waitFor()
  // The one that was left comes first, then the others by number.
  await expect
    .poll(async () => (await drawer.getByRole('cell', { name: / · phone-/ }).allInnerTexts()).slice(0, 4))
    .toEqual(['A0007', 'A0002', 'A0003', 'A0004'].map((number) => expect.stringContaining(`${number} · `)))
  await takeScreenshot(page, 'assign-outcome')
  await db.execute(sql`delete from devices where device_id = 'other'`)
  await drawer.getByRole('button', { name: filled(t('device.retryFailed'), { count: 1 }) }).click()
  await expect.poll(assigned).toBe(many + 2)
  expect(errors).toEqual([])
})

test('a number that another device has is not ready, nor is one that is not checked yet', async () => {
  const { page, t, errors } = await console_.open()
  await console_.site.deps.db.execute(sql`
    insert into devices (device_no, device_id, group_id, tenant_id) values ('X7', 'other', 1, 1)`)
  const drawer = await chooseAll(page, t)
  const counts = (ready: number, wrong: number) =>
    drawer.getByText(filled(t('assign.counts'), { ready, wrong }), { exact: true }).waitFor()
  await counts(many, 0)
  const row = drawer.locator('.ant-table-row').first()
  let answer = () => {}
  const isTyped = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/device/deviceList/batchPreview', async (route) => {
    await isTyped
    await route.continue()
  })
  await row.getByRole('textbox').fill('X7')
  await row.getByText(t('assign.unchecked')).waitFor()
  const others = { unchecked: 1, ready: many - 1, wrong: 0 }
  await drawer.getByText(filled(t('assign.countsUnchecked'), others)).waitFor()
  answer()
  await row.getByText(t('device.noTaken')).waitFor()
  await counts(many - 1, 1)
  await takeScreenshot(page, 'assign-taken')
  await row.getByRole('textbox').fill('X8')
  await row.getByText(t('assign.ready')).waitFor()
  await counts(many, 0)
  expect(errors).toEqual([])
})

test('phones are numbered in the order of the list, in whichever order they were picked', async () => {
  const { page, t, errors } = await console_.open()
  await page.goto('/device/deviceList?assStatus=0&orderByColumn=id&isAsc=asc')
  const pick = async (id: string) => {
    const row = page.getByRole('row').filter({ has: page.getByText(id, { exact: true }) })
    await row.getByRole('checkbox').check()
  }
  for (const id of ['phone-3', 'phone-10', 'phone-2']) await pick(id)
  await page.getByRole('button', { name: filled(t('device.assignCount'), { count: 3 }) }).click()
  const cells = page.getByRole('dialog').getByRole('textbox', { name: /phone-/ })
  await expect
    .poll(() => cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label'))))
    .toEqual(['phone-2', 'phone-3', 'phone-10'].map((id) => `${t('device.number')} ${id}`))
  expect(errors).toEqual([])
})
