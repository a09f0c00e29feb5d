import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { departments } from '@fleetdeck/contract/departments'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { DepartmentId, UserId } from '@fleetdeck/contract/ids'
import { session } from '@fleetdeck/contract/session'
import { site as siteCalls } from '@fleetdeck/contract/site'
import { userCloud } from '@fleetdeck/contract/user-cloud'
import { users } from '@fleetdeck/contract/users'
import { addDepartment, addHolder, addRole, findRoleId, giveRole } from '@fleetdeck/testing/site/organisation'
import { addUser, adminPassword, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sealedKey } from '../../platform/core/seal.ts'
import { users as userTable } from '../../platform/db/schema/users.ts'
import { downloadedRows } from '../../testing/downloads.ts'

let site: TestSite
let viewer: number
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  viewer = await findRoleId(site, 'viewer')
})
afterAll(() => site.stop())

const draft = (change: object = {}) => ({
  userName: 'wang',
  nickName: 'Wang',
  deptId: 1,
  postIds: [1],
  roleIds: [viewer],
  ...change,
})
const add = (change: object = {}) => site.admin.ask(users.add, { body: draft(change) })
const edit = (id: number, change: object = {}) => {
  const { userName: _fixed, ...body } = draft(change)
  return site.admin.ask(users.edit, { body: { ...body, id } })
}

test('the built-in account reads its own enrolment key, and no other administrator reads it', async () => {
  const own = { query: { id: 1 } }
  expect((await site.admin.call(users.key, own)).conSecret).toMatch(/^[A-Za-z0-9]{24}$/)
  const lin = await addUser(site, { userName: 'lin' })
  await giveRole(site, lin.id, await findRoleId(site, 'admin'))
  expect((await lin.client.ask(users.key, own)).msg).toMatch(/^“admin” is the super admin/)
  expect((await lin.client.call(users.key, { query: { id: lin.id } })).conSecret).toBeTruthy()
})

