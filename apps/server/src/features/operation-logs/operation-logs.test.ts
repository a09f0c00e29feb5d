import { randomBytes } from 'node:crypto'
import { alarmSettings } from '@fleetdeck/contract/alarms'
import { caches } from '@fleetdeck/contract/caches'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope, OperationType } from '@fleetdeck/contract/enums'
import { UserId } from '@fleetdeck/contract/ids'
import { notices } from '@fleetdeck/contract/notices'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { posts } from '@fleetdeck/contract/posts'
import { avatarField, profile } from '@fleetdeck/contract/profile'
import { session } from '@fleetdeck/contract/session'
import { users } from '@fleetdeck/contract/users'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import {
  addUser,
  adminPassword,
  startTestSite,
  type TestClient,
  type TestSite,
} from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../platform/core/caller.ts'
import { siteNow } from '../../platform/core/site-clock.ts'
import { limited, type OperationEntry } from '../../platform/http/operation-log.ts'
import { HubEmitter } from '../../realtime/hub-emitter.ts'
import { downloadedRows } from '../../testing/downloads.ts'
import { OperationRecorder } from './operation-recorder.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

const list = async (query: object = {}, client: TestClient = site.admin) => {
  await site.flush()
  return client.call(operationLogs.list, { query })
}
const addGroup = (groupName: string) => site.admin.ask(deviceGroups.add, { body: { groupName } })

describe('entries of the operation log', () => {
  const entry = (operName: string): OperationEntry => ({
    ...{ operUrl: '/device/group/add', businessType: OperationType.add, requestMethod: 'POST' },
    ...{
      userId: UserId.parse(1),
      operName,
      tokenName: '',
      operIp: '127.0.0.1',
      operParam: '',
      jsonResult: '',
    },
    ...{ status: 0, errorMsg: '', costTime: 1, operTime: siteNow() },
  })
  const names = async () => (await list({ pageSize: 10_000 })).list.map(({ operName }) => operName).sort()
  let recorder: OperationRecorder
  beforeEach(() => {
    recorder = new OperationRecorder(site.deps.db, site.app.log)
  })
  afterEach(() => recorder.close())

  test('wait while they cannot be written', async () => {
    const { db } = site.deps
    await db.execute(sql`alter table operation_logs rename to hidden_logs`)
    for (const name of ['ada', 'bo']) recorder.record(entry(name))
    await recorder.flush()
    await db.execute(sql`alter table hidden_logs rename to operation_logs`)
    recorder.record(entry('cy'))
    await recorder.flush()
    expect(await names()).toEqual(['ada', 'bo', 'cy'])
  })

  test('that the database refuses keep no other out', async () => {
    for (const name of ['ada', 'bo', 'cy']) recorder.record(entry(name))
    recorder.record({ ...entry('dan'), costTime: 1e30 })
    await recorder.flush()
    expect(await names()).toEqual(['ada', 'bo', 'cy'])
  })

  test('wait up to 10,000, the newest', async () => {
    const { db } = site.deps
    await db.execute(sql`alter table operation_logs rename to hidden_logs`)
    for (let at = 0; at < 10_003; at += 1) recorder.record(entry(`${10_000 + at}`))
    await recorder.flush()
    await db.execute(sql`alter table hidden_logs rename to operation_logs`)
    await recorder.flush()
    const written = await names()
    expect([written.length, written[0], written.at(-1)]).toEqual([10_000, '10003', '20002'])
  })
})

