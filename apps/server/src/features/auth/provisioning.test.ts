import { auth } from '@fleetdeck/contract/auth'
import { Status } from '@fleetdeck/contract/enums'
import type { UserId } from '@fleetdeck/contract/ids'
import type { ParameterKey } from '@fleetdeck/contract/parameters'
import { ownFactors, type SignIn } from '@fleetdeck/contract/second-factor'
import { session } from '@fleetdeck/contract/session'
import { siteConfig } from '@fleetdeck/contract/site-config'
import { startOidcProvider, type TestProvider } from '@fleetdeck/testing/peers/oidc-provider'
import { findRoleId, giveRole } from '@fleetdeck/testing/site/organisation'
import {
  adminPassword,
  startTestSite,
  type TestClient,
  type TestSite,
} from '@fleetdeck/testing/site/test-site'
import { desc, eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteMs } from '../../platform/core/site-clock.ts'
import { loginLogs } from '../../platform/db/schema/login-logs.ts'
import { roles } from '../../platform/db/schema/roles.ts'
import { users } from '../../platform/db/schema/users.ts'
import { useProvider, walkThroughProvider } from '../../testing/oidc-browser.ts'

let site: TestSite
let provider: TestProvider
beforeAll(async () => {
  site = await startTestSite()
  provider = await startOidcProvider(['http://localhost'])
})
beforeEach(async () => {
  provider.claims.clear()
  await site.reset()
  await useProvider(site, provider)
  await setUp({ 'sys.oidc.provision': 'true' })
})
afterAll(async () => {
  await Promise.all([site?.stop(), provider?.close()])
})

async function setUp(values: Partial<Record<ParameterKey, string>>) {
  for (const [key, value] of Object.entries(values))
    await site.deps.parameters.set(key as ParameterKey, value)
}

async function flow(account: string, client: TestClient = site.nobody) {
  const { url, browserKey } = await client.call(client.token ? auth.startBinding : auth.start)
  return { ...(await walkThroughProvider(url, { account })), browserKey }
}
const finish = (body: object) => site.nobody.ask(auth.finish, { body })
async function signedIn(account: string) {
  const { data } = await finish(await flow(account))
  return site.as((data as { token: string }).token)
}
const newestLog = async () => {
  const [row] = await site.deps.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1)
  return row && [row.userName, row.status, row.msg]
}

describe('somebody whom only the provider knows', () => {
  const userOf = async (client: TestClient) => (await client.call(session.info)).user

  test('gets an account without password, roles and devices, and the same one the next time', async () => {
    provider.claims.set('lin', { name: 'Lin Wei', email: 'admin@example.com' })
    const first = await userOf(await signedIn('lin'))
    expect(first).toMatchObject({ userName: 'lin', nickName: 'Lin Wei', isAdmin: false })
    expect(await newestLog()).toEqual(['lin', 0, 'identity.provisioned'])
    expect(await userOf(await signedIn('lin'))).toEqual(first)
    expect(await newestLog()).toEqual(['lin', 0, 'identity.signedInOutside'])
    const [row] = await site.deps.db.select().from(users).where(eq(users.userName, 'lin'))
    expect(row).toMatchObject({
      passwordHash: '',
      deviceNumber: 0,
      parentId: null,
      builtIn: false,
      email: '',
    })
    for (const password of ['', ' ', 'x', adminPassword])
      expect(await site.nobody.ask(session.login, { body: { username: 'lin', password } })).toMatchObject({
        code: -1,
      })
  })

  test.each([
    ['admin', 'admin-2'],
    ['wei ling/<b>', 'wei-ling-b'],
    ['林小雨', '林小雨'],
    ['x'.repeat(40), 'x'.repeat(20)],
    ['lin.wei@example.com', 'lin.wei'],
  ])('named %s gets a free and valid account name', async (name, userName) => {
    provider.claims.set('person', { preferred_username: name })
    expect((await userOf(await signedIn('person'))).userName).toBe(userName)
    provider.claims.set('namesake', { preferred_username: name })
    const other = (await userOf(await signedIn('namesake'))).userName
    expect(other).toMatch(/^[\p{L}\p{N}_.-]{2,20}$/u)
    expect(other).not.toBe(userName)
  })

  test('named with nothing that fits gets a made name', async () => {
    provider.claims.set('person', { preferred_username: '🙂🙂🙂' })
    expect((await userOf(await signedIn('person'))).userName).toMatch(/^user-\w{6}$/)
  })

  test('gets one account when two browsers arrive at the same time', async () => {
    const [a, b] = [await flow('lin'), await flow('lin')]
    const answers = await Promise.all([finish(a), finish(b)])
    expect(answers.map(({ code }) => code)).toEqual([0, 0])
    expect(await site.deps.db.$count(users)).toBe(2)
  })

  test('gets none while that is off, which is the default', async () => {
    await site.deps.parameters.unset('sys.oidc.provision')
    expect((await finish(await flow('lin'))).data).toEqual({ bindKey: expect.any(String) })
    expect(await site.deps.db.$count(users)).toBe(1)
  })
})