describe('a new user', () => {
  test('gets a random password, shown once, and must change it at the first sign-in', async () => {
    const { data } = await add()
    const { password, id } = data as { password: string; id: number }
    expect(password).toMatch(/^[A-Za-z0-9]{12}$/)
    const wang = await site.signIn('wang', password)
    expect((await wang.call(session.info)).user).toMatchObject({ id, mustChangePassword: true })
    const shown = JSON.stringify(await site.admin.call(users.one, { query: { id } }))
    expect(shown).not.toContain(password)
    expect(shown).not.toContain('scrypt')
  })

  test('keeps a given password, which is then not returned', async () => {
    expect((await add({ password: 'Chosen-Pw-1' })).data).toMatchObject({ password: null })
    expect((await site.signIn('wang', 'Chosen-Pw-1')).token).toBeTruthy()
  })

  test('has an enrolment key of random letters and digits unless one is given', async () => {
    await add()
    await add({ userName: 'chen', conSecret: 'OwnSecret1234567' })
    const readKey = async (id: number) => (await site.admin.call(users.key, { query: { id } })).conSecret
    expect(await readKey(2)).toMatch(/^[A-Za-z0-9]{24}$/)
    expect(await readKey(3)).toBe('OwnSecret1234567')
    expect((await add({ userName: 'zhao', conSecret: 'OwnSecret1234567' })).msg).toBe(
      'This enrolment key is already in use. Enter another one.',
    )
    for (const conSecret of ['with space', 'only15character', 'x'.repeat(65)])
      expect((await add({ userName: 'zhao', conSecret })).msg).toBe(
        'Enrolment key must be 16 to 64 letters and digits',
      )
  })

  test('has no limit of calls per second when it is empty, null, 0 or omitted', async () => {
    for (const [n, given] of [{ rateLimit: '' }, { rateLimit: null }, { rateLimit: 0 }, {}].entries()) {
      const { data } = await add({ userName: `user${n}`, ...given })
      const { userInfo } = await site.admin.call(users.one, { query: { id: (data as { id: UserId }).id } })
      expect(userInfo.rateLimit).toBe(0)
    }
    for (const rateLimit of [-1, 1.5, 100_001, '5 a second'])
      expect((await add({ userName: 'zhao', rateLimit })).msg).toBe('“Calls per second” is not valid')
  })

  test('keeps a short enrolment key from before, and gets no other short one', async () => {
    const { data } = await add()
    const { id } = data as { id: number }
    await site.deps.db
      .update(userTable)
      .set(sealedKey(site.deps.seal, 'short1'))
      .where(eq(userTable.id, UserId.parse(id)))
    expect((await edit(id, { conSecret: 'short1' })).code).toBe(0)
    expect((await edit(id, { conSecret: 'short2' })).msg).toBe(
      'Enrolment key must be 16 to 64 letters and digits',
    )
  })

  test('never has a common password or its own name as password', async () => {
    const { data } = await add()
    const { id } = data as { id: number }
    const reset = async (password: string) =>
      (await site.admin.ask(users.resetPassword, { body: { userId: id, password } })).msg
    for (const common of ['111111', 'QWERTY123', 'Password1', 'a123456'])
      for (const answer of [(await add({ userName: 'chen', password: common })).msg, await reset(common)])
        expect(answer, common).toBe('This password is too common and easy to guess. Choose another one.')
    for (const answer of [
      (await add({ userName: 'chen.li', password: 'Chen.Li' })).msg,
      (await add({ userName: 'long-enough', password: 'LONG-enough' })).msg,
    ])
      expect(answer).toBe('Password cannot be the same as the user name')
  })

  test('has a password as long as the site’s parameters say, also when it is made', async () => {
    await site.deps.parameters.set('sys.account.passwordMin', '14')
    await site.deps.parameters.set('sys.account.passwordMax', '12')
    expect((await add({ password: 'Chosen-Pw-123' })).msg).toBe('Password must be 14 to 14 characters')
    await site.deps.parameters.set('sys.account.passwordMax', '64')
    expect((await add({ password: 'x'.repeat(65) })).msg).toBe('Password must be 14 to 64 characters')
    expect((await add({ password: '😀'.repeat(60) })).code).toBe(0)
    const { data } = await add({ userName: 'chen' })
    expect((data as { password: string }).password).toMatch(/^[A-Za-z0-9]{14}$/)
    const { passwordLimits } = await site.nobody.call(siteCalls.systemParam)
    expect(passwordLimits).toEqual({ min: 14, max: 64 })
  })

  test('requires account, nickname, post and role, and a password of 6 to 20 characters', async () => {
    for (const [change, msg] of [
      [{ userName: '' }, 'User name cannot be empty'],
      [{ userName: 'x' }, 'User name must be 2 to 20 characters'],
      [{ nickName: ' ' }, 'Nickname cannot be empty'],
      [{ postIds: [] }, 'Select a position'],
      [{ roleIds: [] }, 'Select a role'],
      [{ password: '12345' }, 'Password must be 6 to 20 characters'],
      [{ email: 'nonsense' }, 'Enter a valid email address'],
      [{ phone: 'abc' }, 'Enter a valid phone number'],
      [{ builtIn: true }, 'Unknown field “builtIn”. Remove it and try again.'],
    ] as const)
      expect((await add(change)).msg).toBe(msg)
  })

  test('has a unique account, phone and email, ignoring case; removed users free theirs', async () => {
    await add({ phone: '13800000000', email: 'Wang@example.org' })
    const next = (change: object) => add({ userName: 'chen', ...change })
    expect((await next({ userName: 'WANG' })).msg).toBe('This user name is already taken. Enter another one.')
    expect((await next({ phone: '13800000000' })).msg).toBe(
      'This phone number is used by another user. Enter another one.',
    )
    expect((await next({ email: 'wang@EXAMPLE.org' })).msg).toBe(
      'This email address is used by another user. Enter another one.',
    )
    await site.admin.call(users.remove, { query: { ids: [2] } })
    expect(await next({ userName: 'wang', phone: '13800000000', email: 'wang@example.org' })).toMatchObject({
      code: 0,
    })
  })

  test('cannot have a disabled or unknown department, nor unknown posts and roles', async () => {
    const closed = await addDepartment(site, 'Closed', DepartmentId.parse(1))
    const body = { id: closed, parentId: 1, deptName: 'Closed', orderNum: 0, status: 1 }
    await site.admin.call(departments.edit, { body })
    expect((await add({ deptId: closed })).msg).toBe(
      'Department “Closed” is disabled. Enable it or select another department.',
    )
    for (const change of [{ deptId: 99 }, { postIds: [99] }, { roleIds: [99] }, { parentId: 99 }])
      expect((await add(change)).code).toBe(404)
  })

  test('keeps HTML as text', async () => {
    const html = '<img src=x onerror=alert(1)>'
    await add({ nickName: html, remark: html })
    expect((await site.admin.call(users.list, { query: { userName: 'wang' } })).list[0]).toMatchObject({
      nickName: html,
      remark: html,
    })
  })
})

