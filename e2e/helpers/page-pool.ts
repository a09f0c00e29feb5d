import type { Browser, BrowserContext, Page } from 'playwright-core'
import {
  defaultView,
  launch,
  maxWaitMs,
  type OpenPage,
  observePage,
  storedItems,
  type View,
} from './browser.ts'
import { trackRequests } from './menu-pages.ts'

interface PooledPage {
  page: Page
  context: BrowserContext
  /** Has a script that runs in every document: the page cannot be reused. */
  hasInitScript: boolean
}

export interface TakenPage extends OpenPage {
  /** Returns it to the pool, or closes it. */
  release(how: { reuse: boolean }): Promise<void>
}

/** An address of the site whose document runs no console code. */
const blankPath = '/assets/none'
/** A page that is not blank by then is closed. */
const clearMs = 10_000
/** Events that a test can listen to. */
const pageEvents = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

let browser: Promise<Browser> | undefined
const idle = new Map<string, PooledPage[]>()

/** The browser of this process. */
export const sharedBrowser = () => (browser ??= launch())

/**
 * An empty page with the options of the view. Another test may have used it before: its process has compiled the
 * console's code, so that it loads in half the time.
 */
export async function takePage(address: string, view: View = {}): Promise<TakenPage> {
  const pooled = idle.get(address)?.pop() ?? (await newPooledPage(address))
  const { page, context } = pooled
  const { width, height, colorScheme } = { ...defaultView, ...view }
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate((items) => {
    for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value)
  }, storedItems(view))
  trackRequests(page)
  let isReleased = false
  const release: TakenPage['release'] = async ({ reuse }) => {
    if (isReleased) return
    isReleased = true
    if (!reuse || pooled.hasInitScript) return context.close()
    // A page that is still on its way to another address may never arrive at the blank one.
    const isClear = await clear(pooled, address).then(
      () => true,
      () => false,
    )
    if (!isClear) return context.close()
    idle.set(address, [...(idle.get(address) ?? []), pooled])
  }
  return { ...observePage(page, view.language), release, close: () => release({ reuse: true }) }
}

/** Closes the idle pages of a site whose address is no longer used. */
export async function closeIdlePages(address: string): Promise<void> {
  const pages = idle.get(address) ?? []
  idle.delete(address)
  await Promise.all(pages.map(({ context }) => context.close()))
}

async function newPooledPage(address: string): Promise<PooledPage> {
  const context = await (await sharedBrowser()).newContext({ baseURL: address })
  context.setDefaultTimeout(maxWaitMs)
  const page = await context.newPage()
  await page.goto(blankPath)
  const pooled = { page, context, hasInitScript: false }
  const addInitScript = page.addInitScript.bind(page)
  page.addInitScript = (...script) => {
    pooled.hasInitScript = true
    return addInitScript(...script)
  }
  return pooled
}

async function clear({ page, context }: PooledPage, address: string) {
  await Promise.all(
    context
      .pages()
      .filter((other) => other !== page)
      .map((other) => other.close()),
  )
  for (const event of pageEvents) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  // Moves the pointer away from anything it could hover on the next page.
  await page.mouse.move(-10, -10)
  await page.goto(address + blankPath, { timeout: clearMs })
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
}
