import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { auth } from '@fleetdeck/contract/auth'
import { backups } from '@fleetdeck/contract/backups'
import { commands } from '@fleetdeck/contract/commands'
import { parameterRows } from '@fleetdeck/contract/parameter-rows'
import type { ParameterKey } from '@fleetdeck/contract/parameters'
import { session } from '@fleetdeck/contract/session'
import { siteConfig } from '@fleetdeck/contract/site-config'
import { users as userCalls } from '@fleetdeck/contract/users'
import { startOidcProvider, type TestProvider } from '@fleetdeck/testing/peers/oidc-provider'
import { findRoleId } from '@fleetdeck/testing/site/organisation'
import {
  addUser,
  adminPassword,
  startTestSite,
  type TestClient,
  type TestSite,
} from '@fleetdeck/testing/site/test-site'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteMs } from '../platform/core/site-clock.ts'
import { hashToken } from '../platform/core/tokens.ts'
import { loginLogs } from '../platform/db/schema/login-logs.ts'
import { sessions } from '../platform/db/schema/sessions.ts'
import { useProvider, walkThroughProvider } from '../testing/oidc-browser.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

/** Afterwards the last proof of this caller, by default of everybody, was so long ago. */
async function age(minutes: number, client?: TestClient) {
  const provenAt = new Date(siteMs() - minutes * 60_000)
  await site.deps.db
    .update(sessions)
    .set({ provenAt })
    .where(client?.token ? eq(sessions.tokenHash, hashToken(client.token)) : undefined)
}
const asked = {
  code: 428,
  msg: 'You last entered your password more than 10 minutes ago. Confirm your identity first.',
}
const prove = (client: TestClient, password: string) => client.ask(session.prove, { body: { password } })
const tokenDraft = { tokenName: 'reports', permissions: ['device/deviceList/list'], days: 1 }

test('these are all the calls that ask who calls', () => {
  const asking = site.app.endpoints
    .filter(({ proof }) => proof)
    .map(({ method, path }) => `${method} ${path}`)
  expect(asking.sort()).toEqual([
    'DELETE /system/monitor/backup/delete',
    'DELETE /system/user/factor/passkey',
    'DELETE /system/user/factor/totp',
    'DELETE /system/user/scriptAuthors/delete',
    'GET /system/auth/userKey',
    'GET /system/config/sysConfig/secret',
    'GET /system/config/sysWebSet/secret',
    'GET /system/monitor/backup/download',
    'GET /system/user/factor/passkey/start',
    'GET /task/scriptSource/webhook',
    'POST /device/deviceList/enrolmentRequest/approve',
    'POST /device/deviceList/enrolmentRequest/reject',
    'POST /device/enrolmentCode/add',
    'POST /device/formerSystem/acceptRival',
    'POST /device/formerSystem/addAdmission',
    'POST /device/formerSystem/admit',
    'POST /device/formerSystem/forget',
    'POST /device/formerSystem/giveKeys',
    'POST /device/formerSystem/reject',
    'POST /device/formerSystem/takeKeys',
    'POST /device/screenLink/add',
    'POST /system/auth/addMenu',
    'POST /system/auth/addRole',
    'POST /system/auth/addUser',
    'POST /system/auth/oidc/startBinding',
    'POST /system/auth/userAccess/resetFactors',
    'POST /system/auth/userRemoval',
    'POST /system/auth/viewAs',
    'POST /system/monitor/backup/add',
    'POST /system/monitor/backup/copy',
    'POST /system/user/commandLine/grant',
    'POST /system/user/factor/recoveryCodes',
    'POST /system/user/factor/totp/start',
    'POST /system/user/importData',
    'POST /system/user/scriptAuthors/add',
    'POST /system/user/token/add',
    'PUT /system/auth/editMenu',
    'PUT /system/auth/editRole',
    'PUT /system/auth/resetUserPwd',
    'PUT /system/auth/roleAuthUser',
    'PUT /system/auth/roleDataScope',
    'PUT /system/auth/roleUndo',
    'PUT /system/auth/statusSetRole',
    'PUT /system/auth/userRoles',
    'PUT /system/user/scriptAuthors/require',
  ])
})

