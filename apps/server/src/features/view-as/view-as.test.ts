import { once } from 'node:events'
import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { departments } from '@fleetdeck/contract/departments'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { type Endpoint, onlyReads } from '@fleetdeck/contract/endpoint'
import { DataScope, UserType } from '@fleetdeck/contract/enums'
import { type RoleId, UserId } from '@fleetdeck/contract/ids'
import { logSocketPath } from '@fleetdeck/contract/log-socket'
import { loginLogs } from '@fleetdeck/contract/login-logs'
import { notices } from '@fleetdeck/contract/notices'
import { onlineUsers } from '@fleetdeck/contract/online-users'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { profile } from '@fleetdeck/contract/profile'
import { roles, roleUsers } from '@fleetdeck/contract/roles'
import { session } from '@fleetdeck/contract/session'
import { users } from '@fleetdeck/contract/users'
import { viewAs } from '@fleetdeck/contract/view-as'
import { wallSocketPath } from '@fleetdeck/contract/wall-socket'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addDepartment, addHolder, addRole, findRoleId, giveRole } from '@fleetdeck/testing/site/organisation'
import {
  addUser,
  adminPassword,
  startTestSite,
  type TestClient,
  type TestSite,
} from '@fleetdeck/testing/site/test-site'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteMs } from '../../platform/core/site-clock.ts'
import { devices as deviceRows } from '../../platform/db/schema/devices.ts'
import { menus } from '../../platform/db/schema/menus.ts'
import { sessions } from '../../platform/db/schema/sessions.ts'
import { users as userRows } from '../../platform/db/schema/users.ts'
import { endpointScopes } from '../../testing/rights/endpoint-scopes.ts'
import { twoTenants } from '../../testing/rights/two-tenants.ts'
import { pauseJobs } from '../../testing/run-job.ts'
import { changedTables, printTables } from '../../testing/table-prints.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const admin = UserId.parse(1)
const { permission } = viewAs.start
const seesDevices = 'device/deviceList/list'

const enter = async (viewed: { userId: number } | { roleId: number }, by: TestClient = site.admin) =>
  site.as((await by.call(viewAs.start, { body: viewed as never })).token)
const refusal = async (viewed: object, by: TestClient = site.admin) => {
  const { code, msg } = await by.ask(viewAs.start, { body: viewed })
  return code === 0 ? 'started' : msg
}
const addDevice = (deviceNo: string, tenantId: UserId) =>
  site.deps.db.insert(deviceRows).values({ deviceNo, hardwareId: `${deviceNo}-phone`, tenantId })
const deviceNos = async (client: TestClient) =>
  (await client.call(devices.list)).list.map(({ deviceNo }) => deviceNo).sort()
const viewRows = () => site.deps.db.select().from(sessions).where(isNotNull(sessions.viewerSessionId))
async function answers(socket: TestSocket) {
  await once(socket.socket, 'open')
  socket.send({ action: 'ping' })
  await socket.next('pong')
}
/** Lets five seconds of the cache pass. */
const readAgain = () => site.deps.sessions.forget()

const addWorker = () =>
  addHolder(
    site,
    { userName: 'lin', nickName: 'Lin' },
    { permissions: [seesDevices, 'device/group/list'], dataScope: DataScope.self },
  )
const addViewer = (userName: string, dataScope: DataScope, more: string[] = []) =>
  addHolder(site, { userName }, { permissions: [permission, 'system/auth/userList', ...more], dataScope })

