import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenPage, takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'
import { navigate } from '../helpers/menu-pages.ts'

let console_: Console
beforeAll(async () => {
  console_ = await startConsole()
})
afterAll(() => console_?.stop())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

/** The file that this action downloads. */
async function savedFile(page: Page, act: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  return file
}

async function dragRow({ page, t }: OpenPage) {
  const from = await button(page, t('form.widget.row')).boundingBox()
  if (!from) throw new Error('nothing to drag')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 40, from.y + 20, { steps: 4 })
  const line = page.locator('[class*=dropLine]')
  const firstPart = page.locator('[data-item]').first()
  // The drop counts at the line that is shown, and the page may scroll under the pointer until it is at its end.
  const isAboveFirst = async () => {
    const first = await firstPart.boundingBox()
    if (!first) return false
    await page.mouse.move(first.x + 40, first.y - 2, { steps: 8 })
    const shown = await line.boundingBox()
    const after = await firstPart.boundingBox()
    return after?.y === first.y && shown !== null && shown.y < first.y + first.height / 2
  }
  await expect.poll(isAboveFirst).toBe(true)
  await page.mouse.up()
}

async function buildForm(opened: OpenPage) {
  const { page, t } = opened
  await page.goto('/tool/build')
  const parts = page.locator('[data-item]')
  const names = () => parts.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
  await button(page, t('form.widget.input')).click()
  await page.getByLabel(t('form.fieldName')).fill('city')
  await page.getByLabel(t('form.label'), { exact: true }).fill('城市')
  await page.getByRole('switch', { name: t('form.required') }).click()
  await page.getByLabel(t('form.pattern'), { exact: true }).fill('(')
  await page.getByText(t('form.patternWrong')).waitFor()
  await page.getByLabel(t('form.pattern'), { exact: true }).fill('^..$')
  await button(page, t('form.widget.number')).click()
  expect(await names()).toEqual(['城市', t('form.widget.number')])

  await parts.last().focus()
  await page.keyboard.press('Alt+ArrowUp')
  expect(await names()).toEqual([t('form.widget.number'), '城市'])
  await page.keyboard.press('Control+d')
  await expect.poll(() => parts.count()).toBe(3)
  await page.keyboard.press('Delete')
  await expect.poll(() => parts.count()).toBe(2)
  await page.keyboard.press('Control+z')
  await expect.poll(() => parts.count()).toBe(3)
  await page.keyboard.press('Control+y')
  await expect.poll(() => parts.count()).toBe(2)
  await dragRow(opened)
  await expect.poll(names).toEqual([t('form.widget.row'), t('form.widget.number'), '城市'])
  await takeScreenshot(page, 'form-builder')
}

async function importExportedForm({ page, t }: Pick<OpenPage, 'page' | 't'>) {
  const parts = page.locator('[data-item]')
  const exported = await savedFile(page, () => button(page, t('form.export')).click())
  expect(exported.suggestedFilename()).toBe('form.json')
  await button(page, t('form.clear')).click()
  await dialog(page)
    .getByRole('button', { name: t('form.clear') })
    .click()
  await expect.poll(() => parts.count()).toBe(0)
  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
  await page.getByText(t('form.notAForm')).waitFor()
  await chooser.setInputFiles(await exported.path())
  await expect.poll(() => parts.count()).toBe(3)
}

async function fillGeneratedForm({ page, t }: OpenPage) {
  await button(page, t('form.preview')).click()
  await dialog(page)
    .getByRole('button', { name: t('form.submit') })
    .click()
  await dialog(page).locator('.ant-form-item-explain-error').waitFor()
  await dialog(page).getByLabel('城市').fill('北京')
  await dialog(page)
    .getByRole('button', { name: t('form.submit') })
    .click()
  await dialog(page).getByText(t('form.valid')).waitFor()
  expect(await dialog(page).locator('pre').textContent()).toContain('"city": "北京"')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })

  await button(page, t('form.save')).click()
  await dialog(page).getByLabel(t('form.formName')).fill('拜访登记')
  await dialog(page)
    .getByRole('button', { name: t('table.save') })
    .click()
  await dialog(page).waitFor({ state: 'hidden' })
  await importExportedForm({ page, t })
  await button(page, t('form.code')).click()
  const code = await dialog(page).locator('pre').textContent()
  expect(code).toContain(`from 'antd'`)
  expect(code).toContain('name="city"')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await button(page, t('form.saved')).click()
  await dialog(page).getByText('拜访登记').waitFor()
}

test('a form is built by keyboard and mouse, previewed, saved, exported and turned into code', async () => {
  const opened = await console_.open()
  await buildForm(opened)
  await fillGeneratedForm(opened)
  expect(opened.errors).toEqual([])
  await opened.close()
})

