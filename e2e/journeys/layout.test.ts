import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MenuType } from '@fleetdeck/contract/enums'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMenus, addressIn, type Console, startConsole } from '../helpers/console.ts'

let deck: Console
let outside: Server
let outsideAddress: string

/** A page of another site that tries to take over the console. */
const intruder =
  '<title>Outside</title><h1>Outside</h1><script>try { top.location = "/taken" } catch {}</script>'

beforeAll(async () => {
  outside = createServer(({ url }, response) =>
    response.setHeader('content-type', 'text/html').end(url === '/framed' ? intruder : '<h1>Outside</h1>'),
  )
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  outsideAddress = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  deck = await startConsole()
  const { site } = deck
  const profile = 'user/profile'
  const [parent] = await addMenus(site, [
    {
      menuName: 'Directory',
      path: '/directory',
      component: 'Layout',
      menuType: MenuType.directory,
      alwaysShow: true,
    },
    { menuName: 'Manual', path: `${outsideAddress}/manual` },
    { menuName: 'Framed', path: `${outsideAddress}/framed`, component: 'InnerLink' },
    {
      menuName: 'Hidden',
      path: 'hidden',
      component: profile,
      visible: false,
      activeMenu: '/directory/shown',
    },
    { menuName: 'Missing', path: 'missing', component: 'no/such/view' },
    { menuName: 'Last', path: 'last', component: profile },
  ])
  const parentId = parent ?? null
  const [nested] = await addMenus(site, [
    {
      parentId,
      menuName: 'Nested',
      path: 'nested',
      component: 'ParentView',
      menuType: MenuType.directory,
      alwaysShow: true,
    },
    { parentId, menuName: 'Shown', path: 'shown', component: profile },
    { parentId, menuName: 'Without crumb', path: 'plain', component: profile, breadcrumb: false },
    { parentId, menuName: 'Pinned', path: 'pinned', component: profile, affix: true },
  ])
  await addMenus(site, [{ parentId: nested ?? null, menuName: 'Deep', path: 'deep', component: profile }])
})
afterAll(async () => {
  outside?.close()
  await deck?.stop()
})

const sidebar = (page: Page) => page.locator('.sidebar')
const openSubmenus = (page: Page) => sidebar(page).locator('[role=menuitem][aria-expanded=true]')
const crumbs = (page: Page) => page.locator('.crumbs li').allInnerTexts()

test('the sidebar opens one submenu per level and stores its state in a cookie', async () => {
  const { page, t, errors, close } = await deck.open()
  await page.goto('/device/deviceList')
  const submenu = (name: string) => sidebar(page).getByRole('menuitem', { name, exact: true })
  await expect.poll(() => openSubmenus(page).allInnerTexts()).toEqual([t('/device')])
  await submenu('Directory').click()
  await expect.poll(() => openSubmenus(page).allInnerTexts()).toEqual(['Directory'])
  await submenu('Nested').click()
  await expect.poll(() => openSubmenus(page).allInnerTexts()).toEqual(['Directory', 'Nested'])
  await sidebar(page).getByRole('link', { name: 'Deep' }).click()
  await page.waitForURL('**/directory/nested/deep')
  expect(await crumbs(page)).toEqual([t('/index'), 'Directory', 'Nested', 'Deep'])

  await page.getByRole('button', { name: t('layout.collapse') }).click()
  await expect.poll(async () => (await sidebar(page).boundingBox())?.width).toBeLessThan(60)
  await page.reload()
  await page.getByRole('button', { name: t('layout.expand') }).waitFor()
  expect((await sidebar(page).boundingBox())?.width).toBeLessThan(60)
  const cookies = await page.context().cookies()
  expect(cookies.find((cookie) => cookie.name === 'sidebarStatus')?.value).toBe('0')
  expect(errors).toEqual([])
  await close()
})

