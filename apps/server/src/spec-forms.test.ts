import { caches } from '@fleetdeck/contract/caches'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { DataScope } from '@fleetdeck/contract/enums'
import { UserId } from '@fleetdeck/contract/ids'
import { tasks } from '@fleetdeck/contract/tasks'
import { users } from '@fleetdeck/contract/users'
import { addScript } from '@fleetdeck/testing/site/add-script'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

type Place = Pick<Endpoint, 'method' | 'path'>
const post = (path: string): Place => ({ method: 'POST', path })
const get = (path: string): Place => ({ method: 'GET', path })
const put = (path: string): Place => ({ method: 'PUT', path })
/** Makes a call as the spec writes it, and returns its data. */
async function send(place: Place, request: { query?: object; body?: object }) {
  const { code, msg, data } = await site.admin.ask(place, request)
  expect(code, `${place.path}: ${msg}`).toBe(0)
  return data
}
const device = async (id = 1) =>
  (await site.admin.call(devices.list, { query: {} })).list.find((row) => row.id === id)

test('a group is added and renamed by its name', async () => {
  await send(post('/device/group/add'), { body: { name: 'Lab' } })
  await send(post('/device/group/edit'), { body: { id: '1', name: 'Shelf' } })
  const { list } = await site.admin.call(deviceGroups.list, { query: {} })
  expect(list.map(({ groupName }) => groupName)).toEqual(['Shelf'])
})

test('a device is added with what is known of its phone', async () => {
  await send(post('/device/group/add'), { body: { groupName: 'Lab' } })
  const phone = { brand: 'Acme', mode: 'One', deviceId: '', status: '1', imei: '' }
  await send(post('/device/deviceList/add'), {
    body: { deviceNo: 'A001', groupId: '1', batch: '0', ...phone },
  })
  expect(await device()).toMatchObject({ deviceNo: 'A001', brand: 'Acme', mode: 'One', status: 1 })
  const wrong = { deviceNo: 'A002', groupId: 1, status: '2' }
  expect(await site.admin.ask(devices.add, { body: wrong })).toMatchObject({
    code: -1,
    msg: '“Status” is not valid',
  })
})

test('a device that is added with the identity of an unassigned phone gets that phone', async () => {
  await site.enrol('phone-1')
  await send(post('/device/group/add'), { body: { groupName: 'Lab' } })
  const body = { deviceNo: 'A001', groupId: '1', deviceId: 'phone-1' }
  const { client: adder } = await addHolder(
    site,
    { userName: 'adder' },
    { permissions: ['device/deviceList/add', 'device/deviceList/list'], dataScope: DataScope.all },
  )
  expect((await adder.ask(devices.add, { body })).code).toBe(403)
  await send(post('/device/deviceList/add'), { body })
  expect(await device()).toMatchObject({ deviceNo: 'A001', deviceId: 'phone-1' })
  expect(
    (await site.admin.ask(devices.add, { body: { ...body, deviceNo: 'A003', deviceId: 'no' } })).code,
  ).toBe(404)
})

test('devices are changed in batches with ids and times as texts', async () => {
  await send(post('/device/group/add'), { body: { groupName: 'Lab' } })
  await send(post('/device/deviceList/batchAdd'), {
    body: { deviceNo: 'A001\nA002', groupId: '1', batch: '1' },
  })
  await send(post('/device/deviceList/batchGroupDevice'), { body: { ids: '1,2', groupId: '1' } })
  await send(post('/device/deviceList/batchSetDeviceOwner'), { body: { ids: '1', userId: '1' } })
  await send(post('/device/deviceList/batchSetExpireTime'), {
    body: { ids: '1,2', time: '2027-01-01 00:00:00' },
  })
  expect((await device(2))?.expireTime).toBe('2026-12-31T16:00:00.000Z')
  await send(post('/device/deviceList/batchSetExpireTime'), { body: { ids: '1,2', time: null } })
  expect((await device(2))?.expireTime).toBeNull()
  await send(get('/device/deviceList/batchChangeDevice'), { query: { ids: '1,2', status: '1' } })
  expect((await device(2))?.status).toBe(1)
  for (const ids of ['1,,2', 'a', '1.5', ''])
    expect(
      (await site.admin.ask(post('/device/deviceList/batchGroupDevice'), { body: { ids, groupId: 1 } })).code,
    ).toBe(-1)
})

test('a task is added, started and changed with ids and numbers as texts', async () => {
  const scriptId = await addScript(site.deps.db, { scriptName: 'S', tenantId: UserId.parse(1) })
  await send(post('/device/group/add'), { body: { groupName: 'Lab' } })
  await send(post('/device/deviceList/batchAdd'), { body: { deviceNo: 'A001\nA002', groupId: '1' } })
  const task = { taskName: 'T', scriptId: String(scriptId), execType: '1', scheduleType: '0', execNumber: '' }
  const body = {
    ...task,
    devices: 'A001,A002',
    groupIds: '1',
    shareUserIds: '',
    startTime: '2020-01-01 00:00:00',
    status: '0',
  }
  await send(post('/task/task/add'), { body })
  const added = await site.admin.call(tasks.one, { query: { id: 1 } })
  expect(added).toMatchObject({
    devices: ['A001', 'A002'],
    execNumber: 0,
    startTime: '2019-12-31T16:00:00.000Z',
    status: 0,
  })
  expect(added.groups).toMatchObject([{ id: 1 }])
  await send(post('/task/task/updateTaskStatus'), { body: { id: '1', status: '1' } })
  await send(post('/task/task/pauseOrContinueScript'), { body: { deviceNos: 'A001', status: '1' } })
  await send(post('/task/task/stopScript'), { body: { id: '1', status: '2' } })
  await send(post('/task/task/shareTo'), { body: { ids: '1', userIds: '' } })
  await send(get('/task/task/cleanSendLog'), { query: { taskId: '1', devices: 'A001,A002' } })
  await send(get('/task/task/deviceListByGroup'), { query: { groupids: '1' } })
})

