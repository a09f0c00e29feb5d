import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { CloseCode } from '@fleetdeck/contract/device-socket'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { files } from '@fleetdeck/contract/files'
import { DeviceId } from '@fleetdeck/contract/ids'
import { userCloud } from '@fleetdeck/contract/user-cloud'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addHolder, findRoleId, giveRole } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { devices as deviceRows, deviceRuntime } from '../../platform/db/schema/devices.ts'
import { operationLogs } from '../../platform/db/schema/operation-logs.ts'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
const adminId = 1
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterAll(() => site.stop())

const add = (deviceNo: string) => site.admin.ask(devices.add, { body: { deviceNo, groupId: 1, batch: 0 } })
const assign = (hardwareId: string, deviceNo: string, more: object = {}) =>
  site.admin.ask(devices.addAssDevice, {
    body: {
      deviceNo,
      deviceId: hardwareId,
      brand: 'Deck',
      mode: 'One',
      status: 0,
      tenantId: adminId,
      groupId: 1,
      ...more,
    },
  })

describe('the device list', () => {
  test('filters by number, group and assignment, sorts by listed columns and pages', async () => {
    for (const number of ['B2', 'A10', 'A1']) await add(number)
    await site.enrol('phone-1')
    const numbers = async (query: object) =>
      (await site.admin.call(devices.list, { query })).list.map((device) => device.deviceNo)
    expect(await numbers({ assStatus: '1', orderByColumn: 'deviceNo', isAsc: 'asc' })).toEqual([
      'A1',
      'A10',
      'B2',
    ])
    expect(await numbers({ assStatus: '0' })).toEqual([''])
    expect(await numbers({ deviceNo: 'a1', orderByColumn: 'deviceNo', isAsc: 'desc' })).toEqual(['A10', 'A1'])
    expect(await numbers({ groupId: 1, pageSize: 2, pageNum: 2, orderByColumn: 'id', isAsc: 'asc' })).toEqual(
      ['A1'],
    )
    expect(await numbers({ deviceNo: '%' })).toEqual([])
    expect((await site.admin.call(devices.list, { query: { groupId: 1, pageSize: 1 } })).total).toBe(3)
  })

  test('filters by battery, problems and expiry', async () => {
    for (const number of ['A1', 'A2', 'A3', 'A4']) await add(number)
    const dayMs = 86_400_000
    const { db } = site.deps
    await db.insert(deviceRuntime).values([
      { deviceId: DeviceId.parse(1), online: true, battery: 9, isCharging: '0' },
      { deviceId: DeviceId.parse(2), online: true, battery: 9, isCharging: '1', serviceOk: '1' },
      { deviceId: DeviceId.parse(3), online: true, battery: 60, batteryTemp: 47 },
      { deviceId: DeviceId.parse(4), online: false, battery: 20, serviceOk: '0' },
    ])
    const endsIn = (days: number) => ({ expireTime: new Date(Date.now() + days * dayMs) })
    await db
      .update(deviceRows)
      .set(endsIn(3))
      .where(eq(deviceRows.id, DeviceId.parse(1)))
    await db
      .update(deviceRows)
      .set(endsIn(-3))
      .where(eq(deviceRows.id, DeviceId.parse(2)))
    await db
      .update(deviceRows)
      .set(endsIn(30))
      .where(eq(deviceRows.id, DeviceId.parse(3)))
    const found = async (query: { battery?: 10 | 30; trouble?: '1'; expiresWithin?: number }) => {
      const page = await site.admin.call(devices.list, {
        query: { ...query, orderByColumn: 'id', isAsc: 'asc' },
      })
      const numbers = page.list.map((device) => device.deviceNo)
      expect(page.total).toBe(numbers.length)
      return numbers
    }
    expect(await found({ battery: 10 })).toEqual(['A1', 'A2'])
    expect(await found({ battery: 30 })).toEqual(['A1', 'A2', 'A4'])
    expect(await found({ trouble: '1' })).toEqual(['A1', 'A3'])
    expect(await found({ expiresWithin: 7 })).toEqual(['A1', 'A2'])
    expect((await site.admin.ask(devices.list, { query: { battery: 15 } })).code).toBe(-1)

    await site.enrol('waiting')
    expect(await site.admin.call(devices.summary)).toEqual({
      assigned: 4,
      unassigned: 1,
      online: 3,
      offline: 1,
      trouble: 2,
      disabled: 0,
      lowBattery: 2,
      expiring: 3,
      toMend: 0,
    })
  })

  test('filters by service, task and brand', async () => {
    for (const number of ['A1', 'A2', 'A3']) await add(number)
    const { db } = site.deps
    await db
      .update(deviceRows)
      .set({ brand: 'Xiaomi' })
      .where(eq(deviceRows.id, DeviceId.parse(2)))
    await db.insert(deviceRuntime).values([
      { deviceId: DeviceId.parse(1), serviceOk: '0', taskName: '' },
      { deviceId: DeviceId.parse(2), serviceOk: '1', taskName: 'Warm up' },
    ])
    const found = async (query: object) => {
      const { list } = await site.admin.call(devices.list, { query: { ...query, orderByColumn: 'id' } })
      return list.map((device) => device.deviceNo)
    }
    expect(await found({ serviceOk: '0' })).toEqual(['A1'])
    expect(await found({ serviceOk: '1' })).toEqual(['A2'])
    expect(await found({ hasTask: '1' })).toEqual(['A2'])
    expect(await found({ hasTask: '0' })).toEqual(['A1', 'A3'])
    expect(await found({ brand: 'xiao' })).toEqual(['A2'])
    expect(await found({ brand: '%' })).toEqual([])
    expect((await site.admin.ask(devices.list, { query: { hasTask: 'yes' } })).code).toBe(-1)
  })

  test('refuses unknown filters and sorting by a column that is not sortable', async () => {
    expect(await site.admin.ask(devices.list, { query: { orderByColumn: 'tokenHash' } })).toEqual({
      code: -1,
      msg: 'Cannot sort by this column',
    })
    expect(await site.admin.ask(devices.list, { query: { dataScope: '1=1' } })).toEqual({
      code: -1,
      msg: 'Unknown field “dataScope”. Remove it and try again.',
    })
  })

  test('the export contains the filtered rows and can be downloaded once', async () => {
    await add('A1')
    const { fileName } = await site.admin.call(devices.export, { query: { assStatus: '1' } })
    const fetchOnce = () =>
      site.app.inject({
        url: `${files.download.path}?fileName=${fileName}&delete=true`,
        headers: { authorization: `Bearer ${site.admin.token}` },
      })
    const first = await fetchOnce()
    expect(first.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect(first.headers['content-disposition']).toMatch(/^attachment/)
    await expect.poll(async () => (await fetchOnce()).json().code).toBe(404)
  })
})

describe('the enrolment key', () => {
  test('is the site’s key for users who see everything, with the address for phones', async () => {
    const siteKey = site.deps.parameters.get('device.enrolmentKey')
    expect(await site.admin.call(devices.enrolment)).toEqual({ address: '', key: siteKey })
    await site.deps.parameters.set('sys.publicAddress', 'https://phones.example')
    expect((await site.admin.call(devices.enrolment)).address).toBe('https://phones.example')
  })

  test('is the user’s own for users who see their own devices: a phone with it belongs to that user', async () => {
    const permissions = ['device/deviceList/enrolment', 'device/deviceList/listUnAssignedDevice']
    const wei = await addHolder(site, { userName: 'wei' }, { permissions, dataScope: DataScope.self })
    const { key } = await wei.client.call(devices.enrolment)
    expect(key).not.toBe(site.deps.parameters.get('device.enrolmentKey'))
    await site.enrol('phone-1', key)
    await site.enrol('phone-2')
    const { list } = await wei.client.call(devices.listUnAssignedDevice)
    expect(list.map(({ deviceId: hardwareId }) => hardwareId)).toEqual(['phone-1'])
  })

  test('is refused without the permission, and the operation log records who read it, without the key', async () => {
    const role = { permissions: ['device/deviceList/list'], dataScope: DataScope.all }
    const lin = await addHolder(site, { userName: 'lin' }, role)
    expect((await lin.client.ask(devices.enrolment)).code).toBe(403)
    const { key } = await site.admin.call(devices.enrolment)
    await site.flush()
    const rows = await site.deps.db.select().from(operationLogs)
    const looked = rows.filter(({ operUrl }) => operUrl === devices.enrolment.path)
    expect(looked.map(({ operName }) => operName)).toContain('admin')
    expect(JSON.stringify(looked)).not.toContain(key)
  })
})

describe('a device number', () => {
  test('consists of letters and digits only', async () => {
    for (const number of ['', '手机1', 'a-1', 'a b', "a';--", 'x'.repeat(33)]) {
      expect((await add(number)).code, number).toBe(-1)
    }
    expect((await add('手机1')).msg).toBe(
      (await site.admin.ask(devices.add, { body: { deviceNo: 'é', groupId: 1 } })).msg,
    )
  })

  test('is unique in the installation', async () => {
    await add('A1')
    expect((await add('A1')).code).toBe(-1)
    await site.enrol('phone-1')
    expect((await assign('phone-1', 'B1')).code).toBe(0)
    await site.enrol('phone-2')
    const again = await assign('phone-2', 'B1')
    expect(again.code).toBe(-1)
    expect(await site.admin.call(devices.findOne, { query: { deviceNo: 'B1' } })).toMatchObject({
      deviceId: 'phone-1',
    })
    expect((await site.admin.call(devices.listUnAssignedDevice)).total).toBe(1)
  })
})

describe('assigning', () => {
  test('gives a phone its number, owner and group', async () => {
    await site.enrol('phone-1')
    expect(await site.admin.call(devices.listUnAssignedDevice)).toMatchObject({
      total: 1,
      list: [{ deviceId: 'phone-1' }],
    })
    await assign('phone-1', 'A1')
    expect(await site.admin.call(devices.findOne, { query: { deviceNo: 'A1' } })).toMatchObject({
      deviceId: 'phone-1',
      userName: 'admin',
      groupName: 'Lab',
      settings: { screen_mode: '2', screen_img_quality: '20', screen_img_delay: '200' },
    })
    expect((await assign('phone-1', 'A2')).code).toBe(-1)
    expect((await assign('no-such-phone', 'A2')).code).toBe(404)
  })

  test('makes it the phone of the device that was prepared for the number, which keeps its settings and expiry', async () => {
    const body = { deviceNo: 'A1', content: '{"screen_scale":"80"}' }
    await add('A1')
    await site.admin.call(devices.updateSettingScreen, { body })
    const expireTime = new Date(Date.now() + 86_400_000)
    await site.deps.db.update(deviceRows).set({ expireTime })
    const phone = TestSocket.phone(site.address, await site.enrol('phone-1'))
    await phone.next('registered')
    expect((await assign('phone-1', 'A1')).code).toBe(0)
    expect(await phone.closed).toMatchObject({ code: CloseCode.moved })
    expect(await site.admin.call(devices.list)).toMatchObject({
      total: 1,
      list: [
        { id: 1, deviceNo: 'A1', deviceId: 'phone-1', brand: 'Deck', expireTime: expireTime.toISOString() },
      ],
    })
    expect(await site.admin.call(devices.findOne, { query: { deviceNo: 'A1' } })).toMatchObject({
      settings: { screen_scale: '80' },
    })
  })

  test('refuses an unknown user or group, and a group of another user', async () => {
    await site.enrol('phone-1')
    const { id: tenantId } = await addUser(site, { userName: 'lin' })
    expect((await assign('phone-1', 'A1', { tenantId: undefined })).code).toBe(-1)
    expect((await assign('phone-1', 'A1', { groupId: 99 })).code).toBe(404)
    expect((await assign('phone-1', 'A1', { tenantId })).code).toBe(-1)
    expect((await site.admin.call(devices.listUnAssignedDevice)).total).toBe(1)
  })

  test('can be reverted: number, owner, group and settings are removed, the phone stays', async () => {
    await site.enrol('phone-1')
    await assign('phone-1', 'A1')
    await site.admin.call(devices.deleteAss, { query: { ids: '1' } })
    expect(await site.admin.call(devices.listUnAssignedDevice)).toMatchObject({
      total: 1,
      list: [{ deviceId: 'phone-1', tenantId: null, groupId: null }],
    })
  })
})

describe('settings', () => {
  test('are saved by number as a JSON text and validated', async () => {
    await add('A1')
    const save = (content: string) =>
      site.admin.ask(devices.updateSettingScreen, { body: { deviceNo: 'A1', content } })
    expect(await save('{"screen_scale":"80","default_screen":"1"}')).toMatchObject({ code: 0 })
    const { settings } = await site.admin.call(devices.findOne, { query: { deviceNo: 'A1' } })
    expect(settings).toMatchObject({ screen_scale: '80', default_screen: '1', screen_mode: '2' })
    for (const wrong of ['{', '[]', '{"screen_scale":"500"}', '{"screen_img_quality":"33"}', '{"x":"1"}'])
      expect((await save(wrong)).code, wrong).toBe(-1)
    expect((await site.admin.call(devices.findOne, { query: { deviceNo: 'A1' } })).settings).toEqual(settings)
  })
})

describe('the quota of the owner', () => {
  test('limits the number of devices; a row prepared for a number counts once', async () => {
    await site.deps.db.update(users).set({ deviceNumber: 1 })
    await add('A1')
    expect((await add('A2')).msg).toBe(
      'This user’s quota of 1 device is used up. Remove devices or increase the quota.',
    )
    await site.enrol('phone-1')
    expect((await assign('phone-1', 'A2')).code).toBe(-1)
    expect((await assign('phone-1', 'A1')).code).toBe(0)
  })
})

describe('cloud settings of the owner', () => {
  test('apply where the device has none', async () => {
    await add('A1')
    const body = { userId: 1, projection: { screen_mode: '1', screen_scale: '70' }, control: {} }
    await site.admin.call(userCloud.edit, { body })
    await site.admin.call(devices.updateSettingScreen, {
      body: { deviceNo: 'A1', content: '{"screen_scale":"80"}' },
    })
    expect((await site.admin.call(devices.findOne, { query: { deviceNo: 'A1' } })).settings).toMatchObject({
      screen_mode: '1',
      screen_scale: '80',
      screen_img_delay: '200',
    })
  })
})

describe('permissions', () => {
  async function operator(userName: string) {
    const user = await addUser(site, { userName, userType: 1 })
    await giveRole(site, user.id, await findRoleId(site, 'operator'))
    return user
  }

  test('a front user only sees and changes their own devices and groups', async () => {
    await add('A1')
    const lin = await operator('lin')
    expect(await lin.client.call(devices.list)).toEqual({ list: [], total: 0 })
    expect(await lin.client.call(deviceGroups.list)).toMatchObject({ total: 0 })
    for (const call of [devices.remove, devices.deleteAss])
      expect(await lin.client.ask(call, { query: { ids: '1' } })).toMatchObject({ code: 404 })
    expect(await lin.client.ask(devices.batchChangeDevice, { query: { ids: '1', status: 1 } })).toMatchObject(
      {
        code: 404,
      },
    )
    expect(await lin.client.ask(devices.add, { body: { deviceNo: 'L1', groupId: 1 } })).toMatchObject({
      code: 404,
    })
    await lin.client.call(deviceGroups.add, { body: { groupName: 'Mine' } })
    await lin.client.call(devices.add, { body: { deviceNo: 'L1', groupId: 2 } })
    expect(await lin.client.call(devices.list)).toMatchObject({
      total: 1,
      list: [{ deviceNo: 'L1', userName: 'lin' }],
    })
  })

  test('a user without the permission is refused', async () => {
    const { client } = await addUser(site, { userName: 'wei' })
    expect(await client.ask(devices.list)).toEqual({
      code: 403,
      msg: 'You do not have permission for this operation. Contact an administrator.',
    })
  })

  test('the operation log records changes with their authors, without secrets', async () => {
    await add('A1')
    await site.flush()
    const rows = await site.deps.db.select().from(operationLogs)
    expect(rows).toContainEqual(
      expect.objectContaining({ operUrl: devices.add.path, operName: 'admin', status: 0, businessType: 1 }),
    )
  })
})

describe('groups', () => {
  test('are counted, have unique names per owner, and cannot be deleted while they contain devices', async () => {
    await add('A1')
    expect(await site.admin.call(deviceGroups.list)).toMatchObject({
      list: [{ groupName: 'Lab', deviceCount: 1, onlineCount: 0 }],
    })
    expect((await site.admin.ask(deviceGroups.add, { body: { groupName: 'Lab' } })).code).toBe(-1)
    expect((await site.admin.ask(deviceGroups.remove, { query: { ids: '1' } })).code).toBe(-1)
    await site.admin.call(devices.remove, { query: { ids: '1' } })
    await site.admin.call(deviceGroups.edit, { body: { id: 1, groupName: 'Lab 2' } })
    expect(await site.admin.call(deviceGroups.one, { query: { id: 1 } })).toMatchObject({
      groupName: 'Lab 2',
    })
    await site.admin.call(deviceGroups.remove, { query: { ids: [1] } })
    expect(await site.admin.call(deviceGroups.list)).toEqual({ list: [], total: 0 })
  })
})

test('changes of a device are in its history, with their author', async () => {
  await add('A1')
  await site.admin.call(devices.updateSettingScreen, { body: { deviceNo: 'A1', content: '{}' } })
  await site.admin.call(devices.batchChangeDevice, { query: { ids: '1', status: 1 } })
  await site.admin.call(devices.edit, { body: { id: 1, deviceNo: 'A2', groupId: 1 } })
  await site.deps.events.flush()
  const { list } = await site.admin.call(deviceMonitor.events, { query: { id: 1 } })
  expect(list.map(({ kind, details, userName }) => [kind, details.action, userName])).toEqual([
    ['changed', 'edit', 'admin'],
    ['changed', 'disable', 'admin'],
    ['settings', undefined, 'admin'],
  ])
})
