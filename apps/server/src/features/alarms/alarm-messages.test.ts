import { alarmMessages, alarms, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { DataScope } from '@fleetdeck/contract/enums'
import { AlarmMessageId, UserId } from '@fleetdeck/contract/ids'
import { type RobotServer, startRobot, taken } from '@fleetdeck/testing/peers/robot-server'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  alarms as alarmRows,
  alarmSettings,
  alarmMessages as messageRows,
} from '../../platform/db/schema/alarms.ts'
import { setClock } from '../../testing/set-clock.ts'
import { AlarmSender } from './alarm-sender.ts'

let site: TestSite
let robot: RobotServer
beforeAll(async () => {
  site = await startTestSite()
  robot = await startRobot()
})
beforeEach(async () => {
  await site.reset()
  const { parameters } = site.deps
  await parameters.set('sys.outgoing.privateNetworks', '127.0.0.0/8')
  await parameters.set('alarm.settleSeconds', '0')
  await parameters.set('alarm.groupSeconds', '1')
  await parameters.set('alarm.language', 'en')
  robot.hits.length = 0
  robot.answer = taken
  spent = 0
})
afterAll(async () => {
  await robot.stop()
  await site.stop()
})

const ago = (seconds: number) => sql`now() - make_interval(secs => ${seconds})`
const addSettings = (userId: UserId, more: object = {}) =>
  site.deps.db.insert(alarmSettings).values({
    ...newAlarmSetting,
    ...{ userId, robotKind: 'webhook', robotAddress: `${robot.address}/hook`, ...more },
  })
/** Adds healthy phones of the admin, numbered from A00001. */
async function addPhones(count: number) {
  const { db } = site.deps
  await db.execute(sql`insert into devices (device_no, device_id, tenant_id, ip)
    select 'A' || lpad(n::text, 5, '0'), 'phone-' || n, 1, '10.1.2.' || n % 200 from generate_series(1, ${count}) n`)
  await db.execute(sql`insert into device_runtime (device_id, online, online_changed_at, last_seen_at, service_ok, apk_version)
    select id, true, now(), now(), '1', '1.2.0' from devices`)
}
const drop = (condition = sql`true`) =>
  site.deps.db.execute(sql`update device_runtime set online = false, online_changed_at = ${ago(400)}
    where device_id in (select id from devices where ${condition})`)
const back = () =>
  site.deps.db.execute(sql`update device_runtime set online = true, online_changed_at = now()`)
/** Moves stored times back, as if the seconds had passed. */
const pass = async (seconds: number) => {
  const by = sql`make_interval(secs => ${seconds})`
  const { db } = site.deps
  await db.execute(sql`update alarms set opened_at = opened_at - ${by}, told_at = told_at - ${by},
    resolved_at = resolved_at - ${by}, quiet_until = quiet_until - ${by}`)
  await db.execute(sql`update alarm_settings set messaged_at = messaged_at - ${by}`)
  await db.execute(sql`update alarm_messages set created_at = created_at - ${by}, sent_at = sent_at - ${by},
    next_try_at = next_try_at - ${by}`)
}
/** Two checks and two sends, because the first of either may join one in progress. */
async function work() {
  for (const _ of [1, 2]) await site.alarmMonitor.check()
  for (const _ of [1, 2]) await site.alarmSender.send()
}
/** The duration of the last step, in seconds: it has passed already. */
let spent = 0
/** Passes time in steps; the monitor and the sender work at each step. */
async function run(seconds: number, step = 5) {
  for (let at = 0; at < seconds; at += step) {
    const startedAt = performance.now()
    await pass(Math.max(0, step - spent))
    await work()
    spent = (performance.now() - startedAt) / 1000
  }
}
const log = async (query: object = {}) =>
  (await site.admin.call(alarmMessages.list, { query: { orderByColumn: 'id', isAsc: 'asc', ...query } })).list
const sentMessages = () => robot.hits.map(({ body }) => `${body.event} ${body.alarmCount}`)

test.skipIf(process.env.TEST_DATABASE_URL)(
  'messages do not wait for days when the clock was ahead and is right again',
  async () => {
    try {
      await setClock(site, 3 * 86_400_000)
      await addSettings(UserId.parse(1))
      await addPhones(1)
      await drop()
      await work()
      await run(20)
      expect(sentMessages()).toEqual(['opened 1'])
    } finally {
      await setClock(site, 0)
    }
    await back()
    await work()
    await run(20)
    expect(sentMessages().at(-1)).toBe('recovered 1')
  },
)