describe('the view of a user', () => {
  test('shows their rights, menu and rows, and says whose they are', async () => {
    const lin = await addWorker()
    await addDevice('L1', lin.id)
    await addDevice('A1', admin)
    const view = await enter({ userId: lin.id })
    const [shown, own] = [await view.call(session.info), await lin.client.call(session.info)]
    expect(shown).toMatchObject({
      ...{ ...own, view: undefined },
      view: { user: { userName: 'lin', nickName: 'Lin' }, roleNames: ['role-of-lin'] },
    })
    expect(own.view).toBeNull()
    expect(await view.call(session.routers)).toEqual(await lin.client.call(session.routers))
    expect(await deviceNos(view)).toEqual(['L1'])
    expect(await deviceNos(site.admin)).toEqual(['A1', 'L1'])
    expect(await view.ask(users.list)).toMatchObject({ code: 403 })
  })

  test('shows the console also to whom a change of password, or a second factor, is asked', async () => {
    const lin = await addWorker()
    await site.deps.db.update(userRows).set({ mustChangePassword: true }).where(eq(userRows.id, lin.id))
    const view = await enter({ userId: lin.id })
    expect(await view.call(session.info)).toMatchObject({
      user: { mustChangePassword: false, mustSetUpFactor: false },
    })
    expect(await deviceNos(view)).toEqual([])
  })

  test('follows changes of the user’s rights with the next call', async () => {
    const lin = await addWorker()
    const view = await enter({ userId: lin.id })
    expect(await view.ask(departments.list)).toMatchObject({ code: 403 })
    const roleId = await addRole(site, {
      roleKey: 'more',
      permissions: [departments.list.permission],
      dataScope: DataScope.self,
    })
    await site.admin.call(roleUsers.assign, { body: { roleId, userIds: [lin.id] } as never })
    expect(await view.ask(departments.list)).toMatchObject({ code: 0 })
  })

  test('leaves no trace of them: no sign-in, no session, nothing read', async () => {
    const lin = await addWorker()
    const before = await site.deps.db.select().from(userRows).where(eq(userRows.id, lin.id))
    const logged = (await site.admin.call(loginLogs.list)).total
    await site.admin.call(notices.add, {
      body: { noticeTitle: 'News', noticeType: '1', noticeContent: '<p>1</p>', status: 0 } as never,
    })
    const view = await enter({ userId: lin.id })
    const { list, unreadCount } = await view.call(notices.listTop)
    expect(unreadCount).toBe(1)
    const read = { query: { noticeId: firstRow(list).id } }
    expect(await view.ask(notices.markRead, read)).toMatchObject({ code: -1 })
    expect((await lin.client.call(notices.listTop)).unreadCount).toBe(1)
    expect(await site.deps.db.select().from(userRows).where(eq(userRows.id, lin.id))).toEqual(before)
    expect((await site.admin.call(loginLogs.list)).total).toBe(logged)
    const online = await site.admin.call(onlineUsers.list)
    expect(online.list.filter(({ userName }) => userName === 'lin')).toHaveLength(1)
    expect(online.list.filter(({ viewAs }) => viewAs !== null)).toMatchObject([
      { userName: 'admin', viewAs: 'lin' },
    ])
  })
})

describe('the view of a role', () => {
  test('shows what a holder in one’s own department sees who owns nothing', async () => {
    const office = await addDepartment(site, 'Office')
    await site.deps.db.update(userRows).set({ deptId: office }).where(eq(userRows.id, admin))
    const lin = await addUser(site, { userName: 'lin', deptId: office })
    const wei = await addUser(site, { userName: 'wei' })
    await addDevice('A1', admin)
    await addDevice('L1', lin.id)
    await addDevice('W1', wei.id)
    const add = (roleKey: string, dataScope: DataScope) =>
      addRole(site, { roleKey, permissions: [seesDevices], dataScope })
    const own = await enter({ roleId: await add('own', DataScope.self) })
    expect(await deviceNos(own)).toEqual([])
    const team = await enter({ roleId: await add('team', DataScope.department) })
    expect(await deviceNos(team)).toEqual(['A1', 'L1'])
    const all = await enter({ roleId: await add('all', DataScope.all) })
    expect(await deviceNos(all)).toEqual(['A1', 'L1', 'W1'])
    expect(await all.call(session.info)).toMatchObject({
      permissions: [seesDevices],
      user: { isAdmin: false },
      view: { user: null, roleNames: ['all'] },
    })
  })

  test('is a super user’s only for the super role', async () => {
    const superId = await findRoleId(site, 'admin')
    const view = await enter({ roleId: superId })
    expect(await view.call(session.info)).toMatchObject({ user: { isAdmin: true } })
    expect(await view.ask(roles.add)).toMatchObject({ code: -1, msg: /^This view is read-only/ })
  })

  test('follows changes of the role, and ends when it is disabled or deleted', async () => {
    const roleId = await addRole(site, {
      ...{ roleKey: 'team', permissions: [seesDevices], dataScope: DataScope.self },
    })
    const view = await enter({ roleId })
    const other = await enter({ roleId }, await site.signIn('admin', adminPassword))
    expect(await view.ask(devices.list)).toMatchObject({ code: 0 })
    await site.admin.call(roles.setStatus, { body: { roleId, status: 1 } })
    expect(await view.ask(devices.list)).toMatchObject({ code: -401 })
    await site.admin.call(roles.setStatus, { body: { roleId, status: 0 } })
    expect(await other.ask(devices.list)).toMatchObject({ code: 0 })
    await site.admin.call(roles.remove, { body: { ids: [roleId] } as never })
    expect(await other.ask(devices.list)).toMatchObject({ code: -401 })
    expect(await viewRows()).toEqual([])
  })

  test('shows the account of the viewer as one’s own', async () => {
    const roleId = await addRole(site, {
      ...{ roleKey: 'team', permissions: [seesDevices], dataScope: DataScope.self },
    })
    const view = await enter({ roleId })
    expect(await view.call(profile.own)).toMatchObject({ userName: 'admin' })
  })
})

