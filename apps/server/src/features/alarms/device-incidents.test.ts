import { alarms, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { commands, rebootPermission } from '@fleetdeck/contract/commands'
import type { ComputerReportInput } from '@fleetdeck/contract/computer-socket'
import { computers } from '@fleetdeck/contract/computers'
import { deviceIncidents } from '@fleetdeck/contract/device-incidents'
import { DataScope } from '@fleetdeck/contract/enums'
import { type DeviceIncidentId, UserId } from '@fleetdeck/contract/ids'
import { computerReport, FakeComputer } from '@fleetdeck/testing/phones/fake-computer'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { alarmMessages, alarmSettings } from '../../platform/db/schema/alarms.ts'
import { commands as commandRows } from '../../platform/db/schema/commands.ts'
import { runJob } from '../../testing/run-job.ts'
import { AlarmMonitor } from './alarm-monitor.ts'
import { watchDeadPhones } from './watch-dead-phones.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.deps.parameters.set('alarm.settleSeconds', '0')
  // Tests date back what is to be sent; nothing is due before.
  await site.deps.parameters.set('alarm.groupSeconds', '300')
  // A busy machine would send messages about the server itself.
  await site.deps.parameters.set('alarm.incidents', 'false')
})
afterAll(() => site.stop())

const admin = UserId.parse(1)
const run = (statement: SQL) => site.deps.db.execute(statement)
const watchFor = (userId: UserId, robotAddress = '') =>
  site.deps.db.insert(alarmSettings).values({ ...newAlarmSetting, userId, robotAddress })

/** Healthy phones from–to of a user: number n has the address 10.NET.0.n. */
const addPhones = async (
  from: number,
  to: number,
  { userId = admin, net = 1, version = sql`'v' || n` }: { userId?: UserId; net?: number; version?: SQL } = {},
) => {
  await run(sql`insert into devices (device_no, device_id, tenant_id, ip)
    select 'A' || lpad(n::text, 4, '0'), 'phone-' || n, ${userId}, '10.' || ${net}::text || '.0.' || n % 250
    from generate_series(${from}::int, ${to}::int) n`)
  await run(sql`insert into device_runtime (device_id, online, last_seen_at, online_changed_at, service_ok, apk_version)
    select d.id, true, now(), now(), '1', ${version} from devices d
      cross join lateral (select substr(d.device_id, 7)::int) x(n) where n between ${from} and ${to}`)
}
const set = (from: number, to: number, values: SQL) =>
  run(sql`update device_runtime set ${values} where device_id in (select id from devices
    where substr(device_id, 7)::int between ${from} and ${to})`)
const goOffline = (from: number, to: number, seconds = 301) =>
  set(from, to, sql`online = false, online_changed_at = now() - make_interval(secs => ${seconds})`)
const comeBack = (from: number, to: number) => set(from, to, sql`online = true, online_changed_at = now()`)
/** Called twice, because the first may join a check in progress. */
const check = async () => {
  await site.alarmMonitor.check()
  await site.alarmMonitor.check()
}
const list = async (query: object = {}) => (await site.admin.call(deviceIncidents.list, { query })).list
const onlyId = async () => {
  const [incident] = await list({ state: 'open' })
  if (!incident) throw new Error('there is no open incident')
  return incident.id
}
const one = async (id?: DeviceIncidentId) =>
  site.admin.call(deviceIncidents.one, { query: { id: id ?? (await onlyId()) } })
const eventsOf = async (id: DeviceIncidentId) =>
  (await one(id)).events.map(({ kind, details, userName }) => ({ kind, ...details, userName }))
const texts = async () =>
  (await site.deps.db.select().from(alarmMessages).orderBy(alarmMessages.id)).map(({ text }) => text)

