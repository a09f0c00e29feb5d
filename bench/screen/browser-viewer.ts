import type { Page } from 'playwright-core'
import { launch, openPage } from '../../e2e/helpers/browser.ts'
import { buildWebIfStale } from '../../scripts/build-web.ts'
import { colourIcon, fingerAt, openingMs, type Place } from './colour-slider.ts'
import type { Watched } from './socket-viewer.ts'

/** The real page in a real browser, with the mouse on the slider of the colour page. */
export async function watchInBrowser(
  address: string,
  token: string,
  { deviceNo, seconds }: { deviceNo: string; seconds: number },
): Promise<Watched> {
  await buildWebIfStale(console.log)
  const browser = await launch()
  try {
    const { page } = await openPage(browser, address, { language: 'en', width: 1100, height: 900 })
    await page.addInitScript((value) => localStorage.setItem('Admin-Token', value), token)
    await page.goto(`/screen?deviceNo=${deviceNo}`)
    await page.locator('canvas[data-frames]').waitFor()
    const at = await screenToPage(page)
    const icon = at(colourIcon())
    await page.mouse.click(icon.x, icon.y)
    await page.waitForTimeout(openingMs)
    await recordLatencies(page)
    return await drag(page, at, seconds * 1000)
  } finally {
    await browser.close()
  }
}

/** Converts fractions of the phone's screen to pixels of the page. */
async function screenToPage(page: Page): Promise<(place: Place) => Place> {
  const box = await page.locator('canvas[data-frames]').boundingBox()
  if (!box) throw new Error('The page does not show the screen.')
  return ({ x, y }) => ({ x: box.x + box.width * x, y: box.y + box.height * y })
}

const recordLatencies = (page: Page) =>
  page.locator('canvas[data-frames]').evaluate((canvas: HTMLCanvasElement) => {
    const latencies: number[] = []
    Object.assign(window, { latencies })
    new MutationObserver(() => latencies.push(Number(canvas.dataset.latencyMs))).observe(canvas, {
      attributeFilter: ['data-latency-ms'],
    })
  })

async function drag(page: Page, at: (place: Place) => Place, durationMs: number): Promise<Watched> {
  const move = ({ x, y }: Place) => page.mouse.move(x, y)
  const began = performance.now()
  await move(at(fingerAt(0)))
  await page.mouse.down()
  while (performance.now() - began < durationMs) {
    await move(at(fingerAt(performance.now() - began)))
    await page.waitForTimeout(16)
  }
  await page.mouse.up()
  const elapsedMs = performance.now() - began
  const latencies = await page.evaluate(() => (window as unknown as { latencies: number[] }).latencies)
  return { latencies, elapsedMs }
}
