import { departments } from '@fleetdeck/contract/departments'
import { DataScope } from '@fleetdeck/contract/enums'
import { DepartmentId } from '@fleetdeck/contract/ids'
import { addDepartment, addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
let lab: DepartmentId
let cameras: DepartmentId
beforeEach(async () => {
  await site.reset()
  lab = await addDepartment(site, 'Lab', DepartmentId.parse(1))
  cameras = await addDepartment(site, 'Cameras', lab)
})
afterAll(() => site.stop())

const change = (id: number, fields: object) =>
  site.admin.ask(departments.edit, { body: { id, parentId: 1, deptName: 'Lab', orderNum: 0, ...fields } })
const names = async (query: object = {}) =>
  (await site.admin.call(departments.list, { query })).map((row) => row.deptName)

describe('the tree', () => {
  test('lists rows with their parents and the number of their users', async () => {
    const [, row] = await site.admin.call(departments.list)
    expect(row).toMatchObject({ id: lab, parentId: 1, deptName: 'Lab', userCount: 0 })
    expect(await names({ excludeId: lab })).toEqual(['总部'])
    expect(await names({ deptName: 'cam' })).toEqual(['Cameras'])
  })

  test('is offered to callers who manage users', async () => {
    expect(await site.admin.call(departments.tree)).toEqual({
      depts: [
        {
          id: 1,
          label: '总部',
          disabled: false,
          children: [
            {
              id: lab,
              label: 'Lab',
              disabled: false,
              children: [{ id: cameras, label: 'Cameras', disabled: false, children: [] }],
            },
          ],
        },
      ],
    })
  })
})

describe('a department', () => {
  test('needs only parent, name and order', async () => {
    const add = (body: object) => site.admin.ask(departments.add, { body })
    expect((await add({ deptName: 'New', orderNum: 1 })).msg).toBe('Select a parent department')
    expect((await add({ parentId: 1, deptName: ' ', orderNum: 1 })).msg).toBe(
      'Department name cannot be empty',
    )
    expect((await add({ parentId: 1, deptName: 'New' })).msg).toBe('Order cannot be empty')
    expect(await add({ parentId: 1, deptName: 'New', orderNum: 1 })).toMatchObject({ code: 0 })
  })

  test('has a unique name among its siblings, at the top too', async () => {
    const add = (parentId: number, deptName: string) =>
      site.admin.ask(departments.add, { body: { parentId, deptName, orderNum: 0 } })
    expect((await add(1, 'Lab')).msg).toBe(
      'Another department at this level has this name. Enter another name.',
    )
    expect((await add(0, '总部')).msg).toBe(
      'Another department at this level has this name. Enter another name.',
    )
    expect(await add(lab, 'Lab')).toMatchObject({ code: 0 })
  })

  test('cannot be moved below itself or its descendants', async () => {
    for (const parentId of [lab, cameras])
      expect((await change(lab, { parentId })).msg).toMatch(/cannot be the department itself/)
  })

  test('moves with everything below it', async () => {
    const other = await addDepartment(site, 'Other', DepartmentId.parse(1))
    expect(await change(lab, { parentId: other })).toMatchObject({ code: 0 })
    const { depts } = await site.admin.call(departments.tree)
    expect(depts[0]?.children[0]?.children[0]).toMatchObject({
      label: 'Lab',
      children: [{ label: 'Cameras' }],
    })
  })

  test('is not added below a disabled one', async () => {
    await change(cameras, { parentId: lab, deptName: 'Cameras', status: 1 })
    const body = { parentId: cameras, deptName: 'New', orderNum: 0 }
    expect((await site.admin.ask(departments.add, { body })).msg).toBe(
      'Parent department “Cameras” is disabled. Enable it or select another department.',
    )
  })

  test('cannot be disabled while one below it is enabled; enabling it enables those above', async () => {
    expect((await change(lab, { status: 1 })).msg).toMatch(/has enabled sub-departments/)
    await change(cameras, { parentId: lab, deptName: 'Cameras', status: 1 })
    expect(await change(lab, { status: 1 })).toMatchObject({ code: 0 })
    await change(cameras, { parentId: lab, deptName: 'Cameras', status: 0 })
    expect((await site.admin.call(departments.one, { query: { id: lab } })).status).toBe(0)
  })

  test('cannot be deleted while it contains departments or users', async () => {
    const remove = (id: number) => site.admin.ask(departments.remove, { query: { id } })
    expect((await remove(lab)).msg).toBe('“Lab” has 1 sub-department. Move or delete it first.')
    const { id } = await addUser(site, { userName: 'lin', deptId: cameras })
    expect((await remove(cameras)).msg).toBe('“Cameras” has 1 user. Move them to another department first.')
    await site.deps.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, id))
    expect(await remove(cameras)).toMatchObject({ code: 0 })
    expect(await names()).toEqual(['总部', 'Lab'])
  })

  test('is reordered together with others', async () => {
    const other = await addDepartment(site, 'Other', DepartmentId.parse(1))
    const orders = [
      { id: lab, orderNum: 2 },
      { id: other, orderNum: 1 },
    ]
    await site.admin.call(departments.sort, { body: { orders } })
    const rows = await site.admin.call(departments.list)
    expect(rows.filter((row) => row.parentId === 1).map((row) => row.deptName)).toEqual(['Other', 'Lab'])
  })
})

