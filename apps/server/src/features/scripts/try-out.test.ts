import { devices } from '@fleetdeck/contract/devices'
import { DataScope } from '@fleetdeck/contract/enums'
import { DeviceId, type RunId, type ScriptId, UserId } from '@fleetdeck/contract/ids'
import { scriptTries } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { triedRuns } from '@fleetdeck/contract/tried-runs'
import { userRemoval } from '@fleetdeck/contract/user-removal'
import type { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertTry } from '../../domain/scripts/script-tries.queries.ts'
import { pruneTexts } from '../../domain/scripts/tried-texts.queries.ts'

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

const lost = 'try-lost'
/** A trial run that a phone had 12 minutes ago, while no phone is connected. */
const addLost = async (deviceId: number, kept: boolean) => {
  const { db } = site.deps
  const row = {
    deviceId: DeviceId.parse(deviceId),
    deviceNo: `A${deviceId}`,
    startedBy: UserId.parse(1),
    kept,
  }
  const limits = { timeoutSeconds: 86_400, triedTextId: null }
  await insertTry(db, { ...row, ...limits, runKey: lost, scriptId: null, scriptName: 'Lost', params: {} })
  await db.execute(sql`update task_runs set state = 'running', sent_at = now() - interval '12 minutes'
    where run_key = ${lost}`)
}
/** A phone that was synchronized with the server after it connected. */
const syncedPhone = async (n: number) => {
  const token = await fixture.addPhone(n)
  await addLost(n, true)
  const phone = await fixture.connect(token)
  await expect.poll(() => watch(lost, true)).toMatchObject({ running: false })
  await site.deps.db.execute(sql`delete from task_runs where run_key = ${lost}`)
  return phone
}

describe('a trial run that is kept', () => {
  const aged = (seconds: number) =>
    site.deps.db.execute(
      sql`update task_runs set seen_at = now(), sent_at = sent_at - make_interval(secs => ${seconds})`,
    )
  const setHours = (paramValue: string) => site.deps.parameters.set('script.keptTryHours', paramValue)

  test('runs up to the time of the parameter; another is stopped after 10 minutes, and says why', async () => {
    await setHours('2')
    const phone = await syncedPhone(1)
    const kept = await tryOut()
    expect(await phone.next('task')).toMatchObject({ limits: { timeoutSeconds: 7200 } })
    say(phone, kept, 'running')
    await watch(kept, true)
    await expect.poll(async () => firstRow(await tries()).reason).toBe('kept')
    const { sentAt, reasonAt } = firstRow(await tries())
    expect(Date.parse(reasonAt ?? '') - Date.parse(sentAt ?? '')).toBe(7_200_000)
    await aged(3600)
    await watch(kept, false)
    expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId: kept })
    say(phone, kept, 'stopped')
    await expect
      .poll(async () => firstRow(await tries()))
      .toMatchObject({ state: 'stopped', reason: 'timeout' })
  })

  test('is not stopped before, and ends with its phone’s limit if the phone was lost', async () => {
    const phone = await syncedPhone(1)
    const other = await syncedPhone(2)
    const kept = await tryOut()
    say(phone, kept, 'running')
    await watch(kept, true)
    await expect.poll(() => tries({ state: 'running' })).toHaveLength(1)
    await aged(86_000)
    const { runId } = await site.admin.call(scriptTries.tryOut, { body: { deviceNo: 'A2', content: '2' } })
    say(other, runId ?? '', 'running')
    await expect.poll(() => tries({ state: 'running' })).toHaveLength(2)
    await site.deps.db.execute(
      sql`update task_runs set sent_at = sent_at - interval '11 minutes' where run_key = ${runId}`,
    )
    // The sweep that stops the other one has left this one running.
    expect(await other.next('taskControl')).toMatchObject({ order: 'stop' })
    // The same call within a second is refused.
    await expect.poll(() => watch(kept, true), { interval: 1100 }).toMatchObject({ running: true })
    await aged(500)
    await expect.poll(() => watch(kept, true)).toMatchObject({ running: false, state: 'failed' })
  })

  test('is stopped in the list of runs by those who see its phone', async () => {
    const phone = await fixture.phone(1)
    const kept = await tryOut()
    await watch(kept, true)
    const { id } = firstRow(await tries())
    const permissions = ['task/run/list', 'task/script/tryOut']
    const { client } = await addHolder(site, { userName: 'wei' }, { permissions, dataScope: DataScope.self })
    expect((await client.ask(triedRuns.stop, { body: { id } })).code).toBe(404)
    await site.admin.call(triedRuns.stop, { body: { id } })
    expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId: kept })
    await fixture.task()
    await expect.poll(() => fixture.runs({ kind: 'task' })).toHaveLength(1)
    const [ofTask] = await fixture.runs({ kind: 'task' })
    expect((await site.admin.ask(triedRuns.stop, { body: { id: ofTask?.id as never } })).code).toBe(404)
  })
})

test('a phone that returns with a trial run that has ended meanwhile is told to stop it', async () => {
  await fixture.addPhone(1)
  const token = await fixture.addPhone(2)
  await addLost(2, false)
  await expect.poll(async () => firstRow(await tries())).toMatchObject({ state: 'failed', reason: 'timeout' })
  const again = await fixture.connect(token, { held: [lost] })
  expect(await again.next('taskControl')).toMatchObject({ order: 'stop', runId: lost })
  say(again, lost, 'stopped')
  await expect.poll(async () => firstRow(await tries()).state).toBe('stopped')
})

