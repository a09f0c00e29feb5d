import { once } from 'node:events'
import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { DataScope } from '@fleetdeck/contract/enums'
import { UserId } from '@fleetdeck/contract/ids'
import { loginLogs as loginLogCalls } from '@fleetdeck/contract/login-logs'
import { ownFactors, recoveryCodeCount, type SignIn } from '@fleetdeck/contract/second-factor'
import { session } from '@fleetdeck/contract/session'
import { userAccess } from '@fleetdeck/contract/user-access'
import { users as userCalls } from '@fleetdeck/contract/users'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import {
  addUser,
  adminPassword,
  startTestSite,
  type TestClient,
  type TestSite,
} from '@fleetdeck/testing/site/test-site'
import { desc, eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeFactorsOf } from '../../access/factors/factors.queries.ts'
import { siteMs } from '../../platform/core/site-clock.ts'
import { loginLogs } from '../../platform/db/schema/login-logs.ts'
import { operationLogs } from '../../platform/db/schema/operation-logs.ts'
import { roles } from '../../platform/db/schema/roles.ts'
import { factorSteps, totpFactors } from '../../platform/db/schema/second-factors.ts'
import { sessions } from '../../platform/db/schema/sessions.ts'
import { Authenticator } from '../../testing/authenticator.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const refused = (msg: string) => ({ code: -1, msg })
const expired = refused('This step has expired. Start again.')
const wrong = refused('Incorrect code. Check the time on your phone and try again.')
const wrongRecoveryCode = refused('This recovery code is incorrect or already used. Try another one.')

/** The code that an app shows so many steps of 30 seconds from now; the server accepts -1, 0 and 1. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: siteMs() + steps * 30_000 })

/** Another session of the administrator: the same write of one is refused for a second. */
const another = async () =>
  site.as(await site.deps.sessions.start(UserId.parse(1), { ip: '10.0.0.9', userAgent: '' }))

/** Codes that were accepted may be used again. */
const forgetSteps = () => site.deps.db.update(totpFactors).set({ lastStep: 0 })

async function setUpApp(client: TestClient) {
  const { secret } = await client.call(ownFactors.startTotp)
  const code = codeOf(secret)
  const { recoveryCodes } = await client.call(ownFactors.confirmTotp, { body: { code } })
  await forgetSteps()
  return { secret, recoveryCodes, code }
}

async function addPasskey(client: TestClient, passkeyName = 'laptop') {
  const authenticator = new Authenticator()
  const { key, options } = await client.call(ownFactors.startPasskey)
  const body = { key, passkeyName, passkey: authenticator.create(options) }
  const { recoveryCodes } = await client.call(ownFactors.addPasskey, { body })
  return { authenticator, recoveryCodes }
}

async function login(username = 'admin', password = adminPassword): Promise<SignIn> {
  return site.nobody.call(session.login, { body: { username, password } })
}
/** The second step of a new sign-in. */
async function ask(username = 'admin') {
  const { factor } = await login(username)
  if (!factor) throw new Error('No second factor was asked for.')
  return factor
}
const answer = (body: object) => site.nobody.ask(session.finishLogin, { body })
const finish = async (body: object) =>
  site.as((await site.nobody.call(session.finishLogin, { body: body as never })).token)

const person = { permissions: [deviceGroups.list.permission], dataScope: DataScope.self }
async function addPerson(userName = 'wei') {
  return addHolder(site, { userName }, person)
}
const newestLogins = async (count = 1) => {
  const rows = await site.deps.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(count)
  return rows.map(({ userName, status, msg }) => [userName, status, msg])
}

