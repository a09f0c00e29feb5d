import { utils, write } from '@e965/xlsx'
import { departments } from '@fleetdeck/contract/departments'
import { Status } from '@fleetdeck/contract/enums'
import { DepartmentId } from '@fleetdeck/contract/ids'
import { session } from '@fleetdeck/contract/session'
import { users } from '@fleetdeck/contract/users'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import type { zhcn } from '@fleetdeck/i18n/zhcn'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { findRoleId, giveRole } from '@fleetdeck/testing/site/organisation'
import { addUser, adminPassword } from '@fleetdeck/testing/site/test-site'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { siteMs } from '../../apps/server/src/platform/core/site-clock.ts'
import { sessions } from '../../apps/server/src/platform/db/schema/sessions.ts'
import { takeScreenshot } from '../helpers/browser.ts'
import { addressIn, type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
// Each starts on a fresh site, including a retry.
beforeEach(() => deck.site.reset())
afterAll(() => deck?.stop())

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true })
/** The page that edits or adds a role; its tab keeps the list, hidden. */
const editorOf = (page: Page) => page.getByRole('main').getByRole('region').first()
const roleField = (page: Page, label: string) => editorOf(page).getByLabel(label, { exact: true })
const saveRole = (page: Page, save: string) =>
  editorOf(page).getByRole('button', { name: save, exact: true }).click()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const press = (page: Page, within: string, button: string) =>
  row(page, within).getByRole('button', { name: button, exact: true }).click()
const answer = (page: Page, button: string) =>
  dialog(page).last().getByRole('button', { name: button, exact: true }).click()
const filled = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))

async function saved(page: Page, save: string) {
  await answer(page, save)
  await dialog(page).waitFor({ state: 'hidden' })
}

test('a department is added below another, and cannot be removed while it is in use', async () => {
  const { page, t, errors, close } = await deck.open()
  const addBelow = async (parent: string, name: string) => {
    await press(page, parent, t('rows.below'))
    await field(page, t('department.name')).fill(name)
    await saved(page, t('table.save'))
    await row(page, name).waitFor()
  }
  await page.goto('/system/dept')
  await addBelow('总部', '研发中心')
  await addBelow('研发中心', '机房')

  await press(page, '研发中心', t('table.edit'))
  await dialog(page).getByText(t('common.disabled'), { exact: true }).click()
  await answer(page, t('table.save'))
  await page.getByText(filled(t('department.hasEnabledChild'), { name: '研发中心' })).waitFor()
  await answer(page, t('table.cancel'))
  await answer(page, t('table.discard'))
  await dialog(page).first().waitFor({ state: 'hidden' })

  const rows = await deck.site.admin.call(departments.list, { query: {} })
  const { id: deptId } = firstRow(rows.filter(({ deptName }) => deptName === '机房'))
  await addUser(deck.site, { userName: 'keeper', deptId })
  const refused: [string, TextKey][] = [
    ['研发中心', 'department.hasChildren'],
    ['机房', 'department.inUse'],
  ]
  for (const [name, reason] of refused) {
    await press(page, name, t('table.delete'))
    await answer(page, t('table.delete'))
    await page.getByText(filled(t(reason), { name, count: 1 })).waitFor()
    await dialog(page).waitFor({ state: 'hidden' })
  }
  expect(await row(page, '机房').count()).toBe(1)
  expect(errors).toEqual([])
  await close()
})

