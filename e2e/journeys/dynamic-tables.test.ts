import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
beforeEach(() => deck.site.reset())
afterAll(() => deck.stop())

const columns = ['姓名', '年龄', '城市'].map((columnInfo, index) => ({
  columnInfo,
  columnName: ['name', 'age', 'city'][index] ?? '',
  columnSize: 50,
  isSearched: index === 0,
}))
const addTable = () =>
  deck.site.admin.call(dynamicTables.add, { body: { tableName: '账号', tableNameEn: 'accounts', columns } })

test('a table is designed, filled and searched, and removing a field with values asks for confirmation', async () => {
  const { page, t, errors } = await deck.open()
  await page.goto('/dynamic/table')
  await page
    .getByRole('button', { name: t('dynamicTable.add') })
    .first()
    .click()
  await page.getByLabel(t('dynamicTable.name')).fill('账号')
  await page.getByLabel(t('dynamicTable.nameEn')).fill('select')
  await page.getByLabel(t('dynamicTable.columnInfo')).fill('姓名')
  await page.getByLabel(t('dynamicTable.columnName')).fill('name')
  await page.getByRole('checkbox', { name: t('dynamicTable.isSearched') }).check()
  await page.getByRole('button', { name: t('dynamicTable.addColumn') }).click()
  await page.getByRole('button', { name: t('table.save') }).click()
  await page.getByText(t('dynamicTable.nameReserved')).waitFor()
  await page.getByLabel(t('dynamicTable.nameEn')).fill('accounts')
  await page.getByLabel(t('dynamicTable.columnInfo')).nth(1).fill('年龄')
  await page.getByLabel(t('dynamicTable.columnName')).nth(1).fill('age')
  await takeScreenshot(page, 'dynamic-design')
  await page.getByRole('button', { name: t('table.save') }).click()
  await page.getByRole('link', { name: '账号' }).click()

  for (const [name, age] of [
    ['Wei', '30'],
    ['Lin', '20'],
  ]) {
    await page
      .getByRole('button', { name: t('dynamicData.add') })
      .first()
      .click()
    await page
      .getByRole('dialog')
      .getByLabel('姓名')
      .fill(name ?? '')
    await page
      .getByRole('dialog')
      .getByLabel('年龄')
      .fill(age ?? '')
    await page.getByRole('button', { name: t('table.save') }).click()
    await page.getByRole('cell', { name: name ?? '', exact: true }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await takeScreenshot(page, 'dynamic-rows')
  await page.goto('/dynamic/data?table=1&search.name=Wei')
  await page.getByRole('cell', { name: 'Wei', exact: true }).waitFor()
  expect(await page.getByRole('cell', { name: 'Lin', exact: true }).count()).toBe(0)

  await page.goto('/dynamic/table')
  await page
    .getByRole('button', { name: t('table.edit') })
    .first()
    .click()
  await page
    .getByRole('button', { name: t('dynamicTable.removeColumn') })
    .nth(1)
    .click()
  await page.getByRole('button', { name: t('table.save') }).click()
  await page.getByText('保存后将丢失 2 个值').last().waitFor()
  await takeScreenshot(page, 'dynamic-loss')
  await page.getByRole('button', { name: t('dynamicTable.lossOk') }).click()
  const fieldsLeft = async () => (await deck.site.admin.call(dynamicTables.list, {})).list[0]?.columns.length
  await expect.poll(fieldsLeft).toBe(1)
  expect(errors).toEqual([])
})

test('a file of rows is imported, on a narrow screen too', async () => {
  await addTable()
  const { page, t, errors } = await deck.open({ width: 375, height: 780 })
  await page.goto('/dynamic/data?table=1')
  await page.getByRole('button', { name: t('table.tools') }).click()
  await page.getByRole('button', { name: t('dynamicData.import') }).click()
  const csv = `姓名,年龄\nWei,30\n${'x'.repeat(51)},1\nLin,20`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await takeScreenshot(page, 'dynamic-import-375')
  await page.getByRole('button', { name: t('import.start') }).click()
  await page.getByText('已导入 2 行，跳过有误的 1 行').waitFor()
  await takeScreenshot(page, 'dynamic-imported-375')
  await page
    .getByRole('button', { name: t('import.close') })
    .last()
    .click()
  await page.getByText('Lin').first().waitFor()
  await takeScreenshot(page, 'dynamic-rows-375')
  await page.goto('/dynamic/table')
  await page.getByText('账号').first().waitFor()
  await page
    .getByRole('button', { name: t('dynamicTable.add') })
    .first()
    .click()
  await page.getByLabel(t('dynamicTable.nameEn')).waitFor()
  await takeScreenshot(page, 'dynamic-design-375')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(375)
  expect(errors).toEqual([])
})
