import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { HttpPhone } from '@fleetdeck/testing/phones/http-phone'
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
const row = (page: Page, text: string) => page.locator('tbody tr:visible', { hasText: text })
const followsSystem = { storage: { 'layout-setting': JSON.stringify({ appearance: 'system' }) } }
const resp = { action: 'resp' }

/** The problems of the page, at the width of a telephone, too. */
async function faultsOf(page: Page, where: string): Promise<string[]> {
  const found = await violations(page, where)
  await page.setViewportSize({ width: 375, height: 800 })
  found.push(...(await misfits(page)))
  await page.setViewportSize({ width: 1280, height: 800 })
  return found
}

test('a phone of the former system appears when it calls, is admitted as a device, and gets a key', async () => {
  const { parameters } = deck.site.deps
  const { page, t, errors } = await deck.open(followsSystem)
  await page.goto('/device/formerSystem')
  await page.getByText(t('formerPhone.off')).waitFor()
  await page.getByText(t('formerPhone.empty')).waitFor()
  await parameters.set('device.legacyNumberOnly', 'true')
  await parameters.set('sys.publicAddress', deck.site.address)
  const phone = new HttpPhone(deck.site.address, { deviceNo: '007' })
  const said = { brand: 'Redmi', model: 'Note 9', imei: '861', androidId: 'a1' }
  await expect(phone.beat(said)).rejects.toThrow('401')
  await page.reload()
  await row(page, '007').getByText('Redmi Note 9').waitFor()
  expect(await faultsOf(page, 'phones')).toEqual([])

  await row(page, '007')
    .getByRole('button', { name: t('formerPhone.admit'), exact: true })
    .click()
  await dialog(page)
    .getByRole('combobox', { name: t('device.group') })
    .fill('Lab')
  await page.locator('.ant-select-item-option', { hasText: 'Lab' }).first().click()
  await dialog(page)
    .getByRole('button', { name: t('formerPhone.admit'), exact: true })
    .click()
  await row(page, '007').getByText(t('formerPhone.state.admitted'), { exact: true }).waitFor()
  expect(await phone.beat(said)).toEqual(resp)
  const { list } = await deck.site.admin.call(devices.list)
  expect(list).toMatchObject([{ deviceNo: '007', groupName: 'Lab', brand: 'Redmi' }])

  await row(page, '007')
    .getByRole('button', { name: t('formerPhone.giveKeys'), exact: true })
    .click()
  await dialog(page)
    .getByRole('button', { name: t('formerPhone.giveKeys'), exact: true })
    .click()
  const address = await dialog(page).getByText('/phone/').first().textContent()
  await dialog(page)
    .getByRole('button', { name: t('formerPhone.keysClose') })
    .click()
  expect(await new HttpPhone(address ?? '', { deviceNo: '007' }).beat(said)).toEqual(resp)
  await expect(phone.beat(said)).rejects.toThrow('401')
  await page.reload()
  await row(page, '007').getByText(t('formerPhone.state.bound'), { exact: true }).waitFor()
  expect(errors).toEqual([])
})

test('a list of numbers admits phones that have not called, until it is ended', async () => {
  const { page, t, errors } = await deck.open(followsSystem)
  await page.goto('/device/formerSystem?tab=admissions')
  await page
    .getByRole('button', { name: t('formerPhone.addAdmission') })
    .first()
    .click()
  await dialog(page)
    .getByRole('textbox', { name: t('formerPhone.numbers') })
    .fill('B1\nB2')
  await dialog(page)
    .getByRole('combobox', { name: t('device.group') })
    .fill('Lab')
  await page.locator('.ant-select-item-option', { hasText: 'Lab' }).first().click()
  await dialog(page)
    .getByRole('button', { name: t('formerPhone.admit'), exact: true })
    .click()
  await row(page, t('formerPhone.kind.list')).waitFor()
  expect(await new HttpPhone(deck.site.address, { deviceNo: 'B1' }).beat()).toEqual(resp)
  expect(await faultsOf(page, 'lists')).toEqual([])
  await row(page, t('formerPhone.kind.list'))
    .getByRole('button', { name: t('formerPhone.endNow') })
    .click()
  await dialog(page)
    .getByRole('button', { name: t('formerPhone.endNow') })
    .click()
  await row(page, t('formerPhone.ended')).waitFor()
  await expect(new HttpPhone(deck.site.address, { deviceNo: 'B2' }).beat()).rejects.toThrow('401')
  expect(errors).toEqual([])
})

test('files of the former system are tried out before they are imported, and its scripts are checked', async () => {
  const { page, t, errors } = await deck.open(followsSystem)
  await page.goto('/device/formerSystem?tab=import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'devices.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('C1,Shelf\nC2,Shelf\nbad number\n'),
  })
  await page.getByRole('button', { name: t('formerImport.tryOut') }).click()
  await page.getByText(t('formerImport.tried')).waitFor()
  expect((await deck.site.admin.call(devices.list, { query: { deviceNo: 'C1' } })).total).toBe(0)
  expect(await faultsOf(page, 'import')).toEqual([])
  await page.getByRole('button', { name: t('formerImport.importRows', { count: 2 }) }).click()
  await page.getByText(t('formerImport.done')).waitFor()
  await expect
    .poll(async () => (await deck.site.admin.call(devices.list)).list.map(({ deviceNo }) => deviceNo))
    .toEqual(expect.arrayContaining(['C1', 'C2']))

  await page.goto('/device/formerSystem?tab=scripts')
  await page
    .getByRole('button', { name: t('formerScript.checkFiles') })
    .first()
    .click()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'old.js',
      mimeType: 'text/javascript',
      buffer: Buffer.from('ecloud.getDeviceNo()\nclickPoint(1, 2)\n'),
    })
  await dialog(page).getByText(t('formerScript.unknown')).waitFor()
  await dialog(page).getByText('old.js').click()
  await dialog(page).getByText('clickPoint').first().waitFor()
  expect(errors).toEqual([])
})

test('the form of a script names functions that do not exist here, and leads to them', async () => {
  await deck.site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const draft = { platformId: 1, version: '1.0', scriptName: 'Sign in', content: 'clickPoint(1, 2)' }
  await deck.site.admin.call(scripts.add, { body: draft })
  const { page, t, errors } = await deck.open(followsSystem)
  await page.goto('/task/script')
  await row(page, 'Sign in')
    .getByRole('button', { name: t('table.edit'), exact: true })
    .click()
  await dialog(page)
    .getByText(t('formerScript.unknownCount', { count: 1 }))
    .waitFor()
  await dialog(page)
    .getByRole('link', { name: t('formerScript.details') })
    .click()
  await row(page, 'Sign in').getByText(t('formerScript.unknown')).waitFor()
  expect(new URL(page.url()).search).toBe('?tab=scripts&scriptName=Sign+in')
  expect(errors).toEqual([])
})