describe('an incident', () => {
  test('names the computers that serve its phones, to callers who may see these', async () => {
    await watchFor(admin)
    await addPhones(1, 10)
    await run(sql`insert into computers (installation, token_hash, computer_name, host, ip, agent_version, report)
      values ('a', 'a', 'rack-1', 'h', '', '1', '{"commands": ["restartAgent"]}'), ('b', 'b', 'rack-2', 'h', '', '1', null)`)
    await run(sql`insert into computer_phones (computer_id, serial, hardware_id, state, since, transport, is_given_up)
      select 1 + n / 8, 's' || n, 'phone-' || n, 'offline', now(), 'usb', false from generate_series(1, 9) n`)
    await goOffline(1, 10)
    await check()
    const id = await onlyId()
    expect((await one(id)).computers).toEqual([
      { id: 1, computerName: 'rack-1', isOnline: false, devices: 7, commands: ['restartAgent'] },
      { id: 2, computerName: 'rack-2', isOnline: false, devices: 2, commands: [] },
    ])
    const { client } = await addHolder(
      site,
      { userName: 'eve' },
      { permissions: [deviceIncidents.list.permission], dataScope: DataScope.all },
    )
    expect((await client.call(deviceIncidents.one, { query: { id } })).computers).toEqual([])
  })

  test('names its first phones as people count', async () => {
    await watchFor(admin)
    await addPhones(1, 12)
    await run(sql`update devices set device_no = 'A' || substr(device_id, 7)::int`)
    await goOffline(1, 12)
    await check()
    expect(await list()).toMatchObject([{ devices: 12, deviceNos: ['A1', 'A2', 'A3', 'A4', 'A5'] }])
  })

  test('is one for 300 phones of a network that go offline, and ends when they are back', async () => {
    await watchFor(admin, 'http://127.0.0.1:9/')
    await addPhones(1, 300)
    await addPhones(301, 320, { net: 2 })
    await goOffline(1, 300)
    await check()
    expect(await list()).toMatchObject([
      {
        ...{ kind: 'offline', cause: 'network', causeValue: '10.1.0.0/24', userName: 'admin' },
        ...{ devices: 300, lasting: 300, endedAt: null, isPartial: false },
        deviceNos: ['A0001', 'A0002', 'A0003', 'A0004', 'A0005'],
      },
    ])
    // The alarms are its details; the list without them is empty.
    const id = await onlyId()
    const total = async (query: object) => (await site.admin.call(alarms.list, { query })).total
    expect(await total({ state: 'open' })).toBe(300)
    expect(await total({ state: 'open', incidentId: id })).toBe(300)
    expect(await total({ state: 'open', isAlone: '1' })).toBe(0)
    expect(await site.admin.call(deviceIncidents.summary)).toMatchObject({
      open: 1,
      unacknowledged: 1,
      list: [{ id }],
    })
    expect((await one(id)).deviceIds).toHaveLength(300)
    await run(sql`update alarms set opened_at = now() - interval '400 seconds'`)
    await check()
    expect(await texts()).toEqual([
      expect.stringMatching(/^设备报警\n300 台设备离线.*\n共同点：网段 10.1.0.0\/24.*\n.*\n.*\S+$/),
    ])

    await comeBack(1, 299)
    await check()
    expect(await list()).toMatchObject([{ devices: 300, lasting: 1, endedAt: null }])
    await comeBack(300, 300)
    await check()
    expect(await list({ state: 'open' })).toEqual([])
    expect([await total({}), await total({ isAlone: '1' })]).toEqual([300, 0])
    expect(await list()).toMatchObject([{ lasting: 0, endedAt: expect.any(String) }])
    expect(await eventsOf(id)).toEqual([
      { kind: 'opened', count: 300, userName: null },
      { kind: 'ended', userName: null },
    ])
  })

  test('is joined by phones that go offline one by one while it is open, within an hour of the last', async () => {
    await watchFor(admin)
    await addPhones(1, 12)
    await goOffline(1, 8)
    await check()
    const id = await onlyId()
    await goOffline(9, 9)
    await check()
    await goOffline(10, 10)
    await check()
    expect(await one(id)).toMatchObject({ devices: 10, lasting: 10 })
    expect(await eventsOf(id)).toMatchObject([{ count: 8 }, { kind: 'joined', count: 2 }])
    await run(sql`update device_incidents set joined_at = now() - interval '2 hours'`)
    await goOffline(11, 11)
    await check()
    expect(await one(id)).toMatchObject({ devices: 10 })
    // A phone that flaps is still one device.
    await comeBack(1, 1)
    await comeBack(11, 11)
    await check()
    await run(sql`update device_incidents set joined_at = now()`)
    await goOffline(1, 1)
    await check()
    expect(await one(id)).toMatchObject({ devices: 10, lasting: 10 })
  })

  test('needs a property that most of its devices suffer from', async () => {
    await watchFor(admin)
    // One version everywhere, every phone in a network of its own.
    await addPhones(1, 60, { version: sql`'2.0'` })
    await run(sql`update devices set ip = '10.' || id || '.0.1'`)
    await goOffline(1, 10)
    await check()
    expect(await list()).toEqual([])
    await goOffline(11, 40)
    await check()
    expect(await list()).toMatchObject([{ cause: 'version', causeValue: '2.0', devices: 40 }])
  })

  test('is of each of two networks, not of the version that all devices have', async () => {
    await watchFor(admin)
    await addPhones(1, 100, { net: 1, version: sql`'2.0'` })
    await addPhones(101, 200, { net: 2, version: sql`'2.0'` })
    await addPhones(201, 300, { net: 3, version: sql`'2.0'` })
    await goOffline(1, 205)
    await check()
    expect(await list({ orderByColumn: 'id', isAsc: 'asc' })).toMatchObject([
      { cause: 'network', causeValue: '10.1.0.0/24', devices: 100 },
      { cause: 'network', causeValue: '10.2.0.0/24', devices: 100 },
    ])
    // The other five have nothing to do with it, also if they come later.
    await goOffline(206, 210)
    await check()
    expect(await list()).toHaveLength(2)
  })

  test('is of the computer that its phones are plugged into, also behind one address', async () => {
    await watchFor(admin)
    await addPhones(1, 60, { version: sql`'2.0'` })
    await run(sql`update devices set ip = '203.0.113.9'`)
    await run(sql`insert into computers (installation, token_hash, computer_name, host, ip, agent_version)
      select n::text, n::text, 'rack-' || n, 'h', '', '1' from generate_series(1, 4) n`)
    await run(sql`insert into computer_phones (computer_id, serial, hardware_id, state, since, transport, is_given_up)
      select 1 + (n - 1) / 15, 's' || n, 'phone-' || n, 'working', now(), 'usb', false from generate_series(1, 60) n`)
    await goOffline(16, 30)
    await check()
    expect(await list()).toMatchObject([{ cause: 'computer', causeValue: 'rack-2', devices: 15 }])
  })

  /** Phones from–to at the ports of a hub of a computer, as it last reported them. */
  const plugIn = (from: number, to: number, hub: string, state = 'working') =>
    run(sql`insert into computer_phones (computer_id, serial, hardware_id, state, since, transport, is_given_up, port)
      select 1, 's' || n, 'phone-' || n, ${state}, now(), 'usb', false, ${hub} || '.' || n
      from generate_series(${from}::int, ${to}::int) n`)
  const leave = (from: number, to: number) =>
    run(
      sql`update computer_phones set state = 'unplugged' where substr(serial, 2)::int between ${from} and ${to}`,
    )
  const addComputer = () =>
    run(sql`insert into computers (installation, token_hash, computer_name, host, ip, agent_version, report)
      values ('a', 'a', 'rack-1', 'h', '', '1', '{"adb": {"isReachable": true}}')`)

  test('is of the USB hub whose phones have all left, with its computer and port path', async () => {
    await watchFor(admin)
    await addPhones(1, 20, { version: sql`'2.0'` })
    await addComputer()
    await plugIn(1, 4, '1-4.2')
    await plugIn(5, 8, '1-4.3')
    await plugIn(9, 20, '1-5')
    await goOffline(1, 4)
    await leave(1, 4)
    await check()
    expect(await list()).toMatchObject([{ cause: 'hub', causeValue: 'rack-1 · 1-4.2', devices: 4 }])
    // One that stayed on the hub means that the hub works.
    await goOffline(9, 12)
    await leave(9, 12)
    await check()
    expect(await list()).toHaveLength(1)
  })

  test('is of the outer hub when the phones of all hubs behind it have left', async () => {
    await watchFor(admin)
    await addPhones(1, 30, { version: sql`'2.0'` })
    await addComputer()
    await plugIn(1, 4, '1-4.2')
    await plugIn(5, 10, '1-4.3')
    await plugIn(11, 30, '1-5')
    await goOffline(1, 10)
    await leave(1, 10)
    await check()
    expect(await list()).toMatchObject([{ cause: 'hub', causeValue: 'rack-1 · 1-4', devices: 10 }])
  })

  test('is not of a hub when its computer is away or has lost adb', async () => {
    await watchFor(admin)
    await addPhones(1, 12, { version: sql`'2.0'` })
    await addComputer()
    await plugIn(1, 6, '1-4.2')
    await plugIn(7, 12, '1-4.3')
    await goOffline(1, 6)
    await check()
    await run(sql`update computers set report = '{"adb": {"isReachable": false}}'`)
    await goOffline(7, 12)
    await leave(7, 12)
    await check()
    expect((await list()).map(({ cause }) => cause)).not.toContain('hub')
  })

  test('is sent with the number of its devices that have the problem now, if it is another', async () => {
    await watchFor(admin, 'http://127.0.0.1:9/')
    await addPhones(1, 12)
    await goOffline(1, 12)
    await check()
    await run(sql`update alarms set opened_at = now() - interval '400 seconds', quiet_until = case
      when device_id > 10 then now() + interval '1 hour' end`)
    await check()
    expect((await texts()).at(-1)).toMatch(/^设备报警\n10 台设备离线[\s\S]*\n目前受影响：12 台\n开始时间/)
    await comeBack(1, 8)
    await check()
    await run(sql`update alarms set resolved_at = now() - interval '400 seconds' where not lasts`)
    await run(sql`update alarm_settings set messaged_at = now() - interval '1 hour'`)
    await check()
    expect((await texts()).at(-1)).toMatch(/^设备报警已恢复\n8 台设备[\s\S]*\n目前受影响：4 台$/)
  })

  test('names the first devices that still have the problem, in the order of their numbers', async () => {
    await watchFor(admin)
    await addPhones(1, 12)
    await run(sql`update devices set device_no = 'A' || substr(device_id, 7)`)
    await goOffline(1, 12)
    await check()
    const id = await onlyId()
    expect((await one(id)).deviceNos).toEqual(['A1', 'A2', 'A3', 'A4', 'A5'])
    await comeBack(1, 8)
    await check()
    expect(await one(id)).toMatchObject({ lasting: 4, deviceNos: ['A9', 'A10', 'A11', 'A12'] })
    const shown = await site.admin.call(alarms.list, { query: { incidentId: id } })
    expect(shown.list.slice(0, 5).map(({ deviceNo }) => deviceNo)).toEqual(['A9', 'A10', 'A11', 'A12', 'A1'])
  })

  test('is of the same address, the same group, or only of the same time', async () => {
    await watchFor(admin)
    await addPhones(1, 6, { net: 1 })
    await addPhones(11, 16, { net: 2 })
    await addPhones(21, 45, { net: 3 })
    await run(sql`insert into device_groups (group_name, tenant_id) values ('Hall 7', 1)`)
    await run(sql`update devices set ip = '203.0.113.9' where substr(device_id, 7)::int < 10`)
    await run(sql`update devices set ip = '10.' || id || '.2.1', group_id = (select id from device_groups
      where group_name = 'Hall 7') where substr(device_id, 7)::int between 11 and 16`)
    await run(sql`update devices set ip = '10.' || id || '.3.1' where substr(device_id, 7)::int > 20`)
    await goOffline(1, 45)
    await check()
    const found = async () =>
      (await list({ orderByColumn: 'id', isAsc: 'asc' })).map((each) => [
        each.cause,
        each.causeValue,
        each.devices,
      ])
    expect(await found()).toEqual([
      ['address', '203.0.113.9', 6],
      ['group', 'Hall 7', 6],
    ])
    // Devices that share nothing wait a minute for something that they share.
    await run(sql`update alarms set opened_at = now() - interval '61 seconds'`)
    await check()
    expect(await found()).toEqual([
      ['address', '203.0.113.9', 6],
      ['group', 'Hall 7', 6],
      ['none', '', 25],
    ])
  })

  test('is found once by two servers, and outlives a restart', async () => {
    await watchFor(admin)
    await addPhones(1, 20)
    await goOffline(1, 20)
    const others = [new AlarmMonitor(site.deps), new AlarmMonitor(site.deps)]
    await Promise.all([...others, site.alarmMonitor].map((monitor) => monitor.check()))
    await check()
    expect(await list()).toMatchObject([{ devices: 20 }])
    const id = await onlyId()
    await Promise.all(others.map((monitor) => monitor.close()))
    const restarted = new AlarmMonitor(site.deps)
    await comeBack(1, 20)
    await restarted.check()
    await restarted.close()
    await check()
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['opened', 'ended'])
  })
})

