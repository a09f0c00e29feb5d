import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPage } from '../helpers/browser.ts'
import { addMenus, addressIn, type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
  await addMenus(deck.site, [
    { menuName: 'One', path: 'one', component: 'user/profile' },
    { menuName: 'Two', path: 'two', component: 'user/profile' },
    { menuName: 'Three', path: 'three', component: 'user/profile' },
    { menuName: 'Uncached', path: 'uncached', component: 'user/profile', isCache: false },
  ])
})
afterAll(() => deck?.stop())

const tab = (page: Page, path: string) => page.locator(`.tabs [data-path="${path}"]`)
const paths = (page: Page) =>
  page.locator('.tabs li').evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset.path))
/** Without scrolling to the tab, unlike a click. */
const show = (page: Page, path: string) => tab(page, path).getByRole('link').dispatchEvent('click')

async function openAll(page: Page, names: string[]) {
  await page.goto('/index')
  const menu = page.getByRole('navigation').getByRole('menu')
  for (const name of names) {
    await menu.getByRole('link', { name, exact: true }).click()
    await tab(page, `/${name.toLowerCase()}`).waitFor()
  }
}

async function choose({ page, t }: OpenPage, path: string, key: TextKey) {
  await tab(page, path).click({ button: 'right' })
  await page.getByRole('menuitem', { name: t(key), exact: true }).click()
  await page.getByRole('menuitem', { name: t(key), exact: true }).waitFor({ state: 'hidden' })
}

test('a half-filled form and the scroll position survive a change of tab', async () => {
  const { page, t, errors, close } = await deck.open({ height: 420 })
  await openAll(page, ['One', 'Two'])
  const name = page.getByLabel(t('profile.nickName'), { exact: true }).filter({ visible: true })
  await show(page, '/one')
  await name.fill('half')
  await page.evaluate(() => {
    const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }))
    window.scrollTo(0, 120)
    return scrolled.then(() => undefined)
  })
  await show(page, '/two')
  await expect.poll(() => name.inputValue()).not.toBe('half')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await show(page, '/one')
  await expect.poll(() => name.inputValue()).toBe('half')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120)
  expect(errors).toEqual([])
  await close()
})

test('text typed just before a change of tab is preserved and applied', async () => {
  const { page, t, close } = await deck.open()
  await openAll(page, ['One'])
  await page.goto('/device/group')
  const field = page.locator('form').getByRole('textbox').first()
  await field.waitFor()
  await field.pressSequentially('lab')
  await show(page, '/one')
  await page
    .getByRole('heading', { name: t('profile.title') })
    .filter({ visible: true })
    .waitFor()
  await show(page, '/device/group')
  await expect.poll(() => field.inputValue()).toBe('lab')
  await expect.poll(() => addressIn(page)).toMatch(/^\/device\/group\?.*=lab/)
  await close()
})

test('a page marked noCache reloads', async () => {
  const { page, t, close } = await deck.open()
  await openAll(page, ['Uncached', 'One'])
  const name = page.getByLabel(t('profile.nickName'), { exact: true }).filter({ visible: true })
  await show(page, '/uncached')
  await name.fill('gone')
  await show(page, '/one')
  await expect.poll(() => page.getByLabel(t('profile.nickName')).count()).toBe(1)
  await show(page, '/uncached')
  await expect.poll(() => name.inputValue()).not.toBe('gone')
  await close()
})

test('tabs are closed one by one, in groups and by the middle button; home stays open', async () => {
  const opened = await deck.open()
  const { page, t, errors, close } = opened
  await openAll(page, ['One', 'Two', 'Three'])
  await choose(opened, '/two', 'layout.tabCloseLeft')
  await expect.poll(() => paths(page)).toEqual(['/index', '/two', '/three'])
  await openAll(page, ['One'])
  await choose(opened, '/two', 'layout.tabCloseRight')
  await expect.poll(() => paths(page)).toEqual(['/index', '/two'])
  // The current page was among them: the page whose menu was used replaces it.
  expect(addressIn(page)).toBe('/two')

  await openAll(page, ['One', 'Three'])
  await choose(opened, '/one', 'layout.tabCloseOthers')
  await expect.poll(() => paths(page)).toEqual(['/index', '/one'])
  expect(addressIn(page)).toBe('/one')

  await openAll(page, ['Two'])
  await tab(page, '/one').getByRole('link').click({ button: 'middle' })
  await expect.poll(() => paths(page)).toEqual(['/index', '/two'])
  await tab(page, '/index').getByRole('link').click({ button: 'middle' })
  await page.getByRole('button', { name: t('layout.closeTab', { name: 'Two' }), exact: true }).click()
  await expect.poll(() => paths(page)).toEqual(['/index'])
  expect(addressIn(page)).toBe('/index')

  await openAll(page, ['One', 'Two'])
  await choose(opened, '/one', 'layout.tabCloseAll')
  await expect.poll(() => paths(page)).toEqual(['/index'])
  await tab(page, '/index').click({ button: 'right' })
  const menu = page.locator('.ant-dropdown').filter({ visible: true })
  expect(
    await menu
      .getByRole('menuitem', { name: t('layout.tabClose'), exact: true })
      .getAttribute('aria-disabled'),
  ).toBe('true')
  // It grows to its size.
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(105)
  expect(errors).toEqual([])
  await close()
})

test('refresh only reloads the page of its tab', async () => {
  const opened = await deck.open()
  const { page, t, close } = opened
  await openAll(page, ['One', 'Two'])
  const name = page.getByLabel(t('profile.nickName'), { exact: true }).filter({ visible: true })
  await name.fill('second')
  await show(page, '/one')
  await name.fill('first')
  await choose(opened, '/one', 'layout.tabRefresh')
  await expect.poll(() => name.inputValue()).not.toBe('first')
  expect(addressIn(page)).toBe('/one')
  await show(page, '/two')
  await expect.poll(() => name.inputValue()).toBe('second')
  await close()
})

test('tabs survive a reload, unless disabled by the setting', async () => {
  const { page, close } = await deck.open()
  await openAll(page, ['One', 'Two'])
  await page.reload()
  await tab(page, '/one').waitFor()
  expect(await paths(page)).toEqual(['/index', '/one', '/two'])
  await page.evaluate(() => localStorage.setItem('layout-setting', JSON.stringify({ keepTags: false })))
  await page.reload()
  await tab(page, '/two').waitFor()
  expect(await paths(page)).toEqual(['/index', '/two'])
  await close()
})
