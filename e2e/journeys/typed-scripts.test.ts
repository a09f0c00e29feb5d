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

const typed = `interface Offer { name: string, price: number }
const offer: Offer = { name: 'tea', price: 12 }
logi(offer.name, offer.price)
throw new Error('sold out')`

test('a script is written in TypeScript, and its errors have the lines of the text', async () => {
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  const site = console_.site
  await page.goto('/task/script')
  await page
    .getByRole('button', { name: t('script.add') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('script.add') })
  await form.getByLabel(t('script.name')).fill('offer.ts')
  await form.getByLabel(t('script.platform'), { exact: true }).click()
  await page.getByTitle('Shop').click()
  await form.getByText(t('script.fromText')).click()
  const language = form.getByRole('radiogroup', { name: t('script.language') })
  await expect.poll(() => language.getByRole('radio', { name: 'TypeScript' }).isChecked()).toBe(true)
  await form.getByLabel(t('script.name')).fill('Offer')
  await expect.poll(() => language.getByRole('radio', { name: 'JavaScript' }).isChecked()).toBe(true)
  await language.getByText('TypeScript').click()
  const text = form.locator('.cm-content')
  await text.fill('logi(1)\n  enum Wrong { one }')
  await page.keyboard.press('Control+Home')
  await form.getByRole('button', { name: t('table.save') }).click()
  await page
    .getByText(/Line 2, column 3 of “Offer”/)
    .first()
    .waitFor()
  await form.locator('.cm-activeLine').getByText('enum Wrong').waitFor()
  await text.fill(typed)
  await takeScreenshot(page, 'typed-script-form')
  await form.getByRole('button', { name: t('table.save') }).click()
  const file = async () => (await site.admin.call(scripts.list)).list[0]?.originalName
  await expect.poll(file).toBe('Offer.ts')

  const bench = await tryFirstScript(page, t, 'A1')
  await bench.getByText('tea 12').waitFor()
  await bench
    .getByText(/sold out.*Offer\.ts:4/s)
    .first()
    .waitFor()
  const code = bench.locator('.cm-content').first()
  await code.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('\ndevice.')
  await page.locator('.cm-tooltip-autocomplete').getByText('findText').waitFor()
  await takeScreenshot(page, 'typed-script-bench')
  await page.keyboard.press('Escape')
  await code.fill('enum Wrong { one }')
  await bench.getByRole('button', { name: t('script.saveVersion') }).click()
  await page
    .getByText(/Line 1, column 1 of “Offer”/)
    .first()
    .waitFor()
  await code.fill('logi(1)')
  await bench
    .getByRole('radiogroup', { name: t('script.language') })
    .getByText('JavaScript')
    .click()
  await bench.getByRole('button', { name: t('script.saveVersion') }).click()
  await page.getByText(t('table.saved')).first().waitFor()
  await expect.poll(file).toBe('Offer.js')
  expect(errors).toEqual([])
  await close()
})

const storage = { 'layout-setting': JSON.stringify({ appearance: 'system' }) }
test.each([
  ['zhcn', 'dark', 1440],
  ['en', 'light', 375],
] as const)('the language is chosen in %s, %s, at %i px', async (language, colorScheme, width) => {
  const { page, t, errors, close } = await console_.open({ language, colorScheme, width, storage })
  await page.goto('/task/script')
  await page
    .getByRole('button', { name: t('script.bench') })
    .first()
    .click()
  const bench = page.getByRole('dialog')
  await bench
    .getByRole('radiogroup', { name: t('script.language') })
    .getByText('TypeScript')
    .click()
  await bench.locator('.cm-content').first().fill(typed)
  await takeScreenshot(page, `typed-script-bench-${language}-${colorScheme}`)
  expect(errors).toEqual([])
  await close()
})
