import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import type { ScriptId } from '@fleetdeck/contract/ids'
import { scriptTries } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder } from '@fleetdeck/testing/site/organisation'
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
const unseen = () => site.deps.db.execute(sql`update task_runs set seen_at = now() - interval '61 seconds'`)

test('a trial run that no editor shows for a minute is stopped, unless it is kept', async () => {
  const phone = await fixture.phone(1)
  const kept = await tryOut()
  expect(await watch(kept, true)).toEqual({ running: true, state: null, msg: '' })
  const left = await tryOut('2')
  await unseen()
  expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId: left })
  say(phone, left, 'stopped')
  await expect.poll(() => watch(left)).toMatchObject({ running: false, state: 'stopped' })
  expect(await watch(kept)).toMatchObject({ running: true })
})

test('a task waits for a phone that tries a script, says who tries it and since when, and runs afterwards', async () => {
  const phone = await fixture.phone(1)
  const tried = await tryOut()
  expect(await phone.next('task')).toMatchObject({ runId: tried })
  const id = await fixture.task()
  await expect.poll(() => fixture.reasons({ kind: 'task' })).toEqual(['trying'])
  expect(await fixture.runs({ kind: 'task' })).toMatchObject([{ state: 'queued', reasonTask: 'admin' }])
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

test('the program that started a trial run learns how it ended, and nobody else does', async () => {
  const phone = await fixture.phone(1)
  const tried = await tryOut()
  phone.send({ action: 'taskState', runId: tried, state: 'failed', msg: 'Error: sold out' })
  await expect.poll(() => watch(tried)).toEqual({ running: false, state: 'failed', msg: 'Error: sold out' })
  const { client } = await addHolder(
    site,
    { userName: 'lin' },
    { permissions: ['task/script/tryOut'], dataScope: DataScope.all },
  )
  expect(await client.call(scriptTries.watchTry, { body: { runId: tried, kept: false } })).toEqual({
    running: false,
    state: null,
    msg: '',
  })
})

test('a trial run is not noted on a phone that is not connected', async () => {
  await fixture.addPhone(1)
  expect(await tryOut()).toBe('')
  const { rows } = await site.deps.db.execute(sql`select 1 from task_runs`)
  expect(rows).toEqual([])
})

const tries = async (query: object = {}) =>
  (await site.admin.call(taskRuns.list, { query: { kind: 'try', ...query } as never })).list

test('a trial run is among the runs, with its script, its author, what the phone ran, its log and its end', async () => {
  const phone = await fixture.phone(1)
  const body = {
    deviceNo: 'A1',
    content: '1',
    scriptId: fixture.scriptId as ScriptId,
    params: [{ key: 'city', type: 1, value: 'Bonn' }] as never,
  }
  const { runId } = await site.admin.call(scriptTries.tryOut, { body })
  const script = { md5: 'a'.repeat(32), version: '' }
  phone.send({ action: 'taskState', runId: runId ?? '', state: 'running', script })
  phone.send({ action: 'log', level: 'info', msg: 'tried it', runId: runId ?? '', time: 1 })
  say(phone, runId ?? '', 'succeeded')
  await expect.poll(async () => firstRow(await tries()).state).toBe('succeeded')
  const run = firstRow(await tries())
  expect(run).toMatchObject({
    ...{ taskId: null, taskName: '', scriptName: 'Greet', startedBy: 'admin', params: { city: 'Bonn' } },
    ...{ contentMd5: script.md5, endedAt: expect.any(String) },
  })
  await expect
    .poll(() => site.admin.call(taskRuns.lines, { query: { id: run.id } }))
    .toMatchObject([{ msg: 'tried it' }])
  const ofTasks = await site.admin.call(taskRuns.list, { query: { kind: 'task' } as never })
  expect(ofTasks.list.map(({ taskId }) => taskId)).not.toContain(null)
  expect(await site.admin.call(taskRuns.remove, { query: { ids: [run.id] } as never })).toEqual({ count: 1 })
  expect(await tries()).toEqual([])
})

test('a trial run ends when its phone returns without it, or answers nothing', async () => {
  const token = await fixture.addPhone(1)
  const phone = await fixture.connect(token)
  say(phone, await tryOut(), 'running')
  await expect.poll(async () => firstRow(await tries()).state).toBe('running')
  await fixture.connect(token)
  await expect
    .poll(async () => firstRow(await tries()))
    .toMatchObject({ state: 'failed', reason: 'interrupted' })
  await tryOut('2')
  await site.deps.db.execute(
    sql`update task_runs set sent_at = now() - interval '61 seconds' where state = 'sent'`,
  )
  await expect
    .poll(async () => firstRow(await tries()))
    .toMatchObject({ state: 'failed', reason: 'unanswered' })
})

test('trial runs are for those who see their author or their phone, and so is the script that they name', async () => {
  await fixture.phone(1)
  await tryOut()
  const permissions = ['task/run/list', 'task/script/tryOut']
  const { client } = await addHolder(site, { userName: 'wei' }, { permissions, dataScope: DataScope.self })
  expect((await client.call(taskRuns.list, { query: {} as never })).total).toBe(0)
  const { id } = firstRow(await tries())
  expect((await client.ask(taskRuns.one, { query: { id } })).code).toBe(404)
  const body = { deviceNo: 'A1', content: '1', scriptId: 99_999 as never }
  expect((await site.admin.ask(scriptTries.tryOut, { body })).code).toBe(404)
})
