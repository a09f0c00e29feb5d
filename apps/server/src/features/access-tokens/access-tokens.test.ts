import { once } from 'node:events'
import { accessTokenMark, accessTokens, ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import { DataScope } from '@fleetdeck/contract/enums'
import { files } from '@fleetdeck/contract/files'
import { UserId } from '@fleetdeck/contract/ids'
import { logSocketPath } from '@fleetdeck/contract/log-socket'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { session } from '@fleetdeck/contract/session'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addAssignedPhone } from '@fleetdeck/testing/site/assigned-phone'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newToken } from '../../platform/core/tokens.ts'
import { accessTokens as tokenRows } from '../../platform/db/schema/access-tokens.ts'
import { roleMenus } from '../../platform/db/schema/menus.ts'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const reading = ['device/group/list']
const both = ['device/group/add', ...reading]

async function made(client: TestClient, permissions = reading, tokenName = 'report') {
  const { id, token } = await client.call(ownAccessTokens.add, { body: { tokenName, permissions, days: 30 } })
  return { id, token, program: site.as(token) }
}
async function addLabPhone() {
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  return addAssignedPhone(site, 1)
}
const holder = (permissions: string[], dataScope: DataScope = DataScope.all) =>
  addHolder(site, { userName: 'lin' }, { permissions, dataScope })
const stored = async () => (await site.deps.db.select().from(tokenRows))[0]

