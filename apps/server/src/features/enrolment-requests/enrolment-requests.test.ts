import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { enrolmentRequests, maxRequestsOfDevice, requestDays } from '@fleetdeck/contract/enrolment-requests'
import { DataScope } from '@fleetdeck/contract/enums'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { KeyedPhone } from '@fleetdeck/testing/phones/keyed-phone'
import type { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { devices as deviceTable } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
})
afterAll(() => site.stop())

const opened = (socket: TestSocket) => {
  onTestFinished(() => socket.close())
  return socket
}
const waits = {
  code: 202,
  msg: 'The key of this phone differs from the one on record. An administrator has to approve the phone in the console.',
}
/** An assigned phone on its socket. */
async function connected(address = site.address) {
  const phone = new KeyedPhone(site, 'phone-1')
  await phone.enrol()
  const body = { deviceNo: 'A1', deviceId: 'phone-1', tenantId: 1, groupId: 1 }
  await site.admin.call(devices.addAssDevice, { body })
  const socket = opened(phone.connect(address))
  await socket.next('registered')
  return { phone, socket }
}
const requests = async () => (await site.admin.call(enrolmentRequests.list)).list
const approve = async () =>
  site.admin.call(enrolmentRequests.approve, { body: { ids: [firstRow(await requests()).id] } })

describe('another phone with the site’s key and the hardware id of a known one', () => {
  test('waits, gets neither token nor data, and the real one stays connected', async () => {
    const { socket } = await connected()
    const other = new KeyedPhone(site, 'phone-1')
    const answer = await other.enrol()
    expect(answer).toMatchObject(waits)
    expect(JSON.stringify(answer)).not.toContain('A1')
    expect(answer.data ?? null).toBeNull()
    socket.send({ action: 'ping' })
    await socket.next('pong')
    expect((await other.enrol({ language: 'zhcn' })).msg).toBe(
      '这台手机的密钥与登记的密钥不同，请等待管理员在控制台批准',
    )
  })

  test('is listed once for each key: who asks, from where, with which key, and what differs', async () => {
    const { phone } = await connected()
    const other = new KeyedPhone(site, 'phone-1')
    const spoil = (body: Record<string, unknown>) => Object.assign(body, { model: 'Two', osVersion: '15' })
    for (const _ of [1, 2, 3]) await other.enrol({ spoil })
    await expect.poll(requests).toMatchObject([
      {
        state: 'waiting',
        deviceNo: 'A1',
        deviceId: 'phone-1',
        userName: 'admin',
        online: true,
        keyOf: null,
        count: 3,
        known: { mode: 'One', fingerprint: phone.key.fingerprint },
        asking: { mode: 'Two', osVersion: '15', ip: '127.0.0.1', fingerprint: other.key.fingerprint },
      },
    ])
  })

  test('connects once it is approved; the known one is out, and waits in its turn', async () => {
    const another = await site.another()
    const { phone, socket } = await connected(another.address)
    const other = new KeyedPhone(site, 'phone-1')
    await other.enrol()
    await approve()
    expect((await socket.closed).code).toBe(4401)
    expect(await phone.enrol()).toMatchObject(waits)
    expect(await other.enrol()).toMatchObject({ code: 0, data: { deviceNo: 'A1' } })
    expect(await opened(other.connect()).next('registered')).toMatchObject({ deviceNo: 'A1' })
    await opened(phone.connect()).closed
    expect((await requests()).map(({ asking }) => asking.fingerprint)).toEqual([phone.key.fingerprint])
    await another.close()
  })

  test('is refused once it is rejected, until it is approved after all', async () => {
    const { socket } = await connected()
    const other = new KeyedPhone(site, 'phone-1')
    await other.enrol()
    const ids = (await requests()).map(({ id }) => id)
    await site.admin.call(enrolmentRequests.reject, { body: { ids } })
    expect(await other.enrol()).toMatchObject({
      code: -1,
      msg: 'An administrator rejected the enrolment of this phone. If this is a mistake, ask them to approve it.',
    })
    expect(firstRow(await requests()).state).toBe('rejected')
    socket.send({ action: 'ping' })
    await socket.next('pong')
    await approve()
    expect(await other.enrol()).toMatchObject({ code: 0 })
  })

  test('is one of few: more keys for one phone are refused, and requests end after a week without another', async () => {
    await connected()
    const others = Array.from({ length: maxRequestsOfDevice + 1 }, () => new KeyedPhone(site, 'phone-1'))
    const answers = []
    for (const other of others) answers.push((await other.enrol()).msg)
    expect(answers.at(-1)).toBe('Too many phones are waiting for approval. Try again later.')
    expect(await requests()).toHaveLength(maxRequestsOfDevice)
    await site.deps.db.execute(
      sql`update enrolment_requests set last_at = now() - make_interval(days => ${requestDays + 1})`,
    )
    await others.at(-1)?.enrol()
    expect((await requests()).map(({ asking }) => asking.fingerprint)).toEqual([
      others.at(-1)?.key.fingerprint,
    ])
  })
})

