import { changedPassword, signIn } from '@fleetdeck/testing/server/http-client'
import { startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import type { Browser, Page } from 'playwright-core'
import { launch, openPage } from '../e2e/helpers/browser.ts'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { inMs, median, printRows, printSeries, quantile } from './figures.ts'
import { fillSite } from './filled-site.ts'

const size = { devices: 300, groups: 10 }
/** Goals: requests and KB of scripts for a first page, layout shift of home, ms of a change of page and of an input. */
const goals = { requests: 30, homeScriptKb: 300, shift: 0.02, firstMs: 300, cachedMs: 100, inputMs: 100 }
const changeRounds = 4
const throttle = 4

/**
 * The times that a user waits, by Chromium's own figures: the first load of every menu page, each in a fresh browser
 * cache; changes of page in the menu; inputs in a list and among 300 devices; the sign-in page with a slow processor.
 */
export async function benchWeb(): Promise<void> {
  await buildWebIfStale(console.log)
  const folder = await temporaryFolder()
  await fillSite({ dataDir: folder.path }, size)
  const server = await startServer({ DATA_DIR: folder.path, CAPTCHA: 'off' })
  const browser = await launch()
  try {
    const { token = '' } = await signIn(server.address, changedPassword)
    const site = { browser, address: server.address, token }
    const paths = await menuPaths(site)
    await firstLoads(site, paths)
    await changes(site, paths)
    await inputs(site)
    await slowSignIn(site)
  } finally {
    await browser.close()
    await server.stop()
    await folder.remove()
  }
}

interface Site {
  browser: Browser
  address: string
  token: string
}

/** The addresses in the menu, in its order. */
async function menuPaths({ browser, address, token }: Site): Promise<string[]> {
  const { page, close } = await openPage(browser, address, { token, language: 'en' })
  await page.goto('/index')
  await page.locator('nav a').first().waitFor()
  const paths = new Set<string>()
  // One branch is open at a time.
  for (const branch of await page.locator('nav [aria-expanded]').all()) {
    await branch.click()
    for (const link of await page.locator('nav a').all()) paths.add((await link.getAttribute('href')) ?? '')
  }
  await close()
  return [...paths].filter((path) => /^\/./.test(path))
}

interface Load {
  path: string
  requests: number
  scripts: number
  scriptKb: number
  kb: number
  shift: number
  /** The largest part was painted. */
  paintedMs: number
}

/** Collects Chromium's events about layout shifts, paints and inputs. */
async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0, paintedMs: 0, inputs: [] as number[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      seen.paintedMs = list.getEntries().at(-1)?.startTime ?? seen.paintedMs
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) seen.inputs.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
}
interface Seen {
  shift: number
  paintedMs: number
  inputs: number[]
}
const seenBy = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen)

async function firstLoad({ browser, address, token }: Site, path: string): Promise<Load> {
  const { page, close } = await openPage(browser, address, {
    token,
    language: 'en',
    width: 1440,
    height: 900,
  })
  await observe(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    bytes.set(requestId, encodedDataLength),
  )
  await page.goto(path)
  await page.locator('main').waitFor()
  await page.waitForLoadState('networkidle')
  const { shift, paintedMs } = await seenBy(page)
  await close()
  const sum = (ids: string[]) => ids.reduce((total, id) => total + (bytes.get(id) ?? 0), 0) / 1024
  const scripts = [...kinds].filter(([, type]) => type === 'Script').map(([id]) => id)
  return {
    path,
    requests: bytes.size,
    scripts: scripts.length,
    scriptKb: sum(scripts),
    kb: sum([...bytes.keys()]),
    shift,
    paintedMs,
  }
}

async function firstLoads(site: Site, paths: string[]): Promise<void> {
  const loads: Load[] = []
  for (const path of paths) loads.push(await firstLoad(site, path))
  const row = (name: string, { requests, scripts, scriptKb, kb, shift, paintedMs }: Omit<Load, 'path'>) => [
    name,
    String(requests),
    (requests / goals.requests).toFixed(2),
    String(scripts),
    scriptKb.toFixed(0),
    kb.toFixed(0),
    shift.toFixed(3),
    inMs(paintedMs),
  ]
  const figures = ['requests', 'scripts', 'scriptKb', 'kb', 'shift', 'paintedMs'] as const
  const over = (share: (samples: number[]) => number) =>
    Object.fromEntries(figures.map((name) => [name, share(loads.map((load) => load[name]))])) as Omit<
      Load,
      'path'
    >
  const worst = [...loads].sort((a, b) => b.requests - a.requests).slice(0, 5)
  const home = loads.filter(({ path }) => path === '/index')
  printRows(
    [
      'first load',
      'requests',
      `/ ${goals.requests}`,
      'scripts',
      'script KB',
      'all KB',
      'shift',
      'painted ms',
    ],
    [
      ...home.map((load) => row('home', load)),
      row(`median of ${loads.length} pages`, over(median)),
      row(
        'p95',
        over((samples) => quantile(samples, 0.95)),
      ),
      ...worst.map((load) => row(load.path, load)),
    ],
  )
  for (const { scriptKb, shift } of home)
    console.log(
      `home: scripts ${(scriptKb / goals.homeScriptKb).toFixed(2)} of ${goals.homeScriptKb} KB, ` +
        `layout shift ${(shift / goals.shift).toFixed(2)} of ${goals.shift}\n`,
    )
}

