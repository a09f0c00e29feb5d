import type { DepartmentNode } from '@fleetdeck/contract/departments'
import { DataScope, MenuType } from '@fleetdeck/contract/enums'
import { DepartmentId, type MenuId, type RoleId, UserId } from '@fleetdeck/contract/ids'
import { roleChanges } from '@fleetdeck/contract/role-changes'
import { type MenuNode, roles, roleUsers } from '@fleetdeck/contract/roles'
import { session } from '@fleetdeck/contract/session'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import {
  addDepartment,
  addHolder,
  addRole,
  findMenuId,
  findMenuIds,
  findRoleId,
  giveRole,
} from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { devices } from '../../platform/db/schema/devices.ts'
import { menus, roleMenus } from '../../platform/db/schema/menus.ts'
import { roles as roleRows } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'
import { downloadedRows } from '../../testing/downloads.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const draft = { roleName: 'Tester', roleKey: 'tester', roleSort: 5 }
const add = (change: object = {}) => site.admin.ask(roles.add, { body: { ...draft, ...change } })
const addOne = async (change: object = {}) =>
  (await site.admin.call(roles.add, { body: { ...draft, ...change } })).id
const grantsOf = async (roleId: RoleId) =>
  (await site.admin.call(roles.one, { query: { roleId } })).checkedRules.sort((a, b) => a - b)
const flatIds = (nodes: DepartmentNode[]): number[] =>
  nodes.flatMap((node) => [node.id, ...flatIds(node.children)])
const flat = (nodes: MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])