describe('an incident is handled:', () => {
  beforeEach(async () => {
    await watchFor(admin, 'http://127.0.0.1:9/')
    await addPhones(1, 12)
    await goOffline(1, 8)
    await check()
  })

  test('acknowledged with all its alarms and those that join, and back', async () => {
    const id = await onlyId()
    const unresolved = async (state: 'open' | 'acknowledged') =>
      (await site.admin.call(alarms.list, { query: { state } })).total
    await site.admin.call(deviceIncidents.ack, { body: { id } })
    expect(await one(id)).toMatchObject({ acknowledgedBy: 'admin', acknowledgedAt: expect.any(String) })
    expect(await unresolved('acknowledged')).toBe(8)
    await goOffline(9, 9)
    await check()
    expect([await unresolved('acknowledged'), await unresolved('open')]).toEqual([9, 0])
    expect(await site.admin.call(deviceIncidents.summary)).toMatchObject({ open: 1, unacknowledged: 0 })
    await site.admin.call(deviceIncidents.ack, { body: { id, isUndone: true } })
    expect(await unresolved('open')).toBe(9)
    expect(await one(id)).toMatchObject({ acknowledgedAt: null, acknowledgedBy: null })
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual([
      ...['opened', 'acknowledged', 'joined', 'unacknowledged'],
    ])
  })

  test('silenced until a time: the bot hears of it afterwards', async () => {
    const id = await onlyId()
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await site.admin.call(deviceIncidents.silence, { body: { id, until } })
    await run(sql`update alarms set opened_at = now() - interval '400 seconds'`)
    await check()
    expect(await texts()).toEqual([])
    expect(await one(id)).toMatchObject({ silencedUntil: until })
    await run(sql`update device_incidents set silenced_until = now() - interval '1 second'`)
    await check()
    expect(await texts()).toHaveLength(1)
    await site.admin.call(deviceIncidents.silence, { body: { id, until: null } })
    expect(await one(id)).toMatchObject({ silencedUntil: null })
    for (const wrong of [new Date(1000), new Date(Date.now() + 40 * 86_400_000)]) {
      const answer = await site.admin.ask(deviceIncidents.silence, {
        body: { id, until: wrong.toISOString() },
      })
      expect(answer).toMatchObject({ code: -1, msg: expect.stringContaining('within 30 days') })
    }
  })

  test('assigned to users who may see it, commented, and all of it in the time line', async () => {
    const id = await onlyId()
    const { list: see } = deviceIncidents
    const able = await addHolder(
      site,
      { userName: 'able' },
      { permissions: [see.permission], dataScope: DataScope.all },
    )
    const blind = await addHolder(
      site,
      { userName: 'blind' },
      { permissions: [see.permission], dataScope: DataScope.self },
    )
    const names = async (name = '') =>
      (await site.admin.call(deviceIncidents.assignees, { query: { id, name } })).map(
        ({ userName }) => userName,
      )
    expect(await names()).toEqual(['able', 'admin'])
    expect(await names('abl')).toEqual(['able'])
    await site.admin.call(deviceIncidents.assign, { body: { id, userId: able.id } })
    expect(await one(id)).toMatchObject({ assignee: 'able', assigneeId: able.id })
    expect((await able.client.call(see, { query: { mine: '1' } })).total).toBe(1)
    expect(await site.admin.ask(deviceIncidents.assign, { body: { id, userId: blind.id } })).toMatchObject({
      code: -1,
      msg: '“blind” cannot view this incident',
    })
    expect((await site.admin.ask(deviceIncidents.assign, { body: { id, userId: 999 } })).code).toBe(404)
    await site.admin.call(deviceIncidents.comment, { body: { id, text: ' Switch 3 is dark ' } })
    await site.admin.call(deviceIncidents.assign, { body: { id, userId: null } })
    expect(await eventsOf(id)).toEqual([
      { kind: 'opened', count: 8, userName: null },
      { kind: 'assigned', name: 'able', userName: 'admin' },
      { kind: 'commented', text: 'Switch 3 is dark', userName: 'admin' },
      { kind: 'unassigned', userName: 'admin' },
    ])
    for (const [text, msg] of [
      ['', 'Enter a comment'],
      ['x'.repeat(1001), 'Comment can be up to 1000 characters'],
    ] as const)
      expect(await site.admin.ask(deviceIncidents.comment, { body: { id, text } })).toMatchObject({
        code: -1,
        msg,
      })
  })

  test('by a restart of agents, whose outcome the time line shows', async () => {
    const id = await onlyId()
    const ids = (await one(id)).deviceIds
    const body = { order: { command: 'rebootEC' as const }, selection: { ids }, incidentId: id }
    const { id: commandId } = await site.admin.call(commands.add, { body })
    await run(
      sql`update command_runs set state = case when device_id <= 2 then 'succeeded' else 'queued' end`,
    )
    expect((await eventsOf(id)).at(-1)).toEqual({
      ...{ kind: 'sent', userName: 'admin', order: 'rebootEC', commandId, count: 8 },
      counts: { succeeded: 2, queued: 6 },
    })
    // Who does not see the incident changes nothing.
    const stranger = await addHolder(
      site,
      { userName: 'stranger' },
      { permissions: [commands.add.permission, rebootPermission], dataScope: DataScope.all },
    )
    expect((await stranger.client.ask(commands.add, { body })).code).toBe(404)
    expect(await eventsOf(id)).toHaveLength(2)
    expect(await site.deps.db.$count(commandRows)).toBe(1)
  })

  test('by a command to a computer, which it obeys or refuses', async () => {
    const id = await onlyId()
    const computer = new FakeComputer(site.address)
    await computer.enrol(site.deps.parameters.get('device.enrolmentKey'))
    await computer.connect(computerReport())
    await site.flush()
    const order = (type: 'reconnect' | 'restartAdb') =>
      site.admin.ask(computers.command, { body: { id: 1, command: { type }, incidentId: id } })
    const first = order('reconnect')
    computer.send({ action: 'commandDone', id: (await computer.nextCommand()).id, count: 3 })
    expect((await first).code).toBe(0)
    const second = order('restartAdb')
    const words = 'EACCES adb'
    const { id: answered } = await computer.nextCommand()
    computer.send({ action: 'commandFailed', id: answered, failure: 'notPermitted', words })
    expect((await second).code).toBe(-1)
    computer.socket?.close()
    await computer.socket?.closed
    await expect.poll(async () => (await order('restartAdb')).msg).toMatch(/offline/)
    const facts = { kind: 'ordered', userName: 'admin', name: 'rack-1' }
    const events = (await eventsOf(id)).slice(1)
    expect(events.slice(0, 2)).toEqual([
      { ...facts, command: 'reconnect', count: 3 },
      { ...facts, command: 'restartAdb', failure: 'computerNotPermitted', values: { words } },
    ])
    expect(events.at(-1)).toEqual({ ...facts, command: 'restartAdb', failure: 'computerOffline', values: {} })
    const wrong = (type: 'check' | 'reconnect', incidentId: number) =>
      site.admin.ask(computers.command, { body: { id: 1, command: { type }, incidentId } })
    expect((await wrong('reconnect', 999)).code).toBe(404)
    expect((await wrong('check', id)).msg).toBe('“incidentId” is not valid')
  })

  test('no longer silenced once it has ended, but acknowledged and commented', async () => {
    const id = await onlyId()
    await comeBack(1, 8)
    await check()
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect(await site.admin.ask(deviceIncidents.silence, { body: { id, until } })).toMatchObject({
      code: -1,
      msg: 'This incident has ended',
    })
    await site.admin.call(deviceIncidents.ack, { body: { id } })
    expect(await one(id)).toMatchObject({ acknowledgedBy: 'admin' })
    await site.admin.call(deviceIncidents.comment, { body: { id, text: 'Router replaced' } })
    expect((await eventsOf(id)).at(-1)).toMatchObject({ text: 'Router replaced' })
  })
})

