import { statSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startConsole } from '../helpers/console.ts'

const assets = path.resolve(import.meta.dirname, '../../apps/web/dist')
const limitKb = 300

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
afterAll(() => deck?.stop())

/** Kilobytes of script, gzipped, that a page requested. */
async function trackScripts(page: Page) {
  const loaded = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.endsWith('.js')) return
    const file = path.join(assets, pathname)
    loaded.set(pathname, gzipped(file))
  })
  return { loaded, kilobytes: () => [...loaded.values()].reduce((sum, size) => sum + size, 0) / 1024 }
}

const gzipped = (file: string) =>
  statSync(statSync(`${file}.gz`, { throwIfNoEntry: false }) ? `${file}.gz` : file).size

test('the sign-in page and home load at most 300 KB of scripts, and other pages load theirs when opened', async () => {
  const visitor = await deck.visit()
  const atSignIn = await trackScripts(visitor.page)
  await visitor.page.goto('/login')
  await visitor.page.getByRole('main').waitFor()
  await visitor.page.waitForLoadState('networkidle')
  expect(atSignIn.kilobytes()).toBeLessThan(limitKb)
  await visitor.close()

  const { page, t, close } = await deck.open()
  const atHome = await trackScripts(page)
  await page.goto('/index')
  await page.getByText(t('home.noDevices')).waitFor()
  await page.waitForLoadState('networkidle')
  expect(atHome.kilobytes()).toBeLessThan(limitKb)
  expect([...atHome.loaded.keys()].filter((name) => /UsersPage|DevicesPage|MoreIcon/.test(name))).toEqual([])
  await close()
})

/** Styles that antd wrote while the page ran, except for the values of a theme. */
const writtenStyles = (page: Page) =>
  page
    .locator('style[data-css-hash]')
    .evaluateAll((parts) =>
      parts.map((part) => part.textContent ?? '').filter((css) => !/^\.fleetdeck[^{]*\{--/.test(css)),
    )

test('the sign-in page and home come with their styles, and with the icon of the tab', async () => {
  const visitor = await deck.visit()
  await visitor.page.goto('/login')
  await visitor.page.getByRole('main').waitFor()
  await visitor.page.waitForLoadState('networkidle')
  expect(await writtenStyles(visitor.page)).toEqual([])
  const icon = await visitor.page.locator('link[rel=icon]').getAttribute('href')
  const answer = await visitor.page.request.get(icon ?? '')
  expect(answer.headers()['content-type']).toContain('image/svg')
  await visitor.close()

  const { page, t, close } = await deck.open()
  await page.goto('/index')
  await page.getByText(t('home.noDevices')).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await writtenStyles(page)).toEqual([])
  await close()
})

test('text typed into the sign-in page before its code has run is in the form, which can then be sent', async () => {
  const { page, t, errors, close } = await deck.visit()
  const isReleased = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await isReleased.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.locator('input[autofocus]').pressSequentially('adm')
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').fill('half')
  isReleased.resolve()
  await page.getByRole('button', { name: t('login.submit'), exact: true }).waitFor()
  const password = page.locator('input[type=password]')
  await expect.poll(() => page.locator('input[autocomplete=username]').inputValue()).toBe('adm')
  await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('-password')
  expect(await password.inputValue()).toBe('half-password')
  expect(new URL(page.url()).search).toBe('')
  expect(errors).toEqual([])
  await close()
})
