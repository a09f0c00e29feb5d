import { dataGroups } from '@fleetdeck/contract/data-groups'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { dynamicTables } from '@fleetdeck/contract/dynamic-tables'
import { DataScope, Status, UserType } from '@fleetdeck/contract/enums'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { PlatformId, type RoleId, UserId } from '@fleetdeck/contract/ids'
import { menus } from '@fleetdeck/contract/menus'
import { plans } from '@fleetdeck/contract/plans'
import { platforms } from '@fleetdeck/contract/platforms'
import { recordings } from '@fleetdeck/contract/recordings'
import { ownRights, type RowKind, userRights, type Why } from '@fleetdeck/contract/rights'
import { roles } from '@fleetdeck/contract/roles'
import { scripts } from '@fleetdeck/contract/scripts'
import { type RouteNode, session } from '@fleetdeck/contract/session'
import { tasks } from '@fleetdeck/contract/tasks'
import { tenantChanges } from '@fleetdeck/contract/tenants'
import { userAccess } from '@fleetdeck/contract/user-access'
import { users } from '@fleetdeck/contract/users'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import {
  addDepartment,
  addHolder,
  addRole,
  findMenuIds,
  giveRole,
} from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deviceGroups as groupRows } from '../../platform/db/schema/device-groups.ts'
import { menus as menuRows } from '../../platform/db/schema/menus.ts'
import { roles as roleRows } from '../../platform/db/schema/roles.ts'
import { users as userRows } from '../../platform/db/schema/users.ts'
import { permissionPages } from '../../platform/db/seed/permission-pages.ts'
import type { TenantFixtures } from '../../testing/rights/tenant-fixtures.ts'
import { type TwoTenants, twoTenants } from '../../testing/rights/two-tenants.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.stop())

interface Person {
  id: UserId
  client: TestClient
}
type Subject = { page: string } | { call: string } | { kind: RowKind; id: number; permission?: string }
const why = (person: Pick<Person, 'id'>, subject: Subject) =>
  site.admin.call(userRights.why, { query: { userId: person.id, ...subject } })
const rolesOf = ({ steps }: Why) => steps.filter((step) => step.code === 'role')
const stepOf = ({ steps }: Why, code: Why['steps'][number]['code']) =>
  steps.find((step) => step.code === code)

const lists = [
  'device/deviceList/list',
  'device/group/list',
  'task/task/list',
  'task/platform/list',
  'data/group/list',
  'data/dynamicTable/list',
  'system/auth/userList',
]
const changes = [
  'device/deviceList/updateSettingScreen',
  'device/group/edit',
  'task/platform/edit',
  'system/auth/editUser',
  'system/auth/changeUserStatus',
  'system/auth/userAccess',
]

