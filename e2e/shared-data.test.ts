import { dataGroups } from '@fleetdeck/contract/data-groups'
import { phoneData } from '@fleetdeck/contract/phone-data'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '../apps/server/src/db/schema/devices.ts'
import { HttpCaller } from '../apps/server/src/testing/http-caller.ts'
import { shoot } from './browser.ts'
import { type Console, startConsole } from './console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
afterAll(() => deck?.stop())

/** A phone whose scripts make these calls. */
async function startScript(): Promise<(name: keyof typeof phoneData, sent: object) => Promise<unknown>> {
  const token = await deck.site.enrol('script-phone')
  await deck.site.deps.db.update(devices).set({ deviceNo: 'A0001', tenantId: 1 })
  const caller = new HttpCaller(deck.site.address, token)
  return async (name, sent) => {
    const data = Buffer.from(JSON.stringify(sent)).toString('base64')
    const answer = await caller.call(phoneData[name], { body: { deviceNo: 'A0001', data } })
    return JSON.parse(Buffer.from(answer as string, 'base64').toString())
  }
}

/** A checkbox is named after its row, and so the first cell too. */
const cell = (page: Page, text: string) => page.getByRole('cell', { name: text, exact: true }).last()

test('a file becomes items, scripts take and lease them, and one sees who has what', async () => {
  const script = await startScript()
  const { page, t, errors } = await deck.open()
  await page.goto('/data/group')
  await page
    .getByRole('button', { name: t('dataGroup.add') })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel(t('dataGroup.name')).fill('账号')
  await page.getByRole('button', { name: t('table.save') }).click()
  await cell(page, '账号').waitFor()

  await page.goto('/data/list?groupId=1')
  await page
    .getByRole('button', { name: t('dataImport.open') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const lines = [
    'one@example.com----p1',
    'two@example.com----p2',
    '',
    "'; drop table data_items; --",
    'one@example.com----p1',
  ]
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'accounts.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\r\n')) })
  await dialog.getByLabel(t('dataItem.name')).fill('acc')
  await shoot(page, 'shared-data-import')
  await dialog.getByRole('button', { name: t('dataImport.start'), exact: true }).click()
  const summary = t('dataImport.summary')
    .replace('{{added}}', '4')
    .replace('{{repeated}}', '1')
    .replace('{{failed}}', '0')
  await dialog.getByText(summary).waitFor()
  await dialog
    .getByRole('button', { name: t('dataImport.close') })
    .last()
    .click()
  await page.getByText("'; drop table data_items; --").first().waitFor()
  await shoot(page, 'shared-data-items')

  expect(await script('getDataPop', { groupName: '账号' })).toEqual([lines[0]])
  await script('leaseData', { groupName: '账号', size: 1, seconds: 600 })
  await page.goto('/data/group')
  expect((await deck.site.admin.call(dataGroups.list)).list[0]).toMatchObject({
    itemCount: 2,
    leasedCount: 1,
    takenToday: 2,
  })
  await page
    .getByRole('button', { name: t('dataGroup.chart') })
    .first()
    .click()
  await page.getByText(t('dataGroup.chartTotal').replace('{{count}}', '2')).waitFor()
  await shoot(page, 'shared-data-chart')

  await page.goto('/data/list')
  await page
    .getByRole('button', { name: t('dataItem.handouts') })
    .first()
    .click()
  await page.getByRole('dialog').getByText(t('dataItem.outcome.taken')).waitFor()
  expect(await page.getByRole('dialog').getByText('A0001').count()).toBe(2)

  await page.goto('/data/leases')
  await cell(page, 'A0001').waitFor()
  await shoot(page, 'shared-data-leases')
  await page
    .getByRole('button', { name: t('dataLease.giveBack') })
    .first()
    .click()
  await page.getByText(t('dataLease.empty')).waitFor()
  expect((await deck.site.admin.call(dataGroups.list)).list[0]).toMatchObject({
    itemCount: 3,
    leasedCount: 0,
  })
  expect(errors).toEqual([])
})

test('a temporary cache counts down, is edited by its kind, and is gone when its time is over', async () => {
  const { page, t, errors } = await deck.open()
  await page.goto('/data/cache')
  const add = async (key: string, kind: string, value: string, seconds: string) => {
    await page
      .getByRole('button', { name: t('cache.add') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('cache.key')).fill(key)
    await dialog.getByText(kind, { exact: true }).click()
    await dialog.getByLabel(t('cache.value')).fill(value)
    await dialog.getByLabel(t('cache.expiry')).fill(seconds)
    await dialog.getByRole('button', { name: t('table.save') }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await add('queue', t('cache.typeList'), 'a\nb\na', '')
  await cell(page, t('cache.never')).waitFor()
  await add('mark', t('cache.typeText'), 'x', '3')
  await cell(page, 'mark').waitFor()
  await shoot(page, 'shared-data-caches')
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: t('table.refresh') }).click()
      return cell(page, 'mark').count()
    })
    .toBe(0)
  expect(await cell(page, 'queue').count()).toBe(1)
  expect(errors).toEqual([])
})