describe('messages about many phones', () => {
  test('3,000 phones that go offline together make one message, which names what they share', {
    timeout: 120_000,
  }, async () => {
    await addSettings(UserId.parse(1), { prefix: '[Hall 1]' })
    await addPhones(3_000)
    await drop()
    await work()
    await run(20)
    expect(sentMessages()).toEqual(['opened 3000'])
    expect(String(robot.hits[0]?.body.text).split('\n')).toEqual([
      '[Hall 1] Device alarm',
      '3,000 devices offline for more than 5 min',
      'In common: network 10.1.2.0/24, owner “admin”, agent version 1.2.0',
      'Devices: A00001, A00002, A00003, A00004, A00005 and others (3,000 in total)',
      expect.stringMatching(/^Since: /),
    ])
    await back()
    await work()
    await run(20)
    expect(sentMessages()).toEqual(['opened 3000', 'recovered 3000'])
  })

  test('an outage of 3,000 phones is reported even with statistics of the database from a time with one', async () => {
    const { db } = site.deps
    await addSettings(UserId.parse(1))
    await addPhones(1)
    await drop()
    await work()
    await db.execute(sql`analyze`)
    await db.execute(sql`truncate devices, device_runtime, alarms, alarm_messages cascade`)
    await addPhones(3_000)
    await drop()
    await work()
    await run(20)
    expect(sentMessages()).toContain('opened 3000')
  })

  test('phones that go offline over a minute and a half make three messages, which count all of them', async () => {
    await site.deps.parameters.set('alarm.groupSeconds', '3')
    await addSettings(UserId.parse(1))
    await addPhones(90)
    for (let n = 1; n <= 90; n += 5) {
      await drop(sql`id >= ${n} and id < ${n + 5}`)
      await run(5)
    }
    await run(60)
    expect(sentMessages().length).toBeLessThanOrEqual(3)
    const counts = robot.hits.map(({ body }) => Number(body.alarmCount))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(90)
  })
})

describe('an alarm message', () => {
  test('is repeated at the set frequency up to the set count, and followed by one when the alarm is over', async () => {
    await addSettings(UserId.parse(1), { frequency: 60, count: 3 })
    await addPhones(1)
    await drop()
    await work()
    await run(50)
    expect(sentMessages()).toEqual(['opened 1'])
    await run(30)
    expect(sentMessages()).toEqual(['opened 1', 'repeated 1'])
    await run(300, 20)
    expect(sentMessages()).toEqual(['opened 1', 'repeated 1', 'repeated 1'])
    await back()
    await work()
    await run(120, 20)
    expect(sentMessages().slice(3)).toEqual(['recovered 1'])
  })

  test('is repeated without limit when the count is 0, until a user handles the alarm', async () => {
    await addSettings(UserId.parse(1), { frequency: 30, count: 0 })
    await addPhones(1)
    await drop()
    await work()
    await run(180, 10)
    expect(sentMessages().length).toBeGreaterThanOrEqual(5)
    await site.admin.call(alarms.ack, { body: { ids: [1] } })
    const before = sentMessages().length
    await run(120, 30)
    expect(sentMessages()).toHaveLength(before)
  })

  test('is not sent again within the frequency when the alarm starts and ends repeatedly', async () => {
    await addSettings(UserId.parse(1), { frequency: 300, count: 1 })
    await addPhones(1)
    await drop()
    await work()
    await run(10)
    await back()
    await work()
    await run(30)
    await drop()
    await work()
    await run(60, 20)
    expect(sentMessages()).toEqual(['opened 1', 'recovered 1'])
    await run(300, 60)
    expect(sentMessages().slice(2)).toEqual(['opened 1'])
  })

  test('is not sent when the alarm was over first, or when no bot is set', async () => {
    await addSettings(UserId.parse(1))
    await addPhones(1)
    await drop()
    await site.alarmMonitor.check()
    await back()
    await site.alarmMonitor.check()
    await site.deps.db.update(alarmSettings).set({ robotAddress: '' })
    await drop()
    await work()
    await run(20)
    expect(await log()).toEqual([])
  })

  test('is in the language of its user, or else of the site', async () => {
    await addSettings(UserId.parse(1), { language: 'zhcn' })
    await addPhones(1)
    await drop()
    await work()
    await run(10)
    expect(robot.hits[0]?.body.text).toMatch(/^设备报警\n1 台设备离线超过 5 分钟\n设备：A00001\n开始时间：/)
  })
})