test('the console opens with cookies that another site of the same host has written', async () => {
  const { page, t, errors, close } = await deck.open()
  for (const name of ['size', 'sidebarStatus'])
    await page.context().addCookies([{ name, value: '%', url: deck.site.address }])
  await page.goto('/device/group')
  await page.getByRole('heading', { name: t('deviceGroup.title') }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('menu rows become links, frames, hidden pages, or pages that report a missing view', async () => {
  const { page, t, errors, close } = await deck.open()
  await page.goto('/index')
  const opened = page.context().waitForEvent('page')
  await sidebar(page).getByRole('link', { name: 'Manual' }).click()
  const other = await opened
  await other.getByRole('heading', { name: 'Outside' }).waitFor()
  expect(await other.evaluate(() => window.opener)).toBeNull()
  await other.close()
  expect(addressIn(page)).toBe('/index')

  await sidebar(page).getByRole('link', { name: 'Framed' }).click()
  const frame = page.locator('iframe')
  await frame.contentFrame().getByRole('heading', { name: 'Outside' }).waitFor()
  const sandbox = (await frame.getAttribute('sandbox')) ?? ''
  expect(sandbox).not.toContain('allow-top-navigation')
  expect(addressIn(page)).toMatch(/^\/127\//)
  // The browser reports what the framed page was not allowed to do.
  expect(errors.filter((error) => !/sandboxed|navigate/i.test(error))).toEqual([])

  await sidebar(page).getByRole('link', { name: 'Missing' }).click()
  await page.getByRole('heading', { name: t('layout.missingTitle') }).waitFor()
  await page.getByText(t('layout.missingHint', { view: 'no/such/view' })).waitFor()

  expect(await sidebar(page).getByText('Hidden').count()).toBe(0)
  await page.goto('/hidden')
  await page.getByRole('heading', { name: t('profile.title') }).waitFor()
  // It highlights the entry named in its row, in that entry's directory.
  await expect.poll(() => openSubmenus(page).allInnerTexts()).toEqual(['Directory'])
  expect(await sidebar(page).locator('.ant-menu-item-selected').innerText()).toBe('Shown')

  await page.goto('/directory/plain')
  await expect.poll(() => crumbs(page)).toEqual([t('/index'), 'Directory'])
  const pinned = page.locator('.tabs [data-path="/directory/pinned"]')
  await pinned.waitFor()
  expect(await pinned.getByRole('button').count()).toBe(0)
  await page.goto('/directory')
  await page.waitForURL('**/directory/nested/deep')
  await close()
})

test('the top navigation shows width/3/85 entries, the rest under more menus', async () => {
  const storage = { 'layout-setting': JSON.stringify({ topNav: true }) }
  const { page, t, errors, close } = await deck.open({ storage })
  await page.goto('/index')
  const entries = page.locator('.top-nav > .ant-menu > li')
  await expect.poll(() => entries.count()).toBe(Math.floor(1280 / 3 / 85) + 1)
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect.poll(() => entries.count()).toBe(Math.floor(1100 / 3 / 85) + 1)
  await page
    .locator('.top-nav')
    .getByRole('menuitem', { name: t('layout.moreMenus') })
    .hover()
  await page.getByRole('menuitem', { name: 'Last' }).getByRole('link').click()
  await page.waitForURL('**/last')
  // The entries of a selected directory are in the sidebar.
  await page
    .locator('.top-nav')
    .getByRole('menuitem', { name: t('/device') })
    .click()
  await page.waitForURL('**/device/deviceList')
  await sidebar(page)
    .getByRole('link', { name: t('/device/group') })
    .click()
  await page.waitForURL('**/device/group')
  expect(errors).toEqual([])
  await close()
})

test('below 992 px the menu covers the page and closes on a click outside or a change of route', async () => {
  const { page, t, errors, close } = await deck.open({ width: 991 })
  await page.goto('/index')
  const opener = page.getByRole('button', { name: t('layout.openMenu') })
  const overlay = page.locator('.sidebar-overlay')
  await opener.click()
  await overlay.getByRole('menu').waitFor()
  expect(await sidebar(page).count()).toBe(0)
  await page.mouse.click(700, 400)
  await overlay.waitFor({ state: 'hidden' })
  await opener.click()
  await overlay.getByRole('link', { name: 'Last' }).click()
  await page.waitForURL('**/last')
  await overlay.waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 992, height: 800 })
  await sidebar(page).waitFor()
  expect(errors).toEqual([])
  await close()
})
