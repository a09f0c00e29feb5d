import { once } from 'node:events'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { type DeviceId, UserId } from '@fleetdeck/contract/ids'
import { heartbeatPath, phoneApi } from '@fleetdeck/contract/phone-api'
import { encodeScreenFrame } from '@fleetdeck/contract/screen-frame'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addHolder, addRole, giveRole } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { devices as deviceTable } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'
import { endExpired } from './follow-phones.ts'
import { RuntimeRecorder } from './runtime-recorder.ts'

let site: TestSite
let sockets: TestSocket[] = []
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterEach(() => {
  for (const socket of sockets) socket.close()
  sockets = []
})
afterAll(() => site.stop())

const phone = (token: string, address = site.address) => {
  const socket = TestSocket.phone(address, token)
  sockets.push(socket)
  return socket
}
const panel = (deviceNo: string, address = site.address, token = site.admin.token ?? '') => {
  const socket = TestSocket.browser(
    address,
    `/rapi/ws/device?deviceNo=${deviceNo}&type=client&language=en`,
    token,
  )
  sockets.push(socket)
  return socket
}
const assign = (hardwareId: string, deviceNo: string) =>
  site.admin.call(devices.addAssDevice, { body: { deviceNo, deviceId: hardwareId, tenantId: 1, groupId: 1 } })
const findIds = async (serial: string) => {
  const { db } = site.deps
  const rows = await db.select().from(deviceTable).where(eq(deviceTable.hardwareId, serial))
  return rows.map(({ id }) => id)
}
const online = async () => (await site.admin.call(devices.list)).list.map((device) => device.runtime.online)
const picture = (sequence: number) =>
  encodeScreenFrame({
    sequence,
    capturedAt: Date.now(),
    width: 2,
    height: 2,
    screenWidth: 4,
    screenHeight: 4,
    image: new Uint8Array([0xff, 0xd8, sequence, 0xff, 0xd9]),
  })

async function keyOf(id: UserId): Promise<string> {
  const [found] = await site.deps.db.select().from(users).where(eq(users.id, id))
  return site.deps.seal.open(found?.conSecret ?? '', 'users.con_secret')
}

