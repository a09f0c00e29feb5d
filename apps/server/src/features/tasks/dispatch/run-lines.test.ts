import { taskRuns } from '@fleetdeck/contract/task-runs'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

/** PostgreSQL ends the connection; the embedded database has only one, in which the statement fails. */
const failure = process.env.TEST_DATABASE_URL
  ? sql`perform pg_terminate_backend(pg_backend_pid())`
  : sql`raise exception 'failed'`

/** The first time that lines are stored, their connection ends before the server knows it. */
async function endAfterLines() {
  const { db } = site.deps
  await db.execute(sql`create sequence line_ends`)
  // The number of a sequence stays when its statement fails.
  await db.execute(sql`create function end_after_lines() returns trigger language plpgsql as $$ begin
    if nextval('line_ends') = 1 then ${failure}; end if;
    return null; end $$`)
  await db.execute(sql`create trigger line_ends before delete on task_lines
    for each statement execute function end_after_lines()`)
  onTestFinished(async () => {
    await db.execute(sql`drop trigger line_ends on task_lines`)
    await db.execute(sql`drop function end_after_lines`)
    await db.execute(sql`drop sequence line_ends`)
  })
}
const hasEnded = async () => {
  const { rows } = await site.deps.db.execute<{ is_called: boolean }>(sql`select is_called from line_ends`)
  return rows[0]?.is_called
}

test('lines are stored once when their statement is repeated, because its connection ended after the commit', async () => {
  const phone = await fixture.connect(await fixture.addPhone(1))
  await fixture.task()
  const { runId } = await phone.next('task')
  say(phone, runId, 'running')
  await expect.poll(fixture.states).toEqual(['running'])
  await endAfterLines()
  const log = (msg: string, at: number) =>
    phone.send({ action: 'log', level: 'info', msg, time: 1, at, runId })
  const now = Date.now()
  log('one', now - 3)
  log('two', now - 2)
  await expect.poll(hasEnded, { timeout: 20_000 }).toBe(true)
  log('one', now - 1)
  say(phone, runId, 'succeeded')
  await expect.poll(fixture.states, { timeout: 20_000 }).toEqual(['succeeded'])
  const { id } = firstRow(await fixture.runs())
  const lines = await site.admin.call(taskRuns.lines, { query: { id } })
  expect(lines.map(({ msg }) => msg)).toEqual(['one', 'two', 'one'])
})