describe('for several users, the explanation matches the calls:', () => {
  let tenants: TwoTenants
  let people: Record<string, Person>
  beforeAll(async () => {
    await site.reset()
    tenants = await twoTenants(site)
    const { mine, theirs } = tenants
    const hold = (
      userName: string,
      more: object,
      dataScope: DataScope,
      permissions = [...lists, ...changes],
    ) => addHolder(site, { userName, ...more }, { permissions, dataScope })
    const inside = { deptId: mine.deptId }
    const split = await hold('split', inside, DataScope.department, lists)
    const own = await addRole(site, { roleKey: 'own', permissions: changes, dataScope: DataScope.self })
    await giveRole(site, split.id, own)
    const custom = await addUser(site, { userName: 'custom' })
    const chosen = { permissions: [...lists, 'device/group/edit'], dataScope: DataScope.custom }
    await giveRole(
      site,
      custom.id,
      await addRole(site, { roleKey: 'custom', ...chosen, deptIds: [theirs.deptId] }),
    )
    const halted = await hold('halted', inside, DataScope.all)
    const off = { status: Status.off }
    await site.deps.db.update(roleRows).set(off).where(eq(roleRows.roleKey, 'role-of-halted'))
    const changing = await hold('changing', {}, DataScope.all)
    await site.deps.db.update(userRows).set({ mustChangePassword: true }).where(eq(userRows.id, changing.id))
    const pausing = await hold('pausing', { parentId: changing.id }, DataScope.all)
    const ended = await hold('ended', {}, DataScope.all)
    await site.deps.db.update(userRows).set(off).where(eq(userRows.id, pausing.id))
    const past = { tenantExpireTime: new Date(Date.now() - 1000) }
    await site.deps.db.update(userRows).set(past).where(eq(userRows.id, ended.id))
    await site.deps.db.update(menuRows).set(off).where(eq(menuRows.seedKey, '/data/group'))
    people = {
      admin: { id: UserId.parse(1), client: site.admin },
      owner: { id: mine.ownerId, client: tenants.client },
      whole: await hold('whole', {}, DataScope.all),
      department: await hold('department', inside, DataScope.department),
      self: await hold('self', inside, DataScope.self),
      front: await hold('front', { ...inside, userType: UserType.front }, DataScope.all),
      ...{ split, custom, halted, changing, pausing, ended },
    }
    site.deps.sessions.forget()
  })

  const each = async (names: string[], check: (person: Person, name: string) => Promise<void>) => {
    for (const name of names) await check(people[name] as Person, name)
  }

  test('calls, one of each page', async () => {
    const asked = new Map(
      site.app.endpoints
        .filter(({ method, permission }) => method === 'GET' && permissionPages.has(permission))
        .map((endpoint) => [permissionPages.get(endpoint.permission), endpoint]),
    )
    const all = [...asked.values(), session.info, session.routers, ownRights.why]
    expect(all.length).toBeGreaterThan(30)
    await each(['owner', 'split', 'changing', 'pausing', 'ended'], async ({ id, client }, name) => {
      for (const { method, path } of all) {
        const { code, msg } = await client.ask({ method, path })
        const isRefused = code === 403 || code === -401 || msg === 'Change your initial password first'
        const { allowed, rule } = await why({ id }, { call: `${method} ${path}` })
        expect(allowed, `${name} ${method} ${path} (${rule})`).toBe(!isRefused)
      }
    })
  })

  test('pages', async () => {
    const { pages } = await site.admin.call(userRights.questions)
    expect(pages.length).toBeGreaterThan(30)
    await each(['admin', 'split', 'halted', 'changing'], async ({ id, client }, name) => {
      const { data } = await client.ask(session.routers)
      const shown = new Set(pathsOf((data ?? []) as RouteNode[]))
      for (const { path } of pages) {
        const { allowed, rule } = await why({ id }, { page: path })
        expect(allowed, `${name} ${path} (${rule})`).toBe(shown.has(path))
      }
    })
  })

  test.each(['mine', 'theirs'] as const)('rows: %s', async (whose) => {
    const asked = rowCalls(tenants[whose])
    const scoped = ['owner', 'whole', 'department', 'self', 'front', 'split', 'custom']
    await each(scoped, async ({ id, client }, name) => {
      for (const { subject, isAnswered } of asked) {
        const { allowed, rule } = await why({ id }, subject)
        const about = `${name} ${JSON.stringify(subject)} (${rule})`
        expect(allowed, about).toBe(await isAnswered(client))
      }
    })
  })
})

const pathsOf = (nodes: readonly RouteNode[], above = ''): string[] =>
  nodes.flatMap((node) => {
    const path = above ? `${above}/${node.path}` : node.path
    return [path, ...pathsOf(node.children, path)]
  })

interface RowCall {
  subject: { kind: RowKind; id: number; permission: string }
  isAnswered: (client: TestClient) => Promise<boolean>
}

