import { alarmMessages, alarmSettings, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { UserId } from '@fleetdeck/contract/ids'
import { runQuestions } from '@fleetdeck/contract/run-questions'
import { type RobotServer, startRobot, taken } from '@fleetdeck/testing/peers/robot-server'
import { addAskingPhones, answerQuestion, runningScript } from '@fleetdeck/testing/site/asking-scripts'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarmSettings as settings } from '../../platform/db/schema/alarms.ts'
import { AlarmMonitor } from './alarm-monitor.ts'

let site: TestSite
let fixture: TaskFixture
let robot: RobotServer
beforeAll(async () => {
  robot = await startRobot()
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  robot.hits.length = 0
  robot.answer = taken
  await site.deps.parameters.set('sys.outgoing.privateNetworks', '127.0.0.0/8')
  await site.deps.parameters.set('alarm.groupSeconds', '60')
})
afterEach(() => fixture.closeSockets())
afterAll(async () => {
  await site.stop()
  await robot.stop()
})

const watchFor = (userId: number, more: object = {}) =>
  site.deps.db.insert(settings).values({
    ...{ ...newAlarmSetting, questions: true, language: 'en', userId: UserId.parse(userId) },
    ...{ robotKind: 'webhook', robotAddress: `${robot.address}/hook`, ...more },
  })
const messages = async () =>
  (await site.admin.call(alarmMessages.list, { query: {} })).list.map(({ text, userName }) => [
    userName,
    text,
  ])
/** All that was asked is old enough to be told, and the check is over. */
async function check() {
  await site.deps.db.execute(sql`update run_questions set asked_at = now() - interval '2 minutes'`)
  const monitor = new AlarmMonitor(site.deps)
  await monitor.check()
  await monitor.close()
}

test('a bot is told once, in one message, that scripts on many phones wait for an operator', async () => {
  await watchFor(1)
  const { taskId, ...script } = await runningScript(fixture)
  await script.ask('q', { question: 'Which city?' })
  await addAskingPhones(site, taskId, { count: 299, question: 'Which city?' })
  await script.notify('m', 'Sold out')
  await check()
  const told = [
    'Script questions',
    'Which city?',
    'Devices: A1, A1000, A1001, A1002, A1003 and others (300 in total)',
    'Sold out',
    'Devices: A1',
  ].join('\n')
  await expect.poll(messages).toEqual([['admin', told]])
  await expect.poll(() => robot.hits.length).toBe(1)
  expect(JSON.stringify(robot.hits)).toContain('Which city?')
  await check()
  expect(await messages()).toHaveLength(1)
})

test('no bot is told unless its setting says so, nor about questions that have ended', async () => {
  await watchFor(1, { questions: false })
  const script = await runningScript(fixture)
  await script.ask('q')
  await check()
  expect(await messages()).toEqual([])
  const { list } = await site.admin.call(runQuestions.list, { query: {} })
  await answerQuestion(site.admin, list[0]?.id, 's3cret')
  await site.deps.db.execute(sql`update alarm_settings set questions = true`)
  await check()
  expect(await messages()).toEqual([])
})

test('the bot of the nearest user above is told about devices of users without a bot', async () => {
  const lin = await addUser(site, { userName: 'lin', parentId: UserId.parse(1) })
  await watchFor(1)
  const script = await runningScript(fixture)
  await script.ask('q')
  await site.deps.db.execute(sql`update run_questions set tenant_id = ${lin.id}`)
  await check()
  await expect.poll(messages).toEqual([['admin', 'Script questions\nq?\nDevices: A1']])
})

test('a setting keeps whether its bot is told about questions; by default it is not', async () => {
  const body = { ...newAlarmSetting, robotAddress: `${robot.address}/hook`, robotKind: 'webhook' } as const
  await site.admin.call(alarmSettings.add, { body })
  const read = async () => (await site.admin.call(alarmSettings.list, { query: {} })).list[0]
  expect(await read()).toMatchObject({ questions: false })
  const { id = 0 as never } = (await read()) ?? {}
  await site.admin.call(alarmSettings.edit, { body: { ...body, id, questions: true } })
  expect(await read()).toMatchObject({ questions: true })
})
