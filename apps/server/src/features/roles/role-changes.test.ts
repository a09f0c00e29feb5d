import { DataScope, MenuType } from '@fleetdeck/contract/enums'
import { DepartmentId, type MenuId, type RoleId } from '@fleetdeck/contract/ids'
import { roleChanges } from '@fleetdeck/contract/role-changes'
import { roles } from '@fleetdeck/contract/roles'
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
import { sealedKey } from '../../platform/core/seal.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { departments } from '../../platform/db/schema/departments.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { menus, roleMenus } from '../../platform/db/schema/menus.ts'
import { roleChanges as changeTable, userRoles } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'
import { runJob } from '../../testing/run-job.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const draft = { roleName: 'Tester', roleKey: 'tester', roleSort: 5 }
const add = async (change: object = {}) =>
  (await site.admin.call(roles.add, { body: { ...draft, ...change } })).id
const edit = (id: RoleId, change: object = {}) =>
  site.admin.ask(roles.edit, { body: { ...draft, id, ...change } })
const open = (roleId: RoleId) => site.admin.call(roles.one, { query: { roleId } })
const history = async (roleId: RoleId, query: object = {}) =>
  (await site.admin.call(roleChanges.history, { query: { roleId, ...query } })).list
const seeing = 'device/deviceList/list'
const root = DepartmentId.parse(1)

/** Three users of two departments with two devices each. */
async function fleet() {
  const lab = await addDepartment(site, 'Lab', root)
  const wei = await addUser(site, { userName: 'wei', deptId: lab })
  const lin = await addUser(site, { userName: 'lin', deptId: lab, parentId: wei.id })
  const boss = await addUser(site, { userName: 'boss', deptId: root })
  const owners = [wei, lin, boss].flatMap(({ id }) => [id, id])
  const rows = owners.map((tenantId, index) => ({ deviceNo: `P-${index}`, tenantId }))
  await site.deps.db.insert(devices).values([...rows, { deviceNo: 'P-site' }])
  return { lab, wei, lin, boss }
}

