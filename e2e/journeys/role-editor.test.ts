import { DataScope } from '@fleetdeck/contract/enums'
import type { RoleId } from '@fleetdeck/contract/ids'
import { roles } from '@fleetdeck/contract/roles'
import { findMenuId, findMenuIds, giveRole } from '@fleetdeck/testing/site/organisation'
import { addUser } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { menus } from '../../apps/server/src/platform/db/schema/menus.ts'
import { roles as roleRows } from '../../apps/server/src/platform/db/schema/roles.ts'
import { takeScreenshot } from '../helpers/browser.ts'
import { type Console, startConsole } from '../helpers/console.ts'

let deck: Console
beforeAll(async () => {
  deck = await startConsole()
})
beforeEach(() => deck.site.reset())
afterAll(() => deck?.stop())

const held = ['device/deviceList/list', 'device/group/list', 'device/group/add', 'system/auth/userList']
const role = { roleName: '值班', roleKey: 'duty', roleSort: 5, dataScope: DataScope.self }

async function addRole() {
  const menuIds = await findMenuIds(deck.site, held)
  const { id } = await deck.site.admin.call(roles.add, { body: { ...role, menuIds } })
  return { id, menuIds: menuIds.sort((a, b) => a - b) }
}
const grantsOf = async (roleId: RoleId) =>
  (await deck.site.admin.call(roles.one, { query: { roleId } })).checkedRules.sort((a, b) => a - b)

const editor = (page: Page) => page.getByRole('main').getByRole('region').first()
const dialog = (page: Page) => page.getByRole('dialog')
const button = (within: ReturnType<typeof dialog>, name: string) =>
  within.getByRole('button', { name, exact: true })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function openAction(page: Page, { more, action }: { more: string; action: string }) {
  await row(page, 'duty').getByText(more).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a role that is saved untouched keeps its grants; a page is removed after its difference was shown, and the history brings it back', async () => {
  const { page, t, errors, close } = await deck.open()
  const { id, menuIds } = await addRole()
  const wei = await addUser(deck.site, { userName: 'wei' })
  await giveRole(deck.site, wei.id, id)
  const [parentId] = await findMenuIds(deck.site, ['device/group/list'])
  const { db } = deck.site.deps
  // An upgrade adds a button below a page that the role has.
  const added = { menuType: 2, menuName: '合并分组', permission: 'device/group/merge' }
  await db.insert(menus).values({ ...added, parentId: parentId ?? null })

  await page.goto(`/system/roleEdit/${id}`)
  await editor(page)
    .getByText(t('role.onlyNew', { count: 1 }))
    .waitFor()
  await takeScreenshot(page, 'role-editor')
  await button(editor(page), t('table.save')).click()
  await row(page, 'duty').waitFor()
  expect(await grantsOf(id)).toEqual(menuIds)

  await button(row(page, 'duty'), t('table.edit')).click()
  await editor(page).getByLabel(t('role.searchMenus')).fill('device/group')
  const view = t('role.viewOf', { name: t('/device/group') })
  await editor(page).getByRole('checkbox', { name: view }).uncheck()
  await button(editor(page), t('table.save')).click()
  const summary = [
    t('role.removesPages', { count: 1 }),
    t('role.removesButtons', { count: 1 }),
    t('role.affectsUsers', { count: 1 }),
  ].join(' · ')
  await dialog(page).getByText(summary).waitFor()
  await takeScreenshot(page, 'role-difference')
  await button(dialog(page), t('table.save')).click()
  await row(page, 'duty').waitFor()
  expect(await grantsOf(id)).toEqual(await ids(['device/deviceList/list', 'system/auth/userList']))

  await openAction(page, { more: t('table.more'), action: t('role.history') })
  const edited = dialog(page)
    .getByRole('listitem')
    .filter({ hasText: t('role.removedMenus') })
  await takeScreenshot(page, 'role-history')
  await button(edited, t('role.undo')).click()
  await button(dialog(page).last(), t('role.undo')).click()
  await dialog(page)
    .getByRole('listitem')
    .filter({ hasText: t('role.changeUndo') })
    .first()
    .waitFor()
  await expect.poll(() => grantsOf(id)).toEqual(menuIds)
  expect(errors).toEqual([])
  await close()
})

