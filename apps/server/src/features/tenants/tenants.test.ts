import { DataScope } from '@fleetdeck/contract/enums'
import { PlanId, UserId } from '@fleetdeck/contract/ids'
import { ownAccount, tenants } from '@fleetdeck/contract/tenants'
import { addDepartment, addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { accountDays } from '../../platform/db/schema/account-use.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { menus } from '../../platform/db/schema/menus.ts'
import { accountPlans, planMenus, plans } from '../../platform/db/schema/plans.ts'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'
import { users } from '../../platform/db/schema/users.ts'
import { downloadedBook } from '../../testing/downloads.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const admin = UserId.parse(1)
type Row = Partial<typeof users.$inferInsert>
const role = {
  permissions: ['system/tenant/list', 'system/tenant/bill'],
  dataScope: DataScope.self,
}
const addReseller = (userName: string, row: Row = {}) =>
  addHolder(site, { userName, parentId: admin, userType: 1, ...row }, role)
/** Signed in before the limits apply. */
async function addBelow(parentId: UserId, userName: string, row: Row = {}) {
  const user = await addUser(site, { userName, parentId, userType: 1 })
  await change(user.id, { nickName: userName, ...row })
  return user
}
const change = (id: UserId, row: Row) => site.deps.db.update(users).set(row).where(eq(users.id, id))

async function record() {
  await site.jobs.runTarget('recordUsage')
  await site.jobs.idle()
}

let numbers = 0
async function addDevices(tenantId: UserId, count: number) {
  const rows = Array.from({ length: count }, () => {
    numbers += 1
    return { deviceNo: `N${numbers}`, tenantId }
  })
  return site.deps.db.insert(devices).values(rows).returning({ id: devices.id })
}
async function addPlan(ownerId: UserId, planName: string, row: Partial<typeof plans.$inferInsert> = {}) {
  const rows = await site.deps.db
    .insert(plans)
    .values({ ownerId, planName, ...row })
    .returning({ id: plans.id })
  return insertedRow(rows).id
}
const givePlan = (userId: UserId, planId: PlanId) =>
  site.deps.db.insert(accountPlans).values({ userId, planId })
const list = async (client: TestClient, query: object = {}) => client.call(tenants.list, { query })
const names = async (client: TestClient, query: object = {}) =>
  (await list(client, query)).list.map(({ userName }) => userName)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

describe('the list of tenants', () => {
  test('shows a reseller the highest accounts with limits below, and never the reseller', async () => {
    const reseller = await addReseller('reseller', { deviceNumber: 100 })
    const other = await addReseller('other', { deviceNumber: 100 })
    const first = await addBelow(reseller.id, 'first', { deviceNumber: 10 })
    await addBelow(first.id, 'below-first', { deviceNumber: 5 })
    const assistant = await addBelow(reseller.id, 'assistant')
    await addBelow(assistant.id, 'second', { rateLimit: 5 })
    await addBelow(other.id, 'foreign', { deviceNumber: 1 })
    expect(await names(reseller.client)).toEqual(['second', 'first'])
    expect(await names(reseller.client, { parentId: first.id })).toEqual(['below-first'])
    expect(await names(reseller.client, { parentId: reseller.id })).toEqual(['second', 'first'])
    expect((await reseller.client.ask(tenants.list, { query: { parentId: other.id } })).code).toBe(404)
    expect(await names(site.admin)).toEqual(['other', 'reseller'])
  })

  test('does not show a tenant its siblings', async () => {
    const reseller = await addReseller('reseller', { deviceNumber: 100 })
    await addBelow(reseller.id, 'sibling', { deviceNumber: 10 })
    const tenant = await addHolder(
      site,
      { userName: 'tenant', parentId: reseller.id, userType: 1, deviceNumber: 5 },
      role,
    )
    await addBelow(tenant.id, 'own', { deviceNumber: 1 })
    expect(await names(tenant.client)).toEqual(['own'])
    expect(await names(tenant.client, { userName: 'sibling' })).toEqual([])
    expect((await tenant.client.ask(tenants.growth, { query: { userId: reseller.id } })).code).toBe(404)
    expect(await tenant.client.call(tenants.summary)).toMatchObject({ tenants: 1, devices: { given: 1 } })
  })

  test('searches all levels', async () => {
    const reseller = await addReseller('reseller')
    const first = await addBelow(reseller.id, 'first-shop', { deviceNumber: 10 })
    const second = await addBelow(first.id, 'second-shop', { deviceNumber: 5, tenantExpireTime: inDays(3) })
    const plan = await addPlan(admin, 'Basic')
    await givePlan(second.id, plan)
    expect(await names(reseller.client, { userName: 'shop' })).toEqual(['second-shop', 'first-shop'])
    expect(await names(reseller.client, { planId: plan })).toEqual(['second-shop'])
    expect(await names(reseller.client, { state: 'expiring' })).toEqual(['second-shop'])
    expect(await names(reseller.client, { state: 'active' })).toEqual(['first-shop'])
    expect(await names(reseller.client, { userName: '%' })).toEqual([])
  })

  test('is sorted and paged, and shows how many there are', async () => {
    const reseller = await addReseller('reseller')
    for (const [userName, deviceNumber] of [
      ['a', 3],
      ['b', 1],
      ['c', 2],
    ] as const)
      await addBelow(reseller.id, userName, { deviceNumber })
    expect(await names(reseller.client, { orderByColumn: 'given', isAsc: 'asc' })).toEqual(['b', 'c', 'a'])
    expect(await names(reseller.client, { orderByColumn: 'userName', isAsc: 'desc' })).toEqual([
      'c',
      'b',
      'a',
    ])
    const page = await list(reseller.client, { pageNum: 2, pageSize: 2 })
    expect([page.total, page.list.map(({ userName }) => userName)]).toEqual([3, ['a']])
    for (const orderByColumn of ['id', 'endsAt', 'used', 'createdAt'])
      expect((await list(reseller.client, { orderByColumn })).total).toBe(3)
  })

  test('shows an operator with a department its tenants, below whomever they are', async () => {
    const deptId = await addDepartment(site, 'Sales')
    const operator = await addHolder(
      site,
      { userName: 'operator', deptId },
      { permissions: role.permissions, dataScope: DataScope.department },
    )
    const outside = await addBelow(admin, 'outside', { deviceNumber: 10 })
    const inside = await addBelow(outside.id, 'inside', { deviceNumber: 5, deptId })
    await addBelow(inside.id, 'beneath', { deviceNumber: 1, deptId })
    expect(await names(operator.client)).toEqual(['inside'])
    expect(await names(operator.client, { parentId: inside.id })).toEqual(['beneath'])
    expect((await list(operator.client)).list).toMatchObject([{ childCount: 1, parentName: 'outside' }])
    expect(await operator.client.call(tenants.summary)).toMatchObject({ tenants: 2, devices: { given: 5 } })
    expect(await operator.client.call(tenants.growth)).toEqual([])
  })

  test('counts devices over the levels: given, in use, passed on and left', async () => {
    const reseller = await addReseller('reseller', { deviceNumber: 20 })
    const middle = await addBelow(reseller.id, 'middle', { deviceNumber: 10 })
    const leaf = await addBelow(middle.id, 'leaf', { deviceNumber: 4 })
    const open = await addBelow(middle.id, 'open', { rateLimit: 1 })
    await addDevices(middle.id, 1)
    await addDevices(leaf.id, 2)
    await addDevices(open.id, 3)
    const [shown] = (await list(reseller.client)).list
    expect(shown).toMatchObject({ devices: { given: 10, used: 6, passedOn: 4, left: 2 }, childCount: 2 })
    const below = (await list(reseller.client, { parentId: middle.id })).list
    expect(below.map(({ userName, devices: share }) => [userName, share])).toEqual([
      ['open', { given: null, used: 3, passedOn: 0, left: 2 }],
      ['leaf', { given: 4, used: 2, passedOn: 0, left: 2 }],
    ])
    expect(await reseller.client.call(tenants.summary)).toMatchObject({
      tenants: 3,
      devices: { given: 10, used: 6, unlimited: 0 },
    })
  })

  test('shows that nothing limits an account', async () => {
    await site.deps.parameters.set('storage.tenantMegabytes', '0')
    const plan = await addPlan(admin, 'Free')
    const tenant = await addBelow(admin, 'tenant')
    await givePlan(tenant.id, plan)
    expect((await list(site.admin)).list).toMatchObject([
      {
        plan: { planName: 'Free' },
        differs: false,
        state: 'active',
        expiresAt: null,
        endsAt: null,
        devices: { given: null, used: 0, passedOn: 0, left: null },
        storage: { used: 0, limit: null },
        rateLimit: 0,
      },
    ])
    expect(await site.admin.call(tenants.summary)).toMatchObject({ devices: { unlimited: 1 } })
  })

  test('says which limits differ from the plan', async () => {
    const plan = await addPlan(admin, 'Ten', { deviceNumber: 10, rateLimit: 3, storageMegabytes: 7 })
    const rows = {
      same: {},
      more: { deviceNumber: 11 },
      faster: { rateLimit: 4 },
      larger: { storageMegabytes: 8 },
    }
    for (const [userName, row] of Object.entries(rows)) {
      const limits = { deviceNumber: 10, rateLimit: 3, storageMegabytes: 7, ...row }
      await givePlan((await addBelow(admin, userName, limits)).id, plan)
    }
    const found = (await list(site.admin)).list.map(({ userName, differs }) => [userName, differs])
    expect(Object.fromEntries(found)).toEqual({ same: false, more: true, faster: true, larger: true })
  })

  test('shows the end that an account inherits, and its state', async () => {
    const end = inDays(10)
    const reseller = await addReseller('reseller', { tenantExpireTime: end })
    const tenant = await addBelow(reseller.id, 'tenant', { tenantExpireTime: inDays(90) })
    await addBelow(tenant.id, 'leaf', { deviceNumber: 1 })
    const gone = await addBelow(admin, 'gone')
    await addBelow(gone.id, 'gone-too', { deviceNumber: 1 })
    await change(gone.id, { tenantExpireTime: inDays(-1) })
    await addBelow(admin, 'off', { status: 1, deviceNumber: 1 })
    const found = (await list(site.admin, { userName: 'e' })).list
    expect(
      found.map(({ userName, state, endsAt }) => [userName, state, endsAt && Date.parse(endsAt)]),
    ).toEqual(
      expect.arrayContaining([
        ['leaf', 'expiring', end.getTime()],
        ['tenant', 'expiring', end.getTime()],
        ['reseller', 'expiring', end.getTime()],
      ]),
    )
    expect(await names(site.admin, { state: 'expired' })).toEqual(['gone-too', 'gone'])
    expect(await names(site.admin, { state: 'disabled' })).toEqual(['off'])
    expect((await site.admin.call(tenants.summary)).states).toEqual({
      active: 0,
      expiring: 3,
      expired: 2,
      disabled: 1,
    })
    expect(await names(site.admin, { orderByColumn: 'endsAt', isAsc: 'asc' })).toEqual([
      'gone',
      'reseller',
      'off',
    ])
  })

  test('shows what an account and those below it store, and its limit', async () => {
    const tenant = await addBelow(admin, 'tenant', { storageMegabytes: 5 })
    const leaf = await addBelow(tenant.id, 'leaf', { deviceNumber: 1 })
    const file = { originalName: 'a', mediaType: 'a/b', temporary: false, md5: '' }
    await site.deps.db.insert(storedFiles).values([
      { ...file, fileName: 'one', size: 1000, ownerId: tenant.id },
      { ...file, fileName: 'two', size: 500, ownerId: leaf.id },
      { ...file, fileName: 'three', size: 70, ownerId: leaf.id, temporary: true },
    ])
    const storage = async (query = {}) => (await list(site.admin, query)).list.map((row) => row.storage)
    expect(await storage()).toEqual([{ used: 1500, limit: 5 * 1024 * 1024 }])
    expect(await storage({ parentId: tenant.id })).toEqual([{ used: 500, limit: 102_400 * 1024 * 1024 }])
  })
})

describe('the own account', () => {
  test('shows its plan, figures and whom to ask', async () => {
    const reseller = await addReseller('reseller', { nickName: 'Reseller', phone: '123', email: 'a@b.cd' })
    const tenant = await addBelow(reseller.id, 'tenant', { deviceNumber: 5 })
    await addBelow(tenant.id, 'leaf', { deviceNumber: 2 })
    const plan = await addPlan(reseller.id, 'Small', { deviceNumber: 5, limitsFeatures: true })
    await givePlan(tenant.id, plan)
    const pages = await site.deps.db
      .select()
      .from(menus)
      .where(inArray(menus.permission, ['device/group/list', 'device/group/add']))
    await site.deps.db.insert(planMenus).values(pages.map(({ id }) => ({ planId: plan, menuId: id })))
    expect(await tenant.client.call(ownAccount.one)).toMatchObject({
      userName: 'tenant',
      plan: { planName: 'Small' },
      differs: false,
      devices: { given: 5, used: 0, passedOn: 2, left: 3 },
      features: 1,
      contact: { nickName: 'Reseller', phone: '123', email: 'a@b.cd' },
    })
    expect(await site.admin.call(ownAccount.one)).toMatchObject({
      plan: null,
      differs: false,
      features: null,
      contact: null,
      devices: { given: null, left: null },
    })
  })
})

const days = (userId: UserId, from: string, rows: (Partial<typeof accountDays.$inferInsert> | undefined)[]) =>
  site.deps.db.insert(accountDays).values(
    rows.flatMap((row, place) => {
      const day = new Date(Date.parse(from) + place * 86_400_000).toISOString().slice(0, 10)
      return row ? [{ day, userId, devices: 0, ...row }] : []
    }),
  )

describe('the days of accounts', () => {
  test('are recorded with their most devices, quota and plan', async () => {
    const tenant = await addBelow(admin, 'tenant', { deviceNumber: 5 })
    const plain = await addBelow(tenant.id, 'plain')
    await givePlan(tenant.id, await addPlan(admin, 'Small'))
    const held = await addDevices(plain.id, 2)
    await record()
    await site.deps.db.delete(devices)
    expect(held).toHaveLength(2)
    await record()
    const rows = await site.deps.db.select().from(accountDays).orderBy(accountDays.userId)
    expect(rows).toMatchObject([
      { userId: admin, devices: 2, given: null, planName: '' },
      { userId: tenant.id, devices: 2, given: 5, planName: 'Small' },
    ])
    expect(rows).toHaveLength(2)
    expect(await tenant.client.call(ownAccount.growth)).toMatchObject([{ devices: 2, given: 5 }])
    expect(await site.admin.call(tenants.growth)).toMatchObject([{ devices: 2, given: null }])
  })

  test('that were not recorded are missing, and so are those of others', async () => {
    const reseller = await addReseller('reseller')
    const tenant = await addBelow(reseller.id, 'tenant', { deviceNumber: 5 })
    const from = inDays(-4).toISOString().slice(0, 10)
    await days(tenant.id, from, [{ devices: 1, given: 5 }, undefined, { devices: 3 }])
    const growth = (userId?: UserId) => reseller.client.call(tenants.growth, { query: { userId } })
    expect((await growth(tenant.id)).map(({ devices: most, given }) => [most, given])).toEqual([
      [1, 5],
      [3, null],
    ])
    expect(await growth()).toEqual([])
  })
})

const period = { month: '2026-02' }
const february = '2026-02-01'

describe('the bill', () => {
  test('adds up the days of each tenant by plan, within the month', async () => {
    const reseller = await addReseller('reseller', { deviceNumber: 100 })
    const tenant = await addBelow(reseller.id, 'tenant', { deviceNumber: 5, nickName: 'Shop' })
    const leaf = await addBelow(tenant.id, 'leaf', { deviceNumber: 1 })
    const small = { planId: PlanId.parse(1), planName: 'Small' }
    const large = { planId: PlanId.parse(2), planName: 'Large' }
    await days(tenant.id, '2026-01-31', [
      { devices: 50, ...small },
      { devices: 1, ...small },
      undefined,
      { devices: 2, planId: PlanId.parse(1), planName: 'Small, renamed' },
      { devices: 4, ...large },
    ])
    await days(tenant.id, '2026-03-01', [{ devices: 70, ...large }])
    await days(leaf.id, february, [{ devices: 9 }])
    const bill = await reseller.client.call(tenants.bill, { query: period })
    const of = { userId: tenant.id, userName: 'tenant', nickName: 'Shop' }
    expect(bill).toEqual({
      month: '2026-02',
      days: 28,
      recordedDays: 3,
      rows: [
        { ...of, planName: 'Large', days: 1, deviceDays: 4, mostDevices: 4 },
        { ...of, planName: 'Small, renamed', days: 2, deviceDays: 3, mostDevices: 2 },
      ],
      plans: [
        { planName: 'Large', accounts: 1, deviceDays: 4 },
        { planName: 'Small, renamed', accounts: 1, deviceDays: 3 },
      ],
    })
    const below = { ...period, userId: tenant.id }
    expect((await reseller.client.call(tenants.bill, { query: below })).rows).toMatchObject([
      { userName: 'leaf', planName: '', deviceDays: 9 },
    ])
    expect((await tenant.client.call(ownAccount.bill, { query: period })).rows).toEqual(bill.rows)
    const foreign = { ...period, userId: admin }
    expect((await reseller.client.ask(tenants.bill, { query: foreign })).code).toBe(404)
  })

  test('still names tenants that were removed, or have no limits any more', async () => {
    const reseller = await addReseller('reseller')
    const removed = await addBelow(reseller.id, 'removed', { deviceNumber: 5 })
    const former = await addBelow(reseller.id, 'former')
    await days(removed.id, february, [{ devices: 2, given: 5 }])
    await days(former.id, february, [{ devices: 3, given: 4 }])
    const removal = { query: { ids: String(removed.id) } }
    expect((await site.admin.ask({ method: 'DELETE', path: '/system/auth/deleteUser' }, removal)).code).toBe(
      0,
    )
    const { rows } = await reseller.client.call(tenants.bill, { query: period })
    expect(rows.map(({ deviceDays }) => deviceDays).sort()).toEqual([2, 3])
  })

  test('has a sheet for each month, with subtotals, a total and what was not recorded', async () => {
    const reseller = await addReseller('reseller')
    const tenant = await addBelow(reseller.id, 'tenant', { deviceNumber: 5, nickName: 'Shop' })
    await days(
      tenant.id,
      '2026-01-01',
      Array.from({ length: 31 }, () => ({ devices: 2, planId: PlanId.parse(1), planName: 'Small' })),
    )
    await days(tenant.id, february, [{ devices: 1 }])
    const query = { from: '2026-01', to: '2026-02' }
    const { fileName } = await reseller.client.call(tenants.exportBill, { query })
    const head = ['Plan', 'User name', 'Nickname', 'Recorded days', 'Device days', 'Most devices']
    expect(await downloadedBook(site, reseller.client, fileName)).toEqual({
      '2026-01': [
        head,
        ['Small', 'tenant', 'Shop', 31, 62, 2],
        ['Small', 'Subtotal', undefined, undefined, 62],
        ['Total', undefined, undefined, undefined, 62],
      ],
      '2026-02': [
        head,
        ['No plan', 'tenant', 'Shop', 1, 1, 1],
        ['No plan', 'Subtotal', undefined, undefined, 1],
        ['Total', undefined, undefined, undefined, 1],
        ['1 of 28 days recorded. The server was not running on the other days.'],
      ],
    })
    const own = await tenant.client.call(ownAccount.exportBill, { query })
    expect(Object.keys(await downloadedBook(site, tenant.client, own.fileName))).toEqual([
      '2026-01',
      '2026-02',
    ])
    const wrong = { from: '2026-02', to: '2026-01' }
    expect((await reseller.client.ask(tenants.exportBill, { query: wrong })).msg).toMatch(/24 months/)
  })
})