describe('the preview of a change', () => {
  test('names the pages and buttons that come and go, and changes nothing', async () => {
    const [list, create, remove] = await findMenuIds(site, [
      'device/group/list',
      'device/group/add',
      'device/group/delete',
    ])
    const roleId = await add({ menuIds: [list, create] })
    await giveRole(site, (await addUser(site, { userName: 'wei' })).id, roleId)
    const body = { roleId, menuIds: [create, remove] as MenuId[], status: 0 as const }
    const preview = await site.admin.call(roleChanges.preview, { body })
    expect(preview).toMatchObject({
      userCount: 1,
      hiddenDevices: 0,
      shownDevices: 0,
      isExact: true,
      fields: [],
    })
    expect(preview.removedMenus).toEqual([
      expect.objectContaining({ permission: 'device/group/list', path: '/device/group', menuType: 1 }),
    ])
    expect(preview.addedMenus.map(({ permission }) => permission)).toEqual(['device/group/delete'])
    expect((await open(roleId)).checkedRules.sort()).toEqual([list, create].sort())
  })

  test('counts the devices that users stop and start to see, as their other roles allow', async () => {
    const { lab, wei, lin, boss } = await fleet()
    const page = await findMenuId(site, seeing)
    const roleId = await add({ menuIds: [page], dataScope: DataScope.custom, deptIds: [lab] })
    const scope = async (dataScope: 1 | 2 | 3 | 4 | 5, deptIds: DepartmentId[] = []) => {
      const found = await site.admin.call(roleChanges.previewScope, { body: { roleId, dataScope, deptIds } })
      return [found.hiddenDevices, found.shownDevices]
    }
    const menuless = async () => {
      const body = { roleId, menuIds: [], status: 0 as const }
      return (await site.admin.call(roleChanges.preview, { body })).hiddenDevices
    }
    expect(await scope(DataScope.all)).toEqual([0, 0])
    await giveRole(site, boss.id, roleId)
    // The boss sees the lab's four devices and two own ones.
    expect(await scope(DataScope.self)).toEqual([4, 0])
    expect(await scope(DataScope.all)).toEqual([0, 1])
    expect(await scope(DataScope.custom, [root])).toEqual([4, 0])
    expect(await scope(DataScope.departmentAndBelow)).toEqual([0, 0])
    expect(await menuless()).toBe(6)
    // Wei sees the devices of lin, who is below, in any scope.
    await giveRole(site, wei.id, roleId)
    await giveRole(site, lin.id, roleId)
    const other = { permissions: [seeing], dataScope: DataScope.department }
    const second = await addRole(site, { roleKey: 'second', ...other })
    for (const { id } of [boss, lin]) await giveRole(site, id, second)
    expect(await scope(DataScope.self)).toEqual([4, 0])
    expect(await menuless()).toBe(4)
    await giveRole(site, boss.id, await findRoleId(site, 'admin'))
    expect(await scope(DataScope.self)).toEqual([0, 0])
  })

  test('compares the first hundred users, and says when there are more', async () => {
    await fleet()
    const roleId = await add({ menuIds: await findMenuIds(site, [seeing]), dataScope: DataScope.all })
    const { db } = site.deps
    const people = Array.from({ length: 101 }, (_, index) => ({
      ...{ userName: `p${index}`, nickName: 'p', passwordHash: '', deptId: root },
      ...sealedKey(site.deps.seal, `secret-of-user-${index}`),
    }))
    const added = await db.insert(users).values(people).returning({ userId: users.id })
    await db.insert(userRoles).values(added.map(({ userId }) => ({ userId, roleId })))
    const body = { roleId, dataScope: DataScope.self }
    const preview = await site.admin.call(roleChanges.previewScope, { body })
    expect(preview).toMatchObject({ userCount: 101, hiddenDevices: 7, isExact: false })
    const unchanged = await site.admin.call(roleChanges.previewScope, { body: { ...body, dataScope: 1 } })
    expect(unchanged).toMatchObject({ hiddenDevices: 0, isExact: true })
  })

  test('is refused like the change itself', async () => {
    const manager = await addHolder(
      site,
      { userName: 'manager', deptId: await addDepartment(site, 'Lab', root) },
      { permissions: ['system/auth/editRole', 'system/auth/roleDataScope'], dataScope: DataScope.department },
    )
    const own = { permissions: ['system/auth/editRole'], dataScope: DataScope.self, ownerId: manager.id }
    const roleId = await addRole(site, { roleKey: 'own', ...own })
    const menuIds = await findMenuIds(site, [seeing])
    const { client } = manager
    const preview = { roleId, menuIds, status: 0 as const }
    expect((await client.ask(roleChanges.preview, { body: preview })).msg).toMatch(/that you have/)
    const scope = { roleId, dataScope: DataScope.all }
    expect((await client.ask(roleChanges.previewScope, { body: scope })).msg).toMatch(/cannot be wider/)
    const foreign = await add()
    expect((await client.ask(roleChanges.preview, { body: { ...preview, roleId: foreign } })).code).toBe(404)
    expect((await client.ask(roleChanges.history, { query: { roleId: foreign } })).code).toBe(404)
    const [change] = await history(foreign)
    expect((await client.ask(roleChanges.undo, { body: { changeId: change?.id as never } })).code).toBe(404)
  })
})

describe('the history of a role', () => {
  test('has a row for each way that changes it, by whom, and none for a save without a change', async () => {
    const lab = await addDepartment(site, 'Lab', root)
    const [page] = await findMenuIds(site, [seeing])
    const id = await add()
    await edit(id, { menuIds: [page], remark: 'x' })
    await edit(id, { menuIds: [page], remark: 'x' })
    const body = { roleId: id, dataScope: DataScope.custom, deptIds: [lab] }
    await site.admin.call(roles.setDataScope, { body })
    await site.admin.call(roles.setStatus, { body: { roleId: id, status: 1 } })
    await site.admin.call(roles.remove, { body: { ids: [id] } })
    const rows = await history(id)
    expect(rows.map(({ kind, revision }) => [kind, revision])).toEqual([
      ['remove', 5],
      ['status', 4],
      ['scope', 3],
      ['edit', 2],
      ['add', 1],
    ])
    expect(rows.every(({ userName }) => userName === 'admin')).toBe(true)
    expect(rows[2]).toMatchObject({
      addedDepartments: ['Lab'],
      fields: [{ field: 'dataScope', before: 5, after: 2 }],
    })
    expect(rows[3]?.addedMenus.map(({ permission }) => permission)).toEqual([seeing])
    expect(rows[3]?.fields).toEqual([{ field: 'remark', before: '', after: 'x' }])
    expect(await history(id, { since: 3 })).toHaveLength(2)
  })

  test('keeps the names that menus had', async () => {
    const menu = { menuType: MenuType.button, permission: 'x/y', menuName: 'Old name' }
    const { db } = site.deps
    const { id: menuId } = firstRow(await db.insert(menus).values(menu).returning())
    const id = await add({ menuIds: [menuId] })
    await edit(id)
    await db.delete(menus).where(eq(menus.id, menuId))
    expect((await history(id))[0]?.removedMenus).toMatchObject([{ label: 'Old name' }])
  })
})

