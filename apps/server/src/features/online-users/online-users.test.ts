import { DataScope } from '@fleetdeck/contract/enums'
import { onlineUsers } from '@fleetdeck/contract/online-users'
import { session } from '@fleetdeck/contract/session'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashToken } from '../../platform/core/tokens.ts'
import { sessions } from '../../platform/db/schema/sessions.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const list = (query: object = {}) => site.admin.call(onlineUsers.list, { query })
const findSession = async (userName: string) => firstRow((await list({ userName })).list).id

describe('online users', () => {
  test('are listed by session, with the caller’s own marked, and filtered by name and address', async () => {
    await addUser(site, { userName: 'lin', nickName: 'Lin' })
    const { list: rows, total } = await list({ orderByColumn: 'userName', isAsc: 'asc' })
    expect(total).toBe(2)
    expect(rows).toMatchObject([
      { userName: 'admin', isOwn: true, deptName: '总部' },
      { userName: 'lin', nickName: 'Lin', isOwn: false, ipaddr: '127.0.0.1', loginLocation: 'Local machine' },
    ])
    expect((await list({ userName: 'LI' })).total).toBe(1)
    expect((await list({ ipaddr: '10.' })).total).toBe(0)
  })

  test('do not show tokens or their hashes', async () => {
    const { client } = await addUser(site, { userName: 'lin' })
    const text = JSON.stringify(await list())
    expect(text).not.toContain(client.token)
    expect(text).not.toContain(hashToken(client.token ?? ''))
  })

  test('do not include users whose session has expired', async () => {
    await addUser(site, { userName: 'lin' })
    await site.deps.db.update(sessions).set({ expiresAt: new Date(Date.now() - 1000) })
    site.deps.sessions.forget()
    const again = await site.signIn('lin', 'Correct-Horse-9')
    expect(await again.ask(onlineUsers.list)).toMatchObject({ code: 403 })
    const { client } = await addHolder(
      site,
      { userName: 'wei' },
      { permissions: ['system/monitor/online/list'], dataScope: DataScope.all },
    )
    const { list: rows } = await client.call(onlineUsers.list)
    expect(rows.map(({ userName }) => userName).sort()).toEqual(['lin', 'wei'])
  })
})

describe('forced logout', () => {
  test('takes effect with the next call', async () => {
    const { client } = await addUser(site, { userName: 'lin' })
    expect(await client.ask(session.info)).toMatchObject({ code: 0 })
    await site.admin.call(onlineUsers.forceLogout, { body: { ids: [await findSession('lin')] } })
    expect(await client.ask(session.info)).toMatchObject({ code: -401 })
    expect((await list()).total).toBe(1)
  })

  test('of the caller’s own session, or of an unknown one, is refused, and no session ends', async () => {
    const { client } = await addUser(site, { userName: 'lin' })
    const force = (ids: number[]) => site.admin.ask(onlineUsers.forceLogout, { body: { ids } })
    expect(await force([await findSession('admin')])).toEqual({
      code: -1,
      msg: 'You cannot end your own session here. Use “Sign out” in the user menu.',
    })
    expect(await force([await findSession('lin'), 9999])).toMatchObject({ code: 404 })
    expect(await client.ask(session.info)).toMatchObject({ code: 0 })
  })

  test('only reaches users within the caller’s scope, and never the built-in account', async () => {
    await addUser(site, { userName: 'lin' })
    const rights = { permissions: ['system/monitor/online/list', 'system/monitor/online/forceLogout'] }
    const own = await addHolder(site, { userName: 'own' }, { ...rights, dataScope: DataScope.self })
    const all = await addHolder(site, { userName: 'all' }, { ...rights, dataScope: DataScope.all })
    expect((await own.client.call(onlineUsers.list)).list.map(({ userName }) => userName)).toEqual(['own'])
    const body = { ids: [await findSession('lin')] }
    expect(await own.client.ask(onlineUsers.forceLogout, { body })).toMatchObject({ code: 404 })
    expect(
      await all.client.ask(onlineUsers.forceLogout, { body: { ids: [await findSession('admin')] } }),
    ).toMatchObject({ code: -1, msg: '“admin” is the super admin and cannot be changed' })
    expect(await all.client.ask(onlineUsers.forceLogout, { body })).toMatchObject({ code: 0 })
  })

  test('does not reach users with rights that the caller lacks, and then ends no session', async () => {
    const rights = ['system/monitor/online/list', 'system/monitor/online/forceLogout']
    const all = await addHolder(site, { userName: 'all' }, { permissions: rights, dataScope: DataScope.all })
    const more = { permissions: [...rights, 'system/auth/roleList'], dataScope: DataScope.all }
    const boss = await addHolder(site, { userName: 'boss' }, more)
    const lin = await addUser(site, { userName: 'lin' })
    const ids = [await findSession('lin'), await findSession('boss')]
    expect(await all.client.ask(onlineUsers.forceLogout, { body: { ids } })).toMatchObject({
      code: -1,
      msg: 'You cannot change “boss” because this user has permissions that you don’t have',
    })
    for (const { client } of [boss, lin]) expect(await client.ask(session.info)).toMatchObject({ code: 0 })
  })
})
