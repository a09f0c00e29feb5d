import { profile } from '@fleetdeck/contract/profile'
import { session } from '@fleetdeck/contract/session'
import { adminPassword } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressIn, type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
afterAll(() => deck?.stop())

test('signing out asks for confirmation, ends the session on the server and shows the sign-in page', async () => {
  const { page, t, errors, close, token } = await deck.open()
  await page.goto('/user/profile')
  const leave = async () => {
    await page.getByRole('button', { name: new RegExp(`^${t('layout.userMenu')}`) }).click()
    await page.getByRole('menuitem', { name: t('layout.exit') }).click()
    return page.getByRole('dialog').filter({ hasText: t('layout.exitConfirm') })
  }
  const question = await leave()
  await question.waitFor()
  // The first one may go to the menu, which is closing.
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      return question.isVisible()
    })
    .toBe(false)
  expect(addressIn(page)).toBe('/user/profile')
  await (await leave()).getByRole('button', { name: t('layout.exit') }).click()
  await page.getByLabel(t('login.userName'), { exact: true }).waitFor()
  expect(addressIn(page)).toMatch(/^\/login/)
  expect((await deck.site.as(token).ask(session.info)).code).toBe(-401)
  expect(errors).toEqual([])
  await close()
})

test('when a session ends nothing is lost: the user signs in again in a dialog and continues', async () => {
  const { page, t, errors, close, token } = await deck.open()
  await page.goto('/user/profile')
  const name = page.getByLabel(t('profile.nickName'), { exact: true })
  await name.fill('Half-filled')
  await deck.site.as(token).call(session.logout)
  // The dialog may already cover the button: the server reports the end of a session, too.
  await page
    .locator('.short-form')
    .getByRole('button', { name: t('common.save') })
    .dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: t('login.againTitle') })
  const password = dialog.getByLabel(t('login.password'), { exact: true })
  await password.fill('not-the-password')
  await dialog.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await page.getByText(t('session.credentialsWrong')).waitFor()
  await password.fill(adminPassword)
  await dialog.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  // The pending call is made now.
  await page.getByText(t('common.saved')).waitFor()
  expect(await name.inputValue()).toBe('Half-filled')
  expect((await deck.site.admin.call(profile.own)).nickName).toBe('Half-filled')
  expect(errors).toEqual([])
  await close()
})

test('a user who does not sign in again gets to the sign-in page, which redirects back', async () => {
  const { page, t, close, token } = await deck.open()
  await page.goto('/user/profile')
  await page.getByLabel(t('profile.nickName'), { exact: true }).fill('Lost')
  // The server reports it without a request.
  await deck.site.as(token).call(session.logout)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('login.againOther') })
    .click()
  await page.waitForURL(`**/login?redirect=${encodeURIComponent('/user/profile')}`)
  await close()
})

test('code that cannot be loaded is requested again, automatically and by a button', async () => {
  const { page, t, close } = await deck.open()
  let brokenUntil: number | undefined
  await page.route('**/assets/ProfilePage-*.js', (route) => {
    brokenUntil ??= Date.now() + 400
    return Date.now() < brokenUntil ? route.abort() : route.continue()
  })
  await page.goto('/user/profile')
  await page.getByLabel(t('profile.nickName'), { exact: true }).waitFor()
  brokenUntil = Number.POSITIVE_INFINITY
  await page.reload()
  await page.getByRole('heading', { name: t('layout.chunkTitle') }).waitFor()
  brokenUntil = 0
  await page.getByRole('button', { name: t('common.retry') }).click()
  await page.getByLabel(t('profile.nickName'), { exact: true }).waitFor()
  await close()
})

test('a network failure is reported, and no input is lost', async () => {
  const { page, t, close } = await deck.open()
  await page.goto('/user/profile')
  const name = page.getByLabel(t('profile.nickName'), { exact: true })
  await name.fill('Offline')
  await page.context().setOffline(true)
  await page
    .locator('.short-form')
    .getByRole('button', { name: t('common.save') })
    .click()
  await page.getByText(t('error.network')).waitFor()
  expect(await name.inputValue()).toBe('Offline')
  await page.context().setOffline(false)
  await page
    .locator('.short-form')
    .getByRole('button', { name: t('common.save') })
    .click()
  await page.getByText(t('common.saved')).waitFor()
  await close()
})

test('an error that nobody handled is written to the console once, and the page goes on', async () => {
  const { page, t, errors, close } = await deck.open()
  await page.goto('/user/profile')
  const name = page.getByLabel(t('profile.nickName'), { exact: true })
  await name.fill('Still here')
  await page.evaluate(() => {
    const error = new Error('nobody caught this')
    setTimeout(() => {
      throw error
    })
    Object.assign(window, { rejected: [1, 2, 3].map(() => Promise.reject(error)) })
  })
  await expect.poll(() => errors).toEqual([expect.stringContaining('nobody caught this')])
  expect(await name.inputValue()).toBe('Still here')
  await close()
})

test('a failing page does not affect other tabs', async () => {
  const { page, t, close } = await deck.open()
  // A response that no server version sends breaks the page that renders it.
  await page.route(`**${profile.own.path}*`, (route) =>
    route.fulfill({ json: { code: 0, msg: '', data: 5 } }),
  )
  await page.goto('/device/group')
  await page.locator('.tabs [data-path="/device/group"]').waitFor()
  await page.goto('/user/profile')
  await page.getByRole('heading', { name: t('layout.brokenTitle') }).waitFor()
  await page.locator('.tabs [data-path="/device/group"]').getByRole('link').click()
  await page.locator('main form').filter({ visible: true }).first().waitFor()
  await page.unroute(`**${profile.own.path}*`)
  await close()
})