test('old changes are removed like the operation log, but the newest one of each role stays', async () => {
  const [kept, removed] = [await add(), await add({ roleName: 'Guest', roleKey: 'guest' })]
  for (const id of [kept, removed]) await edit(id, { remark: 'first', roleName: `R${id}`, roleKey: `r${id}` })
  await site.admin.call(roles.remove, { body: { ids: [removed] } })
  await site.deps.db.update(changeTable).set({ createdAt: new Date(siteMs() - 181 * 86_400_000) })
  const fresh = await add({ roleName: 'Fresh', roleKey: 'fresh' })
  await runJob(site, 'pruneOperationLogs')
  expect((await history(kept)).map(({ kind }) => kind)).toEqual(['edit'])
  expect((await history(fresh)).map(({ kind }) => kind)).toEqual(['add'])
  const rows = await site.deps.db.select().from(changeTable).where(eq(changeTable.roleId, removed))
  expect(rows).toEqual([])
})

describe('undoing a change', () => {
  const undo = (changeId: unknown, change: object = {}) =>
    site.admin.ask(roleChanges.undo, { body: { changeId: changeId as never, ...change } })

  test('restores menus, fields and scope as they were, and is a change itself', async () => {
    const lab = await addDepartment(site, 'Lab', root)
    const [page, button] = await findMenuIds(site, ['device/group/list', 'device/group/add'])
    const id = await add({ menuIds: [page, button], dataScope: DataScope.custom, deptIds: [lab] })
    await edit(id, { roleName: 'Other', menuIds: [page] })
    await site.admin.call(roles.setDataScope, { body: { roleId: id, dataScope: DataScope.self } })
    const [, edited] = await history(id)
    expect(await undo(edited?.id)).toMatchObject({ code: 0 })
    const form = await open(id)
    expect(form.role).toMatchObject({ roleName: 'Tester', dataScope: DataScope.custom, revision: 4 })
    expect(form.checkedRules.sort()).toEqual([page, button].sort())
    expect(form.deptIds).toEqual([lab])
    const [undone] = await history(id)
    expect(undone).toMatchObject({ kind: 'undo', fields: [{ field: 'roleName' }, { field: 'dataScope' }] })
    expect(await undo(undone?.id)).toMatchObject({ code: 0 })
    expect((await open(id)).role.roleName).toBe('Other')
  })

  test('leaves out menus and departments that were removed since', async () => {
    const lab = await addDepartment(site, 'Lab', root)
    const { db } = site.deps
    const menu = { menuType: MenuType.button, permission: 'x/y', menuName: 'Gone' }
    const { id: menuId } = firstRow(await db.insert(menus).values(menu).returning())
    const [page] = await findMenuIds(site, [seeing])
    const id = await add({ menuIds: [menuId, page], dataScope: DataScope.custom, deptIds: [lab, root] })
    await edit(id)
    await db.delete(menus).where(eq(menus.id, menuId))
    await db.delete(departments).where(eq(departments.id, lab))
    expect(await undo((await history(id))[0]?.id)).toMatchObject({ code: 0 })
    const form = await open(id)
    expect(form.checkedRules).toEqual([page])
    expect(form.deptIds).toEqual([root])
  })

  test('is refused for a newer role, a taken name, an added role and one that was removed', async () => {
    const id = await add()
    await edit(id, { roleName: 'Other' })
    const [edited, added] = await history(id)
    expect((await undo(edited?.id, { revision: 1 })).code).toBe(409)
    expect((await undo(added?.id)).msg).toBe('Adding or deleting a role cannot be undone')
    const second = await add({ roleKey: 'second' })
    expect((await undo(edited?.id)).msg).toBe('This role name is already taken. Enter another one.')
    await site.admin.call(roles.remove, { body: { ids: [id, second] } })
    expect(await undo(edited?.id)).toMatchObject({ code: 409, msg: 'The role was deleted by “admin”' })
    expect((await undo(9999)).code).toBe(404)
  })

  test('needs the rights of a save: menus of the caller, and the data scope only with its permission', async () => {
    const held = ['system/auth/editRole', 'device/group/list']
    const manager = await addHolder(
      site,
      { userName: 'manager', deptId: root },
      { permissions: held, dataScope: DataScope.departmentAndBelow },
    )
    const id = await addRole(site, {
      ...{ roleKey: 'own', permissions: ['device/group/list', 'device/group/add'] },
      ...{ dataScope: DataScope.self, ownerId: manager.id },
    })
    const [page] = await findMenuIds(site, ['device/group/list'])
    await edit(id, { menuIds: [page] })
    const theirs = (changeId: unknown) =>
      manager.client.ask(roleChanges.undo, { body: { changeId: changeId as never } })
    expect((await theirs((await history(id))[0]?.id)).msg).toMatch(/that you have/)
    await edit(id)
    await site.admin.call(roles.setDataScope, { body: { roleId: id, dataScope: DataScope.department } })
    const [rescoped, emptied] = await history(id)
    expect((await theirs(rescoped?.id)).code).toBe(403)
    expect((await theirs(emptied?.id)).code).toBe(403)
    await site.admin.call(roles.setDataScope, { body: { roleId: id, dataScope: DataScope.self } })
    expect(await theirs(emptied?.id)).toMatchObject({ code: 0 })
    expect((await open(id)).checkedRules).toEqual([page])
  })
})

