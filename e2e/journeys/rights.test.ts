import { DataScope } from '@fleetdeck/contract/enums'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser } from '@fleetdeck/testing/site/test-site'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deviceGroups } from '../../apps/server/src/platform/db/schema/device-groups.ts'
import { violations } from '../helpers/accessibility.ts'
import { takeScreenshot } from '../helpers/browser.ts'
import { addressIn, type Console, startConsole } from '../helpers/console.ts'
import { misfits } from '../helpers/misfits.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
beforeEach(() => deck.site.reset())
afterAll(() => deck?.stop())

const dialog = (page: Page) => page.getByRole('dialog')
/** The theme of the page is that of the browser. */
const followsSystem = { 'layout-setting': JSON.stringify({ appearance: 'system' }) }
const verdict = (page: Page) => dialog(page).getByRole('status')
const option = (page: Page, text: string) =>
  page.locator('.ant-select-dropdown:visible').getByText(text, { exact: true })

async function addOperator() {
  const boss = await addUser(deck.site, { userName: 'boss', nickName: '李娜' })
  const person = { userName: 'wei', parentId: boss.id }
  const role = { permissions: ['device/group/list'], dataScope: DataScope.self }
  const wei = await addHolder(deck.site, person, role)
  await deck.site.deps.db.insert(deviceGroups).values({ groupName: '机房', tenantId: boss.id })
  return wei
}

test('an administrator sees why a page, an action and a row are refused to an operator', async () => {
  const { page, t, errors, close } = await deck.open({ storage: followsSystem })
  await addOperator()
  await page.goto('/system/user')
  await page.getByRole('row').filter({ hasText: 'wei' }).getByText(t('table.more')).click()
  await page.getByRole('menuitem', { name: t('why.title'), exact: true }).click()
  await dialog(page).getByText(t('why.noSubject')).waitFor()

  await dialog(page).getByLabel(t('why.aboutPage'), { exact: true }).last().fill('角色')
  await option(page, `${t('/system')} › ${t('/system/role')}`).click()
  await verdict(page).getByText(t('why.refused')).waitFor()
  await verdict(page).getByText(t('why.rule.noRole')).waitFor()
  await verdict(page)
    .getByText(t('why.askOf', { user: 'wei', name: '李娜' }))
    .waitFor()
  const role = dialog(page).getByRole('listitem').filter({ hasText: 'role-of-wei' })
  await role.getByText(t('why.includes.no')).waitFor()
  await takeScreenshot(page, 'why-page')

  await dialog(page).getByText(t('why.aboutCall'), { exact: true }).first().click()
  await dialog(page).getByLabel(t('why.aboutCall'), { exact: true }).last().fill(t('button.device/group/add'))
  await page
    .locator('.ant-select-tree-title:visible')
    .getByText(t('button.device/group/add'), { exact: true })
    .click()
  await verdict(page).getByText(t('why.rule.noRole')).waitFor()
  await dialog(page).getByText('device/group/add').waitFor()

  await dialog(page).getByText(t('why.aboutRow'), { exact: true }).first().click()
  await dialog(page).getByLabel(t('why.rowKind'), { exact: true }).click()
  await option(page, t('why.kind.deviceGroup')).click()
  await dialog(page).getByLabel(t('why.aboutRow'), { exact: true }).last().click()
  await option(page, '机房 · boss').click()
  await verdict(page).getByText(t('why.rule.outside')).waitFor()
  await role.getByText(t('why.includes.yes')).waitFor()
  await role.getByText(t('why.hidesRow')).waitFor()
  await takeScreenshot(page, 'why-row')
  expect(await violations(page, 'rights')).toEqual([])
  expect(errors).toEqual([])
  await close()
})

test('the operator reads the same on the page that the role does not include, on a dark phone too', async () => {
  const { client } = await addOperator()
  const { page, t, errors, close } = await deck.visit({
    ...{ token: client.token, language: 'en', width: 375, height: 740, colorScheme: 'dark' },
    storage: followsSystem,
  })
  await page.goto('/system/role')
  await page.getByRole('heading', { name: t('layout.forbiddenTitle') }).waitFor()
  await page.getByRole('button', { name: t('layout.showWhy') }).click()
  await verdict(page).getByText(t('why.refused')).waitFor()
  await verdict(page).getByText(t('why.rule.noRole')).waitFor()
  await verdict(page)
    .getByText(t('layout.forbiddenHintOf', { name: '李娜' }))
    .waitFor()
  const role = dialog(page).getByRole('listitem').filter({ hasText: 'role-of-wei' })
  await role.getByText(t('why.includes.no')).waitFor()
  expect(await misfits(page)).toEqual([])
  expect(await violations(page, 'own rights')).toEqual([])
  await takeScreenshot(page, 'why-own')
  expect(addressIn(page)).toBe('/system/role')
  // A page without a menu row needs a permission.
  await page.goto('/dict/dataList/sys_user_sex')
  await page.getByRole('button', { name: t('layout.showWhy') }).click()
  await dialog(page).getByText('system/config/dict/data/list').waitFor()
  expect(errors).toEqual([])
  await close()
})
