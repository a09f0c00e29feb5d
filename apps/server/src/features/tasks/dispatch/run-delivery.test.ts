import { commands } from '@fleetdeck/contract/commands'
import { deviceMonitor } from '@fleetdeck/contract/device-monitor'
import { devices } from '@fleetdeck/contract/devices'
import { heartbeatPath, phoneExceptions } from '@fleetdeck/contract/phone-api'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const status = (id: number, value: 0 | 1) =>
  site.admin.call(tasks.updateTaskStatus, { body: { id, status: value } })

describe('a run', () => {
  test('reaches a connected phone, on whichever server, and reports its progress', async () => {
    const other = await site.another()
    const phone = await fixture.connect(await fixture.addPhone(1), other)
    const params = [
      { key: 'word', type: 1, value: 'hello' },
      { key: 'days', type: 3, options: ['mon', 'tue'], value: ['tue'] },
    ]
    const id = await fixture.task({ params, memoryMegabytes: 32 })
    const order = await phone.next('task')
    expect(order).toMatchObject({
      ...{
        taskId: id,
        taskName: 'Greeting',
        scriptName: 'Greet',
        scriptVersion: '1.0',
        round: 1,
        cacheScript: 1,
      },
      valueJson: { word: 'hello', days: ['tue'] },
      limits: { timeoutSeconds: 0, memoryMegabytes: 32 },
    })
    await expect.poll(fixture.states).toEqual(['sent'])
    say(phone, order.runId, 'acknowledged')
    say(phone, order.runId, 'running')
    await expect.poll(fixture.states).toEqual(['running'])
    phone.send({ action: 'log', level: 'info', msg: 'step 1', time: 1, runId: order.runId })
    say(phone, order.runId, 'succeeded', { msg: 'done' })
    await expect.poll(fixture.states).toEqual(['succeeded'])
    const run = firstRow(await fixture.runs())
    expect(run).toMatchObject({ deviceNo: 'A1', msg: 'done', scriptVersion: '1.0', reason: null })
    const lines = () => site.admin.call(taskRuns.lines, { query: { id: run.id } })
    await expect.poll(async () => (await lines()).map(({ msg }) => msg)).toEqual(['step 1'])
    expect((await site.admin.call(tasks.list)).list).toMatchObject([{ counts: { succeeded: 1 }, status: 0 }])
    await other.close()
  })

  test('waits for an offline phone, says so, and runs when it reconnects', async () => {
    const token = await fixture.addPhone(1)
    await fixture.task()
    await expect.poll(fixture.reasons).toEqual(['offline'])
    const phone = await fixture.connect(token)
    say(phone, (await phone.next('task')).runId, 'succeeded')
    await expect.poll(fixture.states).toEqual(['succeeded'])
    await site.flush()
    const { list } = await site.admin.call(deviceMonitor.events, { query: { id: 1, kind: 'task' } })
    expect(list).toMatchObject([{ details: { task: 'Greeting', state: 'succeeded' } }])
  })

  test('is the only one on its phone at a time, the lowest in order first', async () => {
    const token = await fixture.addPhone(1)
    await fixture.task({ taskName: 'Later', sort: 5 })
    await fixture.task({ taskName: 'Sooner', sort: 1 })
    // Both runs are planned before the phone can take one.
    await expect.poll(fixture.reasons).toEqual(['offline', 'offline'])
    const phone = await fixture.connect(token)
    const first = await phone.next('task')
    expect(first.taskName).toBe('Sooner')
    await expect.poll(() => fixture.reasons({ taskName: 'Later' })).toEqual(['busy'])
    expect((await fixture.runs({ taskName: 'Later' }))[0]?.reasonTask).toBe('Sooner')
    say(phone, first.runId, 'succeeded')
    expect((await phone.next('task')).taskName).toBe('Later')
  })

  test('that a phone has is not sent again; one that the phone forgot has failed', async () => {
    const token = await fixture.addPhone(1)
    const phone = await fixture.connect(token)
    await fixture.task()
    const { runId: runKey } = await phone.next('task')
    say(phone, runKey, 'running')
    await expect.poll(fixture.states).toEqual(['running'])
    phone.close()
    await phone.closed
    const again = await fixture.connect(token, { held: [runKey] })
    say(again, runKey, 'running', { paused: true })
    await expect.poll(fixture.reasons).toEqual(['standsStill'])
    again.close()
    await again.closed
    await fixture.connect(token)
    await expect.poll(fixture.states).toEqual(['failed'])
    expect(await fixture.reasons()).toEqual(['interrupted'])
  })

  test('that failed is retried after a wait, as often as the task allows', async () => {
    const phone = await fixture.phone(1)
    await fixture.task({ retries: 1, retrySeconds: 1 })
    const first = await phone.next('task')
    say(phone, first.runId, 'failed', { msg: 'no such button', cause: 'exception' })
    await expect.poll(fixture.reasons).toEqual(['retry'])
    const second = await phone.next('task')
    expect(second.runId).not.toBe(first.runId)
    // The first attempt is over: reports about it change nothing.
    say(phone, first.runId, 'succeeded')
    say(phone, second.runId, 'failed', { msg: 'no such button', cause: 'exception' })
    await expect.poll(fixture.states).toEqual(['failed'])
    const run = firstRow(await fixture.runs())
    expect(run).toMatchObject({ attempt: 2, reason: 'exception', msg: 'no such button' })
    const lines = await site.admin.call(taskRuns.lines, { query: { id: run.id } })
    expect(lines).toMatchObject([{ msg: '1: no such button' }])
  })

  test('that reports several ends at once has ended as the first says', async () => {
    const phone = await fixture.phone(1)
    await fixture.task()
    const { runId: runKey } = await phone.next('task')
    for (const state of ['running', 'succeeded', 'failed']) say(phone, runKey, state, { msg: state })
    await expect.poll(fixture.states).toEqual(['succeeded'])
    expect(firstRow(await fixture.runs()).msg).toBe('succeeded')
  })

  test('of a loop is followed by the next round, up to the set number', async () => {
    const phone = await fixture.phone(1)
    const id = await fixture.task({ execType: 2, execNumber: 2 })
    for (const round of [1, 2]) {
      const order = await phone.next('task')
      expect(order).toMatchObject({ round, execType: 2 })
      say(phone, order.runId, 'succeeded')
    }
    await expect.poll(fixture.states).toEqual(['succeeded', 'succeeded'])
    expect(await fixture.states({ newest: '1' })).toEqual(['succeeded'])
    expect((await site.admin.call(tasks.one, { query: { id } })).counts).toEqual({ succeeded: 1 })
  })

  const post = async (url: string, token: string, values: object) => {
    const data = Buffer.from(JSON.stringify(values)).toString('base64')
    const headers = { authorization: `Bearer ${token}` }
    const response = await site.app.inject({ method: 'POST', url, headers, payload: { data } })
    return JSON.parse(Buffer.from(response.json().data, 'base64').toString())
  }

  test('reaches a phone without a socket in the answer to its heartbeat', async () => {
    const token = await fixture.addPhone(1)
    const id = await fixture.task()
    const beat = (echo: object = {}) => post(heartbeatPath, token, { action: 'heartbeat', ...echo })
    await expect.poll(fixture.reasons).toEqual(['offline'])
    const order = await beat()
    expect(order).toMatchObject({ action: 'task', taskId: id, scriptName: 'Greet' })
    // Not echoed, so it is sent again.
    expect(await beat()).toMatchObject({ action: 'task', runId: order.runId })
    expect(await beat({ taskId: id })).toEqual({ action: 'resp' })
    await expect.poll(fixture.states).toEqual(['running'])
    expect(await beat()).toEqual({ action: 'resp' })
    await expect.poll(fixture.states).toEqual(['succeeded'])
  })

  test('fails on a phone without a socket when its script threw there', async () => {
    const token = await fixture.addPhone(1)
    const id = await fixture.task()
    const beat = (echo: object = {}) => post(heartbeatPath, token, { action: 'heartbeat', ...echo })
    await expect.poll(fixture.reasons).toEqual(['offline'])
    const { scriptName } = await beat()
    await beat({ taskId: id })
    await expect.poll(fixture.states).toEqual(['running'])
    await post(phoneExceptions.reportExc.path, token, { scriptName: 'Another', content: 'Error: not mine' })
    await post(phoneExceptions.reportExc.path, token, { scriptName, content: 'Error: sold out\n at buy' })
    expect(await beat()).toEqual({ action: 'resp' })
    await expect.poll(fixture.states).toEqual(['failed'])
    expect((await site.admin.call(taskRuns.list)).list).toMatchObject([
      { reason: 'exception', msg: 'Error: sold out' },
    ])
    const hours = await site.admin.call(tasks.runHours)
    expect(hours).toHaveLength(24)
    expect(hours.filter(({ runs }) => runs > 0)).toMatchObject([{ runs: 1, failed: 1 }])
  })
})