test('a user sees the phones of their scope and their number, and cannot decide for the others', async () => {
  const permissions = ['list', 'ack', 'silence', 'assign', 'comment'].map((name) => `alarm/incident/${name}`)
  const holder = (userName: string, more: object = {}) =>
    addHolder(site, { userName, ...more }, { permissions, dataScope: DataScope.self })
  const wei = await holder('wei', { parentId: admin })
  const stranger = await holder('stranger')
  await watchFor(admin)
  await addPhones(1, 5)
  await addPhones(6, 8, { userId: wei.id })
  await goOffline(1, 8)
  await check()
  const id = await onlyId()
  await site.admin.call(deviceIncidents.comment, { body: { id, text: 'Only for the office' } })
  await site.admin.call(deviceIncidents.ack, { body: { id } })
  await wei.client.call(deviceIncidents.comment, { body: { id, text: 'Mine are dark' } })
  expect(await wei.client.call(deviceIncidents.one, { query: { id } })).toMatchObject({
    ...{ devices: 3, lasting: 3, deviceNos: ['A0006', 'A0007', 'A0008'], isPartial: true },
    ...{ userName: '', acknowledgedBy: null, deviceIds: [6, 7, 8] },
    events: [
      { kind: 'opened', details: {} },
      { kind: 'commented', details: { text: 'Mine are dark' } },
    ],
  })
  for (const [call, body] of [
    [deviceIncidents.ack, { id, isUndone: true }],
    [deviceIncidents.silence, { id, until: null }],
    [deviceIncidents.assign, { id, userId: null }],
  ] as const)
    expect(await wei.client.ask(call, { body: body as never })).toMatchObject({
      code: 403,
      msg: expect.stringContaining('devices that you cannot view'),
    })
  expect((await wei.client.ask(deviceIncidents.assignees, { query: { id } })).code).toBe(403)
  expect((await stranger.client.call(deviceIncidents.list)).total).toBe(0)
  expect(await stranger.client.call(deviceIncidents.summary)).toEqual({
    open: 0,
    unacknowledged: 0,
    list: [],
  })
  expect((await stranger.client.call(deviceIncidents.weeks)).at(-1)).toMatchObject({ count: 0 })
  expect((await stranger.client.ask(deviceIncidents.one, { query: { id } })).code).toBe(404)
  expect((await stranger.client.ask(deviceIncidents.comment, { body: { id, text: 'x' } })).code).toBe(404)
})

