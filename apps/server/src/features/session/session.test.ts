import { once } from 'node:events'
import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope, MenuType } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import { session } from '@fleetdeck/contract/session'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import {
  addUser,
  adminPassword,
  solvedCaptcha,
  startTestSite,
  type TestClient,
  type TestSite,
} from '@fleetdeck/testing/site/test-site'
import { desc, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteMs } from '../../platform/core/site-clock.ts'
import { loginFailures, loginLogs } from '../../platform/db/schema/login-logs.ts'
import { menus, roleMenus } from '../../platform/db/schema/menus.ts'
import { sessions } from '../../platform/db/schema/sessions.ts'
import { users } from '../../platform/db/schema/users.ts'
import { runJob } from '../../testing/run-job.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ captchaOff: false })
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const login = async (username: string, password: string, language = 'en') =>
  site
    .as(undefined, language)
    .ask(session.login, { body: { username, password, ...(await solvedCaptcha(site, site.nobody)) } })

async function loginFrom(remoteAddress: string, username: string, password: string) {
  const payload = { username, password, ...(await solvedCaptcha(site, site.nobody)) }
  const headers = { languageselect: 'en' }
  const { method, path: url } = session.login
  return (await site.app.inject({ method, url, remoteAddress, headers, payload })).json()
}

