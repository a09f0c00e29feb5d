import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import type { Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'
import { tryFirstScript } from '../helpers/script-bench.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsoleWithPhones(['A1'])
  const { site } = console_
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterAll(() => console_?.stop())

test('a new script begins as an example, is saved and tried on a phone', async () => {
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/task/script')
  await page
    .getByRole('button', { name: t('script.add') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('script.add') })
  const examples = page.getByRole('dialog', { name: t('scriptExample.title') })
  const insert = async (name: string) => {
    await form.getByRole('button', { name: t('scriptExample.open') }).click()
    await examples.getByText(name, { exact: true }).click()
    await examples.getByRole('textbox', { name, exact: true }).waitFor()
    await takeScreenshot(page, 'script-examples')
    await examples.getByRole('button', { name: t('scriptExample.use') }).click()
  }
  await insert('share-work.js')
  await expect.poll(() => form.getByLabel(t('script.name')).inputValue()).toBe('share-work.js')
  // An unchanged example is replaced without a question.
  await insert('phone-report.js')
  await expect.poll(() => form.getByLabel(t('script.name')).inputValue()).toBe('phone-report.js')
  await form.locator('.cm-content').getByText('phone_reports').first().waitFor()
  await form.getByLabel(t('script.platform'), { exact: true }).click()
  await page.getByTitle('Shop').click()
  await form.getByRole('button', { name: t('table.save') }).click()
  await page.getByText('phone-report.js', { exact: true }).first().waitFor()
  const { site } = console_
  const { list } = await site.admin.call(scripts.list)
  expect(list.map(({ scriptName }) => scriptName)).toEqual(['phone-report.js'])

  const bench = await tryFirstScript(page, t, 'A1')
  const tables = async () => (await site.admin.call(dynamicTables.list)).list
  await expect
    .poll(async () => (await tables()).map(({ tableNameEn }) => tableNameEn), { timeout: 30_000 })
    .toEqual(['phone_reports'])
  await bench
    .getByText(/healthy|battery/)
    .first()
    .waitFor()
  expect(errors).toEqual([])
  await close()
})
