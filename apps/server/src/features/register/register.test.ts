import { UserType } from '@fleetdeck/contract/enums'
import { register } from '@fleetdeck/contract/register'
import { session } from '@fleetdeck/contract/session'
import { site as siteCalls } from '@fleetdeck/contract/site'
import { solvedCaptcha, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { loginLogs } from '../../platform/db/schema/login-logs.ts'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
/** The limit is ten calls per minute and address, so each test uses another address. */
let visitor = 0
beforeAll(async () => {
  site = await startTestSite({ captchaOff: false })
})
beforeEach(async () => {
  await site.reset()
  await site.deps.parameters.set('sys.account.registerUser', 'true')
  visitor += 1
})
afterAll(() => site.stop())

const password = 'Own-Password-1'
async function ask(body: object, { app }: Pick<TestSite, 'app'> = site) {
  const response = await app.inject({
    method: 'POST',
    url: register.add.path,
    remoteAddress: `10.0.0.${visitor}`,
    headers: { languageselect: 'en' },
    payload: { password, ...(await solvedCaptcha(site, site.nobody)), ...body },
  })
  return response.json()
}
const newestLog = async () => {
  const [row] = await site.deps.db.select().from(loginLogs).orderBy(desc(loginLogs.id)).limit(1)
  return row && [row.userName, row.status, row.msg]
}

test('a visitor creates an account and signs in with it; it has no permissions yet', async () => {
  expect(await ask({ username: 'lin_2-3' })).toEqual({ code: 0, msg: '', data: null })
  expect(await newestLog()).toEqual(['lin_2-3', 0, 'identity.registered'])
  const lin = await site.signIn('lin_2-3', password)
  expect(await lin.call(session.info)).toMatchObject({
    roles: ['default'],
    permissions: [],
    user: { userType: UserType.front, isAdmin: false, mustChangePassword: false },
  })
  const [row] = await site.deps.db.select().from(users).where(eq(users.userName, 'lin_2-3'))
  expect(row).toMatchObject({ deviceNumber: 0, parentId: null, deptId: null, builtIn: false })
  expect(row?.passwordHash).not.toContain(password)
})

test('while registration is disabled, which is the default, it is refused, and the page gets that status', async () => {
  expect((await site.nobody.call(siteCalls.systemParam)).registerEnabled).toBe(true)
  await site.deps.parameters.unset('sys.account.registerUser')
  expect((await site.nobody.call(siteCalls.systemParam)).registerEnabled).toBe(false)
  expect((await ask({ username: 'lin' })).msg).toBe(
    'Registration is closed on this site. Ask an administrator for an account.',
  )
  expect(await newestLog()).toEqual(['lin', 1, 'login.registerClosed'])
})

test('the captcha is required and can be used once', async () => {
  expect((await ask({ username: 'lin', verifyCode: '....' })).msg).toMatch(/^Verification code incorrect/)
  const solved = await solvedCaptcha(site, site.nobody)
  expect((await ask({ username: 'lin', ...solved })).code).toBe(0)
  expect((await ask({ username: 'wei', ...solved })).msg).toMatch(/^Verification code incorrect/)
})

test('a name is 2 to 20 letters, digits, underscores and hyphens', async () => {
  for (const username of ['x', 'a b', 'lin@home', '<b>lin</b>', '林', 'x'.repeat(21)])
    expect((await ask({ username })).msg, username).toMatch(/^User name must be 2 to 20/)
})

test('a password is 6 to 20 characters', async () => {
  for (const wrong of ['12345', 'x'.repeat(21)])
    expect((await ask({ username: 'lin', password: wrong })).msg).toBe('Password must be 6 to 20 characters')
})

test('a password is neither common nor the name', async () => {
  expect((await ask({ username: 'lin', password: 'iloveyou' })).msg).toMatch(/too common and easy to guess/)
  expect((await ask({ username: 'lin-wei', password: 'Lin-Wei' })).msg).toMatch(
    /cannot be the same as the user name/,
  )
})

test('a name is unique ignoring case, also for simultaneous requests', async () => {
  expect((await ask({ username: 'ADMIN' })).code).toBe(-1)
  const both = await Promise.all([ask({ username: 'lin' }), ask({ username: 'Lin' })])
  expect(both.map(({ code }) => code).sort()).toEqual([-1, 0])
})

test('permissions cannot be requested', async () => {
  for (const field of ['userType', 'roleIds', 'builtIn', 'deviceNumber', 'parentId'])
    expect((await ask({ username: 'lin', [field]: 0 })).msg).toBe(
      `Unknown field “${field}”. Remove it and try again.`,
    )
})

test('an address is limited to ten attempts a minute, on all servers together', async () => {
  const other = await site.another()
  onTestFinished(other.close)
  let refusals = 0
  for (let attempt = 0; attempt < 12; attempt++)
    if (/^Too many requests/.test((await ask({ username: 'x' }, attempt % 2 ? other : site)).msg))
      refusals += 1
  expect(refusals).toBe(2)
})
