import { devices } from '@fleetdeck/contract/devices'
import { UserId } from '@fleetdeck/contract/ids'
import type { Browser, Page } from 'playwright-core'
import { expect, onTestFailed, vi } from 'vitest'
import { menus } from '../apps/server/src/platform/db/schema/menus.ts'
import { startTestSite, type TestSettings, type TestSite } from '../apps/server/src/testing/test-site.ts'
import { launch, type OpenPage, openPage, shoot, type View } from './browser.ts'

/** One site and one browser for all journeys of a file. */
export interface Console {
  site: TestSite
  browser: Browser
  /** A window of the admin, signed in with a session of its own. */
  open(view?: View, browser?: Browser): Promise<OpenPage & { token: string }>
  /** A window of somebody who has not signed in. */
  visit(view?: View): Promise<OpenPage>
  stop(): Promise<void>
}

export async function startConsole(settings: TestSettings = {}): Promise<Console> {
  const site = await startTestSite(settings)
  const browser = await launch()
  const visit = async (view?: View, inBrowser = browser) => {
    const opened = await openPage(inBrowser, site.address, view)
    onTestFailed(async () => {
      await shoot(opened.page, `failed-${Date.now()}`)
      console.error(opened.page.url(), opened.errors)
    })
    return opened
  }
  return {
    site,
    browser,
    visit,
    open: async (view, inBrowser) => {
      const token = await site.deps.sessions.start(UserId.parse(1), { ip: '127.0.0.1', userAgent: 'journey' })
      return { ...(await visit({ ...view, token }, inBrowser)), token }
    },
    stop: async () => {
      await browser.close()
      await site.stop()
    },
  }
}

/** Waits for as many unassigned phones, and gives them these numbers in the order of their ids, in the first group. */
export async function assignPhones({ admin }: TestSite, deviceNos: readonly string[]): Promise<void> {
  const waiting = async () => (await admin.call(devices.listUnAssignedDevice)).list
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(deviceNos.length), 60_000)
  const ids = (await waiting()).map(({ deviceId: hardwareId }) => hardwareId).sort()
  for (const [place, deviceNo] of deviceNos.entries()) {
    const body = { deviceNo, deviceId: ids[place] ?? '', tenantId: 1, groupId: 1 }
    await admin.call(devices.addAssDevice, { body })
  }
}

/** Rows of the menu as an administrator would add them; ids in the same order. */
export async function addMenus(
  site: TestSite,
  rows: (Partial<typeof menus.$inferInsert> & { menuName: string; path: string })[],
): Promise<number[]> {
  const values = rows.map((row) => ({ menuType: 1, orderNum: 100, ...row }))
  const added = await site.deps.db.insert(menus).values(values).returning({ id: menus.id })
  return added.map(({ id }) => id)
}

/** Path and query of the page in view. */
export const addressIn = (page: Page) => page.url().slice(new URL(page.url()).origin.length)
