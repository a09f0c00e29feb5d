import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { violations } from '../helpers/accessibility.ts'
import { maxWaitMs, takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { expectLoaded, listPages, navigate } from '../helpers/menu-pages.ts'
import { misfits } from '../helpers/misfits.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'

/** English has the longest words. With SHOTS=1 every page is also saved as a screenshot, in every language. */
const withPictures = process.env.SHOTS !== undefined
const languages = withPictures ? (['en', 'zhcn', 'zhtw'] as const) : (['en'] as const)
const usualWidth = 1280
const mostParts = 5
const widths = [usualWidth, 1920, 800, 375]
/** The theme follows the browser, so that one page is checked in both. */
const storage = { 'layout-setting': JSON.stringify({ appearance: 'system' }) }

let deck: Console
let phones: Phones
beforeAll(async () => {
  deck = await startConsole()
  const { site } = deck
  phones = await startPhones({
    server: site.address,
    key: site.deps.parameters.get('device.enrolmentKey'),
    count: 2,
  })
  const { admin } = site
  await admin.call(deviceGroups.add, { body: { groupName: 'Laboratory on the second floor' } })
  const waiting = () => admin.call(devices.listUnAssignedDevice)
  await vi.waitUntil(async () => (await waiting()).total === 2, { timeout: maxWaitMs })
  const { deviceId: hardwareId } = firstRow((await waiting()).list)
  await admin.call(devices.addAssDevice, {
    body: { deviceNo: 'A0001', deviceId: hardwareId, tenantId: 1, groupId: 1 },
  })
  for (const deviceNo of ['A0002', 'A0003', 'LABORATORY0003'])
    await admin.call(devices.add, { body: { deviceNo, groupId: 1, batch: 0 } })
})
afterAll(async () => {
  await phones?.stop()
  await deck?.stop()
})

/** The topmost layer over a page. */
const dialogViolations = (page: Page, where: string) => violations(page, where, '[role=dialog]')

const isOpen = (page: Page) => page.getByRole('dialog').first().waitFor()
async function closeDialog(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
}

/** Opens the form of the page's main button, if it has one. */
async function violationsOfForm(page: Page, path: string): Promise<string[]> {
  const main = page
    .locator('main .ant-btn-primary')
    .filter({ has: page.locator('.anticon-plus'), visible: true })
    .first()
  if (!(await main.count())) return []
  const before = new URL(page.url()).pathname
  await main.click()
  await page.waitForFunction(
    (from) => location.pathname !== from || document.querySelector('[role=dialog]'),
    before,
  )
  if (new URL(page.url()).pathname !== before) {
    await expectLoaded(page)
    const inPage = await violationsUncovered(page, `${path}, new`)
    const wide = await misfitsAtWidths(page, `${path}, new`, 'new')
    await navigate(page, path)
    return [...inPage, ...wide]
  }
  await isOpen(page)
  await expectLoaded(page)
  const found = await dialogViolations(page, `${path}, new`)
  await closeDialog(page)
  return found
}

/** The bar with the buttons of a form covers what is scrolled below it: the window is made as high as the page. */
async function violationsUncovered(page: Page, where: string): Promise<string[]> {
  const height = () =>
    page.evaluate(() =>
      document.querySelector('main form footer') ? document.documentElement.scrollHeight : 800,
    )
  let last = 0
  // A long form is drawn in parts.
  for (let part = 0, now = await height(); now > last && part < mostParts; part++, now = await height()) {
    await page.setViewportSize({ width: usualWidth, height: now })
    await expectLoaded(page)
    last = now
  }
  const found = await violations(page, where)
  await page.setViewportSize({ width: usualWidth, height: 800 })
  return found
}

async function misfitsAtWidths(page: Page, path: string, language: string): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectLoaded(page)
    found.push(...(await misfits(page)).map((misfit) => `${path} at ${width}: ${misfit}`))
    if (withPictures) await takeScreenshot(page, `${language}-${width}${path.replaceAll(/[/, ]+/g, '-')}`)
  }
  await page.setViewportSize({ width: usualWidth, height: 800 })
  return found
}

test.each(languages)(
  'every page of the menu, and the form of its main button, meets WCAG 2.2 AA; no page overflows and no button is truncated at any width, %s',
  async (language) => {
    // Without tabs no page stays mounted behind the current one; the tab strip scrolls, and is checked with the panels.
    const layout = { appearance: 'system', tagsView: false }
    const { page, errors, close } = await deck.open({
      language,
      storage: { 'layout-setting': JSON.stringify(layout) },
    })
    const paths = await listPages(deck.site)
    expect(paths.length).toBeGreaterThan(20)
    const found: string[] = []
    await page.goto('/index')
    for (const path of paths) {
      await navigate(page, path)
      found.push(...(await violationsUncovered(page, path)))
      found.push(...(await violationsOfForm(page, path)))
      found.push(...(await misfitsAtWidths(page, path, language)))
    }
    expect(found).toEqual([])
    expect(errors).toEqual([])
    await close()
  },
  900_000,
)

test('public pages meet WCAG 2.2 AA', async () => {
  await deck.site.deps.parameters.set('sys.account.registerUser', 'true')
  const { page, close } = await deck.visit({ storage })
  const found: string[] = []
  for (const path of ['/login', '/register', '/bind', '/auth-redirect']) {
    await page.goto(path)
    await page.getByRole('main').waitFor()
    await expectLoaded(page)
    found.push(...(await violationsUncovered(page, path)))
  }
  expect(found).toEqual([])
  await close()
})

test('the panel of a phone with screen, log and settings meets WCAG 2.2 AA', async () => {
  const { page, t, close } = await deck.open({ storage })
  const found: string[] = []
  for (const overlay of ['screen', 'log', 'screenSettings']) {
    await page.goto(`/device/deviceList?${overlay}=A0001`)
    await expectLoaded(page)
    found.push(...(await violations(page, overlay)))
  }
  await page.goto('/screen?deviceNo=A0001')
  await expectLoaded(page)
  found.push(...(await violations(page, '/screen')))
  await page.goto('/index')
  await page.getByRole('button', { name: new RegExp(`^${t('layout.userMenu')}`) }).click()
  await page.getByRole('menuitem', { name: t('layout.settings') }).click()
  await isOpen(page)
  found.push(...(await dialogViolations(page, 'settings')))
  await closeDialog(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  found.push(...(await dialogViolations(page, 'palette')))
  expect(found).toEqual([])
  await close()
})
