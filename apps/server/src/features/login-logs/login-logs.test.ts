import { DataScope } from '@fleetdeck/contract/enums'
import { loginLogs } from '@fleetdeck/contract/login-logs'
import { session } from '@fleetdeck/contract/session'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, adminPassword, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeClient, describeLocation } from '../../platform/http/client-info.ts'
import { downloadedRows } from '../../testing/downloads.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const login = (username: string, password: string) =>
  site.nobody.ask(session.login, { body: { username, password } })
const list = (query: object = {}) => site.admin.call(loginLogs.list, { query })

describe('the login log', () => {
  test('contains each success, each failure and each sign-out', async () => {
    await login('admin', 'wrong-one')
    await login('nobody-here', 'wrong-one')
    const lin = await addUser(site, { userName: 'lin' })
    await lin.client.call(session.logout)
    const { list: rows } = await list({ orderByColumn: 'loginTime', isAsc: 'asc' })
    expect(rows.map(({ loginName, status, msg }) => [loginName, status, msg])).toEqual([
      ['admin', 1, 'Incorrect user name or password. Try again.'],
      ['nobody-here', 1, 'Incorrect user name or password. Try again.'],
      ['lin', 0, 'Signed in'],
      ['lin', 0, 'Signed out'],
    ])
    expect(rows[0]).toMatchObject({ ipaddr: '127.0.0.1', loginLocation: 'Local machine' })
    expect(JSON.stringify(rows)).not.toContain('wrong-one')
  })

  test('is filtered and sorted, in the caller’s language', async () => {
    await login('admin', 'wrong-one')
    await login('<b>x</b>', 'wrong-one')
    expect((await list({ userName: '<b>' })).list).toMatchObject([{ loginName: '<b>x</b>' }])
    expect((await list({ status: 0 })).total).toBe(0)
    expect((await list({ ipaddr: '10.' })).total).toBe(0)
    const rows = await list({ orderByColumn: 'loginName', isAsc: 'asc' })
    expect(rows.list.map(({ loginName }) => loginName)).toEqual(['<b>x</b>', 'admin'])
    const chinese = await site.as(site.admin.token, 'zhtw').call(loginLogs.list)
    expect(chinese.list[0]).toMatchObject({ msg: '帳號或密碼錯誤，請重新輸入', loginLocation: '本機' })
    expect((await site.admin.ask(loginLogs.list, { query: { orderByColumn: 'userAgent' } })).code).toBe(-1)
  })

  test('is deleted by row, cleared, and exported as filtered', async () => {
    await login('=cmd', 'wrong-one')
    await login('admin', 'wrong-one')
    const { fileName } = await site.admin.call(loginLogs.export, { query: { userName: 'cmd' } })
    expect((await downloadedRows(site, site.admin, fileName)).map((row) => row[0])).toEqual([
      'User name',
      '\t=cmd',
    ])
    expect(await site.admin.ask(loginLogs.remove, { body: { ids: [1, 99] } })).toMatchObject({ code: 404 })
    await site.admin.call(loginLogs.remove, { body: { ids: [1] } })
    expect((await list()).total).toBe(1)
    await site.admin.call(loginLogs.clear)
    expect((await list()).total).toBe(0)
  })
})

describe('unlocking', () => {
  const lock = async () => {
    for (let tries = 0; tries < 5; tries++) await login('lin', `wrong-${tries}`)
  }

  test('lets a locked account sign in again immediately', async () => {
    await addUser(site, { userName: 'lin' })
    await lock()
    expect((await login('lin', adminPassword)).msg).toMatch(/Try again in 10 min/)
    await site.admin.call(loginLogs.unlock, { body: { userName: 'Lin' } })
    expect(await login('lin', adminPassword)).toMatchObject({ code: 0 })
  })

  test('is allowed for callers who see the account', async () => {
    await addUser(site, { userName: 'lin' })
    const wei = await addHolder(
      site,
      { userName: 'wei' },
      {
        permissions: [
          'system/monitor/loginLog',
          'system/monitor/loginLog/unlock',
          'system/monitor/loginLog/clear',
        ],
        dataScope: DataScope.self,
      },
    )
    await lock()
    expect(await wei.client.ask(loginLogs.unlock, { body: { userName: 'lin' } })).toMatchObject({ code: 404 })
    const { list: rows } = await wei.client.call(loginLogs.list)
    expect(new Set(rows.map(({ loginName }) => loginName))).toEqual(new Set(['wei']))
    await wei.client.call(loginLogs.clear)
    expect((await list({ userName: 'lin' })).total).toBe(6)
  })
})

test('browsers and systems have their usual names', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  expect(describeClient(windows)).toEqual({ browser: 'Chrome 140', os: 'Windows 10+' })
  expect(describeClient(`${windows} Edg/140.0.0.0`)).toEqual({ browser: 'Edge 140', os: 'Windows 10+' })
  expect(
    describeClient(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    ),
  ).toEqual({ browser: 'Safari 18', os: 'iOS 18' })
  expect(describeClient('Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0')).toEqual({
    browser: 'Firefox 143',
    os: 'Linux',
  })
  expect(
    describeClient(
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/139.0.0.0 Mobile Safari/537.36',
    ),
  ).toEqual({ browser: 'Chrome 139', os: 'Android 14' })
  expect(describeClient('curl/8.5.0')).toEqual({ browser: 'curl 8', os: '' })
  expect(describeClient('')).toEqual({ browser: '', os: '' })
})

test('an address is described by its location as far as it is known', () => {
  const places = [
    '127.0.0.1',
    '::1',
    '::ffff:10.1.2.3',
    '192.168.1.5',
    'fd00::1',
    '8.8.8.8',
    '2001:db8::1',
    'x',
  ]
  expect(places.map((ip) => describeLocation('en', ip))).toEqual([
    'Local machine',
    'Local machine',
    'Private network',
    'Private network',
    'Private network',
    '',
    '',
    '',
  ])
})