const ids = async (permissions: string[]) => (await findMenuIds(deck.site, permissions)).sort((a, b) => a - b)

test('two administrators edit a role: the second sees the changes of the first, and loses nothing', async () => {
  const first = await deck.open()
  const second = await deck.open()
  const { id } = await addRole()
  const { t } = second
  const remark = (page: Page) => editor(page).getByRole('textbox', { name: t('role.remark') })
  for (const { page } of [first, second]) {
    await page.goto(`/system/roleEdit/${id}`)
    await remark(page).waitFor()
  }
  await remark(second.page).fill('mine')
  await remark(first.page).fill('theirs')
  await button(editor(first.page), t('table.save')).click()
  await row(first.page, 'duty').waitFor()

  await button(editor(second.page), t('table.save')).click()
  const conflict = dialog(second.page).filter({ hasText: t('role.conflictTitle') })
  await conflict.getByText('theirs').waitFor()
  await conflict.getByText('admin').waitFor()
  await takeScreenshot(second.page, 'role-conflict')
  await button(conflict, t('table.keepEditing')).click()
  expect(await remark(second.page).inputValue()).toBe('mine')
  await button(editor(second.page), t('table.save')).click()
  await button(conflict, t('role.saveMine')).click()
  await row(second.page, 'duty').waitFor()
  const stored = async () => (await deck.site.admin.call(roles.one, { query: { roleId: id } })).role.remark
  expect(await stored()).toBe('mine')

  // The first one has the list open, and opens the role again, while the second removes it.
  await button(row(first.page, 'duty'), t('table.edit')).click()
  await expect.poll(() => remark(first.page).inputValue()).toBe('mine')
  await remark(first.page).fill('again')
  await deck.site.admin.call(roles.remove, { body: { ids: [id] } })
  await button(editor(first.page), t('table.save')).click()
  await button(dialog(first.page), t('role.saveAsNew')).click()
  await row(first.page, 'duty').waitFor()
  const [saved] = await deck.site.deps.db.select().from(roleRows).where(eq(roleRows.roleKey, 'duty'))
  expect(saved?.remark).toBe('again')
  expect(saved?.id).not.toBe(id)
  expect([...first.errors, ...second.errors]).toEqual([])
  await first.close()
  await second.close()
})

test('a role is copied with its grants, and compared with the other', async () => {
  const { page, t, errors, close } = await deck.open()
  const { menuIds } = await addRole()
  await page.goto('/system/role')
  await openAction(page, { more: t('table.more'), action: t('role.copy') })
  await editor(page).getByLabel(t('role.name'), { exact: true }).fill('夜班')
  await editor(page).getByLabel(t('role.key'), { exact: true }).fill('night')
  const more = await findMenuId(deck.site, 'device/group/delete')
  await editor(page)
    .getByRole('checkbox', { name: t('button.device/group/delete'), exact: true })
    .check()
  await button(editor(page), t('table.save')).click()
  await row(page, 'night').waitFor()
  const { list } = await deck.site.admin.call(roles.list, { query: { roleKey: 'night' } })
  const copied = await grantsOf(list[0]?.id as RoleId)
  expect(copied).toEqual(expect.arrayContaining([...menuIds, more]))

  for (const key of ['duty', 'night']) await row(page, key).getByRole('checkbox').check()
  await page.getByRole('button', { name: t('role.compare') }).click()
  await dialog(page)
    .getByRole('row')
    .filter({ hasText: t('button.device/group/delete') })
    .waitFor()
  expect(
    await dialog(page)
      .getByRole('row')
      .filter({ hasText: t('button.device/group/add') })
      .count(),
  ).toBe(0)
  await takeScreenshot(page, 'role-compare')
  expect(errors).toEqual([])
  await close()
})