test('each of them is refused when the last proof is older than ten minutes, before anything else is looked at', async () => {
  await age(10.1)
  for (const endpoint of site.app.endpoints.filter(({ proof }) => proof))
    expect(await site.admin.ask(endpoint), endpoint.path).toEqual(asked)
  await age(9.9)
  for (const endpoint of site.app.endpoints.filter(({ proof }) => proof))
    expect(await site.admin.ask(endpoint), endpoint.path).not.toMatchObject({ code: 428 })
})

test('a caller without the permission gets that error, and is not asked for a password', async () => {
  const { client } = await addUser(site, { userName: 'wei' })
  await age(11)
  expect(await client.ask(backups.add)).toMatchObject({ code: 403 })
})

describe('a password given again', () => {
  test('is a proof for the same call immediately, and for the next ten minutes', async () => {
    await age(11)
    expect(await site.admin.ask(ownAccessTokens.add, { body: tokenDraft })).toEqual(asked)
    expect(await prove(site.admin, adminPassword)).toMatchObject({ code: 0 })
    expect(await site.admin.ask(ownAccessTokens.add, { body: tokenDraft })).toMatchObject({ code: 0 })
  })

  test('is a proof on the other servers, too', async () => {
    const other = await site.another()
    const headers = { authorization: `Bearer ${site.admin.token}` }
    const ask = () =>
      other.app.inject({ method: 'POST', url: ownAccessTokens.add.path, headers, payload: tokenDraft })
    await age(11)
    expect((await ask()).json()).toMatchObject({ code: 428 })
    await prove(site.admin, adminPassword)
    expect((await ask()).json()).toMatchObject({ code: 0 })
    await other.close()
  })

  test('is none for another session of the same user', async () => {
    const elsewhere = await site.signIn('admin', adminPassword)
    await age(11)
    await prove(site.admin, adminPassword)
    expect(await elsewhere.ask(backups.add)).toEqual(asked)
  })

  test('that is wrong proves nothing, counts, and locks like at a sign-in', async () => {
    await age(11)
    for (let n = 1; n <= 5; n++)
      expect(await prove(site.admin, `wrong ${n}`)).toEqual({
        code: -1,
        msg: 'Incorrect password. Try again.',
      })
    expect(await prove(site.admin, adminPassword)).toMatchObject({
      msg: expect.stringContaining('Too many incorrect passwords (5). Try again in 10 min.'),
    })
    expect(await site.admin.ask(backups.add)).toEqual(asked)
  })
})

test('a new sign-in is a proof', async () => {
  await age(11)
  const again = await site.signIn('admin', adminPassword)
  expect(await again.ask(ownAccessTokens.add, { body: tokenDraft })).toMatchObject({ code: 0 })
})

test('programs with an access token are not asked', async () => {
  const permissions = [backups.add.permission]
  const { token } = await site.admin.call(ownAccessTokens.add, { body: { ...tokenDraft, permissions } })
  await age(11)
  expect(await site.as(token).ask(backups.add)).toMatchObject({ code: 0 })
  expect(await site.as(token).ask(session.prove, { body: { password: adminPassword } })).toMatchObject({
    code: 403,
  })
})

test('of all commands only command lines ask', async () => {
  const selection = { ids: [1] }
  const send = (order: object) => site.admin.ask(commands.add, { body: { order, selection } })
  await age(11)
  expect(await send({ command: 'shot' })).toMatchObject({ code: 404 })
  expect(await send({ command: 'shellcmd', line: 'id' })).toEqual(asked)
  await prove(site.admin, adminPassword)
  expect(await send({ command: 'shellcmd', line: 'id' })).toMatchObject({ code: 404 })
})

test('saving a user asks if it gives roles, else not', async () => {
  const viewer = await findRoleId(site, 'viewer')
  const fields = { nickName: 'Wang', postIds: [1], roleIds: [viewer] }
  const { id } = await site.admin.call(userCalls.add, { body: { userName: 'wang', ...fields } })
  const { roleList } = await site.admin.call(userCalls.one, { query: { id } })
  const more = roleList.map((role) => role.id).filter((role) => role !== viewer)
  const save = (changed: object) => site.admin.ask(userCalls.edit, { body: { ...fields, id, ...changed } })
  await age(11)
  expect(await save({ nickName: 'Wang Wei' })).toMatchObject({ code: 0 })
  expect(await save({ roleIds: [viewer, ...more] })).toEqual(asked)
  expect((await site.admin.call(userCalls.one, { query: { id } })).checkedRoleIds).toEqual([viewer])
})

