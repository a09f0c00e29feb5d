import type { Page } from 'playwright-core'
import { launch, openPage } from '../../e2e/helpers/browser.ts'
import { colourIcon, fingerAt, openingMs, type Place, swatchAt } from '../screen/colour-slider.ts'
import type { LineQuality } from './poor-line.ts'
import { poorUdp } from './poor-udp.ts'

export interface Seen {
  /** In motion, after the first seconds. */
  picturesPerSecond: number
  /** From a tap to its colour on the page, in ms. */
  taps: number[]
  /** Taps that were not seen within five seconds. */
  unseen: number
  /** What the page says about its quality, and about the codec of its frames. */
  quality: string
  codec: string
}

const warmUpMs = 12_000
const motionMs = 2000
/** What was under way arrives before a tap. */
const settledMs = 1500
const seenWithinMs = 5000
const loadMs = 120_000
const hues = [4, 140]
const picture = 'canvas[data-frames], video[data-frames]:not([hidden])'

interface Watched {
  deviceNo: string
  token: string
  seconds: number
  screenQuality: 'automatic' | 'device'
}

/** The real page in a real browser on a poor line: a finger that moves for two seconds, then a tap, and again. */
export async function watchOverLine(
  address: string,
  { deviceNo, token, seconds, screenQuality }: Watched,
  quality: LineQuality,
): Promise<Seen> {
  const browser = await launch()
  const paths: { close: () => void }[] = []
  try {
    const storage = { 'layout-setting': JSON.stringify({ screenQuality }) }
    const view = { language: 'en', width: 1100, height: 1400, token, storage } as const
    const { page } = await openPage(browser, address, view)
    page.setDefaultTimeout(loadMs)
    await page.exposeFunction('poorPath', async (to: { address: string; port: number }) => {
      const path = await poorUdp(to, quality)
      paths.push(path)
      return path.port
    })
    await page.addInitScript(sendOverPoorPath)
    await page.goto(`/screen?deviceNo=${deviceNo}`, { timeout: loadMs })
    await page.locator(picture).first().waitFor()
    const at = await screenToPage(page)
    const icon = at(colourIcon())
    await page.mouse.click(icon.x, icon.y)
    await page.waitForTimeout(openingMs + settledMs)
    await drag(page, at, warmUpMs)
    const seen: Seen = { picturesPerSecond: 0, taps: [], unseen: 0, quality: '', codec: '' }
    const rates: number[] = []
    const began = performance.now()
    for (let round = 0; performance.now() - began < seconds * 1000; round += 1) {
      rates.push(await drag(page, at, motionMs))
      await page.waitForTimeout(settledMs)
      const tookMs = await tap(page, at(swatchAt(hues[round % hues.length] as number)))
      if (tookMs === null) seen.unseen += 1
      else seen.taps.push(tookMs)
    }
    seen.picturesPerSecond = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
    await page
      .locator('header')
      .getByRole('button', { name: /fps|Still/ })
      .click()
    seen.quality = (await page.locator('[data-measure=quality]').textContent()) ?? ''
    // The phone tells once a second what encodes.
    await page.waitForTimeout(settledMs)
    seen.codec = (await page.locator('[data-measure=codec]').textContent()) ?? ''
    return seen
  } finally {
    await browser.close()
    for (const path of paths) path.close()
  }
}

/** Runs in the page: the phone is reached over the poor path only. */
function sendOverPoorPath(): void {
  const { poorPath } = window as unknown as {
    poorPath: (to: { address: string; port: number }) => Promise<number>
  }
  type Add = (this: RTCPeerConnection, candidate?: RTCIceCandidateInit | null) => Promise<void>
  const add: Add = RTCPeerConnection.prototype.addIceCandidate
  RTCPeerConnection.prototype.addIceCandidate = async function (candidate?: RTCIceCandidateInit | null) {
    const parts = candidate?.candidate?.split(' ') ?? []
    const [address = '', port = ''] = parts.slice(4, 6)
    if (parts[2]?.toLowerCase() !== 'udp' || parts[7] !== 'host' || !/^[\d.]+$/.test(address)) return
    parts[5] = String(await poorPath({ address, port: Number(port) }))
    return add.call(this, { ...candidate, candidate: parts.join(' ') })
  }
}

/** Converts fractions of the phone's screen to pixels of the page. */
async function screenToPage(page: Page): Promise<(place: Place) => Place> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('The page does not show the screen.')
  return ({ x, y }) => ({ x: box.x + box.width * x, y: box.y + box.height * y })
}

const countFrames = (page: Page) =>
  page.$$eval(picture, (elements) =>
    elements.reduce((sum, element) => sum + Number((element as HTMLElement).dataset.frames), 0),
  )

/** Returns the pictures a second. It ends where it began, at a medium brightness. */
async function drag(page: Page, at: (place: Place) => Place, durationMs: number): Promise<number> {
  const move = ({ x, y }: Place) => page.mouse.move(x, y)
  const began = performance.now()
  const before = await countFrames(page)
  await move(at(fingerAt(0)))
  await page.mouse.down()
  while (performance.now() - began < durationMs) {
    await move(at(fingerAt(performance.now() - began)))
    await page.waitForTimeout(16)
  }
  const rate = (1000 * ((await countFrames(page)) - before)) / (performance.now() - began)
  await move(at(fingerAt(0)))
  await page.mouse.up()
  return rate
}

/** Milliseconds until the page shows another colour; null if it does not. */
async function tap(page: Page, { x, y }: Place): Promise<number | null> {
  await page.mouse.move(x, y)
  const seen = page.evaluate(
    ({ selector, limitMs }) => {
      const eye = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
      const look = () => {
        const [shown] = [
          ...document.querySelectorAll<HTMLCanvasElement | HTMLVideoElement>(selector),
        ].reverse()
        if (!shown || !eye) return []
        const width = shown instanceof HTMLVideoElement ? shown.videoWidth : shown.width
        const height = shown instanceof HTMLVideoElement ? shown.videoHeight : shown.height
        eye.drawImage(shown, width / 2, height * 0.2, 1, 1, 0, 0, 1, 1)
        return [...eye.getImageData(0, 0, 1, 1).data]
      }
      const before = look()
      return new Promise<number | null>((resolve) => {
        let pressedAt: number | undefined
        addEventListener('pointerdown', () => (pressedAt = performance.now()), { capture: true, once: true })
        const next = () => {
          const now = performance.now()
          const differs = look().some((value, channel) => Math.abs(value - (before[channel] ?? 0)) > 40)
          if (pressedAt !== undefined && differs) resolve(now - pressedAt)
          else if (pressedAt !== undefined && now - pressedAt > limitMs) resolve(null)
          else requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      })
    },
    { selector: picture, limitMs: seenWithinMs },
  )
  await page.waitForTimeout(50)
  await page.mouse.down()
  await page.mouse.up()
  return seen
}