describe('a program with an access token', () => {
  test('makes calls as its owner, sees the owner’s rows, and its last use is stored with time and address', async () => {
    const lin = await holder(both, DataScope.self)
    await lin.client.call(deviceGroups.add, { body: { groupName: 'mine' } })
    await site.admin.call(deviceGroups.add, { body: { groupName: 'of the admin' } })
    const { program, token } = await made(lin.client, both)
    const { list } = await program.call(deviceGroups.list)
    expect(list.map(({ groupName }) => groupName)).toEqual(['mine'])
    const [row] = await lin.client.call(ownAccessTokens.list)
    expect(row).toMatchObject({ tokenName: 'report', permissions: both, lastUsedIp: '127.0.0.1' })
    expect(row?.lastUsedAt).not.toBeNull()
    expect(token.startsWith(accessTokenMark)).toBe(true)
    const printed = JSON.stringify([await stored(), row])
    expect(printed).not.toContain(token)
    expect(printed).not.toContain(token.slice(accessTokenMark.length))
  })

  test('cannot make calls that the token does not include, although its owner may', async () => {
    const { program } = await made(site.admin)
    expect((await program.ask(deviceGroups.list)).code).toBe(0)
    expect(await program.ask(deviceGroups.add, { body: { groupName: 'x' } })).toEqual({
      code: 403,
      msg: 'The access token does not have the permission “device/group/add”. Use a token that has it.',
    })
    expect((await site.admin.call(deviceGroups.list)).total).toBe(0)
  })

  test('loses the rights that its owner loses, from the next call on', async () => {
    const lin = await holder(reading)
    const { program } = await made(lin.client)
    expect((await program.ask(deviceGroups.list)).code).toBe(0)
    await site.deps.db.delete(roleMenus).where(eq(roleMenus.roleId, lin.roleId))
    expect((await program.ask(deviceGroups.list)).code).toBe(403)
  })

  test('is refused with an expired, a revoked and a guessed token, each with a clear message', async () => {
    const { id, program } = await made(site.admin)
    await site.deps.db.update(tokenRows).set({ expiresAt: new Date(Date.now() - 1) })
    expect(await program.ask(deviceGroups.list)).toEqual({
      code: 401,
      msg: 'The access token has expired. Add a new token under My account.',
    })
    await site.deps.db.update(tokenRows).set({ expiresAt: sql`now() + interval '1 day'` })
    expect((await program.ask(deviceGroups.list)).code).toBe(0)
    await site.admin.call(ownAccessTokens.revoke, { body: { ids: [id] } })
    expect(await program.ask(deviceGroups.list)).toEqual({
      code: 401,
      msg: 'The access token was revoked. Add a new token under My account.',
    })
    const guessed = site.as(accessTokenMark + newToken())
    expect(await guessed.ask(deviceGroups.list)).toEqual({
      code: 401,
      msg: 'The access token is not valid. Check it, or add a new token under My account.',
    })
  })

  test('is refused when its owner is disabled, expired, removed or must change the password', async () => {
    const lin = await holder(reading)
    const { program } = await made(lin.client)
    const past = new Date(Date.now() - 1000)
    for (const [change, code] of [
      [{ status: 1 }, 401],
      [{ tenantExpireTime: past }, -1],
      [{ deletedAt: past }, 401],
      [{ mustChangePassword: true }, -1],
    ] as const) {
      const change0 = { status: 0, tenantExpireTime: null, deletedAt: null, mustChangePassword: false }
      await site.deps.db
        .update(users)
        .set({ ...change0, ...change })
        .where(eq(users.id, lin.id))
      expect((await program.ask(deviceGroups.list)).code, JSON.stringify(change)).toBe(code)
    }
  })

  test('follows the log of a phone, opens no other socket, and loses it when the token is revoked', async () => {
    const phone = TestSocket.phone(site.address, await addLabPhone())
    await phone.next('registered')
    const { id, token } = await made(site.admin, ['device/deviceList/list'])
    const log = TestSocket.browser(site.address, `${logSocketPath}?deviceNo=A1&language=en`, token)
    await once(log.socket, 'open')
    phone.send({ action: 'log', level: 'info', msg: 'hello', time: Date.now(), runId: 'try-1' })
    expect(await log.next('lines')).toMatchObject({
      lines: [{ level: 'info', msg: 'hello', runId: 'try-1' }],
    })
    const screen = TestSocket.browser(site.address, `${deviceSocketPath}?type=client&deviceNo=A1`, token)
    expect((await screen.closed).code).toBe(CloseCode.forbidden)
    const weak = await made(site.admin, ['device/group/list'], 'weak')
    const other = TestSocket.browser(site.address, `${logSocketPath}?deviceNo=A1`, weak.token)
    expect((await other.closed).code).toBe(CloseCode.forbidden)
    await site.admin.call(ownAccessTokens.revoke, { body: { ids: [id] } })
    expect((await log.closed).code).toBe(CloseCode.unauthorized)
    phone.close()
  })

  test('cannot create, see or revoke tokens, change the password or sign its owner out', async () => {
    const { id, program } = await made(site.admin)
    const refused = {
      code: 403,
      msg: 'Access tokens cannot be used for this call. Sign in to the console instead.',
    }
    for (const [call, body] of [
      [ownAccessTokens.add, { tokenName: 'more', permissions: both, days: 1 }],
      [ownAccessTokens.list, undefined],
      [ownAccessTokens.rights, undefined],
      [ownAccessTokens.revoke, { ids: [id] }],
      [session.changePassword, { oldPassword: 'x', newPassword: 'longer' }],
      [session.logout, undefined],
    ] as const)
      expect(await program.ask(call, { body }), call.path).toEqual(refused)
    expect((await program.ask(session.info)).code).toBe(0)
    expect((await program.ask(files.download, { query: { fileName: 'none' } })).code).toBe(404)
  })

  test('shares its owner’s limit of calls per second', async () => {
    const lin = await holder(reading)
    const { program } = await made(lin.client)
    await site.deps.db.update(users).set({ rateLimit: 1 }).where(eq(users.id, lin.id))
    const codes = await Promise.all([1, 2, 3, 4].map(async () => (await program.ask(deviceGroups.list)).code))
    expect(codes).toContain(0)
    expect(codes).toContain(-1)
  })

  test('may repeat the same write, and the operation log names the token without its text', async () => {
    const { program, token } = await made(site.admin, both)
    await program.call(deviceGroups.add, { body: { groupName: 'a' } })
    expect((await program.ask(deviceGroups.add, { body: { groupName: 'a' } })).msg).toMatch(
      /exists|taken|already/i,
    )
    await program.ask(accessTokens.revoke, { body: { ids: [1] } })
    await site.flush()
    const { list } = await site.admin.call(operationLogs.list)
    expect(list.map(({ operUrl, tokenName, status }) => [operUrl, tokenName, status])).toEqual([
      ['/system/accessToken/revoke', 'report', 1],
      ['/device/group/add', 'report', 1],
      ['/device/group/add', 'report', 0],
      ['/system/user/token/add', '', 0],
    ])
    const details = await Promise.all(
      list.map(({ id }) => site.admin.call(operationLogs.detail, { query: { id } })),
    )
    expect(JSON.stringify(details)).not.toContain(token)
  })
})

