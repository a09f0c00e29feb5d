import { controlPermission } from '@fleetdeck/contract/device-socket'
import { DataScope, MenuType } from '@fleetdeck/contract/enums'
import { type MenuRow, menus } from '@fleetdeck/contract/menus'
import { session } from '@fleetdeck/contract/session'
import { addHolder, addRole } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roleMenus, menus as table } from '../../platform/db/schema/menus.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const page = (more: object = {}) => ({
  parentId: 0,
  menuType: MenuType.menu,
  menuName: 'Reports',
  orderNum: 5,
  path: 'reports',
  component: 'reports/list',
  permission: 'reports/list',
  moduleType: 'sys_admin',
  ...more,
})
const add = (more: object = {}) => site.admin.ask(menus.add, { body: page(more) })
const flat = (tree: MenuRow[]): MenuRow[] => tree.flatMap((row) => [row, ...flat(row.children ?? [])])
const rows = async () => flat((await site.admin.call(menus.list)).list)
const named = async (name: string): Promise<MenuRow> => {
  const row = (await rows()).find((each) => each.menuName === name)
  if (!row) throw new Error(`no menu ${name}`)
  return row
}
const holder = (...permissions: string[]) =>
  addHolder(site, { userName: 'lin' }, { permissions, dataScope: DataScope.all })
const refused = (msg: string) => ({ code: -1, msg })

describe('the list', () => {
  test('is a tree, and flat when it is filtered', async () => {
    const tree = (await site.admin.call(menus.list)).list
    const system = tree.find((row) => row.fullPath === '/system')
    expect(system?.children?.map((row) => row.fullPath)).toContain('/system/menu')
    expect(system?.children?.find((row) => row.fullPath === '/system/log')?.children?.[0]?.fullPath).toBe(
      '/system/log/operlog',
    )
    const { list } = await site.admin.call(menus.list, { query: { menuName: '菜单' } })
    expect(list.map((row) => [row.menuName, row.children])).toEqual([['菜单管理', undefined]])
    expect((await site.admin.call(menus.list, { query: { status: '1' } })).list).toEqual([])
  })

  test('offers directories and pages as parents, but not buttons', async () => {
    const { parentList } = await site.admin.call(menus.parents)
    const kinds = new Set<number>()
    const walk = (choices: typeof parentList) => {
      for (const { menuType, children } of choices) {
        kinds.add(menuType)
        walk(children)
      }
    }
    walk(parentList)
    expect([...kinds].sort()).toEqual([MenuType.directory, MenuType.menu])
  })

  test('only shows granted rows to callers without the super role', async () => {
    const { client } = await holder('system/auth/menuList', 'device/group/list')
    const { list } = await client.call(menus.list)
    expect(
      flat(list)
        .map((row) => row.permission)
        .sort(),
    ).toEqual(['device/group/list', 'system/auth/menuList'])
    const hidden = await named('设备列表')
    expect(await client.ask(menus.one, { query: { id: hidden.id } })).toMatchObject({ code: 404 })
  })
})