describe('a known phone without a key', () => {
  test('waits like any other when it enrols without its token, with or without a key', async () => {
    await site.enrol('phone-1')
    const other = new KeyedPhone(site, 'phone-1')
    expect(await other.enrol()).toMatchObject(waits)
    const key = site.deps.parameters.get('device.enrolmentKey')
    const bare = { body: { key, deviceId: 'phone-1' } }
    expect(await site.nobody.ask({ method: 'POST', path: '/rapi/enroll' }, bare)).toMatchObject(waits)
    expect((await requests()).map(({ asking }) => asking.fingerprint).sort()).toEqual([
      '',
      other.key.fingerprint,
    ])
  })

  test('enrols once after the approval, from the address that asked', async () => {
    await site.enrol('phone-1')
    const key = site.deps.parameters.get('device.enrolmentKey')
    const ask = async (remoteAddress = '127.0.0.1') => {
      const payload = { key, deviceId: 'phone-1' }
      return (await site.app.inject({ method: 'POST', url: '/rapi/enroll', payload, remoteAddress })).json()
    }
    await ask()
    await approve()
    expect(firstRow(await requests()).state).toBe('approved')
    expect((await ask('10.9.9.9')).code).toBe(202)
    expect((await ask()).code).toBe(0)
    expect((await ask()).code).toBe(202)
  })
})

describe('deciding', () => {
  test('concerns one request of a device at a time', async () => {
    await connected()
    for (const _ of [1, 2]) await new KeyedPhone(site, 'phone-1').enrol()
    const ids = (await requests()).map(({ id }) => id)
    expect((await site.admin.ask(enrolmentRequests.approve, { body: { ids } })).msg).toBe(
      'Only one request per device can be approved. Select one for each device.',
    )
    expect(await requests()).toHaveLength(2)
    await site.admin.call(enrolmentRequests.reject, { body: { ids } })
  })

  test('of two operators at the same time counts once', async () => {
    await connected()
    const other = new KeyedPhone(site, 'phone-1')
    await other.enrol()
    const ids = (await requests()).map(({ id }) => id)
    const { client } = await addHolder(
      site,
      { userName: 'wei' },
      { permissions: ['device/deviceList/approveEnrolment'], dataScope: DataScope.all },
    )
    const answers = await Promise.all(
      [site.admin, client].map((who) => who.ask(enrolmentRequests.approve, { body: { ids } })),
    )
    expect(answers.some(({ code }) => code === 0)).toBe(true)
    expect((await other.enrol()).code).toBe(0)
    await opened(other.connect()).next('registered')
  })

  test('needs its own permission, a fresh proof and the phone’s owner within the data scope; it is logged', async () => {
    await connected()
    await new KeyedPhone(site, 'phone-1').enrol()
    const ids = (await requests()).map(({ id }) => id)
    const list = 'device/deviceList/listUnAssignedDevice'
    const looker = await addHolder(
      site,
      { userName: 'lin' },
      { permissions: [list], dataScope: DataScope.all },
    )
    expect((await looker.client.call(enrolmentRequests.list)).total).toBe(1)
    expect((await looker.client.ask(enrolmentRequests.approve, { body: { ids } })).code).toBe(403)
    const own = { permissions: [list, 'device/deviceList/approveEnrolment'], dataScope: DataScope.self }
    const { client } = await addHolder(site, { userName: 'sub' }, own)
    expect((await client.call(enrolmentRequests.list)).total).toBe(0)
    for (const call of [enrolmentRequests.approve, enrolmentRequests.reject])
      expect((await client.ask(call, { body: { ids } })).code).toBe(404)
    await site.deps.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes'`)
    site.deps.sessions.forget()
    expect((await site.admin.ask(enrolmentRequests.approve, { body: { ids } })).code).toBe(428)
    expect(firstRow(await requests()).state).toBe('waiting')
    await site.deps.db.execute(sql`update sessions set proven_at = now()`)
    site.deps.sessions.forget()
    await approve()
    await site.flush()
    const logged = (await site.admin.call(operationLogs.list)).list.map(({ operUrl }) => operUrl)
    expect(logged).toContain('/device/deviceList/enrolmentRequest/approve')
  })

  test('is up to a tenant for its own phones, and never reaches those of another', async () => {
    const permissions = ['device/deviceList/listUnAssignedDevice', 'device/deviceList/approveEnrolment']
    const own = { permissions, dataScope: DataScope.self }
    const lin = await addHolder(site, { userName: 'lin' }, own)
    const wei = await addUser(site, { userName: 'wei' })
    const keyOf = async (id: typeof lin.id) => {
      const { conSecret } = firstRow(await site.deps.db.select().from(users).where(eq(users.id, id)))
      return site.deps.seal.open(conSecret, 'users.con_secret')
    }
    const phone = new KeyedPhone(site, 'lins-phone')
    await phone.enrol({ enrolmentKey: await keyOf(lin.id) })
    const other = new KeyedPhone(site, 'lins-phone')
    expect(await other.enrol({ enrolmentKey: await keyOf(wei.id) })).toMatchObject({
      code: -1,
      msg: 'Incorrect enrolment key or code. Check it and try again.',
    })
    expect(await requests()).toEqual([])
    expect(await other.enrol({ enrolmentKey: await keyOf(lin.id) })).toMatchObject(waits)
    const { list } = await lin.client.call(enrolmentRequests.list)
    expect(list).toMatchObject([{ userName: 'lin', keyOf: 'lin' }])
    await lin.client.call(enrolmentRequests.approve, { body: { ids: list.map(({ id }) => id) } })
    expect((await other.enrol({ enrolmentKey: await keyOf(lin.id) })).code).toBe(0)
    const [row] = await site.deps.db.select().from(deviceTable)
    expect(row).toMatchObject({ enrolledById: lin.id, publicKey: other.key.publicKey })
  })
})
