import type { AlarmKind, AlarmState } from '@fleetdeck/contract/alarms'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { deviceWall } from '@fleetdeck/contract/device-wall'
import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { DeviceId, UserId } from '@fleetdeck/contract/ids'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alarms } from '../../platform/db/schema/alarms.ts'
import { deviceEvents, deviceHistory, onlineCounts } from '../../platform/db/schema/device-history.ts'
import { deviceRuntime } from '../../platform/db/schema/devices.ts'
import { phoneChecks } from '../../platform/db/schema/phone-checks.ts'
import { runJob } from '../../testing/run-job.ts'
import { HistoryRecorder } from './history-recorder.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  for (const deviceNo of ['A1', 'A2', 'A3'])
    await site.admin.call(devices.add, { body: { deviceNo, groupId: 1, batch: 0 } })
})
afterAll(() => site.stop())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const speak = (deviceId: DeviceId, values: object) =>
  site.deps.db.insert(deviceRuntime).values({ deviceId, online: true, lastSeenAt: new Date(), ...values })

describe('the monitor', () => {
  const shown = async (query: object) =>
    (
      await site.admin.call(deviceMonitor.list, {
        query: { ...query, orderByColumn: 'deviceNo', isAsc: 'asc' },
      })
    ).list.map((device) => device.deviceNo)

  test('filters devices by battery, offline time, service, task, group, owner and text', async () => {
    await speak(DeviceId.parse(1), { battery: 8, serviceOk: '0', taskName: 'Reading' })
    await speak(DeviceId.parse(2), {
      battery: 80,
      serviceOk: '1',
      online: false,
      onlineChangedAt: minutesAgo(12),
    })
    expect(await shown({})).toEqual(['A1', 'A2', 'A3'])
    expect(await shown({ battery: 10 })).toEqual(['A1'])
    expect(await shown({ battery: 90 })).toEqual(['A1', 'A2'])
    expect(await shown({ offline: 10 })).toEqual(['A2'])
    expect(await shown({ offline: 15 })).toEqual([])
    expect(await shown({ serviceOk: '0' })).toEqual(['A1'])
    expect(await shown({ hasTask: '1' })).toEqual(['A1'])
    expect(await shown({ hasTask: '0', online: '0' })).toEqual(['A2', 'A3'])
    expect(await shown({ groupId: 1, tenantId: 1, search: 'a3' })).toEqual(['A3'])
    expect(await shown({ groupId: 2 })).toEqual([])
  })

  test('filters devices by what their last check found, on the wall too', async () => {
    await site.deps.db.insert(phoneChecks).values([
      { deviceId: DeviceId.parse(1), checkedAt: new Date(), findings: [], toMend: ['input'] },
      { deviceId: DeviceId.parse(2), checkedAt: new Date(), findings: [], toMend: [] },
    ])
    expect(await shown({ toMend: 'any' })).toEqual(['A1'])
    expect(await shown({ toMend: 'input' })).toEqual(['A1'])
    expect(await shown({ toMend: 'storage' })).toEqual([])
    const { list } = await site.admin.call(deviceWall.list, { query: { toMend: 'input' } })
    expect(list.map(({ deviceNo }) => deviceNo)).toEqual(['A1'])
  })

  test('refuses values that are not among the options', async () => {
    for (const query of ['battery=11', 'offline=3', 'offline=91', 'serviceOk=2', 'orderByColumn=tokenHash']) {
      const { json } = await site.app.inject({
        url: `${deviceMonitor.list.path}?${query}`,
        headers: { authorization: `Bearer ${site.admin.token}` },
      })
      expect(json().code, query).not.toBe(0)
    }
  })

  test('hides the devices, history and events of other users', async () => {
    const none = await addUser(site, { userName: 'lin' })
    expect((await none.client.ask(deviceMonitor.list)).code).toBe(403)
    const { client } = await addHolder(
      site,
      { userName: 'wei' },
      { permissions: ['device/monitor/list'], dataScope: DataScope.self },
    )
    expect((await client.call(deviceMonitor.list)).list).toEqual([])
    expect((await client.ask(deviceMonitor.history, { query: { id: 1, hours: 1 } })).code).toBe(404)
    expect((await client.ask(deviceMonitor.events, { query: { id: 1 } })).code).toBe(404)
  })
})

test('the wall names the kinds of unresolved alarms of the devices in the data scope', async () => {
  const alarm = (
    deviceId: number,
    kind: AlarmKind,
    state: AlarmState = 'open',
    userId = UserId.parse(1),
  ) => ({
    ...{ deviceId: DeviceId.parse(deviceId), kind, state, userId, toUserId: userId },
    ...{ subject: `A${deviceId}`, since: new Date(), lasts: state !== 'resolved' },
  })
  const { client, id } = await addHolder(
    site,
    { userName: 'wei' },
    { permissions: [deviceWall.alarms.permission], dataScope: DataScope.self },
  )
  await site.deps.db
    .insert(alarms)
    .values([
      alarm(1, 'memory'),
      alarm(1, 'battery', 'acknowledged'),
      alarm(2, 'offline', 'resolved'),
      alarm(3, 'service', 'open', id),
    ])
  // The third one is of a former owner.
  expect(await site.admin.call(deviceWall.alarms)).toEqual([
    { deviceId: 1, deviceNo: 'A1', kinds: ['battery', 'memory'] },
  ])
  expect(await client.call(deviceWall.alarms)).toEqual([])
  const none = await addUser(site, { userName: 'lin' })
  expect((await none.client.ask(deviceWall.alarms)).code).toBe(403)
})

