import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenPage } from '../helpers/browser.ts'
import { assignPhones, type Console, startConsole } from '../helpers/console.ts'
import { type Phones, startPhones } from '../helpers/phones.ts'

const maxMb = 1

let console_: Console
let phones: Phones
beforeAll(async () => {
  console_ = await startConsole()
  const { site } = console_
  await site.deps.parameters.set('sys.uploadFile.fileSize', String(maxMb))
  const key = site.deps.parameters.get('device.enrolmentKey')
  phones = await startPhones({ server: site.address, key, count: 2 })
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterAll(async () => {
  await phones?.stop()
  await console_?.stop()
})

/** The messages of the upload widget for files that it refuses, and for a failed upload. */
async function refuseOtherFiles(page: Page, t: OpenPage['t'], apk: string) {
  const input = page.locator('input[type=file]')
  const message = (key: TextKey) =>
    page
      .getByText(t(key, { size: maxMb, types: 'apk、apks 或 xapk' }), { exact: true })
      .last()
      .waitFor()
  const file = (name: string, size: number) => ({ name, mimeType: '', buffer: Buffer.alloc(size) })
  await input.setInputFiles([apk, apk])
  await message('upload.singleOnly')
  await input.setInputFiles(file('notes.txt', 10))
  await message('upload.wrongType')
  await input.setInputFiles(file('big.apk', maxMb * 1024 * 1024 + 1))
  await message('upload.tooLarge')
  await page.route('**/common/upload*', (route) => route.abort())
  await input.setInputFiles(apk)
  await message('upload.failed')
  await page.unroute('**/common/upload*')
}

test('two phones run a command line and install an app, and the result of each is shown', async () => {
  await assignPhones(console_.site, ['A1', 'A2'])
  const { page, t } = await console_.open()
  const folder = await mkdtemp(path.join(tmpdir(), 'apk-'))
  const apk = path.join(folder, 'Chess Club.apk')
  await writeFile(apk, Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(2000)]))
  await page.goto('/device/deviceList')
  await page.locator('thead input[type=checkbox]').first().check()
  const openForm = () => page.getByRole('button', { name: t('command.send') }).click()
  const send = () => page.getByRole('button', { name: t('command.sendAction', { count: 2 }) }).click()
  const openResults = () =>
    page
      .getByRole('button', { name: t('command.results') })
      .first()
      .click()
  const drawer = page.getByRole('dialog')

  await openForm()
  await page.getByText(t('command.shellcmd'), { exact: true }).click()
  await send()
  await page.getByText(t('command.lineRequired')).waitFor()
  await page.getByLabel(t('command.line'), { exact: true }).fill('getprop ro.product.cpu.abi')
  await send()
  await openResults()
  await expect.poll(() => drawer.getByText('arm64-v8a').count()).toBeGreaterThanOrEqual(2)
  await drawer
    .getByRole('button', { name: /expand|展开/i })
    .first()
    .click()
  await expect.poll(() => drawer.getByRole('listitem').count()).toBeGreaterThanOrEqual(4)

  await page.goto('/device/deviceList')
  await page.locator('thead input[type=checkbox]').first().check()
  await openForm()
  await page.getByText(t('command.inst'), { exact: true }).click()
  await refuseOtherFiles(page, t, apk)
  await page.locator('input[type=file]').setInputFiles(apk)
  await page.getByText('Chess Club.apk').waitFor()
  await send()
  await openResults()
  await expect.poll(() => drawer.getByText('Chess Club').count()).toBeGreaterThanOrEqual(3)
  await rm(folder, { recursive: true })
})

test('before a command is sent, the drawer shows which phones get it now, later and never', async () => {
  const { site } = console_
  await site.admin.call(devices.add, { body: { deviceNo: 'N1', groupId: 1, batch: 0 } })
  const { page, t, errors } = await console_.open()
  await page.goto('/device/deviceList')
  for (const deviceNo of ['A1', 'N1'])
    await page.getByRole('row').filter({ hasText: deviceNo }).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: t('command.send') }).click()
  const note = page.getByRole('dialog').getByRole('status')
  await note.getByText(t('command.previewNow', { count: 1, total: 2 })).waitFor()
  await note.getByText(t('command.previewNever', { count: 1, reason: t('command.noPhoneYet') })).waitFor()
  await note.getByText('N1').waitFor()
  expect(errors).toEqual([])
})

test('a phone confirms its settings, and a number without a phone is diagnosed', async () => {
  const { page, t } = await console_.open()
  await page.goto('/device/deviceList?screenSettings=A1')
  await page
    .getByRole('status')
    .filter({ hasText: t('device.settingsConfirmed').split('{{')[0] ?? '' })
    .waitFor()
  await page.getByLabel(t('userCloud.heartbeat'), { exact: true }).fill('3')
  await page.getByRole('button', { name: t('table.save') }).click()
  const { site } = console_
  const settings = () => site.admin.call(devices.findOne, { query: { deviceNo: 'A1' } })
  await expect
    .poll(async () => {
      const { control, settingsConfirmed } = await settings()
      return [control.heartbeat_seconds, settingsConfirmed]
    })
    .toEqual(['3', true])

  await site.admin.call(devices.add, { body: { deviceNo: 'B1', groupId: 1, batch: 0 } })
  await page.goto('/device/deviceList?diagnosis=B1')
  await page.getByText(t('diagnosis.noPhone'), { exact: true }).waitFor()
  await page.goto('/device/detail/A1')
  await page.getByRole('button', { name: t('diagnosis.open') }).click()
  await page.getByText(t('diagnosis.good'), { exact: true }).waitFor()
})