describe('a menu', () => {
  test('saves every field of its form, and accepts the id under the specification’s name', async () => {
    const more = {
      routeName: 'ReportList',
      redirect: 'noRedirect',
      query: '{"id":1}',
      icon: 'table',
      status: 0,
      visible: false,
      isCache: false,
      affix: true,
      breadcrumb: false,
      alwaysShow: true,
      activeMenu: '/device/group',
      langKey: '/reports',
      remark: '<b>not bold</b>',
    }
    expect(await add(more)).toMatchObject({ code: 0 })
    const { id } = await named('Reports')
    const { menu } = await site.admin.call(menus.one, { query: { menuId: id } })
    expect(menu).toMatchObject({ ...page(more), path: '/reports', fullPath: '/reports', isSeeded: false })
    const node = (await site.admin.call(session.routers)).find((route) => route.path === '/reports')
    expect(node).toMatchObject({
      name: 'ReportList',
      hidden: true,
      query: '{"id":1}',
      redirect: 'noRedirect',
      alwaysShow: true,
      meta: {
        noCache: true,
        affix: true,
        breadcrumb: false,
        activeMenu: '/device/group',
        langKey: '/reports',
      },
    })
    const body = { ...page(more), menuName: 'Papers', menuId: id }
    expect(await site.admin.ask(menus.edit, { body })).toMatchObject({ code: 0 })
    expect((await named('Papers')).id).toBe(id)
  })

  test('requires a name, an order, a route address and a module type', async () => {
    expect(await add({ menuName: ' ' })).toEqual(refused('Menu name cannot be empty'))
    expect(await add({ orderNum: undefined })).toEqual(refused('Order cannot be empty'))
    expect(await add({ path: '' })).toEqual(refused('Route address cannot be empty'))
    expect(await add({ component: '' })).toEqual(refused('Component path cannot be empty'))
    for (const moduleType of [null, undefined, ''])
      expect(await add({ moduleType })).toEqual(refused('Select a module type'))
    expect(await add({ menuType: MenuType.button, permission: '' })).toEqual(
      refused('Permission string cannot be empty'),
    )
  })

  test('of another module is not a page', async () => {
    await add({ moduleType: 'sys_app' })
    const routes = await site.admin.call(session.routers)
    expect(routes.map((route) => route.path)).not.toContain('/reports')
  })

  test('has a unique name under its parent, a unique path among its siblings, and a unique route name', async () => {
    await add({ routeName: 'R1' })
    const other = { menuName: 'B', path: 'b', permission: '' }
    expect(await add({ ...other, menuName: 'Reports' })).toEqual(
      refused('This parent already has a menu with this name. Enter another name.'),
    )
    expect(await add({ ...other, path: '/reports/' })).toEqual(
      refused('This parent already has a menu with this route address. Enter another one.'),
    )
    const { id: parentId } = await named('设备管理')
    expect(await add({ ...other, parentId, routeName: 'R1' })).toEqual(
      refused('This route name is already in use. Enter another one.'),
    )
    expect(await add({ menuName: 'Reports', path: 'reports', parentId })).toMatchObject({ code: 0 })
  })

  test('links out by http and https only', async () => {
    for (const path of ['javascript:alert(1)', 'data:text/html,x', 'ftp://a.b', 'reports'])
      expect(await add({ isFrame: true, path }), path).toEqual(
        refused('External link must start with http:// or https://'),
      )
    for (const path of ['https://a.b', 'javascript:alert(1)', 'a b', '../x', 'a?b', '<b>'])
      expect((await add({ path })).code, path).toBe(-1)
    expect(await add({ isFrame: true, component: '', path: 'https://example.org/a.b' })).toMatchObject({
      code: 0,
    })
    const routes = await site.admin.call(session.routers)
    expect(routes.find((route) => route.meta.title === 'Reports')).toMatchObject({
      path: 'https://example.org/a.b',
      meta: { link: 'https://example.org/a.b' },
    })
  })

  test('shown in a frame has its own path', async () => {
    await add({ isFrame: true, component: 'InnerLink', path: 'https://example.org:8080/docs/' })
    const routes = await site.admin.call(session.routers)
    expect(routes.find((route) => route.component === 'InnerLink')).toMatchObject({
      path: '/example/org/8080/docs',
      meta: { link: 'https://example.org:8080/docs/' },
    })
  })

  test('cannot be moved below itself, its descendants, or a button', async () => {
    await add({ menuType: MenuType.directory, menuName: 'Top', path: 'top' })
    const top = await named('Top')
    await add({ parentId: top.id })
    const child = await named('Reports')
    const edit = (row: MenuRow, more: object) =>
      site.admin.ask(menus.edit, {
        body: {
          ...page(),
          menuName: row.menuName,
          path: row.path,
          menuType: row.menuType,
          ...more,
          id: row.id,
        },
      })
    expect(await edit(top, { parentId: top.id })).toEqual(
      refused('The parent cannot be the menu itself or one of its children. Select another parent.'),
    )
    expect(await edit(top, { parentId: child.id })).toEqual(
      refused('The parent cannot be the menu itself or one of its children. Select another parent.'),
    )
    expect((await edit(child, { parentId: 9999 })).code).toBe(404)
    const button = await named('system/auth/addMenu')
    expect(await add({ menuName: 'X', path: 'x', parentId: button.id })).toEqual(
      refused('A button cannot have children. Select another parent.'),
    )
    expect(await edit(top, { menuType: MenuType.button })).toEqual(
      refused('A menu with children cannot be changed to a button. Move or delete the children first.'),
    )
  })

  test('refuses unknown fields, and keeps markup as text', async () => {
    expect((await add({ seedKey: 'x' })).code).toBe(-1)
    expect((await add({ query: 'id=1' })).code).toBe(-1)
    expect((await add({ icon: '<svg>' })).code).toBe(-1)
    const menuName = '<img src=x onerror=alert(1)>'
    expect(await add({ menuName })).toMatchObject({ code: 0 })
    expect((await named(menuName)).menuName).toBe(menuName)
  })
})

