import { dataGroups } from '@fleetdeck/contract/data-groups'
import { dataItems } from '@fleetdeck/contract/data-items'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
  await deck.site.admin.call(dataGroups.add, { body: { groupName: 'Accounts' } })
})
afterAll(() => deck?.stop())

/** Lines of 帳號, a blank one, and 密碼 in Big5. */
const big5 = Buffer.from('b162b8b92c7777770a20200ab14bbd582c787878', 'hex')

test('a file is previewed, its columns are chosen by hand, and the import names what it left out', async () => {
  const { page, t, errors, close } = await deck.open({ language: 'en' })
  await page.goto('/data/list')
  await page.getByRole('button', { name: t('dataImport.open') }).click()
  const dialog = page.getByRole('dialog', { name: t('dataImport.title') })
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await choose('accounts.csv', big5)
  const preview = dialog.getByRole('region', { name: t('import.preview') })
  await preview.getByText('帳號').waitFor()
  await dialog.getByText('Big5 (繁體中文)').waitFor()
  const pick = async (label: string, option: string) => {
    await dialog.getByRole('combobox', { name: label }).click()
    await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
  }
  await pick(t('import.encoding'), 'GBK / GB 18030 (简体中文)')
  await preview.getByText('帳號').waitFor({ state: 'detached' })
  await pick(t('import.encoding'), 'Big5 (繁體中文)')
  await preview.getByText('帳號').waitFor()

  await choose('accounts.csv', Buffer.from('User,Secret,Note\nann,1,x\n,,\nbob,2,y\n'))
  await preview.getByText('Secret').waitFor()
  await pick(t('import.column', { number: 2 }), t('import.skipColumn'))
  await dialog.getByText(t('import.needsColumns', { fields: t('dataItem.content') })).waitFor()
  expect(await dialog.getByRole('button', { name: t('import.start') }).isDisabled()).toBe(true)
  await pick(t('import.column', { number: 2 }), t('dataItem.content'))
  await dialog.getByLabel(t('import.hasTitles')).check()
  await dialog.getByText(t('import.willSkip', { columns: 'Note' })).waitFor()
  await takeScreenshot(page, 'data-import-preview')
  await dialog.getByLabel(t('dataItem.group')).click()
  await page.locator('.ant-select-dropdown:visible').getByText('Accounts').click()
  await dialog.getByLabel(t('dataItem.name'), { exact: true }).fill('import')
  await dialog.getByRole('button', { name: t('import.start') }).click()
  await dialog.getByText(t('import.ignored', { columns: 'Note' })).waitFor()
  await takeScreenshot(page, 'data-import-result')
  const { list } = await deck.site.admin.call(dataItems.list, { query: {} })
  expect(list.map(({ name, content }) => `${name}:${content}`)).toEqual(['bob:2', 'ann:1'])
  expect(errors).toEqual([])
  await close()
})

test('a screenshot that a script has stored opens as an image, and can be downloaded', async () => {
  const canvas = createCanvas(360, 640)
  const pen = canvas.getContext('2d')
  for (let row = 0; row < 16; row += 1) {
    pen.fillStyle = `hsl(${row * 20}, 70%, 60%)`
    pen.fillRect(0, row * 40, 360, 40)
  }
  const content = canvas.toBuffer('image/jpeg').toString('base64')
  await deck.site.admin.call(dataGroups.add, { body: { groupName: 'Screens' } })
  const { list } = await deck.site.admin.call(dataGroups.list, { query: {} })
  const groupId = list.find(({ groupName }) => groupName === 'Screens')?.id
  await deck.site.admin.call(dataItems.add, {
    body: { name: 'A1', groupId: groupId as never, content, dedupe: 0 },
  })
  const { page, t, errors, close } = await deck.open({ language: 'en' })
  await page.goto('/data/list')
  const row = page.getByRole('row', { name: /A1/ })
  await row.getByRole('button', { name: /^Image, / }).click()
  const shown = page.locator('.ant-image-preview img')
  await shown.waitFor()
  expect(await shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(360)
  await takeScreenshot(page, 'data-image')
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'hidden' })
  await row.getByRole('button', { name: t('table.edit') }).click()
  const drawer = page.getByRole('dialog')
  const download = page.waitForEvent('download')
  await drawer.getByRole('link', { name: t('dataItem.downloadImage') }).click()
  expect((await download).suggestedFilename()).toBe('A1.jpeg')
  await takeScreenshot(page, 'data-image-edit')
  expect(errors).toEqual([])
  await close()
})