describe('a view is refused', () => {
  test('without the permission, and to programs', async () => {
    const lin = await addWorker()
    expect(await refusal({ userId: lin.id }, lin.client)).toBe(
      'You do not have permission for this operation. Contact an administrator.',
    )
    const { token } = await site.admin.call(ownAccessTokens.add, {
      body: {
        ...{ tokenName: 'robot', permissions: [permission], days: 1 },
      },
    })
    expect(await refusal({ userId: lin.id }, site.as(token))).toMatch(/access token/i)
  })

  test('to whom does not prove who they are', async () => {
    const lin = await addWorker()
    await site.deps.db.update(sessions).set({ provenAt: new Date(siteMs() - 3_600_000) })
    expect(await site.admin.ask(viewAs.start, { body: { userId: lin.id } })).toMatchObject({ code: 428 })
  })

  test('of oneself, of the built-in account, and of unknown users and roles', async () => {
    const boss = await addViewer('boss', DataScope.all)
    await giveRole(site, boss.id, await findRoleId(site, 'admin'))
    expect(await refusal({ userId: boss.id }, boss.client)).toMatch(/This is your own account/)
    expect(await refusal({ userId: admin }, boss.client)).toMatch(/^“admin” is the super admin/)
    expect(await refusal({ userId: 999 })).toBe(
      'This resource does not exist. It may have been deleted. Refresh and try again.',
    )
    expect(await refusal({ roleId: 999 })).toBe(
      'This resource does not exist. It may have been deleted. Refresh and try again.',
    )
    expect(await refusal({})).not.toBe('started')
    expect(await viewRows()).toEqual([])
  })

  test('of users outside the scope, and of roles out of view', async () => {
    const lin = await addWorker()
    const clerk = await addViewer('clerk', DataScope.self, [seesDevices, 'device/group/list'])
    expect(await refusal({ userId: lin.id }, clerk.client)).toBe(
      'This resource does not exist. It may have been deleted. Refresh and try again.',
    )
    expect(await refusal({ roleId: lin.roleId }, clerk.client)).toBe(
      'This resource does not exist. It may have been deleted. Refresh and try again.',
    )
    await site.deps.db.update(userRows).set({ parentId: clerk.id }).where(eq(userRows.id, lin.id))
    expect(await refusal({ userId: lin.id }, clerk.client)).toBe('started')
  })

  test('of users and roles with rights that the viewer lacks', async () => {
    const lin = await addWorker()
    const clerk = await addViewer('clerk', DataScope.all, [seesDevices])
    expect(await refusal({ userId: lin.id }, clerk.client)).toMatch(/^“lin” can see more than you can/)
    expect(await refusal({ roleId: lin.roleId }, clerk.client)).toMatch(
      /^Role “role-of-lin” has more permissions than you have/,
    )
    const peer = await addViewer('peer', DataScope.all, [seesDevices, 'device/group/list'])
    expect(await refusal({ userId: lin.id }, peer.client)).toBe('started')
    expect(await refusal({ roleId: lin.roleId }, peer.client)).toBe('started')
    const boss = await addUser(site, { userName: 'boss' })
    await giveRole(site, boss.id, await findRoleId(site, 'admin'))
    expect(await refusal({ userId: boss.id }, peer.client)).toMatch(/^“boss” can see more than you can/)
    expect(await refusal({ roleId: await findRoleId(site, 'admin') }, peer.client)).toMatch(
      /more permissions than you have/,
    )
    expect(await refusal({ userId: boss.id })).toBe('started')
  })

  test('of users who see rows that the viewer does not: by a wider scope, or because they own them', async () => {
    const wide = await addHolder(
      site,
      { userName: 'wide' },
      { permissions: [seesDevices], dataScope: DataScope.all },
    )
    const lin = await addWorker()
    const narrow = await addViewer('narrow', DataScope.all)
    const roleId = await addRole(site, {
      ...{ roleKey: 'narrow', permissions: [seesDevices, 'device/group/list'], dataScope: DataScope.self },
    })
    await giveRole(site, narrow.id, roleId)
    expect(await refusal({ userId: wide.id }, narrow.client)).toMatch(/^“wide” can see more than you can/)
    expect(await refusal({ roleId: wide.roleId }, narrow.client)).toMatch(/more permissions than you have/)
    expect(await refusal({ userId: lin.id }, narrow.client)).toMatch(/^“lin” can see more than you can/)
    await site.deps.db.update(userRows).set({ parentId: narrow.id }).where(eq(userRows.id, lin.id))
    expect(await refusal({ userId: lin.id }, narrow.client)).toBe('started')
  })

  test('of front-office users only for rows that they do not see either', async () => {
    const front = await addHolder(
      site,
      { userName: 'front', userType: UserType.front },
      { permissions: [seesDevices], dataScope: DataScope.department },
    )
    const clerk = await addViewer('clerk', DataScope.all, [seesDevices])
    await addDevice('A1', admin)
    const view = await enter({ userId: front.id }, clerk.client)
    expect(await deviceNos(view)).toEqual([])
  })

  test('of accounts that cannot sign in, and of disabled roles', async () => {
    const lin = await addWorker()
    const set = (fields: Partial<typeof userRows.$inferInsert>) =>
      site.deps.db.update(userRows).set(fields).where(eq(userRows.id, lin.id))
    await set({ status: 1 })
    expect(await refusal({ userId: lin.id })).toMatch(/^“lin” cannot sign in because .* is disabled/)
    await set({ status: 0, tenantExpireTime: new Date(siteMs() - 1000) })
    expect(await refusal({ userId: lin.id })).toMatch(/^“lin” cannot sign in because .* has expired/)
    await site.admin.call(roles.setStatus, { body: { roleId: lin.roleId, status: 1 } })
    expect(await refusal({ roleId: lin.roleId })).toMatch(/disabled/)
  })

  test('inside a view', async () => {
    const lin = await addWorker()
    const boss = await addUser(site, { userName: 'boss' })
    await giveRole(site, boss.id, await findRoleId(site, 'admin'))
    const view = await enter({ userId: boss.id })
    expect(await refusal({ userId: lin.id }, view)).toMatch(/^This view is read-only/)
  })
})