describe('a role that was changed since it was opened', () => {
  test('is not saved with an old revision, and is saved without one', async () => {
    const id = await add()
    const { revision } = (await open(id)).role
    await site.admin.call(roles.setDataScope, { body: { roleId: id, dataScope: DataScope.department } })
    expect(await edit(id, { revision, remark: 'mine' })).toMatchObject({
      code: 409,
      msg: 'The role was changed by someone else. Review the changes, then save again.',
    })
    const preview = { roleId: id, menuIds: [], status: 0 as const, revision }
    expect((await site.admin.ask(roleChanges.preview, { body: preview })).code).toBe(409)
    const rescope = { roleId: id, dataScope: DataScope.self, revision }
    expect((await site.admin.ask(roleChanges.previewScope, { body: rescope })).code).toBe(409)
    expect((await site.admin.ask(roles.setDataScope, { body: rescope })).code).toBe(409)
    expect((await open(id)).role).toMatchObject({ remark: '', dataScope: DataScope.department })
    expect(await edit(id, { remark: 'mine' })).toMatchObject({ code: 0 })
  })

  test('was removed: the caller is notified, and the history says by whom', async () => {
    const id = await add()
    await site.admin.call(roles.remove, { body: { ids: [id] } })
    expect(await edit(id, { revision: 1 })).toMatchObject({
      code: 409,
      msg: 'The role was deleted by “admin”',
    })
    expect(await history(id, { since: 1 })).toMatchObject([{ kind: 'remove', userName: 'admin' }])
  })

  test('two saves of the same revision at the same time: one is refused', async () => {
    const id = await add()
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((remark) => edit(id, { revision: 1, remark })),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 409, 409])
  })
})

test('menus that were added after the last save are new, until the role is saved again', async () => {
  const id = await add()
  expect((await open(id)).newMenus).toEqual([])
  const menu = { menuType: MenuType.button, permission: 'x/y', menuName: 'New' }
  const { id: menuId } = firstRow(await site.deps.db.insert(menus).values(menu).returning())
  await site.deps.db.insert(roleMenus).values({ roleId: id, menuId })
  await site.admin.call(roles.setStatus, { body: { roleId: id, status: 1 } })
  expect((await open(id)).newMenus).toEqual([menuId])
  await edit(id, { menuIds: [menuId] })
  expect((await open(id)).newMenus).toEqual([])
})
