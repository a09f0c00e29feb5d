import { type EventEmitter, once } from 'node:events'
import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { DataScope } from '@fleetdeck/contract/enums'
import { UserId } from '@fleetdeck/contract/ids'
import { deviceSocketPath } from '@fleetdeck/contract/phone-api'
import { session } from '@fleetdeck/contract/session'
import { throttles } from '@fleetdeck/contract/throttles'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteMs } from '../../platform/core/site-clock.ts'
import { mostTurnedAway } from '../../platform/core/turned-away.ts'
import { throttles as table } from '../../platform/db/schema/throttles.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Throttled } from '../../platform/http/throttled.ts'
import { runJob } from '../../testing/run-job.ts'
import { ThrottleRecorder } from './throttle-recorder.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const list = async (query: object = {}) => {
  await site.flush()
  return site.admin.call(throttles.list, { query })
}
const signIn = (username: string) =>
  site.nobody.ask(session.login, { body: { username, password: 'wrong-password' } })

const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)

describe('callers that are refused until later', () => {
  test('are counted by reason, call and address', async () => {
    for (let n = 0; n < 8; n++) await signIn('nobody')
    const { list: rows, total } = await list()
    // Each hour has a row of its own.
    expect(total).toBe(rows.length)
    for (const row of rows)
      expect(row).toMatchObject({
        ...{ kind: 'loginLocked', path: '/system/login', ipaddr: '127.0.0.1', userName: null },
      })
    expect(sum(rows)).toBe(3)
    await signIn('nobody')
    expect(sum((await list()).list)).toBe(4)
  })

  test('are answered after others who ask later', async () => {
    for (let n = 0; n < 5; n++) await signIn('nobody')
    const done: string[] = []
    const refused = signIn('nobody').then(() => done.push('refused'))
    await site.admin.call(session.info)
    done.push('other')
    await refused
    expect(done).toEqual(['other', 'refused'])
  })

  test('learn from the response when to retry', async () => {
    const answer = () =>
      fetch(site.address + session.login.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'nobody', password: 'wrong-password' }),
      })
    const comeBack = async () => (await answer()).headers.get('retry-after')
    for (let n = 0; n < 5; n++) expect(await comeBack()).toBeNull()
    expect(await comeBack()).toBe('600')
  })

  test('are named when they are signed in, or use the token of a user', async () => {
    const role = { permissions: ['device/deviceList/list'], dataScope: DataScope.self }
    const { id, client } = await addHolder(site, { userName: 'wei' }, role)
    const { token } = await client.call(ownAccessTokens.add, {
      body: { tokenName: 'fast', permissions: role.permissions, days: 1 },
    })
    for (let n = 0; n < 6; n++) await client.ask(session.prove, { body: { password: `wrong ${n}` } })
    await site.deps.db.update(users).set({ rateLimit: 1 }).where(eq(users.id, id))
    const program = site.as(token)
    const codes = () => Promise.all([1, 2, 3, 4].map(async () => (await program.ask(session.info)).code))
    await expect.poll(codes).toContain(-1)
    const { list: rows } = await list({ userName: 'WEI' })
    expect(rows.map(({ kind, path, userName }) => [kind, path, userName]).sort()).toEqual([
      ['dataTooFast', '/system/user/getInfo', 'wei'],
      ['loginLocked', '/system/user/proof', 'wei'],
    ])
    expect(await list({ kind: 'dataTooFast' })).toMatchObject({ total: 1 })
    expect(await list({ ipaddr: '10.' })).toMatchObject({ total: 0 })
  })

  test('are not counted for other refusals', async () => {
    await signIn('nobody')
    await site.nobody.ask(session.info)
    await site.admin.ask(session.prove, { body: {} })
    expect(await list()).toMatchObject({ total: 0 })
  })

  test('are counted by all servers together', async () => {
    const throttled: Throttled = { kind: 'tooManyGuesses', path: '/rapi/enroll', ip: '192.0.2.1', userId: 0 }
    const servers = [1, 2].map(() => new ThrottleRecorder(site.deps.db, site.app.log))
    for (const server of servers) for (let n = 0; n < 5; n++) server.record(throttled)
    await Promise.all(servers.map((server) => server.close()))
    expect((await list()).list).toMatchObject([{ count: 10, ipaddr: '192.0.2.1' }])
  })

  test('are counted together when too many addresses are refused in an hour', async () => {
    const recorder = new ThrottleRecorder(site.deps.db, site.app.log)
    for (let n = 0; n < 5000; n++)
      recorder.record({
        kind: 'tooManyGuesses',
        path: '/rapi/enroll',
        ip: `10.0.${n >> 8}.${n & 255}`,
        userId: 0,
      })
    recorder.record({ kind: 'tooManyGuesses', path: '/rapi/enroll', ip: '10.0.0.1', userId: 0 })
    await recorder.close()
    const { list: rows, total } = await list({ orderByColumn: 'count', isAsc: 'desc', pageSize: 3 })
    expect(total).toBe(1001)
    expect(rows).toMatchObject([
      { ipaddr: '', path: '', count: 4000 },
      { ipaddr: '10.0.0.1', count: 2 },
      { count: 1 },
    ])
  })

  test('are shown to those who see their users; unknown ones only to those who see everything', async () => {
    const role = { permissions: [throttles.list.permission], dataScope: DataScope.self }
    const { id, client } = await addHolder(site, { userName: 'wei' }, role)
    const recorder = new ThrottleRecorder(site.deps.db, site.app.log)
    for (const userId of [0, UserId.parse(1), id] as const)
      recorder.record({ kind: 'dataTooFast', path: '/rapi/getData', ip: '192.0.2.1', userId })
    await recorder.close()
    expect(await list()).toMatchObject({ total: 3 })
    expect(await client.call(throttles.list, { query: {} })).toMatchObject({
      total: 1,
      list: [{ userName: 'wei' }],
    })
  })

  test('are forgotten with the login log', async () => {
    const recorder = new ThrottleRecorder(site.deps.db, site.app.log)
    for (const ip of ['192.0.2.1', '192.0.2.2'])
      recorder.record({ kind: 'tooManyRequests', path: '/captcha/get', ip, userId: 0 })
    await recorder.close()
    const old = new Date(siteMs() - 200 * 86_400_000)
    await site.deps.db.update(table).set({ lastAt: old }).where(eq(table.ip, '192.0.2.1'))
    await runJob(site, 'pruneLoginLogs')
    expect((await list()).list.map(({ ipaddr }) => ipaddr)).toEqual(['192.0.2.2'])
  })
})