describe('creating a token', () => {
  test('cannot grant rights that the user lacks or that do not exist', async () => {
    const lin = await holder(reading)
    const body = { tokenName: 'wide', permissions: both, days: 1 }
    expect((await lin.client.ask(ownAccessTokens.add, { body })).msg).toBe(
      'You don’t have the permission “device/group/add”, so you cannot grant it to a token',
    )
    for (const permission of ['*/*/*', 'signed-in', 'public', 'no/such'])
      expect(
        (await site.admin.ask(ownAccessTokens.add, { body: { ...body, permissions: [permission] } })).code,
      ).toBe(-1)
    expect(await stored()).toBeUndefined()
    const rights = await lin.client.call(ownAccessTokens.rights)
    expect(rights).toEqual([{ permission: 'device/group/list', page: '/device/group' }])
  })

  test('requires a name, rights and a lifetime of at most a year', async () => {
    const good = { tokenName: 'a', permissions: reading, days: 1 }
    for (const wrong of [{ tokenName: ' ' }, { permissions: [] }, { days: 0 }, { days: 367 }, { userId: 1 }])
      expect((await site.admin.ask(ownAccessTokens.add, { body: { ...good, ...wrong } })).code).toBe(-1)
  })

  test('is limited to fifty valid ones; revoked ones do not count', async () => {
    const row = {
      userId: UserId.parse(1),
      permissions: reading,
      expiresAt: new Date(Date.now() + 86_400_000),
    }
    const many = Array.from({ length: 50 }, (_, n) => ({ ...row, tokenHash: `${n}`, tokenName: `${n}` }))
    await site.deps.db.insert(tokenRows).values(many)
    const body = { tokenName: 'one more', permissions: reading, days: 1 }
    expect((await site.admin.ask(ownAccessTokens.add, { body })).msg).toMatch(
      /^You can have up to 50 valid tokens/,
    )
    await site.admin.call(accessTokens.revoke, { body: { ids: [1] } })
    expect((await site.admin.ask(ownAccessTokens.add, { body })).code).toBe(0)
  })
})

test('users can only see and revoke their own tokens', async () => {
  const { id, program } = await made(site.admin)
  const { client: wei } = await addUser(site, { userName: 'wei' })
  expect(await wei.call(ownAccessTokens.list)).toEqual([])
  expect((await wei.ask(ownAccessTokens.revoke, { body: { ids: [id] } })).code).toBe(404)
  expect((await program.ask(deviceGroups.list)).code).toBe(0)
})

test('tokens of users with rights that the caller lacks, or of the built-in account, are not revoked', async () => {
  const revoking = ['system/accessToken/list', 'system/accessToken/revoke']
  const clerk = await addHolder(
    site,
    { userName: 'clerk' },
    { permissions: revoking, dataScope: DataScope.all },
  )
  const lin = await holder(reading)
  const [ofLin, ofAdmin] = [await made(lin.client), await made(site.admin)]
  const revoke = (ids: number[]) => clerk.client.ask(accessTokens.revoke, { body: { ids } })
  expect((await revoke([ofLin.id])).msg).toBe(
    'You cannot change “lin” because this user has permissions that you don’t have',
  )
  expect((await revoke([ofAdmin.id])).msg).toBe('“admin” is the super admin and cannot be changed')
  for (const { program } of [ofLin, ofAdmin]) expect((await program.ask(deviceGroups.list)).code).toBe(0)
  expect((await site.admin.ask(accessTokens.revoke, { body: { ids: [ofLin.id] } })).code).toBe(0)
})

test('the list of all tokens filters by owner, name and state', async () => {
  const lin = await holder(reading)
  const { id } = await made(lin.client)
  await made(site.admin, reading, 'backup')
  const named = async (query: object) =>
    (await site.admin.call(accessTokens.list, { query })).list.map(({ tokenName }) => tokenName)
  expect(await named({ userName: 'lin' })).toEqual(['report'])
  expect(await named({ tokenName: 'back' })).toEqual(['backup'])
  await site.admin.call(accessTokens.revoke, { body: { ids: [id] } })
  expect(await named({ state: 'revoked' })).toEqual(['report'])
  expect(await named({ state: 'valid' })).toEqual(['backup'])
  expect(await named({ state: 'expired' })).toEqual([])
})

// Last: the address stays slowed for the rest of this file.
test('an address that guesses hundreds of tokens gets twenty answers, and valid tokens still work there', async () => {
  const { program } = await made(site.admin)
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => site.as(accessTokenMark + newToken()).ask(deviceGroups.list)),
  )
  const wrong = answers.filter(({ code }) => code === 401)
  expect(wrong.length).toBeLessThanOrEqual(20)
  expect(answers.filter(({ msg }) => msg?.startsWith('Too many')).length).toBe(200 - wrong.length)
  expect((await program.ask(deviceGroups.list)).code).toBe(0)
})
