import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { addUser } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { addressIn, type Console, startConsole } from '../helpers/console.ts'

/** More than one batch step changes, so that a batch can be stopped halfway. */
const many = 450

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
  await addUser(console_.site, { userName: 'porter' })
  for (const groupName of ['Lab', 'Shelf'])
    await console_.site.admin.call(deviceGroups.add, { body: { groupName } })
})
afterAll(() => console_.stop())

const total = async (query: object) => (await console_.site.admin.call(devices.list, { query })).total

/** A text of the catalogue with its values. */
const filled = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

const isSearch = (url: string, text: string) => [...new URL(url).searchParams.values()].includes(text)

/** Selects an option of a select by typing; the server's answer replaces the options that are shown before. */
async function pick(page: Page, field: string, text: string) {
  const answer = page.waitForResponse((response) => isSearch(response.url(), text))
  await page.getByRole('dialog').getByLabel(field, { exact: true }).fill(text)
  await answer
  await page.locator('.ant-select-item-option', { hasText: text }).first().click()
}

test('numbers from a text file are added, and each refused line shows its reason', async () => {
  const { page, t, errors } = await console_.open()
  await page.goto('/device/deviceList')
  await page.getByRole('button', { name: t('deviceImport.open') }).click()
  const dialog = page.getByRole('dialog')
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles(file('numbers.csv', 'A1'))
  await page.getByText(/txt/).last().waitFor()
  expect(await dialog.getByLabel(t('deviceImport.lines')).inputValue()).toBe('')

  const utf16 = { ...file('utf16.txt', ''), buffer: Buffer.from('\ufeffA1\r\n設備', 'utf16le') }
  await input.setInputFiles(utf16)
  await expect.poll(() => dialog.getByLabel(t('deviceImport.lines')).inputValue()).toBe('A1\n設備')

  const good = Array.from({ length: 25 }, (_, index) => `A${100 + index}`)
  await input.setInputFiles(file('numbers.txt', [...good.slice(0, 3), 'B-2', ...good.slice(3)].join('\r\n')))
  await expect.poll(() => dialog.getByLabel(t('deviceImport.lines')).inputValue()).toContain('B-2')
  await dialog.getByRole('button', { name: '26' }).click()
  await dialog.getByText(t('device.selectUser')).last().waitFor()
  await pick(page, t('device.user'), 'admin')
  await pick(page, t('device.group'), 'Lab')
  await dialog.getByRole('button', { name: '26' }).click()
  await dialog.getByRole('alert').waitFor()
  const first = dialog.getByRole('row').nth(1)
  expect(await first.textContent()).toBe(`4B-2${t('device.noFormat')}`)
  expect(await total({ assStatus: '1' })).toBe(25)

  // A refused value can be corrected immediately.
  await dialog.getByRole('button', { name: t('deviceImport.fix') }).click()
  await dialog.getByLabel(t('deviceImport.lines')).fill('B2')
  await dialog.getByRole('button', { name: '1' }).last().click()
  await dialog.getByRole('alert').waitFor()
  await dialog
    .getByRole('button', { name: t('deviceImport.close') })
    .last()
    .click()
  await expect.poll(() => total({ assStatus: '1' })).toBe(26)
  await page.getByText('B2', { exact: true }).waitFor()
  expect(errors).toEqual([])
})

test('all matching devices change group, a disabled one is restored by undo, and many are deleted by typing their number', async () => {
  const { page, t, errors } = await console_.open()
  await page.goto('/device/deviceList?deviceNo=A1')
  const selectAll = async () => {
    await page.getByText('A110', { exact: true }).waitFor()
    await page.getByRole('columnheader').getByRole('checkbox').check()
    await page.getByRole('button', { name: filled(t('table.selectAll'), { total: 25 }) }).click()
  }
  await selectAll()
  await page.getByRole('button', { name: t('device.batchGroup') }).click()
  await pick(page, t('device.group'), 'Shelf')
  await page.getByText(filled(t('device.previewChanging'), { count: 25, total: 25 })).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '25' }).click()
  await expect.poll(() => total({ groupId: 2 })).toBe(25)
  // The list updates automatically.
  await expect.poll(() => page.getByRole('cell', { name: 'Shelf' }).count()).toBe(20)

  await page.getByRole('checkbox', { name: 'A110' }).check()
  await page.getByRole('button', { name: t('device.disable'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('device.disable') })
    .click()
  await page.getByRole('button', { name: t('device.undo') }).waitFor()
  expect(await total({ status: '1' })).toBe(1)
  await page.getByRole('button', { name: t('device.undo') }).click()
  await expect.poll(() => total({ status: '1' })).toBe(0)

  await selectAll()
  await page
    .getByRole('button', { name: t('table.more') })
    .last()
    .click()
  await page.getByRole('menuitem', { name: t('table.delete') }).click()
  const question = page.getByRole('dialog')
  expect(await question.getByRole('button', { name: t('table.delete') }).isDisabled()).toBe(true)
  await question.getByRole('textbox').fill('25')
  await question.getByRole('button', { name: t('table.delete') }).click()
  await expect.poll(() => total({ assStatus: '1' })).toBe(1)
  await page.getByText(t('table.nothingFound')).waitFor()
  expect(errors).toEqual([])
})

