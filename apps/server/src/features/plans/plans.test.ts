import { once } from 'node:events'
import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope, UserType } from '@fleetdeck/contract/enums'
import { MenuId, type PlanId, UserId } from '@fleetdeck/contract/ids'
import { permissions } from '@fleetdeck/contract/permissions'
import { plans } from '@fleetdeck/contract/plans'
import { session } from '@fleetdeck/contract/session'
import { userRemoval } from '@fleetdeck/contract/user-removal'
import { users as userCalls } from '@fleetdeck/contract/users'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder, findMenuIds, findRoleId, giveRole } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountPlans, plans as planTable } from '../../platform/db/schema/plans.ts'
import { users } from '../../platform/db/schema/users.ts'
import { downloadedRows } from '../../testing/downloads.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const admin = UserId.parse(1)
const planRights = ['list', 'add', 'edit', 'delete', 'export'].map((name) => `system/plan/${name}`)

async function addPlan(client: TestClient, draft: object): Promise<PlanId> {
  const planName = (draft as { planName: string }).planName
  await client.call(plans.add, { body: draft as never })
  return firstRow((await client.call(plans.list, { query: { planName } })).list).id
}
const give = async (userId: UserId, planId: PlanId) => {
  await site.deps.db.insert(accountPlans).values({ userId, planId })
  site.deps.sessions.forget()
}
/** A reseller with plans of their own, and two accounts below each other. */
async function resale(rights: string[] = []) {
  const permissions = [...new Set([...planRights, 'system/auth/editUser', ...rights])]
  const role = { permissions, dataScope: DataScope.self }
  const boss = await addHolder(site, { userName: 'boss', userType: UserType.front, parentId: admin }, role)
  const wei = await addUser(site, { userName: 'wei', userType: UserType.front, parentId: boss.id })
  const lin = await addUser(site, { userName: 'lin', userType: UserType.front, parentId: wei.id })
  return { boss, wei, lin }
}
const limitsOf = async (id: UserId) => {
  const [row] = await site.deps.db.select().from(users).where(eq(users.id, id))
  return [row?.deviceNumber, row?.rateLimit, row?.storageMegabytes]
}

describe('a plan', () => {
  test('is opened as it was saved, with exactly the ticked menus, and shown in the list and on a sheet', async () => {
    const menuIds = (await findMenuIds(site, ['device/group/list', 'device/group/add'])).toSorted(
      (a, b) => a - b,
    )
    const draft = {
      ...{ planName: 'Basic', deviceNumber: 5, rateLimit: 10, storageMegabytes: 100, days: 30 },
      ...{ limitsFeatures: true, menuIds, status: 0, remark: 'For small shops' },
    }
    const id = await addPlan(site.admin, draft)
    const shown = await site.admin.call(plans.one, { query: { id } })
    expect(shown).toMatchObject({ ...draft, userName: 'admin', accountCount: 0, pageCount: 1 })
    const {
      userId: _u,
      userName: _n,
      accountCount: _a,
      pageCount: _p,
      createdAt: _c,
      gmtModified: _g,
      ...saved
    } = shown
    await site.admin.call(plans.edit, { body: { ...saved, status: 0 } })
    expect(await site.admin.call(plans.one, { query: { id } })).toMatchObject(draft)
    const { fileName } = await site.admin.call(plans.export, { query: {} })
    const [titles, sheetRow] = await downloadedRows(site, site.admin, fileName)
    expect(titles?.slice(0, 6)).toEqual([
      ...['Plan name', 'Device quota', 'Calls per second', 'Storage limit (MB)', 'Days valid', 'Features'],
    ])
    expect(sheetRow?.slice(0, 6)).toEqual(['Basic', 5, 10, 100, 30, 'Limited'])
  })

  test('is only seen, changed and deleted by its maker and those above', async () => {
    const { boss, wei } = await resale()
    await giveRole(site, wei.id, boss.roleId)
    const own = await addPlan(wei.client, { planName: 'Of Wei' })
    const above = await addPlan(boss.client, { planName: 'Of the boss' })
    const names = async (client: TestClient) =>
      (await client.call(plans.list)).list.map(({ planName }) => planName).toSorted()
    expect(await names(wei.client)).toEqual(['Of Wei'])
    expect(await names(boss.client)).toEqual(['Of Wei', 'Of the boss'])
    const body = { id: above, planName: 'Mine' }
    expect(await wei.client.ask(plans.edit, { body })).toMatchObject({ code: 404 })
    expect(await wei.client.ask(plans.one, { query: { id: above } })).toMatchObject({ code: 404 })
    expect(await wei.client.ask(plans.remove, { body: { ids: [above] } })).toMatchObject({ code: 404 })
    await boss.client.call(plans.remove, { body: { ids: [own] } })
    expect(await names(boss.client)).toEqual(['Of the boss'])
  })

  test('has a name that its maker has not used, limits within bounds, and menus that exist', async () => {
    const { boss } = await resale()
    await addPlan(site.admin, { planName: 'Basic' })
    const ask = (change: object) =>
      site.admin.ask(plans.add, { body: { planName: 'Other', ...change } as never })
    expect(await ask({ planName: 'Basic', remark: 'again' })).toMatchObject({
      code: -1,
      msg: 'You already have a plan with this name. Enter another name.',
    })
    await addPlan(boss.client, { planName: 'Basic' })
    for (const wrong of [
      { deviceNumber: -1 },
      { deviceNumber: 1_000_001 },
      { rateLimit: 100_001 },
      { storageMegabytes: 0 },
      { days: 0 },
      { days: 3661 },
      { planName: '' },
      { planName: 'x'.repeat(51) },
    ])
      expect((await ask(wrong)).code, JSON.stringify(wrong)).not.toBe(0)
    expect(await ask({ menuIds: [MenuId.parse(999_999)] })).toMatchObject({ code: 404 })
    expect((await site.admin.call(plans.list)).total).toBe(2)
  })

  test('cannot be deleted while accounts have it', async () => {
    const { wei } = await resale()
    const id = await addPlan(site.admin, { planName: 'Basic' })
    await give(wei.id, id)
    expect(await site.admin.ask(plans.remove, { body: { ids: [id] } })).toMatchObject({
      code: -1,
      msg: 'Plan “Basic” is used by 1 user. Assign them another plan before you delete it.',
    })
    expect(firstRow((await site.admin.call(plans.list)).list).accountCount).toBe(1)
  })
})