describe('sockets', () => {
  test('of a page that sends too much, or of too many pages of a session, are listed with their user', async () => {
    const { client } = await addHolder(
      site,
      { userName: 'wei' },
      { permissions: [], dataScope: DataScope.self },
    )
    const page = TestSocket.browser(site.address, consoleSocketPath, client.token ?? '')
    await once(page.socket, 'open')
    for (let frame = 0; frame < 100; frame += 1) page.send({ action: 'ping' })
    await page.next('refused')
    expect((await list()).list).toMatchObject([
      { kind: 'socketTooFast', path: consoleSocketPath, ipaddr: '127.0.0.1', userName: 'wei' },
    ])
    const more = Array.from({ length: 200 }, () =>
      TestSocket.browser(site.address, consoleSocketPath, client.token ?? ''),
    )
    await expect
      .poll(async () => (await list({ kind: 'tooManyRequests' })).list)
      .toMatchObject([{ path: consoleSocketPath, ipaddr: '127.0.0.1', userName: 'wei', count: 1 }])
    for (const one of [page, ...more]) one.socket.terminate()
  })

  test('of phones that were turned away often are listed', async () => {
    const wrong = () => TestSocket.phone(site.address, 'nobody').socket
    const answered = (socket: EventEmitter) =>
      new Promise((resolve) => socket.once('unexpected-response', resolve))
    await Promise.all(Array.from({ length: mostTurnedAway }, () => answered(wrong())))
    const late = wrong()
    await expect
      .poll(async () => (await list()).list)
      .toMatchObject([{ kind: 'turnedAway', path: deviceSocketPath, ipaddr: '127.0.0.1', count: 1 }])
    late.terminate()
  })
})