test('names that a site starts with are in the reader’s language, and stay so when a form is saved unchanged', async () => {
  const { page, t, errors, close } = await deck.open({ language: 'en' })
  await page.goto('/system/dept')
  await press(page, 'Head office', t('table.edit'))
  await page.getByRole('dialog', { name: `${t('department.edit')} “Head office”` }).waitFor()
  expect(await field(page, t('department.name')).inputValue()).toBe('Head office')
  await field(page, t('department.leader')).fill('Lin')
  await saved(page, t('table.save'))
  await row(page, 'Head office').getByText('Lin').waitFor()
  const names = async () =>
    (await deck.site.admin.call(departments.list, { query: {} })).map((each) => each.deptName)
  expect(await names()).toEqual(['总部'])
  await page.goto('/system/user')
  for (const name of ['Administrator', 'Head office', 'Super admin']) await row(page, name).waitFor()
  await takeScreenshot(page, 'seeded-names')
  await page.goto('/user/profile')
  await page.getByRole('heading', { name: 'Administrator' }).waitFor()
  await page.getByRole('button', { name: t('profile.showKey') }).click()
  await page.getByText(/^[A-Za-z0-9]{24}$/).waitFor()
  await takeScreenshot(page, 'own-key')
  await page.goto('/system/dept')
  await press(page, 'Head office', t('table.edit'))
  await field(page, t('department.name')).fill('Group')
  await saved(page, t('table.save'))
  await row(page, 'Group').waitFor()
  expect(await names()).toEqual(['Group'])
  expect(errors).toEqual([])
  await close()
})

