import type { Page } from 'playwright-core'
import { launch, openPage } from '../../e2e/helpers/browser.ts'
import { colourIcon, fingerAt, openingMs, type Place } from '../screen/colour-slider.ts'

export interface Filmed {
  /** From the time code in each frame to the page, in ms. */
  latencies: number[]
  /** From the request to the first frame, in ms, once per opening of the page. */
  firsts: number[]
  /** Shown each second, including those that the page was too slow to read. */
  picturesPerSecond: number
}

const opened = 30
const film = 'video[data-frames]:not([hidden])'

/**
 * The real page in a real browser: opened several times for its first frame, then watched with the mouse on the
 * phone.
 */
export async function watchVideo(
  address: string,
  token: string,
  { deviceNo, seconds, drags }: { deviceNo: string; seconds: number; drags: boolean },
): Promise<Filmed> {
  const browser = await launch()
  try {
    const { page } = await openPage(browser, address, { language: 'en', width: 1100, height: 1400, token })
    await page.addInitScript(noteTimes)
    const firsts: number[] = []
    for (let time = 0; time < opened; time += 1) {
      await page.goto(`/screen?deviceNo=${deviceNo}`)
      await page.locator(film).waitFor({ timeout: 60_000 })
      firsts.push(await page.evaluate(() => (window as unknown as Noted).firstMs))
    }
    if (drags) await openColours(page)
    await page.locator('header').getByRole('button', { name: /fps/ }).click()
    await page.locator('video[data-latency-ms]').waitFor({ timeout: 60_000 })
    await recordLatencies(page)
    const before = await readFrameCount(page)
    const began = performance.now()
    await (drags ? drag(page, seconds * 1000) : page.waitForTimeout(seconds * 1000))
    const picturesPerSecond = (1000 * ((await readFrameCount(page)) - before)) / (performance.now() - began)
    const latencies = await page.evaluate(() => (window as unknown as Noted).latencies)
    return { latencies, firsts, picturesPerSecond }
  } finally {
    await browser.close()
  }
}

interface Noted {
  joinedAt: number
  firstMs: number
  latencies: number[]
}

/** Runs in the page, before its own scripts. */
function noteTimes(): void {
  const noted = window as unknown as Noted
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (data) {
    if (typeof data === 'string' && data.includes('"joinRoom"')) noted.joinedAt ??= performance.now()
    send.call(this, data)
  }
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => {
      noted.firstMs ??= performance.now() - noted.joinedAt
    }).observe(document, { subtree: true, attributeFilter: ['data-frames'] })
  })
}

const readFrameCount = (page: Page) =>
  page.locator(film).evaluate((video: HTMLElement) => Number(video.dataset.frames))

const recordLatencies = (page: Page) =>
  page.locator(film).evaluate((video: HTMLElement) => {
    const latencies: number[] = []
    Object.assign(window, { latencies })
    new MutationObserver(() => latencies.push(Number(video.dataset.latencyMs))).observe(video, {
      attributeFilter: ['data-latency-ms'],
    })
  })

/** Converts fractions of the phone's screen to pixels of the page. */
async function screenToPage(page: Page): Promise<(place: Place) => Place> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('The page does not show the screen.')
  return ({ x, y }) => ({ x: box.x + box.width * x, y: box.y + box.height * y })
}

async function openColours(page: Page): Promise<void> {
  const at = (await screenToPage(page))(colourIcon())
  await page.mouse.click(at.x, at.y)
  await page.waitForTimeout(openingMs)
}

async function drag(page: Page, durationMs: number): Promise<void> {
  const at = await screenToPage(page)
  const began = performance.now()
  const move = async () => {
    const { x, y } = at(fingerAt(performance.now() - began))
    await page.mouse.move(x, y)
  }
  await move()
  await page.mouse.down()
  while (performance.now() - began < durationMs) {
    await move()
    await page.waitForTimeout(16)
  }
  await page.mouse.up()
}