describe('a role', () => {
  test('requires name, key and order, and its name and key are unique', async () => {
    expect((await add({ roleName: '' })).msg).toBe('Role name cannot be empty')
    expect((await add({ roleKey: ' ' })).msg).toBe('Role key cannot be empty')
    expect((await add({ roleSort: undefined })).msg).toBe('Order cannot be empty')
    await addOne()
    expect((await add({ roleKey: 'other' })).msg).toBe('This role name is already taken. Enter another one.')
    expect((await add({ roleName: 'Other' })).msg).toBe('This role key is already taken. Enter another one.')
  })

  test('saves the ticked menus and the tree mode, and reopens unchanged', async () => {
    const menuIds = await findMenuIds(site, ['device/group/list', 'device/group/add'])
    const directory = firstRow(await site.deps.db.select().from(menus).where(eq(menus.path, '/device')))
    const all = [directory.id, ...menuIds].sort((a, b) => a - b)
    const id = await addOne({ menuIds: all, menuCheckStrictly: false })
    const form = await site.admin.call(roles.one, { query: { roleId: id } })
    expect(form.role).toMatchObject({ roleKey: 'tester', menuCheckStrictly: false, dataScope: 5 })
    expect(form.checkedRules.sort((a, b) => a - b)).toEqual(all)
    expect(flat(form.menuList).map((node) => node.id)).toEqual(expect.arrayContaining(all))
    await site.admin.call(roles.edit, { body: { ...draft, id, menuIds: [] } })
    expect((await site.admin.call(roles.one, { query: { id } })).checkedRules).toEqual([])
  })

  test('keeps disabled menus, although no form shows them', async () => {
    const menuId = await findMenuId(site, 'device/group/add')
    const id = await addOne({ menuIds: [menuId] })
    await site.deps.db.update(menus).set({ status: 1 }).where(eq(menus.id, menuId))
    await site.admin.call(roles.edit, { body: { ...draft, id } })
    expect(await grantsOf(id)).toEqual([menuId])
    await site.admin.call(roles.edit, { body: { ...draft, id, menuIds: [menuId] } })
    expect(await grantsOf(id)).toEqual([menuId])
  })

  test('that is saved as it was opened keeps its grants, whatever was added to the menu in the meantime', async () => {
    const [page, button] = await findMenuIds(site, ['device/group/list', 'device/group/add'])
    const id = await addOne({ menuIds: [page, button] })
    const added = { menuType: MenuType.button, permission: 'x/y/z' }
    const { db } = site.deps
    await db.insert(menus).values([
      { ...added, parentId: page, menuName: 'new button' },
      { ...added, parentId: button, menuName: 'button below a button' },
      { menuType: MenuType.directory, menuName: 'empty directory', path: '/empty' },
    ])
    const empty = firstRow(await db.select().from(menus).where(eq(menus.path, '/empty')))
    await db.insert(roleMenus).values({ roleId: id, menuId: empty.id })
    await db.update(menus).set({ parentId: empty.id }).where(eq(menus.permission, 'device/group/list'))
    const before = await grantsOf(id)
    await site.admin.call(roles.edit, { body: { ...draft, id, menuIds: before } })
    expect(await grantsOf(id)).toEqual(before)
    expect(before).toHaveLength(3)
  })

  test('keeps the menus that the editing caller does not see', async () => {
    const held = ['system/auth/editRole', 'device/group/list', 'device/group/add']
    const editor = await addHolder(site, { userName: 'editor' }, { permissions: held, dataScope: 5 })
    const [page, button] = await findMenuIds(site, ['device/group/list', 'device/group/add'])
    const disabled = await findMenuId(site, 'device/group/delete')
    const role = { roleKey: 'theirs', permissions: held.slice(1), dataScope: 5 as const, ownerId: editor.id }
    const id = await addRole(site, role)
    const { db } = site.deps
    await db.insert(roleMenus).values({ roleId: id, menuId: disabled })
    await db.update(menus).set({ status: 1 }).where(eq(menus.id, disabled))
    const edit = (menuIds: unknown[]) =>
      editor.client.ask(roles.edit, { body: { ...draft, id, menuIds: menuIds as MenuId[] } })
    expect(await edit([page])).toMatchObject({ code: 0 })
    expect(await grantsOf(id)).toEqual([page, disabled].sort())
    expect(await edit([page, button, disabled])).toMatchObject({ code: 0 })
    expect(await grantsOf(id)).toEqual([page, button, disabled].sort())
  })

  test('is filtered by name, key, status and day, and exported as filtered', async () => {
    await addOne()
    const query = { roleKey: 'TEST', status: '0', beginTime: '2020-01-01' } as const
    expect(await site.admin.call(roles.list, { query })).toMatchObject({ total: 1, list: [{ userCount: 0 }] })
    const { fileName } = await site.admin.call(roles.export, { query })
    expect(await downloadedRows(site, site.admin, fileName)).toHaveLength(2)
    const { list } = await site.admin.call(roles.list)
    expect(list.map((role) => role.roleKey)).toEqual(['admin', 'operator', 'viewer', 'tester', 'default'])
  })

  test('that users have cannot be removed', async () => {
    const id = await addOne()
    const wei = await addUser(site, { userName: 'wei' })
    await giveRole(site, wei.id, id)
    expect((await site.admin.call(roles.list, { query: { roleKey: 'tester' } })).list[0]?.userCount).toBe(1)
    expect((await site.admin.ask(roles.remove, { body: { ids: [id] } })).msg).toBe(
      'Role “Tester” is assigned to 1 user. Remove it from them before you delete it.',
    )
    await site.admin.call(roleUsers.cancel, { body: { roleId: id, userIds: [wei.id] } })
    expect(await site.admin.ask(roles.remove, { body: { ids: `${id}` } })).toMatchObject({ code: 0 })
  })

  test('that is built in cannot be changed, disabled, rescoped or removed by any user', async () => {
    const roleId = await findRoleId(site, 'admin')
    for (const answer of [
      await site.admin.ask(roles.edit, { body: { ...draft, id: roleId } }),
      await site.admin.ask(roles.setStatus, { body: { roleId, status: 1 } }),
      await site.admin.ask(roles.setDataScope, { body: { roleId, dataScope: 5 } }),
      await site.admin.ask(roles.remove, { body: { ids: [roleId] } }),
    ])
      expect(answer.msg).toMatch(/is a built-in role and cannot be changed$/)
  })

  test('that does not exist, or with unknown menus or departments, is not found', async () => {
    expect(await add({ menuIds: [9999] })).toMatchObject({
      code: 404,
      msg: 'Some selected menus were deleted or disabled. Save again to leave them out.',
    })
    expect(await add({ dataScope: 2, deptIds: [9999] })).toMatchObject({
      code: 404,
      msg: 'Some selected departments were deleted. Save again to leave them out.',
    })
    expect((await site.admin.ask(roles.setStatus, { body: { roleId: 99, status: 1 } })).code).toBe(404)
  })
})