describe('permissions', () => {
  const permissions = Object.values(departments).map((endpoint) => endpoint.permission)

  test('a caller sees and changes their own department and those below, and no others', async () => {
    const beside = await addDepartment(site, 'Beside', DepartmentId.parse(1))
    const role = { permissions: [...new Set(permissions)], dataScope: DataScope.departmentAndBelow }
    const { client } = await addHolder(site, { userName: 'lin', deptId: lab }, role)
    expect((await client.call(departments.list)).map((row) => row.deptName)).toEqual(['Lab', 'Cameras'])
    expect((await client.call(departments.tree)).depts.map((node) => node.label)).toEqual(['Lab'])
    const draft = { parentId: 1, deptName: 'X', orderNum: 0 }
    for (const id of [1, beside]) {
      expect((await client.ask(departments.one, { query: { id } })).code).toBe(404)
      expect((await client.ask(departments.edit, { body: { ...draft, id } })).code).toBe(404)
      expect((await client.ask(departments.remove, { query: { id } })).code).toBe(404)
      const orders = [{ id, orderNum: 3 }]
      expect((await client.ask(departments.sort, { body: { orders } })).code).toBe(404)
      expect((await client.ask(departments.add, { body: { ...draft, parentId: id } })).code).toBe(404)
    }
    expect((await client.ask(departments.add, { body: { ...draft, parentId: 0 } })).msg).toBe(
      'This department is outside your data scope',
    )
    expect(await client.ask(departments.add, { body: { ...draft, parentId: lab } })).toMatchObject({
      code: 0,
    })
    const moved = { ...draft, id: cameras, parentId: beside, deptName: 'Cameras' }
    expect((await client.ask(departments.edit, { body: moved })).code).toBe(404)
  })

  test('enabling does not reach departments above that are out of scope', async () => {
    await change(cameras, { parentId: lab, deptName: 'Cameras', status: 1 })
    await change(lab, { status: 1 })
    const role = { permissions: [...new Set(permissions)], dataScope: DataScope.department }
    const { client } = await addHolder(site, { userName: 'lin', deptId: cameras }, role)
    const body = { id: cameras, parentId: lab, deptName: 'Cameras', orderNum: 0, status: 0 }
    expect((await client.ask(departments.edit, { body })).msg).toBe(
      'Parent department “Lab” is disabled. Enable it or select another department.',
    )
  })

  test('a move changes which rows users see at their next call', async () => {
    const other = await addDepartment(site, 'Other', DepartmentId.parse(1))
    const role = { permissions: [...new Set(permissions)], dataScope: DataScope.departmentAndBelow }
    const { client } = await addHolder(site, { userName: 'lin', deptId: other }, role)
    expect((await client.call(departments.list)).map((row) => row.deptName)).toEqual(['Other'])
    await change(lab, { parentId: other })
    expect((await client.call(departments.list)).map((row) => row.deptName)).toContain('Cameras')
  })
})
