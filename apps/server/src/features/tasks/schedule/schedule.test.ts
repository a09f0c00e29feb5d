import { parameterRows } from '@fleetdeck/contract/parameter-rows'
import { tasks } from '@fleetdeck/contract/tasks'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const everySecond = { scheduleType: 2, cronText: '* * * * * ?', missedPolicy: 2 }
const firings = async () => {
  const { rows } = await site.deps.db.execute<{ at: string; late: number; skipped: boolean }>(
    sql`select extract(epoch from due_at)::int as at, skipped from task_firings order by due_at`,
  )
  return rows
}

test('two servers run a task once at each of its times', async () => {
  const other = await site.another()
  await fixture.addPhone(1)
  const id = await fixture.task(everySecond)
  await expect.poll(async () => (await fixture.runs()).length).toBeGreaterThan(3)
  await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 1 } })
  const times = (await firings()).map(({ at }) => Number(at))
  const first = times[0] ?? 0
  expect(times).toEqual(times.map((_, place) => first + place))
  expect((await fixture.runs()).map(({ dueAt }) => Date.parse(dueAt) / 1000)).toEqual(times)
  await other.close()
})

test('a phone with an open run, or with enough runs, gets no more', async () => {
  const phone = await fixture.phone(1)
  const id = await fixture.task({ ...everySecond, missedPolicy: 0, execNumber: 2 })
  const first = await phone.next('task')
  await expect.poll(async () => (await firings()).length).toBeGreaterThan(2)
  expect(await fixture.runs()).toHaveLength(1)
  say(phone, first.runId, 'succeeded')
  say(phone, (await phone.next('task')).runId, 'succeeded')
  await expect.poll(fixture.states).toEqual(['succeeded', 'succeeded'])
  const why = await site.admin.call(tasks.why, { query: { id, deviceNo: 'A1' } })
  expect(why.find(({ check }) => check === 'time')).toMatchObject({ ok: false, reason: 'limit' })
})

test('times missed while no server was running are handled by the task’s policy', async () => {
  await fixture.addPhone(1)
  const outcomes: unknown[] = []
  for (const missedPolicy of [0, 1, 2]) {
    const taskName = `policy ${missedPolicy}`
    const id = await fixture.task({ taskName, scheduleType: 2, cronText: '0 0 0/1 * * ?', missedPolicy })
    await site.deps.db.execute(sql`
      update tasks set next_run_at = date_trunc('hour', now()) - interval '3 hours' where id = ${id}`)
    await expect
      .poll(async () => Date.parse((await site.admin.call(tasks.one, { query: { id } })).nextRunAt ?? ''))
      .toBeGreaterThan(Date.now())
    outcomes.push((await fixture.runs({ taskId: id })).length)
  }
  expect([0, 1]).toContain(outcomes[1])
  expect([outcomes[0], outcomes[2]]).toEqual([1, 4])
})

test('a run waits for the delay, and expires when the task’s end comes before the phone', async () => {
  await fixture.addPhone(1)
  const endTime = new Date(Date.now() + 3000).toISOString()
  await fixture.task({ delaySecond: 3600, endTime })
  await expect.poll(fixture.reasons).toEqual(['notYet'])
  await fixture.task({ taskName: 'Ends', endTime })
  await expect.poll(() => fixture.states({ taskName: 'Ends' })).toEqual(['expired'])
  expect(await fixture.reasons({ taskName: 'Ends' })).toEqual(['tooLate'])
})

test('changing the time zone of the site moves the times of its tasks', async () => {
  await fixture.addPhone(1)
  const id = await fixture.task({ scheduleType: 3, dayTime: '08:00:00' })
  const next = async () => (await site.admin.call(tasks.one, { query: { id } })).nextRunAt?.slice(11, 16)
  expect(await next()).toBe('00:00')
  const { list } = await site.admin.call(parameterRows.list, { query: { configKey: 'sys.timeZone' } })
  const row = list[0]
  await site.admin.call(parameterRows.edit, {
    body: {
      id: row?.id,
      configKey: 'sys.timeZone',
      configName: row?.configName,
      configValue: 'UTC',
    } as never,
  })
  await expect.poll(next).toBe('08:00')
})
