import { alarmMessages, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { DataScope, UserType } from '@fleetdeck/contract/enums'
import { UserId } from '@fleetdeck/contract/ids'
import { type RobotServer, startRobot, taken } from '@fleetdeck/testing/peers/robot-server'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarmSettings } from '../../platform/db/schema/alarms.ts'

let site: TestSite
let robot: RobotServer
beforeAll(async () => {
  site = await startTestSite()
  robot = await startRobot()
})
beforeEach(async () => {
  await site.reset()
  await site.deps.parameters.set('sys.outgoing.privateNetworks', '127.0.0.0/8')
  await site.metrics.sample()
  robot.hits.length = 0
  robot.answer = taken
})
afterAll(async () => {
  await robot.stop()
  await site.stop()
})

const run = (statement: ReturnType<typeof sql>) => site.deps.db.execute(statement)
const addRobot = (userId: UserId, more: object = {}) =>
  site.deps.db.insert(alarmSettings).values({
    ...newAlarmSetting,
    ...{ userId, robotKind: 'webhook', robotAddress: `${robot.address}/${userId}`, language: 'en', ...more },
  })
/** Two checks and two sends, because the first of either may join one in progress. */
async function work() {
  for (const _ of [1, 2]) await site.incidents.check()
  for (const _ of [1, 2]) await site.alarmSender.send()
}
const silence = () =>
  run(sql`insert into servers (server_name, facts, started_at, heard_at)
    select 'two:8098', facts, now() - interval '1 day', now() - interval '1 minute' from servers limit 1`)

test('the bot of an administrator is notified of an incident once, and of its end', async () => {
  await addRobot(UserId.parse(1))
  await silence()
  await work()
  await work()
  expect(robot.hits.map(({ body }) => body.event)).toEqual(['opened'])
  const [message] = (await site.admin.call(alarmMessages.list)).list
  expect(message).toMatchObject({ kind: 'opened', alarmCount: 1, state: 'sent' })
  expect(message?.text).toMatch(
    /^System incident\nServer not responding: Server two:8098 is not responding.*\nNext step: .*\nStarted: \d{4}-/,
  )
  await run(sql`update servers set heard_at = now()`)
  await run(sql`update incidents set last_seen_at = now() - interval '50 seconds'`)
  await run(sql`update alarm_messages set sent_at = sent_at - interval '1 minute'`)
  await work()
  expect(robot.hits.map(({ body }) => body.event)).toEqual(['opened', 'recovered'])
})

test('an incident that was over before it could be sent is reported once, with both times', async () => {
  await addRobot(UserId.parse(1), { language: 'zhcn' })
  await run(sql`insert into incidents (kind, subject, severity, "values", opened_at, last_seen_at, ended_at)
    values ('databaseAway', 'one:8098', 'critical', '{"reason": "full"}', now() - interval '9 minutes', now(), now())`)
  await work()
  expect(robot.hits.map(({ body }) => body.event)).toEqual(['recovered'])
  const [message] = (await site.admin.call(alarmMessages.list)).list
  expect(message?.text).toMatch(
    /^系统事件已恢复\n数据库不可用：服务器 one:8098 无法使用数据库：磁盘或内存已满\n\d{4}.*中国时间 至 \d{4}.*中国时间/,
  )
})

test('only those who may see incidents get them, and nobody when they are switched off', async () => {
  const tenant = await addUser(site, { userName: 'tenant', userType: UserType.front })
  const watcher = await addHolder(
    site,
    { userName: 'watcher' },
    { permissions: ['system/monitor/incident/list'], dataScope: DataScope.all },
  )
  await addRobot(tenant.id)
  await addRobot(watcher.id)
  await silence()
  await work()
  expect(robot.hits.map(({ path }) => path)).toEqual([`/${watcher.id}`])
  await site.deps.parameters.set('alarm.incidents', 'false')
  await run(sql`update incidents set opening_sent = false`)
  await work()
  expect(robot.hits).toHaveLength(1)
})
