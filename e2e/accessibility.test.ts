import AxeBuilder from '@axe-core/playwright'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { type RouteNode, session } from '@fleetdeck/contract/session'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Console, startConsole } from './console.ts'
import { type Phones, startPhones } from './phones.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
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
  const { deviceId = '' } = (await waiting()).list[0] ?? {}
  await admin.call(devices.addAssDevice, { body: { deviceNo: 'A0001', deviceId, tenantId: 1, groupId: 1 } })
})
afterAll(async () => {
  await phones?.stop()
  await deck?.stop()
})

type Scheme = 'light' | 'dark'
async function show(page: Page, colorScheme: Scheme) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction((scheme) => document.documentElement.style.colorScheme === scheme, colorScheme)
  await page.evaluate(() => {
    const changes = document.getAnimations().filter((one) => one instanceof CSSTransition)
    return Promise.allSettled(changes.map((one) => one.finished))
  })
}

/** What axe finds against a page or a part of it. */
async function findings(page: Page, where: string, { part = 'body', rules = [] as string[] } = {}) {
  const axe = new AxeBuilder({ page }).include(part).options({ resultTypes: ['violations'] })
  const { violations } = await (rules.length ? axe.withRules(rules) : axe.withTags(standards)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary = '' }) =>
        `${where}, ${id}: ${html.slice(0, 200)} ${failureSummary.split('\n')[1]}`,
    ),
  )
}

/** All of it in the light, the colours once more in the dark; leaves the page dark. */
async function violations(page: Page, where: string): Promise<string[]> {
  await show(page, 'light')
  const light = await findings(page, where)
  await show(page, 'dark')
  return [...light, ...(await findings(page, `${where}, dark`, { rules: ['color-contrast'] }))]
}

/** What stands in front of a page, which is dark by now. */
const inFront = (page: Page, where: string) => findings(page, where, { part: '[role=dialog]' })

/** Addresses of all pages that the menu offers. */
function pathsOf(nodes: readonly RouteNode[], above = ''): string[] {
  return nodes.flatMap((node) => {
    const path = node.path.startsWith('/') ? node.path : `${above}/${node.path}`
    return node.children?.length ? pathsOf(node.children, path) : [path]
  })
}

const stands = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.locator('.ant-skeleton, .ant-spin-spinning').first().waitFor({ state: 'detached' })
}

test('every page of the menu, and the form of its main button, meets WCAG 2.2 AA', async () => {
  const { page, close } = await deck.open({ storage })
  const paths = pathsOf(await deck.site.admin.call(session.routers))
  expect(paths.length).toBeGreaterThan(12)
  const others = ['/index', '/user/profile', '/dict/dataList/sys_user_sex', '/404', '/401']
  const found: string[] = []
  for (const path of [...others, ...paths]) {
    await page.goto(path)
    await stands(page)
    found.push(...(await violations(page, path)))
    const main = page
      .locator('main .ant-btn-primary')
      .filter({ has: page.locator('.anticon-plus') })
      .first()
    if (!(await main.count())) continue
    await main.click()
    await page.getByRole('dialog').first().waitFor()
    await stands(page)
    found.push(...(await inFront(page, `${path}, new`)))
  }
  expect(found).toEqual([])
  await close()
}, 240_000)

test('the pages of visitors meet it', async () => {
  await deck.site.deps.parameters.load()
  const { page, close } = await deck.visit({ storage })
  const found: string[] = []
  for (const path of ['/login', '/register', '/bind', '/auth-redirect']) {
    await page.goto(path)
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
  await page.getByRole('dialog').waitFor()
  found.push(...(await inFront(page, 'settings')))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  found.push(...(await inFront(page, 'palette')))
  expect(found).toEqual([])
  await close()
})