describe('in a view', () => {
  const askedOf = (whose: Awaited<ReturnType<typeof twoTenants>>['mine'], name: string) => {
    const scope = endpointScopes[name]
    if (!scope || typeof scope === 'string') return {}
    if ('shows' in scope) return scope.shows
    return 'touches' in scope ? scope.touches(whose) : scope.reaches(whose)
  }
  const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

  test('every call that does more than read is refused, and the others change nothing', async () => {
    const { mine } = await twoTenants(site)
    const boss = await addUser(site, { userName: 'boss' })
    await giveRole(site, boss.id, await findRoleId(site, 'admin'))
    const view = await enter({ userId: boss.id })
    const guarded = site.app.endpoints.filter((endpoint) => endpoint.permission !== 'public')
    await pauseJobs(site)
    await site.flush()
    const before = await printTables(site)
    const isAnswered: string[] = []
    for (const endpoint of guarded) {
      if (endpoint === viewAs.leave) continue
      const { code, msg } = await view.ask(endpoint, askedOf(mine, nameOf(endpoint)))
      if (onlyReads(endpoint)) {
        expect(String(msg), nameOf(endpoint)).not.toMatch(/^This view is read-only/)
        expect([500, -401], nameOf(endpoint)).not.toContain(code)
        if (code === 0) isAnswered.push(nameOf(endpoint))
      } else expect(msg, nameOf(endpoint)).toMatch(/^This view is read-only/)
    }
    await site.flush()
    expect(changedTables(before, await printTables(site))).toEqual([])
    expect(isAnswered.length).toBeGreaterThan(100)
  })

  test('of a role no read fails because nobody has its account', async () => {
    const { mine } = await twoTenants(site)
    const held = await site.deps.db.selectDistinct({ permission: menus.permission }).from(menus)
    const permissions = held.map((row) => row.permission).filter(Boolean)
    const roleId = await addRole(site, { roleKey: 'all', permissions, dataScope: DataScope.all })
    const view = await enter({ roleId })
    for (const endpoint of site.app.endpoints) {
      if (endpoint.permission === 'public' || !onlyReads(endpoint)) continue
      const { code } = await view.ask(endpoint, askedOf(mine, nameOf(endpoint)))
      expect([500, -401], nameOf(endpoint)).not.toContain(code)
    }
  })

  test('screens and walls are not shown, pushes and logs of phones are', async () => {
    const lin = await addWorker()
    await addDevice('L1', lin.id)
    const view = await enter({ userId: lin.id })
    const open = (path: string) => TestSocket.browser(site.address, path, view.token ?? '')
    const refused = {
      code: CloseCode.readOnlyView,
      reason: 'This view is read-only. Exit the view to make changes.',
    }
    expect(await open(`${deviceSocketPath}?type=client&deviceNo=L1&language=en`).closed).toEqual(refused)
    expect(await open(`${wallSocketPath}?language=en`).closed).toEqual(refused)
    const pushes = open(consoleSocketPath)
    await answers(pushes)
    const log = open(`${logSocketPath}?deviceNo=L1`)
    await answers(log)
    pushes.close()
    log.close()
  })

  test('the operation log names the viewer: of start and end, and of refused writes', async () => {
    const lin = await addWorker()
    const view = await enter({ userId: lin.id })
    await view.ask(devices.remove, { query: { ids: 1 } })
    await view.call(viewAs.leave)
    const entries = async () => {
      await site.flush()
      const { list } = await site.admin.call(operationLogs.list)
      return list.map(({ operName, operUrl, status }) => `${operName} ${operUrl} ${status}`).sort()
    }
    await expect
      .poll(entries)
      .toEqual([
        'admin /device/deviceList/delete 1',
        'admin /system/auth/viewAs 0',
        'admin /system/auth/viewAs/leave 0',
      ])
    const { list } = await site.admin.call(operationLogs.list)
    const started = list.find(({ operUrl }) => operUrl === viewAs.start.path)
    const { info } = await site.admin.call(operationLogs.detail, {
      query: { id: started?.id ?? 0 },
    })
    expect(JSON.parse(info.operParam)).toMatchObject({ names: ['lin'], userId: lin.id })
  })
})

