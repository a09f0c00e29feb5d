import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shoot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { goInside, pagesOf, stands } from '../helpers/menu-pages.ts'

/** English has the longest words. With SHOTS=1 every page is kept as a picture too, in every language. */
const withPictures = process.env.SHOTS !== undefined
const languages = withPictures ? (['en', 'zhcn', 'zhtw'] as const) : (['en'] as const)
const widths = [1920, 1280, 800, 375]

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
  const { admin } = deck.site
  await admin.call(deviceGroups.add, { body: { groupName: 'Laboratory on the second floor' } })
  for (const deviceNo of ['A0001', 'A0002', 'LABORATORY0003'])
    await admin.call(devices.add, { body: { deviceNo, groupId: 1, batch: 0 } })
})
afterAll(() => deck?.stop())

const mayScroll = '.ant-table-content, .ant-table-body, .ant-tabs-nav, .tags'

/** What does not fit: a page wider than its window, buttons whose words are cut, parts that stand outside. */
const misfits = (page: Page) =>
  page.evaluate((scrolled) => {
    const { scrollWidth, clientWidth } = document.documentElement
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (part) => part.checkVisibility() && part.offsetWidth > 1 && part.innerText.trim() !== '',
      )
    const isOutside = (part: HTMLElement) => {
      const { left, right } = part.getBoundingClientRect()
      return !part.closest(scrolled) && (left < -1 || right > clientWidth + 1)
    }
    const isCut = (part: HTMLElement) =>
      part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible'
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
      ...shown('button, .ant-btn')
        .filter(isCut)
        .map((part) => `cut: ${part.innerText}`),
      ...shown('button, .ant-btn, main .ant-card')
        .filter(isOutside)
        .map((part) => `outside: ${part.innerText.slice(0, 40)}`),
    ]
  }, mayScroll)

test.each(languages)(
  'no page is wider than its window and no button is cut at any width, %s',
  async (language) => {
    // Without tabs no page stays behind the one in view; the strip of tabs scrolls.
    const storage = { 'layout-setting': JSON.stringify({ tagsView: false }) }
    const { page, errors, close } = await deck.open({ language, storage })
    const found: string[] = []
    await page.goto('/index')
    await stands(page)
    for (const path of await pagesOf(deck.site)) {
      await goInside(page, path)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        await stands(page)
        found.push(...(await misfits(page)).map((misfit) => `${path} at ${width}: ${misfit}`))
        if (withPictures) await shoot(page, `${language}-${width}${path.replaceAll('/', '-')}`)
      }
    }
    expect(found).toEqual([])
    expect(errors).toEqual([])
    await close()
  },
)
