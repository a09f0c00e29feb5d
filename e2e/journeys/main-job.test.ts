import { session } from '@fleetdeck/contract/session'
import { adminPassword } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captchas } from '../../apps/server/src/platform/db/schema/captchas.ts'
import { users } from '../../apps/server/src/platform/db/schema/users.ts'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'

const newPassword = 'Changed-Horse-9'

let console_: Console
let phones: Phones

beforeAll(async () => {
  console_ = await startConsole({ captchaOff: false })
  const { site } = console_
  await site.deps.db.update(users).set({ mustChangePassword: true }).where(eq(users.userName, 'admin'))
  const key = site.deps.parameters.get('device.enrolmentKey')
  phones = await startPhones({ server: site.address, key, count: 3 })
})
afterAll(async () => {
  await phones?.stop()
  await console_?.stop()
})

/** Reads the captcha from the server's store, as a program cannot read the image. */
async function readCode(page: Page, reload: () => Promise<unknown>): Promise<string> {
  const answered = page.waitForResponse((response) => response.url().includes(session.captcha.path))
  await reload()
  const { data } = await (await answered).json()
  const [row] = await console_.site.deps.db.select().from(captchas).where(eq(captchas.key, data.idKeyC))
  return row?.answer ?? ''
}

/** The frame on the canvas as text, to detect a change. */
const picture = (page: Page) =>
  page.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL('image/png'))

async function pictureAfter(page: Page, act: () => Promise<unknown>): Promise<string> {
  const before = await picture(page)
  await act()
  await expect.poll(() => picture(page)).not.toBe(before)
  return picture(page)
}

/** Taps a position on the phone in fractions of its screen. */
async function tap(page: Page, x: number, y: number) {
  const box = await page.locator('canvas').boundingBox()
  if (!box) throw new Error('the phone’s screen is not shown')
  await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
}

test('an operator signs in, assigns a phone, views it, taps on it and releases it', async () => {
  const { page, t, errors } = await console_.visit()
  const code = await readCode(page, () => page.goto('/device/deviceList'))
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.getByLabel(t('login.userName'), { exact: true }).fill('admin')
  await page.getByLabel(t('login.password'), { exact: true }).fill(adminPassword)
  await page.getByLabel(t('login.code'), { exact: true }).fill(code)
  await takeScreenshot(page, 'main-job-1-login')
  await page.getByRole('button', { name: t('login.submit') }).click()

  await page.getByLabel(t('profile.oldPassword'), { exact: true }).fill(adminPassword)
  await page.getByLabel(t('profile.newPassword'), { exact: true }).fill(newPassword)
  await page.getByLabel(t('profile.confirmPassword'), { exact: true }).fill(newPassword)
  await takeScreenshot(page, 'main-job-2-password')
  await page.getByRole('button', { name: t('profile.changePassword') }).click()

  await page.getByText(t('device.unassigned'), { exact: true }).first().click()
  const firstPhone = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: t('device.assign') }) })
  await expect.poll(() => firstPhone.count()).toBe(3)
  await takeScreenshot(page, 'main-job-3-unassigned')
  await firstPhone
    .first()
    .getByRole('button', { name: t('device.assign') })
    .click()

  const drawer = page.getByRole('dialog')
  await drawer.getByLabel(t('device.number'), { exact: true }).fill('A0001')
  // The only user is preselected.
  await drawer.getByText(/^admin/).waitFor()
  await drawer.getByLabel(t('device.group'), { exact: true }).click()
  await page.getByLabel(t('deviceGroup.name'), { exact: true }).fill('Lab')
  await page.getByRole('button', { name: t('deviceGroup.new') }).click()
  await expect.poll(() => drawer.getByText('Lab').count()).toBeGreaterThan(0)
  await takeScreenshot(page, 'main-job-4-assign')
  await drawer.getByRole('button', { name: t('device.assign') }).click()
  await drawer.waitFor({ state: 'hidden' })

  await page.getByText(t('device.assigned'), { exact: true }).first().click()
  const row = page.getByRole('row').filter({ hasText: 'A0001' })
  await row.getByRole('button', { name: t('screen.open') }).click()
  const panel = page.getByRole('region', { name: 'A0001' })
  await panel.getByText(t('screen.live')).waitFor()
  await page.locator('canvas[data-frames]').waitFor()
  await takeScreenshot(page, 'main-job-5-live')

  const counterIcon = [0.16, 0.38] as const
  await pictureAfter(page, () => tap(page, ...counterIcon))
  await takeScreenshot(page, 'main-job-6-tapped')
  await pictureAfter(page, () => panel.getByRole('button', { name: t('screen.back') }).click())
  await pictureAfter(page, () => tap(page, ...counterIcon))
  await pictureAfter(page, () => panel.getByRole('button', { name: t('screen.home') }).click())
  await takeScreenshot(page, 'main-job-7-home')

  await panel.getByRole('button', { name: t('screen.operations') }).click()
  await page.getByRole('menuitem', { name: t('screen.release') }).click()
  await panel.getByText(t('screen.nobodyControls')).waitFor()
  await takeScreenshot(page, 'main-job-8-released')

  // The phone's own message about it.
  await panel.getByRole('button', { name: t('screen.operations') }).click()
  await page.getByRole('menuitem', { name: t('screen.log') }).click()
  await page
    .getByText(/计数器/)
    .first()
    .waitFor()
  await takeScreenshot(page, 'main-job-9-log')
  expect(errors).toEqual([])
})