describe('the data scope', () => {
  test('includes the selected departments with custom, and drops them for another scope', async () => {
    const lab = await addDepartment(site, 'Lab', DepartmentId.parse(1))
    const id = await addOne({ dataScope: 2, deptIds: [lab] })
    const tree = () => site.admin.call(roles.departments, { query: { roleId: id } })
    expect(await tree()).toMatchObject({ checkedKeys: [lab], depts: [{ children: [{ label: 'Lab' }] }] })
    await site.admin.call(roles.setDataScope, { body: { roleId: id, dataScope: 4, deptIds: [lab] } })
    expect((await tree()).checkedKeys).toEqual([])
    for (const dataScope of [0, 6, 'two'])
      expect((await site.admin.ask(roles.setDataScope, { body: { roleId: id, dataScope } })).code).toBe(-1)
  })

  test('that is saved as it was opened keeps its departments, whatever was added below them', async () => {
    const lab = await addDepartment(site, 'Lab', DepartmentId.parse(1))
    const id = await addOne({ dataScope: 2, deptIds: [1, lab] })
    await addDepartment(site, 'Bench', lab)
    const tree = () => site.admin.call(roles.departments, { query: { roleId: id } })
    const { checkedKeys: deptIds } = await tree()
    await site.admin.call(roles.setDataScope, { body: { roleId: id, dataScope: 2, deptIds } })
    expect((await tree()).checkedKeys.sort()).toEqual([1, lab])
  })

  test('keeps the departments that the editing caller does not see', async () => {
    const lab = await addDepartment(site, 'Lab', DepartmentId.parse(1))
    const seen = { permissions: ['system/auth/roleDataScope'], dataScope: DataScope.department }
    const editor = await addHolder(site, { userName: 'editor', deptId: lab }, seen)
    const role = { roleKey: 'theirs', permissions: [], dataScope: DataScope.custom, ownerId: editor.id }
    const id = await addRole(site, { ...role, deptIds: [DepartmentId.parse(1), lab] })
    const open = await editor.client.call(roles.departments, { query: { roleId: id } })
    expect(flatIds(open.depts)).toEqual([lab])
    await editor.client.call(roles.setDataScope, { body: { roleId: id, dataScope: 2, deptIds: [] } })
    const { checkedKeys } = await site.admin.call(roles.departments, { query: { roleId: id } })
    expect(checkedKeys).toEqual([1])
  })

  test('says how many users and devices each department shows', async () => {
    const lab = await addDepartment(site, 'Lab', DepartmentId.parse(1))
    const wei = await addUser(site, { userName: 'wei', deptId: lab })
    await addUser(site, { userName: 'lin', deptId: lab })
    const gone = await addUser(site, { userName: 'gone', deptId: lab })
    await site.deps.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.id))
    await site.deps.db.insert(devices).values([
      { deviceNo: 'P-1', tenantId: wei.id },
      { deviceNo: 'P-2', tenantId: wei.id },
      { deviceNo: 'P-3', tenantId: UserId.parse(1) },
      { hardwareId: 'without-number', tenantId: wei.id },
    ])
    const id = await addOne()
    const { counts, all } = await site.admin.call(roles.departments, { query: { roleId: id } })
    expect(counts).toContainEqual({ deptId: lab, userCount: 2, deviceCount: 2 })
    expect(all).toEqual({ userCount: 3, deviceCount: 3 })
    const seen = { permissions: ['system/auth/roleDataScope'], dataScope: DataScope.department }
    const editor = await addHolder(site, { userName: 'editor', deptId: DepartmentId.parse(1) }, seen)
    const own = await addRole(site, { roleKey: 'own', permissions: [], dataScope: 5, ownerId: editor.id })
    const theirs = await editor.client.call(roles.departments, { query: { roleId: own } })
    expect(theirs.all).toBeNull()
    expect(theirs.counts.map(({ deptId }) => deptId)).toEqual([1])
  })

  test('of several roles is the widest of those with the permission; disabled ones do not count', async () => {
    const lab = await addDepartment(site, 'Lab', DepartmentId.parse(1))
    const seen = { permissions: ['system/auth/roleAuthUser', 'system/auth/roleList'] }
    const wei = await addHolder(
      site,
      { userName: 'wei', deptId: lab },
      { ...seen, dataScope: DataScope.self },
    )
    const own = { query: { roleId: wei.roleId } }
    // The caller's own role is visible, regardless of its creator.
    expect((await wei.client.call(roleUsers.list, own)).list.map((user) => user.userName)).toEqual(['wei'])
    const other = await addUser(site, { userName: 'outside', deptId: DepartmentId.parse(1) })
    await giveRole(site, other.id, wei.roleId)
    const wide = await addRole(site, {
      ...seen,
      roleKey: 'wide',
      dataScope: DataScope.custom,
      deptIds: [DepartmentId.parse(1)],
    })
    await giveRole(site, wei.id, wide)
    expect((await wei.client.call(roleUsers.list, own)).total).toBe(2)
    await site.admin.call(roles.setStatus, { body: { roleId: wide, status: 1 } })
    expect((await wei.client.call(roleUsers.list, own)).total).toBe(1)
  })
})

