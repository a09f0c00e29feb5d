import { DataScope } from '@fleetdeck/contract/enums'
import { permissions } from '@fleetdeck/contract/permissions'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const row = async (permission: string) => {
  const { list } = await site.admin.call(permissions.list, { query: { permission } })
  return list.find((each) => each.permission === permission)
}

test('every permission that a route requires is listed with its routes, and has a menu row to grant it', async () => {
  const { list, total } = await site.admin.call(permissions.list, { query: { pageSize: 10_000 } })
  expect(total).toBe(list.length)
  const asked = site.app.endpoints.filter(
    ({ permission }) => permission !== 'public' && permission !== 'signed-in',
  )
  for (const { method, path, permission } of asked)
    expect(list.find((each) => each.permission === permission)?.routes).toContainEqual({ method, path })
  expect(list.filter((each) => each.menus.length === 0)).toEqual([])
})

test('a permission lists its pages, buttons, roles and users', async () => {
  await addHolder(
    site,
    { userName: 'lin' },
    { permissions: ['device/group/add', 'device/group/list'], dataScope: DataScope.all },
  )
  expect(await row('device/group/add')).toMatchObject({
    routes: [{ method: 'POST', path: '/device/group/add' }],
    menus: [{ menuType: 2, fullPath: '/device/group' }],
    userCount: 1,
  })
  expect((await row('device/group/add'))?.roles.map(({ roleKey }) => roleKey)).toEqual(
    expect.arrayContaining(['operator', 'role-of-lin']),
  )
  const holders = await site.admin.call(permissions.holders, { query: { permission: 'device/group/add' } })
  expect(holders).toMatchObject({ total: 1, list: [{ userName: 'lin', roleNames: ['role-of-lin'] }] })
})

test('the list is filtered by text and by role', async () => {
  const lin = await addHolder(
    site,
    { userName: 'lin' },
    { permissions: ['device/group/add'], dataScope: DataScope.all },
  )
  const { list } = await site.admin.call(permissions.list, { query: { roleId: lin.roleId } })
  expect(list.map(({ permission }) => permission)).toEqual(['device/group/add'])
  expect((await site.admin.call(permissions.list, { query: { permission: 'DEVICE/GROUP/ADD' } })).total).toBe(
    1,
  )
})

test('the built-in roles have no back-office permissions', async () => {
  const { list } = await site.admin.call(permissions.list, { query: { pageSize: 10_000 } })
  const given = list.filter(({ roles }) => roles.some(({ roleKey }) => /operator|viewer/.test(roleKey)))
  expect(given.length).toBeGreaterThan(5)
  expect(given.filter(({ permission }) => /^(system|permission)\//.test(permission))).toEqual([])
})

test('users with a permission are listed within the caller’s scope', async () => {
  await addHolder(site, { userName: 'wei' }, { permissions: ['permission/list'], dataScope: DataScope.all })
  const lin = await addHolder(
    site,
    { userName: 'lin' },
    { permissions: ['permission/list'], dataScope: DataScope.self },
  )
  const query = { permission: 'permission/list' }
  expect(
    (await lin.client.call(permissions.holders, { query })).list.map(({ userName }) => userName),
  ).toEqual(['lin'])
  expect((await lin.client.call(permissions.list, { query })).list).toMatchObject([{ userCount: 1 }])
  const { client } = await addUser(site, { userName: 'nobody' })
  expect(await client.ask(permissions.list)).toMatchObject({ code: 403 })
})
