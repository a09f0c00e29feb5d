import { auth } from '@fleetdeck/contract/auth'
import { session } from '@fleetdeck/contract/session'
import {
  clientId,
  clientSecret,
  startOidcProvider,
  type TestProvider,
} from '@fleetdeck/testing/peers/oidc-provider'
import { adminPassword } from '@fleetdeck/testing/site/test-site'
import { createCanvas } from '@napi-rs/canvas'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteMs } from '../../apps/server/src/platform/core/site-clock.ts'
import { sessions } from '../../apps/server/src/platform/db/schema/sessions.ts'
import { type OpenPage, takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'

let console_: Console
let provider: TestProvider

beforeAll(async () => {
  console_ = await startConsole()
  const { site } = console_
  provider = await startOidcProvider([site.address])
  const { parameters } = site.deps
  await parameters.set('sys.account.registerUser', 'true')
  await parameters.set('sys.oidc.enabled', 'true')
  await parameters.set('sys.oidc.issuer', provider.issuer)
  await parameters.set('sys.publicAddress', site.address)
  await parameters.set('sys.outgoing.privateNetworks', '127.0.0.1')
  await parameters.set('sys.oidc.clientId', clientId)
  await parameters.set('sys.oidc.clientSecret', clientSecret)
  await parameters.set('sys.oidc.label', 'Company account')
})
afterAll(async () => {
  await provider?.close()
  await console_?.stop()
})

const place = (page: Page) => new URL(page.url()).pathname

async function signIn({ page, t }: OpenPage, userName: string, password: string) {
  await page.getByLabel(t('login.userName'), { exact: true }).fill(userName)
  await page.getByLabel(t('login.password'), { exact: true }).fill(password)
}

/** Opens the provider by the button, and enters the identity there. */
async function signInAs({ page }: OpenPage, account: string, button: string) {
  await page.getByRole('button', { name: button }).click()
  await page.getByLabel('Account').fill(account)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a visitor creates an account, signs in with it and only sees their own data', async () => {
  const opened = await console_.visit()
  const { page, t } = opened
  await page.goto('/login')
  await page.getByRole('link', { name: t('identity.registerTitle') }).click()
  await page.getByLabel(t('login.userName'), { exact: true }).fill('lin 2')
  await page.getByLabel(t('login.password'), { exact: true }).fill('Own-Password-1')
  await page.getByLabel(t('profile.confirmPassword'), { exact: true }).fill('Own-Password-2')
  await page.getByRole('button', { name: t('identity.registerSubmit') }).click()
  await page.getByText(t('identity.userNameRule')).waitFor()
  await page.getByText(t('profile.passwordMismatch')).waitFor()

  await page.getByLabel(t('login.userName'), { exact: true }).fill('lin-2')
  await page.getByLabel(t('profile.confirmPassword'), { exact: true }).fill('Own-Password-1')
  await page.getByRole('button', { name: t('identity.registerSubmit') }).click()
  await page.getByText(t('identity.registered')).waitFor()
  await takeScreenshot(page, 'identity-1-registered')
  await page.getByRole('link', { name: t('login.toLogin') }).click()
  await signIn(opened, 'lin-2', 'Own-Password-1')
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await page.getByText(t('home.noRights')).waitFor()
  await page.getByText(t('identity.availableDevices')).waitFor()
  await takeScreenshot(page, 'identity-2-home')
  expect(opened.errors).toEqual([])
  await opened.close()
})

test('an external identity is linked once by password and then signs in without it', async () => {
  const opened = await console_.visit()
  const { page, t } = opened
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto('/user/profile')
  await signInAs(opened, 'wei-at-work', 'Company account')
  await page.getByText(t('identity.bindHint')).waitFor()
  expect(place(page)).toBe('/bind')
  await signIn(opened, 'admin', 'wrong-password')
  await page.getByRole('button', { name: t('identity.bindSubmit') }).click()
  await page.getByText(t('session.credentialsWrong')).waitFor()
  await page.getByLabel(t('login.password'), { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: t('identity.bindSubmit') }).click()

  // The page requested before the sign-in.
  await page.getByText('wei-at-work@outside').waitFor()
  expect(place(page)).toBe('/user/profile')
  await takeScreenshot(page, 'identity-3-access-list')

  const token = await page.evaluate(() => localStorage.getItem('Admin-Token'))
  expect(token).toBeTruthy()
  expect(addresses.join('\n')).not.toContain(token)
  await console_.site.as(token ?? '').call(session.logout)
  await page.evaluate(() => localStorage.removeItem('Admin-Token'))
  await page.goto('/user/profile')
  await page.getByRole('button', { name: 'Company account' }).click()
  await page.getByRole('button', { name: t('identity.unbind') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('identity.unbind') })
    .click()
  await page.getByText(t('identity.outsideNone')).waitFor()
  await page.getByRole('button', { name: t('identity.bind') }).click()
  // The provider did not say when it last asked.
  const question = page.getByRole('dialog').filter({ hasText: t('login.proofTitle') })
  await question.getByLabel(t('login.password'), { exact: true }).fill(adminPassword)
  await question.getByRole('button', { name: t('login.proofSubmit'), exact: true }).click()
  await page.getByText(t('identity.bound')).waitFor()
  expect(place(page)).toBe('/user/profile')
  await opened.close()
})

test('a user who signs in with an external account proves their identity with it, and returns to the same page', async () => {
  const opened = await console_.open()
  const { page, t } = opened
  await page.goto('/user/profile')
  await page.getByText('wei-at-work@outside').waitFor()
  await console_.site.deps.db.update(sessions).set({ provenAt: new Date(siteMs() - 11 * 60_000) })
  await page.getByRole('button', { name: t('identity.bind') }).click()
  await page.getByRole('dialog').getByText(t('login.proofOutsideHint')).waitFor()
  await takeScreenshot(page, 'identity-4-proof')
  await signInAs(opened, 'wei-at-work', t('login.proofOutside'))
  await page.getByText(t('identity.proven')).waitFor()
  expect(place(page)).toBe('/user/profile')
  const token = await page.evaluate(() => localStorage.getItem('Admin-Token'))
  await console_.site.as(token ?? '').call(auth.startBinding)
  expect(opened.errors).toEqual([])
  await opened.close()
})

test('a sign-in response that this browser did not request is refused', async () => {
  const opened = await console_.visit()
  const { page, t } = opened
  await page.goto('/auth-redirect?code=somebody-elses&state=somebody-elses')
  await page.getByText(t('identity.finishFailed')).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('Admin-Token'))).toBeNull()
  await opened.close()
})

test('a picture is cropped, rotated and shown as avatar in the header and the user centre', async () => {
  const opened = await console_.visit()
  const { page, t } = opened
  await page.goto('/login?redirect=/user/profile')
  await signIn(opened, 'admin', adminPassword)
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click()
  await page.getByRole('button', { name: t('profile.changeAvatar') }).click()
  const canvas = createCanvas(640, 480)
  canvas.getContext('2d').fillRect(0, 0, 640, 480)
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('profile.chooseImage') })
    .first()
    .click()
  await (await chooser).setFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: canvas.toBuffer('image/png'),
  })
  await page.getByRole('button', { name: t('profile.rotateLeft') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.save') })
    .click()
  const shown = page.locator('img[src^="/common/avatar/"]')
  await expect.poll(() => shown.count()).toBe(2)
  expect(await shown.first().evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(200)
  await takeScreenshot(page, 'identity-4-avatar')
  expect(opened.errors).toEqual([])
  await opened.close()
})
