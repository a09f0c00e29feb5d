import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Console, startConsole } from './console.ts'
import { goInside, pagesOf, stands } from './menu-pages.ts'
import { type Phones, startPhones } from './phones.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const colorRules = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] }
/** The look follows the browser, so that one page is seen in both. */
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
  await admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const waiting = () => admin.call(devices.listUnAssignedDevice)
  await vi.waitUntil(async () => (await waiting()).total === 2, { timeout: 20_000 })
  const { deviceId: hardwareId = '' } = (await waiting()).list[0] ?? {}
  await admin.call(devices.addAssDevice, {
    body: { deviceNo: 'A0001', deviceId: hardwareId, tenantId: 1, groupId: 1 },
  })
})
afterAll(async () => {
  await phones?.stop()
  await deck?.stop()
})

async function show(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction((scheme) => document.documentElement.style.colorScheme === scheme, colorScheme)
  await page.evaluate(() => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
    return Promise.allSettled(changes.map((one) => one.finished))
  })
}

/** What axe finds against the page, or against one part of it, as it looks now. */
async function findings(page: Page, where: string, part: string, how: RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: RunOptions = { ...how, resultTypes: ['violations'], elementRef: false }
  const violations = await page.evaluate(
    async ([selector, how]) => (await (window as { axe?: typeof axe }).axe?.run(selector, how))?.violations,
    [part, options] as const,
  )
  if (!violations) throw new Error('axe is not in the page')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${where}, ${id}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1]}`,
    ),
  )
}

/** Every rule in the light; in the dark, where the same elements stand, those about colours. */
async function violations(page: Page, where: string, part = 'body'): Promise<string[]> {
  await show(page, 'light')
  const light = await findings(page, where, part, { runOnly: standards })
  await show(page, 'dark')
  return [...light, ...(await findings(page, `${where}, dark`, part, { runOnly: colorRules }))]
}

/** What stands in front of a page. */
const inFront = (page: Page, where: string) => violations(page, where, '[role=dialog]')

const isOpen = (page: Page) => page.getByRole('dialog').first().waitFor()
async function leaveDialog(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
}

test('every page of the menu, and the form of its main button, meets WCAG 2.2 AA', async () => {
  // Without tabs no page stays behind the one in view; the strip of tabs is seen with the panels.
  const layout = { appearance: 'system', tagsView: false }
  const { page, close } = await deck.open({ storage: { 'layout-setting': JSON.stringify(layout) } })
  const paths = await pagesOf(deck.site)
  expect(paths.length).toBeGreaterThan(20)
  const found: string[] = []
  await page.goto('/index')
  for (const path of paths) {
    await goInside(page, path)
    found.push(...(await violations(page, path)))
    const main = page
      .locator('main .ant-btn-primary')
      .filter({ has: page.locator('.anticon-plus'), visible: true })
      .first()
    if (!(await main.count())) continue
    await main.click()
    await isOpen(page)
    await stands(page)
    found.push(...(await inFront(page, `${path}, new`)))
    await leaveDialog(page)
  }
  expect(found).toEqual([])
  await close()
}, 400_000)

test('the pages of visitors meet it', async () => {
  await deck.site.deps.parameters.set('sys.account.registerUser', 'true')
  const { page, close } = await deck.visit({ storage })
  const found: string[] = []
  for (const path of ['/login', '/register', '/bind', '/auth-redirect']) {
    await page.goto(path)
    await page.getByRole('main').waitFor()
    await stands(page)
    found.push(...(await violations(page, path)))
  }
  expect(found).toEqual([])
  await close()
})

test('the panel of a phone with its screen, its log and its settings meet it', async () => {
  const { page, t, close } = await deck.open({ storage })
  const found: string[] = []
  for (const overlay of ['screen', 'log', 'screenSettings']) {
    await page.goto(`/device/deviceList?${overlay}=A0001`)
    await stands(page)
    found.push(...(await violations(page, overlay)))
  }
  await page.goto('/screen?deviceNo=A0001')
  await stands(page)
  found.push(...(await violations(page, '/screen')))
  await page.goto('/index')
  await page.getByRole('button', { name: new RegExp(`^${t('layout.userMenu')}`) }).click()
  await page.getByRole('menuitem', { name: t('layout.settings') }).click()
  await isOpen(page)
  found.push(...(await inFront(page, 'settings')))
  await leaveDialog(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  found.push(...(await inFront(page, 'palette')))
  expect(found).toEqual([])
  await close()
})
