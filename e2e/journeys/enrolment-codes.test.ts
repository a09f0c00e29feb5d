import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { enrolmentCodes } from '@fleetdeck/contract/enrolment-codes'
import { phoneApi } from '@fleetdeck/contract/phone-api'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../helpers/accessibility.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { misfits } from '../helpers/misfits.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
  await deck.site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterAll(() => deck?.stop())

const dialog = (page: Page) => page.getByRole('dialog')
const filled = (text: string, name: string) => text.replace('{{name}}', name)

/** The problems of the topmost layer, at the width of a telephone, too. */
async function faultsOf(page: Page, where: string): Promise<string[]> {
  const found = await violations(page, where, '[role=dialog]')
  await page.setViewportSize({ width: 375, height: 800 })
  found.push(...(await misfits(page)))
  await page.setViewportSize({ width: 1280, height: 800 })
  return found
}

test('a code for a group is shown once with its QR code; its phones are listed until it is revoked, and after', async () => {
  const { page, t, errors } = await deck.open({
    storage: { 'layout-setting': JSON.stringify({ appearance: 'system' }) },
  })
  await page.goto('/device/enrolmentCode')
  await page.getByText(t('enrolmentCode.empty')).waitFor()
  await page
    .getByRole('button', { name: t('enrolmentCode.add') })
    .first()
    .click()
  await dialog(page).getByLabel(t('enrolmentCode.name')).fill('Second floor')
  await dialog(page)
    .locator('.ant-radio-button-wrapper', { hasText: t('enrolmentCode.group') })
    .click()
  const create = dialog(page).getByRole('button', { name: t('enrolmentCode.add') })
  await create.click()
  await dialog(page).getByText(t('device.groupRequired')).waitFor()
  await dialog(page).getByText(t('enrolmentCode.prefixRequired')).waitFor()
  const faults = await faultsOf(page, 'new code')
  await dialog(page)
    .getByRole('combobox', { name: t('enrolmentCode.group') })
    .fill('Lab')
  await page.locator('.ant-select-item-option', { hasText: 'Lab' }).first().click()
  await dialog(page).getByLabel(t('enrolmentCode.prefix')).fill('B')
  await create.click()

  await page.getByText(t('enrolmentCode.shownOnce')).waitFor()
  await dialog(page)
    .getByRole('img', { name: t('enrol.qr') })
    .waitFor()
  const command = await dialog(page).getByText('npm run agent -- --server').textContent()
  const code = /--key (\S+)$/.exec(command ?? '')?.[1] ?? ''
  faults.push(...(await faultsOf(page, 'the code')))
  expect(faults).toEqual([])
  await dialog(page)
    .getByRole('button', { name: t('enrolmentCode.copied') })
    .click()
  await expect.poll(() => page.content()).not.toContain(code)

  const { nobody, admin } = deck.site
  expect(await nobody.call(phoneApi.enroll, { body: { key: code, deviceId: 'phone-1' } })).toMatchObject({
    deviceNo: 'B001',
  })
  await page.reload()
  const row = page.getByRole('row', { name: /Second floor/ })
  await row.getByText(t('enrolmentCode.usedUp')).waitFor()
  await row.getByRole('button', { name: t('enrolmentCode.showUses') }).click()
  await dialog(page).getByRole('cell', { name: 'B001' }).waitFor()
  await dialog(page).getByRole('cell', { name: 'phone-1' }).waitFor()
  expect(await faultsOf(page, 'uses')).toEqual([])
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  await row.getByRole('button', { name: t('enrolmentCode.revoke') }).click()
  await dialog(page)
    .getByText(filled(t('enrolmentCode.revokeOne'), 'Second floor'))
    .filter({ visible: true })
    .waitFor()
  await dialog(page)
    .getByRole('button', { name: t('enrolmentCode.revoke') })
    .click()
  await row.getByText(t('enrolmentCode.revoked')).waitFor()
  expect((await admin.call(devices.list)).total).toBe(1)
  expect(errors).toEqual([])
})

test('a code that cannot be created leaves the form open with the reason, and a list that cannot be loaded says so', async () => {
  const { page, t } = await deck.open()
  await page.goto('/device/enrolmentCode')
  await page
    .getByRole('button', { name: t('enrolmentCode.add') })
    .first()
    .click()
  await dialog(page).getByLabel(t('enrolmentCode.name')).fill('Broken')
  await page.route(`**${enrolmentCodes.add.path}`, (route) => route.abort())
  await dialog(page)
    .getByRole('button', { name: t('enrolmentCode.add') })
    .click()
  await dialog(page).getByRole('alert').waitFor()
  expect(await dialog(page).getByLabel(t('enrolmentCode.name')).inputValue()).toBe('Broken')
  await page.route(`**${enrolmentCodes.list.path}*`, (route) =>
    route.fulfill({ json: { code: 404, msg: 'nothing here' } }),
  )
  await page.goto('/device/enrolmentCode?codeName=x')
  await page.getByText(t('table.loadFailed')).waitFor()
})

test('next to the enrolment key the console shows its risk, and links to the codes', async () => {
  const { page, t } = await deck.open()
  await page.goto('/device/deviceList?assStatus=0')
  await page.getByRole('button', { name: t('enrol.title') }).click()
  await dialog(page).getByText(t('enrol.keyRisk')).waitFor()
  await dialog(page)
    .getByRole('link', { name: t('enrol.useCodes') })
    .click()
  await page.getByRole('heading', { name: t('enrolmentCode.title') }).waitFor()
})
