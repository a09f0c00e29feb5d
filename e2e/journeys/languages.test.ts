import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { languages } from '@fleetdeck/i18n/languages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { englishNames } from '../helpers/english-names.ts'
import { expectLoaded, listPages, navigate } from '../helpers/menu-pages.ts'
import { misfits } from '../helpers/misfits.ts'

/** With SHOTS=1 every page is also saved as a screenshot. */
const withPictures = process.env.SHOTS !== undefined
const widths = [1440, 1280, 375]

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
  const { admin } = deck.site
  await admin.call(deviceGroups.add, { body: { groupName: '第一机房' } })
  for (const deviceNo of ['A0001', 'A0002', 'LAB0003'])
    await admin.call(devices.add, { body: { deviceNo, groupId: 1, batch: 0 } })
})
afterAll(() => deck?.stop())

test.each(languages)(
  'no words are truncated, wrapped or outside the window on any page, %s',
  async (language) => {
    const { page, errors, close } = await deck.open({
      language,
      storage: { 'layout-setting': JSON.stringify({ tagsView: false }) },
    })
    const found: string[] = []
    await page.goto('/index')
    for (const path of await listPages(deck.site)) {
      await navigate(page, path)
      if (language !== 'en') found.push(...(await englishNames(page)).map((name) => `${path}: ${name}`))
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 })
        await expectLoaded(page)
        found.push(...(await misfits(page)).map((misfit) => `${path} at ${width}: ${misfit}`))
        if (withPictures) await takeScreenshot(page, `${language}-${width}${path.replaceAll(/[/, ]+/g, '-')}`)
      }
    }
    expect(found).toEqual([])
    expect(errors).toEqual([])
    await close()
  },
  900_000,
)