describe('the operation log', () => {
  test('records who did what on which page, from where, and the result', async () => {
    await addGroup('Lab')
    await addGroup('')
    const { list: rows, total } = await list()
    expect(total).toBe(2)
    expect(rows[1]).toMatchObject({
      title: 'Device groups',
      businessType: OperationType.add,
      requestMethod: 'POST',
      operUrl: '/device/group/add',
      operName: 'admin',
      deptName: '总部',
      operIp: '127.0.0.1',
      operLocation: 'Local machine',
      status: 0,
    })
    expect(rows[0]).toMatchObject({ status: 1, errorMsg: 'Group name cannot be empty' })
    const { info } = await site.admin.call(operationLogs.detail, {
      query: { id: firstRow(rows.slice(1)).id },
    })
    expect(info).toMatchObject({
      operParam: '{"groupName":"Lab"}',
      jsonResult: '{"code":0,"msg":"","data":null}',
    })
  })

  test('records refused calls, whatever they contain', async () => {
    await site.admin.ask(alarmSettings.add)
    await site.admin.ask(alarmSettings.add, { body: [] })
    await site.admin.ask(deviceGroups.add, { body: { groupName: 'Lab', 'a\0': 1 } })
    const { list: rows } = await list()
    expect(rows.map(({ operUrl, status }) => [operUrl, status])).toEqual([
      [deviceGroups.add.path, 1],
      [alarmSettings.add.path, 1],
      [alarmSettings.add.path, 1],
    ])
  })

  test('contains all phones of a group input, in one entry', async () => {
    const deviceNos = Array.from({ length: 500 }, (_, at) => `PHONE-${at}`)
    const ear = new HubEmitter(site.app.log)
    const recorder = new OperationRecorder(site.deps.db, site.app.log)
    recorder.follow(ear)
    const caller = { userId: 1, userName: 'admin' } as Caller
    ear.emit('groupInput', { caller, deviceNos, input: { kind: 'key', key: 'home' } })
    await recorder.close()
    const row = firstRow((await list()).list)
    const { info } = await site.admin.call(operationLogs.detail, { query: { id: row.id } })
    expect(JSON.parse(info.operParam)).toEqual({ kind: 'key', key: 'home', deviceNos })
  })

  test('is filtered by page, kind, operator, address, result and days, and sortable by the listed columns', async () => {
    await addGroup('Lab')
    await addGroup('')
    await site.admin.ask(deviceGroups.remove, { query: { ids: '1' } })
    const count = async (query: object) => (await list(query)).total
    expect(await count({ title: 'device group' })).toBe(3)
    expect(await count({ title: 'nothing' })).toBe(0)
    expect(await count({ businessType: '1' })).toBe(2)
    expect(await count({ businessType: '1,3' })).toBe(3)
    expect(await count({ status: 1 })).toBe(1)
    expect(await count({ operName: 'ADM' })).toBe(3)
    expect(await count({ operName: '%' })).toBe(0)
    expect(await count({ operIp: '127.' })).toBe(3)
    const today = new Intl.DateTimeFormat('sv', { timeZone: 'Asia/Shanghai' }).format(new Date())
    expect(await count({ beginTime: today, endTime: today })).toBe(3)
    expect(await count({ endTime: '2020-01-01' })).toBe(0)
    expect((await list({ orderByColumn: 'costTime', isAsc: 'asc' })).total).toBe(3)
    expect(await site.admin.ask(operationLogs.list, { query: { orderByColumn: 'operParam' } })).toMatchObject(
      { code: -1, msg: 'Cannot sort by this column' },
    )
    expect((await site.admin.ask(operationLogs.list, { query: { businessType: '1;2' } })).code).toBe(-1)
  })

  test('contains no password, token, key or code, at any depth of the request', async () => {
    await site.admin.ask(session.changePassword, {
      body: { oldPassword: adminPassword, newPassword: 'New-Secret-77' },
    })
    await site.flush()
    const { list: rows } = await list({ businessType: '2' })
    const { info } = await site.admin.call(operationLogs.detail, { query: { id: firstRow(rows).id } })
    expect(JSON.stringify(info)).not.toMatch(/New-Secret-77|Correct-Horse/)
    const sent = {
      rows: [{ password: 'a1', user: { conSecret: ['a2'], token: 'a3' } }],
      apiKey: 'a4',
      verifyCode: 'a5',
      authorization: { bearer: 'a6' },
    }
    expect(limited(sent)).not.toMatch(/a\d/)
    expect(limited({ code: 0, configKey: 'sys.title', pass: '' })).toBe(
      '{"code":0,"configKey":"sys.title","pass":""}',
    )
    const params = [
      { key: 'password', type: 1, value: 'hunter2' },
      { key: 'city', type: 1, value: 'Wuhan' },
    ]
    expect(limited({ params })).not.toContain('hunter2')
    expect(limited({ params })).toContain('Wuhan')
    expect(limited({ text: 'x'.repeat(5000) }).length).toBe(2001)
  })

  const newest = async () => {
    const { id } = firstRow((await list()).list)
    return (await site.admin.call(operationLogs.detail, { query: { id } })).info.operParam
  }
  const picture = randomBytes(12 * 1024)

  test('has type and size of files that are written in a call, not their contents', async () => {
    const uri = `data:image/png;base64,${picture.toString('base64')}`
    const noticeContent = `<p>Hello <img src="${uri}" alt="x"> and <img src='${uri}'></p>`
    await site.admin.ask(notices.add, { body: { noticeTitle: 'Hello', noticeType: '1', noticeContent } })
    expect(JSON.parse(await newest())).toMatchObject({
      noticeTitle: 'Hello',
      noticeContent: `<p>Hello <img src="image/png, 12.00 KB" alt="x"> and <img src='image/png, 12.00 KB'></p>`,
    })
    const head = Buffer.from('89504e470d0a1a0a', 'hex')
    const plain = Buffer.concat([head, picture]).toString('base64')
    const logged = {
      logo: plain,
      other: picture.toString('base64url'),
      svg: `data:image/svg+xml,${'%3Csvg'.repeat(50)}`,
    }
    expect(
      JSON.parse(limited({ ...logged, short: 'data:,x', words: 'Word '.repeat(50), name: 'a'.repeat(200) })),
    ).toEqual({
      logo: 'image/png, 12.01 KB',
      other: 'base64, 12.00 KB',
      svg: 'image/svg+xml, 300 B',
      short: 'data:,x',
      words: 'Word '.repeat(50),
      name: 'a'.repeat(200),
    })
  })

  test('has name, type and size of an uploaded file, also of a refused one', async () => {
    const upload = async (content: Buffer, name: string) => {
      const form = new FormData()
      form.append(avatarField, new Blob([new Uint8Array(content)], { type: 'image/png' }), name)
      const headers = { authorization: `Bearer ${site.admin.token}` }
      await fetch(site.address + profile.avatar.path, { method: 'POST', body: form, headers })
      return JSON.parse(await newest())
    }
    expect(await upload(picture, '头像.png')).toEqual({ files: ['头像.png, image/png, 12.00 KB'] })
  })

  test('names the users and devices that a call has only ids of', async () => {
    const wei = await addUser(site, { userName: 'wei' })
    await site.admin.call(users.setStatus, { body: { userId: wei.id, status: 1 } })
    expect(JSON.parse(await newest())).toEqual({ names: ['wei'], userId: wei.id, status: 1 })
    await site.admin.call(users.remove, { query: { ids: [wei.id] } })
    expect(JSON.parse(await newest())).toEqual({ names: ['wei'], ids: [wei.id] })
    await site.enrol('phone-1')
    await site.admin.call(devices.remove, { query: { ids: [1] } })
    expect(JSON.parse(await newest())).toEqual({ names: ['phone-1'], ids: [1], confirmed: false })
  })

  test('names the rows of a batch that are deleted by their ids, the first twenty of many', async () => {
    const groups = async () => (await site.admin.call(deviceGroups.list, { query: { pageSize: 100 } })).list
    for (let at = 1; at <= 21; at += 1) await addGroup(`g${at}`)
    const rows = (await groups()).sort((a, b) => a.id - b.id)
    const names = rows.map(({ groupName }) => groupName)
    const [first, ...others] = rows.map(({ id }) => id)
    await site.admin.call(deviceGroups.remove, { query: { ids: [first ?? 0] } })
    expect(JSON.parse(await newest())).toEqual({ names: ['g1'], ids: [first] })
    await site.admin.call(deviceGroups.remove, { query: { ids: others } })
    expect(JSON.parse(await newest())).toEqual({ names: names.slice(1), ids: others })
    for (let at = 1; at <= 21; at += 1) await addGroup(`h${at}`)
    const ids = (await groups()).map(({ id }) => id)
    await site.admin.call(deviceGroups.remove, { query: { ids } })
    const logged = JSON.parse(await newest())
    expect(logged.names).toEqual(Array.from({ length: 20 }, (_, at) => `h${at + 1}`))
    expect(logged.nameCount).toBe(21)
  })

  test('names what is deleted, as its page does', async () => {
    await site.admin.call(posts.add, { body: { postCode: 'x', postName: 'Driver', postSort: 1 } })
    const post = (await site.admin.call(posts.list, { query: { postName: 'Driver' } })).list[0]
    await site.admin.call(posts.remove, { body: { ids: [post?.id ?? 0] } })
    expect(JSON.parse(await newest())).toMatchObject({ names: ['Driver'] })
    await site.admin.call(caches.add, { body: { cacheKey: 'count', dataType: 1, content: '1' } })
    const cache = (await site.admin.call(caches.list, { query: {} })).list[0]
    await site.admin.call(caches.remove, { query: { ids: [cache?.id ?? 0] } })
    expect(JSON.parse(await newest())).toMatchObject({ names: ['count'] })
  })

  test('keeps markup as text', async () => {
    await addGroup('<img src=x onerror=alert(1)>')
    const { list: rows } = await list()
    const { info } = await site.admin.call(operationLogs.detail, { query: { id: firstRow(rows).id } })
    expect(info.operParam).toBe('{"groupName":"<img src=x onerror=alert(1)>"}')
  })
})

