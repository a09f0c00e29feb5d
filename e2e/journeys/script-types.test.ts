import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenPage, takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
  const { admin } = console_.site
  await admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const add = (scriptName: string, content: string) =>
    admin.call(scripts.add, {
      body: { scriptName, content, platformId: 1, version: '1.0', scriptLanguage: 'ts' } as never,
    })
  await add('prices', 'export const price: number = 12')
  await add('Offer', typed)
})
afterAll(() => console_?.stop())

const typed = `import { price } from 'prices'
const found = device.find({ text: 'tea' })
logi(found?.bounds, price)
`
type T = OpenPage['t']

async function openBench(page: Page, t: T) {
  await page.goto('/task/script')
  const row = page.getByRole('row').filter({ hasText: 'Offer' })
  const card = page.locator('.ant-card, .ant-list-item').filter({ hasText: 'Offer' })
  await row
    .or(card)
    .getByRole('button', { name: t('script.bench') })
    .first()
    .click()
  const bench = page.getByRole('dialog', { name: t('script.benchOf', { name: 'Offer' }) })
  const code = bench.locator('.cm-content').first()
  await code.getByText('found').first().waitFor()
  return { bench, code }
}

const marks = (bench: Locator) => bench.locator('.cm-lintRange-error')
const typeAtEnd = async (page: Page, code: Locator, text: string) => {
  await code.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

const storage = { 'layout-setting': JSON.stringify({ appearance: 'system' }) }
test.each([
  ['en', 'light', 1440, "Type 'string' is not assignable to type 'number'"],
  ['zhcn', 'dark', 1440, '不能将类型“string”分配给类型“number”'],
  ['zhtw', 'light', 375, "類型 'string' 不可指派給類型 'number'"],
] as const)(
  'wrong types are marked while a script is written, in %s, %s, at %i px',
  async (language, colorScheme, width, message) => {
    const { page, t, errors, close } = await console_.open({ language, colorScheme, width, storage })
    const { bench, code } = await openBench(page, t)
    await typeAtEnd(page, code, "const count: number = 'one'\nprice.trim()\n")
    await expect.poll(() => marks(bench).allTextContents()).toEqual(['count', 'trim'])
    await marks(bench).first().hover()
    await page.locator('.cm-tooltip').getByText(message).first().waitFor()
    await takeScreenshot(page, `script-types-mark-${language}`)
    await page.mouse.move(1, 1)
    await typeAtEnd(page, code, 'found?.')
    const list = page.locator('.cm-tooltip-autocomplete')
    await list.getByText('bounds', { exact: true }).waitFor()
    await takeScreenshot(page, `script-types-members-${language}`)
    await page.keyboard.press('Escape')
    await typeAtEnd(page, code, 'bounds\ndevice.swipe(1, ')
    await page.locator('.cm-tooltip mark').getByText('y1: number').waitFor()
    await takeScreenshot(page, `script-types-arguments-${language}`)
    await code.getByText('found', { exact: true }).first().hover()
    await page.locator('.cm-tooltip-hover code').first().waitFor()
    await takeScreenshot(page, `script-types-hover-${language}`)
    expect(errors).toEqual([])
    await close()
  },
)

test('the worker of the types loads with the editor and ends with it', async () => {
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/task/script')
  await page.getByText('Offer', { exact: true }).first().waitFor()
  expect(page.workers()).toEqual([])
  const { bench, code } = await openBench(page, t)
  await expect.poll(() => page.workers().length).toBe(1)
  await code.click()
  await page.keyboard.press('Escape')
  await bench.getByRole('button', { name: /close/i }).first().click()
  await expect.poll(() => page.workers().length).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('an editor whose types cannot be checked says so, and saves', async () => {
  const { page, t, close } = await console_.open({ language: 'en' })
  await page.route(/type-worker/, (route) => route.abort())
  const { bench, code } = await openBench(page, t)
  await bench.getByText(t('script.typesFailed')).waitFor()
  await takeScreenshot(page, 'script-types-failed')
  await typeAtEnd(page, code, 'device.tpa(1, 2)\n')
  await bench.locator('.cm-lintRange-warning').getByText('device').first().waitFor()
  await bench.getByRole('button', { name: t('script.saveVersion') }).click()
  await expect
    .poll(async () => (await console_.site.admin.call(scripts.list)).list.map(({ version }) => version))
    .toContain('1.1')
  await close()
})

test('a refused script shows the place of its error', async () => {
  const { page, t, close } = await console_.open({ language: 'en' })
  const { bench, code } = await openBench(page, t)
  await code.fill(`${'// a line\n'.repeat(80)}logi(1); enum Wrong { one }\n${'// a line\n'.repeat(80)}`)
  await page.keyboard.press('Control+Home')
  await bench.getByRole('button', { name: t('script.saveVersion') }).click()
  await page
    .getByText(/Line 81, column 10 of “Offer”/)
    .first()
    .waitFor()
  await page.locator('.cm-activeLine').getByText('enum Wrong').waitFor()
  await takeScreenshot(page, 'script-refused-place')
  await page.keyboard.type('const ')
  await expect.poll(() => page.locator('.cm-activeLine').textContent()).toContain('logi(1); const enum')
  await close()
})

test('a refused hot update shows the place of its error', async () => {
  const { page, t, close } = await console_.open({ language: 'en' })
  await page.goto('/hot/hotScript')
  await page
    .getByRole('button', { name: t('hot.add') })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: t('hot.name') }).fill('Cheaper')
  await form.getByRole('combobox', { name: t('hot.script') }).click()
  await page.getByTitle('Offer', { exact: true }).click()
  await form.getByText(t('script.fromText'), { exact: true }).click()
  const code = form.locator('.cm-content')
  await code.fill(`${'// a line\n'.repeat(80)}logi(1); enum Wrong { one }\n${'// a line\n'.repeat(80)}`)
  await form.getByRole('textbox', { name: t('script.version') }).fill('9.0')
  await form.getByRole('button', { name: t('table.save') }).click()
  await form
    .getByRole('alert')
    .getByText(/Line 81, column 10 of “Offer”/)
    .waitFor()
  await form.locator('.cm-activeLine').getByText('enum Wrong').waitFor()
  await takeScreenshot(page, 'hot-refused-place')
  await page.keyboard.type('const ')
  await expect.poll(() => form.locator('.cm-activeLine').textContent()).toContain('logi(1); const enum')
  await close()
})

test('the draft of a script keeps its language through Back and a reload', async () => {
  const { page, t, errors, close } = await console_.open({ language: 'en' })
  await page.goto('/index')
  const { bench } = await openBench(page, t)
  const chosen = (name: string) =>
    page
      .getByRole('radiogroup', { name: t('script.language') })
      .getByRole('radio', { name })
      .isChecked()
  await expect.poll(() => chosen('TypeScript')).toBe(true)
  await bench
    .getByRole('radiogroup', { name: t('script.language') })
    .getByText('JavaScript')
    .click()
  await page.goBack()
  await page.waitForURL('**/index')
  await page.reload()
  const again = (await openBench(page, t)).bench
  await expect.poll(() => chosen('TypeScript')).toBe(true)
  await again.getByRole('button', { name: t('table.draftRestore') }).click()
  await expect.poll(() => chosen('JavaScript')).toBe(true)
  await takeScreenshot(page, 'script-draft-language')
  await again.locator('.cm-content').first().fill('logi(1)')
  await again.getByRole('button', { name: t('script.saveVersion') }).click()
  await page.getByText(t('table.saved')).first().waitFor()
  const file = async () =>
    (await console_.site.admin.call(scripts.list)).list.find(({ scriptName }) => scriptName === 'Offer')
      ?.originalName
  await expect.poll(file).toBe('Offer.js')
  await page.goBack()
  await page.waitForURL('**/index')
  await page.reload()
  await page.goto('/task/script')
  await page
    .getByRole('row')
    .filter({ hasText: 'Offer' })
    .getByRole('button', { name: t('script.bench') })
    .click()
  await page.locator('.cm-content').first().getByText('logi').waitFor()
  expect(await page.getByRole('button', { name: t('table.draftRestore') }).count()).toBe(0)
  await expect.poll(() => chosen('JavaScript')).toBe(true)
  expect(errors).toEqual([])
  await close()
})