describe('changed limits of a plan', () => {
  const limits = { deviceNumber: 5, rateLimit: 10, storageMegabytes: 100 }

  test('go to the accounts that still have the former ones, after a question', async () => {
    const { boss, wei, lin } = await resale()
    const other = await addUser(site, { userName: 'other', parentId: boss.id, ...limits, deviceNumber: 7 })
    const stranger = await addUser(site, { userName: 'stranger', parentId: admin, ...limits })
    const id = await addPlan(boss.client, { planName: 'Basic', ...limits })
    for (const person of [wei, lin])
      await site.deps.db.update(users).set(limits).where(eq(users.id, person.id))
    for (const person of [wei, lin, other, stranger]) await give(person.id, id)
    const body = { id, planName: 'Basic', ...limits, deviceNumber: 8, days: 30 }
    expect(await boss.client.ask(plans.edit, { body })).toMatchObject({
      code: 412,
      msg: '4 users have this plan. 2 get the new limits, 2 keep their own.',
    })
    expect(await limitsOf(wei.id)).toEqual([5, 10, 100])
    await boss.client.call(plans.edit, { body: { ...body, confirmed: true } })
    expect(await limitsOf(wei.id)).toEqual([8, 10, 100])
    expect(await limitsOf(lin.id)).toEqual([8, 10, 100])
    expect(await limitsOf(other.id)).toEqual([7, 10, 100])
    // The reseller may not change this account.
    expect(await limitsOf(stranger.id)).toEqual([5, 10, 100])
    // Days count from the next gift on: nobody is asked.
    await boss.client.call(plans.edit, { body: { ...body, days: 60 } })
  })

  test('are refused as a whole, with the account that those above do not allow them', async () => {
    const { boss, wei, lin } = await resale()
    await site.deps.db.update(users).set({ storageMegabytes: 150 }).where(eq(users.id, boss.id))
    await site.deps.db.update(users).set(limits).where(eq(users.id, wei.id))
    const id = await addPlan(site.admin, { planName: 'Basic', ...limits })
    for (const person of [wei, lin]) await give(person.id, id)
    const body = { id, planName: 'Wide', ...limits, storageMegabytes: 200, confirmed: true }
    expect((await site.admin.ask(plans.edit, { body })).msg).toBe(
      'Could not apply the new limits to “wei”. The parent user’s storage limit is 150 MB. Enter that number or less.',
    )
    expect(await limitsOf(wei.id)).toEqual([5, 10, 100])
    expect(firstRow((await site.admin.call(plans.list)).list)).toMatchObject({
      planName: 'Basic',
      storageMegabytes: 100,
    })
  })

  test('are no way for a user to widen the own account', async () => {
    const { boss } = await resale()
    const id = await addPlan(boss.client, { planName: 'Basic', ...limits, limitsFeatures: true })
    const menuIds = await findMenuIds(site, [...planRights])
    await site.deps.db.update(planTable).set({ limitsFeatures: false }).where(eq(planTable.id, id))
    await give(boss.id, id)
    const body = { id, planName: 'Basic', deviceNumber: null, menuIds, confirmed: true }
    expect((await boss.client.ask(plans.edit, { body })).msg).toBe(
      'Plan “Basic” limits you or a parent user, so you cannot change it. Ask another administrator.',
    )
  })
})

