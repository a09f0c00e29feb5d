import { DataScope, MenuType, UserType } from '@fleetdeck/contract/enums'
import { type PlanId, UserId } from '@fleetdeck/contract/ids'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { session } from '@fleetdeck/contract/session'
import { tenantChanges } from '@fleetdeck/contract/tenants'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder, findMenuIds } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteMs } from '../../platform/core/site-clock.ts'
import { insertedRow } from '../../platform/db/inserted-row.ts'
import { devices } from '../../platform/db/schema/devices.ts'
import { menus } from '../../platform/db/schema/menus.ts'
import { accountPlans, planMenus, plans } from '../../platform/db/schema/plans.ts'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const admin = UserId.parse(1)
const dayMs = 86_400_000
const rights = [tenantChanges.givePlan.permission, tenantChanges.renew.permission]

/** The menu rows of the calls belong to a page of its own. */
async function seedMenus() {
  const { db } = site.deps
  for (const permission of rights)
    if ((await db.$count(menus, eq(menus.permission, permission))) === 0)
      await db.insert(menus).values({ menuName: permission, menuType: MenuType.button, permission })
}
async function resale(limits: Partial<typeof users.$inferInsert> = {}) {
  await seedMenus()
  const role = { permissions: rights, dataScope: DataScope.self }
  const person = { userName: 'boss', userType: UserType.front, parentId: admin, ...limits }
  const boss = await addHolder(site, person, role)
  const wei = await addUser(site, { userName: 'wei', userType: UserType.front, parentId: boss.id })
  const lin = await addUser(site, { userName: 'lin', userType: UserType.front, parentId: boss.id })
  return { boss, wei, lin }
}
async function addPlan(ownerId: UserId, plan: Partial<typeof plans.$inferInsert> = {}): Promise<PlanId> {
  const rows = await site.deps.db
    .insert(plans)
    .values({ planName: 'Basic', ...plan, ownerId })
    .returning()
  return insertedRow(rows).id
}
const rowOf = async (id: UserId) => firstRow(await site.deps.db.select().from(users).where(eq(users.id, id)))
const daysLeft = async (id: UserId) => {
  const { tenantExpireTime } = await rowOf(id)
  return tenantExpireTime === null ? null : Math.round((tenantExpireTime.getTime() - siteMs()) / dayMs)
}
const expireIn = (id: UserId, days: number) =>
  site.deps.db
    .update(users)
    .set({ tenantExpireTime: new Date(siteMs() + days * dayMs) })
    .where(eq(users.id, id))
const refusalsIn = (outcomes: { refusal: string | null }[]) => outcomes.map(({ refusal }) => refusal)