/** Calls about one row of each kind that change nothing of importance. */
function rowCalls(whose: TenantFixtures): RowCall[] {
  const { tenant, groupId, deviceRowId, deviceNo, platformId, personId, personName, taskId } = whose
  const { dataGroupId, dynamicTableId, scriptId, scriptVersionId, hotId, recordingId } = whose
  const row = (
    kind: RowKind,
    id: number,
    endpoint: { method: 'GET' | 'POST' | 'PUT'; path: string; permission: string },
    request: object,
  ): RowCall => ({
    subject: { kind, id, permission: endpoint.permission },
    isAnswered: async (client) => (await client.ask(endpoint, request)).code === 0,
  })
  const listed: RowCall = {
    subject: { kind: 'user', id: personId, permission: users.list.permission },
    isAnswered: async (client) => {
      const { code, data } = await client.ask(users.list, { query: { userName: personName } })
      return code === 0 && (data as { total: number }).total === 1
    },
  }
  return [
    row('deviceGroup', groupId, deviceGroups.one, { query: { id: groupId } }),
    row('deviceGroup', groupId, deviceGroups.edit, { body: { id: groupId, groupName: `${tenant}-group` } }),
    row('device', deviceRowId, devices.findOne, { query: { deviceNo } }),
    row('device', deviceRowId, devices.updateSettingScreen, { body: { deviceNo, content: '{}' } }),
    row('platform', platformId, platforms.one, { query: { id: platformId } }),
    row('platform', platformId, platforms.edit, {
      body: { id: platformId, platformName: `${tenant}-platform` },
    }),
    row('task', taskId, tasks.one, { query: { id: taskId } }),
    row('dataGroup', dataGroupId, dataGroups.one, { query: { id: dataGroupId } }),
    row('script', scriptId, scripts.one, { query: { id: scriptId } }),
    row('script', scriptId, scripts.text, { query: { versionId: scriptVersionId } }),
    row('hotScript', hotId, hotScripts.one, { query: { id: hotId } }),
    row('recording', recordingId, recordings.one, { query: { id: recordingId } }),
    row('dynamicTable', dynamicTableId, dynamicTables.one, { query: { id: dynamicTableId } }),
    listed,
    row('user', personId, users.one, { query: { id: personId } }),
    row('user', personId, users.setStatus, { body: { userId: personId, status: Status.on } }),
    row('user', personId, userAccess.one, { query: { userId: personId } }),
    row('user', 1, users.setStatus, { body: { userId: 1, status: Status.on } }),
  ]
}