describe('the rights of users with a role', () => {
  test('change with their next call when the role is edited, disabled or removed from them', async () => {
    const menuIds = await findMenuIds(site, ['device/group/list'])
    const id = await addOne({ menuIds })
    const wei = await addUser(site, { userName: 'wei' })
    await site.admin.call(roleUsers.assign, { body: { roleId: id, userIds: [wei.id] } })
    const permissions = async () => (await wei.client.call(session.info)).permissions
    expect(await permissions()).toEqual(['device/group/list'])
    await site.admin.call(roles.edit, { body: { ...draft, id, menuIds: [] } })
    expect(await permissions()).toEqual([])
    await site.admin.call(roles.edit, { body: { ...draft, id, menuIds } })
    await site.admin.call(roles.setStatus, { body: { roleId: id, status: 1 } })
    expect(await permissions()).toEqual([])
    await site.admin.call(roles.setStatus, { body: { roleId: id, status: 0 } })
    await site.admin.call(roleUsers.cancel, { body: { roleId: id, userIds: [wei.id] } })
    expect((await wei.client.call(session.info)).roles).toEqual(['default'])
  })
})

describe('assigning a role to users', () => {
  test('lists users with and without it, except the built-in account', async () => {
    const id = await addOne()
    const wei = await addUser(site, { userName: 'wei', phone: '13800000000' })
    await addUser(site, { userName: 'lin' })
    await site.admin.call(roleUsers.assign, { body: { roleId: id, userIds: [wei.id, wei.id] } })
    const list = async (query: object) =>
      (await site.admin.call(roleUsers.list, { query: { roleId: id, ...query } })).list.map((u) => u.userName)
    expect(await list({})).toEqual(['wei'])
    expect(await list({ assigned: '0' })).toEqual(['lin'])
    expect(await list({ assigned: '0', userName: 'x' })).toEqual([])
    expect(await list({ phone: '138' })).toEqual(['wei'])
  })

  test('removes a disabled role, but does not assign one', async () => {
    const id = await addOne()
    const wei = await addUser(site, { userName: 'wei' })
    const body = { roleId: id, userIds: [wei.id] }
    await site.admin.call(roleUsers.assign, { body })
    await site.admin.call(roles.setStatus, { body: { roleId: id, status: 1 } })
    expect(await site.admin.ask(roleUsers.cancel, { body })).toMatchObject({ code: 0 })
    const lin = await addUser(site, { userName: 'lin' })
    expect((await site.admin.ask(roleUsers.assign, { body: { roleId: id, userIds: [lin.id] } })).msg).toBe(
      'Role “Tester” is disabled. Enable it or select another role.',
    )
  })
})

