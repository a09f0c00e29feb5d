import { MenuType } from '@fleetdeck/contract/enums'
import { consoleModule, innerLink, menus } from '@fleetdeck/contract/menus'
import { session } from '@fleetdeck/contract/session'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

test('every route that is not public refuses a caller without a session', async () => {
  const guarded = site.app.endpoints.filter(({ permission }) => permission !== 'public')
  expect(guarded.length).toBeGreaterThan(20)
  for (const endpoint of guarded)
    expect(await site.nobody.ask(endpoint), `${endpoint.method} ${endpoint.path}`).toMatchObject({
      code: -401,
    })
})

test('every route with a permission refuses a user without it', async () => {
  const { client } = await addUser(site, { userName: 'wei' })
  for (const endpoint of site.app.endpoints) {
    if (endpoint.permission === 'public' || endpoint.permission === 'signed-in') continue
    expect(await client.ask(endpoint), `${endpoint.method} ${endpoint.path}`).toMatchObject({ code: 403 })
  }
})

test('these are all the public routes', () => {
  const open = site.app.endpoints.filter(({ permission }) => permission === 'public')
  expect(
    open
      .map(({ path }) => path)
      .filter((path) => path !== '/*')
      .sort(),
  ).toEqual([
    '/agent/:fileName',
    '/captcha/get',
    '/common/avatar/:fileName',
    '/common/file/:fileName',
    '/guest/leave',
    '/guest/link',
    '/guest/visit',
    '/healthz',
    '/openapi/changeTask',
    '/openapi/getTask',
    '/rapi/ackData',
    '/rapi/addCache',
    '/rapi/addData',
    '/rapi/agentPackage/:sha256',
    '/rapi/appendOneLineCache',
    '/rapi/appendOneLineData',
    '/rapi/ask',
    '/rapi/askAnswer',
    '/rapi/commandFile/:cmdSubId',
    '/rapi/commandFile/:cmdSubId/:fileName/:name',
    '/rapi/computers/enroll',
    '/rapi/decrementCache',
    '/rapi/dynamicAdd',
    '/rapi/dynamicCreateTable',
    '/rapi/dynamicQuery',
    '/rapi/dynamicRemove',
    '/rapi/dynamicUpdate',
    '/rapi/enroll',
    '/rapi/enroll/challenge',
    '/rapi/getCache',
    '/rapi/getCacheExpire',
    '/rapi/getData',
    '/rapi/getDataPop',
    '/rapi/heartbeat',
    '/rapi/hotScripts',
    '/rapi/hotState',
    '/rapi/httpCmdLog',
    '/rapi/incrementCache',
    '/rapi/leaseData',
    '/rapi/notifyOperator',
    '/rapi/popPushCache',
    '/rapi/regions',
    '/rapi/removeCache',
    '/rapi/removeData',
    '/rapi/removeOneLineCache',
    '/rapi/removeOneLineData',
    '/rapi/reportExc',
    '/rapi/returnData',
    '/rapi/scrcpyServer/:sha256',
    '/rapi/scriptFile/:fileName/:name',
    '/rapi/unusablePhones',
    '/rapi/updateCache',
    '/rapi/updateCacheExpire',
    '/rapi/updateData',
    '/readyz',
    '/system/auth/oidc/bind',
    '/system/auth/oidc/finish',
    '/system/auth/oidc/start',
    '/system/commandLine/redeem',
    '/system/config/systemParam',
    '/system/login',
    '/system/login/factor',
    '/system/login/passkey',
    '/system/register',
    '/task/scriptSource/hook/:key',
  ])
})

test('an unknown address is answered in the envelope', async () => {
  expect(await site.nobody.ask({ method: 'GET', path: '/system/nothing' })).toEqual({
    code: 404,
    msg: 'This resource does not exist. It may have been deleted. Refresh and try again.',
  })
})

