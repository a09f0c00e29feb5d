import { type RouteNode, session } from '@fleetdeck/contract/session'
import type { TestSite } from '@fleetdeck/testing/site/test-site'
import type { Page, Request } from 'playwright-core'
import { vi } from 'vitest'
import { maxWaitMs } from './browser.ts'

/** Pages of the console that are in no menu. */
const pagesWithoutMenu = [
  '/index',
  '/user/profile',
  '/user/account',
  '/dict/dataList/sys_user_sex',
  '/job/log',
  '/gen/edit',
  '/system/roleEdit/new',
  '/404',
  '/401',
]

function collectAddresses(nodes: readonly RouteNode[], above = ''): string[] {
  return nodes.flatMap((node) => {
    const path = node.path.startsWith('/') ? node.path : `${above}/${node.path}`
    // An address with a parameter is not opened from the menu.
    if (node.children?.length) return collectAddresses(node.children, path)
    return path.includes(':') ? [] : [path]
  })
}

/** Addresses of every page that an administrator can open. */
export async function listPages(site: TestSite): Promise<string[]> {
  return [...pagesWithoutMenu, ...collectAddresses(await site.admin.call(session.routers))]
}

/** Like the browser's own buttons: the console is not reloaded. */
export async function navigate(page: Page, path: string) {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expectLoaded(page)
}

const pending = new WeakMap<Page, Set<Request>>()

/** From now on `expectLoaded` tracks the page's requests; must be called before it loads anything. */
export function trackRequests(page: Page): void {
  const requests = new Set<Request>()
  pending.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/** Whether a part of the page is still loading, after everything received is rendered. */
const isBusy = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    if (!document.querySelector('#root > *')) return true
    const busy = document.querySelectorAll('.ant-skeleton, .ant-spin-spinning, [aria-busy=true]')
    return [...busy].some((part) => part.checkVisibility())
  })

/** Waits until every request is answered and rendered: sooner than `networkidle`, which adds a delay. */
export async function expectLoaded(page: Page) {
  const requests = pending.get(page)
  if (!requests) throw new Error('the requests of this page are not tracked')
  const isDone = async () => !(await isBusy(page)) && requests.size === 0
  await vi.waitUntil(isDone, { timeout: maxWaitMs, interval: 20 })
}