test('a task is only added started by a user who may start it, and if it is ever due', async () => {
  const scriptId = await addScript(site.deps.db, { scriptName: 'S', tenantId: UserId.parse(1) })
  await send(post('/device/group/add'), { body: { groupName: 'Lab' } })
  const task = { taskName: 'T', scriptId, execType: 1 as const, groupIds: [1], status: 0 }
  const ended = { ...task, endTime: '2020-01-01 00:00:00' }
  expect((await site.admin.ask(tasks.add, { body: ended })).code).toBe(-1)
  const { client: adder } = await addHolder(
    site,
    { userName: 'adder' },
    { permissions: ['task/task/add', 'task/task/list'], dataScope: DataScope.all },
  )
  expect((await adder.ask(tasks.add, { body: task })).code).toBe(403)
  expect((await site.admin.call(tasks.list, { query: {} })).total).toBe(0)
  await site.admin.call(tasks.add, { body: { ...task, status: 1 } })
  expect((await site.admin.call(tasks.one, { query: { id: 1 } })).status).toBe(1)
})

test('a cache without an expiry never expires, a user without a rate limit has none', async () => {
  const cache = { cacheKey: 'k', dataType: '1', content: 'v' }
  await send(post('/data/cache/add'), { body: { ...cache, expireTime: '60' } })
  await send(post('/data/cache/edit'), { body: { ...cache, id: '1', expireTime: '' } })
  expect((await site.admin.call(caches.one, { query: { id: 1 } })).expiresAt).toBeNull()

  const user = {
    nickName: 'Wei',
    postIds: '1',
    roleIds: '2',
    rateLimit: '',
    deviceNumber: '',
  }
  const limits = { rateLimit: 0, deviceNumber: null }
  await send(post('/system/auth/addUser'), { body: { userName: 'wei', ...user, userType: '0', sex: '2' } })
  const id = (await site.admin.call(users.list, { query: { userName: 'wei' } })).list[0]?.id
  await send(put('/system/auth/editUser'), { body: { userId: String(id), userName: 'wei', ...user } })
  expect((await site.admin.call(users.list, { query: { userName: 'wei' } })).list[0]).toMatchObject(limits)
  expect(await site.admin.ask(users.edit, { body: { userId: id, ...user, userName: 'li' } })).toMatchObject({
    code: -1,
    msg: 'The user name cannot be changed',
  })
  await send(put('/system/auth/changeUserStatus'), { body: { userId: String(id), status: '1' } })
})

test('pickers load up to 100,000 groups and users, in pages', async () => {
  for (const path of [
    '/device/group/list',
    '/task/task/deviceGroupList',
    '/system/user/listAll',
    '/system/user/listForScript',
  ]) {
    await send(get(path), { query: { pageNum: '1', pageSize: '100000' } })
    expect((await site.admin.ask(get(path), { query: { pageSize: '100001' } })).code).toBe(-1)
  }
})

test('groups for a task and in lists are found by name and id, a page at a time', async () => {
  for (const name of ['Lab', 'Shelf', 'Lab 2'])
    await send(post('/device/group/add'), { body: { groupName: name } })
  const named = async (path: string, query: object) =>
    ((await send(get(path), { query })) as { list: { groupName: string }[] }).list.map(
      ({ groupName }) => groupName,
    )
  const forTask = '/task/task/deviceGroupList'
  expect(await named(forTask, { name: '', id: '' })).toEqual(['Lab', 'Lab 2', 'Shelf'])
  expect(await named(forTask, { name: 'lab', pageNum: '2', pageSize: '1' })).toEqual(['Lab 2'])
  expect(await named(forTask, { id: '2' })).toEqual(['Shelf'])
  expect(await named('/device/group/list', { groupName: 'shelf' })).toEqual(['Shelf'])
})

test('calls that start and stop a task also take the status that they set', async () => {
  const scriptId = await addScript(site.deps.db, { scriptName: 'S', tenantId: UserId.parse(1) })
  await send(post('/device/group/add'), { body: { groupName: 'Lab' } })
  await send(post('/task/task/add'), { body: { taskName: 'T', scriptId, execType: '1', groupIds: '1' } })
  const status = async () => (await site.admin.call(tasks.one, { query: { id: 1 } })).status
  const wrong = { body: { id: '1', status: '1' } }
  expect((await site.admin.ask(post('/task/task/updateTaskStatusClear'), wrong)).code).toBe(-1)
  await send(post('/task/task/updateTaskStatusClear'), { body: { id: '1', status: '0' } })
  expect(await status()).toBe(0)
  await send(post('/task/task/updateTaskStatusAndStopRemote'), { body: { id: '1', status: '2' } })
  expect(await status()).toBe(2)
  await send(post('/task/task/clearTaskParamForDevice'), { body: { id: '1', devices: '' } })
})

test('the language of a message is chosen by its key or by its tag', async () => {
  const refusal = async (language: string) =>
    (await site.as(site.admin.token, language).ask(get('/device/group/one'), { query: {} })).msg
  const [zhcn, zhtw, en] = await Promise.all(['zhcn', 'zhtw', 'en'].map(refusal))
  for (const tag of ['zh-CN', 'zh_CN', 'zh']) expect(await refusal(tag), tag).toBe(zhcn)
  for (const tag of ['zh-TW', 'zh_TW', 'zh-Hant-HK', 'zh_HK']) expect(await refusal(tag), tag).toBe(zhtw)
  for (const tag of ['en-US', 'en_US', 'EN']) expect(await refusal(tag), tag).toBe(en)
})