describe('permissions', () => {
  const all = [...new Set(Object.values({ ...roles, assign: roleUsers.assign }).map((e) => e.permission))]
  const held = [...all, 'device/group/list', 'device/group/add']

  async function scene(dataScope: DataScope = DataScope.departmentAndBelow) {
    const lab = await addDepartment(site, 'Lab', DepartmentId.parse(1))
    const manager = await addHolder(
      site,
      { userName: 'manager', deptId: lab },
      { permissions: held, dataScope },
    )
    const foreign = await addRole(site, {
      roleKey: 'foreign',
      permissions: [],
      dataScope: 5,
      ownerId: UserId.parse(1),
    })
    return { lab, manager, foreign }
  }

  test('roles created by users out of scope do not exist for the caller, in every call', async () => {
    const { manager, foreign } = await scene()
    const { client } = manager
    const shown = (await client.call(roles.list)).list.map((role) => role.roleKey)
    expect(shown).not.toContain('foreign')
    const wei = await addUser(site, { userName: 'wei', deptId: DepartmentId.parse(2) })
    for (const answer of [
      await client.ask(roles.one, { query: { roleId: foreign } }),
      await client.ask(roles.edit, { body: { ...draft, id: foreign } }),
      await client.ask(roles.setStatus, { body: { roleId: foreign, status: 1 } }),
      await client.ask(roles.setDataScope, { body: { roleId: foreign, dataScope: 5 } }),
      await client.ask(roles.departments, { query: { roleId: foreign } }),
      await client.ask(roles.remove, { body: { ids: [foreign] } }),
      await client.ask(roleUsers.list, { query: { roleId: foreign } }),
      await client.ask(roleUsers.assign, { body: { roleId: foreign, userIds: [wei.id] } }),
    ])
      expect(answer.code).toBe(404)
  })

  test('a caller creates, changes, assigns, unassigns and removes their own role', async () => {
    const { manager } = await scene()
    const { client } = manager
    const menuIds = await findMenuIds(site, ['device/group/list'])
    const { id } = await client.call(roles.add, { body: { ...draft, menuIds, dataScope: 4 } })
    const wei = await addUser(site, { userName: 'wei', deptId: DepartmentId.parse(2) })
    await client.call(roles.edit, { body: { ...draft, id, menuIds, remark: 'x' } })
    await client.call(roleUsers.assign, { body: { roleId: id, userIds: [wei.id] } })
    await client.call(roleUsers.cancel, { body: { roleId: id, userIds: [wei.id] } })
    expect(await client.ask(roles.remove, { body: { ids: [id] } })).toMatchObject({ code: 0 })
  })

  test('a caller cannot create a role with menus, scopes or departments beyond their own', async () => {
    const { manager, lab } = await scene()
    const { client } = manager
    const own = await findMenuIds(site, ['device/group/list'])
    const more = await findMenuIds(site, ['device/group/delete'])
    const body = (change: object) => ({ body: { ...draft, menuIds: own, ...change } })
    expect((await client.ask(roles.add, body({ menuIds: more }))).msg).toMatch(/permissions that you have/)
    expect((await client.ask(roles.add, body({ dataScope: 1 }))).msg).toMatch(/cannot be wider/)
    expect((await client.ask(roles.add, body({ dataScope: 2, deptIds: [1] }))).msg).toMatch(/cannot be wider/)
    expect(await client.ask(roles.add, body({ dataScope: 2, deptIds: [lab] }))).toMatchObject({ code: 0 })
    const { id } = await client.call(roles.add, body({ roleKey: 'second', roleName: 'Second' }))
    const edit = { ...draft, roleKey: 'second', roleName: 'Second', id, menuIds: more }
    expect((await client.ask(roles.edit, { body: edit })).msg).toMatch(/permissions that you have/)
    const rescope = { roleId: id, dataScope: 1 }
    expect((await client.ask(roles.setDataScope, { body: rescope })).msg).toMatch(/cannot be wider/)
    const tree = await client.call(roles.form)
    expect(flat(tree.menuList).map((node) => node.permission)).not.toContain('device/group/delete')
  })

  test('a caller gives a page without a permission string only if their own role has it', async () => {
    const { db, sessions } = site.deps
    const page = { menuType: MenuType.menu, menuName: 'Guide', path: '/guide', component: 'guide' }
    const guide = firstRow(await db.insert(menus).values(page).returning()).id
    const permissions = ['system/auth/addRole', 'system/auth/roleAuthUser']
    const lin = await addHolder(site, { userName: 'lin' }, { permissions, dataScope: DataScope.all })
    const wei = await addUser(site, { userName: 'wei', parentId: lin.id })
    const shown = async () => flat((await lin.client.call(roles.form)).menuList).map(({ id }) => id)
    const addGuide = (roleKey: string) =>
      lin.client.ask(roles.add, { body: { ...draft, roleName: roleKey, roleKey, menuIds: [guide] } })
    const giveToWei = (roleId: RoleId) =>
      lin.client.ask(roleUsers.assign, { body: { roleId, userIds: [wei.id] } })
    const ofAdmin = await addOne({ roleKey: 'guided', roleName: 'Guided', menuIds: [guide] })
    await db.update(roleRows).set({ ownerId: lin.id }).where(eq(roleRows.id, ofAdmin))
    expect(await shown()).not.toContain(guide)
    expect((await addGuide('first')).msg).toMatch(/^You can only grant permissions/)
    expect((await giveToWei(ofAdmin)).msg).toMatch(/Guided/)
    await site.deps.db.insert(roleMenus).values({ roleId: lin.roleId, menuId: guide })
    sessions.forget([lin.id])
    expect(await shown()).toContain(guide)
    expect(await addGuide('second')).toMatchObject({ code: 0 })
    expect(await giveToWei(ofAdmin)).toMatchObject({ code: 0 })
  })

  test('a wider scope applies to users who already have the role', async () => {
    const { manager } = await scene(DataScope.department)
    const below = await addDepartment(site, 'Below', DepartmentId.parse(2))
    const menuIds = await findMenuIds(site, ['device/group/list'])
    const { id } = await manager.client.call(roles.add, { body: { ...draft, menuIds } })
    const wei = await addUser(site, { userName: 'wei', deptId: DepartmentId.parse(2) })
    await giveRole(site, wei.id, id)
    expect(below).toBeGreaterThan(2)
    const body = { roleId: id, dataScope: 4 }
    expect((await manager.client.ask(roles.setDataScope, { body })).msg).toMatch(/cannot be wider/)
  })

  test('users out of scope, the built-in account and the caller cannot be given roles', async () => {
    const { manager } = await scene()
    const { id } = await manager.client.call(roles.add, { body: draft })
    const outside = await addUser(site, { userName: 'outside', deptId: DepartmentId.parse(1) })
    const assign = (userId: UserId) =>
      manager.client.ask(roleUsers.assign, { body: { roleId: id, userIds: [userId] } })
    expect((await assign(outside.id)).code).toBe(404)
    expect((await assign(manager.id)).msg).toBe(
      'You cannot do this to your own account. Ask another administrator.',
    )
    const first = { roleId: id, userIds: [1] }
    expect((await site.admin.ask(roleUsers.assign, { body: first })).msg).toMatch(/is the super admin/)
  })

  test('every call without its permission is refused, and without a session too', async () => {
    const { client } = await addUser(site, { userName: 'wei' })
    for (const endpoint of Object.values({
      ...roles,
      ...roleChanges,
      a: roleUsers.list,
      b: roleUsers.assign,
      c: roleUsers.cancel,
    })) {
      expect((await site.nobody.ask(endpoint)).code, endpoint.path).toBe(-401)
      expect((await client.ask(endpoint)).code, endpoint.path).toBe(403)
    }
  })
})
