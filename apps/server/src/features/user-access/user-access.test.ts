import { once } from 'node:events'
import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { auth } from '@fleetdeck/contract/auth'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { DataScope } from '@fleetdeck/contract/enums'
import { UserId } from '@fleetdeck/contract/ids'
import { onlineUsers } from '@fleetdeck/contract/online-users'
import { session } from '@fleetdeck/contract/session'
import { ownAccess, shownSessions, userAccess } from '@fleetdeck/contract/user-access'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import {
  adminPassword,
  startTestSite,
  type TestClient,
  type TestSite,
} from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteMs } from '../../platform/core/site-clock.ts'
import { hashToken, newToken } from '../../platform/core/tokens.ts'
import { externalAttempts, externalIdentities } from '../../platform/db/schema/external-identities.ts'
import { sessions } from '../../platform/db/schema/sessions.ts'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const hourMs = 3_600_000
const ended = { code: -401 }
const from = { ip: '10.0.0.9', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' }

async function addIdentity(userId: UserId, subject: string) {
  await site.deps.db
    .insert(externalIdentities)
    .values({ userId, issuer: 'https://login.example', subject, name: `${subject}@example` })
}
const tokenDraft = { tokenName: 'reports', permissions: ['device/deviceList/list'], days: 9 }

/** A user with two sessions, a token, an external account and one that they are about to link. */
async function addPerson(userName: string) {
  const permissions = tokenDraft.permissions
  const { id, client } = await addHolder(site, { userName }, { permissions, dataScope: DataScope.self })
  const elsewhere = site.as(await site.deps.sessions.start(id, from))
  const { token } = await client.call(ownAccessTokens.add, { body: tokenDraft })
  await addIdentity(id, `${userName}-at-home`)
  const attempt = { issuer: 'https://login.example', nonce: '', codeVerifier: '', redirectUri: '' }
  await site.deps.db.insert(externalAttempts).values({
    ...attempt,
    userId: id,
    stateHash: hashToken(newToken()),
    browserKeyHash: hashToken(newToken()),
    expiresAt: new Date(siteMs() + hourMs),
  })
  return { id, client, elsewhere, program: site.as(token) }
}

describe('users', () => {
  test('see where they are signed in, their valid tokens and their external accounts, and no secret', async () => {
    await site.deps.sessions.start(UserId.parse(1), from)
    const { token } = await site.admin.call(ownAccessTokens.add, {
      body: { tokenName: 'reports', permissions: ['device/deviceList/list'], days: 9 },
    })
    await addIdentity(UserId.parse(1), 'admin-at-home')
    const access = await site.admin.call(ownAccess.one)
    expect(access).toMatchObject({
      sessionCount: 2,
      tokens: [{ tokenName: 'reports', permissions: ['device/deviceList/list'] }],
      identities: [{ name: 'admin-at-home@example', issuer: 'https://login.example' }],
    })
    expect(access.sessions.find(({ isOwn }) => !isOwn)).toMatchObject({
      browser: 'Chrome 140',
      os: 'Windows 10+',
      ipaddr: '10.0.0.9',
      loginLocation: 'Private network',
    })
    for (const secret of [token, hashToken(token), site.admin.token ?? '', 'tokenHash'])
      expect(JSON.stringify(access)).not.toContain(secret)
  })

  test('do not see sessions and tokens that are over', async () => {
    const { db } = site.deps
    const times = { expiresAt: new Date(siteMs() + hourMs), createdAt: new Date(siteMs() - 8 * 24 * hourMs) }
    await db.insert(sessions).values({ ...from, ...times, userId: UserId.parse(1), tokenHash: 'too old' })
    await site.admin.call(ownAccessTokens.add, {
      body: { tokenName: 'reports', permissions: ['device/deviceList/list'], days: 9 },
    })
    const [token] = (await site.admin.call(ownAccess.one)).tokens
    await site.admin.call(ownAccessTokens.revoke, { body: { ids: [token?.id as never] } })
    expect(await site.admin.call(ownAccess.one)).toMatchObject({ sessionCount: 1, tokens: [] })
    expect(await site.admin.call(onlineUsers.list, { query: {} })).toMatchObject({ total: 1 })
  })

  test('see the sessions that were used last when there are too many', async () => {
    const times = { createdAt: new Date(siteMs()), expiresAt: new Date(siteMs() + hourMs) }
    const rows = Array.from({ length: shownSessions + 30 }, (_, n) => ({
      ...from,
      ...times,
      userId: UserId.parse(1),
      tokenHash: hashToken(newToken()),
      seenAt: new Date(siteMs() - n * 60_000),
    }))
    await site.deps.db.insert(sessions).values(rows)
    const access = await site.admin.call(ownAccess.one)
    expect(access.sessions).toHaveLength(shownSessions)
    expect(access.sessionCount).toBe(shownSessions + 31)
    expect(access.sessions[0]?.isOwn).toBe(true)
  })

  test('end one of their sessions immediately, with its sockets', async () => {
    const elsewhere = await site.signIn('admin', adminPassword)
    const page = TestSocket.browser(site.address, consoleSocketPath, elsewhere.token ?? '')
    await once(page.socket, 'open')
    const { sessions: shown } = await site.admin.call(ownAccess.one)
    const sessionIds = shown.filter(({ isOwn }) => !isOwn).map(({ id }) => id)
    expect(await site.admin.call(ownAccess.end, { body: { sessionIds } })).toEqual({
      sessions: 1,
      tokens: 0,
      identities: 0,
    })
    await page.closed
    expect(await elsewhere.ask(session.info)).toMatchObject(ended)
    expect(await site.admin.ask(session.info)).toMatchObject({ code: 0 })
  })

  test('end everything but the session in which they do it', async () => {
    const wei = await addPerson('wei')
    const ling = await addPerson('ling')
    expect(await wei.program.ask(ownAccess.end, { body: { everything: true } })).toMatchObject({ code: 403 })
    expect(await wei.client.call(ownAccess.end, { body: { everything: true } })).toEqual({
      sessions: 1,
      tokens: 1,
      identities: 1,
    })
    expect(await wei.elsewhere.ask(session.info)).toMatchObject(ended)
    expect(await wei.program.ask(session.info)).toMatchObject({ code: 401 })
    expect(await site.deps.db.$count(externalAttempts, eq(externalAttempts.userId, wei.id))).toBe(0)
    expect(await wei.client.call(ownAccess.one)).toMatchObject({
      sessionCount: 1,
      tokens: [],
      identities: [],
    })
    expect(await ling.client.call(ownAccess.one)).toMatchObject({
      sessionCount: 2,
      tokens: [{}],
      identities: [{}],
    })
  })

  test('without a password keep the external account by which alone they can sign in', async () => {
    const { id, client } = await addPerson('wei')
    await site.deps.db.update(users).set({ passwordHash: '' }).where(eq(users.id, id))
    const [identity] = (await client.call(ownAccess.one)).identities
    const only = { code: -1, msg: expect.stringContaining('This is your only way to sign in') }
    expect(await client.ask(ownAccess.end, { body: { identityIds: [identity?.id] } })).toEqual(only)
    expect(await client.ask(auth.unbind, { query: { id: identity?.id } })).toEqual(only)
    await addIdentity(id, 'wei-at-work')
    expect(await client.ask(auth.unbind, { query: { id: identity?.id } })).toMatchObject({ code: 0 })
    expect(await client.call(ownAccess.end, { body: { everything: true } })).toEqual({
      sessions: 1,
      tokens: 1,
      identities: 0,
    })
    const byAdmin = { userId: id, everything: true }
    expect(await site.admin.call(userAccess.end, { body: byAdmin })).toMatchObject({ identities: 1 })
  })

  test('cannot end their own session this way, nor what is not theirs, nor nothing', async () => {
    const ling = await addPerson('ling')
    const theirs = await ling.client.call(ownAccess.one)
    const ask = (body: object) => site.admin.ask(ownAccess.end, { body })
    const own = (await site.admin.call(ownAccess.one)).sessions.map(({ id }) => id)
    expect(await ask({ sessionIds: own })).toEqual({
      code: -1,
      msg: 'You cannot end your own session here. Use “Sign out” in the user menu.',
    })
    for (const [name, rows] of [
      ['sessionIds', theirs.sessions],
      ['tokenIds', theirs.tokens],
      ['identityIds', theirs.identities],
    ] as const)
      expect(await ask({ [name]: rows.map(({ id }) => id) }), name).toMatchObject({ code: 404 })
    expect(await ask({})).toEqual({ code: -1, msg: 'Select sessions, tokens or external accounts to end' })
    expect(await ling.client.call(ownAccess.one)).toEqual(theirs)
  })
})

describe('administrators', () => {
  test('see what lets one of their users in, and end single parts or everything', async () => {
    const { id: userId, client, elsewhere, program } = await addPerson('wei')
    const access = await site.admin.call(userAccess.one, { query: { userId } })
    expect(access).toMatchObject({ sessionCount: 2, tokens: [{}], identities: [{}] })
    const end = (choice: object) => site.admin.call(userAccess.end, { body: { userId, ...choice } })
    expect(await end({ tokenIds: access.tokens.map((token) => token.id) })).toMatchObject({ tokens: 1 })
    expect(await program.ask(session.info)).toMatchObject({ code: 401 })
    expect(await client.ask(session.info)).toMatchObject({ code: 0 })
    expect(await end({ everything: true })).toEqual({ sessions: 2, tokens: 0, identities: 1 })
    for (const left of [client, elsewhere]) expect(await left.ask(session.info)).toMatchObject(ended)
  })

  test('may look without the right to end', async () => {
    const wei = await addPerson('wei')
    const permissions = [userAccess.one.permission, ...tokenDraft.permissions]
    const role = { permissions, dataScope: DataScope.all }
    const { client } = await addHolder(site, { userName: 'looker' }, role)
    const query = { userId: wei.id }
    expect(await client.ask(userAccess.one, { query })).toMatchObject({ code: 0 })
    expect(await client.ask(userAccess.end, { body: { ...query, everything: true } })).toMatchObject({
      code: 403,
    })
  })

  test('are refused for users outside their scope, stronger ones and the built-in account', async () => {
    const permissions = [userAccess.one.permission, userAccess.end.permission]
    const scoped = await addHolder(site, { userName: 'self' }, { permissions, dataScope: DataScope.self })
    const wide = await addHolder(site, { userName: 'wide' }, { permissions, dataScope: DataScope.all })
    const stronger = await addPerson('stronger')
    const asked = async (client: TestClient, userId: UserId) => [
      (await client.ask(userAccess.one, { query: { userId } })).msg,
      (await client.ask(userAccess.end, { body: { userId, everything: true } })).msg,
    ]
    const notFound = 'This resource does not exist. It may have been deleted. Refresh and try again.'
    expect(await asked(scoped.client, stronger.id)).toEqual([notFound, notFound])
    for (const msg of await asked(wide.client, stronger.id)) expect(msg).toContain('stronger')
    for (const msg of await asked(wide.client, UserId.parse(1))) expect(msg).toContain('admin')
    expect(await stronger.elsewhere.ask(session.info)).toMatchObject({ code: 0 })
  })
})