describe('the list', () => {
  test('shows department, roles and posts, but not hash and key', async () => {
    await add()
    const page = await site.admin.call(users.list, { query: { userName: 'WAN' } })
    expect(page).toMatchObject({
      total: 1,
      list: [
        {
          userName: 'wang',
          deptName: '总部',
          roleNames: ['观察员'],
          postNames: ['主管'],
          parentName: 'admin',
        },
      ],
    })
    expect(JSON.stringify(page)).not.toMatch(/scrypt|passwordHash|conSecret/)
  })

  test('is filtered by a department with all below it, by status, kind, role, phone and day', async () => {
    const lab = await addDepartment(site, 'Lab', DepartmentId.parse(1))
    const cameras = await addDepartment(site, 'Cameras', lab)
    await add({ deptId: cameras, userType: 1, phone: '13900000000' })
    const total = async (query: object) => (await site.admin.call(users.list, { query })).total
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format(new Date())
    expect(await total({ deptId: lab })).toBe(1)
    expect(await total({ deptId: 1 })).toBe(2)
    expect(await total({ status: '1' })).toBe(0)
    expect(await total({ userType: '1' })).toBe(1)
    expect(await total({ roleId: viewer })).toBe(1)
    expect(await total({ phone: '139' })).toBe(1)
    expect(await total({ beginTime: '2020-01-01', endTime: '2020-01-02' })).toBe(0)
    expect(await total({ beginTime: '2020-01-01', endTime: today })).toBe(2)
    expect((await site.admin.ask(users.list, { query: { orderByColumn: 'passwordHash' } })).code).toBe(-1)
  })

  test('is filtered by days of the site’s time zone', async () => {
    await add()
    const createdAt = new Date('2026-03-01T17:00:00Z')
    await site.deps.db.update(userTable).set({ createdAt }).where(eq(userTable.userName, 'wang'))
    const on = async (day: string) =>
      (await site.admin.call(users.list, { query: { beginTime: day, endTime: day } })).total
    expect([await on('2026-03-01'), await on('2026-03-02')]).toEqual([0, 1])
    await site.deps.parameters.set('sys.timeZone', 'UTC')
    expect([await on('2026-03-01'), await on('2026-03-02')]).toEqual([1, 0])
  })

  test('counts the users below on all levels, without deleted ones', async () => {
    const wei = await addUser(site, { userName: 'wei' })
    const lin = await addUser(site, { userName: 'lin', parentId: wei.id })
    const min = await addUser(site, { userName: 'min', parentId: lin.id })
    const below = async () =>
      (await site.admin.call(users.one, { query: { id: wei.id } })).userInfo.usersBelow
    expect(await below()).toBe(2)
    await site.admin.call(users.remove, { query: { ids: [min.id] } })
    expect(await below()).toBe(1)
  })

  test('is exported as filtered, with formulas neutralized', async () => {
    await add({ nickName: '=HYPERLINK("x")' })
    const { fileName } = await site.admin.call(users.export, { query: { userName: 'hyper' } })
    const [titles, ...rows] = await downloadedRows(site, site.admin, fileName)
    expect(titles).toContain('Nickname')
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('\t=HYPERLINK("x")')
  })
})

