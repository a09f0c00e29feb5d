import { departments } from '@fleetdeck/contract/departments'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { DepartmentId, type GroupId, UserId } from '@fleetdeck/contract/ids'
import { roles } from '@fleetdeck/contract/roles'
import { users } from '@fleetdeck/contract/users'
import { addDepartment } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deviceTotals } from '../../platform/db/schema/device-totals.ts'
import { devices as deviceTable } from '../../platform/db/schema/devices.ts'
import { roleDepartments } from '../../platform/db/schema/roles.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const admin = UserId.parse(1)
const draft = { nickName: 'Person', roleIds: [2], postIds: [1], userType: 1 } as const
const move = (id: UserId, parentId: UserId, client = site.admin) =>
  client.ask(users.edit, { body: { ...draft, id, parentId } })
const addBelow = (userName: string, parentId: UserId, limits: object = {}) =>
  addUser(site, { userName, parentId, userType: 1, ...limits })
const rounds = [1, 2, 3, 4, 5]

describe('several changes at the same time', () => {
  test('of two users who are moved below each other, one is moved, and the other refused in the language of the caller', async () => {
    const chinese = site.as(site.admin.token, 'zhcn')
    for (const round of rounds) {
      const [a, b] = [await addBelow(`a${round}`, admin), await addBelow(`b${round}`, admin)]
      const answers = await Promise.all([move(a.id, b.id, chinese), move(b.id, a.id, chinese)])
      const refused = answers.filter(({ code }) => code !== 0)
      expect(refused).toEqual([{ code: -1, msg: '上级用户不能是该用户本人或其下级用户，请选择其他用户' }])
    }
  })

  test('a user who is moved below a quota while devices are added keeps within it, and devices are counted', async () => {
    for (const round of rounds) {
      const tenant = await addBelow(`t${round}`, admin, { deviceNumber: 2 })
      const above = await addBelow(`o${round}`, admin)
      const user = await addBelow(`u${round}`, above.id)
      await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab', tenantId: user.id } })
      const query = { tenantId: user.id }
      const groupId = (await site.admin.call(deviceGroups.list, { query })).list[0]?.id as GroupId
      const add = (at: number) =>
        site.admin.ask(devices.add, { body: { deviceNo: `D${round}-${at}`, groupId, batch: 0 } })
      const [first, second, moved, third] = await Promise.all([
        add(1),
        add(2),
        move(user.id, tenant.id),
        add(3),
      ])
      for (const { code } of [first, second, moved, third]) expect([0, -1]).toContain(code)
      const owned = await site.deps.db.$count(deviceTable, eq(deviceTable.tenantId, user.id))
      const totalOf = async (id: UserId) =>
        (await site.deps.db.select().from(deviceTotals).where(eq(deviceTotals.userId, id)))[0]?.total ?? 0
      const [total, left] = [await totalOf(tenant.id), await totalOf(above.id)]
      expect([total, left]).toEqual(moved.code === 0 ? [owned, 0] : [0, owned])
      expect(total).toBeLessThanOrEqual(2)
    }
  })

  // The embedded database has one session.
  test.skipIf(!process.env.TEST_DATABASE_URL)(
    'a user is only moved when a device that is being added is counted',
    async () => {
      const { db } = site.deps
      const [tenant, above] = [await addBelow('tenant', admin), await addBelow('above', admin)]
      const user = await addBelow('user', above.id)
      const [isAdded, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const adding = db.transaction(async (tx) => {
        await tx.insert(deviceTable).values({ deviceNo: 'late', tenantId: user.id })
        isAdded.resolve()
        await mayCommit.promise
      })
      await isAdded.promise
      const moving = move(user.id, tenant.id)
      const waiting = expect
        .poll(
          async () =>
            (await db.execute(sql`select from pg_locks where locktype = 'advisory' and not granted`)).rows
              .length,
          { timeout: 10_000 },
        )
        .toBe(1)
      await Promise.race([moving, waiting])
      mayCommit.resolve()
      await adding
      expect(await moving).toMatchObject({ code: 0 })
      const totals = await db.select().from(deviceTotals)
      const totalOf = (id: UserId) => totals.find(({ userId }) => userId === id)?.total ?? 0
      expect([totalOf(tenant.id), totalOf(above.id)]).toEqual([1, 0])
    },
  )

  test('a department is moved while the scope of a role with it is saved, and neither is lost', async () => {
    const [lab, shop] = [
      await addDepartment(site, 'Lab', DepartmentId.parse(1)),
      await addDepartment(site, 'Shop', DepartmentId.parse(1)),
    ]
    const role = { roleName: 'Tester', roleKey: 'tester', roleSort: 5 }
    const { id: roleId } = await site.admin.call(roles.add, { body: role })
    const scope = { roleId, dataScope: DataScope.custom, deptIds: [lab] }
    const answers = await Promise.all([
      site.admin.ask(departments.edit, { body: { id: lab, deptName: 'Lab', parentId: shop, orderNum: 1 } }),
      site.admin.ask(roles.setDataScope, { body: scope }),
    ])
    expect(answers.map(({ code }) => code)).toEqual([0, 0])
    const granted = await site.deps.db
      .select()
      .from(roleDepartments)
      .where(eq(roleDepartments.roleId, roleId))
    expect(granted).toEqual([{ roleId, deptId: lab }])
    const cycle = await Promise.all([
      site.admin.ask(departments.edit, { body: { id: shop, deptName: 'Shop', parentId: lab, orderNum: 1 } }),
      site.admin.ask(roles.setDataScope, { body: { ...scope, deptIds: [lab, shop] } }),
    ])
    expect(cycle.map(({ code }) => code)).toEqual([-1, 0])
  })

  test('a department is deleted while the scope of a role with it is saved: one of both is refused, or the role has lost it', async () => {
    const { id: roleId } = await site.admin.call(roles.add, {
      body: { roleName: 'Tester', roleKey: 'tester', roleSort: 5 },
    })
    for (const round of rounds) {
      const lab = await addDepartment(site, `Lab ${round}`, DepartmentId.parse(1))
      const answers = await Promise.all([
        site.admin.ask(departments.remove, { query: { id: lab } }),
        site.admin.ask(roles.setDataScope, {
          body: { roleId, dataScope: DataScope.custom, deptIds: [lab] },
        }),
      ])
      for (const { code } of answers) expect([0, -1, 404]).toContain(code)
    }
  })
})