describe('an explanation', () => {
  beforeEach(() => site.reset())
  const permissions = ['device/group/list', 'device/group/edit']

  test('names each role, enabled or not, and whose rows it shows', async () => {
    const deptId = await addDepartment(site, 'Sales')
    const lin = await addHolder(
      site,
      { userName: 'lin', deptId },
      { permissions, dataScope: DataScope.department },
    )
    const idle = await addRole(site, { roleKey: 'idle', permissions: [], dataScope: DataScope.self })
    const off = await addRole(site, { roleKey: 'off', permissions, dataScope: DataScope.all })
    await giveRole(site, lin.id, idle)
    await giveRole(site, lin.id, off)
    await site.deps.db.update(roleRows).set({ status: Status.off }).where(eq(roleRows.id, off))
    const answer = await why(lin, { call: 'device/group/edit' })
    expect(answer).toMatchObject({ allowed: true, rule: 'role', askName: null })
    expect(stepOf(answer, 'needs')).toEqual({
      code: 'needs',
      permission: 'device/group/edit',
      page: '/device/group',
    })
    expect(rolesOf(answer)).toMatchObject([
      {
        roleName: 'role-of-lin',
        enabled: true,
        includes: 'yes',
        opens: 'departments',
        departments: { names: ['Sales'], count: 1, withBelow: false },
      },
      { roleName: 'idle', enabled: true, includes: 'no', opens: 'own' },
      { roleName: 'off', enabled: false, includes: 'yes', opens: 'all' },
    ])
  })

  test('says that a menu is disabled, and which', async () => {
    const lin = await addHolder(site, { userName: 'lin' }, { permissions, dataScope: DataScope.all })
    await site.deps.db
      .update(menuRows)
      .set({ status: Status.off })
      .where(eq(menuRows.seedKey, '/device/group'))
    site.deps.sessions.forget()
    const page = await why(lin, { page: '/device/group' })
    expect(page).toMatchObject({ allowed: false, rule: 'menuOff' })
    expect(stepOf(page, 'menuOff')).toEqual({ code: 'menuOff', label: '设备分组' })
    const call = await why(lin, { call: 'device/group/list' })
    expect(call).toMatchObject({ allowed: false, rule: 'noRole' })
    expect(rolesOf(call)).toMatchObject([{ includes: 'menuOff' }])
  })

  test('says that the plan of an account above leaves out what the role includes', async () => {
    const boss = await addUser(site, { userName: 'boss', userType: UserType.front })
    const role = { permissions, dataScope: DataScope.self }
    const lin = await addHolder(site, { userName: 'lin', userType: UserType.front, parentId: boss.id }, role)
    const menuIds = await findMenuIds(site, ['device/group/list'])
    await site.admin.call(plans.add, {
      body: { planName: 'Small', limitsFeatures: true, menuIds } as never,
    })
    const planId = firstRow((await site.admin.call(plans.list)).list).id
    const body = { ids: [boss.id], planId, startsNow: false }
    await site.admin.call(tenantChanges.givePlan, { body })
    const call = await why(lin, { call: 'device/group/edit' })
    expect(call).toMatchObject({ allowed: false, rule: 'plan' })
    expect(rolesOf(call)).toMatchObject([{ includes: 'plan' }])
    expect(await why(lin, { page: '/device/group' })).toMatchObject({ allowed: true, rule: 'role' })
    expect(await why(lin, { call: 'device/deviceList/list' })).toMatchObject({ rule: 'noRole' })
  })

  test('says which account up the line is disabled, and whom to ask', async () => {
    const boss = await addUser(site, { userName: 'boss', nickName: 'Li Na' })
    const role = { permissions, dataScope: DataScope.all }
    const lin = await addHolder(site, { userName: 'lin', parentId: boss.id }, role)
    expect(await why(lin, { page: '/system/user' })).toMatchObject({ rule: 'noRole', askName: 'Li Na' })
    await site.deps.db.update(userRows).set({ status: Status.off }).where(eq(userRows.id, boss.id))
    const answer = await why(lin, { call: 'device/group/list' })
    expect(answer).toMatchObject({ allowed: false, rule: 'accountOff', askName: null })
    expect(stepOf(answer, 'account')).toEqual({
      code: 'account',
      bars: [{ reason: 'off', userName: 'boss', isOwn: false }],
    })
  })

  test('of a row names its owner, and the role whose data scope shows it', async () => {
    const deptId = await addDepartment(site, 'Sales')
    const mate = await addUser(site, { userName: 'mate', deptId })
    const lin = await addHolder(
      site,
      { userName: 'lin', deptId },
      { permissions: ['device/group/list'], dataScope: DataScope.department },
    )
    const self = { permissions: ['device/group/edit'], dataScope: DataScope.self }
    await giveRole(site, lin.id, await addRole(site, { roleKey: 'self', ...self }))
    const [group] = await site.deps.db
      .insert(groupRows)
      .values({ groupName: 'Lab', tenantId: mate.id })
      .returning()
    const row = { kind: 'deviceGroup' as const, id: group?.id ?? 0 }
    const seen = await why(lin, row)
    expect(seen).toMatchObject({ allowed: true, rule: 'scope' })
    expect(stepOf(seen, 'row')).toMatchObject({
      name: 'Lab',
      owner: { userName: 'mate', deptName: 'Sales', relation: 'other' },
    })
    const changed = await why(lin, { ...row, permission: 'device/group/edit' })
    expect(changed).toMatchObject({ allowed: false, rule: 'outside' })
    expect(rolesOf(changed)).toMatchObject([
      { roleName: 'role-of-lin', includes: 'no', showsRow: null },
      { roleName: 'self', includes: 'yes', showsRow: false },
    ])
    // The same for the user, who sees the group.
    const own = await lin.client.call(ownRights.why, { query: { ...row, permission: 'device/group/edit' } })
    expect(own).toEqual(changed)
  })

  test('of a script says that it is shared, and with whom it is not', async () => {
    const role = { permissions: ['task/script/list', 'task/script/edit'], dataScope: DataScope.self }
    const lin = await addHolder(site, { userName: 'lin' }, role)
    await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
    const script = { scriptName: 'Greet', platformId: PlatformId.parse(1), version: '1', content: '1' }
    const { id } = await site.admin.call(scripts.add, { body: script })
    const row = { kind: 'script' as const, id }
    expect(await why(lin, row)).toMatchObject({ allowed: false, rule: 'outside' })
    expect(await lin.client.ask(ownRights.why, { query: row })).toMatchObject({ code: 404 })
    await site.admin.call(scripts.share, { body: { ids: [id], isShared: true } })
    expect(await why(lin, row)).toMatchObject({ allowed: true, rule: 'shared' })
    expect(await lin.client.call(ownRights.why, { query: row })).toMatchObject({ rule: 'shared' })
    const edit = { ...row, permission: 'task/script/edit' }
    expect(await why(lin, edit)).toMatchObject({ allowed: false, rule: 'outside' })
  })

  test('of a device finds it by its number, and says that it has no owner', async () => {
    await site.enrol('phone-1')
    const lin = await addHolder(
      site,
      { userName: 'lin' },
      { permissions: ['device/deviceList/list'], dataScope: DataScope.self },
    )
    const { list } = await site.admin.call(userRights.rows, { query: { kind: 'device', search: 'phone' } })
    expect(list).toMatchObject([{ label: 'phone-1' }])
    const answer = await why(lin, { kind: 'device', id: list[0]?.id ?? 0 })
    expect(answer).toMatchObject({ allowed: false, rule: 'outside' })
    expect(stepOf(answer, 'row')).toEqual({ code: 'row', kind: 'device', name: 'phone-1', owner: null })
    const query = { userId: lin.id, kind: 'device' as const, deviceNo: 'A1' }
    expect(await site.admin.ask(userRights.why, { query })).toMatchObject({ code: 404 })
  })

  test('of changes of users follows the rules of users', async () => {
    const everything = { permissions: [...lists, ...changes], dataScope: DataScope.all }
    const lin = await addHolder(site, { userName: 'lin' }, everything)
    const strong = await addHolder(
      site,
      { userName: 'strong' },
      { permissions: ['device/group/delete'], dataScope: DataScope.all },
    )
    const edit = { kind: 'user' as const, permission: users.edit.permission }
    expect(await why(lin, { ...edit, id: 1 })).toMatchObject({ rule: 'userBuiltIn' })
    expect(await why(lin, { ...edit, id: strong.id })).toMatchObject({ rule: 'userStronger' })
    const status = { kind: 'user' as const, permission: users.setStatus.permission }
    expect(await why(lin, { ...status, id: lin.id })).toMatchObject({ rule: 'notYourself' })
  })

  test('shows front users that their roles show only their own rows', async () => {
    const lin = await addHolder(
      site,
      { userName: 'lin', userType: UserType.front },
      { permissions, dataScope: DataScope.all },
    )
    const answer = await why(lin, { call: 'device/group/list' })
    expect(rolesOf(answer)).toMatchObject([{ opens: 'own' }])
    expect(stepOf(answer, 'front')).toBeDefined()
  })

  test('of calls of all users and of super users names no role', async () => {
    const lin = await addUser(site, { userName: 'lin' })
    expect(await why(lin, { call: 'GET /captcha/get' })).toMatchObject({ rule: 'public', steps: [] })
    expect(await why(lin, { call: 'GET /system/user/getInfo' })).toMatchObject({
      rule: 'signedIn',
      steps: [],
    })
    const admin = await why({ id: UserId.parse(1) }, { call: 'DELETE /system/auth/deleteRole' })
    expect(admin).toMatchObject({ allowed: true, rule: 'admin' })
    expect(rolesOf(admin)).toEqual([])
    const proven = await why({ id: UserId.parse(1) }, { call: 'PUT /system/auth/editRole' })
    expect(stepOf(proven, 'proof')).toBeDefined()
    expect(stepOf(await why(lin, { page: '/device/group' }), 'noRoles')).toBeDefined()
  })
})

