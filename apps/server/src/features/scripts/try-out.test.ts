import { devices } from '@fleetdeck/contract/devices'
import { scriptTries } from '@fleetdeck/contract/scripts'
import { tasks } from '@fleetdeck/contract/tasks'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { say, TaskFixture } from '../../testing/task-fixture.ts'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const tryOut = async (content = '1') => {
  const { runId } = await site.admin.call(scriptTries.tryOut, { body: { deviceNo: 'A1', content } })
  return runId ?? ''
}
const watch = (runId: string, kept = false) =>
  site.admin.call(scriptTries.watchTry, { body: { runId, kept } })
/** As if no editor had shown it since. */
const unseen = () =>
  site.deps.db.execute(sql`update script_tries set seen_at = now() - interval '61 seconds'`)

test('a trial run that no editor shows for a minute is stopped, unless it is kept', async () => {
  const phone = await fixture.phone(1)
  const kept = await tryOut()
  expect(await watch(kept, true)).toEqual({ running: true })
  const left = await tryOut('2')
  await unseen()
  expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId: left })
  say(phone, left, 'stopped')
  await expect.poll(() => watch(left)).toEqual({ running: false })
  expect(await watch(kept)).toEqual({ running: true })
})

test('a task waits for a phone that tries a script, says who tries it and since when, and runs afterwards', async () => {
  const phone = await fixture.phone(1)
  const tried = await tryOut()
  expect(await phone.next('task')).toMatchObject({ runId: tried })
  const id = await fixture.task()
  await expect.poll(fixture.reasons).toEqual(['trying'])
  expect(await fixture.runs()).toMatchObject([{ state: 'queued', reasonTask: 'admin' }])
  const why = await site.admin.call(tasks.why, { query: { id, deviceNo: 'A1' } })
  expect(why.at(-1)).toMatchObject({ check: 'turn', ok: false, reason: 'trying', task: 'admin' })
  expect(Date.parse(why.at(-1)?.at ?? '')).toBeGreaterThan(0)
  say(phone, tried, 'succeeded')
  expect(await phone.next('task')).toMatchObject({ taskId: id })
})

test('a trial run is stopped when its phone is unassigned, after a question', async () => {
  const phone = await fixture.phone(1)
  const tried = await tryOut()
  const query = { ids: [1] } as never as object
  expect((await site.admin.ask(devices.deleteAss, { query: query as never })).msg).toBe(
    '1 script is running: A1 (admin). Continuing stops it.',
  )
  await site.admin.call(devices.deleteAss, { query: { ...query, confirmed: '1' } as never })
  expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId: tried })
})

test('a trial run is not noted on a phone that is not connected', async () => {
  await fixture.addPhone(1)
  expect(await tryOut()).toBe('')
  const { rows } = await site.deps.db.execute(sql`select 1 from script_tries`)
  expect(rows).toEqual([])
})