test('a table is imported, its feature is designed, previewed and saved as a zip', async () => {
  const { page, t, errors, close } = await console_.open()
  await page.goto('/tool/gen')
  await page
    .getByRole('button', { name: t('gen.import') })
    .first()
    .click()
  await dialog(page).getByLabel(t('gen.tableName')).fill('posts')
  const found = dialog(page)
    .getByRole('row')
    .filter({ has: page.getByText('posts', { exact: true }) })
  await found.getByRole('checkbox').check()
  await button(page, t('gen.importCount', { count: 1 })).click()
  await dialog(page).waitFor({ state: 'hidden' })
  const row = page.getByRole('row').filter({ hasText: 'posts' })
  await row.getByRole('button', { name: t('table.edit') }).click()
  await page.getByRole('tab', { name: t('gen.tabBasic') }).click()
  await page.getByRole('textbox', { name: t('gen.tableComment') }).fill('岗位')
  await page.getByRole('tab', { name: t('gen.tabColumns') }).click()
  const ofName = t('gen.ofColumn', { name: 'post_name', what: t('gen.comment') })
  await page.getByLabel(ofName).fill('岗位称呼')
  const handle = button(page, t('gen.moveColumn', { name: 'post_name' }))
  await handle.press('ArrowUp')
  await takeScreenshot(page, 'generator-columns')
  await page.getByRole('tab', { name: t('gen.tabOptions') }).click()
  await page.getByRole('textbox', { name: t('gen.functionName') }).fill('岗位档案')
  await takeScreenshot(page, 'generator-options')
  await button(page, t('table.save')).click()
  await row.filter({ hasText: '岗位' }).waitFor()

  await row.getByRole('button', { name: t('gen.preview') }).click()
  await dialog(page).getByRole('tab', { name: 'zhcn' }).click()
  await dialog(page).getByText('岗位档案管理').first().waitFor()
  await dialog(page).getByText('岗位称呼').first().waitFor()
  await takeScreenshot(page, 'generator-preview')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await row.getByRole('checkbox').check()
  const zip = await savedFile(page, () => button(page, t('gen.generate')).last().click())
  expect(zip.suggestedFilename()).toMatch(/^features_\d+\.zip$/)
  expect(errors).toEqual([])
  await close()
})

test('a token is created, used by a program, revoked and then refused; the API page makes calls and sends a file', async () => {
  const { page, t, errors, close } = await console_.open()
  await page.goto('/user/profile')
  await button(page, t('accessToken.add')).click()
  await dialog(page).getByLabel(t('accessToken.name')).fill('夜间报表')
  await dialog(page).getByLabel(t('accessToken.rights')).fill('device/group/list')
  await page.locator('.ant-select-tree-checkbox').last().click()
  await page.keyboard.press('Tab')
  await dialog(page)
    .getByRole('button', { name: t('accessToken.add') })
    .click()
  await page.getByText(t('accessToken.shownOnce')).waitFor()
  const token = (await page.getByRole('dialog').locator('pre').first().textContent()) ?? ''
  const ask = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${console_.site.address}/system/user/getInfo`, { headers })
    return ((await answer.json()) as { code: number }).code
  }
  expect(await ask()).toBe(0)
  await button(page, t('accessToken.kept')).click()
  const row = page.getByRole('row').filter({ hasText: '夜间报表' })
  await row.getByRole('button', { name: t('accessToken.revoke') }).click()
  await dialog(page)
    .getByRole('button', { name: t('accessToken.revoke') })
    .click()
  await row.getByText(t('accessToken.revoked')).waitFor()
  expect(await ask()).toBe(401)

  await navigate(page, '/tool/api')
  await page.getByLabel(t('systemApi.search')).fill('/system/user/getInfo')
  await page.getByRole('navigation').getByText('/system/user/getInfo').click()
  await button(page, t('systemApi.send')).click()
  await page.getByText('HTTP 200').waitFor()
  expect(await page.locator('pre').first().textContent()).toContain('"code": 0')

  const choose = async (operationId: string, path: string) => {
    await page.getByLabel(t('systemApi.search')).fill(operationId)
    await page.getByRole('navigation').getByText(path, { exact: true }).click()
  }
  const body = page.getByLabel(t('systemApi.body'))
  await choose('deviceGroupsAdd', '/device/group/add')
  expect(JSON.parse(await body.inputValue())).toEqual({ groupName: 'Lab' })
  await body.fill('{ "groupName": "Shelf 7" }')
  await choose('devicesList', '/device/deviceList/list')
  await choose('deviceGroupsAdd', '/device/group/add')
  expect(JSON.parse(await body.inputValue())).toEqual({ groupName: 'Shelf 7' })
  await page.getByRole('tab', { name: 'Python' }).click()
  await page.getByText('json={"groupName": "Shelf 7"}').waitFor()
  await button(page, t('systemApi.send')).click()
  await dialog(page)
    .getByRole('button', { name: t('systemApi.send') })
    .click()
  await page.getByText('HTTP 200').waitFor()
  await choose('deviceGroupsList', '/device/group/list')
  await button(page, t('systemApi.send')).click()
  await page.locator('pre').filter({ hasText: 'Shelf 7' }).waitFor()

  await choose('devicesBatchChangeDevice', '/device/deviceList/batchChangeDevice')
  await page.getByLabel('ids', { exact: true }).fill('')
  await page.getByText(t('systemApi.isRequired')).waitFor()
  expect(await button(page, t('systemApi.send')).isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'status' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '1' }).click()
  await page.locator('pre').filter({ hasText: 'status=1' }).waitFor()

  await choose('filesUpload', '/common/upload')
  const file = { name: 'hello.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }
  await page.locator('main input[type=file]').setInputFiles(file)
  await page.locator('pre').filter({ hasText: 'file=@"hello.txt"' }).waitFor()
  await button(page, t('systemApi.send')).click()
  await dialog(page)
    .getByRole('button', { name: t('systemApi.send') })
    .click()
  await page.locator('pre').filter({ hasText: '"md5": "5d41402abc4b2a76b9719d911017c592"' }).waitFor()
  const saved = await savedFile(page, () => button(page, t('systemApi.saveSockets')).click())
  expect(saved.suggestedFilename()).toBe('asyncapi.json')
  expect(errors).toEqual([])
  await close()
})
