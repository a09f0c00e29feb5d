import type { TaskId } from '@fleetdeck/contract/ids'
import { tasks } from '@fleetdeck/contract/tasks'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadedRows } from '../../../testing/downloads.ts'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const one = (id: TaskId) => site.admin.call(tasks.one, { query: { id } })
const isCompleted = (id: TaskId) => async () => (await one(id)).completed
const names = async (query: object) =>
  (await site.admin.call(tasks.list, { query })).list.map(({ taskName }) => taskName)
const onGroup = { devices: [], groupIds: [1] }
const everySecond = { scheduleType: 2, cronText: '* * * * * ?' }
describe('a task is completed', () => {
  test('when all of its phones have ended, and keeps its status on the wire', async () => {
    const [good, bad] = [await fixture.phone(1), await fixture.phone(2)]
    const id = await fixture.task({ ...onGroup, retries: 1, retrySeconds: 1 })
    await fixture.task({ taskName: 'Waits', devices: ['A1'], scheduleType: 3, dayTime: '03:00:00' })
    const [first, second] = [await good.next('task'), await bad.next('task')]
    say(good, first.runId, 'succeeded')
    say(bad, second.runId, 'failed')
    await expect.poll(() => fixture.reasons({ deviceNo: 'A2' })).toEqual(['retry'])
    expect(await one(id)).toMatchObject({ status: 0, completed: false })
    say(bad, (await bad.next('task')).runId, 'failed')
    await expect.poll(isCompleted(id)).toBe(true)
    expect(await one(id)).toMatchObject({ status: 0, counts: { succeeded: 1, failed: 1 } })
    expect([await names({ completed: '1' }), await names({ completed: '0' })]).toEqual([
      ['Greeting'],
      ['Waits'],
    ])
    const { fileName } = await site.admin.call(tasks.export)
    const sheet = JSON.stringify(await downloadedRows(site, site.admin, fileName))
    expect(sheet).toContain('"Completed","50%"')
    expect(await site.admin.call(tasks.again, { body: { id } })).toEqual({ count: 1 })
    expect(await one(id)).toMatchObject({ completed: false })
    say(bad, (await bad.next('task')).runId, 'succeeded')
    await expect.poll(isCompleted(id)).toBe(true)
    await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
    expect(await one(id)).toMatchObject({ completed: false })
  })

  test('only when no time is left, and a loop without end never is', async () => {
    const phone = await fixture.phone(1)
    const daily = await fixture.task({ scheduleType: 3, dayTime: '03:00:00' })
    expect(await one(daily)).toMatchObject({ completed: false })
    await site.deps.db.execute(sql`update tasks set next_run_at = null`)
    expect(await one(daily)).toMatchObject({ completed: true })
    const loop = await fixture.task({ execType: 2, execNumber: 2 })
    const endless = await fixture.task({ taskName: 'Endless', execType: 2, sort: 1 })
    say(phone, (await phone.next('task')).runId, 'succeeded')
    await expect.poll(() => fixture.states({ taskId: loop })).toEqual(['succeeded', 'queued'])
    expect(await one(loop)).toMatchObject({ completed: false })
    await site.deps.db.execute(
      sql`update task_runs set state = 'stopped', is_newest = true where state <> 'succeeded'`,
    )
    expect(await one(loop)).toMatchObject({ completed: true })
    expect(await one(endless)).toMatchObject({ completed: false })
  })

  test('by cron when its number of runs is used up on all phones: it shows no next run until a phone joins', async () => {
    const phone = await fixture.phone(1)
    const id = await fixture.task({ ...onGroup, ...everySecond, execNumber: 2 })
    say(phone, (await phone.next('task')).runId, 'succeeded')
    expect((await one(id)).nextRunAt).not.toBeNull()
    const last = await phone.next('task')
    await expect.poll(async () => (await one(id)).nextRunAt).toBeNull()
    expect(await one(id)).toMatchObject({ completed: false })
    say(phone, last.runId, 'succeeded')
    await expect.poll(isCompleted(id)).toBe(true)
    const second = await fixture.phone(2)
    const first = await second.next('task')
    expect(first).toMatchObject({ taskId: id })
    expect(await one(id)).toMatchObject({ completed: false })
  })

  test('can be deleted, as nothing of it runs', async () => {
    const phone = await fixture.phone(1)
    const id = await fixture.task()
    const { runId } = await phone.next('task')
    expect((await site.admin.ask(tasks.remove, { query: { ids: id } })).msg).toMatch(/Stop them first/)
    say(phone, runId, 'succeeded')
    await expect.poll(isCompleted(id)).toBe(true)
    await site.admin.call(tasks.remove, { query: { ids: id } as never })
  })
})

describe('a phone that joins the group of a task with one time', () => {
  const past = { scheduleType: 1, startTime: '2020-01-01T00:00:00Z' }
  const later = { joinLater: 1, joinUntil: new Date(Date.now() + 3_600_000).toISOString() }
  const why = async (id: TaskId) =>
    (await site.admin.call(tasks.why, { query: { id, deviceNo: 'A2' } })).find(({ ok }) => !ok)

  test('runs it only if the task says so, until the time that it says', async () => {
    const phone = await fixture.phone(1)
    const ids: Record<string, TaskId> = {}
    const kinds = {
      none: {},
      until: later,
      over: { ...later, joinUntil: '2020-01-01T00:00:00Z' },
      always: { joinLater: 1 },
    }
    for (const [taskName, change] of Object.entries(kinds)) {
      ids[taskName] = await fixture.task({ taskName, ...onGroup, ...past, ...change })
      say(phone, (await phone.next('task')).runId, 'succeeded')
    }
    await fixture.addPhone(2)
    const joined = async () => (await fixture.runs({ deviceNo: 'A2' })).map(({ taskName }) => taskName)
    await expect.poll(joined).toEqual(['until', 'always'])
    expect(await names({ completed: '1', orderByColumn: 'id', isAsc: 'asc' })).toEqual(['none', 'over'])
    expect(await why(ids.none as TaskId)).toMatchObject({ check: 'time', reason: 'joinedLater' })
  })

  test('runs it when an operator adds the phone, or repeats the task there', async () => {
    const phone = await fixture.phone(1)
    const id = await fixture.task()
    say(phone, (await phone.next('task')).runId, 'succeeded')
    const second = await fixture.phone(2)
    const body = { ...fixture.draft({ devices: ['A1', 'A2'] }), id }
    await site.admin.call(tasks.edit, { body: body as never })
    say(second, (await second.next('task')).runId, 'succeeded')
    await expect.poll(fixture.states).toEqual(['succeeded', 'succeeded'])
    const ofGroup = await fixture.task({ taskName: 'Group', ...onGroup, ...past, sort: 1 })
    for (const each of [phone, second]) say(each, (await each.next('task')).runId, 'succeeded')
    const third = await fixture.phone(3)
    expect(await site.admin.call(tasks.again, { body: { id: ofGroup, devices: ['A3'] } })).toEqual({
      count: 1,
    })
    expect(await third.next('task')).toMatchObject({ taskId: ofGroup })
  })
})
