import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OpenPage, View } from './browser.ts'
import { type Console, startConsole } from './console.ts'
import { type Phones, startPhones } from './phones.ts'

let console_: Console
let phones: Phones
beforeAll(async () => {
  console_ = await startConsole()
  const { site } = console_
  await site.deps.parameters.set('screen.stunServers', '')
  const key = site.deps.parameters.get('device.enrolmentKey')
  phones = await startPhones({ server: site.address, key, count: 2 })
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const waiting = async () => (await site.admin.call(devices.listUnAssignedDevice)).list
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(2), { timeout: 60_000, interval: 200 })
  for (const { deviceId } of await waiting()) {
    const deviceNo = deviceId.endsWith('-001') ? 'V1' : 'V2'
    await site.admin.call(devices.addAssDevice, { body: { deviceNo, deviceId, tenantId: 1, groupId: 1 } })
  }
})
afterAll(async () => {
  await phones?.stop()
  await console_?.stop()
})

async function set(deviceNo: string, settings: Record<string, string>) {
  const content = JSON.stringify({
    default_screen: '1',
    screen_scale: '100',
    screen_mode: '1',
    local_cam: '1',
    ...settings,
  })
  await console_.site.admin.call(devices.updateSettingScreen, { body: { deviceNo, content } })
}

async function take(deviceNo: string, view?: View): Promise<OpenPage> {
  const opened = await console_.open(view)
  await opened.page.goto(`/screen?deviceNo=${deviceNo}`)
  return opened
}

const film = (page: Page) => page.locator('video[data-frames]:not([hidden])')
/** On a machine that is too busy the page may have given the video up: then it is asked for again. */
async function seeVideo({ page, t }: OpenPage) {
  const again = page.locator('.ant-segmented-item').filter({ hasText: t('userCloud.video') })
  const isSeen = async () => {
    if (await film(page).isVisible()) return true
    if (await page.getByText(t('screen.noPath')).isVisible()) await again.click()
    return false
  }
  await expect.poll(isSeen, { timeout: 60_000, interval: 500 }).toBe(true)
}
const canvas = (page: Page) => page.locator('canvas[data-frames]')
const framesOf = async (page: Page) => Number(await page.locator('video').getAttribute('data-frames'))

test('video is seen, its time is measured by the picture, and it can be switched to pictures and back', async () => {
  await set('V1', {})
  const opened = await take('V1')
  const { page, t, errors } = opened
  await seeVideo(opened)
  await page.getByText(t('screen.live')).waitFor()
  const before = await framesOf(page)
  expect(before).toBeGreaterThan(0)

  // Where the time goes, by the time code that the phone draws.
  await page.locator('header').getByRole('button', { name: /fps/ }).click()
  const measure = (name: string) => page.locator(`[data-measure=${name}]`)
  await expect.poll(() => measure('total').textContent()).toMatch(/ms/)
  await expect.poll(() => measure('encode').textContent()).toMatch(/ms/)
  expect(await framesOf(page)).toBeGreaterThan(before)
  await page.getByRole('application').click({ position: { x: 60, y: 200 } })
  await expect.poll(() => measure('input').textContent()).toMatch(/ms/)
  await page.keyboard.press('Escape')

  const mode = (name: 'userCloud.video' | 'userCloud.screenshot') =>
    page.locator('.ant-segmented-item').filter({ hasText: t(name) })
  await mode('userCloud.screenshot').click()
  await canvas(page).waitFor()
  await expect.poll(() => page.locator('video').isHidden()).toBe(true)
  await mode('userCloud.video').click()
  await seeVideo(opened)
  expect(errors).toEqual([])
})
