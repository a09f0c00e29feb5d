import { type RouteNode, session } from '@fleetdeck/contract/session'
import type { Page, Request } from 'playwright-core'
import { vi } from 'vitest'
import type { TestSite } from '../../apps/server/src/testing/test-site.ts'

/** Pages of the console that stand in no menu. */
const others = [
  '/index',
  '/user/profile',
  '/dict/dataList/sys_user_sex',
  '/job/log',
  '/gen/edit',
  '/404',
  '/401',
]

function addressesOf(nodes: readonly RouteNode[], above = ''): string[] {
  return nodes.flatMap((node) => {
    const path = node.path.startsWith('/') ? node.path : `${above}/${node.path}`
    // What has a parameter in it is not opened from the menu.
    if (node.children?.length) return addressesOf(node.children, path)
    return path.includes(':') ? [] : [path]
  })
}

/** Addresses of every page that an administrator can open. */
export async function pagesOf(site: TestSite): Promise<string[]> {
  return [...others, ...addressesOf(await site.admin.call(session.routers))]
}

/** As the browser's own buttons do: the console is not loaded anew. */
export async function goInside(page: Page, path: string) {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await stands(page)
}

const underWay = new WeakMap<Page, Set<Request>>()

function requestsOf(page: Page): Set<Request> {
  const known = underWay.get(page)
  if (known) return known
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
  return requests
}

/** For a page whose listeners are removed. */
export const forgetRequests = (page: Page) => underWay.delete(page)

/** Whether a part of the page still waits, once what has come is drawn. */
const waits = (page: Page) =>
  page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
    const busy = document.querySelectorAll('.ant-skeleton, .ant-spin-spinning, [aria-busy=true]')
    return [...busy].some((part) => part.checkVisibility())
  })

/** Until everything that was asked for has come and is drawn: sooner than `networkidle`, which waits on purpose. */
export async function stands(page: Page) {
  if (!underWay.has(page)) await page.waitForLoadState('networkidle')
  const requests = requestsOf(page)
  const isDone = async () => !(await waits(page)) && requests.size === 0
  await vi.waitUntil(isDone, { timeout: 30_000, interval: 20 })
}