describe('the expiry of a user', () => {
  const expiryOf = async (userName: string) =>
    (await site.admin.call(users.list, { query: { userName } })).list[0]?.tenantExpireTime
  const exported = async () => {
    const { fileName } = await site.admin.call(users.export, { query: { userName: 'wang' } })
    const [titles = [], row = []] = await downloadedRows(site, site.admin, fileName)
    return row[titles.indexOf('Account expiry')]
  }

  test('is sent in the format of the spec, in the site’s time zone, or as ISO 8601 with a zone', async () => {
    await add({ tenantExpireTime: '2027-12-31 23:59:59' })
    expect(await expiryOf('wang')).toBe('2027-12-31T15:59:59.000Z')
    await edit(2, { tenantExpireTime: '2028-01-01T00:00:00+02:00' })
    expect(await expiryOf('wang')).toBe('2027-12-31T22:00:00.000Z')
    await site.deps.parameters.set('sys.timeZone', 'America/New_York')
    await edit(2, { tenantExpireTime: '2027-12-31 23:59:59' })
    expect(await expiryOf('wang')).toBe('2028-01-01T04:59:59.000Z')
  })

  test('is exported in the same format and time zone', async () => {
    await add({ tenantExpireTime: '2027-12-31 23:59:59' })
    expect(await exported()).toBe('2027-12-31 23:59:59')
    await site.deps.parameters.set('sys.timeZone', 'UTC')
    expect(await exported()).toBe('2027-12-31 15:59:59')
  })

  test('in another format is refused, with the field and the format, in the caller’s language', async () => {
    for (const tenantExpireTime of ['2027-12-31', '2027-02-30 00:00:00', '31/12/2027 23:59:59', '', 5])
      expect((await add({ tenantExpireTime })).msg).toBe(
        '“Account expiry” is not a valid time. Enter it like 2027-12-31 23:59:59.',
      )
    const zhcn = site.as(site.admin.token, 'zhcn')
    expect((await zhcn.ask(users.add, { body: draft({ tenantExpireTime: 'soon' }) })).msg).toBe(
      '“账号到期时间”的时间格式有误，请按“2027-12-31 23:59:59”输入',
    )
  })
})

describe('changing a user', () => {
  test('replaces roles and posts, and the user’s permissions change with the next call', async () => {
    const wei = await addUser(site, { userName: 'wei' })
    expect(await wei.client.call(session.info)).toMatchObject({ permissions: [] })
    expect(await edit(wei.id, { postIds: [1, 2] })).toMatchObject({ code: 0 })
    const { permissions } = await wei.client.call(session.info)
    expect(permissions).toContain('device/deviceList/list')
    expect(await site.admin.call(users.one, { query: { id: wei.id } })).toMatchObject({
      checkedRoleIds: [viewer],
      checkedPosts: [1, 2],
    })
  })

  test('accepts userId for the id too', async () => {
    const wei = await addUser(site, { userName: 'wei' })
    const { userName: _fixed, ...body } = draft({ nickName: 'New', userId: wei.id })
    expect(await site.admin.ask(users.edit, { body })).toMatchObject({ code: 0 })
  })

  test('a user cannot become their own ancestor', async () => {
    const wei = await addUser(site, { userName: 'wei' })
    const lin = await addUser(site, { userName: 'lin', parentId: wei.id })
    for (const parentId of [wei.id, lin.id])
      expect((await edit(wei.id, { parentId })).msg).toMatch(/^The parent user cannot be/)
    expect(await edit(lin.id, { parentId: 1 })).toMatchObject({ code: 0 })
  })

  test('a new password revokes the user’s access tokens', async () => {
    const { client, id } = await addHolder(
      site,
      { userName: 'wei' },
      { permissions: ['device/deviceList/list'], dataScope: DataScope.all },
    )
    const draft = { tokenName: 'Report', permissions: ['device/deviceList/list'], days: 30 }
    const { token } = await client.call(ownAccessTokens.add, { body: draft })
    await site.admin.call(users.resetPassword, { body: { userId: id, password: 'Given-Pw-2' } })
    expect((await site.as(token).ask(devices.list)).msg).toBe(
      'The access token was revoked. Add a new token under My account.',
    )
  })

  test('disabling ends the user’s sessions, and so does a new password', async () => {
    const wei = await addUser(site, { userName: 'wei' })
    await site.admin.call(users.setStatus, { body: { userId: wei.id, status: 1 } })
    expect((await wei.client.ask(session.info)).code).toBe(-401)
    await site.admin.call(users.setStatus, { body: { userId: wei.id, status: 0 } })
    const again = await site.signIn('wei', adminPassword)
    const { password } = await site.admin.call(users.resetPassword, { body: { userId: wei.id } })
    expect((await again.ask(session.info)).code).toBe(-401)
    expect((await site.signIn('wei', password ?? '')).token).toBeTruthy()
    expect(
      await site.admin.call(users.resetPassword, { body: { userId: wei.id, password: 'Given-Pw-2' } }),
    ).toEqual({ password: null })
  })

  test('roles can be assigned separately', async () => {
    const wei = await addUser(site, { userName: 'wei' })
    await site.admin.call(users.assignRoles, { body: { userId: wei.id, roleIds: [viewer] } })
    expect((await wei.client.call(session.info)).roles).toEqual(['viewer'])
  })
})