test('a body above the limit is refused and the server keeps running', async () => {
  const body = { username: 'x'.repeat(3_000_000), password: 'x' }
  expect(await site.nobody.ask(session.login, { body })).toEqual({
    code: -1,
    msg: 'Too much data for one request. Reduce it and try again.',
  })
})

describe('the content policy', () => {
  const policyOf = async (headers: Record<string, string> = {}, url = '/') => {
    const answer = await site.app.inject({ url, headers: { accept: 'text/html', ...headers } })
    const entries = String(answer.headers['content-security-policy'])
      .split(';')
      .map((part) => part.split(/ (.*)/, 2))
    return Object.fromEntries(entries) as Record<string, string>
  }

  test('allows pictures of this site, and of the logo’s', async () => {
    expect((await policyOf())['img-src']).toBe("'self' data: blob:")
    await site.deps.parameters.set('sys.logo', 'https://pictures.example:8443/logo.png?a=1')
    expect((await policyOf())['img-src']).toBe("'self' data: blob: https://pictures.example:8443")
  })

  test('allows sockets to this host only, and no text of a strange Host header', async () => {
    expect((await policyOf({ host: 'console.example:3000' }))['connect-src']).toBe(
      "'self' ws://console.example:3000 wss://console.example:3000",
    )
    for (const host of ['a; script-src *', "a 'unsafe-eval'", 'a,b'])
      expect((await policyOf({ host }))['connect-src']).toBe("'self'")
  })

  test('allows frames over https, and plain http only from sites that a menu shows', async () => {
    const other = await site.another()
    onTestFinished(() => other.close())
    const shown = await site.app.inject({ url: '/', headers: { accept: 'text/html' } })
    expect(shown.headers['content-security-policy']).toContain("frame-src 'self' https:;")
    const frame = { menuType: MenuType.menu, isFrame: true, component: innerLink, moduleType: consoleModule }
    for (const [menuName, path] of [
      ['Inside', 'http://10.0.0.7:3000/board'],
      ['Encrypted', 'https://boards.example/'],
    ] as const)
      await site.admin.call(menus.add, { body: { ...frame, menuName, path, orderNum: 1 } })
    const { headers } = await other.app.inject({ url: '/', headers: { accept: 'text/html' } })
    expect(headers['content-security-policy']).toContain("frame-src 'self' https: http://10.0.0.7:3000;")
  })
})

test.skipIf(process.env.TEST_DATABASE_URL)(
  'a page is served while the database does not answer',
  async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const busy = site.deps.db.transaction(() => promise)
    const statement = site.deps.db.execute('select 1').then(() => 'statement')
    const page = site.app.inject({ url: '/', headers: { accept: 'text/html' } }).then(() => 'page')
    expect(await Promise.race([page, statement])).toBe('page')
    resolve()
    await Promise.all([busy, statement])
  },
)

test('https behind a trusted proxy is remembered by browsers, and no one else can say so', async () => {
  const proxied = await startTestSite({ trustProxy: ['127.0.0.1'] })
  onTestFinished(() => proxied.stop())
  const headers = { 'x-forwarded-proto': 'https' }
  const of = async ({ app }: TestSite, remoteAddress: string) =>
    (await app.inject({ url: '/', headers, remoteAddress })).headers['strict-transport-security']
  expect(await of(proxied, '127.0.0.1')).toMatch(/max-age=\d{8}/)
  expect(await of(proxied, '10.0.0.9')).toBeUndefined()
  expect(await of(site, '127.0.0.1')).toBeUndefined()
})

test('responses have security headers and forbid foreign scripts', async () => {
  const { headers } = await site.app.inject({ url: session.captcha.path })
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['content-security-policy']).toContain("base-uri 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
})

test('responses may not be stored, except files of the build and pictures', async () => {
  for (const url of [session.captcha.path, session.info.path, '/rapi/unknown']) {
    const { headers } = await site.app.inject({ url })
    expect(headers['cache-control'], url).toBe('no-store')
  }
})
