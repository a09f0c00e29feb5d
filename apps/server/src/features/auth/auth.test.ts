import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { auth } from '@fleetdeck/contract/auth'
import type { ParameterKey } from '@fleetdeck/contract/parameters'
import { session } from '@fleetdeck/contract/session'
import { site as siteCalls } from '@fleetdeck/contract/site'
import { users as userCalls } from '@fleetdeck/contract/users'
import {
  clientId,
  clientSecret,
  startOidcProvider,
  type TestProvider,
} from '@fleetdeck/testing/peers/oidc-provider'
import {
  addUser,
  adminPassword,
  solvedCaptcha,
  startTestSite,
  type TestClient,
  type TestSite,
} from '@fleetdeck/testing/site/test-site'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { externalAttempts, externalBindings } from '../../platform/db/schema/external-identities.ts'
import { loginLogs } from '../../platform/db/schema/login-logs.ts'
import { sessions } from '../../platform/db/schema/sessions.ts'
import { users } from '../../platform/db/schema/users.ts'
import { useProvider, walkThroughProvider } from '../../testing/oidc-browser.ts'

let site: TestSite
let provider: TestProvider
beforeAll(async () => {
  site = await startTestSite({ captchaOff: false })
  provider = await startOidcProvider(['http://localhost'])
})
beforeEach(async () => {
  await site.reset()
  await useProvider(site, provider)
})
afterAll(async () => {
  await Promise.all([site?.stop(), provider?.close()])
})

async function setUp(values: Partial<Record<ParameterKey, string>>) {
  for (const [key, value] of Object.entries(values))
    await site.deps.parameters.set(key as ParameterKey, value)
}

/** From the button to the address to which the provider redirects the browser. */
async function flow(account: string, client: TestClient = site.nobody) {
  const { url, browserKey } = await client.call(client.token ? auth.startBinding : auth.start)
  return { ...(await walkThroughProvider(url, { account })), browserKey }
}
const finish = (body: object) => site.nobody.ask(auth.finish, { body })

async function startBinding(account: string): Promise<string> {
  const { data } = await finish(await flow(account))
  return (data as { bindKey: string }).bindKey
}
const bind = async (bindKey: string, username: string, password = adminPassword) =>
  site.nobody.ask(auth.bind, {
    body: { bindKey, username, password, ...(await solvedCaptcha(site, site.nobody)) },
  })
const newestLog = async () => {
  const [row] = await site.deps.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1)
  return row && [row.userName, row.status, row.msg]
}

describe('signing in with an external identity', () => {
  test('opens the account that it is linked to', async () => {
    await addUser(site, { userName: 'lin' })
    const { data } = await bind(await startBinding('lin-at-home'), 'lin')
    expect((await site.as((data as { token: string }).token).call(session.info)).user.userName).toBe('lin')

    const again = await finish(await flow('lin-at-home'))
    const { token } = again.data as { token: string }
    expect((await site.as(token).call(session.info)).user.userName).toBe('lin')
    expect(await newestLog()).toEqual(['lin', 0, 'identity.signedInOutside'])
  })

  test('asks for an existing account when it is not linked, and creates none', async () => {
    expect((await finish(await flow('stranger'))).data).toEqual({ bindKey: expect.any(String) })
    expect(await site.deps.db.$count(users)).toBe(1)
  })

  test('may be finished on another server of the installation', async () => {
    const other = await site.another()
    const payload = await flow('stranger')
    const answer = await other.app.inject({ method: 'POST', url: auth.finish.path, payload })
    await other.close()
    expect(answer.json().data).toEqual({ bindKey: expect.any(String) })
  })

  test('sends state, nonce and a PKCE challenge to the provider, and no secret', async () => {
    const { url, browserKey } = await site.nobody.call(auth.start)
    const sent = new URL(url).searchParams
    expect(sent.get('code_challenge_method')).toBe('S256')
    expect(sent.get('redirect_uri')).toBe('http://localhost/auth-redirect')
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(sent.get(name)?.length).toBeGreaterThan(20)
    expect(url).not.toContain(browserKey)
    expect(url).not.toContain(clientSecret)
  })

  test('stores state, browser key and bind key as hashes only', async () => {
    const { url, browserKey } = await site.nobody.call(auth.start)
    const kept = JSON.stringify(await site.deps.db.select().from(externalAttempts))
    expect(kept).not.toContain(new URL(url).searchParams.get('state'))
    expect(kept).not.toContain(browserKey)
    const bindKey = await startBinding('stranger')
    expect(JSON.stringify(await site.deps.db.select().from(externalBindings))).not.toContain(bindKey)
  })
})

