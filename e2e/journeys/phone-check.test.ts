import { CheckCode } from '@fleetdeck/contract/check-codes'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { languages } from '@fleetdeck/i18n/languages'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { misfits } from '../helpers/misfits.ts'

let deck: Console
let phone: TestSocket
beforeAll(async () => {
  deck = await startConsole()
  const { admin } = deck.site
  await admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  const token = await deck.site.enrol('adb-1')
  const body = { deviceNo: 'A001', deviceId: 'adb-1', tenantId: 1, groupId: 1 }
  await admin.call(devices.addAssDevice, { body })
  phone = TestSocket.phone(deck.site.address, token)
  await phone.next('registered')
  phone.send({ action: 'heartbeat', battery: 80, serviceOk: '1', osVersion: 'Android 13' })
})
afterAll(async () => {
  phone?.close()
  await deck?.stop()
})

const rest = [
  { code: 'displays', level: 'works', values: { width: 1080, height: 2400, density: 440 } },
  { code: 'storage', level: 'works', values: { bytes: 61_440_000_000 } },
  { code: 'writeSettings', level: 'mustBeMended', way: 'xiaomi-write-settings' },
  { code: 'inputMethod', level: 'limited' },
  { code: 'clock', level: 'works', values: { seconds: 2 } },
]
const refused = [{ code: 'input', level: 'mustBeMended', way: 'xiaomi-security-settings' }, ...rest]
const mended = [{ code: 'input', level: 'works' }, ...rest]

test('a phone that refuses taps is marked everywhere, with its remedy, until a new check finds that it takes them', async () => {
  const { page, t, errors } = await deck.open()
  await page.goto('/device/deviceList')
  const row = page.getByRole('row').filter({ hasText: 'A001' })
  await row.waitFor()
  phone.send({ action: 'check', findings: refused })
  const problem = t('check.input.mend')
  await row.getByText(problem).waitFor()
  await takeScreenshot(page, 'phone-check-list')

  // The count on home leads to the list of these phones.
  await page.goto('/index')
  await page.getByRole('link', { name: t('home.needsFix', { count: 1 }) }).click()
  await page.waitForURL(/toMend=any/)
  await row.waitFor()

  await page.goto('/device/deviceList?diagnosis=A001')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('USB').first().waitFor()
  const view = dialog.getByRole('region', { name: t('check.title') })
  await view
    .getByRole('region', { name: t('check.level.mustBeMended') })
    .getByText(problem)
    .waitFor()
  await view
    .getByRole('list', { name: t('check.howToMend') })
    .first()
    .waitFor()
  expect(await dialog.getByText(t('diagnosis.good')).count()).toBe(0)
  await takeScreenshot(page, 'phone-check-diagnosis')

  // Beside the screen, which it does not cover.
  await page.goto('/screen?deviceNo=A001')
  const notice = page.getByRole('alert').filter({ hasText: problem })
  await notice.getByRole('button', { name: t('check.howToMend') }).click()
  await notice.getByRole('list', { name: t('check.howToMend') }).waitFor()
  const screen = await page.getByRole('application').boundingBox()
  const box = await notice.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(screen?.y ?? 0)
  await takeScreenshot(page, 'phone-check-screen')

  // The phone was mended meanwhile.
  await notice.getByRole('button', { name: t('check.again') }).click()
  await phone.next('askCheck')
  phone.send({ action: 'check', findings: mended })
  await notice.waitFor({ state: 'detached' })
  expect(errors).toEqual([])
})

test.each(languages)(
  'a phone on which everything must be mended fits a narrow page: %s',
  async (language) => {
    const { page, t } = await deck.open({ language, width: 375, height: 800 })
    phone.send({
      action: 'check',
      findings: CheckCode.options.map((code) => ({ code, level: 'mustBeMended', way: 'xiaomi-usb-install' })),
    })
    await page.goto('/device/deviceList?diagnosis=A001')
    const view = page.getByRole('dialog').getByRole('region', { name: t('check.title') })
    for (const code of CheckCode.options) await view.getByText(t(`check.${code}.mend`)).waitFor()
    expect(await misfits(page)).toEqual([])
  },
)