describe('a caller learns nothing beyond their data scope:', () => {
  beforeEach(() => site.reset())
  const page = '/device/group'
  const permissions = ['system/auth/why', 'device/group/list', 'system/auth/userList']

  test('users elsewhere, rows elsewhere and the site’s own pages are not found', async () => {
    const deptId = await addDepartment(site, 'Sales')
    const role = { permissions, dataScope: DataScope.department }
    const { client, id } = await addHolder(site, { userName: 'lin', deptId }, role)
    const mate = await addUser(site, { userName: 'mate', deptId })
    const other = await addUser(site, { userName: 'other' })
    const [group] = await site.deps.db
      .insert(groupRows)
      .values({ groupName: 'Lab', tenantId: other.id })
      .returning()
    const ask = (query: object) => client.ask(userRights.why, { query })
    const unknown = await ask({ userId: mate.id, kind: 'deviceGroup', id: 4711 })
    expect(unknown.code).toBe(404)
    expect(await ask({ userId: other.id, page })).toEqual(unknown)
    expect(await ask({ userId: mate.id, kind: 'deviceGroup', id: group?.id })).toEqual(unknown)
    // Tasks are not shown to the caller at all.
    expect(await ask({ userId: mate.id, kind: 'task', id: 1 })).toEqual(unknown)
    expect(await client.ask(ownRights.why, { query: { kind: 'deviceGroup', id: group?.id } })).toEqual(
      unknown,
    )
    await site.admin.call(menus.add, {
      body: {
        ...{ parentId: 0, menuType: 1, menuName: 'Secret', orderNum: 1, path: 'secret' },
        ...{ component: 'secret', permission: 'secret/list', moduleType: 'sys_admin' },
      },
    })
    expect(await ask({ userId: mate.id, page: '/secret' })).toEqual(unknown)
    expect(await ask({ userId: mate.id, call: 'secret/list' })).toEqual(unknown)
    expect((await why({ id }, { page: '/secret' })).rule).toBe('noRole')
    expect(await ask({ userId: mate.id, page })).toMatchObject({ code: 0 })
    const questions = await client.call(userRights.questions)
    expect(questions.pages.map(({ path }) => path)).not.toContain('/secret')
    expect(questions.kinds.map(({ kind }) => kind)).toEqual(['deviceGroup', 'user'])
    const { list } = await client.call(userRights.rows, { query: { kind: 'user' } })
    expect(list.map(({ label }) => label).sort()).toEqual(['lin', 'mate'])
    expect(await client.call(userRights.rows, { query: { kind: 'task' } })).toEqual({ list: [], total: 0 })
  })

  test('roles and departments of others are counted, but not named', async () => {
    const sales = await addDepartment(site, 'Sales')
    const hidden = await addDepartment(site, 'Hidden')
    const { client } = await addHolder(
      site,
      { userName: 'lin', deptId: sales },
      { permissions, dataScope: DataScope.department },
    )
    const mate = await addUser(site, { userName: 'mate', deptId: sales })
    const role = { permissions: ['device/group/list'], dataScope: DataScope.custom }
    const given = { roleKey: 'secret', ...role, deptIds: [sales, hidden], ownerId: UserId.parse(1) }
    await giveRole(site, mate.id, await addRole(site, given))
    const query = { userId: mate.id, call: 'device/group/list' }
    expect(rolesOf(await client.call(userRights.why, { query }))).toMatchObject([
      { id: null, roleName: null, includes: 'yes', departments: { names: ['Sales'], count: 2 } },
    ])
    // The user reads the name of their own role.
    const own = await mate.client.call(ownRights.why, { query: { call: 'device/group/list' } })
    expect(rolesOf(own)).toMatchObject([{ roleName: 'secret', departments: { names: ['Sales', 'Hidden'] } }])
  })

  test('an account above that they do not see is not named', async () => {
    const sales = await addDepartment(site, 'Sales')
    const { client } = await addHolder(
      site,
      { userName: 'lin', deptId: sales },
      { permissions, dataScope: DataScope.department },
    )
    const boss = await addUser(site, { userName: 'boss' })
    const mate = await addUser(site, { userName: 'mate', deptId: sales, parentId: boss.id })
    await site.deps.db.update(userRows).set({ status: Status.off }).where(eq(userRows.id, boss.id))
    const answer = await client.call(userRights.why, { query: { userId: mate.id, page } })
    expect(stepOf(answer, 'account')).toMatchObject({ bars: [{ reason: 'off', userName: null }] })
  })

  test('exactly one subject is asked about', async () => {
    for (const query of [
      {},
      { page, call: 'device/group/list' },
      { page, id: 1 },
      { kind: 'deviceGroup' },
      { kind: 'deviceGroup', id: 1, deviceNo: 'A1' },
      { kind: 'deviceGroup', deviceNo: 'A1' },
    ])
      expect(await site.admin.ask(ownRights.why, { query })).toMatchObject({
        code: -1,
        msg: 'Select one page, one action or one row',
      })
    expect(await site.admin.ask(ownRights.why, { query: { page: '/nowhere' } })).toMatchObject({ code: 404 })
  })
})

test('the right to explain others is given to no role of the product', async () => {
  await site.reset()
  const { list } = await site.admin.call(roles.list)
  for (const { id, roleKey } of list.filter((role) => role.roleKey !== 'admin')) {
    const { checkedRules } = await site.admin.call(roles.one, { query: { roleId: id as RoleId } })
    const [menu] = await site.deps.db
      .select()
      .from(menuRows)
      .where(eq(menuRows.permission, 'system/auth/why'))
    expect(checkedRules, roleKey).not.toContain(menu?.id)
  }
})