describe('a tenant who has expired', () => {
  test('is asked to renew instead of being signed in, and open sessions end', async () => {
    const wei = await addUser(site, { userName: 'wei' })
    const tenantExpireTime = new Date(Date.now() - 1000).toISOString()
    expect(await edit(wei.id, { tenantExpireTime })).toMatchObject({ code: 0 })
    expect((await wei.client.ask(session.info)).code).toBe(-401)
    const body = { username: 'wei', password: adminPassword }
    expect((await site.nobody.ask(session.login, { body })).msg).toMatch(/^The account has expired/)
    await edit(wei.id, { tenantExpireTime: null })
    expect((await site.signIn('wei', adminPassword)).token).toBeTruthy()
  })
})

describe('cloud settings', () => {
  test('store the set values, on top of the site’s defaults, and only values that devices know', async () => {
    const wei = await addUser(site, { userName: 'wei' })
    const body = { userId: wei.id, projection: { screen_mode: '1' }, control: { heartbeat_seconds: '30' } }
    await site.admin.call(userCloud.edit, { body })
    expect(await site.admin.call(userCloud.one, { query: { userId: wei.id } })).toMatchObject({
      projection: { screen_mode: '1' },
      control: { heartbeat_seconds: '30' },
      defaults: { projection: { screen_mode: '2' }, control: { heartbeat_seconds: '10' } },
    })
    for (const wrong of [
      { projection: { screen_mode: '9' } },
      { control: { heartbeat_seconds: '0' } },
      { x: {} },
    ])
      expect((await site.admin.ask(userCloud.edit, { body: { ...body, ...wrong } })).code).toBe(-1)
  })
})

