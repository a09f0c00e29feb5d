import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxWaitMs, takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'

let console_: Console
let phones: Phones
beforeAll(async () => {
  console_ = await startConsole()
  const { site } = console_
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const key = site.deps.parameters.get('device.enrolmentKey')
  phones = await startPhones({ server: site.address, key, count: 1 })
})
afterAll(async () => {
  await phones?.stop()
  await console_?.stop()
})

test('a phone that waits for its number lights up from the list and from its assignment; one that is offline is said not to answer', async () => {
  const { page, t, errors } = await console_.open()
  const { admin, deps } = console_.site
  const waiting = async () => (await admin.call(devices.listUnAssignedDevice)).list
  await expect.poll(async () => (await waiting())[0]?.runtime.online, { timeout: maxWaitMs }).toBe(true)
  const hardwareId = (await waiting())[0]?.deviceId ?? ''
  await deps.db.execute(sql`insert into devices (device_id, brand, mode) values ('gone', 'Deck', 'One')`)
  await page.goto('/device/deviceList?assStatus=0')
  const row = (id: string) => page.getByRole('row').filter({ hasText: id })
  const locate = (id: string) => t('locate.of', { phone: id })
  await row('gone')
    .getByRole('button', { name: locate('gone') })
    .click()
  await row('gone').getByText(t('locate.noAnswer')).waitFor()
  await row(hardwareId)
    .getByRole('button', { name: locate(hardwareId) })
    .click()
  await row(hardwareId).getByText(t('locate.flashing')).waitFor()
  await takeScreenshot(page, 'locate-list')

  await row(hardwareId)
    .getByRole('button', { name: t('device.assign'), exact: true })
    .click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Lab').waitFor()
  await drawer.getByRole('button', { name: locate(hardwareId) }).click()
  await drawer.getByText(t('locate.flashing')).waitFor()
  await takeScreenshot(page, 'locate-drawer')
  await page.setViewportSize({ width: 375, height: 812 })
  await takeScreenshot(page, 'locate-drawer-375')
  expect(errors).toEqual([])
})
