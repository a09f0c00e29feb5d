import { once } from 'node:events'
import { createServer } from 'node:net'
import { devices } from '@fleetdeck/contract/devices'
import { MenuType } from '@fleetdeck/contract/enums'
import { type MenuId, UserId } from '@fleetdeck/contract/ids'
import { startTestSite, type TestSettings, type TestSite } from '@fleetdeck/testing/site/test-site'
import type { Browser, Page } from 'playwright-core'
import { expect, onTestFailed, onTestFinished, vi } from 'vitest'
import { menus } from '../../apps/server/src/platform/db/schema/menus.ts'
import { maxWaitMs, type OpenPage, openPage, takeScreenshot, type View } from './browser.ts'
import { closeIdlePages, takePage } from './page-pool.ts'

/** One site for all journeys of a file, and pages of the browser that the process reuses. */
export interface Console {
  site: TestSite
  /** A window of the admin, signed in with a separate session. */
  open(view?: View, browser?: Browser): Promise<OpenPage & { token: string }>
  /** A window of a visitor who has not signed in. */
  visit(view?: View): Promise<OpenPage>
  stop(): Promise<void>
}

/** Sites of one process successively use one port, so that the browser's cached console code stays valid. */
let lastPort = 0

export async function startConsole(settings: TestSettings = {}): Promise<Console> {
  const site = await startTestSite({ ...settings, port: (await isFree(lastPort)) ? lastPort : 0 })
  const port = Number(new URL(site.address).port)
  if (lastPort !== port) await closeIdlePages(`http://127.0.0.1:${lastPort}`)
  lastPort = port
  const visit = (view?: View, browser?: Browser) => openInTest(site, view, browser)
  return {
    site,
    visit,
    open: async (view, browser) => {
      const token = await site.deps.sessions.start(UserId.parse(1), { ip: '127.0.0.1', userAgent: 'journey' })
      return { ...(await visit({ ...view, token }, browser)), token }
    },
    stop: site.stop,
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}

/** A page of this test, closed at its end. */
async function openInTest({ address }: TestSite, view?: View, browser?: Browser): Promise<OpenPage> {
  if (browser) {
    const opened = await openPage(browser, address, view)
    onTestFailed(() => recordFailure(opened))
    return opened
  }
  const opened = await takePage(address, view)
  onTestFinished(async ({ task }) => {
    const hasFailed = task.result?.state === 'fail'
    if (hasFailed) await recordFailure(opened)
    await opened.release({ reuse: !hasFailed })
  })
  return opened
}

async function recordFailure({ page, errors }: OpenPage) {
  await takeScreenshot(page, `failed-${Date.now()}`)
  console.error(page.url(), errors)
}

/** Waits for as many unassigned phones, and gives them these numbers in the order of their ids, in the first group. */
export async function assignPhones({ admin }: TestSite, deviceNos: readonly string[]): Promise<void> {
  const waiting = async () => (await admin.call(devices.listUnAssignedDevice)).list
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(deviceNos.length), maxWaitMs)
  const hardwareIds = (await waiting()).map(({ deviceId }) => deviceId).sort()
  for (const [place, deviceNo] of deviceNos.entries()) {
    const body = { deviceNo, deviceId: hardwareIds[place] ?? '', tenantId: 1, groupId: 1 }
    await admin.call(devices.addAssDevice, { body })
  }
}

/** Menu rows as an administrator would add them; ids in the same order. */
export async function addMenus(
  site: TestSite,
  rows: (Partial<typeof menus.$inferInsert> & { menuName: string; path: string })[],
): Promise<MenuId[]> {
  const values = rows.map((row) => ({ menuType: MenuType.menu, orderNum: 100, ...row }))
  const added = await site.deps.db.insert(menus).values(values).returning({ id: menus.id })
  return added.map(({ id }) => id)
}

/** Path and query of the current page. */
export const addressIn = (page: Page) => page.url().slice(new URL(page.url()).origin.length)
