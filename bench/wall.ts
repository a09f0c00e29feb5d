import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { executablePath, launch, openPage } from '../e2e/helpers/browser.ts'
import { buildWebIfStale } from '../scripts/build-web.ts'
import { inMs, median, printRows, quantile } from './figures.ts'
import { startWallSite, type WallSite } from './wall/wall-site.ts'

const all = 1000
const seconds = Number(process.env.SECONDS ?? 20)
interface LiveTiles {
  live: number
  /** All of them are in one view. */
  view: { width: number; height: number }
  query: string
  goals: { perSecond: number; cores: number }
}

/** A hundred live phones on one page, 20 per row, and scrolling through a thousand tiles. */
export const benchWall = (): Promise<void> =>
  bench({
    live: 100,
    view: { width: 4200, height: 2300 },
    query: 'online=1',
    goals: { perSecond: 4, cores: 1 },
  })

/** Three hundred live phones on one page, as small as the wall shows them, and scrolling through a thousand tiles. */
export const benchWebWall = (): Promise<void> =>
  bench({
    live: 300,
    view: { width: 3840, height: 2900 },
    query: 'online=1&size=0',
    goals: { perSecond: 2, cores: 1.2 },
  })

async function bench(tiles: LiveTiles): Promise<void> {
  if (!existsSync(executablePath)) return console.log(`There is no Chromium at ${executablePath}.`)
  await buildWebIfStale(console.log)
  const site = await startWallSite(all, tiles.live)
  const browser = await launch()
  try {
    await measureLive(site, browser, tiles)
    await measureScrolling(site, browser)
  } finally {
    await browser.close()
    await site.stop()
  }
}

interface OpenWall {
  page: Page
  /** Bytes received over its sockets. */
  received(): number
}

async function openWall(
  site: WallSite,
  browser: Browser,
  size: LiveTiles['view'],
  query: string,
): Promise<OpenWall> {
  const token = site.admin.token as string
  const { page } = await openPage(browser, site.server.address, { language: 'en', token, ...size })
  let bytes = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      bytes += payload.length
    }),
  )
  await page.goto(`/device/wall?${query}`)
  return { page, received: () => bytes }
}

/** CPU seconds of the whole browser so far. */
async function browserSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

const drawn = (page: Page) =>
  page.$$eval('article canvas', (canvases) => canvases.map((canvas) => Number(canvas.dataset.frames ?? 0)))

async function measureLive(
  site: WallSite,
  browser: Browser,
  { live, view, query, goals }: LiveTiles,
): Promise<void> {
  const { page, received } = await openWall(site, browser, view, query)
  const isLive = (frames: number[]) => frames.length === live && frames.every((count) => count > 0)
  while (!isLive(await drawn(page))) await pause(500)
  const before = { frames: await drawn(page), busy: await browserSeconds(browser), at: performance.now() }
  const receivedBefore = received()
  await pause(seconds * 1000)
  const elapsed = (performance.now() - before.at) / 1000
  const rates = (await drawn(page)).map((frames, at) => (frames - (before.frames[at] ?? 0)) / elapsed)
  const load = ((await browserSeconds(browser)) - before.busy) / elapsed
  const shown = await page.locator('header .faint, [class*=faint]').first().textContent()
  await page.close()
  printRows(
    [`${rates.length} live tiles, ${seconds} s`, 'figure', 'goal'],
    [
      ['pictures a second, median tile', median(rates).toFixed(1), String(goals.perSecond)],
      ['pictures a second, slowest tile', Math.min(...rates).toFixed(1), ''],
      ['browser, cores', load.toFixed(2), String(goals.cores)],
      ['over the socket, Mbit/s', (((received() - receivedBefore) * 8) / elapsed / 1e6).toFixed(1), '20'],
      ['what the page says', shown ?? '', ''],
    ],
  )
}

/** Times between two frames of the page while the wheel turns. */
async function measureScrolling(site: WallSite, browser: Browser): Promise<void> {
  const { page } = await openWall(site, browser, { width: 1280, height: 900 }, 'size=1')
  await page.locator('article').first().waitFor()
  await pause(2000)
  const place = await page.locator('article').first().boundingBox()
  await page.mouse.move((place?.x ?? 400) + 20, (place?.y ?? 400) + 20)
  await page.evaluate(() => {
    const gaps: number[] = []
    let last = performance.now()
    const next = (now: number) => {
      gaps.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
    Object.assign(window, { gaps })
  })
  for (let turn = 0; turn < 120; turn += 1) {
    await page.mouse.wheel(0, 240)
    await pause(25)
  }
  const gaps = await page.evaluate(() => (window as unknown as { gaps: number[] }).gaps)
  await page.close()
  printRows(
    [`${all} tiles scrolled through`, 'p50 ms', 'p95 ms', 'max ms'],
    [['between two frames', inMs(median(gaps)), inMs(quantile(gaps, 0.95)), inMs(Math.max(...gaps))]],
  )
}