describe('features of a plan', () => {
  const given = ['device/deviceList/list', 'device/group/list', 'device/group/add', 'task/task/list']

  /** A reseller whose plan includes device groups only, without their add button, with somebody below. */
  async function limited() {
    const role = { permissions: [...given, 'permission/list'], dataScope: DataScope.self }
    const boss = await addHolder(site, { userName: 'boss', userType: UserType.front, parentId: admin }, role)
    const wei = await addUser(site, { userName: 'wei', userType: UserType.front, parentId: boss.id })
    await giveRole(site, wei.id, boss.roleId)
    const menuIds = await findMenuIds(site, ['device/group/list', 'task/script/list'])
    const id = await addPlan(site.admin, { planName: 'Groups', limitsFeatures: true, menuIds })
    return { boss, wei, id, menuIds }
  }
  const rightsOf = async (client: TestClient) => (await client.call(session.info)).permissions.toSorted()

  test('restrict the roles of the account and of all below, in calls and in the console', async () => {
    const { boss, wei, id } = await limited()
    const before = [...given, 'permission/list'].toSorted()
    for (const { client } of [boss, wei]) expect(await rightsOf(client)).toEqual(before)
    await give(boss.id, id)
    for (const { client } of [boss, wei]) {
      expect(await rightsOf(client)).toEqual(['device/group/list'])
      expect(await client.ask(deviceGroups.list)).toMatchObject({ code: 0 })
      expect(await client.ask(devices.list)).toMatchObject({ code: 403 })
      const body = { groupName: 'New' }
      expect(await client.ask(deviceGroups.add, { body })).toMatchObject({ code: 403 })
      const routes = JSON.stringify(await client.call(session.routers))
      expect(routes).toContain('/device/group')
      expect(routes).not.toContain('/device/deviceList')
    }
    // Administrators are not restricted, and others neither.
    await giveRole(site, wei.id, await findRoleId(site, 'admin'))
    expect(await wei.client.ask(devices.list)).toMatchObject({ code: 0 })
  })

  test('are those that all plans up the line include', async () => {
    const { boss, wei, id } = await limited()
    const menuIds = await findMenuIds(site, ['device/group/list', 'device/group/add'])
    const second = await addPlan(site.admin, { planName: 'More', limitsFeatures: true, menuIds })
    await give(boss.id, second)
    expect(await rightsOf(wei.client)).toEqual(['device/group/add', 'device/group/list'])
    await give(wei.id, id)
    expect(await rightsOf(wei.client)).toEqual(['device/group/list'])
    expect(await rightsOf(boss.client)).toEqual(['device/group/add', 'device/group/list'])
  })

  test('take effect with the next call when the plan changes, on every server', async () => {
    const { boss, wei, id, menuIds } = await limited()
    const second = await site.another()
    const codeThere = async () => {
      const headers = { authorization: `Bearer ${wei.client.token}` }
      const response = await fetch(`${second.address}${devices.list.path}`, { headers })
      return ((await response.json()) as { code: number }).code
    }
    expect(await codeThere()).toBe(0)
    await give(boss.id, id)
    const body = { id, planName: 'Groups', limitsFeatures: true }
    await site.admin.call(plans.edit, { body: { ...body, menuIds } })
    await expect.poll(codeThere).toBe(403)
    const wider = [...menuIds, ...(await findMenuIds(site, ['device/deviceList/list']))]
    await site.admin.call(plans.edit, { body: { ...body, menuIds: wider } })
    expect(await wei.client.ask(devices.list)).toMatchObject({ code: 0 })
    await site.admin.call(plans.edit, { body: { ...body, menuIds: [] } })
    expect(await rightsOf(wei.client)).toEqual([])
    await site.admin.call(plans.edit, { body: { ...body, limitsFeatures: false } })
    expect(await rightsOf(wei.client)).toHaveLength(given.length + 1)
    await second.close()
  })

  test('restrict access tokens', async () => {
    const { boss, id } = await limited()
    const body = { tokenName: 'sync', permissions: ['device/deviceList/list', 'device/group/list'], days: 30 }
    const { token } = await boss.client.call(ownAccessTokens.add, { body })
    const program = site.as(token)
    expect(await program.ask(devices.list)).toMatchObject({ code: 0 })
    await give(boss.id, id)
    expect(await program.ask(devices.list)).toMatchObject({ code: 403 })
    expect(await program.ask(deviceGroups.list)).toMatchObject({ code: 0 })
  })

  test('notify open consoles that their rights changed', async () => {
    const { boss, wei, id } = await limited()
    await give(boss.id, id)
    const page = TestSocket.browser(site.address, consoleSocketPath, wei.client.token ?? '')
    await once(page.socket, 'open')
    await site.admin.call(plans.edit, { body: { id, planName: 'Groups', limitsFeatures: true, menuIds: [] } })
    await page.next('rightsChanged')
    page.socket.close()
  })

  test('do not keep a user from managing those below, or from giving them the same role', async () => {
    const rights = [
      'system/auth/userList',
      'system/auth/addUser',
      'system/auth/editUser',
      'device/group/list',
    ]
    const { boss, wei } = await resale([...rights, 'device/deviceList/list'])
    await giveRole(site, wei.id, boss.roleId)
    const menuIds = await findMenuIds(site, rights)
    await give(boss.id, await addPlan(site.admin, { planName: 'Users', limitsFeatures: true, menuIds }))
    const { userInfo } = await boss.client.call(userCalls.one, { query: { id: wei.id } })
    const fields = {
      nickName: 'Wei',
      postIds: [1 as never],
      roleIds: [boss.roleId],
      userType: UserType.front,
    }
    expect(await boss.client.ask(userCalls.edit, { body: { ...fields, id: userInfo.id } })).toMatchObject({
      code: 0,
    })
    const draft = { ...fields, userName: 'zhao', password: 'Correct-horse-7' }
    expect(await boss.client.ask(userCalls.add, { body: draft })).toMatchObject({ code: 0 })
    const { roleList } = await boss.client.call(userCalls.form)
    expect(roleList.find(({ id }) => id === boss.roleId)?.grantable).toBe(true)
  })

  test('are left out where holders of permissions are counted and listed', async () => {
    const { boss, id } = await limited()
    const query = { permission: 'device/deviceList/list' }
    const holders = async () =>
      (await site.admin.call(permissions.holders, { query })).list.map(({ userName }) => userName)
    expect(await holders()).toEqual(expect.arrayContaining(['boss', 'wei']))
    const counted = async () =>
      (await site.admin.call(permissions.list, { query: { permission: query.permission } })).list.find(
        ({ permission }) => permission === query.permission,
      )?.userCount ?? 0
    const before = await counted()
    await give(boss.id, id)
    expect(await holders()).not.toEqual(expect.arrayContaining(['wei']))
    expect(await counted()).toBe(before - 2)
  })
})