describe('phones that their computer has given up', () => {
  const address = 'http://127.0.0.1:9/'
  const lost = { serial: 'R58M1', hardwareId: 'phone-1', state: 'offline', seconds: 700 } as const
  const dead = { ...lost, port: '1-4.2', transport: 'usb', isGivenUp: true } as const
  const connect = async (phones: ComputerReportInput['phones'], installation = 'a1b2c3') => {
    const computer = new FakeComputer(site.address, installation)
    onTestFinished(() => computer.socket?.close())
    const key = site.deps.parameters.get('device.enrolmentKey')
    expect(await computer.enrol(key)).toMatchObject({ code: 0 })
    await computer.connect(computerReport({ phones }))
    await site.flush()
    return computer
  }
  /** Reports are taken once a second. */
  const report = (computer: FakeComputer, phones: ComputerReportInput['phones']) =>
    computer.report(computerReport({ phones }))
  const listed = async () => {
    await site.flush()
    await check()
    return list()
  }

  test('are an incident at once with computer, port and slot, which ends when they work again', async () => {
    await watchFor(admin, address)
    await addPhones(1, 1)
    await run(sql`insert into shelves (tenant_id, shelf_name, columns, rows) values (1, 'Left', 4, 2)`)
    await run(sql`insert into shelf_slots (shelf_id, slot, device_id) select 1, 2, id from devices`)
    await goOffline(1, 1, 1)
    const computer = await connect([dead])
    expect(await listed()).toMatchObject([
      {
        ...{ kind: 'deadPhone', causeValue: 'rack-1', userName: 'admin', devices: 1, lasting: 1 },
        deviceNos: ['A0001'],
        phones: [{ serial: 'R58M1', port: '1-4.2', shelf: { name: 'Left', slot: 2 }, isBack: false }],
      },
    ])
    expect(await texts()).toEqual([
      '设备报警\n1 台手机在十分钟内未能恢复\n共同点：电脑 rack-1\nA0001（端口 1-4.2 · 机架“Left”3 号槽位）',
    ])
    const id = await onlyId()
    // Nothing is written, and no console reloads, while nothing changes.
    const { db, parameters } = site.deps
    expect(await db.transaction((tx) => watchDeadPhones(tx, parameters))).toEqual([])
    expect(await one(id)).toMatchObject({ computers: [{ computerName: 'rack-1' }] })
    // An agent that was restarted has forgotten what it tried; another port changes the place only.
    report(computer, [{ ...dead, isGivenUp: false, port: '1-4.3' }])
    await expect.poll(listed).toMatchObject([{ endedAt: null, phones: [{ port: '1-4.3' }] }])
    computer.socket?.close()
    expect(await listed()).toMatchObject([{ endedAt: null }])
    await computer.connect(computerReport({ phones: [{ ...dead, state: 'working', isGivenUp: false }] }))
    await expect.poll(listed).toMatchObject([{ endedAt: expect.any(String), devices: 1, lasting: 0 }])
    expect(await eventsOf(id)).toEqual([
      { kind: 'opened', count: 1, userName: null },
      { kind: 'ended', userName: null },
    ])
    expect((await texts()).at(-1)).toMatch(/^设备报警已恢复\n1 台手机已恢复\n/)
  })

  test('end their incident also when they work at another computer, or their computer is deleted', async () => {
    await addPhones(1, 2)
    await goOffline(1, 2, 1)
    const other = { ...dead, serial: '10.0.0.7:5555', hardwareId: 'phone-2', transport: 'wifi' as const }
    const { port: _, ...onWifi } = other
    await connect([dead])
    const second = await connect([onWifi], 'd4e5f6')
    expect(await listed()).toMatchObject([
      { phones: [{ serial: '10.0.0.7:5555', port: null }] },
      { phones: [{ serial: 'R58M1' }] },
    ])
    await comeBack(1, 1)
    expect((await listed()).map(({ endedAt }) => endedAt === null)).toEqual([true, false])
    second.socket?.close()
    await expect
      .poll(async () => (await site.admin.ask(computers.remove, { query: { ids: 2 } })).code)
      .toBe(0)
    expect((await listed()).map(({ endedAt }) => endedAt === null)).toEqual([false, false])
  })

  test('join the incident of their owner and computer, unless they belong to an incident of many', async () => {
    await watchFor(admin)
    await addPhones(1, 12)
    await goOffline(1, 2, 1)
    const phone = (n: number) => ({ ...dead, serial: `R58M${n}`, hardwareId: `phone-${n}`, port: `1-4.${n}` })
    const computer = await connect([phone(1)])
    await listed()
    report(computer, [phone(1), phone(2)])
    await expect.poll(listed).toMatchObject([{ devices: 2, lasting: 2, deviceNos: ['A0001', 'A0002'] }])
    report(computer, [{ ...phone(1), state: 'working', isGivenUp: false }, phone(2)])
    await expect.poll(listed).toMatchObject([{ devices: 2, lasting: 1, deviceNos: ['A0002'], endedAt: null }])
    await goOffline(3, 12)
    await check()
    report(computer, [3, 4, 5, 6, 7].map(phone))
    const reported = async () => {
      await site.flush()
      const { list: rows } = await site.admin.call(computers.list, { query: {} })
      return rows[0]?.givenUp
    }
    await expect.poll(reported).toBe(5)
    expect(await listed()).toHaveLength(2)
  })

  test('are seen by those who see their owner’s phones, and by nobody else', async () => {
    const role = { permissions: [deviceIncidents.list.permission], dataScope: DataScope.self }
    const lin = await addHolder(site, { userName: 'lin' }, role)
    const eve = await addHolder(site, { userName: 'eve' }, role)
    await addPhones(1, 1, { userId: lin.id })
    await goOffline(1, 1, 1)
    // The second is no device yet: it belongs to the computer, and this to the site.
    await connect([dead, { ...dead, serial: 'NEW', hardwareId: 'new', port: '1-4.4' }])
    expect(await listed()).toHaveLength(2)
    expect(await lin.client.call(deviceIncidents.list, { query: {} })).toMatchObject({
      list: [{ userName: 'lin', deviceNos: ['A0001'], phones: [{ serial: 'R58M1' }] }],
    })
    expect((await eve.client.call(deviceIncidents.list, { query: {} })).list).toEqual([])
    expect((await eve.client.ask(deviceIncidents.one, { query: { id: 1 } })).code).toBe(404)
  })
})