describe('an external sign-in is refused and logged', () => {
  const expired = { code: -1, msg: 'This sign-in is no longer valid. Sign in again.' }

  test('when its state is invented', async () => {
    expect(await finish({ ...(await flow('lin')), state: 'invented' })).toEqual(expired)
    expect(await newestLog()).toEqual(['', 1, 'identity.attemptUnknown'])
  })

  test('when it is finished a second time', async () => {
    const answer = await flow('lin')
    expect((await finish(answer)).code).toBe(0)
    expect(await finish(answer)).toEqual(expired)
  })

  test('when it is finished in another browser', async () => {
    const mine = await flow('lin')
    const { browserKey } = await site.nobody.call(auth.start)
    expect(await finish({ ...mine, browserKey })).toEqual(expired)
    expect((await finish(mine)).code).toBe(0)
  })

  test('when it took too long', async () => {
    const answer = await flow('lin')
    await site.deps.db.update(externalAttempts).set({ expiresAt: new Date(Date.now() - 1000) })
    expect(await finish(answer)).toEqual(expired)
  })

  test('when the answer comes from another issuer', async () => {
    expect(await finish({ ...(await flow('lin')), iss: 'https://elsewhere.example' })).toMatchObject({
      msg: 'The response did not come from this site’s identity provider. Sign in again, or contact an administrator.',
    })
    expect(await newestLog()).toEqual(['', 1, 'identity.issuerWrong'])
  })

  test('when the provider’s issuer differs from the configured one', async () => {
    await setUp({ 'sys.oidc.issuer': provider.issuer.replace('127.0.0.1', 'localhost') })
    expect(await site.nobody.ask(auth.start)).toMatchObject({
      msg: expect.stringContaining(
        'The response did not come from this site’s identity provider. Sign in again, or contact an administrator.',
      ),
    })
  })

  test('when the code is invented', async () => {
    expect(await finish({ ...(await flow('lin')), code: 'invented' })).toMatchObject({
      msg: 'The identity provider did not confirm your identity. Sign in again.',
    })
  })

  test('when the user declined at the provider', async () => {
    const { url, browserKey } = await site.nobody.call(auth.start)
    const { state, error, iss } = await walkThroughProvider(url, 'no')
    expect(error).toBe('access_denied')
    expect(await finish({ state, error, iss, browserKey })).toMatchObject({ code: -1 })
    expect(await newestLog()).toEqual(['', 1, 'identity.providerRefused'])
  })

  test('when the account is disabled', async () => {
    await addUser(site, { userName: 'lin' })
    await bind(await startBinding('lin'), 'lin')
    await site.deps.db.update(users).set({ status: 1 }).where(eq(users.userName, 'lin'))
    expect((await finish(await flow('lin'))).msg).toMatch(/^This account is disabled/)
    expect(await newestLog()).toEqual(['lin', 1, 'session.accountDisabled'])
  })

  test('when it is disabled, even during a sign-in', async () => {
    const answer = await flow('lin')
    await setUp({ 'sys.oidc.enabled': 'false' })
    const closed = {
      code: -1,
      msg: 'External accounts are not available on this site. Sign in with your user name and password, or contact an administrator.',
    }
    expect(await finish(answer)).toEqual(closed)
    expect(await site.nobody.ask(auth.start)).toEqual(closed)
  })

  test('when the provider is unreachable', async () => {
    await setUp({ 'sys.oidc.issuer': 'http://127.0.0.1:9' })
    expect((await site.nobody.ask(auth.start)).msg).toMatch(/^Could not reach the identity provider/)
  })
})

