import { UserId } from '@fleetdeck/contract/ids'
import { users } from '@fleetdeck/contract/users'
import { addUser } from '@fleetdeck/testing/site/test-site'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deviceGroups } from '../../apps/server/src/platform/db/schema/device-groups.ts'
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
const filled = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

/** Of the user, not of the helper below. */
const lineOf = (page: Page, userName: string) => row(page, userName).filter({ hasNotText: 'helper' })

async function addTenant(userName: string) {
  const { site } = deck
  const tenant = await addUser(site, { userName, parentId: admin })
  const helper = await addUser(site, { userName: `${userName}-helper`, parentId: tenant.id })
  const [group] = await site.deps.db
    .insert(deviceGroups)
    .values({ groupName: `${userName}-group`, tenantId: tenant.id })
    .returning()
  await site.deps.db.insert(devices).values({
    ...{ deviceNo: `${userName}-1`, hardwareId: `${userName}-phone`, groupId: group?.id ?? null },
    tenantId: tenant.id,
  })
  return { tenant, helper }
}

async function pressDelete(page: Page, userName: string, label: string, more: string) {
  const line = lineOf(page, userName)
  const button = line.getByRole('button', { name: label, exact: true })
  if ((await button.count()) === 0) {
    await line.getByRole('button', { name: more }).click()
    await page.getByRole('menuitem', { name: label }).click()
  } else await button.click()
}

test('a user with devices and users below is handed over, another one deleted with everything', async () => {
  const { page, t, errors, close } = await deck.open()
  const { helper } = await addTenant('wang')
  await addTenant('zhao')
  const plain = await addUser(deck.site, { userName: 'plain', parentId: admin })
  await page.goto('/system/user')
  const press = (name: string) => pressDelete(page, name, t('table.delete'), t('table.more'))

  // Nothing to hand over: a simple question.
  await press('plain')
  await dialog(page).getByText(t('user.deleteHint')).waitFor()
  await answer(page, t('table.delete'))
  await expect.poll(() => row(page, 'plain').count()).toBe(0)

  await press('wang')
  await dialog(page).getByText(t('removal.intro')).waitFor()
  await dialog(page)
    .getByRole('row', { name: `${t('removal.kind.devices')} 1 1`, exact: true })
    .waitFor()
  await dialog(page).getByText('admin', { exact: false }).first().waitFor()
  await takeScreenshot(page, 'user-removal')
  await answer(page, t('removal.okHandOver'))
  await dialog(page)
    .getByText(filled(t('removal.done'), { count: 1 }))
    .waitFor()
  await dialog(page).getByText(t('removal.close'), { exact: true }).click()
  await dialog(page).waitFor({ state: 'hidden' })
  const { userInfo } = await deck.site.admin.call(users.one, { query: { id: helper.id } })
  expect(userInfo.parentId).toBe(admin)
  expect((await deck.site.admin.ask(users.one, { query: { id: plain.id } })).code).toBe(404)

  // The keyboard is enough, and a wrong number is explained.
  await press('zhao')
  await dialog(page).getByLabel(t('removal.everything')).check()
  const number = dialog(page).getByLabel(filled(t('removal.typeCount'), { count: 2 }))
  await number.fill('1')
  await number.press('Enter')
  await dialog(page)
    .getByText(filled(t('removal.countWrong'), { count: 2 }))
    .waitFor()
  await number.fill('2')
  await number.press('Enter')
  await dialog(page)
    .getByText(filled(t('removal.done'), { count: 2 }))
    .waitFor()
  await page.keyboard.press('Enter')
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => row(page, 'zhao').count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('disabling a user says how many users below stop too', async () => {
  const { page, t, errors, close } = await deck.open()
  const { tenant } = await addTenant('wang')
  await page.goto('/system/user')
  await lineOf(page, 'wang').getByRole('switch').click()
  await dialog(page)
    .getByText(filled(t('user.disableBelow'), { count: 1 }))
    .waitFor()
  await answer(page, t('organisation.disable'))
  const status = async () =>
    (await deck.site.admin.call(users.one, { query: { id: tenant.id } })).userInfo.status
  await expect.poll(status).toBe(1)
  expect(errors).toEqual([])
  await close()
})
