import { session } from '@fleetdeck/contract/session'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

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
    '/captcha/get',
    '/common/avatar/:fileName',
    '/common/file/:fileName',
    '/healthz',
    '/openapi/changeTask',
    '/openapi/getTask',
    '/rapi/ackData',
    '/rapi/addCache',
    '/rapi/addData',
    '/rapi/appendOneLineCache',
    '/rapi/appendOneLineData',
    '/rapi/commandFile/:cmdSubId',
    '/rapi/commandFile/:cmdSubId/:fileName/:name',
    '/rapi/decrementCache',
    '/rapi/dynamicAdd',
    '/rapi/dynamicCreateTable',
    '/rapi/dynamicQuery',
    '/rapi/dynamicRemove',
    '/rapi/dynamicUpdate',
    '/rapi/enroll',
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
    '/rapi/popPushCache',
    '/rapi/removeCache',
    '/rapi/removeData',
    '/rapi/removeOneLineCache',
    '/rapi/removeOneLineData',
    '/rapi/reportExc',
    '/rapi/returnData',
    '/rapi/scriptFile/:fileName/:name',
    '/rapi/unusablePhones',
    '/rapi/updateCache',
    '/rapi/updateCacheExpire',
    '/rapi/updateData',
    '/readyz',
    '/system/auth/oidc/bind',
    '/system/auth/oidc/finish',
    '/system/auth/oidc/start',
    '/system/config/systemParam',
    '/system/login',
    '/system/register',
  ])
})

test('an unknown address is answered in the envelope', async () => {
  expect(await site.nobody.ask({ method: 'GET', path: '/system/nothing' })).toEqual({
    code: 404,
    msg: 'Resource does not exist',
  })
})

test('a body above the limit is refused and the server keeps running', async () => {
  const body = { username: 'x'.repeat(3_000_000), password: 'x' }
  expect(await site.nobody.ask(session.login, { body })).toEqual({
    code: -1,
    msg: 'The request is too large',
  })
})

test('responses have security headers and forbid foreign scripts', async () => {
  const { headers } = await site.app.inject({ url: session.captcha.path })
  expect(headers['content-security-policy']).toContain("script-src 'self'")
  expect(headers['x-content-type-options']).toBe('nosniff')
})