test('a bot that fails is an incident, which ends when it succeeds again', async () => {
  await watchFor(admin, 'http://127.0.0.1:9/')
  // The sender must leave it alone; a wait of more than ten minutes counts as one of a clock that was ahead.
  const message = (state: string, tries: number, failure: string | null) =>
    run(sql`insert into alarm_messages (user_id, kind, text, alarm_count, state, tries, failure, sent_at, next_try_at)
      values (1, 'opened', '', 1, ${state}, ${tries}, ${failure}, case when ${state} = 'sent' then now() end, now() + interval '9 minutes')`)
  await message('waiting', 1, 'timeout')
  await check()
  expect(await list()).toEqual([])
  // A check that is in progress may have begun before the change.
  const checked = async () => {
    await check()
    return list()
  }
  await run(sql`update alarm_messages set tries = 2`)
  await expect
    .poll(checked)
    .toMatchObject([{ kind: 'bot', causeValue: 'timeout', devices: 0, userName: 'admin', endedAt: null }])
  // A message that is given up, and the first try of the next one, change nothing.
  await run(sql`update alarm_messages set state = 'failed'`)
  await message('waiting', 1, 'refused')
  await check()
  expect(await list({ state: 'open' })).toHaveLength(1)
  await run(
    sql`update alarm_messages set state = 'sent', failure = null, sent_at = now() where state = 'waiting'`,
  )
  await expect.poll(checked).toMatchObject([{ endedAt: expect.any(String) }])
})