describe('deleting', () => {
  test('removes the selected entries, all or none of them', async () => {
    for (const name of ['a', 'b', 'c']) await addGroup(name)
    await list()
    const remove = (ids: unknown) => site.admin.ask(operationLogs.remove, { body: { ids } })
    expect(await remove([1, 99])).toMatchObject({ code: 404 })
    expect(await remove('1,2')).toMatchObject({ code: 0 })
    const rows = (await list({ businessType: '1' })).list
    expect(rows.map(({ id }) => id)).toEqual([3])
  })

  test('all entries leaves one entry about the deletion', async () => {
    await addGroup('a')
    await list()
    await site.admin.call(operationLogs.clear)
    const { list: rows } = await list()
    expect(rows).toMatchObject([
      { businessType: OperationType.clear, operName: 'admin', title: 'Operation log' },
    ])
  })
})

test('the export is filtered like the list', async () => {
  await addGroup('a')
  await addGroup('')
  await site.flush()
  const { fileName } = await site.admin.call(operationLogs.export, { query: { status: '1' } })
  const rows = await downloadedRows(site, site.admin, fileName)
  expect(rows).toHaveLength(2)
  expect(rows[1]?.slice(0, 3)).toEqual(['Device groups', 'Add', 'admin'])
})

test('an operator with a scope only sees and deletes entries of users in scope', async () => {
  await addGroup('a')
  const lin = await addHolder(
    site,
    { userName: 'lin' },
    {
      permissions: [
        'system/monitor/operLog',
        'system/monitor/operLog/detail',
        'system/monitor/operLog/delete',
        'system/monitor/operLog/clear',
        'device/group/add',
      ],
      dataScope: DataScope.self,
    },
  )
  await lin.client.call(deviceGroups.add, { body: { groupName: 'b' } })
  expect((await list({}, lin.client)).list.map(({ operName }) => operName)).toEqual(['lin'])
  expect(await lin.client.ask(operationLogs.detail, { query: { id: 1 } })).toMatchObject({ code: 404 })
  expect(await lin.client.ask(operationLogs.remove, { body: { ids: [1, 2] } })).toMatchObject({ code: 404 })
  await lin.client.call(operationLogs.clear)
  expect((await list({ operName: 'admin' })).total).toBe(1)
})
