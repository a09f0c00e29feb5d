import { UserId } from '@fleetdeck/contract/ids'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '../../../testing/set-clock.ts'

const dayMs = 86_400_000

// The clock of a PostgreSQL server cannot be set by a test.
describe.skipIf(process.env.TEST_DATABASE_URL)('when the clock is set', () => {
  let site: TestSite
  let fixture: TaskFixture
  beforeAll(async () => {
    site = await startTestSite()
    fixture = new TaskFixture(site)
  })
  beforeEach(async () => {
    await fixture.reset()
    // Else three days later the session is over, as soon as the server looks again.
    await site.deps.parameters.set('sys.session.hours', '720')
    const from = { ip: '127.0.0.1', userAgent: 'test' }
    site.admin = site.as(await site.deps.sessions.start(UserId.parse(1), from))
  })
  afterEach(async () => {
    await setClock(site, 0)
    fixture.closeSockets()
  })
  afterAll(() => site.stop())

  /** Times that fired between two times, in ms since 1970. */
  const firings = async (from: number, to: number) => {
    const { rows } = await site.deps.db.execute<{ at: number }>(
      sql`select extract(epoch from due_at)::float8 * 1000 as at from task_firings order by due_at`,
    )
    return rows.map(({ at }) => at).filter((at) => at > from && at < to)
  }

  test('three days ahead and right again, a task by cron goes on, without a burst', async () => {
    await fixture.addPhone(1)
    await fixture.task({ scheduleType: 2, cronText: '* * * * * ?', missedPolicy: 2 })
    const start = Date.now()
    await expect.poll(async () => (await firings(0, start + dayMs)).length).toBeGreaterThan(1)
    await setClock(site, 3 * dayMs)
    const ahead = Date.now() + 3 * dayMs
    await expect.poll(async () => (await firings(ahead, ahead + dayMs)).length).toBeGreaterThan(1)
    expect(await firings(start + dayMs / 24, ahead - 5000)).toEqual([])
    await setClock(site, 0)
    const right = Date.now()
    await expect.poll(async () => (await firings(right, right + dayMs)).length).toBeGreaterThan(1)
    expect(await firings(right + dayMs, Number.POSITIVE_INFINITY)).toEqual([])
  })

  test('back, runs that wait do not wait for longer', async () => {
    await setClock(site, 3 * dayMs)
    const phone = await fixture.phone(1)
    await fixture.task({ retries: 1, retrySeconds: 1 })
    const run = await phone.next('task')
    say(phone, run.runId, 'failed')
    await expect.poll(fixture.reasons).toEqual(['retry'])
    await setClock(site, 0)
    say(phone, (await phone.next('task')).runId, 'succeeded')
    await expect.poll(fixture.states).toEqual(['succeeded'])
  })

  test('ahead, a run in progress keeps its time limit', async () => {
    const phone = await fixture.phone(1)
    await fixture.task({ timeoutSeconds: 60 })
    const run = await phone.next('task')
    say(phone, run.runId, 'running')
    await expect.poll(fixture.states).toEqual(['running'])
    await setClock(site, 3 * dayMs)
    const isPlannedAgain = sql`select 1 from task_runs where wake_at > now()`
    await expect.poll(async () => (await site.deps.db.execute(isPlannedAgain)).rows.length).toBe(1)
    expect(await fixture.states()).toEqual(['running'])
    say(phone, run.runId, 'succeeded')
    await expect.poll(fixture.states).toEqual(['succeeded'])
  })
})
