import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { openPage } from '../../e2e/helpers/browser.ts'
import type { WallSite } from '../wall/wall-site.ts'

const rounds = 40
/** The frames that all show, and that of the phone that differs. */
const pictures = { usual: 7, astray: 27 } as const

/**
 * Milliseconds from a different frame on a follower's screen to its mark on the real page, once per round. All phones
 * keep sending frames during this time.
 */
export async function measureMarking(
  { server, admin, phones }: WallSite,
  browser: Browser,
): Promise<number[]> {
  phones.showAll(pictures.usual)
  const token = admin.token as string
  const size = { width: 1920, height: 1080 }
  const { page } = await openPage(browser, server.address, { language: 'en', token, ...size })
  await page.goto('/device/wall?online=1&size=0')
  await page.getByRole('button', { name: /^Choose all \d+ online/ }).click()
  await page.getByRole('button', { name: 'Start group control' }).click()
  await page.locator('[data-count=follows]').waitFor()
  await page.locator('[data-count=differs]').waitFor({ state: 'detached' })
  const samples: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const phone = 1 + ((round * 7) % (phones.count - 1))
    const marked = page.evaluate(async () => {
      while (!document.querySelector('[data-count=differs]'))
        await new Promise((resolve) => requestAnimationFrame(resolve))
      return Date.now()
    })
    // Varies the moment of the change within the phones' interval.
    await pause(30 * round)
    const changedAt = Date.now()
    phones.show(phone, pictures.astray)
    samples.push((await marked) - changedAt)
    phones.show(phone, pictures.usual)
    await page.locator('[data-count=differs]').waitFor({ state: 'detached' })
  }
  await page.close()
  return samples
}