describe('a message', () => {
  const queue = (count: number) =>
    site.deps.db.insert(messageRows).values(
      Array.from({ length: count }, (_, n) => ({
        ...{ userId: UserId.parse(1), kind: 'opened' as const, text: `message ${n}`, alarmCount: 1 },
      })),
    )

  test('waits while the bot is unreachable, and arrives in order afterwards', async () => {
    await addSettings(UserId.parse(1))
    await robot.down()
    await queue(3)
    await work()
    expect((await log())[0]).toMatchObject({
      ...{ state: 'waiting', failure: 'unreachable', answer: 'ECONNREFUSED', tries: 1 },
      ...{ robotKind: 'webhook', nextTryAt: expect.any(String) },
    })
    await run(60, 10)
    expect((await log()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
    await robot.up()
    await run(120, 10)
    expect(robot.hits.map(({ body }) => body.text)).toEqual(['message 0', 'message 1', 'message 2'])
    expect(await log({ state: 'sent' })).toHaveLength(3)
  })

  test('is retried at growing intervals, and fails after the hours of the parameter', async () => {
    robot.answer = { status: 500, body: 'busy' }
    await addSettings(UserId.parse(1))
    await queue(1)
    await work()
    await run(170, 10)
    expect((await log())[0]).toMatchObject({ state: 'waiting', tries: 4, failure: 'refused', answer: 'busy' })
    await run(3000, 300)
    const [late] = await log()
    expect(late?.tries).toBeLessThan(12)
    await pass(24 * 3600)
    await work()
    expect((await log())[0]).toMatchObject({ state: 'failed', nextTryAt: null })
    robot.answer = taken
    await site.admin.call(alarmMessages.retry, { body: { ids: [1] } })
    await expect.poll(async () => (await log())[0]?.state).toBe('sent')
  })

  test('is sent once, however many servers send', async () => {
    const { db } = site.deps
    for (let n = 2; n <= 21; n += 1)
      await db.execute(sql`insert into users (user_name, nick_name, password_hash, con_secret)
        values (${`u${n}`}, 'u', '', ${`u${n}`})`)
    for (let n = 1; n <= 21; n += 1) await addSettings(UserId.parse(n))
    await db.execute(sql`insert into alarm_messages (user_id, kind, text, alarm_count)
      select id, 'opened', 'to ' || id, 1 from users`)
    const others = [new AlarmSender(site.deps), new AlarmSender(site.deps)]
    await Promise.all([...others, site.alarmSender].map((one) => one.send()))
    await expect.poll(() => robot.hits.length).toBe(21)
    await run(20)
    expect(new Set(robot.hits.map(({ body }) => body.text)).size).toBe(21)
    expect(robot.hits).toHaveLength(21)
    await Promise.all(others.map((one) => one.close()))
  })

  test('claimed by a stopped server is sent by another', async () => {
    await addSettings(UserId.parse(1))
    await queue(1)
    await site.deps.db.update(messageRows).set({ claimedUntil: ago(-50) })
    await work()
    expect(robot.hits).toEqual([])
    await site.deps.db.update(messageRows).set({ claimedUntil: ago(1) })
    await work()
    await expect.poll(() => robot.hits.length).toBe(1)
  })

  test('is not sent to a private network, even if the settings were saved while that was allowed', async () => {
    await addSettings(UserId.parse(1))
    await site.deps.parameters.set('sys.outgoing.privateNetworks', '')
    await queue(1)
    await work()
    expect((await log())[0]).toMatchObject({ failure: 'privateAddress', answer: '127.0.0.1' })
    expect(robot.hits).toEqual([])
  })

  test('of another user is neither shown nor sent again', async () => {
    await queue(1)
    await site.deps.db
      .update(messageRows)
      .set({ state: 'failed' })
      .where(eq(messageRows.id, AlarmMessageId.parse(1)))
    const permissions = ['alarm/message/list', 'alarm/message/retry']
    const lin = await addHolder(site, { userName: 'lin' }, { permissions, dataScope: DataScope.self })
    expect((await lin.client.call(alarmMessages.list)).list).toEqual([])
    expect((await lin.client.ask(alarmMessages.retry, { body: { ids: [1] } })).code).toBe(404)
    expect((await log())[0]?.state).toBe('failed')
    expect(await site.deps.db.$count(alarmRows)).toBe(0)
  })
})
