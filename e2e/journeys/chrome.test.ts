import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { en } from '@fleetdeck/i18n/en'
import { zhtw } from '@fleetdeck/i18n/zhtw'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { users } from '../../apps/server/src/platform/db/schema/users.ts'
import { type OpenPage, watchForText } from '../helpers/browser.ts'
import { addressIn, type Console, startConsole } from '../helpers/console.ts'
import { sharedBrowser } from '../helpers/page-pool.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
afterAll(() => deck?.stop())

/** Positions of the fixed parts of the frame. */
const frameBoxes = (page: Page) =>
  page
    .locator('.sidebar, .header, .header-tools > *, .tabs, .sidebar-scroll li')
    .evaluateAll((parts) => parts.map((part) => JSON.stringify(part.getBoundingClientRect())))

async function pick({ page, t }: OpenPage, button: TextKey, item: string) {
  await page.getByRole('button', { name: t(button), exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('the language changes everywhere without a reload and without moving the frame', async () => {
  // The nickname that a site starts with is translated, and not as wide in each language.
  await deck.site.deps.db.update(users).set({ nickName: 'Lin' })
  const opened = await deck.open()
  const { page, t, errors, close } = opened
  await page.goto('/user/profile')
  await page.getByRole('tab', { name: t('profile.changePassword') }).click()
  await page.getByText(t('profile.title')).first().waitFor()
  const before = await frameBoxes(page)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await pick(opened, 'layout.language', 'English')
  await page.getByRole('heading', { name: en['profile.title'] }).waitFor()
  expect(await frameBoxes(page)).toEqual(before)
  expect(await page.title()).toBe(`${en['/user/profile']} - ${en['common.systemTitle']}`)
  expect(await page.locator('html').getAttribute('lang')).toBe('en')

  // The server answers in the new language.
  await page.getByLabel(en['profile.oldPassword'], { exact: true }).fill('not-my-password')
  await page.getByLabel(en['profile.newPassword'], { exact: true }).fill('Another-Horse-1')
  await page.getByLabel(en['profile.confirmPassword'], { exact: true }).fill('Another-Horse-1')
  await page.getByRole('button', { name: en['profile.changePassword'] }).click()
  await page.getByText(en['session.oldPasswordWrong']).waitFor()

  // And so do antd's components.
  await page.goto('/system/role')
  await page.locator('.ant-pagination').getByText('/ page').first().waitFor()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('button', { name: en['layout.language'] }).click()
  await page.getByRole('menuitem', { name: '繁體中文' }).click()
  await page.locator('.ant-pagination').getByText('筆/頁').first().waitFor()
  await page.locator('.crumbs').getByText(zhtw['/system/role']).waitFor()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('the language defaults to the browser’s, and to Chinese for unsupported ones', async () => {
  const spoken = { 'zh-TW': 'zh-TW', 'zh-HK': 'zh-TW', 'en-GB': 'en', 'zh-CN': 'zh-CN', 'fr-FR': 'zh-CN' }
  const browser = await sharedBrowser()
  for (const [locale, lang] of Object.entries(spoken)) {
    const context = await browser.newContext({ baseURL: deck.site.address, locale })
    const page = await context.newPage()
    await page.goto('/login')
    // The page is there before its code has run.
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(lang)
    await context.close()
  }
})

test('the size is medium by default and stored in a cookie', async () => {
  const opened = await deck.open()
  const { page, t, close } = opened
  await page.goto('/user/profile')
  const heightNow = async () => (await page.getByLabel(t('profile.nickName')).boundingBox())?.height ?? 0
  await page.getByLabel(t('profile.nickName')).waitFor()
  const sizeNow = () => page.locator('html').getAttribute('data-size')
  expect(await sizeNow()).toBe('medium')
  const medium = await heightNow()
  await pick(opened, 'layout.size', t('layout.sizeDefault'))
  await expect.poll(heightNow).toBeGreaterThan(medium)
  await pick(opened, 'layout.size', t('layout.sizeMini'))
  await expect.poll(heightNow).toBeLessThan(medium)
  await page.reload()
  await expect.poll(sizeNow).toBe('mini')
  const cookies = await page.context().cookies()
  expect(cookies.find((cookie) => cookie.name === 'size')?.value).toBe('mini')
  await close()
})

test('theme colour and dark mode apply immediately, with a loading message, and persist when saved', async () => {
  const opened = await deck.open()
  const { page, t, errors, close } = opened
  const color = (name: string) =>
    page.evaluate((variable) => document.documentElement.style.getPropertyValue(variable), `--${name}`)
  await page.goto('/index')
  await page.getByRole('button', { name: new RegExp(`^${t('layout.userMenu')}`) }).click()
  await page.getByRole('menuitem', { name: t('layout.settings') }).click()
  const drawer = page.getByRole('dialog', { name: t('layout.settings') })
  const first = await color('accent')
  expect(await drawer.getByRole('radio', { name: '#1890ff' }).isChecked()).toBe(true)
  expect(
    await drawer
      .getByRole('radiogroup', { name: t('layout.themeColor') })
      .getByRole('radio')
      .count(),
  ).toBe(8)

  const changing = page.getByText(t('layout.themeChanging'))
  const seen = await watchForText(page, t('layout.themeChanging'))
  await drawer
    .locator('.swatch')
    .filter({ has: page.getByLabel('#6959CD') })
    .click()
  await seen()
  await expect.poll(() => color('accent')).not.toBe(first)
  await changing.waitFor({ state: 'hidden' })
  await drawer.getByText(t('layout.dark'), { exact: true }).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.style.colorScheme)).toBe('dark')
  await drawer.locator('input[type=color]').fill('#aa5500')
  await expect.poll(() => drawer.locator('code').innerText()).toBe('#aa5500')
  await drawer.getByRole('switch', { name: t('layout.tagsView') }).click()
  await page.locator('.tabs').waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: t('common.save') }).click()
  await drawer.waitFor({ state: 'hidden' })
  const chosen = await color('accent')
  await page.reload()
  await page.locator('.header').waitFor()
  expect([await color('accent'), await page.locator('.tabs').count()]).toEqual([chosen, 0])

  await page.getByRole('button', { name: new RegExp(`^${t('layout.userMenu')}`) }).click()
  await page.getByRole('menuitem', { name: t('layout.settings') }).click()
  await drawer.getByRole('button', { name: t('common.reset') }).click()
  await page.locator('.tabs').waitFor()
  await expect.poll(() => color('accent')).toBe(first)
  expect(errors).toEqual([])
  await close()
})

test('the command palette finds a page by a few letters and opens it by keyboard', async () => {
  const { page, t, errors, close } = await deck.open({ language: 'en' })
  await page.goto('/index')
  await page.locator('.header').waitFor()
  await page.keyboard.press('Control+k')
  const words = page.getByRole('combobox', { name: t('layout.palette') })
  await words.waitFor()
  // A typo is within the threshold.
  await page.keyboard.type('devcie group')
  const active = page.getByRole('option', { selected: true })
  await expect.poll(() => active.innerText()).toContain(t('/device/group'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/device/group')
  await page.keyboard.press('Control+k')
  await words.waitFor()
  await page.keyboard.type('device list')
  await expect.poll(() => active.innerText()).toContain(t('/device/deviceList'))
  const first = await active.innerText()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => active.innerText()).not.toBe(first)
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => active.innerText()).toBe(first)
  await page.keyboard.press('Escape')
  await words.waitFor({ state: 'hidden' })
  expect(addressIn(page)).toBe('/device/group')
  expect(errors).toEqual([])
  await close()
})

test('full screen works, and an unsupported browser shows a warning', async () => {
  const able = await deck.open()
  await able.page.goto('/index')
  await able.page.getByRole('button', { name: able.t('layout.fullscreen') }).click()
  await able.page.getByRole('button', { name: able.t('layout.exitFullscreen') }).click()
  await able.page.getByRole('button', { name: able.t('layout.fullscreen') }).waitFor()
  await able.close()

  const { page, t, close } = await deck.open()
  await page.addInitScript(() =>
    Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false }),
  )
  await page.goto('/index')
  await page.getByRole('button', { name: t('layout.fullscreen') }).click()
  const warning = page.getByText(t('layout.fullscreenUnsupported'))
  await warning.waitFor()
  // Toasts stay for three seconds.
  await warning.waitFor({ state: 'hidden' })
  await close()
})