describe('a task', () => {
  test('that is stopped withdraws waiting runs and lets phones finish', async () => {
    const phone = await fixture.phone(1)
    await fixture.addPhone(2)
    const id = await fixture.task({ devices: ['A1', 'A2'] })
    const { runId: runKey } = await phone.next('task')
    say(phone, runKey, 'running')
    await expect.poll(fixture.states).toEqual(['running', 'queued'])
    await status(id, 1)
    expect(await fixture.states()).toEqual(['running', 'stopped'])
    say(phone, runKey, 'succeeded')
    await expect.poll(fixture.states).toEqual(['succeeded', 'stopped'])
  })

  test('that is stopped on the phones too notifies them, including those that connect later', async () => {
    const phone = await fixture.phone(1)
    const away = await fixture.addPhone(2)
    const second = await fixture.connect(away)
    const id = await fixture.task({ devices: ['A1', 'A2'] })
    const [one, two] = [await phone.next('task'), await second.next('task')]
    say(phone, one.runId, 'running')
    say(second, two.runId, 'running')
    await expect.poll(fixture.states).toEqual(['running', 'running'])
    second.close()
    await second.closed
    const answer = await site.admin.call(tasks.updateTaskStatusAndStopRemote, { body: { id } })
    expect(answer).toEqual({ reached: 1 })
    expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId: one.runId })
    say(phone, one.runId, 'stopped')
    const back = await fixture.connect(away, { held: [two.runId] })
    expect(await back.next('taskControl')).toMatchObject({ order: 'stop', runId: two.runId })
    say(back, two.runId, 'stopped')
    await expect.poll(fixture.states).toEqual(['stopped', 'stopped'])
    expect((await site.admin.call(tasks.one, { query: { id } })).status).toBe(2)
  })

  test('that is paused sends no runs, and later continues where it was', async () => {
    const phone = await fixture.phone(1)
    const later = await fixture.addPhone(2)
    const id = await fixture.task({ devices: ['A1', 'A2'] })
    const { runId: runKey } = await phone.next('task')
    say(phone, runKey, 'running')
    await expect.poll(fixture.states).toEqual(['running', 'queued'])
    const pause = (value: 0 | 1) =>
      site.admin.call(tasks.pauseOrContinueScriptTask, { body: { id, status: value } })
    expect(await pause(1)).toEqual({ reached: 1 })
    expect(await phone.next('taskControl')).toMatchObject({ order: 'pause', runId: runKey })
    const second = await fixture.connect(later)
    await expect.poll(() => fixture.reasons({ deviceNo: 'A2' })).toEqual(['paused'])
    await pause(0)
    expect(await phone.next('taskControl')).toMatchObject({ order: 'continue' })
    expect(await second.next('task')).toMatchObject({ taskId: id })
    const phones = { deviceNos: ['A1', 'A2'], status: 1 as const }
    expect(await site.admin.call(tasks.pauseOrContinueScript, { body: phones })).toEqual({ reached: 2 })
    expect(await second.next('taskControl')).toEqual({ action: 'taskControl', order: 'pause' })
  })

  test('with a group includes a phone that joins the group, if it takes later phones', async () => {
    const first = await fixture.phone(1)
    await fixture.task({ devices: [], groupIds: [1], joinLater: 1 })
    say(first, (await first.next('task')).runId, 'succeeded')
    const second = await fixture.phone(2)
    say(second, (await second.next('task')).runId, 'succeeded')
    await expect.poll(fixture.states).toEqual(['succeeded', 'succeeded'])
  })

  test('drops a device that moves to another user', async () => {
    const token = await fixture.addPhone(1)
    await fixture.task()
    await expect.poll(fixture.reasons).toEqual(['offline'])
    await site.deps.db.execute(sql`update devices set tenant_id = null, device_no = null where id = 1`)
    await fixture.connect(token)
    await expect.poll(fixture.states).toEqual(['stopped'])
    expect(await fixture.reasons()).toEqual(['notTarget'])
  })

  test('is repeated only on phones where it did not succeed', async () => {
    const [good, bad] = [await fixture.phone(1), await fixture.phone(2)]
    const id = await fixture.task({ devices: ['A1', 'A2'] })
    const [one, two] = [await good.next('task'), await bad.next('task')]
    const refused = await site.admin.ask(tasks.again, { body: { id, devices: ['A1', 'A2'] } })
    expect(refused.msg).toMatch(/still running/)
    say(good, one.runId, 'succeeded')
    say(bad, two.runId, 'failed', { cause: 'timeout' })
    await expect.poll(() => fixture.states({ newest: '1' })).toEqual(['succeeded', 'failed'])
    expect(await site.admin.call(tasks.again, { body: { id } })).toEqual({ count: 1 })
    say(bad, (await bad.next('task')).runId, 'succeeded')
    await expect.poll(() => fixture.states({ newest: '1' })).toEqual(['succeeded', 'succeeded'])
    expect(await site.admin.call(tasks.again, { body: { id, devices: ['A1'] } })).toEqual({ count: 1 })
    await good.next('task')
  })
})

