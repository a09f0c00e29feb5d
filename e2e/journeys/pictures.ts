import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, expect, onTestFailed, test } from 'vitest'
import { launch, openPage, takeScreenshot } from '../helpers/browser.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'

const folder = path.resolve(import.meta.dirname, '../../docs/images')
let site: TestSite
let phones: Phones
afterAll(async () => {
  await phones?.stop()
  await site?.stop()
})

test('screenshots for the README are taken from the running console', async () => {
  site = await startTestSite()
  phones = await startPhones({
    server: site.address,
    key: site.deps.parameters.get('device.enrolmentKey'),
    count: 6,
  })
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const waiting = async () => (await site.admin.call(devices.listUnAssignedDevice)).list
  await expect.poll(async () => (await waiting()).length).toBe(6)
  for (const [index, { deviceId: hardwareId }] of (await waiting()).reverse().entries()) {
    const deviceNo = `A${String(index + 1).padStart(4, '0')}`
    await site.admin.call(devices.addAssDevice, {
      body: { deviceNo, deviceId: hardwareId, tenantId: 1, groupId: 1 },
    })
    const content = JSON.stringify({ screen_scale: '100', screen_img_quality: '80', default_screen: '1' })
    await site.admin.call(devices.updateSettingScreen, { body: { deviceNo, content } })
  }
  const browser = await launch()
  const { page, t, errors } = await openPage(browser, site.address, {
    language: 'en',
    width: 1440,
    height: 900,
  })
  onTestFailed(async () => {
    await takeScreenshot(page, 'pictures-failed')
    console.error(page.url(), errors)
  })
  await page.addInitScript((token) => localStorage.setItem('Admin-Token', token), site.admin.token ?? '')
  await page.goto('/device/deviceList?assStatus=1')
  await page
    .getByRole('row')
    .filter({ hasText: 'A0003' })
    .getByRole('button', { name: t('screen.open') })
    .click()
  await page.locator('canvas[data-frames]').waitFor()
  await expect.poll(() => page.locator('canvas').getAttribute('data-frames').then(Number)).toBeGreaterThan(0)
  await page.mouse.move(5, 880)
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, 'take-over.png') })
  await browser.close()
})