describe('binding', () => {
  test('requires the password, and locks after five wrong ones like the sign-in', async () => {
    const bindKey = await startBinding('lin')
    const wrong = { code: -1, msg: 'Incorrect user name or password. Try again.' }
    expect(await bind(bindKey, 'nobody-here', 'wrong-password')).toEqual(wrong)
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await bind(bindKey, 'admin', 'wrong-password')).toEqual(wrong)
    expect((await bind(bindKey, 'admin')).msg).toMatch(/^Too many incorrect passwords \(5\)/)
    expect((await finish(await flow('lin'))).data).toEqual({ bindKey: expect.any(String) })
  })

  test('requires a captcha when the sign-in does', async () => {
    const body = { bindKey: await startBinding('lin'), username: 'admin', password: adminPassword }
    expect((await site.nobody.ask(auth.bind, { body })).msg).toMatch(/^Verification code incorrect/)
  })

  test('works once per key, and not with an invented one', async () => {
    const bindKey = await startBinding('lin')
    expect((await bind(bindKey, 'admin')).code).toBe(0)
    expect((await bind(bindKey, 'admin')).msg).toMatch(/^This link request is no longer valid/)
    expect((await bind('invented', 'admin')).msg).toMatch(/^This link request is no longer valid/)
  })

  test('is refused when the identity was linked to another account in the meantime', async () => {
    await addUser(site, { userName: 'lin' })
    const [first, second] = [await startBinding('shared'), await startBinding('shared')]
    expect((await bind(first, 'admin')).code).toBe(0)
    expect((await bind(second, 'lin')).msg).toBe(
      'This external account is already linked to another user. Unlink it there first.',
    )
  })

  test('can be started in the user centre, for the user’s own account only', async () => {
    const { client: lin } = await addUser(site, { userName: 'lin' })
    expect((await finish(await flow('lin-at-home', lin))).data).toEqual({ bound: true })
    expect(await newestLog()).toEqual(['lin', 0, 'identity.bound'])
    expect(await lin.call(auth.list)).toMatchObject([
      { issuer: provider.issuer, name: 'lin-at-home@outside' },
    ])
    expect(await site.admin.call(auth.list)).toEqual([])
    expect((await finish(await flow('lin-at-home', site.admin))).msg).toMatch(
      /already linked to another user/,
    )
  })

  test('started in the user centre, is refused when the account is disabled in the meantime', async () => {
    const { client: lin, id } = await addUser(site, { userName: 'lin' })
    const answer = await flow('lin-at-home', lin)
    await site.deps.db.update(users).set({ status: 1 }).where(eq(users.id, id))
    expect((await finish(answer)).msg).toMatch(/^This account is disabled/)
    expect((await finish(await flow('lin-at-home'))).data).toEqual({ bindKey: expect.any(String) })
  })

  test('started in the user centre, is refused when the session was signed out, ended or timed out since', async () => {
    const { client: lin, id } = await addUser(site, { userName: 'lin' })
    const signedOut = await flow('lin-at-home', lin)
    await lin.call(session.logout)
    const ended = await flow('lin-at-home', await site.signIn('lin', adminPassword))
    await site.deps.sessions.end(await site.deps.sessions.listIds(id))
    const timedOut = await flow('lin-at-home', await site.signIn('lin', adminPassword))
    await site.deps.db.update(sessions).set({ expiresAt: new Date(Date.now() - 1000) })
    for (const answer of [signedOut, ended, timedOut])
      expect((await finish(answer)).msg).toMatch(/^This sign-in is no longer valid/)
    expect((await finish(await flow('lin-at-home'))).data).toEqual({ bindKey: expect.any(String) })
  })

  test('started in the user centre, is refused after the password was changed', async () => {
    const { client: lin, id } = await addUser(site, { userName: 'lin' })
    const answer = await flow('thief', lin)
    await site.admin.call(userCalls.resetPassword, { body: { userId: id, password: 'Given-Pw-2' } })
    expect((await finish(answer)).msg).toMatch(/^This sign-in is no longer valid/)
  })

  test('stays after a change of password unless it is to be undone with it', async () => {
    const { client: lin, id } = await addUser(site, { userName: 'lin' })
    await finish(await flow('lin', lin))
    const reset = (unbindIdentities: boolean) =>
      site.admin.call(userCalls.resetPassword, {
        body: { userId: id, password: 'Given-Pw-2', unbindIdentities },
      })
    await reset(false)
    expect((await finish(await flow('lin'))).data).toEqual({ token: expect.any(String) })
    await reset(true)
    expect((await finish(await flow('lin'))).data).toEqual({ bindKey: expect.any(String) })
  })

  test('can be undone by its owner only, and then the identity opens no account', async () => {
    const { client: lin } = await addUser(site, { userName: 'lin' })
    await finish(await flow('lin', lin))
    const [{ id } = { id: 0 }] = await lin.call(auth.list)
    expect(await site.admin.ask(auth.unbind, { query: { id } })).toMatchObject({ code: 404 })
    expect(await lin.ask(auth.unbind, { query: { id } })).toMatchObject({ code: 0 })
    expect((await finish(await flow('lin'))).data).toEqual({ bindKey: expect.any(String) })
  })

  test('removing an account frees its identity', async () => {
    await addUser(site, { userName: 'lin' })
    await bind(await startBinding('lin'), 'lin')
    await site.deps.db.update(users).set({ deletedAt: new Date() }).where(eq(users.userName, 'lin'))
    expect((await bind(await startBinding('lin'), 'admin')).code).toBe(0)
  })
})

