import { DataScope } from '@fleetdeck/contract/enums'
import { viewAs } from '@fleetdeck/contract/view-as'
import { addHolder, addRole } from '@fleetdeck/testing/site/organisation'
import { eq, isNotNull } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessions } from '../../apps/server/src/platform/db/schema/sessions.ts'
import { users } from '../../apps/server/src/platform/db/schema/users.ts'
import { takeScreenshot } from '../helpers/browser.ts'
import { addressIn, type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
beforeEach(() => deck.site.reset())
afterAll(() => deck?.stop())

const addClerk = () =>
  addHolder(
    deck.site,
    { userName: 'clerk', nickName: 'Clerk' },
    {
      permissions: ['device/group/list', 'device/group/add', 'task/platform/list'],
      dataScope: DataScope.self,
    },
  )

type Opened = Awaited<ReturnType<Console['open']>>
const bar = ({ page, t }: Opened) => page.getByRole('region', { name: t('viewAs.label') })

async function start({ page, t }: Opened, rowText: string) {
  const line = page.getByRole('row').filter({ hasText: rowText })
  await line.getByRole('button', { name: t('table.more') }).click()
  await page.getByRole('menuitem', { name: t('viewAs.action') }).click()
  const question = page.getByRole('dialog')
  await question.getByText(t('viewAs.start'), { exact: true }).click()
}

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('an administrator sees the console as a user does, changes nothing, and returns to where they were', async () => {
  const opened = await deck.open()
  const { page, t, errors } = opened
  await addClerk()
  await page.goto('/system/user?userName=clerk')
  await start(opened, 'clerk')

  await bar(opened)
    .getByText(t('viewAs.asUser', { name: 'clerk · Clerk' }))
    .waitFor()
  await bar(opened)
    .getByText(t('viewAs.roles', { names: 'role-of-clerk' }))
    .waitFor()
  await page.goto('/device/group')
  await bar(opened).waitFor()
  const menu = page.getByRole('navigation', { name: t('layout.mainMenu') })
  await menu.getByText(t('/device/group')).first().waitFor()
  expect(await menu.getByText(t('/system/user')).count()).toBe(0)
  await takeScreenshot(page, 'view-as')

  // Buttons are those of the user; their changes are refused.
  await page
    .getByRole('button', { name: t('deviceGroup.add') })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('New group')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('table.save') })
    .click()
  await page.getByText(t('viewAs.readOnly')).waitFor()
  await page.keyboard.press('Escape')

  // A page that the user does not have, a reload and a way back stay in the view.
  await page.goto('/system/user')
  await page.getByText(t('layout.forbiddenTitle')).waitFor()
  await bar(opened).waitFor()
  await page.reload()
  await bar(opened).waitFor()
  await page.goBack()
  await bar(opened).waitFor()

  await bar(opened)
    .getByRole('button', { name: t('viewAs.leave') })
    .click()
  await page.getByRole('row').filter({ hasText: 'clerk' }).waitFor()
  expect(addressIn(page)).toBe('/system/user?userName=clerk')
  expect(await bar(opened).count()).toBe(0)
  expect(errors).toEqual([])
  await opened.close()
})

test('the frame is visible on a phone in the dark, and the menu of the user leaves the view', async () => {
  const opened = await deck.open({
    width: 375,
    height: 700,
    colorScheme: 'dark',
    language: 'en',
    storage: { 'layout-setting': JSON.stringify({ appearance: 'system' }) },
  })
  const { page, t } = opened
  const { id } = await addClerk()
  const { token } = await deck.site.as(opened.token).call(viewAs.start, { body: { userId: id } })
  await page.goto('/index')
  await page.evaluate(
    (stored) => sessionStorage.setItem('view-as', stored),
    JSON.stringify({ token, from: '/system/role' }),
  )
  await page.goto('/device/group')
  await bar(opened).getByText('clerk · Clerk').waitFor()
  await page.getByText(t('deviceGroup.empty')).waitFor()
  await takeScreenshot(page, 'view-as-375')
  expect(await fits(page)).toBe(true)
  await page.getByRole('button', { name: new RegExp(t('layout.userMenu')) }).click()
  await page.getByRole('menuitem', { name: t('viewAs.leave') }).click()
  await expect.poll(() => addressIn(page)).toBe('/system/role')
  await opened.close()
})

test('a role is seen by the list of roles, in one tab of the browser only', async () => {
  const opened = await deck.open()
  const { page, t, errors } = opened
  await addRole(deck.site, {
    ...{ roleKey: 'groups-only', permissions: ['device/group/list'], dataScope: DataScope.self },
  })
  await page.goto('/system/role')
  await start(opened, 'groups-only')
  await bar(opened)
    .getByText(t('viewAs.asRole', { name: 'groups-only' }))
    .waitFor()
  const other = await page.context().newPage()
  await other.goto('/system/role')
  await other.getByRole('row').filter({ hasText: 'groups-only' }).waitFor()
  expect(await other.getByRole('region', { name: t('viewAs.label') }).count()).toBe(0)
  await other.close()
  expect(errors).toEqual([])
  await opened.close()
})

test('a view that the server ends returns to the own session with a message', async () => {
  const opened = await deck.open()
  const { page, t } = opened
  const { id } = await addClerk()
  await page.goto('/system/user')
  await start(opened, 'clerk')
  await bar(opened).waitFor()
  await deck.site.deps.db.update(users).set({ status: 1 }).where(eq(users.id, id))
  await deck.site.deps.changes.rights([id])
  await page.getByText(t('viewAs.ended')).waitFor()
  await page.getByRole('row').filter({ hasText: 'clerk' }).waitFor()
  expect(addressIn(page)).toBe('/system/user')
  const views = deck.site.deps.db.select().from(sessions).where(isNotNull(sessions.viewerSessionId))
  expect(await views).toHaveLength(1)
  await opened.close()
})