describe('a plan that is given', () => {
  test('sets the limits of each account and its end, as the preview says, and is in the operation log', async () => {
    const { boss, wei, lin } = await resale()
    const planId = await addPlan(boss.id, { deviceNumber: 5, rateLimit: 10, storageMegabytes: 100, days: 30 })
    const body = { ids: [wei.id, lin.id], planId }
    const preview = await boss.client.call(tenantChanges.previewPlan, { body })
    expect(preview[0]).toMatchObject({
      userName: 'wei',
      before: { planName: null, deviceNumber: null, rateLimit: 0, storageMegabytes: null, expiresAt: null },
      after: { planName: 'Basic', deviceNumber: 5, rateLimit: 10, storageMegabytes: 100 },
      ...{ refusal: null, warning: null },
    })
    expect((await rowOf(wei.id)).deviceNumber).toBeNull()
    const outcomes = await boss.client.call(tenantChanges.givePlan, { body })
    expect(refusalsIn(outcomes)).toEqual([null, null])
    for (const { id } of [wei, lin]) {
      expect(await rowOf(id)).toMatchObject({ deviceNumber: 5, rateLimit: 10, storageMegabytes: 100 })
      expect(await daysLeft(id)).toBe(30)
    }
    await site.flush()
    const { list } = await site.admin.call(operationLogs.list, { query: {} })
    const { info } = await site.admin.call(operationLogs.detail, { query: { id: firstRow(list).id } })
    expect(info.operParam).toContain('"names":["wei","lin"]')
  })

  test('may leave the present end, and has none without days', async () => {
    const { boss, wei } = await resale()
    await expireIn(wei.id, 9)
    const ids = [wei.id]
    const planId = await addPlan(boss.id, { days: 30 })
    await boss.client.call(tenantChanges.givePlan, { body: { ids, planId, startsNow: false } })
    expect(await daysLeft(wei.id)).toBe(9)
    const endless = await addPlan(boss.id, { planName: 'Endless' })
    await boss.client.call(tenantChanges.givePlan, { body: { ids, planId: endless } })
    expect(await daysLeft(wei.id)).toBeNull()
    expect(await site.deps.db.select().from(accountPlans)).toMatchObject([
      { userId: wei.id, planId: endless },
    ])
  })

  test('is taken away again, and the limits stay', async () => {
    const { boss, wei } = await resale()
    const planId = await addPlan(boss.id, { deviceNumber: 5 })
    await boss.client.call(tenantChanges.givePlan, { body: { ids: [wei.id], planId } })
    await boss.client.call(tenantChanges.givePlan, { body: { ids: [wei.id], planId: null } })
    expect((await rowOf(wei.id)).deviceNumber).toBe(5)
    expect(await site.deps.db.$count(accountPlans)).toBe(0)
  })

  test('is refused for accounts for which it is wider than the limits above; the others get it', async () => {
    const { boss, wei, lin } = await resale({ deviceNumber: 8, storageMegabytes: 50 })
    const ids = [wei.id, lin.id]
    const planId = await addPlan(boss.id, { deviceNumber: 5 })
    const expected = [
      null,
      'Device quota: at most 3 devices can be given, the rest is in use or given to others',
    ]
    const preview = await boss.client.call(tenantChanges.previewPlan, { body: { ids, planId } })
    const outcomes = await boss.client.call(tenantChanges.givePlan, { body: { ids, planId } })
    for (const [index, text] of expected.entries())
      for (const each of [preview, outcomes])
        if (text === null) expect(each[index]?.refusal).toBeNull()
        else expect(each[index]?.refusal).toMatch(/^Device quota can be up to 3 /)
    expect((await rowOf(wei.id)).deviceNumber).toBe(5)
    expect((await rowOf(lin.id)).deviceNumber).toBeNull()
    const wide = await addPlan(boss.id, { planName: 'Wide', storageMegabytes: 60 })
    expect(
      refusalsIn(await boss.client.call(tenantChanges.givePlan, { body: { ids: [lin.id], planId: wide } })),
    ).toEqual(['The parent user’s storage limit is 50 MB. Enter that number or less.'])
  })

  test('cannot exceed the quota above, when several are given at the same time on several servers', async () => {
    const { boss } = await resale({ deviceNumber: 20 })
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, n) => addUser(site, { userName: `sub${n}`, parentId: boss.id })),
    )
    const planId = await addPlan(boss.id, { deviceNumber: 5 })
    const outcomes = await Promise.all(
      people.map(({ id }) => boss.client.call(tenantChanges.givePlan, { body: { ids: [id], planId } })),
    )
    expect(outcomes.flat().filter(({ refusal }) => refusal === null)).toHaveLength(4)
  })

  test('comes with a warning where an account has more devices than the plan', async () => {
    const { boss, wei } = await resale()
    await site.deps.db
      .insert(devices)
      .values(['A', 'B', 'C'].map((deviceNo) => ({ deviceNo, tenantId: wei.id })))
    const planId = await addPlan(boss.id, { deviceNumber: 2 })
    const body = { ids: [wei.id], planId }
    const warning = 'The tenant has 3 devices, more than its quota of 2. No more can be added.'
    expect(await boss.client.call(tenantChanges.previewPlan, { body })).toMatchObject([{ warning }])
    expect(await boss.client.call(tenantChanges.givePlan, { body })).toMatchObject([
      { warning, refusal: null },
    ])
  })

  test('must be enabled and within the caller’s view', async () => {
    const { boss, wei } = await resale()
    const ids = [wei.id]
    const disabled = await addPlan(boss.id, { status: 1 })
    expect(await boss.client.ask(tenantChanges.givePlan, { body: { ids, planId: disabled } })).toMatchObject({
      code: -1,
      msg: 'Plan “Basic” is disabled. Enable it or select another plan.',
    })
    const planId = await addPlan(admin)
    for (const call of [tenantChanges.givePlan, tenantChanges.previewPlan])
      expect(await boss.client.ask(call, { body: { ids, planId } })).toMatchObject({ code: 404 })
  })

  test('goes to accounts that the caller may change only: never to the own one, one above, or those of others', async () => {
    const { boss, wei, lin } = await resale()
    const other = await addUser(site, { userName: 'other', parentId: admin })
    const planId = await addPlan(boss.id, { deviceNumber: 1 })
    const ids = [wei.id, boss.id, other.id, admin, lin.id, wei.id]
    const outcomes = await boss.client.call(tenantChanges.givePlan, { body: { ids, planId } })
    expect(outcomes.map(({ id, refusal }) => [id, refusal === null])).toEqual([
      [wei.id, true],
      [boss.id, false],
      [other.id, false],
      [admin, false],
      [lin.id, true],
    ])
    expect(outcomes[2]).toMatchObject({ userName: '', refusal: expect.stringMatching(/./) })
    for (const id of [boss.id, other.id]) expect((await rowOf(id)).deviceNumber).toBeNull()
  })

  test('restricts features from the next call on', async () => {
    const { boss } = await resale()
    const role = { permissions: ['device/group/list', 'task/task/list'], dataScope: DataScope.self }
    const owner = await addHolder(
      site,
      { userName: 'zhao', userType: UserType.front, parentId: boss.id },
      role,
    )
    const planId = await addPlan(admin, { limitsFeatures: true })
    const [menuId] = await findMenuIds(site, ['device/group/list'])
    await site.deps.db.insert(planMenus).values({ planId, menuId: menuId as never })
    const rightsOf = async () => (await owner.client.call(session.info)).permissions
    expect(await rightsOf()).toHaveLength(2)
    await site.admin.call(tenantChanges.givePlan, { body: { ids: [owner.id], planId } })
    expect(await rightsOf()).toEqual(['device/group/list'])
    await site.admin.call(tenantChanges.givePlan, { body: { ids: [owner.id], planId: null } })
    expect(await rightsOf()).toHaveLength(2)
  })
})