test('figures are counted by weeks of the site’s time zone, also those without an incident', async () => {
  await site.deps.parameters.set('sys.timeZone', 'Pacific/Auckland')
  // Monday 00:30 in Auckland is still Sunday in UTC; the second is half an hour before Monday.
  await run(sql`
    with monday as (
      select date_trunc('week', now() at time zone 'Pacific/Auckland') at time zone 'Pacific/Auckland' as at
    )
    insert into device_incidents (to_user_id, kind, cause, cause_value, since, joined_at, opened_at, ended_at,
      first_acknowledged_at)
    select 1, 'bot', 'none', '', at, at, at + n.minutes * interval '1 minute',
      at + (n.minutes + n.lasted) * interval '1 minute', at + (n.minutes + n.unseen) * interval '1 minute'
    from monday, (values (30, 20, 2), (30, 40, null), (-30, 10, null)) n(minutes, lasted, unseen)`)
  const weeks = await site.admin.call(deviceIncidents.weeks)
  expect(weeks).toHaveLength(12)
  expect(weeks.slice(-3)).toMatchObject([
    { count: 0, ackSeconds: null, endSeconds: null },
    { count: 1, ackSeconds: null, endSeconds: 600 },
    { count: 2, ackSeconds: 120, endSeconds: 1800 },
  ])
  expect(new Set(weeks.map(({ week }) => new Date(`${week}T12:00:00Z`).getUTCDay()))).toEqual(new Set([1]))
})

test('incidents that ended long ago are removed', async () => {
  await run(sql`insert into device_incidents (to_user_id, kind, cause, cause_value, since, joined_at, opened_at, ended_at)
    values (1, 'bot', 'none', '', now(), now(), now(), now() - interval '91 days')`)
  await runJob(site, 'pruneAlarms')
  expect(await list()).toEqual([])
})