test('a long batch can be closed, reopened and stopped; completed changes stay', async () => {
  const { deps } = console_.site
  await deps.db.execute(sql`
    insert into devices (device_no, device_id, group_id, tenant_id)
    select 'M' || n, 'phone-' || n, 1, 1 from generate_series(1, ${many}::int) n`)
  // Removing the first phones takes time.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const closePhone = deps.hub.closePhone.bind(deps.hub)
  vi.spyOn(deps.hub, 'closePhone').mockImplementation(async (...phone) => {
    await held
    return closePhone(...phone)
  })
  onTestFinished(release)

  const { page, t, errors } = await console_.open()
  await page.goto('/device/deviceList?deviceNo=M&online=0')
  await page.getByRole('checkbox', { name: `M${many}` }).waitFor()
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await page.getByRole('button', { name: filled(t('table.selectAll'), { total: many }) }).click()
  await page.getByRole('button', { name: t('device.disable'), exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('textbox').fill(String(many))
  await question.getByRole('button', { name: t('device.disable') }).click()
  const drawer = page.getByRole('dialog', { name: t('device.disable') })
  await drawer.getByRole('progressbar').waitFor()
  expect(addressIn(page)).toMatch(/deviceNo=M&online=0&batch=/)
  await drawer
    .getByRole('button', { name: t('device.batchHide') })
    .last()
    .click()
  await page.getByRole('button', { name: filled(t('layout.trayRunning'), { count: 1 }) }).click()
  await page
    .locator('.tray')
    .getByRole('button', { name: t('device.disable'), exact: true })
    .click()
  await drawer.getByRole('button', { name: t('device.batchStop') }).click()
  await drawer.locator('button:disabled', { hasText: t('device.batchStop') }).waitFor()
  release()
  await drawer.getByText(t('device.batchCancelled')).waitFor()
  const disabled = await total({ status: '1' })
  expect(disabled).toBeGreaterThan(0)
  expect(disabled).toBeLessThan(many)
  await page.reload()
  await drawer.getByText(t('device.batchCancelled')).waitFor()
  expect(errors).toEqual([])
})

test('the enrolment key is only shown on request, with its QR code', async () => {
  const { page, t, errors } = await console_.open()
  const key = console_.site.deps.parameters.get('device.enrolmentKey')
  await page.goto('/device/deviceList?assStatus=0')
  await page.getByRole('button', { name: t('enrol.title') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(t('enrol.address'), { exact: true }).waitFor()
  expect(await page.content()).not.toContain(key)
  await dialog.getByRole('button', { name: t('enrol.showKey') }).click()
  await dialog.getByRole('img', { name: t('enrol.qr') }).waitFor()
  for (const command of [`npm run agent -- --server`, `npm run phones -- --server`])
    expect(await dialog.getByText(command).textContent()).toContain(`--key ${key}`)
  await dialog.getByLabel(t('enrol.shell')).getByText('PowerShell').click()
  await dialog.getByText(`npm run agent '--' --server`).waitFor()
  await dialog.getByRole('button', { name: t('enrol.hideKey') }).click()
  await expect.poll(() => page.content()).not.toContain(key)
  expect(errors).toEqual([])
})

test('a row’s menu opens and closes by key and by click, and a list is sorted by key', async () => {
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/device/deviceList')
  const more = page
    .getByRole('row')
    .getByRole('button', { name: t('table.more') })
    .first()
  const details = page.getByRole('menuitem', { name: t('monitor.details') })
  const hasFocus = () => more.evaluate((button) => button === document.activeElement)
  await more.focus()
  await page.keyboard.press('Enter')
  await details.waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'hidden' })
  await expect.poll(hasFocus).toBe(true)
  await more.click()
  await details.waitFor()
  await more.click()
  await details.waitFor({ state: 'hidden' })

  const number = page.getByRole('columnheader', { name: t('device.number'), exact: true })
  await number.focus()
  for (const [key, order] of [
    ['Enter', 'ascending'],
    [' ', 'descending'],
    ['Enter', null],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(() => number.getAttribute('aria-sort')).toBe(order)
  }
  expect(addressIn(page)).not.toContain('orderByColumn')
  expect(errors).toEqual([])
  await close()
})

test('before it starts, a batch says what it changes, what not and why', async () => {
  const { db } = console_.site.deps
  await db.execute(sql`delete from devices`)
  await db.execute(sql`
    insert into devices (device_no, tenant_id, group_id)
    select 'B' || n, case when n < 8 then (select id from users where user_name = 'porter') else 1 end,
      case n when 8 then 2 when 9 then 1 end from generate_series(1, 12) n`)
  const { page, t, errors } = await console_.open()
  await page.goto('/device/deviceList')
  await page.getByText('B12', { exact: true }).waitFor()
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await page.getByRole('button', { name: t('device.batchGroup') }).click()
  await pick(page, t('device.group'), 'Shelf')
  const drawer = page.getByRole('dialog')
  await drawer.getByText(filled(t('device.previewChanging'), { count: 4, total: 12 })).waitFor()
  await drawer.getByText(filled(t('device.previewUnchanged'), { count: 1 })).waitFor()
  const refused = drawer.getByText(filled(t('device.previewRefused'), { count: 7, reason: '' }))
  expect(await refused.textContent()).toContain('B1  B2  B3  B4  B5')
  await page.goto('/device/deviceList')
  await page.getByText('B12', { exact: true }).waitFor()
  await db.execute(sql`update devices set status = 1 where device_no = 'B12'`)
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await page.getByRole('button', { name: t('device.disable'), exact: true }).click()
  await drawer.getByText(filled(t('device.previewChanging'), { count: 11, total: 12 })).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: t('device.enable'), exact: true }).click()
  await drawer.getByText(filled(t('device.previewChanging'), { count: 1, total: 12 })).waitFor()
  await drawer.getByRole('button', { name: filled(t('device.batchApply'), { count: 12 }) }).click()
  const disabled = async () =>
    (await console_.site.admin.call(devices.list, { query: { status: '1' } })).total
  await expect.poll(disabled).toBe(0)
  expect(errors).toEqual([])
})

test('a batch whose page was closed shows its result when the list is opened again', async () => {
  const { db } = console_.site.deps
  await db.execute(sql`delete from devices`)
  await db.execute(sql`
    insert into devices (device_no, tenant_id, group_id)
    select 'C' || n, case when n < 3 then (select id from users where user_name = 'porter') else 1 end, 1
    from generate_series(1, 5) n`)
  const { page, t, errors } = await console_.open()
  // The page learns nothing about the batch before it is closed.
  await page.route(/batchProgress/, () => {})
  await page.goto('/device/deviceList')
  await page.getByText('C5', { exact: true }).waitFor()
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await page.getByRole('button', { name: t('device.batchGroup') }).click()
  await pick(page, t('device.group'), 'Shelf')
  const started = page.waitForResponse(/deviceList\/batch$/)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: filled(t('device.batchApply'), { count: 5 }) })
    .click()
  await started
  await page.getByRole('button', { name: filled(t('layout.trayRunning'), { count: 1 }) }).waitFor()
  await page.goto('about:blank')
  await page.unroute(/batchProgress/)

  await page.goto('/device/deviceList')
  const drawer = page.getByRole('dialog', { name: t('device.batchGroup') })
  await drawer.getByText(t('device.batchEnded')).waitFor()
  for (const deviceNo of ['C1', 'C2']) await drawer.getByText(deviceNo, { exact: true }).waitFor()
  expect(errors).toEqual([])
})