describe('when the maker of plans is deleted', () => {
  test('they go to the new owner, under a free name', async () => {
    const { boss, wei } = await resale()
    const id = await addPlan(boss.client, { planName: 'Basic' })
    await addPlan(site.admin, { planName: 'Basic' })
    await give(wei.id, id)
    await site.admin.call(userRemoval.remove, { body: { ids: [boss.id], handOverTo: admin } })
    expect((await site.admin.call(plans.list)).list.map(({ planName }) => planName).toSorted()).toEqual([
      'Basic',
      'Basic (boss)',
    ])
    expect(firstRow(await site.deps.db.select().from(accountPlans))).toMatchObject({
      userId: wei.id,
      planId: id,
    })
  })

  test('they are deleted with everything, unless accounts of others have them', async () => {
    const { boss, wei } = await resale()
    const other = await addUser(site, { userName: 'other', parentId: admin })
    const id = await addPlan(boss.client, { planName: 'Basic' })
    await give(wei.id, id)
    await give(other.id, id)
    const remove = () =>
      site.admin.ask(userRemoval.remove, { body: { ids: [boss.id], everything: true, count: 3 } })
    expect((await remove()).msg).toContain('Basic')
    await site.deps.db.delete(accountPlans).where(eq(accountPlans.userId, other.id))
    expect(await remove()).toMatchObject({ code: 0 })
    expect(await site.deps.db.$count(planTable)).toBe(0)
  })
})
