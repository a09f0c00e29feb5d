import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { OpenPage } from './browser.ts'

const film = (page: Page) => page.locator('video[data-frames]:not([hidden])')
/** Frames of the video that were shown so far. */
export const countFrames = async (page: Page) =>
  Number(await page.locator('video').getAttribute('data-frames'))

/** On a busy machine the page may have fallen back from video: then it is requested again. */
async function isSeen({ page, t }: OpenPage): Promise<boolean> {
  if (await film(page).isVisible()) return true
  const mode = page.getByLabel(t('userCloud.mode')).locator('.ant-segmented-item')
  const pictures = mode.and(page.locator('.ant-segmented-item-selected'))
  if (await pictures.filter({ hasText: t('userCloud.screenshot') }).isVisible())
    await mode.filter({ hasText: t('userCloud.video') }).click()
  return false
}

export const seeVideo = (opened: OpenPage) => expect.poll(() => isSeen(opened), { interval: 500 }).toBe(true)

/** Until more than so many further frames of the video are shown. */
export async function seeFrames(opened: OpenPage, more = 0): Promise<void> {
  await seeVideo(opened)
  let first = await countFrames(opened.page)
  const shown = async () => {
    if (!(await isSeen(opened))) return 0
    const now = await countFrames(opened.page)
    // Video that was requested again counts from the start.
    first = Math.min(first, now)
    return now - first
  }
  await expect.poll(shown).toBeGreaterThan(more)
}