describe('permissions', () => {
  const permissions = [
    ...new Set(
      Object.values({ ...users, cloud: userCloud.one, set: userCloud.edit }).map((e) => e.permission),
    ),
  ].filter((permission) => permission !== 'signed-in')
  const held = [...permissions, 'device/deviceList/list']

  /** A manager of the lab, a user in it, and a user outside. */
  async function scene(dataScope: DataScope = DataScope.departmentAndBelow) {
    const lab = await addDepartment(site, 'Lab', DepartmentId.parse(1))
    const manager = await addHolder(
      site,
      { userName: 'manager', deptId: lab },
      { permissions: held, dataScope },
    )
    const inside = await addUser(site, { userName: 'inside', deptId: lab })
    const outside = await addUser(site, { userName: 'outside', deptId: DepartmentId.parse(1) })
    const mild = await addRole(site, {
      roleKey: 'mild',
      permissions: ['device/deviceList/list'],
      dataScope: DataScope.self,
      ownerId: manager.id,
    })
    return { lab, manager, inside, outside, mild }
  }

  test('users out of scope do not exist for the caller, in every call', async () => {
    const { manager, outside, mild } = await scene()
    const { client } = manager
    expect((await client.call(users.list)).list.map((user) => user.userName).sort()).toEqual([
      'inside',
      'manager',
    ])
    const { userName: _fixed, ...body } = draft({ id: outside.id, deptId: null, roleIds: [mild] })
    const calls = [
      client.ask(users.one, { query: { id: outside.id } }),
      client.ask(users.edit, { body }),
      client.ask(users.remove, { query: { ids: [outside.id] } }),
      client.ask(users.resetPassword, { body: { userId: outside.id } }),
      client.ask(users.setStatus, { body: { userId: outside.id, status: 1 } }),
      client.ask(users.assignRoles, { body: { userId: outside.id, roleIds: [mild] } }),
      client.ask(userCloud.one, { query: { userId: outside.id } }),
      client.ask(userCloud.edit, { body: { userId: outside.id, projection: {}, control: {} } }),
    ]
    for (const answer of await Promise.all(calls)) expect(answer.code).toBe(404)
    expect(await client.call(users.cards, { query: { ids: [outside.id] } })).toEqual([])
  })

  test('one user out of scope stops the whole batch', async () => {
    const { manager, inside, outside } = await scene()
    expect((await manager.client.ask(users.remove, { query: { ids: [inside.id, outside.id] } })).code).toBe(
      404,
    )
    expect((await site.admin.call(users.list)).total).toBe(4)
  })

  test('within scope a manager adds, changes, disables and removes users', async () => {
    const { manager, inside, mild, lab } = await scene()
    const { client } = manager
    const body = draft({ deptId: lab, roleIds: [mild] })
    const { id } = await client.call(users.add, { body })
    expect((await client.call(users.one, { query: { id } })).userInfo.parentId).toBe(manager.id)
    await client.call(users.setStatus, { body: { userId: inside.id, status: 1 } })
    await client.call(users.resetPassword, { body: { userId: inside.id } })
    await client.call(users.remove, { query: { ids: [inside.id, id] } })
    expect((await client.call(users.list)).total).toBe(1)
  })

  test('a caller cannot assign a role with more than the caller’s own rights', async () => {
    const { manager, inside, lab } = await scene()
    const more = { permissions: ['system/auth/deptAdd'], dataScope: DataScope.self, ownerId: manager.id }
    const wider = { permissions: ['device/deviceList/list'], dataScope: DataScope.all, ownerId: manager.id }
    const farther = { ...wider, dataScope: DataScope.custom, deptIds: [DepartmentId.parse(1)] }
    for (const [index, role] of [more, wider, farther].entries()) {
      const roleId = await addRole(site, { ...role, roleKey: `r${index}` })
      const body = { userId: inside.id, roleIds: [roleId] }
      expect((await manager.client.ask(users.assignRoles, { body })).msg).toMatch(
        /permissions that you don’t have/,
      )
      const added = await manager.client.ask(users.add, { body: draft({ deptId: lab, roleIds: [roleId] }) })
      expect(added.msg).toMatch(/permissions that you don’t have/)
    }
    const admin = await findRoleId(site, 'admin')
    const body = { userId: inside.id, roleIds: [admin] }
    expect((await manager.client.ask(users.assignRoles, { body })).msg).toMatch(
      /permissions that you don’t have/,
    )
  })

  test('users cannot be moved into departments out of scope', async () => {
    const { manager, mild } = await scene()
    expect((await manager.client.ask(users.add, { body: draft({ deptId: 1, roleIds: [mild] }) })).msg).toBe(
      'This department is outside your data scope',
    )
  })

  test('a caller cannot change a user with more rights', async () => {
    const { manager, inside } = await scene()
    const strong = await addRole(site, {
      roleKey: 'strong',
      permissions: ['system/auth/deptAdd'],
      dataScope: DataScope.self,
    })
    await site.admin.call(users.assignRoles, { body: { userId: inside.id, roleIds: [strong] } })
    for (const call of [
      manager.client.ask(users.resetPassword, { body: { userId: inside.id } }),
      manager.client.ask(users.remove, { query: { ids: [inside.id] } }),
      manager.client.ask(users.one, { query: { id: inside.id } }),
    ])
      expect((await call).msg).toMatch(/^You cannot change “inside” because/)
  })

  test('the built-in account cannot be changed, disabled, reset or removed by any user', async () => {
    const other = await addUser(site, { userName: 'second' })
    await site.admin.call(users.assignRoles, {
      body: { userId: other.id, roleIds: [await findRoleId(site, 'admin')] },
    })
    const { userName: _fixed, ...body } = draft({ id: 1 })
    for (const answer of [
      await other.client.ask(users.edit, { body }),
      await other.client.ask(users.remove, { query: { ids: [1] } }),
      await other.client.ask(users.setStatus, { body: { userId: 1, status: 1 } }),
      await other.client.ask(users.resetPassword, { body: { userId: 1 } }),
      await other.client.ask(users.assignRoles, { body: { userId: 1, roleIds: [viewer] } }),
    ])
      expect(answer.msg).toBe('“admin” is the super admin and cannot be changed')
  })

  test('a caller cannot disable, remove, reset or promote their own account', async () => {
    const { manager, mild, lab } = await scene()
    const { client, id } = manager
    for (const answer of [
      await client.ask(users.setStatus, { body: { userId: id, status: 1 } }),
      await client.ask(users.remove, { query: { ids: [id] } }),
      await client.ask(users.resetPassword, { body: { userId: id } }),
      await client.ask(users.assignRoles, { body: { userId: id, roleIds: [mild] } }),
    ])
      expect(answer.msg).toBe('You cannot do this to your own account. Ask another administrator.')
    const own = { id, nickName: 'Me', deptId: lab, postIds: [2], roleIds: [manager.roleId], parentId: null }
    for (const change of [{ roleIds: [mild] }, { deptId: null }, { deviceNumber: 5 }, { status: 1 }])
      expect((await client.ask(users.edit, { body: { ...own, ...change } })).msg).toMatch(
        /^You cannot change your own/,
      )
    expect(await client.ask(users.edit, { body: own })).toMatchObject({ code: 0 })
  })

  test('a front user creates front users below themselves, within their own limits', async () => {
    const front = await addHolder(
      site,
      { userName: 'tenant', userType: 1, deviceNumber: 10, rateLimit: 5 },
      { permissions: held, dataScope: DataScope.all },
    )
    const mild = await addRole(site, { roleKey: 'm', permissions: [], dataScope: 5, ownerId: front.id })
    const body = draft({ deptId: null, roleIds: [mild], deviceNumber: 5, rateLimit: 5, userType: 1 })
    const tryAdd = (change: object) => front.client.ask(users.add, { body: { ...body, ...change } })
    expect((await tryAdd({ userType: 0 })).msg).toBe('Front-office users can only add front-office users')
    expect((await tryAdd({ deviceNumber: 11 })).msg).toMatch(/^Device quota can be up to 10 devices/)
    expect((await tryAdd({ rateLimit: 6 })).msg).toMatch(/^The parent user is limited to 5 calls/)
    expect(await tryAdd({})).toMatchObject({ code: 0 })
    expect((await front.client.call(users.list)).list.map((user) => user.userName)).toEqual([
      'wang',
      'tenant',
    ])
    expect((await tryAdd({ userName: 'x2', parentId: 1 })).code).toBe(404)
  })

  test('every call without its permission is refused, and without a session too', async () => {
    const { client } = await addUser(site, { userName: 'wei' })
    for (const endpoint of Object.values({ ...users, cloud: userCloud.one, set: userCloud.edit })) {
      expect((await site.nobody.ask(endpoint)).code, endpoint.path).toBe(-401)
      if (endpoint.permission !== 'signed-in')
        expect((await client.ask(endpoint)).code, endpoint.path).toBe(403)
    }
  })

  test('the operation log records additions and resets without the passwords', async () => {
    const { data } = await add({ conSecret: 'OwnSecret1234567' })
    await site.flush()
    const { operationLogs } = await import('../../platform/db/schema/operation-logs.ts')
    const rows = JSON.stringify(await site.deps.db.select().from(operationLogs))
    expect(rows).toContain(users.add.path)
    expect(rows).not.toContain((data as { password: string }).password)
    expect(rows).not.toContain('OwnSecret1234567')
  })
})

test('invalid ids are refused without a database error', async () => {
  for (const id of ['0', '-1', '1e9', '1;drop', ''])
    expect((await site.admin.ask(users.one, { query: { id } })).code).not.toBe(500)
  const rows = await site.deps.db
    .select()
    .from(userTable)
    .where(eq(userTable.id, UserId.parse(1)))
  expect(rows).toHaveLength(1)
})