describe('enrolling', () => {
  test('returns a token once and stores only its hash; the phone is listed as unassigned', async () => {
    const token = await site.enrol('phone-1')
    const [row] = await site.deps.db.select().from(deviceTable)
    expect(row?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(token)
    expect((await site.admin.call(devices.listUnAssignedDevice)).total).toBe(1)
  })

  test('is refused with a wrong key, an invalid identity, or no key', async () => {
    const ask = (body: object) => site.nobody.ask(phoneApi.enroll, { body })
    expect((await ask({ key: 'wrong', deviceId: 'phone-1' })).code).toBe(-1)
    expect((await ask({ key: site.deps.parameters.get('device.enrolmentKey'), deviceId: '手机' })).code).toBe(
      -1,
    )
    expect((await ask({ deviceId: 'phone-1' })).code).toBe(-1)
    await site.deps.parameters.set('device.enrolmentKey', '')
    expect((await ask({ key: '', deviceId: 'phone-1' })).code).toBe(-1)
    expect((await site.admin.call(devices.list)).total).toBe(0)
  })

  test('is refused for a while to those who guess keys, and goes on for others at the same address', async () => {
    const key = site.deps.parameters.get('device.enrolmentKey')
    const ask = (body: object) => site.nobody.ask(phoneApi.enroll, { body })
    const guesses = Array.from({ length: 30 }, (_, n) => ask({ key: `guess ${n}`, deviceId: 'phone-1' }))
    const messages = (await Promise.all(guesses)).map(({ msg }) => msg)
    expect(
      messages.filter((msg) => msg === 'Incorrect enrolment key or code. Check it and try again.').length,
    ).toBeLessThanOrEqual(20)
    expect(messages.at(-1)).toBe('Too many failed attempts. Try again in 10 minutes.')
    expect((await ask({ key, deviceId: 'phone-1' })).code).toBe(0)
  })

  test('unknown fields of newer phones are ignored', async () => {
    const body = { key: site.deps.parameters.get('device.enrolmentKey'), deviceId: 'phone-1', colour: 'red' }
    expect(await site.nobody.ask(phoneApi.enroll, { body })).toMatchObject({ code: 0 })
  })

  test('again with its token returns a new one and invalidates the old one', async () => {
    const old = await site.enrol('phone-1')
    const body = { key: site.deps.parameters.get('device.enrolmentKey'), deviceId: 'phone-1' }
    const { token } = await site.as(old).call(phoneApi.enroll, { body })
    await phone(token).next('registered')
    expect((await site.admin.call(devices.list)).total).toBe(1)
    await phone(old).closed
  })

  test('with a user’s key binds to the user’s prepared number, and cannot take over another user’s phone', async () => {
    const lin = await addUser(site, { userName: 'lin' })
    const conSecret = await keyOf(lin.id)
    await site.deps.db.insert(deviceTable).values({ deviceNo: 'L1', tenantId: lin.id })
    const enrol = (hardwareId: string, deviceNo?: string) =>
      site.nobody.ask(phoneApi.enroll, { body: { key: conSecret, deviceId: hardwareId, deviceNo } })
    expect(await enrol('lins-phone', 'L1')).toMatchObject({ code: 0, data: { deviceNo: 'L1' } })
    await site.enrol('admins-phone')
    expect((await enrol('admins-phone')).code).toBe(-1)
  })
})

describe('a heartbeat over HTTP', () => {
  const beat = async (data: string, token?: string) => {
    const headers = { languageselect: 'en', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await site.app.inject({ method: 'POST', url: heartbeatPath, headers, payload: { data } })
    return response.json()
  }
  const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

  test('in the original’s envelope updates a phone’s values, with line breaks, and numbers for flags', async () => {
    const token = await site.enrol('phone-1')
    const data = packed({ battery: '55', serviceOk: 1, isCharging: 0, taskName: '巡检' })
    const answer = await beat(data.replace(/(.{10})/g, '$1\r\n'), token)
    expect(JSON.parse(Buffer.from(answer.data, 'base64').toString())).toEqual({ action: 'resp' })
    await site.flush()
    const [device] = (await site.admin.call(devices.list)).list
    expect(device?.runtime).toMatchObject({
      online: true,
      battery: 55,
      serviceOk: '1',
      isCharging: '0',
      taskName: '巡检',
    })
  })

  test('without or with a wrong token, or with broken base64, JSON or values, is refused and changes nothing', async () => {
    const token = await site.enrol('phone-1')
    expect(await beat(packed({ battery: 5 }))).toMatchObject({ code: 401 })
    expect(await beat(packed({ battery: 5 }), 'x'.repeat(43))).toMatchObject({ code: 401 })
    for (const data of [
      '%%%',
      'aGFsbG8=',
      packed([1]).slice(0, -5),
      packed({ battery: 500 }),
      packed('text'),
    ])
      expect((await beat(data, token)).code, data).toBe(-1)
    await site.flush()
    expect((await site.admin.call(devices.list)).list[0]?.runtime.battery).toBeNull()
  })
})

describe('a page of somebody who sees more phones than they may operate', () => {
  test('neither restarts the phones of others, nor takes them from their user', async () => {
    const socket = phone(await site.enrol('phone-1'))
    await socket.next('registered')
    await assign('phone-1', 'A1')
    const all = {
      permissions: ['device/deviceList/list', 'device/deviceList/control'],
      dataScope: DataScope.all,
    }
    const { id, client } = await addHolder(site, { userName: 'wei' }, all)
    const own = ['device/deviceList/reboot', 'device/deviceList/takeControl']
    await giveRole(
      site,
      id,
      await addRole(site, { roleKey: 'own', permissions: own, dataScope: DataScope.self }),
    )
    const ours = panel('A1')
    const theirs = panel('A1', site.address, client.token)
    await Promise.all([ours, theirs].map(({ socket: page }) => once(page, 'open')))
    ours.send({ action: 'joinRoom', screenSetting: {} })
    await ours.next('joinRoomResp')
    theirs.send({ action: 'rebootEC' })
    expect(await theirs.next('commandResp')).toMatchObject({
      msg: 'You do not have permission for this operation. Contact an administrator.',
    })
    theirs.send({ action: 'joinRoom', screenSetting: {} })
    await theirs.next('joinRoomResp')
    theirs.send({ action: 'takeControl' })
    expect(await theirs.next('refused')).toMatchObject({
      msg: 'You do not have permission for this operation. Contact an administrator.',
    })
  })
})

describe('numbers that the database cannot store', () => {
  const valuesOf = async (serial: string) => {
    const { list } = await site.admin.call(devices.list)
    return list.find(({ deviceId }) => deviceId === serial)?.runtime
  }

  test.each([{ totalMemory: 1e30 }, { availMemory: 2 ** 63 }, { reportTime: 1e300 }, { reportTime: -1e300 }])(
    'are refused: %j',
    async (wrong) => {
      const sockets = [phone(await site.enrol('phone-1')), phone(await site.enrol('phone-2'))]
      for (const socket of sockets) await socket.next('registered')
      sockets[0]?.send({ action: 'heartbeat', battery: 5, ...wrong })
      sockets[0]?.send({ action: 'heartbeat', batteryTemp: 1e-60 })
      sockets[1]?.send({ action: 'heartbeat', battery: 71 })
      await expect.poll(() => valuesOf('phone-2')).toMatchObject({ battery: 71 })
      const { battery, batteryTemp } = (await valuesOf('phone-1')) ?? {}
      expect(battery).not.toBe(5)
      expect(batteryTemp).toBe(0)
    },
  )

  test('do not keep the values of other phones from it', async () => {
    const ids: DeviceId[] = []
    for (const serial of ['phone-1', 'phone-2', 'phone-3']) {
      await site.enrol(serial)
      ids.push(...(await findIds(serial)))
    }
    const recorder = new RuntimeRecorder({ ...site.deps, log: site.app.log })
    for (const [place, id] of ids.entries())
      recorder.recordHeartbeat(id, place === 1 ? { totalMemory: 1e30 } : { battery: 50 + place })
    await recorder.flush()
    expect(await valuesOf('phone-1')).toMatchObject({ battery: 50 })
    expect(await valuesOf('phone-3')).toMatchObject({ battery: 52 })
    for (const id of ids) recorder.recordHeartbeat(id, { battery: 60 })
    await recorder.close()
    expect(await valuesOf('phone-2')).toMatchObject({ battery: 60 })
  })
})

describe('a phone on its socket', () => {
  test('is online while connected, and its values are in the list', async () => {
    const socket = phone(await site.enrol('phone-1'))
    expect(await socket.next('registered')).toMatchObject({ deviceNo: '', heartbeatSeconds: 10 })
    socket.send({ action: 'heartbeat', battery: 71, osVersion: '14' })
    await expect
      .poll(async () => (await site.admin.call(devices.list)).list[0]?.runtime)
      .toMatchObject({ online: true, battery: 71, osVersion: '14' })
    socket.close()
    await expect.poll(online).toEqual([false])
  })

  test('is offline also when it disconnects while its heartbeat is being written', async () => {
    await site.enrol('phone-1')
    const [id] = await findIds('phone-1')
    if (id === undefined) throw new Error('the phone has no row')
    let onWrite = () => {}
    const db = new Proxy(site.deps.db, {
      get: (target, name) => {
        onWrite()
        return Reflect.get(target, name)
      },
    })
    const recorder = new RuntimeRecorder({ ...site.deps, db, log: site.app.log })
    recorder.recordHeartbeat(id, { battery: 42 })
    const gone = Promise.withResolvers<void>()
    onWrite = () => {
      onWrite = () => {}
      gone.resolve(recorder.gone(id))
    }
    await Promise.all([recorder.flush(), gone.promise])
    await recorder.close()
    expect(await online()).toEqual([false])
  })

  test('is notified of its number when it is assigned and when it is unassigned', async () => {
    const socket = phone(await site.enrol('phone-1'))
    await socket.next('registered')
    await assign('phone-1', 'A1')
    expect(await socket.next('assigned')).toMatchObject({ deviceNo: 'A1' })
    await site.admin.call(devices.deleteAss, { query: { ids: '1' } })
    expect(await socket.next('assigned')).toMatchObject({ deviceNo: '' })
  })

  test('is disconnected when it is disabled or deleted, and stays disconnected', async () => {
    const token = await site.enrol('phone-1')
    const socket = phone(token)
    await socket.next('registered')
    await site.admin.call(devices.batchChangeDevice, { query: { ids: '1', status: 1 } })
    expect((await socket.closed).code).toBe(4403)
    await site.admin.call(devices.batchChangeDevice, { query: { ids: '1', status: 0 } })
    const again = phone(token)
    await again.next('registered')
    await site.admin.call(devices.remove, { query: { ids: '1' } })
    expect((await again.closed).code).toBe(4401)
    await phone(token).closed
  })

  test('with a missing or wrong token is refused', async () => {
    for (const token of ['', 'x'.repeat(43)]) {
      const socket = phone(token)
      await socket.closed
      expect(socket.socket.protocol).toBe('')
    }
    expect((await site.admin.call(devices.list)).total).toBe(0)
  })
})

describe('limits of the owner', () => {
  const user = (values: object) =>
    site.deps.db
      .update(users)
      .set(values)
      .where(eq(users.id, UserId.parse(1)))
  const past = new Date(Date.now() - 1000)

  test('refuse phones when the owner or the device has expired, with the message of the specification', async () => {
    const token = await site.enrol('phone-1')
    await assign('phone-1', 'A1')
    const socket = phone(token)
    await socket.next('registered')
    await user({ tenantExpireTime: past })
    await expect.poll(online).toEqual([true])
    await site.flush()
    await endExpired(site.deps)
    expect((await socket.closed).code).toBe(4403)
    const conSecret = await keyOf(UserId.parse(1))
    for (const url of [heartbeatPath, phoneApi.enroll.path]) {
      const payload = url === heartbeatPath ? { data: 'e30=' } : { key: conSecret, deviceId: 'phone-9' }
      const headers = { languageselect: 'en', authorization: `Bearer ${token}` }
      const { code, msg } = (await site.app.inject({ method: 'POST', url, headers, payload })).json()
      expect([code, msg]).toEqual([-1, 'The account has expired. Ask your administrator to renew it.'])
    }
    await user({ tenantExpireTime: null })
    await site.deps.db.update(deviceTable).set({ expireTime: past })
    await phone(token).closed
    await site.deps.db.update(deviceTable).set({ expireTime: null })
    await phone(token).next('registered')
  })

  test('accept the oldest devices when there are more than the quota allows', async () => {
    const tokens = []
    for (const n of [1, 2]) {
      tokens.push(await site.enrol(`phone-${n}`))
      await assign(`phone-${n}`, `A${n}`)
    }
    await user({ deviceNumber: 1 })
    await phone(tokens[0] ?? '').next('registered')
    await phone(tokens[1] ?? '').closed
    expect(await online()).toContain(false)
  })

  test('refuse phones with the user’s key when the quota is full, but not for a prepared number', async () => {
    const conSecret = await keyOf(UserId.parse(1))
    await site.admin.call(devices.add, { body: { deviceNo: 'A1', groupId: 1, batch: 0 } })
    await user({ deviceNumber: 1 })
    const enrol = (hardwareId: string, deviceNo?: string) =>
      site.nobody.ask(phoneApi.enroll, { body: { key: conSecret, deviceId: hardwareId, deviceNo } })
    expect((await enrol('phone-1')).msg).toBe(
      'This user’s quota of 1 device is used up. Remove devices or increase the quota.',
    )
    expect((await enrol('phone-2', 'A1')).code).toBe(0)
  })
})

describe('a screen', () => {
  async function assigned(address = site.address) {
    const socket = phone(await site.enrol('phone-1'), address)
    await socket.next('registered')
    await assign('phone-1', 'A1')
    return socket
  }

  test('is sent from the phone to the operator, and touches back, also across two servers', async () => {
    const other = await site.another()
    const device = await assigned(site.address)
    const operator = panel('A1', other.address)
    await new Promise((resolve) => operator.socket.once('open', resolve))
    operator.send({ action: 'joinRoom', screenSetting: { screen_img_delay: '50' } })
    expect(await operator.next('joinRoomResp')).toMatchObject({ code: 0 })
    expect(await device.next('startScreen')).toMatchObject({
      setting: { screen_img_delay: '50', screen_mode: '2' },
    })
    device.socket.send(picture(1))
    expect((await operator.nextPicture()).at(-3)).toBe(1)
    operator.send({ action: 'canvas_action', action_type: 'touchDown', x: 0.25, y: 0.75 })
    expect(await device.next('canvas_action')).toMatchObject({ action_type: 'touchDown', x: 0.25, y: 0.75 })
    operator.send({ action: 'exitRoom' })
    await device.next('stopScreen')
    await other.close()
  })

  test('of another user’s phone, of an unknown number, or for an expired session is refused with the reason', async () => {
    await assigned()
    const { client } = await addUser(site, { userName: 'wei' })
    expect((await panel('A1', site.address, client.token).closed).code).toBe(4403)
    expect((await panel('B9').closed).code).toBe(4404)
    expect((await panel('A1', site.address, 'x'.repeat(43)).closed).code).toBe(4401)
  })

  test('unknown actions and malformed frames are refused in the caller’s language, and the socket stays open', async () => {
    await assigned()
    const operator = panel('A1')
    await new Promise((resolve) => operator.socket.once('open', resolve))
    for (const frame of [
      '{',
      '[]',
      '{"action":"format"}',
      '{"action":"canvas_action","action_type":"touchDown","x":7}',
    ]) {
      operator.socket.send(frame)
      expect((await operator.next('refused')).msg).toMatch(/^[A-Z]/)
    }
    operator.send({ action: 'ping' })
    await operator.next('pong')
  })
})