describe('signing in', () => {
  test('the captcha is a PNG and can be used once, whatever the answer', async () => {
    const captcha = await site.nobody.call(session.captcha)
    expect(captcha.base64stringC).toMatch(/^data:image\/png;base64,iVBOR/)
    const solved = await solvedCaptcha(site, site.nobody)
    const body = { username: 'admin', password: adminPassword, ...solved }
    expect(await site.nobody.ask(session.login, { body })).toMatchObject({ code: 0 })
    expect(await site.nobody.ask(session.login, { body })).toEqual({
      code: -1,
      msg: 'Verification code incorrect or expired. Enter the new one.',
    })
  })

  test('both spellings of the captcha fields are accepted', async () => {
    const { verifyKey: uuid, verifyCode: code } = await solvedCaptcha(site, site.nobody)
    const body = { username: 'ADMIN', password: adminPassword, uuid, code: code.toUpperCase() }
    expect(await site.nobody.ask(session.login, { body })).toMatchObject({ code: 0 })
  })

  test('an unknown account and a wrong password get the same answer, in the caller’s language', async () => {
    expect(await login('admin', 'wrong-password', 'zhcn')).toEqual({
      code: -1,
      msg: '账号或密码错误，请重新输入',
    })
    expect(await login('nobody', 'wrong-password', 'zhcn')).toEqual({
      code: -1,
      msg: '账号或密码错误，请重新输入',
    })
    expect(await login('nobody', 'wrong-password', 'zhtw')).toEqual({
      code: -1,
      msg: '帳號或密碼錯誤，請重新輸入',
    })
  })

  test('after five wrong passwords the account is locked for that address, and the message says for how long', async () => {
    for (let attempt = 0; attempt < 5; attempt++) await login('admin', 'wrong-password')
    expect(await login('admin', adminPassword)).toEqual({
      code: -1,
      msg: 'Too many incorrect passwords (5). Try again in 10 min.',
    })
  })

  test('wrong passwords sent at the same time are counted before they are checked', async () => {
    const solved = await Promise.all(Array.from({ length: 12 }, () => solvedCaptcha(site, site.nobody)))
    const answers = await Promise.all(
      solved.map((captcha, n) =>
        site.nobody.ask(session.login, { body: { username: 'admin', password: `wrong-${n}`, ...captcha } }),
      ),
    )
    const checked = answers.filter(({ msg }) => msg === 'Incorrect user name or password. Try again.')
    expect(checked).toHaveLength(5)
    expect((await login('admin', adminPassword)).msg).toMatch(/^Too many incorrect passwords \(5\)/)
  })

  test('an account guessed from many addresses is locked, but not for addresses that it is known from', async () => {
    const { db } = site.deps
    await addUser(site, { userName: 'lin' })
    await db.update(users).set({ loginIp: '192.0.2.7' }).where(eq(users.userName, 'lin'))
    const guesses = Array.from({ length: 50 }, (_, n) => ({ userName: 'lin', ip: `198.51.100.${n}` }))
    await db.insert(loginFailures).values(guesses)
    await db.delete(sessions).where(ne(sessions.userId, 1 as UserId))
    const from = (remoteAddress: string) => loginFrom(remoteAddress, 'lin', adminPassword)
    expect((await from('203.0.113.9')).msg).toMatch(/Try again in 10 min\.$/)
    expect(await from('192.0.2.7')).toMatchObject({ code: 0 })
    await db.update(users).set({ loginIp: '' }).where(eq(users.userName, 'lin'))
    expect(await from('192.0.2.7')).toMatchObject({ code: 0 })
  })

  test('an address that guesses passwords of many accounts is slowed; right ones pass, as do addresses known to an account', async () => {
    const { db } = site.deps
    const [guesser, other] = ['198.51.100.7', '203.0.113.9']
    await addUser(site, { userName: 'lin' })
    const guesses = Array.from({ length: 19 }, (_, n) => ({ userName: `account-${n}`, ip: guesser }))
    await db.insert(loginFailures).values(guesses)
    const wrong = { code: -1, msg: 'Incorrect user name or password. Try again.' }
    expect(await loginFrom(guesser, 'nobody', 'wrong-password')).toEqual(wrong)
    expect(await loginFrom(guesser, 'lin', 'wrong-password')).toEqual({
      code: -1,
      msg: 'Too many incorrect passwords from your address. Try again in 10 min.',
    })
    const [log] = await db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1)
    expect(log?.msg).toBe('session.slowedLog')
    expect(await loginFrom(other, 'lin', 'wrong-password')).toEqual(wrong)
    expect(await loginFrom(guesser, 'lin', adminPassword)).toMatchObject({ code: 0 })
    expect(await loginFrom(guesser, 'lin', 'wrong-password')).toEqual(wrong)
  })

  test('a disabled account is reported as such, but only with the right password', async () => {
    await addUser(site, { userName: 'lin' })
    await site.deps.db.update(users).set({ status: 1 }).where(eq(users.userName, 'lin'))
    expect((await login('lin', 'wrong-password')).msg).toBe('Incorrect user name or password. Try again.')
    expect((await login('lin', adminPassword)).msg).toMatch(/disabled/)
  })

  test('every attempt is in the login log', async () => {
    await login('admin', 'wrong-password')
    await login('admin', adminPassword)
    const rows = await site.deps.db.select().from(loginLogs).orderBy(loginLogs.id)
    expect(rows.slice(-2).map(({ status, msg }) => [status, msg])).toEqual([
      [1, 'session.credentialsWrong'],
      [0, 'session.signedIn'],
    ])
  })

  test('missing and unknown fields are named', async () => {
    expect(await site.nobody.ask(session.login, { body: { username: 'admin' } })).toEqual({
      code: -1,
      msg: '“Password” is required',
    })
    const body = { username: 'admin', password: 'x', admin: true }
    expect(await site.nobody.ask(session.login, { body })).toEqual({
      code: -1,
      msg: 'Unknown field “admin”. Remove it and try again.',
    })
    expect(await site.nobody.ask(session.login, { body: { username: '', password: 'x' } })).toEqual({
      code: -1,
      msg: 'User name cannot be empty',
    })
  })

  test('a body that is not JSON, or contains __proto__, is refused', async () => {
    for (const payload of ['{"username":', '{"__proto__":{"isAdmin":true},"username":"a","password":"b"}']) {
      const response = await site.app.inject({
        method: 'POST',
        url: session.login.path,
        headers: { 'content-type': 'application/json', languageselect: 'en' },
        payload,
      })
      expect(response.json()).toEqual({
        code: -1,
        msg: 'The request is not valid JSON. Correct it and try again.',
      })
    }
  })
})