describe('the text of a trial run', () => {
  const files = async () => {
    const { rows } = await site.deps.db.execute<{ owner: number; temporary: boolean }>(
      sql`select owner_id as owner, temporary from stored_files where original_name like 'try-%' order by id`,
    )
    return rows
  }
  const ended = async (runId: string, phone: TestSocket) => {
    say(phone, runId, 'succeeded')
    await expect.poll(() => watch(runId)).toMatchObject({ running: false })
  }
  const textOf = (id: RunId, client = site.admin) => client.ask(triedRuns.text, { query: { id } as never })

  test('is stored once for its user and shown with the run', async () => {
    const phone = await fixture.phone(1)
    await ended(await tryOut('log("one")'), phone)
    await ended(await tryOut('log("one")\n'), phone)
    await ended(await tryOut('log("one")'), phone)
    expect(await files()).toEqual([
      { owner: 1, temporary: false },
      { owner: 1, temporary: false },
    ])
    const shown = await tries({ orderByColumn: 'id', isAsc: 'asc' })
    expect(shown.map(({ hasText }) => hasText)).toEqual([true, true, true])
    const texts = await Promise.all(shown.map(async ({ id }) => (await textOf(id)).data))
    expect(texts).toEqual(['log("one")', 'log("one")\n', 'log("one")'].map((text) => ({ text })))
  })

  test('is for those who see the runs of its user, and another user with the same text stores it again', async () => {
    const phone = await fixture.phone(1)
    await ended(await tryOut('secret'), phone)
    const { id } = firstRow(await tries())
    const held = {
      permissions: ['task/run/list', 'task/script/tryOut', 'task/script/text'],
      dataScope: DataScope.self,
    }
    const { client, id: userId } = await addHolder(site, { userName: 'wei' }, held)
    expect((await textOf(id, client)).code).toBe(404)
    // A user who sees the phone, but not the author of the run.
    await site.deps.db.execute(sql`update devices set tenant_id = ${userId}`)
    const seen = firstRow((await client.call(taskRuns.list, { query: {} as never })).list)
    expect(seen).toMatchObject({ id, hasText: false, params: null })
    expect((await textOf(id, client)).code).toBe(404)
    await client.call(scriptTries.tryOut, { body: { deviceNo: 'A1', content: 'secret' } })
    expect((await files()).map(({ owner }) => owner)).toEqual([1, userId])
    const { client: reader } = await addHolder(
      site,
      { userName: 'lin' },
      { permissions: ['task/run/list'], dataScope: DataScope.all },
    )
    expect((await textOf(id, reader)).code).toBe(403)
  })

  test('is fetched by its phone only, while it runs', async () => {
    const [first, second] = [await fixture.addPhone(1), await fixture.addPhone(2)]
    const phone = await fixture.connect(first)
    const tried = await tryOut('here()')
    const { scriptUrl } = (await phone.next('task')) as unknown as { scriptUrl: string }
    const fetched = async (token: string) => {
      const address = new URL(scriptUrl, site.address)
      const answer = await fetch(new URL(address.pathname, site.address), {
        headers: { authorization: `Bearer ${token}` },
      })
      return answer.text()
    }
    expect(await fetched(first)).toBe('here()')
    expect(await fetched(second)).not.toContain('here()')
    await ended(tried, phone)
    expect(await fetched(first)).not.toContain('here()')
  })

  test('is not stored without space; the trial run goes on', async () => {
    await site.deps.parameters.set('storage.userMegabytes', '1')
    const phone = await fixture.phone(1)
    const tried = await tryOut('x'.repeat(1_500_000))
    expect(await phone.next('task')).toMatchObject({ runId: tried })
    expect(await files()).toEqual([{ owner: 1, temporary: true }])
    const run = firstRow(await tries())
    expect(run.hasText).toBe(false)
    expect((await textOf(run.id)).code).toBe(404)
  })

  test('is deleted after its last run', async () => {
    const phone = await fixture.phone(1)
    await ended(await tryOut('one'), phone)
    await ended(await tryOut('two'), phone)
    const [two, one] = await tries()
    await site.admin.call(taskRuns.remove, { query: { ids: [one?.id] } as never })
    const { db } = site.deps
    expect(await pruneTexts(db)).toEqual([])
    await db.execute(sql`update tried_texts set used_at = now() - interval '2 hours'`)
    expect(await pruneTexts(db)).toHaveLength(1)
    expect((await textOf(two?.id as RunId)).data).toEqual({ text: 'two' })
  })

  test('is deleted with its user', async () => {
    const held = { permissions: ['task/script/tryOut'], dataScope: DataScope.all }
    const { client, id } = await addHolder(site, { userName: 'wei' }, held)
    await fixture.phone(1)
    await client.call(scriptTries.tryOut, { body: { deviceNo: 'A1', content: 'mine' } })
    expect(await files()).toHaveLength(1)
    await site.admin.call(userRemoval.remove, { body: { ids: [id], everything: true, count: 1 } })
    await expect.poll(files).toEqual([])
    expect(firstRow(await tries()).hasText).toBe(false)
  })
})