describe('history', () => {
  test('stores the values of a period once, however many servers run, and none of silent phones', async () => {
    await speak(DeviceId.parse(1), {
      battery: 70,
      batteryTemp: 31.5,
      availMemory: 4e9,
      sdCardLeftSpace: 64e9,
    })
    await speak(DeviceId.parse(2), { online: false, lastSeenAt: minutesAgo(60) })
    const recorders = [new HistoryRecorder(site.deps), new HistoryRecorder(site.deps)]
    for (const recorder of recorders) await recorder.keep()
    await Promise.all(recorders.map((recorder) => recorder.close()))
    const { minutes, points } = await site.admin.call(deviceMonitor.history, { query: { id: 1, hours: 1 } })
    expect(minutes).toBe(5)
    expect(points).toMatchObject([
      { online: true, battery: 70, batteryTemp: 31.5, availMemory: 4e9, sdCardLeftSpace: 64e9 },
    ])
    const silent = await site.admin.call(deviceMonitor.history, { query: { id: 2, hours: 168 } })
    expect(silent.points).toEqual([])
  })

  test('shows each owner how many phones were online, offline, in trouble and expiring per hour, and are now', async () => {
    const { db } = site.deps
    await speak(DeviceId.parse(1), {})
    await speak(DeviceId.parse(2), { online: false })
    const recorder = new HistoryRecorder(site.deps)
    for (let time = 0; time < 2; time += 1) await recorder.keep()
    await recorder.close()
    expect(await db.select().from(onlineCounts)).toMatchObject([
      { tenantId: 1, online: 1, offline: 2, trouble: 0, expiring: 0 },
    ])
    await db.delete(onlineCounts)
    await db.execute(sql`insert into online_counts (at, tenant_id, online, offline)
      select date_trunc('hour', now()) - n.minutes * interval '1 minute', n.tenant, n.online, n.offline
      from (values (55, 1, 9, 9), (5, 1, 4, 3), (5, 77, 2, null)) n(minutes, tenant, online, offline)`)
    const hours = await site.admin.call(devices.onlineHours)
    expect(hours).toHaveLength(24)
    expect(hours.slice(-3)).toMatchObject([
      { online: null, offline: null },
      { online: 6, offline: 3 },
      { online: 1, offline: 2, trouble: 0, expiring: 0 },
    ])
    // Samples of earlier versions have only the first.
    expect(hours.at(-2)?.trouble).toBe(null)
    const { client } = await addHolder(
      site,
      { userName: 'wei' },
      { permissions: [devices.onlineHours.permission], dataScope: DataScope.self },
    )
    expect((await client.call(devices.onlineHours)).slice(-3).map(({ online }) => online)).toEqual([
      null,
      0,
      0,
    ])
    const none = await addUser(site, { userName: 'lin' })
    expect((await none.client.ask(devices.onlineHours)).code).toBe(403)
  })

  test('shows for an hour the phones at its end, not those of five minutes before', async () => {
    const { db } = site.deps
    // 61 phones of 308 were connected at five to, all of them at the full hour.
    await db.execute(sql`insert into online_counts (at, tenant_id, online, offline)
      select date_trunc('hour', now()) - n.minutes * interval '1 minute', 1, n.online, 308 - n.online
      from (values (65, 40), (60, 50), (5, 61), (0, 308)) n(minutes, online)`)
    const hours = await site.admin.call(devices.onlineHours)
    expect(hours.slice(-3, -1).map(({ online }) => online)).toEqual([50, 308])
  })

  test('older than the retention period is removed, with the events of that time', async () => {
    const { db } = site.deps
    const weekAgo = minutesAgo(7 * 1440 + 5)
    await db.insert(deviceHistory).values([
      { deviceId: DeviceId.parse(1), at: weekAgo, online: true },
      { deviceId: DeviceId.parse(1), at: minutesAgo(7 * 1440 - 5), online: true },
    ])
    await db.insert(onlineCounts).values({ at: weekAgo, tenantId: UserId.parse(1), online: 3 })
    await db.execute(sql`insert into device_events (device_id, at, kind) select 1,
      ${weekAgo.toISOString()}::timestamptz - n * interval '1 second', 'online' from generate_series(1, 5000) n`)
    await runJob(site, 'pruneHistory')
    expect(await db.$count(deviceHistory)).toBe(1)
    expect(await db.$count(deviceEvents)).toBe(0)
    expect(await db.$count(onlineCounts)).toBe(0)
  })
})

test('a device’s page lists its events with their authors, newest first', async () => {
  const { events } = site.deps
  events.record({
    deviceId: DeviceId.parse(1),
    kind: 'command',
    userId: UserId.parse(1),
    details: { command: 'rebootEC' },
  })
  events.record({ deviceId: DeviceId.parse(1), kind: 'offline' })
  events.record({ deviceId: DeviceId.parse(2), kind: 'online' })
  events.record({ deviceId: DeviceId.parse(999), kind: 'online' })
  await events.flush()
  const all = await site.admin.call(deviceMonitor.events, { query: { id: 1 } })
  expect(all).toMatchObject({
    total: 2,
    list: [
      { kind: 'offline', userName: null, details: {} },
      { kind: 'command', userName: 'admin', details: { command: 'rebootEC' } },
    ],
  })
  const { list } = await site.admin.call(deviceMonitor.events, { query: { id: 1, kind: 'command' } })
  expect(list).toHaveLength(1)
})
