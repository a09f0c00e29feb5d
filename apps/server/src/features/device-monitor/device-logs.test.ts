import { commands } from '@fleetdeck/contract/commands'
import { deviceLogs } from '@fleetdeck/contract/device-logs'
import type { DeviceId } from '@fleetdeck/contract/ids'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { commandRuns } from '../../platform/db/schema/commands.ts'
import { markSent, writeReports } from '../commands/delivery.queries.ts'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const lines = async (query: object = {}) =>
  (await site.admin.call(deviceLogs.list, { query })).list.map(({ source, name, level, msg }) => [
    source,
    name,
    level,
    msg,
  ])

test('the stored log of devices is listed with the lines of their tasks and commands, newest first', async () => {
  const phone = await fixture.phone(1)
  await fixture.task()
  const { runId } = await phone.next('task')
  phone.send({ action: 'log', level: 'warn', msg: 'step 1', time: 1, runId })
  say(phone, runId, 'succeeded')
  await expect.poll(fixture.states).toEqual(['succeeded'])
  const body = { order: { command: 'where' }, selection: { ids: [1] } } as never
  await site.admin.call(commands.add, { body })
  const { cmdSubId } = await phone.next('command')
  phone.send({ action: 'commandState', cmdSubId, state: 'failed', msg: 'no location' })
  await expect.poll(async () => (await lines({ level: 'error' })).length).toBe(1)
  expect(await lines()).toEqual([
    ['command', 'where', 'error', 'no location'],
    ['command', 'where', 'info', 'sent'],
    ['task', 'Greeting', 'warn', 'step 1'],
  ])
  expect(await lines({ source: 'task', deviceNo: 'A1' })).toHaveLength(1)
  expect(await lines({ deviceNo: 'A2' })).toEqual([])
  const page = await site.admin.call(deviceLogs.list, { query: { pageSize: 2, pageNum: 2 } })
  expect([page.list.length, page.total]).toEqual([1, 3])
  expect(page.list[0]).toMatchObject({ deviceNo: 'A1', at: expect.stringMatching(/Z$/) })
  expect(await lines({ endTime: '2020-01-01' })).toEqual([])
  expect(await lines({ beginTime: '2020-01-01' })).toHaveLength(3)
})

test('an answer that is stored before the line of its order is listed as later', async () => {
  await fixture.addPhone(1)
  const body = { order: { command: 'where' }, selection: { ids: [1] } } as never
  await site.admin.call(commands.add, { body })
  const { db } = site.deps
  const [run] = await db.select().from(commandRuns)
  if (!run) throw new Error('no run')
  const { id, cmdSubId } = run
  const at = new Date()
  const deviceId = run.deviceId as DeviceId
  await writeReports(db, [{ cmdSubId, deviceId, state: 'failed', msg: 'no location', at }])
  await markSent(db, [id], at)
  expect(await lines()).toEqual([
    ['command', 'where', 'error', 'no location'],
    ['command', 'where', 'info', 'sent'],
  ])
  const shown = await site.admin.call(commands.lines, { query: { runId: id } })
  expect(shown.map(({ state }) => state)).toEqual(['sent', 'failed'])
})

test('a log level that does not exist is refused with the field', async () => {
  expect(await site.admin.ask(deviceLogs.list, { query: { level: 'loud' } as never })).toMatchObject({
    code: -1,
    msg: expect.stringContaining('level'),
  })
})
