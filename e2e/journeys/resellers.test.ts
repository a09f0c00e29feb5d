import { readFileSync } from 'node:fs'
import { read } from '@e965/xlsx'
import { DataScope, UserType } from '@fleetdeck/contract/enums'
import { UserId } from '@fleetdeck/contract/ids'
import { plans } from '@fleetdeck/contract/plans'
import { ownAccount, tenantChanges, tenants } from '@fleetdeck/contract/tenants'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser } from '@fleetdeck/testing/site/test-site'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { devices } from '../../apps/server/src/platform/db/schema/devices.ts'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
beforeEach(() => deck.site.reset())
afterAll(() => deck?.stop())

const admin = UserId.parse(1)
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const answer = (page: Page, button: string) =>
  dialog(page).last().getByRole('button', { name: button, exact: true }).click()

/** Plans are sold to tenants, who own nothing but phones. */
async function addReseller() {
  const permissions = [
    ...Object.values(tenants),
    ...Object.values(tenantChanges),
    ...Object.values(plans),
  ].map(({ permission }) => permission)
  const person = { userName: 'reseller', parentId: admin, userType: UserType.front, phone: '13800138000' }
  return addHolder(deck.site, person, { permissions: [...new Set(permissions)], dataScope: DataScope.self })
}

async function addDevices(tenantId: UserId, count: number) {
  const rows = Array.from({ length: count }, (_, number) => ({ deviceNo: `${tenantId}-${number}`, tenantId }))
  await deck.site.deps.db.insert(devices).values(rows)
}

async function recordUse() {
  await deck.site.jobs.runTarget('recordUsage')
  await deck.site.jobs.idle()
}

async function choose(page: Page, label: string, option: string) {
  const field = dialog(page).getByRole('combobox', { name: label })
  await field.click()
  await field.fill(option)
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click()
}

test('an administrator gives a reseller a plan, who gives and renews those of tenants; each sees the same figures', async () => {
  const { site } = deck
  const reseller = await addReseller()
  await site.admin.call(plans.add, { body: { planName: 'Reseller 100', deviceNumber: 100, days: 365 } })
  const ours = await deck.open()
  await ours.page.goto('/system/tenantList')
  await ours.page.getByText(ours.t('tenants.empty')).waitFor()
  await ours.page.getByRole('button', { name: ours.t('tenants.givePlan'), exact: true }).click()
  await choose(ours.page, ours.t('tenants.account'), 'reseller')
  await choose(ours.page, ours.t('tenants.plan'), 'Reseller 100')
  await dialog(ours.page)
    .getByText(ours.t('tenants.willChange', { count: 1 }))
    .waitFor()
  await answer(ours.page, ours.t('tenants.givePlanNow', { count: 1 }))
  await dialog(ours.page)
    .getByText(ours.t('tenants.changed', { count: 1 }))
    .waitFor()
  await answer(ours.page, ours.t('tenants.done'))
  await row(ours.page, 'reseller').getByText('Reseller 100').waitFor()

  await reseller.client.call(plans.add, { body: { planName: 'Shop 10', deviceNumber: 10, days: 30 } })
  await reseller.client.call(plans.add, { body: { planName: 'Too large', deviceNumber: 500, days: 30 } })
  const below = { parentId: reseller.id, userType: UserType.front }
  const north = await addUser(site, { userName: 'north-shop', ...below })
  await addUser(site, { userName: 'south-shop', ...below })
  const theirs = await deck.visit({ token: reseller.client.token })
  const { page, t } = theirs
  await page.goto('/system/tenantList')
  for (const account of ['north-shop', 'south-shop']) {
    await page
      .getByRole('button', { name: t('tenants.givePlan'), exact: true })
      .first()
      .click()
    await choose(page, t('tenants.account'), account)
    // More than the reseller has is refused before anything changes.
    await choose(page, t('tenants.plan'), 'Too large')
    await dialog(page)
      .getByText(t('tenants.refused', { count: 1 }))
      .waitFor()
    await choose(page, t('tenants.plan'), 'Shop 10')
    await answer(page, t('tenants.givePlanNow', { count: 1 }))
    await dialog(page)
      .getByText(t('tenants.changed', { count: 1 }))
      .waitFor()
    await answer(page, t('tenants.done'))
    await row(page, account).getByText('Shop 10').waitFor()
  }

  // Both are renewed together.
  const endsOf = async () =>
    (await reseller.client.call(tenants.list, { query: {} })).list.map(({ endsAt }) =>
      Date.parse(endsAt ?? ''),
    )
  const before = await endsOf()
  for (const account of ['north-shop', 'south-shop']) await row(page, account).getByRole('checkbox').check()
  await page
    .getByRole('status')
    .getByRole('button', { name: t('tenants.renew'), exact: true })
    .click()
  await takeScreenshot(page, 'tenants-renewal')
  await answer(page, t('tenants.renewNow', { count: 2 }))
  await dialog(page)
    .getByText(t('tenants.changed', { count: 2 }))
    .waitFor()
  await answer(page, t('tenants.done'))
  expect((await endsOf()).map((end, index) => Math.round((end - (before[index] ?? 0)) / 86_400_000))).toEqual(
    [30, 30],
  )

  // Nine of ten devices: the tenant is notified, and so is the reseller.
  await addDevices(north.id, 9)
  await recordUse()
  await page.reload()
  await row(page, 'north-shop').getByText('9 / 10').waitFor()
  await row(page, 'north-shop').getByText(t('tenantAlert.kind.devicesLow')).waitFor()
  await takeScreenshot(page, 'tenants')

  await page.getByRole('button', { name: new RegExp(`${t('tenants.viewBill')}$`) }).click()
  await row(page, 'north-shop').last().getByText('9').first().waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page)
      .getByRole('button', { name: new RegExp(`${t('table.export')}$`) })
      .click(),
  ])
  const book = read(readFileSync(await file.path()))
  expect(book.SheetNames).toHaveLength(1)
  expect(JSON.stringify(book.Sheets)).toContain('north-shop')

  const tenant = await deck.visit({ token: north.client.token })
  await tenant.page.goto('/index')
  const bar = tenant.page.getByRole('status').filter({
    hasText: t('tenantAlert.sentence.devicesLow', { value: 9, limit: 10 }),
  })
  await bar.getByRole('link', { name: t('ownAccount.openAccount') }).click()
  await tenant.page.getByRole('heading', { name: t('/user/account') }).waitFor()
  await tenant.page.getByText('9 / 10').waitFor()
  await tenant.page.getByText('13800138000').first().waitFor()
  await takeScreenshot(tenant.page, 'own-account')
  const { devices: seen } = await north.client.call(ownAccount.one)
  expect(seen).toMatchObject({ given: 10, used: 9, left: 1 })
  // It stays dismissed after a reload.
  await bar.getByRole('button', { name: t('ownAccount.dismiss') }).click()
  await bar.waitFor({ state: 'detached' })
  await tenant.page.reload()
  await tenant.page.getByText('9 / 10').waitFor()
  expect(await bar.count()).toBe(0)

  await page.goto('/index')
  await page.getByRole('button', { name: new RegExp(t('notice.bellAccounts', { count: 1 })) }).click()
  await page
    .getByRole('region', { name: t('ownAccount.bell') })
    .getByRole('link', { name: /north-shop/ })
    .click()
  await row(page, 'north-shop').waitFor()
  expect([...ours.errors, ...theirs.errors, ...tenant.errors]).toEqual([])
  for (const opened of [ours, theirs, tenant]) await opened.close()
})