test('the sign-in page lists the provider only when it is configured and enabled', async () => {
  await setUp({ 'sys.oidc.label': 'Company account' })
  const readProvider = async () => {
    const { oidcEnabled, oidcLabel } = await site.nobody.call(siteCalls.systemParam)
    return [oidcEnabled, oidcLabel]
  }
  expect(await readProvider()).toEqual([true, 'Company account'])
  await setUp({ 'sys.oidc.clientId': '' })
  expect((await readProvider())[0]).toBe(false)
  await setUp({ 'sys.oidc.clientId': clientId, 'sys.oidc.enabled': 'false' })
  expect((await readProvider())[0]).toBe(false)
})

test('a provider in a private network is not called unless the network is allowed', async () => {
  await setUp({ 'sys.outgoing.privateNetworks': '' })
  let calls = 0
  const inside = createServer((_, response) => {
    calls += 1
    response.end('{}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void inside.close())
  await once(inside, 'listening')
  const { port } = inside.address() as AddressInfo
  for (const issuer of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
    await setUp({ 'sys.oidc.issuer': issuer })
    expect((await site.nobody.ask(auth.start)).msg).toMatch(/^Could not reach the identity provider/)
  }
  expect(calls).toBe(0)
})

test('browsers return to the public address, whatever host they name; without one there is no sign-in', async () => {
  await setUp({ 'sys.publicAddress': 'https://console.example.com' })
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  const answer = await site.app.inject({ url: auth.start.path, headers })
  const { searchParams } = new URL(answer.json().data.url)
  expect(searchParams.get('redirect_uri')).toBe('https://console.example.com/auth-redirect')
  await setUp({ 'sys.publicAddress': '' })
  expect((await site.nobody.call(siteCalls.systemParam)).oidcEnabled).toBe(false)
  expect((await site.nobody.ask(auth.start)).msg).toMatch(/^External accounts are not available on this site/)
})

test('the issuer is compared also when the address of its metadata was given', async () => {
  await setUp({ 'sys.oidc.issuer': `${provider.issuer}/.well-known/openid-configuration` })
  expect((await site.nobody.ask(auth.start)).code).toBe(0)
  await setUp({ 'sys.oidc.issuer': `${provider.issuer}/.well-known/other` })
  expect((await site.nobody.call(siteCalls.systemParam)).oidcEnabled).toBe(false)
})

test('plain http is allowed only for a provider on this machine', async () => {
  await setUp({ 'sys.oidc.issuer': 'http://provider.example' })
  expect((await site.nobody.call(siteCalls.systemParam)).oidcEnabled).toBe(false)
  await setUp({ 'sys.oidc.issuer': 'https://provider.example/realm' })
  expect((await site.nobody.call(siteCalls.systemParam)).oidcEnabled).toBe(true)
})
