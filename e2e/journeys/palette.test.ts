import { commands } from '@fleetdeck/contract/commands'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressIn, type Console } from '../helpers/console.ts'
import { startConsoleWithPhones } from '../helpers/console-with-phones.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsoleWithPhones(['SZ001', 'SZ002'])
})
afterAll(() => deck?.stop())

/** Types into a fresh palette. */
async function say(page: Page, words: string): Promise<Locator> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').last().fill(words)
  return page.getByRole('option', { selected: true })
}

test('Chinese menus open by pinyin or initials, without addresses in sight', async () => {
  const { page, t, errors, close } = await deck.open()
  await page.goto('/index')
  await page.locator('.header').waitFor()
  for (const words of ['sblb', 'shebeiliebiao'])
    await expect.poll(async () => (await say(page, words)).innerText()).toContain(t('/device/deviceList'))
  expect(await page.getByRole('listbox').innerText()).not.toContain('/device')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/device/deviceList')
  expect(errors).toEqual([])
  await close()
})

test('a phone is taken over and rebooted by its number, and is found again among the recent ones', async () => {
  const { page, t, close } = await deck.open({ language: 'en' })
  await page.goto('/index')
  await page.locator('.header').waitFor()
  await say(page, 'sz001')
  await page.getByRole('option', { name: t('layout.verb.takeOver', { name: 'SZ001' }) }).click()
  await page.waitForURL('**/device/detail/SZ001?screen=SZ001')
  await page.locator('section[aria-label="SZ001"]').first().waitFor()
  await page.goto('/index')
  await page.locator('.header').waitFor()
  await say(page, '')
  await page.getByRole('option', { name: /^SZ001/ }).waitFor()

  const reboot = await say(page, 'reboot sz002')
  const title = t('layout.verb.reboot', { name: 'SZ002' })
  await expect.poll(() => reboot.innerText()).toBe(title)
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: t('layout.paletteQuestion', { title }) })
  await question.getByText(t('layout.restart.rebootPhone.hint')).waitFor()
  await question.getByRole('button', { name: t('layout.restart.rebootPhone'), exact: true }).click()
  await page.waitForURL('**/device/command?result=*')
  const { list } = await deck.site.admin.call(commands.list, { query: {} })
  expect(list).toMatchObject([{ command: 'rebootPhone', total: 1 }])
  await close()
})

test('text that matches nothing shows the words that can be typed', async () => {
  const { page, t, close } = await deck.open({ language: 'en' })
  await page.goto('/index')
  await page.locator('.header').waitFor()
  await say(page, 'nothing like this')
  await page.getByText(t('layout.paletteSearches')).waitFor()
  await page.getByRole('button', { name: t('layout.paletteHelp') }).click()
  await page.getByRole('option', { name: t('layout.verbExample.reboot') }).click()
  await expect.poll(() => page.getByRole('combobox').last().inputValue()).toBe('restart phone ')
  expect(addressIn(page)).toBe('/index')
  await close()
})

test('keys that are pressed while the palette is drawn without the focus are its keys', async () => {
  const { page, errors, close } = await deck.open()
  await page.goto('/index')
  await page.locator('.header').waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox').last()
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await field.evaluate((element) => element.blur())
  await page.keyboard.type('sblbx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/device/deviceList')
  expect(errors).toEqual([])
  await close()
})