describe('invalid reports and conflicts', () => {
  test('reports about another phone’s run, one that was never sent, or an earlier state change nothing', async () => {
    const [first, second] = [await fixture.phone(1), await fixture.phone(2)]
    await fixture.task()
    const { runId: runKey } = await first.next('task')
    await expect.poll(fixture.states).toEqual(['sent'])
    say(second, runKey, 'succeeded')
    say(second, 'never-sent', 'acknowledged')
    say(first, runKey, 'running')
    await expect.poll(fixture.states).toEqual(['running'])
    say(first, runKey, 'acknowledged')
    second.send({ action: 'log', level: 'info', msg: 'not mine', time: 1, runId: runKey })
    await site.flush()
    expect(await fixture.states()).toEqual(['running'])
    expect(await site.admin.call(taskRuns.lines, { query: { id: 1 } })).toEqual([])
  })

  test('a command and a task do not affect each other', async () => {
    const phone = await fixture.phone(1)
    await fixture.task()
    const body = { order: { command: 'where' as const }, selection: { ids: [1] } }
    await site.admin.call(commands.add, { body })
    expect(await phone.next('task')).toMatchObject({ taskName: 'Greeting' })
    expect(await phone.next('command')).toMatchObject({ command: 'where' })
  })

  test('a run on a device that is deleted ends', async () => {
    await fixture.addPhone(1)
    await fixture.task()
    await expect.poll(fixture.reasons).toEqual(['offline'])
    await site.admin.call(devices.remove, { query: { ids: '1' } })
    await expect.poll(fixture.states).toEqual(['stopped'])
  })
})

test('the console explains a waiting task by the same rules', async () => {
  await fixture.addPhone(1)
  const id = await fixture.task({ scheduleType: 3, dayTime: '03:00:00' }, { isStarted: false })
  const why = async () =>
    (await site.admin.call(tasks.why, { query: { id, deviceNo: 'A1' } })).map(
      ({ check, ok, reason }) => `${check}${ok ? '' : ` ${reason}`}`,
    )
  expect(await why()).toEqual(['target', 'started stopped'])
  await status(id, 0)
  expect(await why()).toEqual(['target', 'started', 'time notYet'])
  await site.deps.db.execute(sql`update devices set status = 1`)
  await site.deps.db.execute(sql`update tasks set next_run_at = now()`)
  await expect.poll(fixture.reasons).toEqual(['deviceDisabled'])
  await site.deps.db.execute(sql`update devices set status = 0`)
  expect(await why()).toEqual(['target', 'started', 'time', 'device', 'script', 'online offline'])
  expect((await site.admin.ask(tasks.why, { query: { id, deviceNo: 'B9' } })).code).toBe(404)
})