describe('a view ends', () => {
  test('when its viewer leaves it, and their own session goes on', async () => {
    const lin = await addWorker()
    const view = await enter({ userId: lin.id })
    await view.call(viewAs.leave)
    expect(await view.ask(session.info)).toMatchObject({ code: -401 })
    expect(await site.admin.call(session.info)).toMatchObject({ user: { userName: 'admin' }, view: null })
    expect(await site.admin.ask(viewAs.leave)).toEqual({
      code: -1,
      msg: 'Viewing as another user has already ended. Refresh the page.',
    })
  })

  test('after half an hour, however often it is used', async () => {
    const lin = await addWorker()
    const view = await enter({ userId: lin.id })
    const [row] = await viewRows()
    const minutes = ((row?.expiresAt.getTime() ?? 0) - siteMs()) / 60_000
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThanOrEqual(30)
    await view.call(session.info)
    readAgain()
    await view.call(session.info)
    expect((await viewRows())[0]?.expiresAt).toEqual(row?.expiresAt)
    await site.deps.db
      .update(sessions)
      .set({ expiresAt: new Date(siteMs() - 1) })
      .where(isNotNull(sessions.viewerSessionId))
    readAgain()
    expect(await view.ask(session.info)).toMatchObject({ code: -401 })
  })

  test('no later than the session in which it was started would', async () => {
    const lin = await addWorker()
    const days = site.deps.parameters.get('sys.session.days')
    const soon = new Date(siteMs() + 600_000)
    const createdAt = new Date(soon.getTime() - days * 86_400_000)
    await site.deps.db.update(sessions).set({ createdAt }).where(eq(sessions.userId, admin))
    await enter({ userId: lin.id })
    expect((await viewRows())[0]?.expiresAt).toEqual(soon)
  })

  test('with the session in which it was started, and its sockets close', async () => {
    const lin = await addWorker()
    const own = await site.signIn('admin', adminPassword)
    const view = await enter({ userId: lin.id }, own)
    const pushes = TestSocket.browser(site.address, consoleSocketPath, view.token ?? '')
    await answers(pushes)
    await own.call(session.logout)
    await pushes.next('sessionEnded')
    expect(await pushes.closed).toMatchObject({ code: CloseCode.unauthorized })
    expect(await view.ask(session.info)).toMatchObject({ code: -401 })
    expect(await viewRows()).toEqual([])
    expect(await lin.client.ask(session.info)).toMatchObject({ code: 0 })
  })

  test('when the viewed account is disabled or deleted', async () => {
    const lin = await addWorker()
    const wei = await addUser(site, { userName: 'wei' })
    const views = [await enter({ userId: lin.id }), await enter({ userId: wei.id })]
    await site.admin.call(users.setStatus, { body: { userId: lin.id, status: 1 } })
    await site.admin.call(users.remove, { query: { ids: [wei.id] } as never })
    for (const view of views) expect(await view.ask(session.info)).toMatchObject({ code: -401 })
    expect(await viewRows()).toEqual([])
    expect(await site.admin.ask(session.info)).toMatchObject({ code: 0 })
  })

  test('when the viewer is disabled, loses the right, or sees less than before', async () => {
    const lin = await addWorker()
    const see = [seesDevices, 'device/group/list']
    const add = async (userName: string) => {
      const viewer = await addViewer(userName, DataScope.all, see)
      return { ...viewer, view: await enter({ userId: lin.id }, viewer.client) }
    }
    const [off, without, less] = [await add('off'), await add('without'), await add('less')]
    for (const { view } of [off, without, less])
      expect(await view.ask(session.info)).toMatchObject({ code: 0 })
    await site.admin.call(users.setStatus, { body: { userId: off.id, status: 1 } })
    const remove = (roleId: RoleId, taken: string) =>
      site.deps.db.execute(sql`delete from role_menus where role_id = ${roleId} and menu_id in
        (select id from menus where permission = ${taken})`)
    await remove(without.roleId, permission)
    await remove(less.roleId, seesDevices)
    await site.deps.changes.rights([without.id, less.id])
    for (const { view } of [off, without, less])
      expect(await view.ask(session.info)).toMatchObject({ code: -401 })
    expect(await less.client.ask(session.info)).toMatchObject({ code: 0 })
  })

  test('when the viewed user gets rights that the viewer lacks', async () => {
    const lin = await addWorker()
    const clerk = await addViewer('clerk', DataScope.all, [seesDevices, 'device/group/list'])
    const view = await enter({ userId: lin.id }, clerk.client)
    expect(await view.ask(session.info)).toMatchObject({ code: 0 })
    const roleId = await addRole(site, {
      ...{ roleKey: 'more', permissions: [departments.list.permission], dataScope: DataScope.self },
    })
    await site.admin.call(roleUsers.assign, { body: { roleId, userIds: [lin.id] } as never })
    expect(await view.ask(session.info)).toMatchObject({ code: -401 })
  })

  test('when an administrator forces it out', async () => {
    const lin = await addWorker()
    const boss = await addUser(site, { userName: 'boss' })
    await giveRole(site, boss.id, await findRoleId(site, 'admin'))
    const view = await enter({ userId: lin.id }, boss.client)
    const [row] = await viewRows()
    await site.admin.call(onlineUsers.forceLogout, { body: { ids: [row?.id ?? 0] } })
    expect(await view.ask(session.info)).toMatchObject({ code: -401 })
    expect(await boss.client.ask(session.info)).toMatchObject({ code: 0 })
  })
})