test('a page with an icon is added, and appears in the menu immediately in its order', async () => {
  const { page, t, errors, close } = await deck.open()
  await page.goto('/system/menu')
  await page.getByRole('button', { name: t('menuRow.add') }).click()
  await field(page, t('menuRow.name')).fill('值班表')
  await dialog(page).getByText(t('menuRow.iconNone')).click()
  await page.getByLabel(t('menuRow.iconFind')).fill('bell')
  await page.getByRole('button', { name: 'bell', exact: true }).click()
  await field(page, t('menuRow.path')).fill('duty')
  await answer(page, t('table.save'))
  await dialog(page).getByText(t('menuRow.componentRequired')).waitFor()
  await field(page, t('menuRow.component')).fill('system/post')
  expect(await field(page, t('menuRow.moduleType')).getAttribute('aria-required')).toBe('true')
  // A string that no call needs is saved, with a warning.
  await field(page, t('menuRow.permission')).fill('system/auth/postLst')
  await dialog(page)
    .getByText(t('menuRow.permissionMeant', { name: 'system/auth/postList' }))
    .waitFor()
  await takeScreenshot(page, 'unknown-permission')
  await field(page, t('menuRow.permission')).fill('duty/list')
  await dialog(page).getByText(t('menuRow.permissionUnknown')).waitFor()
  await saved(page, t('table.save'))

  const entries = page.getByRole('navigation').getByRole('menu').locator('> li')
  const place = async () => (await entries.allInnerTexts()).findIndex((text) => text.includes('值班表'))
  await expect.poll(place).toBeGreaterThanOrEqual(0)
  const before = await place()
  const order = row(page, '值班表').getByRole('spinbutton')
  await order.fill('15')
  await order.press('Tab')
  await page.getByRole('button', { name: filled(t('rows.saveOrderOf'), { count: 1 }) }).click()
  await expect.poll(place).not.toBe(before)
  await entries.filter({ hasText: '值班表' }).click()
  await page.getByRole('heading', { name: t('post.title') }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('an administrator ends a session of a user, then everything; the user’s own page shows what is left', async () => {
  const { page, t, errors, close } = await deck.open()
  const { id, client } = await addUser(deck.site, { userName: 'wei' })
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36'
  const elsewhere = deck.site.as(await deck.site.deps.sessions.start(id, { ip: '10.0.0.9', userAgent }))
  const theirs = await deck.visit({ token: client.token })
  await theirs.page.goto('/user/profile')
  await theirs.page.getByText('Chrome 140 · Windows 10+').waitFor()

  await page.goto('/system/user')
  await row(page, 'wei').getByText(t('table.more')).click()
  await page.getByRole('menuitem', { name: t('userAccess.title') }).click()
  const entry = dialog(page).getByRole('listitem').filter({ hasText: '10.0.0.9' })
  await entry.getByRole('button', { name: t('userAccess.endSession') }).click()
  const question = dialog(page).filter({ hasText: t('userAccess.endSessionQuestion') })
  await question.getByRole('button', { name: t('userAccess.endSession'), exact: true }).click()
  await entry.waitFor({ state: 'detached' })
  expect((await elsewhere.ask(session.info)).code).toBe(-401)
  await theirs.page.reload()
  await theirs.page.getByText(t('online.own')).waitFor()
  expect(await theirs.page.getByText('Chrome 140 · Windows 10+').count()).toBe(0)

  await dialog(page)
    .getByRole('button', { name: t('userAccess.endAll') })
    .click()
  const last = dialog(page).filter({ hasText: filled(t('userAccess.endAllOfQuestion'), { name: 'wei' }) })
  await last.getByRole('button', { name: t('userAccess.endAll'), exact: true }).click()
  await dialog(page).getByText(t('userAccess.noSessions')).waitFor()
  await theirs.page.getByText(t('login.againTitle')).waitFor()
  expect(errors).toEqual([])
  await theirs.close()
  await close()
})

test('ten minutes after the last password a role is saved only with the password given again, and nothing typed is lost', async () => {
  const { page, t, errors, close } = await deck.open()
  await page.goto('/system/role')
  await page.getByRole('button', { name: t('role.add') }).click()
  await roleField(page, t('role.name')).fill('夜班')
  await roleField(page, t('role.key')).fill('night')
  await deck.site.deps.db.update(sessions).set({ provenAt: new Date(siteMs() - 11 * 60_000) })
  const question = dialog(page).filter({ hasText: t('login.proofTitle') })
  const password = question.getByLabel(t('login.password'), { exact: true })
  const confirm = question.getByRole('button', { name: t('login.proofSubmit'), exact: true })

  await saveRole(page, t('table.save'))
  await password.waitFor()
  await takeScreenshot(page, 'back-office-proof')
  await question.getByRole('button', { name: t('table.cancel'), exact: true }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await roleField(page, t('role.name')).inputValue()).toBe('夜班')
  await saveRole(page, t('table.save'))
  await password.fill('wrong-password')
  await confirm.click()
  await question.getByText(t('session.passwordWrong')).waitFor()
  expect(await row(page, 'night').count()).toBe(0)
  await password.fill(adminPassword)
  await password.press('Enter')
  await row(page, 'night').waitFor()
  expect(await dialog(page).count()).toBe(0)

  await page.getByRole('button', { name: t('role.add') }).click()
  await roleField(page, t('role.name')).fill('早班')
  await roleField(page, t('role.key')).fill('morning')
  await saveRole(page, t('table.save'))
  await row(page, 'morning').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('the menu tree of a role is restored as it was ticked, and its departments limit what its users see', async () => {
  const { page, t, errors, close } = await deck.open()
  const { call } = deck.site.admin
  for (const deptName of ['销售部', '售后部'])
    await call(departments.add, { body: { parentId: 1, deptName, orderNum: 9 } })
  const rows = await call(departments.list, { query: {} })
  const { id: sales } = firstRow(rows.filter(({ deptName }) => deptName === '销售部'))
  await addUser(deck.site, { userName: 'seller', deptId: sales })
  await addUser(deck.site, { userName: 'clerk', deptId: DepartmentId.parse(1) })
  const holder = await addUser(deck.site, { userName: 'holder', deptId: DepartmentId.parse(1) })

  await page.goto('/system/role')
  await page.getByRole('button', { name: t('role.add') }).click()
  await roleField(page, t('role.name')).fill('销售主管')
  await roleField(page, t('role.key')).fill('sales-lead')
  const search = () => editorOf(page).getByLabel(t('role.searchMenus'))
  const grant = (permission: keyof typeof zhcn & `button.${string}`) =>
    editorOf(page).getByRole('checkbox', { name: t(permission), exact: true })
  const view = editorOf(page).getByRole('checkbox', { name: t('role.viewOf', { name: t('/system/user') }) })
  for (const permission of ['button.system/auth/exportUser', 'button.system/auth/resetUserPwd'] as const) {
    await search().fill(permission.slice('button.'.length))
    await grant(permission).check()
  }
  await saveRole(page, t('table.save'))

  await press(page, 'sales-lead', t('table.edit'))
  await search().fill('system/auth/')
  expect(await view.isChecked()).toBe(true)
  expect(await grant('button.system/auth/exportUser').isChecked()).toBe(true)
  expect(await grant('button.system/auth/resetUserPwd').isChecked()).toBe(true)
  expect(await grant('button.system/auth/deleteUser').isChecked()).toBe(false)
  await page.getByRole('button', { name: t('role.back') }).click()

  await row(page, 'sales-lead').getByText(t('table.more')).click()
  await page.getByRole('menuitem', { name: t('role.setDataScope') }).click()
  await field(page, t('role.dataScope')).click()
  await page.getByText(t('role.scopeCustom'), { exact: true }).click()
  await dialog(page)
    .locator('.ant-tree-treenode')
    .filter({ has: page.getByText('销售部', { exact: true }) })
    .locator('.ant-tree-checkbox')
    .click()
  await answer(page, t('table.save'))
  await page.getByRole('dialog', { name: t('role.previewTitle') }).waitFor()
  await answer(page, t('table.save'))
  await dialog(page).first().waitFor({ state: 'hidden' })
  await giveRole(deck.site, holder.id, await findRoleId(deck.site, 'sales-lead'))

  const theirs = await deck.visit({ token: holder.client.token })
  await theirs.page.goto('/system/user')
  await row(theirs.page, 'seller').waitFor()
  expect(await row(theirs.page, 'clerk').count()).toBe(0)
  expect(await row(theirs.page, 'admin').count()).toBe(0)
  expect(await theirs.page.getByRole('button', { name: t('user.add') }).count()).toBe(0)
  expect([...errors, ...theirs.errors]).toEqual([])
  await theirs.close()
  await close()
})

test('a dictionary is renamed and keeps its values', async () => {
  const { page, t, errors, close } = await deck.open()
  await page.goto('/system/dict')
  await page.getByRole('button', { name: t('dict.add') }).click()
  await field(page, t('dict.name')).fill('手机品牌')
  await field(page, t('dict.type')).fill('phone_make')
  await saved(page, t('table.save'))
  await press(page, 'phone_make', t('dict.showValues'))
  await expect.poll(() => addressIn(page)).toBe('/dict/dataList/phone_make')
  await page
    .getByRole('button', { name: t('dict.addValue') })
    .first()
    .click()
  await field(page, t('dict.label')).fill('华为')
  await field(page, t('dict.value')).fill('huawei')
  await saved(page, t('table.save'))
  await row(page, '华为').waitFor()
  await page.getByRole('button', { name: t('dict.back') }).click()

  await press(page, 'phone_make', t('table.edit'))
  await field(page, t('dict.type')).fill('phone_brand')
  await saved(page, t('table.save'))
  await press(page, 'phone_brand', t('table.delete'))
  await answer(page, t('table.delete'))
  await page.getByText(filled(t('dict.typeInUse'), { name: '手机品牌' })).waitFor()
  await press(page, 'phone_brand', t('dict.showValues'))
  await row(page, '华为').waitFor()
  expect(addressIn(page)).toBe('/dict/dataList/phone_brand')
  expect(errors).toEqual([])
  await close()
})

test('changed title and logo parameters are visible immediately', async () => {
  const { page, t, errors, close } = await deck.open()
  const other = await deck.open()
  await other.page.goto('/index')
  const brand = other.page.locator('.brand')
  await brand.getByText(t('common.systemTitle')).waitFor()
  await page.goto('/system/config')
  await press(page, 'sys.title', t('table.edit'))
  await field(page, t('parameter.value')).fill('一号机房')
  await saved(page, t('table.save'))
  await brand.getByText('一号机房').waitFor()

  await press(page, 'sys.logo', t('table.edit'))
  const png = await other.page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 40 } })
  const chooser = dialog(page).locator('input[type=file]')
  await chooser.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: png })
  await page.getByText(filled(t('upload.wrongType'), { types: 'png、jpg、jpeg、gif 或 webp' })).waitFor()
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  const preview = dialog(page).getByAltText(t('upload.preview'))
  await expect.poll(() => preview.getAttribute('src')).toMatch(/^\/common\/file\/.+\.png$/)
  await saved(page, t('table.save'))
  const logo = brand.getByRole('presentation')
  await expect.poll(() => logo.getAttribute('src')).toMatch(/^\/common\/file\//)
  expect(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(40)
  expect([...errors, ...other.errors]).toEqual([])
  await other.close()
  await close()
})

test('one invalid row refuses the whole import, unless valid rows are imported alone', async () => {
  const { page, t, errors, close } = await deck.open()
  const count = async () => (await deck.site.admin.call(users.list)).total
  const before = await count()
  const sheet = utils.aoa_to_sheet([
    ['账号', '昵称', '部门', '岗位', '角色'],
    ['li.lei', '<b>李雷</b>', '总部', '员工', '观察员'],
    ['han.mei', '韩梅梅', '不存在的部门', '员工', '观察员'],
  ])
  const buffer = write(utils.book_new(sheet, 'users'), { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const choose = () =>
    dialog(page).locator('input[type=file]').setInputFiles({ name: 'users.xlsx', mimeType, buffer })
  await page.goto('/system/user')
  await page.getByRole('button', { name: t('userImport.import') }).click()
  await choose()
  await answer(page, t('import.start'))
  await dialog(page).getByText(t('userImport.failed')).waitFor()
  const reason = filled(t('userImport.unknownDepartment'), { name: '不存在的部门' })
  expect(await dialog(page).getByRole('row').filter({ hasText: 'han.mei' }).innerText()).toContain(reason)
  expect(await count()).toBe(before)

  await answer(page, t('import.again'))
  await choose()
  await dialog(page).getByLabel(t('userImport.goodRows')).check()
  await answer(page, t('import.start'))
  await dialog(page)
    .getByText(filled(t('userImport.summary'), { added: 1, updated: 0, unchanged: 0, failed: 1 }))
    .waitFor()
  expect(await count()).toBe(before + 1)
  await dialog(page).getByText(t('import.close'), { exact: true }).click()
  await row(page, 'li.lei').getByText('<b>李雷</b>').waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a user who is forced out is notified; a disabled user is enabled, a locked one unlocked', async () => {
  const { page, t, errors, close } = await deck.open()
  const guest = await addUser(deck.site, { userName: 'guest' })
  const theirs = await deck.visit({ token: guest.client.token })
  await theirs.page.goto('/index')
  await theirs.page.getByRole('navigation').getByRole('menu').waitFor()
  await page.goto('/monitor/online')
  await press(page, 'guest', t('online.force'))
  await answer(page, t('online.force'))
  await theirs.page.getByText(t('login.againTitle')).waitFor()
  await expect.poll(() => row(page, 'guest').count()).toBe(0)
  await theirs.close()

  await deck.site.admin.call(users.setStatus, { body: { userId: guest.id, status: Status.off } })
  await page.goto('/system/user?userName=guest')
  const status = row(page, 'guest').getByRole('switch')
  expect(await status.getAttribute('aria-checked')).toBe('false')
  await status.click()
  await answer(page, t('organisation.enable'))
  await expect.poll(() => status.getAttribute('aria-checked')).toBe('true')

  const signIn = (password: string) =>
    deck.site.nobody.ask(session.login, { body: { username: 'guest', password } })
  for (let round = 0; round < 5; round++) await signIn(`wrong-one-${round}`)
  expect((await signIn(adminPassword)).code).not.toBe(0)
  await page.goto('/system/log/loginlog?userName=guest')
  await row(page, 'guest').first().getByRole('checkbox').check()
  await page.getByRole('button', { name: t('log.unlock'), exact: true }).click()
  await answer(page, t('log.unlock'))
  await page.getByText(t('log.unlocked')).waitFor()
  expect((await signIn(adminPassword)).code).toBe(0)
  expect(errors).toEqual([])
  await close()
})
