import { addHolder } from '@fleetdeck/testing/site/organisation'
import { adminPassword } from '@fleetdeck/testing/site/test-site'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { observePage } from '../helpers/browser.ts'
import { addressIn, type Console, startConsole } from '../helpers/console.ts'
import { sharedBrowser } from '../helpers/page-pool.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
  await addHolder(deck.site, { userName: 'wei' }, { permissions: ['device/group/list'], dataScope: 1 })
})
afterAll(() => deck?.stop())

/** A window of the administrator with a half-filled form, and a second tab of the same browser. */
async function openTwo() {
  const { page, t, errors, close } = await deck.open({}, await sharedBrowser())
  await page.goto('/system/post')
  await page
    .getByRole('button', { name: t('post.add') })
    .first()
    .click()
  const name = page.getByRole('dialog').getByLabel(t('post.name'))
  await name.fill('Half-filled')
  const second = observePage(await page.context().newPage())
  await second.page.goto('/user/profile')
  return { page, t, errors, close, name, second: second.page }
}

/** As a user leaves and another one signs in. */
async function signInAs(
  page: Page,
  t: Awaited<ReturnType<typeof openTwo>>['t'],
  userName: string,
  password: string,
) {
  await page.getByLabel(t('login.userName'), { exact: true }).fill(userName)
  await page.getByLabel(t('login.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
}

test('when another user signs in in another tab, the tab that is open stays what it is until it is asked', async () => {
  const { page, t, close, name, second } = await openTwo()
  const { token = '' } = await deck.site.signIn('wei', adminPassword)
  await second.evaluate((value) => localStorage.setItem('Admin-Token', value), token)
  const question = page.getByRole('dialog', { name: t('login.otherTitle', { name: 'wei' }) })
  await question.waitFor()
  expect(await name.inputValue()).toBe('Half-filled')
  await question.getByRole('button', { name: t('login.otherStay', { own: 'admin' }) }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await name.inputValue()).toBe('Half-filled')
  await page.reload()
  await page
    .getByRole('button', { name: t('post.add') })
    .first()
    .waitFor()
  await second.reload()
  await second.getByRole('button', { name: /wei/ }).first().waitFor()
  await close()
})

test('a tab whose user was signed out in another one asks before it becomes the next user, whose page it opens', async () => {
  const { page, t, close, second } = await openTwo()
  await second.getByRole('button', { name: new RegExp(`^${t('layout.userMenu')}`) }).click()
  await second.getByRole('menuitem', { name: t('layout.exit') }).click()
  await second
    .getByRole('dialog')
    .getByRole('button', { name: t('layout.exit') })
    .click()
  await signInAs(second, t, 'wei', adminPassword)
  const question = page.getByRole('dialog', { name: t('login.otherTitle', { name: 'wei' }) })
  await question.getByText(t('login.otherHintOut', { own: 'admin' })).waitFor()
  expect(addressIn(page)).toMatch(/^\/login/)
  await question.getByRole('button', { name: t('login.otherGoOn', { name: 'wei' }) }).click()
  await page.waitForURL('**/index')
  expect(addressIn(second)).not.toBe('/404')
  await close()
})