test('settings that decide who gets in ask on both pages, others do not', async () => {
  const { list } = await site.admin.call(parameterRows.list, { query: { pageSize: 1000 } })
  const change = (key: ParameterKey, configValue: string) => {
    const row = list.find(({ configKey }) => configKey === key)
    const { id, configName, configKey, configType = 1, remark = '' } = row ?? {}
    return site.admin.ask(parameterRows.edit, {
      body: { id, configName, configKey, configType, remark, configValue },
    })
  }
  const configure = (values: object) => site.admin.ask(siteConfig.update, { body: { values } })
  await age(11)
  expect(await change('sys.oidc.issuer', 'https://login.example')).toEqual(asked)
  expect(await change('sys.title', 'Deck')).toMatchObject({ code: 0 })
  expect(await configure({ 'sys.oidc.issuer': 'https://login.example' })).toEqual(asked)
  expect(await configure({ 'sys.title': 'Fleet' })).toMatchObject({ code: 0 })
})

describe('an external account', () => {
  let provider: TestProvider
  beforeAll(async () => {
    provider = await startOidcProvider(['http://localhost'])
  })
  beforeEach(async () => {
    await useProvider(site, provider)
    await visit(auth.startBinding, 'admin-at-home')
  })
  afterAll(() => provider?.close())

  async function visit(start: typeof auth.startBinding | typeof auth.startProof, account: string) {
    const { url, browserKey } = await site.admin.call(start)
    const body = { ...(await walkThroughProvider(url, { account })), browserKey }
    return { url, answer: await site.nobody.ask(auth.finish, { body }) }
  }
  const newestLog = async () => {
    const [row] = await site.deps.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1)
    return row && [row.userName, row.status, row.msg]
  }

  test('that is linked is a proof; the provider asks again if it last asked ten minutes ago', async () => {
    await age(11)
    const { url, answer } = await visit(auth.startProof, 'admin-at-home')
    expect(new URL(url).searchParams.get('max_age')).toBe('600')
    expect(answer).toMatchObject({ code: 0, data: { proven: true } })
    expect(await newestLog()).toEqual(['admin', 0, 'identity.proven'])
    expect(await site.admin.ask(ownAccessTokens.add, { body: tokenDraft })).toMatchObject({ code: 0 })
  })

  test('that somebody signs in with is none, as the provider may have asked them days ago', async () => {
    const { url, browserKey } = await site.nobody.call(auth.start)
    const body = { ...(await walkThroughProvider(url, { account: 'admin-at-home' })), browserKey }
    const { data } = await site.nobody.ask(auth.finish, { body })
    const client = site.as((data as { token: string }).token)
    expect(await client.ask(ownAccessTokens.add, { body: tokenDraft })).toEqual(asked)
    expect(await prove(client, adminPassword)).toMatchObject({ code: 0 })
    expect(await client.ask(ownAccessTokens.add, { body: tokenDraft })).toMatchObject({ code: 0 })
  })

  test.each(['wei-at-home', 'stranger'])('of somebody else is none: %s', async (account) => {
    const { client } = await addUser(site, { userName: 'wei' })
    const { url, browserKey } = await client.call(auth.startBinding)
    const body = { ...(await walkThroughProvider(url, { account: 'wei-at-home' })), browserKey }
    expect(await site.nobody.ask(auth.finish, { body })).toMatchObject({ code: 0 })
    await age(11)
    expect((await visit(auth.startProof, account)).answer).toEqual({
      code: -1,
      msg: 'This external account is not linked to the signed-in user. Use a linked one.',
    })
    expect(await newestLog()).toEqual(['admin', 1, 'identity.ofOther'])
    expect(await site.admin.ask(backups.add)).toEqual(asked)
  })

  test('proves nothing for a session that has ended in the meantime', async () => {
    const { url, browserKey } = await site.admin.call(auth.startProof)
    const body = { ...(await walkThroughProvider(url, { account: 'admin-at-home' })), browserKey }
    await site.admin.call(session.logout)
    expect(await site.nobody.ask(auth.finish, { body })).toMatchObject({
      code: -1,
      msg: 'This sign-in is no longer valid. Sign in again.',
    })
  })
})
