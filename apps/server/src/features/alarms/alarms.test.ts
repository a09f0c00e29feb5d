import { type AlarmKind, alarms, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { DataScope } from '@fleetdeck/contract/enums'
import { AlarmId, DeviceId, GroupId, UserId } from '@fleetdeck/contract/ids'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alarmMessages, alarms as alarmRows, alarmSettings } from '../../platform/db/schema/alarms.ts'
import { deviceRuntime, devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'
import { downloadedRows } from '../../testing/downloads.ts'
import { runJob } from '../../testing/run-job.ts'
import { AlarmMonitor } from './alarm-monitor.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.deps.parameters.set('alarm.settleSeconds', '0')
  await site.deps.parameters.set('alarm.groupSeconds', '1')
})
afterAll(() => site.stop())

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`

const watchFor = (userId: UserId, more: Partial<typeof alarmSettings.$inferInsert> = {}) =>
  site.deps.db.insert(alarmSettings).values({ ...newAlarmSetting, userId, ...more })
/** A healthy phone: device n is number An. */
async function addPhone(n: number, more: Partial<typeof devices.$inferInsert> = {}) {
  const { db } = site.deps
  await db
    .insert(devices)
    .values({ deviceNo: `A${n}`, hardwareId: `phone-${n}`, tenantId: UserId.parse(1), ...more })
  await report(DeviceId.parse(n))
}
async function report(deviceId: DeviceId, values: Partial<typeof deviceRuntime.$inferInsert> | object = {}) {
  const well = { online: true, battery: 80, isCharging: '0', serviceOk: '1', availMemory: 4e9 }
  const row = { deviceId, ...well, lastSeenAt: sql`now()`, onlineChangedAt: sql`now()`, ...values }
  await site.deps.db
    .insert(deviceRuntime)
    .values(row)
    .onConflictDoUpdate({ target: deviceRuntime.deviceId, set: row })
}
/** Found within one check; called twice, because the first may join a check in progress. */
async function check() {
  await site.alarmMonitor.check()
  await site.alarmMonitor.check()
}
const list = async (query: object = {}) =>
  (await site.admin.call(alarms.list, { query: { orderByColumn: 'id', isAsc: 'asc', ...query } })).list
const open = async () => (await list({ state: 'open' })).map(({ deviceNo, kind }) => `${deviceNo} ${kind}`)

describe('an alarm opens', () => {
  test.each<[AlarmKind, object, object]>([
    ['offline', { online: false, onlineChangedAt: ago(301) }, { threshold: 300, value: null }],
    ['battery', { battery: 19 }, { threshold: 20, value: 19 }],
    ['memory', { availMemory: 150 * 1024 * 1024 }, { threshold: 200, value: 150 }],
    ['service', { serviceOk: '0' }, { threshold: null, value: null }],
  ])('for %s', async (kind, values, found) => {
    await watchFor(UserId.parse(1))
    await addPhone(1)
    await check()
    expect(await open()).toEqual([])
    await report(DeviceId.parse(1), values)
    await check()
    expect(await list()).toMatchObject([{ deviceNo: 'A1', kind, state: 'open', userName: 'admin', ...found }])
  })

  test('not for values within the thresholds, a charging phone, or one that was never online', async () => {
    await watchFor(UserId.parse(1))
    await addPhone(1)
    await report(DeviceId.parse(1), { online: false, onlineChangedAt: ago(290) })
    await addPhone(2)
    await report(DeviceId.parse(2), { battery: 5, isCharging: '1' })
    await addPhone(3)
    await report(DeviceId.parse(3), { battery: 20, availMemory: 200 * 1024 * 1024 })
    await site.deps.db
      .insert(devices)
      .values({ deviceNo: 'A4', hardwareId: 'phone-4', tenantId: UserId.parse(1) })
    await addPhone(5)
    // An outdated value of an offline phone does not count.
    await report(DeviceId.parse(5), { online: false, onlineChangedAt: ago(10), battery: 1, serviceOk: '0' })
    await check()
    expect(await open()).toEqual([])
  })

  test('not for devices out of service, nor for disabled rules', async () => {
    const gone = { online: false, onlineChangedAt: ago(9999), serviceOk: '0' }
    await watchFor(UserId.parse(1), { offline: 0, lowBattery: 0, memory: 0, serviceDown: false })
    await addPhone(1)
    await report(DeviceId.parse(1), gone)
    await check()
    expect(await open()).toEqual([])
    await site.deps.db.update(alarmSettings).set({ offline: 300 })
    for (const [n, more] of [{ status: 1 }, { expireTime: new Date(1) }, { tenantId: null }].entries()) {
      await addPhone(n + 2, more)
      await report(DeviceId.parse(n + 2), gone)
    }
    await check()
    expect(await open()).toEqual(['A1 offline'])
    await site.deps.db.update(users).set({ tenantExpireTime: new Date(1) })
    await check()
    // The administrator has expired, too.
    expect(await site.deps.db.$count(alarmRows, eq(alarmRows.state, 'open'))).toBe(0)
  })

  test('under the settings of the owner, or else of the nearest user above', async () => {
    const { db } = site.deps
    const person = (userName: string, parentId: UserId) => ({
      ...{ userName, nickName: userName, parentId, passwordHash: '', conSecret: userName },
    })
    const added = await db
      .insert(users)
      .values([
        person('ann', UserId.parse(1)),
        person('bob', UserId.parse(2)),
        person('cid', UserId.parse(3)),
        person('dan', UserId.parse(1)),
      ])
      .returning({ id: users.id })
    expect(added.map(({ id }) => id)).toEqual([2, 3, 4, 5])
    await watchFor(UserId.parse(1), { lowBattery: 50 })
    await watchFor(UserId.parse(3), { lowBattery: 10 })
    for (const [n, tenantId] of [2, 3, 4, 5].entries()) {
      await addPhone(n + 1, { tenantId: UserId.parse(tenantId) })
      await report(DeviceId.parse(n + 1), { battery: 30 })
    }
    await check()
    expect(await list()).toMatchObject([{ userName: 'ann' }, { userName: 'dan' }])
    await report(DeviceId.parse(3), { battery: 9 })
    await check()
    const owners = await db.select({ to: alarmRows.toUserId, of: alarmRows.userId }).from(alarmRows)
    expect(owners).toContainEqual({ to: 3, of: 4 })
  })

  test('once, however many servers check, and not again after a restart', async () => {
    await watchFor(UserId.parse(1))
    for (const n of [DeviceId.parse(1), DeviceId.parse(2), DeviceId.parse(3)]) {
      await addPhone(n)
      await report(n, { serviceOk: '0' })
    }
    const others = [new AlarmMonitor(site.deps), new AlarmMonitor(site.deps)]
    await Promise.all([...others, site.alarmMonitor].map((one) => one.check()))
    await check()
    await Promise.all(others.map((one) => one.close()))
    expect(await open()).toEqual(['A1 service', 'A2 service', 'A3 service'])
    expect(await site.deps.db.$count(alarmRows)).toBe(3)
  })
})

describe('an alarm is over', () => {
  test('when the value is well above the threshold, not when it just reaches it', async () => {
    await watchFor(UserId.parse(1))
    await addPhone(1)
    await report(DeviceId.parse(1), { battery: 10, availMemory: 100 * 1024 * 1024 })
    await check()
    await report(DeviceId.parse(1), { battery: 22, availMemory: 210 * 1024 * 1024 })
    await check()
    expect(await open()).toEqual(['A1 battery', 'A1 memory'])
    await report(DeviceId.parse(1), { battery: 25, availMemory: 221 * 1024 * 1024 })
    await check()
    expect(await list()).toMatchObject([
      { state: 'resolved', ending: 'over', resolvedBy: null },
      { state: 'resolved', ending: 'over' },
    ])
  })

  test('only when the device stays well for a while', async () => {
    await site.deps.parameters.set('alarm.settleSeconds', '60')
    await watchFor(UserId.parse(1))
    await addPhone(1)
    const gone = { online: false, onlineChangedAt: ago(400) }
    await report(DeviceId.parse(1), gone)
    await check()
    await report(DeviceId.parse(1))
    await check()
    await report(DeviceId.parse(1), gone)
    await check()
    await report(DeviceId.parse(1))
    await check()
    expect(await open()).toEqual(['A1 offline'])
    expect(await site.deps.db.$count(alarmRows)).toBe(1)
    await site.deps.db.update(alarmRows).set({ calmSince: ago(61) })
    await check()
    expect(await open()).toEqual([])
  })

  test('when its rule is disabled or removed', async () => {
    await watchFor(UserId.parse(1))
    await addPhone(1)
    await report(DeviceId.parse(1), { serviceOk: '0' })
    await check()
    await site.deps.db.delete(alarmSettings)
    await check()
    expect(await list()).toMatchObject([{ state: 'resolved', ending: 'ruleGone' }])
  })

  test('when a user resolves it, and reopens only after the device was well in between', async () => {
    await watchFor(UserId.parse(1))
    await addPhone(1)
    await report(DeviceId.parse(1), { serviceOk: '0' })
    await check()
    expect(await site.admin.call(alarms.resolve, { body: { ids: [1], note: 'seen' } })).toEqual({ count: 1 })
    await check()
    expect(await list()).toMatchObject([
      { state: 'resolved', ending: 'byHand', resolvedBy: 'admin', note: 'seen' },
    ])
    await report(DeviceId.parse(1))
    await check()
    await report(DeviceId.parse(1), { serviceOk: '0' })
    await check()
    expect(await list()).toMatchObject([{ ending: 'byHand' }, { state: 'open' }])
  })
})

describe('the list of alarms', () => {
  beforeEach(async () => {
    await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    await watchFor(UserId.parse(1))
    await addPhone(1, { groupId: GroupId.parse(1) })
    await addPhone(2)
    await report(DeviceId.parse(1), { serviceOk: '0' })
    await report(DeviceId.parse(2), { battery: 3 })
    await check()
  })

  test('filters by state, kind, device, owner, group and day', async () => {
    const numbers = async (query: object) => (await list(query)).map(({ deviceNo }) => deviceNo)
    expect(await numbers({})).toEqual(['A1', 'A2'])
    expect(await numbers({ kind: 'battery' })).toEqual(['A2'])
    expect(await numbers({ deviceNo: 'a1' })).toEqual(['A1'])
    expect(await numbers({ deviceId: 2 })).toEqual(['A2'])
    expect(await numbers({ groupId: 1 })).toEqual(['A1'])
    expect(await numbers({ tenantId: 2 })).toEqual([])
    expect(await numbers({ endTime: '2020-01-01' })).toEqual([])
    expect(await numbers({ state: 'resolved' })).toEqual([])
    await site.admin.call(alarms.ack, { body: { ids: [1] } })
    expect(await numbers({ state: 'open' })).toEqual(['A2'])
    expect(await numbers({ state: 'unresolved' })).toEqual(['A1', 'A2'])
    expect((await site.admin.ask(alarms.list, { query: { state: 'gone' } })).code).toBe(-1)
    expect((await site.admin.ask(alarms.list, { query: { orderByColumn: 'note' } })).code).toBe(-1)
  })

  test('adds one note to several alarms', async () => {
    const body = { ids: [1, 2], note: 'on my way' }
    expect(await site.admin.call(alarms.ack, { body })).toEqual({ count: 2 })
    expect(await site.admin.call(alarms.ack, { body: { ids: [2] } })).toEqual({ count: 0 })
    expect(await site.admin.call(alarms.one, { query: { id: 2 } })).toMatchObject({
      state: 'acknowledged',
      acknowledgedBy: 'admin',
      note: 'on my way',
    })
    expect(await site.admin.call(alarms.summary)).toEqual({
      open: 0,
      acknowledged: 2,
      kinds: { offline: 0, battery: 0, memory: 0, service: 0, hotScript: 0, scriptSource: 0 },
    })
    expect((await site.admin.ask(alarms.ack, { body: { ids: [1, 99] } })).code).toBe(404)
    const long = { ids: [1], note: 'x'.repeat(201) }
    expect((await site.admin.ask(alarms.ack, { body: long })).msg).toBe('Note can be up to 200 characters')
  })

  test('changes all that match the conditions, and none of other users', async () => {
    const holder = { permissions: ['alarm/list/ack', 'alarm/list/resolve'], dataScope: DataScope.self }
    const lin = await addHolder(site, { userName: 'lin' }, holder)
    expect(await lin.client.call(alarms.resolve, { body: { filter: {} } })).toEqual({ count: 0 })
    const body = { filter: { kind: 'battery' }, note: 'charger' } as const
    expect(await site.admin.call(alarms.ack, { body })).toEqual({ count: 1 })
    expect(await list()).toMatchObject([{ state: 'open' }, { state: 'acknowledged', note: 'charger' }])
    expect((await site.admin.ask(alarms.ack, { body: {} })).msg).toBe('Select at least one alarm')
    expect((await site.admin.ask(alarms.ack, { body: { ids: [1], filter: {} } })).code).toBe(-1)
  })

  test('is exported as a spreadsheet', async () => {
    const { fileName } = await site.admin.call(alarms.export, { query: { kind: 'battery' } })
    const rows = await downloadedRows(site, site.admin, fileName)
    expect(JSON.stringify(rows)).toMatch(/A2.*admin.*Low battery.*Open.*3%/)
    expect(rows).not.toContain('A1')
  })

  test('is pushed to the consoles concerned, and recorded in the device’s events', async () => {
    const stranger = await addHolder(
      site,
      { userName: 'lin' },
      { permissions: ['alarm/list/list'], dataScope: DataScope.self },
    )
    const sockets = [site.admin, stranger.client].map((client) =>
      TestSocket.browser(site.address, '/ws/console', client.token ?? ''),
    )
    const [mine, theirs] = sockets as [TestSocket, TestSocket]
    await Promise.all(
      sockets.map(async (socket) => {
        await new Promise((resolve) => socket.socket.once('open', resolve))
        socket.send({ action: 'ping' })
        await socket.next('pong')
      }),
    )
    await report(DeviceId.parse(2))
    await check()
    await mine.next('alarmsChanged')
    expect((await stranger.client.call(alarms.list)).total).toBe(0)
    await site.deps.hub.noticesChanged()
    const heard = await Promise.race([theirs.next('alarmsChanged'), theirs.next('noticesChanged')])
    expect(heard.action).toBe('noticesChanged')
    for (const socket of sockets) socket.close()
    await site.deps.events.flush()
    const { list: events } = await site.admin.call(deviceMonitor.events, { query: { id: 2, kind: 'alarm' } })
    expect(events).toMatchObject([
      { details: { alarm: 'battery', alarmState: 'resolved' } },
      { details: { alarm: 'battery', alarmState: 'open' } },
    ])
  })

  test('drops alarms that were resolved long ago, and messages of that time', async () => {
    const { db } = site.deps
    await db
      .update(alarmRows)
      .set({ lasts: false, state: 'resolved', resolvedAt: ago(91 * 86_400) })
      .where(eq(alarmRows.id, AlarmId.parse(1)))
    const old = { userId: UserId.parse(1), text: 'x', alarmCount: 1, createdAt: ago(91 * 86_400) }
    await db.insert(alarmMessages).values([
      { ...old, kind: 'opened', state: 'sent' },
      { ...old, kind: 'opened', state: 'waiting', nextTryAt: ago(-300) },
    ])
    await runJob(site, 'pruneAlarms')
    expect((await list()).map(({ id }) => id)).not.toContain(1)
    expect(await db.$count(alarmMessages)).toBe(1)
  })
})
