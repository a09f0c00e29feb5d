import { scrcpyServer } from '@fleetdeck/contract/scrcpy-server'
import { scrcpyServerFile } from '@fleetdeck/testing/files/scrcpy-server-file'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Console, startConsole } from '../helpers/console.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
})
afterAll(() => console_?.stop())

test('an administrator gives scrcpy’s server file once, vouches for an unknown one, replaces and deletes it', async () => {
  const { page, t } = await console_.open({ language: 'en', width: 1280, height: 800 })
  await page.goto('/site/scrcpy')
  await page.getByText(t('scrcpy.none')).waitFor()
  const drop = (words: string, name: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: scrcpyServerFile(words) })
  const dialog = page.getByRole('dialog')
  const use = dialog.getByRole('button', { name: t('scrcpy.useIt') })

  await drop('one', 'scrcpy-server-v4.1')
  await dialog.getByText(/SHA-256: [0-9a-f]{64}/).waitFor()
  expect(await use.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: t('table.cancel') }).click()
  expect(await console_.site.admin.call(scrcpyServer.one)).toBeNull()

  await drop('one', 'scrcpy-server-v4.1')
  await dialog.getByRole('checkbox').check()
  await use.click()
  const current = page.getByRole('region', { name: t('scrcpy.current') })
  await current.getByText('scrcpy-server-v4.1').waitFor()
  await current.getByText(t('scrcpy.trusted', { name: 'admin' })).waitFor()

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await page.getByText(t('scrcpy.noServer')).waitFor()

  await drop('two', 'scrcpy-server')
  await dialog.getByRole('checkbox').check()
  await use.click()
  await current.getByText(t('scrcpy.versionUnknown')).waitFor()

  await page.getByRole('button', { name: t('scrcpy.remove') }).click()
  await dialog.getByRole('button', { name: t('scrcpy.remove') }).click()
  await page.getByText(t('scrcpy.none')).waitFor()
  expect(await console_.site.admin.call(scrcpyServer.one)).toBeNull()
})