describe('roles by the provider’s groups', () => {
  beforeEach(async () => {
    await setUp({ 'sys.oidc.roleClaim': 'groups' })
    await setUp({ 'sys.oidc.roles': 'cn=ops,dc=example=operator; *=viewer; chiefs=admin' })
  })
  const rolesOf = async (account: string, groups?: unknown) => {
    if (groups !== undefined) provider.claims.set(account, { groups })
    const { roles: keys } = await (await signedIn(account)).call(session.info)
    return keys.sort()
  }

  test('are given and taken at each sign-in', async () => {
    expect(await rolesOf('lin', ['cn=ops,dc=example', 'others'])).toEqual(['operator', 'viewer'])
    expect(await rolesOf('lin', 'chiefs')).toEqual(['admin', 'viewer'])
    expect(await rolesOf('lin', [])).toEqual(['viewer'])
  })

  test('leave roles alone that the mapping does not name, and everything while there is no mapping', async () => {
    await setUp({ 'sys.oidc.roles': 'ops=operator' })
    await rolesOf('lin', ['ops'])
    const [lin] = await site.deps.db.select().from(users).where(eq(users.userName, 'lin'))
    await giveRole(site, lin?.id as UserId, await findRoleId(site, 'viewer'))
    expect(await rolesOf('lin', [])).toEqual(['viewer'])
    await setUp({ 'sys.oidc.roles': '' })
    expect(await rolesOf('lin', ['ops'])).toEqual(['viewer'])
  })

  test('are found in a claim within another, and at the provider when the ID token has none', async () => {
    await setUp({ 'sys.oidc.roleClaim': 'realm_access.roles' })
    provider.claims.set('lin', { realm_access: { roles: ['chiefs'] } })
    expect(await rolesOf('lin')).toEqual(['admin', 'viewer'])
  })

  test.each([{ groups: null }, { groups: { a: 1 } }, { groups: [1, ['chiefs'], { b: 2 }] }, {}])(
    'are none for a claim such as %j',
    async (claims) => {
      provider.claims.set('lin', claims)
      expect(await rolesOf('lin')).toEqual(['viewer'])
    },
  )

  test('end immediately in the sessions of a person who loses them', async () => {
    provider.claims.set('lin', { groups: ['chiefs'] })
    const before = await signedIn('lin')
    expect((await before.call(session.info)).user.isAdmin).toBe(true)
    await rolesOf('lin', [])
    expect((await before.call(session.info)).user.isAdmin).toBe(false)
  })

  test('do not change the built-in account, and are not given while a role is disabled', async () => {
    await finish(await flow('boss', site.admin))
    provider.claims.set('boss', { groups: ['cn=ops,dc=example'] })
    expect(await (await signedIn('boss')).call(session.info)).toMatchObject({
      user: { isAdmin: true },
      roles: ['admin'],
    })
    await site.deps.db.update(roles).set({ status: Status.off }).where(eq(roles.roleKey, 'operator'))
    expect(await rolesOf('lin', ['cn=ops,dc=example'])).toEqual(['viewer'])
  })

  test('are refused as a setting that cannot be read', async () => {
    for (const wrong of ['ops', '=operator', 'ops=', 'ops=two words', 'a=b; ; c'])
      expect(
        await site.admin.ask(siteConfig.update, { body: { values: { 'sys.oidc.roles': wrong } } }),
        wrong,
      ).toEqual({ code: -1, msg: 'Enter each pair as group=role key, separated by semicolons' })
    const values = { 'sys.oidc.roles': 'cn=ops,dc=example=operator;\n*=viewer;' }
    expect(await site.admin.ask(siteConfig.update, { body: { values } })).toMatchObject({ code: 0 })
  })
})

describe('accounts with a second factor', () => {
  const admin = { username: 'admin', password: adminPassword }
  const finishFlow = async (account: string) =>
    site.nobody.call(auth.finish, { body: await flow(account) }) as Promise<SignIn & { bindKey?: string }>

  async function setUpApp() {
    const { secret } = await site.admin.call(ownFactors.startTotp)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: siteMs() })
    const { recoveryCodes } = await site.admin.call(ownFactors.confirmTotp, { body: { code } })
    return recoveryCodes
  }

  test('give it after an outside sign-in too, unless the provider asks for one itself', async () => {
    await setUp({ 'sys.oidc.provision': 'false' })
    const { bindKey = '' } = await finishFlow('lin')
    await site.nobody.call(auth.bind, { body: { bindKey, ...admin } })
    const [code = ''] = await setUpApp()
    const { token, factor } = await finishFlow('lin')
    expect(token).toBe('')
    const key = factor?.key ?? ''
    const signedIn = await site.nobody.call(session.finishLogin, { body: { key, code } })
    expect((await site.as(signedIn.token).call(session.info)).user.userName).toBe('admin')
    const [log] = await site.deps.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1)
    expect(log?.msg).toBe('identity.signedInOutside')
    await setUp({ 'sys.oidc.skipFactor': 'true' })
    expect((await finishFlow('lin')).token).not.toBe('')
  })

  test('link an external account only once it is given', async () => {
    await setUp({ 'sys.oidc.provision': 'false', 'sys.oidc.skipFactor': 'true' })
    const [code = ''] = await setUpApp()
    const { bindKey = '' } = await finishFlow('lin')
    const { token, factor } = await site.nobody.call(auth.bind, { body: { bindKey, ...admin } })
    expect(token).toBe('')
    expect(await site.admin.call(auth.list)).toEqual([])
    const key = factor?.key ?? ''
    await site.nobody.call(session.finishLogin, { body: { key, code } })
    expect(await site.admin.call(auth.list)).toMatchObject([{ name: expect.any(String) }])
  })
})
