import { DataScope } from '@fleetdeck/contract/enums'
import { plans } from '@fleetdeck/contract/plans'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder, findMenuIds } from '@fleetdeck/testing/site/organisation'
import { addUser } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountPlans } from '../../apps/server/src/platform/db/schema/plans.ts'
import { users } from '../../apps/server/src/platform/db/schema/users.ts'
import { violations } from '../helpers/accessibility.ts'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { misfits } from '../helpers/misfits.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
afterAll(() => deck?.stop())

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a reseller makes a plan with the device list only, and new limits go to its accounts after a question', async () => {
  const { site } = deck
  const permissions = [
    ...['system/plan/list', 'system/plan/add', 'system/plan/edit', 'system/plan/delete'],
    ...['device/deviceList/list', 'device/deviceList/edit', 'device/group/list'],
  ]
  const role = { permissions, dataScope: DataScope.self }
  const boss = await addHolder(site, { userName: 'boss', userType: 1 }, role)
  const wei = await addUser(site, { userName: 'wei', userType: 1, parentId: boss.id, deviceNumber: 5 })
  const { page, t, errors, close } = await deck.visit({
    token: boss.client.token,
    storage: { 'layout-setting': JSON.stringify({ appearance: 'system' }) },
  })

  await page.goto('/system/planList')
  await page.getByText(t('plan.empty')).waitFor()
  await page
    .getByRole('button', { name: t('plan.add') })
    .first()
    .click()
  await field(page, t('plan.name')).fill('Shop')
  await field(page, t('plan.deviceNumber')).fill('5')
  await dialog(page).getByRole('switch').click()
  const view = t('role.viewOf', { name: t('/device/deviceList') })
  await dialog(page).getByRole('checkbox', { name: view }).check()
  await takeScreenshot(page, 'plan-form')
  expect(await violations(page, 'new plan', '[role=dialog]')).toEqual([])
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await misfits(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog(page)
    .getByRole('button', { name: t('table.save') })
    .click()
  await row(page, 'Shop')
    .getByText(t('plan.featuresPages', { count: 1 }))
    .waitFor()
  const plan = firstRow((await boss.client.call(plans.list)).list)
  expect(plan.menuIds).toEqual(expect.arrayContaining(await findMenuIds(site, ['device/deviceList/list'])))
  await site.deps.db.insert(accountPlans).values({ userId: wei.id, planId: plan.id })

  await row(page, 'Shop')
    .getByRole('button', { name: t('table.edit'), exact: true })
    .click()
  await field(page, t('plan.deviceNumber')).fill('8')
  await dialog(page)
    .getByRole('button', { name: t('table.save') })
    .click()
  const question = dialog(page).filter({ hasText: t('plan.changeTitle') })
  await question.getByText(t('plan.limitsHeld', { count: 1, following: 1, keeping: 0 })).waitFor()
  await takeScreenshot(page, 'plan-question')
  await question.getByRole('button', { name: t('plan.change') }).click()
  await expect
    .poll(
      async () => firstRow(await site.deps.db.select().from(users).where(eq(users.id, wei.id))).deviceNumber,
    )
    .toBe(8)
  expect(errors).toEqual([])
  await close()
})