describe('an authenticator app', () => {
  test('is asked for after the password, and its code signs in', async () => {
    const { secret } = await setUpApp(site.admin)
    const { token, factor } = await login()
    expect(token).toBe('')
    expect(factor).toMatchObject({ kinds: ['totp', 'recoveryCode'] })
    const client = await finish({ key: factor?.key, code: codeOf(secret) })
    expect((await client.call(session.info)).user.userName).toBe('admin')
    expect(await newestLogins()).toEqual([['admin', 0, 'session.signedIn']])
  })

  test('accepts a code with spaces, and each code once', async () => {
    const { secret } = await setUpApp(site.admin)
    const code = codeOf(secret)
    await finish({ key: (await ask()).key, code: `${code.slice(0, 3)} ${code.slice(3)}` })
    const { key } = await ask()
    expect(await answer({ key, code })).toEqual(
      refused('This code has already been used. Wait for the next one.'),
    )
    await finish({ key, code: codeOf(secret, 1) })
  })

  test('opens one session when the same code arrives several times at the same time', async () => {
    const { secret } = await setUpApp(site.admin)
    const { key } = await ask()
    const code = codeOf(secret)
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer({ key, code })))
    expect(answers.filter((one) => one.code === 0)).toHaveLength(1)
  })

  test('counts for nothing until a code of it was given', async () => {
    const { secret } = await site.admin.call(ownFactors.startTotp)
    expect((await login()).token).not.toBe('')
    expect(await site.admin.ask(ownFactors.confirmTotp, { body: { code: '000000' } })).toEqual(wrong)
    expect(await site.admin.call(ownFactors.one)).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    expect((await login()).factor).toBeUndefined()
    await site.admin.call(ownFactors.confirmTotp, { body: { code: codeOf(secret) } })
    expect((await login()).token).toBe('')
  })

  test('is not replaced by a second one, and can be removed', async () => {
    await setUpApp(site.admin)
    const exists = refused('An authenticator app is already set up. Remove it first.')
    expect(await (await another()).ask(ownFactors.startTotp)).toEqual(exists)
    expect(await site.admin.ask(ownFactors.confirmTotp, { body: { code: '123456' } })).toEqual(exists)
    await site.admin.call(ownFactors.removeTotp)
    expect((await login()).token).not.toBe('')
    expect(await site.admin.ask(ownFactors.removeTotp)).toMatchObject({ code: 404 })
    expect(await site.admin.ask(ownFactors.confirmTotp, { body: { code: '654321' } })).toEqual(
      refused('Scan the QR code first'),
    )
  })

  test('has an address with the site and the account for the QR code', async () => {
    await site.deps.parameters.set('sys.title', 'Lab: phones')
    const { uri, secret } = await site.admin.call(ownFactors.startTotp)
    expect(uri).toBe(
      `otpauth://totp/Lab%3A%20phones:admin?issuer=Lab%3A%20phones&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
  })

  test('is stored sealed, and neither its codes nor its secret are in a log', async () => {
    const { secret, recoveryCodes, code } = await setUpApp(site.admin)
    const [row] = await site.deps.db.select().from(totpFactors)
    expect(row?.secret).toMatch(/^sealed:/)
    const logged = JSON.stringify(await site.deps.db.select().from(operationLogs))
    const stored = JSON.stringify((await site.deps.db.execute(sql`select * from recovery_codes`)).rows)
    for (const text of [secret, ...recoveryCodes]) expect(logged + stored).not.toContain(text)
    expect(logged).not.toContain(code)
  })
})

describe('wrong codes', () => {
  test('lock the second step, and the right password does not make them forgotten', async () => {
    const { secret } = await setUpApp(site.admin)
    for (let time = 0; time < 5; time += 1) {
      const { key } = await ask()
      expect(await answer({ key, code: '000000' })).toEqual(wrong)
    }
    const { key } = await ask()
    const locked = { code: -1, msg: expect.stringMatching(/^Too many incorrect codes \(5\)/) }
    expect(await answer({ key, code: codeOf(secret) })).toEqual(locked)
    expect(await newestLogins(2)).toEqual([
      ['admin', 1, 'session.factorLockedLog'],
      ['admin', 1, 'session.factorCodeWrong'],
    ])
    await site.admin.call(loginLogCalls.unlock, { body: { userName: 'admin' } })
    await finish({ key, code: codeOf(secret) })
  })

  test('are counted for accounts, so that those of one lock no other', async () => {
    await setUpApp(site.admin)
    const { client } = await addPerson()
    const { secret } = await setUpApp(client)
    for (let time = 0; time < 6; time += 1) await answer({ key: (await ask()).key, code: '000000' })
    await finish({ key: (await ask('wei')).key, code: codeOf(secret) })
  })

  test('are refused without a step, with a step that is over, and with neither code nor passkey', async () => {
    const { secret } = await setUpApp(site.admin)
    const code = codeOf(secret)
    expect(await answer({ key: 'made-up', code })).toEqual(expired)
    const { key } = await ask()
    await site.deps.db.update(factorSteps).set({ expiresAt: new Date(siteMs() - 1) })
    expect(await answer({ key, code })).toEqual(expired)
    for (const body of [{ key }, { key, code: '' }, { key, code: ' ' }, { key: '', code }, {}])
      expect(await answer(body)).toMatchObject({ code: -1 })
    expect(await answer({ key, code: 'x'.repeat(41) })).toMatchObject({ code: -1 })
  })

  test('of sign-ins that began before the password was changed are refused', async () => {
    const { secret } = await setUpApp(site.admin)
    const { key } = await ask()
    const body = { oldPassword: adminPassword, newPassword: 'Another-Password-1' }
    await site.admin.call(session.changePassword, { body })
    expect(await answer({ key, code: codeOf(secret) })).toEqual(expired)
  })

  test('of accounts that were disabled in the meantime are refused as such', async () => {
    const { id, client } = await addPerson()
    const { secret } = await setUpApp(client)
    const { key } = await ask('wei')
    await site.admin.call(userCalls.setStatus, { body: { userId: id, status: 1 } })
    expect(await answer({ key, code: codeOf(secret) })).toEqual(
      refused('This account is disabled. Contact an administrator.'),
    )
  })
})

describe('recovery codes', () => {
  test('come with the first factor and sign in once each, however they are typed', async () => {
    const { recoveryCodes } = await setUpApp(site.admin)
    expect(new Set(recoveryCodes).size).toBe(recoveryCodeCount)
    const [first = '', second = ''] = recoveryCodes
    await finish({ key: (await ask()).key, code: first })
    const { key } = await ask()
    expect(await answer({ key, code: first })).toEqual(wrongRecoveryCode)
    await finish({ key, code: ` ${second.toUpperCase().replaceAll('-', ' ')} ` })
    expect(await site.admin.call(ownFactors.one)).toMatchObject({ recoveryCodesLeft: recoveryCodeCount - 2 })
    expect((await addPasskey(site.admin)).recoveryCodes).toEqual([])
  })

  test('are replaced by new ones, and end with the last factor', async () => {
    const { recoveryCodes, secret } = await setUpApp(site.admin)
    const { recoveryCodes: newer } = await site.admin.call(ownFactors.newCodes)
    const { key } = await ask()
    expect(await answer({ key, code: recoveryCodes[0] })).toEqual(wrongRecoveryCode)
    await finish({ key, code: newer[0] })
    await site.admin.call(ownFactors.removeTotp)
    expect(await (await another()).ask(ownFactors.newCodes)).toEqual(
      refused('Set up an authenticator app or a passkey first'),
    )
    expect(secret).not.toBe((await setUpApp(await another())).secret)
    expect(await answer({ key: (await ask()).key, code: newer[1] })).toEqual(wrongRecoveryCode)
  })
})

describe('a passkey', () => {
  test('confirms a sign-in by password', async () => {
    const { authenticator, recoveryCodes } = await addPasskey(site.admin)
    expect(recoveryCodes).toHaveLength(recoveryCodeCount)
    const { key, kinds, passkey } = await ask()
    expect(kinds).toEqual(['passkey', 'recoveryCode'])
    authenticator.isUserVerified = false
    const client = await finish({ key, passkey: authenticator.get(passkey as object) })
    expect((await client.call(session.info)).user.userName).toBe('admin')
    const { passkeys } = await site.admin.call(ownFactors.one)
    expect(passkeys).toMatchObject([{ passkeyName: 'laptop', usedAt: expect.any(String) }])
  })

  test('signs in alone, without account and password, when its user has unlocked it', async () => {
    await setUpApp(site.admin)
    const { authenticator } = await addPasskey(site.admin)
    const { key, options } = await site.nobody.call(session.startPasskeyLogin)
    authenticator.isUserVerified = false
    const failed = refused('Could not verify the passkey. Try again.')
    expect(await answer({ key, passkey: authenticator.get(options) })).toEqual(failed)
    expect(await answer({ key, code: '123456' })).toEqual(wrong)
    authenticator.isUserVerified = true
    const client = await finish({ key, passkey: authenticator.get(options) })
    expect((await client.call(session.info)).user.userName).toBe('admin')
    expect(await newestLogins()).toEqual([['admin', 0, 'session.signedIn']])
    expect(await answer({ key, passkey: authenticator.get(options) })).toEqual(expired)
  })

  test('is refused for another page, another challenge, another user, and with a signature counted before', async () => {
    const { authenticator } = await addPasskey(site.admin)
    const { client } = await addPerson()
    const other = (await addPasskey(client)).authenticator
    const { key, passkey: options } = await ask()
    const failed = refused('Could not verify the passkey. Try again.')
    const unknown = refused('This passkey does not belong to your account. Use another method.')
    const phished = Object.assign(authenticator, { origin: 'https://evil.example' }).get(options as object)
    expect(await answer({ key, passkey: phished })).toEqual(failed)
    authenticator.origin = 'http://localhost'
    const { passkey: olderOptions } = await ask()
    expect(await answer({ key, passkey: authenticator.get(olderOptions as object) })).toEqual(failed)
    expect(await answer({ key, passkey: other.get(options as object) })).toEqual(unknown)
    expect(await answer({ key, passkey: new Authenticator().get(options as object) })).toEqual(unknown)
    await finish({ key, passkey: authenticator.get(options as object) })
    const again = await ask()
    authenticator.counter = 0
    expect(await answer({ key: again.key, passkey: authenticator.get(again.passkey as object) })).toEqual(
      failed,
    )
  })

  test('is added by the session that asked for it, once', async () => {
    const { client } = await addPerson()
    const { key, options } = await site.admin.call(ownFactors.startPasskey)
    const body = { key, passkeyName: 'laptop', passkey: new Authenticator().create(options) }
    expect(await client.ask(ownFactors.addPasskey, { body })).toEqual(expired)
    const own = await site.admin.call(ownFactors.startPasskey)
    const authenticator = new Authenticator()
    const draft = { key: own.key, passkeyName: 'laptop', passkey: authenticator.create(own.options) }
    await site.admin.call(ownFactors.addPasskey, { body: draft })
    const again = { ...draft, passkeyName: 'again' }
    expect(await site.admin.ask(ownFactors.addPasskey, { body: again })).toEqual(expired)
    const next = await site.admin.call(ownFactors.startPasskey)
    expect(next.options).toMatchObject({ excludeCredentials: [{ id: authenticator.id }] })
    const taken = { ...draft, key: next.key, passkey: authenticator.create(next.options) }
    expect(await site.admin.ask(ownFactors.addPasskey, { body: taken })).toEqual(
      refused('This passkey has already been added. Use another one.'),
    )
  })

  test('is renamed and removed by its owner only', async () => {
    await addPasskey(site.admin)
    const { client } = await addPerson()
    const [own] = (await site.admin.call(ownFactors.one)).passkeys
    const id = own?.id as never
    expect(await client.ask(ownFactors.renamePasskey, { body: { id, passkeyName: 'x' } })).toMatchObject({
      code: 404,
    })
    expect(await client.ask(ownFactors.removePasskey, { query: { id } })).toMatchObject({ code: 404 })
    await site.admin.call(ownFactors.renamePasskey, { body: { id, passkeyName: 'desk' } })
    expect((await site.admin.call(ownFactors.one)).passkeys).toMatchObject([{ passkeyName: 'desk' }])
    await site.admin.call(ownFactors.removePasskey, { query: { id } })
    expect((await login()).token).not.toBe('')
  })

  test('needs a public address with https and a name, or none; the app works anyway', async () => {
    const { authenticator } = await addPasskey(site.admin)
    await setUpApp(site.admin)
    const closed = refused(
      'Passkeys require an https public address with a domain name. Ask an administrator to set one.',
    )
    for (const address of ['http://phones.example', 'https://192.168.1.4:8443', 'http://192.168.1.4']) {
      await site.deps.parameters.set('sys.publicAddress', address)
      expect(await site.admin.ask(ownFactors.startPasskey), address).toEqual(closed)
      expect(await site.nobody.ask(session.startPasskeyLogin), address).toEqual(closed)
      expect((await ask()).kinds, address).toEqual(['totp', 'recoveryCode'])
    }
    await site.deps.parameters.set('sys.publicAddress', 'https://phones.example')
    expect((await site.admin.call(ownFactors.startPasskey)).options).toMatchObject({
      rp: { id: 'phones.example' },
    })
    const { key, passkey } = await ask()
    // Made for localhost: of another host.
    expect(await answer({ key, passkey: authenticator.get(passkey as object) })).toMatchObject({ code: -1 })
  })

  test('works behind a proxy at the public address, whatever the request says', async () => {
    await site.deps.parameters.set('sys.publicAddress', 'https://phones.example')
    const authenticator = Object.assign(new Authenticator(), { origin: 'https://phones.example' })
    const { key, options } = await site.admin.call(ownFactors.startPasskey)
    const body = { key, passkeyName: 'phone', passkey: authenticator.create(options) }
    await site.admin.call(ownFactors.addPasskey, { body })
    const step = await ask()
    await finish({ key: step.key, passkey: authenticator.get(step.passkey as object) })
  })
})

describe('a role that requires a second factor', () => {
  const first = refused('Set up two-step verification first')
  async function requireFactor() {
    await site.deps.db.update(roles).set({ secondFactor: 1 }).where(eq(roles.builtIn, false))
    await site.deps.changes.rights()
  }

  test('keeps its users from everything but setting one up, also in open sessions', async () => {
    const { client } = await addPerson()
    const page = TestSocket.browser(site.address, consoleSocketPath, client.token ?? '')
    await once(page.socket, 'open')
    await requireFactor()
    await page.closed
    expect(await client.ask(deviceGroups.list)).toEqual(first)
    expect(await client.ask(ownAccessTokens.list)).toEqual(first)
    expect((await client.call(session.info)).user.mustSetUpFactor).toBe(true)
    expect((await client.call(ownFactors.one)).isRequired).toBe(true)
    await setUpApp(client)
    expect((await client.call(session.info)).user.mustSetUpFactor).toBe(false)
    expect(await client.ask(deviceGroups.list)).toMatchObject({ code: 0 })
  })

  test('asks at the next sign-in, and lets the last factor not be removed', async () => {
    const { client } = await addPerson()
    await requireFactor()
    const signedIn = site.as((await login('wei')).token)
    expect(await signedIn.ask(deviceGroups.list)).toEqual(first)
    await setUpApp(signedIn)
    const last = refused('Your role requires two-step verification. Set up another method first.')
    expect(await client.ask(ownFactors.removeTotp)).toEqual(last)
    await addPasskey(client)
    await client.call(ownFactors.removeTotp)
    const [passkey] = (await client.call(ownFactors.one)).passkeys
    expect(await client.ask(ownFactors.removePasskey, { query: { id: passkey?.id } })).toEqual(last)
  })

  test('does not stop programs, whose tokens were made before', async () => {
    const { client } = await addPerson()
    const body = { tokenName: 'reports', permissions: [deviceGroups.list.permission], days: 9 }
    const { token } = await client.call(ownAccessTokens.add, { body })
    await requireFactor()
    expect(await site.as(token).ask(deviceGroups.list)).toMatchObject({ code: 0 })
  })

  test('may be that of super users, by a parameter', async () => {
    await site.deps.parameters.set('sys.account.adminFactor', 'true')
    await site.deps.changes.rights()
    expect(await site.admin.ask(deviceGroups.list)).toEqual(first)
    const { client } = await addPerson()
    expect(await client.ask(deviceGroups.list)).toMatchObject({ code: 0 })
    await setUpApp(site.admin)
    expect(await site.admin.ask(deviceGroups.list)).toMatchObject({ code: 0 })
  })
})

describe('administrators', () => {
  test('see the factors of their users and reset those that were lost', async () => {
    const { id: userId, client } = await addPerson()
    await setUpApp(client)
    await addPasskey(client, 'phone')
    expect(await site.admin.call(userAccess.one, { query: { userId } })).toMatchObject({
      factors: { totp: {}, passkeys: [{ passkeyName: 'phone' }], recoveryCodesLeft: recoveryCodeCount },
    })
    const { key } = await ask('wei')
    await site.admin.call(userAccess.resetFactors, { body: { userId } })
    expect((await login('wei')).token).not.toBe('')
    expect(await answer({ key, code: '123456' })).toEqual(expired)
    expect(await client.call(ownFactors.one)).toMatchObject({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
    })
  })

  test('are refused for users whom they may not change', async () => {
    const permissions = [userAccess.resetFactors.permission]
    const { client } = await addHolder(site, { userName: 'self' }, { permissions, dataScope: DataScope.self })
    const { id } = await addUser(site, { userName: 'ling' })
    for (const userId of [id, UserId.parse(1)])
      expect(await client.ask(userAccess.resetFactors, { body: { userId } })).toMatchObject({ code: 404 })
  })

  test('admit a locked-out user by a command on the server, by the name of the account', async () => {
    await setUpApp(site.admin)
    expect(await removeFactorsOf(site.deps.db, 'nobody')).toBe(false)
    expect(await removeFactorsOf(site.deps.db, 'Admin')).toBe(true)
    expect((await login()).token).not.toBe('')
  })
})

describe('a proof', () => {
  const age = () => site.deps.db.update(sessions).set({ provenAt: new Date(siteMs() - 11 * 60_000) })
  const isProven = async (client: TestClient) => (await client.ask(ownFactors.startPasskey)).code === 0

  test('is given by a code or a passkey as well as by the password', async () => {
    const { secret } = await setUpApp(site.admin)
    const { authenticator } = await addPasskey(site.admin)
    await age()
    expect(await isProven(site.admin)).toBe(false)
    const step = await site.admin.call(session.startProof)
    expect(step.kinds).toEqual(['passkey', 'totp', 'recoveryCode'])
    await site.admin.call(session.prove, { body: { key: step.key, code: codeOf(secret) } })
    expect(await isProven(site.admin)).toBe(true)
    await age()
    const { key, passkey } = await site.admin.call(session.startProof)
    await site.admin.call(session.prove, { body: { key, passkey: authenticator.get(passkey as object) } })
    expect(await isProven(site.admin)).toBe(true)
  })

  test('counts for the session that asked, once, and not as a sign-in', async () => {
    const { secret } = await setUpApp(site.admin)
    await forgetSteps()
    const other = await finish({ key: (await ask()).key, code: codeOf(secret) })
    await age()
    await forgetSteps()
    const { key } = await site.admin.call(session.startProof)
    const body = { key, code: codeOf(secret) }
    expect(await other.ask(session.prove, { body })).toEqual(expired)
    expect(await answer(body)).toEqual(expired)
    expect(
      await site.admin.ask(session.prove, { body: { key: (await ask()).key, code: codeOf(secret) } }),
    ).toEqual(expired)
    await site.admin.call(session.prove, { body })
    const repeated = { key: `${key}`, code: codeOf(secret, 1) }
    expect(await site.admin.ask(session.prove, { body: repeated })).toEqual(expired)
    expect(await isProven(other)).toBe(false)
  })

  test('has no other way than the password without a factor', async () => {
    expect(await site.admin.call(session.startProof)).toEqual({ key: '', kinds: [] })
  })
})