/** From the click in the menu until the frame in which the page's own content is shown. */
async function changes({ browser, address, token }: Site, paths: string[]): Promise<void> {
  const { page, close } = await openPage(browser, address, {
    token,
    language: 'en',
    width: 1440,
    height: 900,
  })
  await page.goto('/index')
  await page.waitForLoadState('networkidle')
  const first: number[] = []
  const cached: number[] = []
  for (let round = 0; round < changeRounds; round += 1)
    for (const path of paths) {
      const link = page.locator(`nav a[href="${path}"]`).first()
      if (!(await link.isVisible())) await openBranch(page, path)
      const took = timeChange(page, path)
      await link.click()
      ;(round === 0 ? first : cached).push(await took)
      await page.waitForLoadState('networkidle')
    }
  await close()
  printSeries('change of page: first', [{ name: `${paths.length} pages`, samples: first }], goals.firstMs)
  printSeries('change of page: again', [{ name: `${paths.length} pages`, samples: cached }], goals.cachedMs)
}

async function openBranch(page: Page, path: string): Promise<void> {
  for (const branch of await page.locator('nav [aria-expanded="false"]').all()) {
    await branch.click()
    if (await page.locator(`nav a[href="${path}"]`).first().isVisible()) return
  }
}

async function timeChange(page: Page, path: string): Promise<number> {
  await page.evaluate((wanted) => {
    let from = 0
    document.addEventListener('click', () => (from = performance.now()), { once: true, capture: true })
    const shown = () =>
      [...document.querySelectorAll('main h1')].some((heading) => heading.getClientRects().length > 0)
    const look = () => {
      const isThere =
        location.pathname === wanted && !document.querySelector('main [aria-busy=true].page-skeleton')
      if (from && isThere && shown()) Object.assign(window, { changedIn: performance.now() - from })
      else requestAnimationFrame(look)
    }
    Object.assign(window, { changedIn: undefined })
    requestAnimationFrame(look)
  }, path)
  await page.waitForFunction(() => (window as unknown as { changedIn?: number }).changedIn)
  return page.evaluate(() => (window as unknown as { changedIn: number }).changedIn)
}

/** Interaction to next paint: clicks and keys in the largest page of a list, and among all devices of the monitor. */
async function inputs({ browser, address, token }: Site): Promise<void> {
  const { page, t, close } = await openPage(browser, address, {
    token,
    language: 'en',
    width: 1440,
    height: 900,
  })
  await observe(page)
  const type = async () => {
    await page.locator('main form input:visible').first().click()
    await page.keyboard.type('D0001', { delay: 60 })
    for (let at = 0; at < 5; at += 1) await page.keyboard.press('Backspace')
    await page.getByRole('button', { name: t('table.search'), exact: true }).click()
    await page.waitForLoadState('networkidle')
  }
  await page.goto('/device/deviceList?pageSize=50')
  await page.locator('tbody tr[data-row-key]').nth(49).waitFor()
  const boxes = page.locator('tbody tr[data-row-key] input[type=checkbox]')
  for (let at = 0; at < 10; at += 1) await boxes.nth(at).click()
  for (let at = 0; at < 6; at += 1)
    await page.locator('.ant-table-header thead th, .ant-table-sticky-holder thead th').nth(1).click()
  await type()
  const { inputs: list } = await seenBy(page)
  await page.goto('/device/monitor?view=table')
  await page.getByText(t('monitor.count', { shown: size.devices })).waitFor()
  await type()
  const { inputs: monitor } = await seenBy(page)
  await close()
  printSeries(
    'input to paint',
    [
      { name: 'list, 50 rows', samples: list },
      { name: `monitor, ${size.devices} rows`, samples: monitor },
    ],
    goals.inputMs,
  )
}

/** Until a letter that is typed appears in the sign-in page. */
async function slowSignIn({ browser, address }: Site): Promise<void> {
  const samples: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const { page, close } = await openPage(browser, address, { language: 'en' })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle })
    await page.goto('/login', { waitUntil: 'commit' })
    await page.locator('input').first().waitFor()
    await page.locator('input').first().press('a')
    await page.waitForFunction(() => document.querySelector('input')?.value === 'a')
    samples.push(await page.evaluate(() => performance.now()))
    await close()
  }
  printSeries(
    `sign-in page, processor ${throttle} times slower`,
    [{ name: 'a letter stands', samples }],
    2000,
  )
}