describe('a session', () => {
  test('the token is stored as a hash only', async () => {
    const [row] = await site.deps.db.select().from(sessions)
    expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect(row?.tokenHash).not.toContain(site.admin.token)
  })

  test('the admin has every permission', async () => {
    const info = await site.admin.call(session.info)
    expect(info).toMatchObject({ roles: ['admin'], permissions: ['*/*/*'], user: { userName: 'admin' } })
    expect(JSON.stringify(info)).not.toMatch(/hash|secret/i)
  })

  test('a user without roles has the default role, no permissions and an empty menu', async () => {
    const { client } = await addUser(site, { userName: 'lin' })
    expect(await client.call(session.info)).toMatchObject({ roles: ['default'], permissions: [] })
    expect(await client.call(session.routers)).toEqual([])
  })

  test('names the user above, whom its user asks for rights, unless that one is disabled', async () => {
    const parent = await addUser(site, { userName: 'lin', nickName: 'Lin Na' })
    const { client } = await addUser(site, { userName: 'wei', parentId: parent.id })
    const named = async (of: TestClient) => (await of.call(session.info)).user.parentName
    expect(await named(client)).toBe('Lin Na')
    expect(await named(site.admin)).toBeNull()
    await site.deps.db.update(users).set({ status: 1 }).where(eq(users.id, parent.id))
    expect(await named(client)).toBeNull()
  })

  test('the menu tree has the device pages below their directory', async () => {
    const tree = await site.admin.call(session.routers)
    expect(tree[0]).toMatchObject({ path: '/device', component: 'Layout', meta: { langKey: '/device' } })
    const pages = tree[0]?.children.map((node) => [node.path, node.component, node.meta.langKey])
    expect(pages?.slice(0, 2)).toEqual([
      ['deviceList', 'device/deviceList', '/device/deviceList'],
      ['group', 'device/group', '/device/group'],
    ])
  })

  test('the menu tree has a page without a permission string only for users whose role has it, and for the admin', async () => {
    const { db, sessions: known } = site.deps
    const page = { menuType: MenuType.menu, menuName: 'Guide', path: '/guide', component: 'guide' }
    const { id } = firstRow(await db.insert(menus).values(page).returning())
    const permissions = ['device/group/list']
    const lin = await addHolder(site, { userName: 'lin' }, { permissions, dataScope: DataScope.self })
    const paths = async (client: TestClient) =>
      (await client.call(session.routers)).flatMap((node) => [node, ...node.children].map(({ path }) => path))
    expect(await paths(lin.client)).toEqual(['/device', 'group'])
    expect(await paths(site.admin)).toContain('/guide')
    await db.insert(roleMenus).values({ roleId: lin.roleId, menuId: id })
    known.forget([lin.id])
    expect(await paths(lin.client)).toContain('/guide')
    await db.update(menus).set({ status: 1 }).where(eq(menus.id, id))
    known.forget()
    expect(await paths(lin.client)).not.toContain('/guide')
  })

  test('signing out ends it', async () => {
    await site.admin.call(session.logout)
    expect(await site.admin.ask(session.info)).toMatchObject({ code: -401 })
  })

  test('ends some days after the sign-in although it is in use, with its sockets', async () => {
    const page = TestSocket.browser(site.address, consoleSocketPath, site.admin.token ?? '')
    await once(page.socket, 'open')
    await site.deps.parameters.set('sys.session.days', '2')
    const beginHoursAgo = async (hours: number) => {
      await site.deps.db.update(sessions).set({ createdAt: new Date(siteMs() - hours * 3_600_000) })
      site.deps.sessions.forget()
    }
    await beginHoursAgo(47)
    expect(await site.admin.ask(session.info)).toMatchObject({ code: 0 })
    await beginHoursAgo(49)
    expect(await site.admin.ask(session.info)).toMatchObject({ code: -401 })
    const admin = await site.signIn('admin', adminPassword)
    await runJob({ ...site, admin }, 'pruneSessions')
    await page.next('sessionEnded')
    expect(await admin.ask(session.info)).toMatchObject({ code: 0 })
  })

  test('of an account that expires is over for its calls immediately, for its sockets with the next job', async () => {
    const { id, client } = await addUser(site, { userName: 'lin' })
    const page = TestSocket.browser(site.address, consoleSocketPath, client.token ?? '')
    await once(page.socket, 'open')
    await site.deps.db
      .update(users)
      .set({ tenantExpireTime: new Date(siteMs() - 1000) })
      .where(eq(users.id, id))
    site.deps.sessions.forget()
    expect(await client.ask(session.info)).toMatchObject({ code: -401 })
    await runJob(site, 'pruneSessions')
    await page.next('sessionEnded')
  })

  test('an invented token is refused like a missing one', async () => {
    const expected = { code: -401, msg: 'Your session has ended. Sign in again.' }
    expect(await site.nobody.ask(session.info)).toEqual(expected)
    expect(await site.as('x'.repeat(43)).ask(session.info)).toEqual(expected)
  })

  test('until the first password is changed, nothing else is possible', async () => {
    await site.deps.db.update(users).set({ mustChangePassword: true })
    site.deps.sessions.forget()
    expect((await site.admin.call(session.info)).user.mustChangePassword).toBe(true)
    expect(await site.admin.ask(session.routers)).toMatchObject({
      code: -1,
      msg: 'Change your initial password first',
    })
    const change = (oldPassword: string, newPassword: string) =>
      site.admin.ask(session.changePassword, { body: { oldPassword, newPassword } })
    expect((await change('wrong-password', 'New-Password-1')).msg).toBe('Incorrect old password. Try again.')
    expect((await change(adminPassword, '12345')).msg).toBe('Password must be 6 to 20 characters')
    expect((await change(adminPassword, adminPassword)).msg).toMatch(/must be different from the old one/)
    expect((await change(adminPassword, '11111111')).msg).toMatch(/too common and easy to guess/)
    expect((await change(adminPassword, 'Admin')).msg).toMatch(/6 to 20/)
    expect(await change(adminPassword, 'New-Password-1')).toMatchObject({ code: 0 })
    expect(await site.admin.ask(session.routers)).toMatchObject({ code: 0 })
  })

  test('wrong old passwords lock like those of a sign-in, also when they are sent at the same time', async () => {
    const change = (oldPassword: string) =>
      site.admin.ask(session.changePassword, { body: { oldPassword, newPassword: 'New-Password-1' } })
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => change(`wrong-${n}`)))
    const wrong = answers.filter(({ msg }) => msg === 'Incorrect old password. Try again.')
    expect(wrong).toHaveLength(5)
    expect((await change(adminPassword)).msg).toBe('Too many incorrect passwords (5). Try again in 10 min.')
    expect((await login('admin', adminPassword)).msg).toMatch(/^Too many incorrect passwords \(5\)/)
  })

  test('a changed password ends the user’s other sessions and access tokens, and keeps this session', async () => {
    const other = await site.signIn('admin', adminPassword)
    const draft = { tokenName: 'Report', permissions: ['device/deviceList/list'], days: 30 }
    const { token } = await site.admin.call(ownAccessTokens.add, { body: draft })
    expect(await site.as(token).ask(devices.list)).toMatchObject({ code: 0 })
    const body = { oldPassword: adminPassword, newPassword: 'New-Password-1' }
    await site.admin.call(session.changePassword, { body })
    expect(await other.ask(session.info)).toMatchObject({ code: -401 })
    expect((await site.as(token).ask(devices.list)).msg).toBe(
      'The access token was revoked. Add a new token under My account.',
    )
    expect(await site.admin.ask(session.info)).toMatchObject({ code: 0 })
  })
})
