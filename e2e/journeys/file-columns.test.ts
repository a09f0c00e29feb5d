import { utils, write } from '@e965/xlsx'
import { devices } from '@fleetdeck/contract/devices'
import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { users } from '@fleetdeck/contract/users'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../helpers/accessibility.ts'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { misfits } from '../helpers/misfits.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
afterAll(() => deck?.stop())

const workbook = (rows: unknown[][]) =>
  write(utils.book_new(utils.aoa_to_sheet(rows), 'x'), { type: 'buffer', bookType: 'xlsx' }) as Buffer

function dialogOn(page: Page) {
  const dialog = page.getByRole('dialog')
  return {
    dialog,
    choose: (name: string, buffer: Buffer) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer }),
    select: async (label: string, option: string) => {
      await dialog.getByRole('combobox', { name: label, exact: true }).click()
      await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
    },
  }
}

/** The problems of the page, at the width of a telephone, too. */
async function faultsOf(page: Page, where: string): Promise<string[]> {
  const found = await violations(page, where)
  await page.setViewportSize({ width: 375, height: 800 })
  found.push(...(await misfits(page)))
  await takeScreenshot(page, `${where}-375`)
  await page.setViewportSize({ width: 1280, height: 800 })
  return found
}
const followsSystem = { storage: { 'layout-setting': JSON.stringify({ appearance: 'system' }) } }

test('users are imported from a file whose columns are chosen by hand', async () => {
  const { page, t, errors, close } = await deck.open({ language: 'en', ...followsSystem })
  await page.goto('/system/user')
  await page.getByRole('button', { name: t('userImport.import') }).click()
  const { dialog, choose, select } = dialogOn(page)
  await choose(
    'staff.xlsx',
    workbook([
      ['Login', '昵称', '職位', 'Roles', 'Shoe size'],
      ['li.lei', '李雷', '员工', '观察员', '43'],
    ]),
  )
  await dialog.getByText(t('import.needsColumns', { fields: t('user.name') })).waitFor()
  expect(await dialog.getByRole('button', { name: t('import.start') }).isDisabled()).toBe(true)
  expect(await faultsOf(page, 'user-import')).toEqual([])
  await select(t('import.column', { number: 1 }), t('user.name'))
  await dialog.getByText(t('import.willSkip', { columns: 'Shoe size' })).waitFor()
  await dialog.getByRole('button', { name: t('import.start') }).click()
  await dialog.getByText(t('import.ignored', { columns: 'Shoe size' })).waitFor()
  const { list } = await deck.site.admin.call(users.list, { query: { userName: 'li.lei' } })
  expect(list).toMatchObject([{ nickName: '李雷', postNames: ['员工'] }])
  expect(errors).toEqual([])
  await close()
})

test('rows of a dynamic table are imported in the chosen encoding from the chosen columns', async () => {
  const columns = [
    { columnInfo: '姓名', columnName: 'name', isSearched: true },
    { columnInfo: '城市', columnName: 'city' },
  ]
  await deck.site.admin.call(dynamicTables.add, {
    body: { tableName: '账号', tableNameEn: 'accounts', columns },
  })
  const { page, t, errors, close } = await deck.open({ language: 'zhtw', ...followsSystem })
  await page.goto('/dynamic/data?table=1')
  await page.getByRole('button', { name: t('dynamicData.import') }).click()
  const { dialog, choose, select } = dialogOn(page)
  // Lines of 姓名,註解 and 帳號,1 and 密碼,2 in Big5, between and before blank ones.
  await choose('big5.csv', Buffer.from('a96da6572cb5f9b8d10a0ab162b8b92c310a0ab14bbd582c320a2c0a0a', 'hex'))
  const preview = dialog.getByRole('region', { name: t('import.preview') })
  await preview.getByText('帳號').waitFor()
  await select(t('import.encoding'), 'UTF-8')
  await dialog.getByText(t('import.garbled')).waitFor()
  await select(t('import.encoding'), 'Big5 (繁體中文)')
  await preview.getByText('帳號').waitFor()
  await dialog.getByText(t('import.willSkip', { columns: '註解' })).waitFor()
  await select(t('import.column', { number: 2 }), '城市 (city)')
  expect(await faultsOf(page, 'dynamic-import')).toEqual([])
  await dialog.getByRole('button', { name: t('import.start') }).click()
  await dialog.getByText(t('dynamicData.summary', { added: 2, failed: 0 })).waitFor()
  await dialog.getByText(t('import.close'), { exact: true }).click()
  await page.getByRole('cell', { name: '密碼' }).waitFor()

  await page.getByRole('button', { name: t('dynamicData.import') }).click()
  await choose('empty.csv', Buffer.from('\n,,\n'))
  await dialog.getByText(t('import.noRows')).waitFor()
  expect(await dialog.getByRole('button', { name: t('import.start') }).isDisabled()).toBe(true)
  expect(errors).toEqual([])
  await close()
})

test('the columns of a file of the former system are chosen before the dry run', async () => {
  const { page, t, errors, close } = await deck.open({ language: 'en', ...followsSystem })
  await page.goto('/device/formerSystem?tab=import')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('A1,Hall\nA2,Hall\n') })
  await page.getByRole('button', { name: t('formerImport.columnsTitle', { name: 'list.csv' }) }).click()
  const { dialog, select } = dialogOn(page)
  await dialog.getByText(t('formerImport.unknownColumns')).waitFor()
  await select(`${t('formerImport.kind')} list.csv`, t('formerImport.kind.devices'))
  await dialog.getByText(t('import.needsColumns', { fields: t('device.number') })).waitFor()
  await select(t('import.column', { number: 1 }), t('device.number'))
  await select(t('import.column', { number: 2 }), t('device.group'))
  await dialog.getByLabel(t('import.hasTitles')).uncheck()
  expect(await faultsOf(page, 'former-columns')).toEqual([])
  await dialog.getByRole('button', { name: t('table.save') }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: t('formerImport.tryOut') }).click()
  await page.getByRole('button', { name: t('formerImport.importRows', { count: 2 }) }).click()
  await page.getByText(t('formerImport.done')).waitFor()
  await takeScreenshot(page, 'former-columns-imported')
  const { list } = await deck.site.admin.call(devices.list)
  expect(list.map(({ deviceNo, groupName }) => [deviceNo, groupName]).sort()).toEqual([
    ['A1', 'Hall'],
    ['A2', 'Hall'],
  ])
  expect(errors).toEqual([])
  await close()
})