describe('a renewal', () => {
  test('adds days to the end, or to now if that is over, and sessions go on', async () => {
    const { boss, wei, lin } = await resale()
    await expireIn(wei.id, 10)
    await expireIn(lin.id, -10)
    site.deps.sessions.forget()
    expect(await lin.client.ask(session.info)).toMatchObject({ code: -401 })
    const body = { ids: [wei.id, lin.id], days: 30 }
    const preview = await boss.client.call(tenantChanges.previewRenewal, { body })
    expect(refusalsIn(preview)).toEqual([null, null])
    expect(await daysLeft(lin.id)).toBe(-10)
    await boss.client.call(tenantChanges.renew, { body })
    expect(await daysLeft(wei.id)).toBe(40)
    expect(await daysLeft(lin.id)).toBe(30)
    expect(await lin.client.ask(session.info)).toMatchObject({ code: 0 })
  })

  test('takes the days of each account’s plan, or a date', async () => {
    const { boss, wei, lin } = await resale()
    const planId = await addPlan(boss.id, { days: 90 })
    await boss.client.call(tenantChanges.givePlan, { body: { ids: [wei.id], planId } })
    await expireIn(lin.id, 5)
    const ids = [wei.id, lin.id]
    const outcomes = await boss.client.call(tenantChanges.renew, { body: { ids } })
    expect(refusalsIn(outcomes)).toEqual([
      null,
      'The tenant has no plan with a number of days. Select “By days” or “Until a date”.',
    ])
    expect(await daysLeft(wei.id)).toBe(180)
    const until = new Date(siteMs() + 400 * dayMs).toISOString()
    await boss.client.call(tenantChanges.renew, { body: { ids, until } })
    expect([await daysLeft(wei.id), await daysLeft(lin.id)]).toEqual([400, 400])
  })

  test('is refused without an end, beyond the end of an account above, and into the past', async () => {
    const { boss, wei, lin } = await resale()
    await expireIn(boss.id, 20)
    await expireIn(lin.id, 10)
    site.deps.sessions.forget()
    const outcomes = await boss.client.call(tenantChanges.renew, {
      body: { ids: [wei.id, lin.id], days: 30 },
    })
    expect(outcomes[0]?.refusal).toBe('The tenant never expires and needs no renewal')
    expect(outcomes[1]?.refusal).toMatch(/^The parent user expires on /)
    expect(await daysLeft(lin.id)).toBe(10)
    const until = new Date(siteMs() - dayMs).toISOString()
    expect((await boss.client.ask(tenantChanges.renew, { body: { ids: [lin.id], until } })).msg).toBe(
      'The expiry is in the past. Select a later time.',
    )
    for (const wrong of [{ days: 0 }, { days: 3661 }, { days: 5, until }, { ids: [] }])
      expect(
        (await boss.client.ask(tenantChanges.renew, { body: { ids: [lin.id], ...wrong } })).code,
        JSON.stringify(wrong),
      ).not.toBe(0)
  })

  test('is refused in the language of the caller', async () => {
    const { boss, wei } = await resale()
    const client = site.as(boss.client.token, 'zhcn')
    const outcomes = await client.call(tenantChanges.renew, { body: { ids: [wei.id], days: 30 } })
    expect(refusalsIn(outcomes)).toEqual(['该租户长期有效，无需续期'])
  })
})

test('limits of thousands of accounts are changed and judged one by one, within reasonable time', async () => {
  const { boss } = await resale()
  const rows = Array.from({ length: 300 }, (_, n) => ({
    ...{ userName: `many${n}`, nickName: `many${n}`, parentId: boss.id, passwordHash: '' },
    ...{ conSecret: '', conSecretHash: `many${n}`, tenantExpireTime: new Date(siteMs() + dayMs) },
  }))
  const made = await site.deps.db.insert(users).values(rows).returning({ id: users.id })
  const body = { ids: made.map(({ id }) => id), days: 30 }
  const outcomes = await boss.client.call(tenantChanges.renew, { body })
  expect(outcomes.filter(({ refusal }) => refusal === null)).toHaveLength(300)
})