describe('order', () => {
  test('is saved for the rows that changed', async () => {
    const [first, second] = [await named('设备列表'), await named('设备分组')]
    await site.admin.call(menus.saveOrder, {
      body: { rows: [{ id: first.id, orderNum: 99 }] },
    })
    const device = (await site.admin.call(menus.list)).list.find((row) => row.fullPath === '/device')
    const order = device?.children?.map((row) => row.id) ?? []
    expect([order[0], order.at(-1)]).toEqual([second.id, first.id])
  })
})

describe('deleting', () => {
  test('is refused with children, while a role uses it, and for built-in rows', async () => {
    await add({ menuType: MenuType.directory, menuName: 'Top', path: 'top' })
    const top = await named('Top')
    await add({ parentId: top.id })
    const child = await named('Reports')
    const remove = (...ids: number[]) => site.admin.ask(menus.remove, { body: { ids } })
    expect(await remove(top.id)).toEqual(refused('“Top” has children. Move or delete them first.'))
    const roleId = await addRole(site, { roleKey: 'r', permissions: ['reports/list'], dataScope: 1 })
    expect(await remove(child.id)).toEqual(
      refused('“Reports” is assigned to a role. Remove it from the role first.'),
    )
    expect((await remove((await named('菜单管理')).id)).msg).toMatch(/built in/)
    expect((await remove(child.id, 9999)).code).toBe(404)
    await site.deps.db.delete(roleMenus).where(eq(roleMenus.roleId, roleId))
    expect((await remove(child.id)).code).toBe(0)
    expect((await remove(top.id)).code).toBe(0)
  })
})

describe('permissions', () => {
  test('disabling a menu revokes its permission from the next call on', async () => {
    const { client } = await holder('device/group/list')
    const groups = { method: 'GET', path: '/device/group/list' } as const
    expect((await client.ask(groups)).code).toBe(0)
    const {
      children: _children,
      fullPath: _path,
      isSeeded: _seeded,
      createdAt: _at,
      ...row
    } = await named('设备分组')
    await site.admin.call(menus.edit, { body: { ...row, menuType: MenuType.menu, status: 1 } })
    expect((await client.ask(groups)).code).toBe(403)
    expect((await client.call(session.routers)).length).toBe(0)
  })

  test('lists every string that some call needs, so that a form can warn of others', async () => {
    const known = await site.admin.call(menus.permissions)
    expect(known).toEqual(
      expect.arrayContaining(['device/group/list', controlPermission, menus.list.permission]),
    )
    for (const other of ['', 'public', 'signed-in', 'device/group/lst']) expect(known).not.toContain(other)
    expect(await add({ permission: 'device/group/lst' })).toMatchObject({ code: 0 })
  })

  test('a caller cannot give a row a permission that the caller lacks', async () => {
    const { client } = await holder(
      'system/auth/menuList',
      'system/auth/addMenu',
      'system/auth/editMenu',
      'device/group/list',
    )
    const {
      children: _children,
      fullPath: _path,
      isSeeded: _seeded,
      createdAt: _at,
      ...row
    } = await named('设备分组')
    const body = { ...row, menuType: MenuType.menu, parentId: 0, permission: 'system/auth/userList' } as const
    expect(await client.ask(menus.edit, { body })).toEqual(
      refused('You can only use permissions that you have yourself'),
    )
    expect((await client.ask(menus.add, { body: page({ permission: '*/*/*' }) })).code).toBe(-1)
    const hidden = await named('设备列表')
    expect(await client.ask(menus.edit, { body: { ...body, id: hidden.id } })).toMatchObject({ code: 404 })
    expect(
      await client.ask(menus.saveOrder, { body: { rows: [{ id: hidden.id, orderNum: 1 }] } }),
    ).toMatchObject({ code: 404 })
    const [stored] = await site.deps.db.select().from(table).where(eq(table.id, row.id))
    expect(stored?.permission).toBe('device/group/list')
  })
})
