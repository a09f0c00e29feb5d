import { createHash, randomUUID } from 'node:crypto'
import { alarms, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { hotScripts } from '@fleetdeck/contract/hot-scripts'
import { AlarmId, UserId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { alarmSettings } from '../../platform/db/schema/alarms.ts'

let site: TestSite
let tokens: string[]
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  tokens = []
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) tokens.push(await site.enrol(name))
  await site.deps.db.execute(sql`update devices set device_no = device_id, tenant_id = 1`)
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
  const body = { scriptName: 'shop.js', platformId: 1, version: '1', content: '1' }
  await site.admin.call(scripts.add, { body })
})
afterAll(() => site.stop())

async function rapi(path: string, token: string, data: object) {
  const response = await fetch(`${site.address}/rapi/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: Buffer.from(JSON.stringify(data)).toString('base64') }),
  })
  const answer = (await response.json()) as { code: number; data: string }
  expect(answer.code).toBe(0)
  return JSON.parse(Buffer.from(answer.data, 'base64').toString()) as {
    version: string
    url: string
    isForced: boolean
  }[]
}
const draft = { hotName: 'Shop', scriptId: 1, version: '2', content: 'two' }
const add = (more: object = {}) => site.admin.ask(hotScripts.add, { body: { ...draft, ...more } })
const edit = (more: object) => site.admin.ask(hotScripts.edit, { body: { ...draft, id: 1, ...more } })
/** The same write is refused within a second. */
const publish = () =>
  expect.poll(async () => (await site.admin.ask(hotScripts.publish, { body: { id: 1 } })).code).toBe(0)
const roll = (body: { order: 'hold' | 'goOn' | 'withdraw'; percent?: 1 | 10 | 100 }) =>
  site.admin.ask(hotScripts.rollout, { body: { id: 1, ...body } })
const rolled = (body: Parameters<typeof roll>[0]) => expect.poll(async () => (await roll(body)).code).toBe(0)
const one = () => site.admin.call(hotScripts.one, { query: { id: 1 } })
const assigned = (token: string) => rapi('hotScripts', token, {})
/** The version assigned to each phone. */
const versions = async () => (await Promise.all(tokens.map(assigned))).map(([hot]) => hot?.version ?? '')
const taken = (token: string, version: string) =>
  rapi('hotState', token, { hotId: 1, version, state: 'taken' })
/** The place of the phone that gets a version first. */
const firstPhone = async () => (await versions()).indexOf('2')
const md5 = (content: string) => createHash('md5').update(content).digest('hex')

async function addTask(values: object = {}) {
  const added = {
    taskName: 'Sell',
    execType: 1,
    scriptId: 1,
    devices: ['p1', 'p2', 'p3', 'p4', 'p5'],
    ...values,
  }
  return (await site.admin.call(tasks.add, { body: added as never })).id
}

const beat = (place: number, reports: object[], heldIds: string[] = []) =>
  rapi('heartbeat', tokens[place] ?? '', { action: 'heartbeat', heldIds, reports })

/** A run that was sent to a phone; returns its id. */
async function sendRun(place: number): Promise<string> {
  const runId = randomUUID()
  await site.deps.db.execute(sql`
    insert into task_runs (run_key, task_id, device_id, device_no, state, due_at, not_before)
    values (${runId}, 1, ${place + 1}, ${`p${place + 1}`}, 'sent', now(), now())`)
  return runId
}

/** A phone reports that it ran this content so many times, and how the runs ended. */
async function run(place: number, content: string, { ok = 0, failed = 0 }: { ok?: number; failed?: number }) {
  const states = [...Array(ok).fill('succeeded'), ...Array(failed).fill('failed')]
  for (const state of states) {
    const script = { md5: md5(content), version: content }
    await beat(place, [{ action: 'taskState', runId: await sendRun(place), state, script }])
  }
}

async function connect(token: string) {
  const socket = TestSocket.phone(site.address, token)
  onTestFinished(() => socket.close())
  await socket.next('registered')
  return socket
}
const evidence = async () => (await one()).evidence

test('a version goes to a share of the phones, then to more, and each phone reports its version', async () => {
  expect(await add()).toMatchObject({ code: 0 })
  expect(await versions()).toEqual(['', '', '', '', ''])
  await publish()
  expect((await versions()).filter(Boolean)).toEqual(['2'])
  await roll({ order: 'goOn', percent: 100 })
  expect(await versions()).toEqual(['2', '2', '2', '2', '2'])
  const [hot] = await rapi('hotScripts', tokens[1] ?? '', {})
  expect(await (await fetch(hot?.url ?? '')).text()).toBe('two')
  await taken(tokens[1] ?? '', '2')
  expect(await one()).toMatchObject({ taken: 1, chosen: 5, percent: 100, state: 'rolling' })
  const { list, total } = await site.admin.call(hotScripts.devices, { query: { id: 1, state: 'updated' } })
  expect([list, total]).toMatchObject([[{ deviceNo: 'p2', version: '2', wanted: '2' }], 1])
})

test('a paused version is not given to further phones; an edited one does not reach more phones', async () => {
  await add()
  await publish()
  const first = await firstPhone()
  await taken(tokens[first] ?? '', '2')
  await rolled({ order: 'goOn', percent: 100 })
  await rolled({ order: 'hold' })
  expect((await versions()).filter(Boolean)).toEqual(['2'])
  await edit({ version: '3', content: 'three' })
  expect(await versions()).toEqual(['', '', '', '', ''])
  await publish()
  await rolled({ order: 'goOn', percent: 100 })
  await edit({ version: '4', content: 'four' })
  expect(await versions()).toEqual(['3', '3', '3', '3', '3'])
  expect((await site.admin.ask(hotScripts.rollout, { body: { id: 1, order: 'hold' } })).msg).toBe(
    'The hot update is not published. Start its rollout first.',
  )
})

test('a withdrawn first version leaves the phones with the version of the script, and each confirms it', async () => {
  await add({ forceUpdate: 0 })
  await publish()
  await rolled({ order: 'goOn', percent: 100 })
  for (const token of tokens) await taken(token, '2')
  expect(await one()).toMatchObject({ taken: 5, previousVersion: '1' })
  await rolled({ order: 'withdraw' })
  expect(await versions()).toEqual(['', '', '', '', ''])
  expect(await one()).toMatchObject({ state: 'withdrawn', taken: 5 })
  await rapi('hotState', tokens[0] ?? '', { hotId: 1, version: '2', state: 'removed' })
  expect(await one()).toMatchObject({ taken: 4 })
  const { list } = await site.admin.call(hotScripts.devices, { query: { id: 1 } })
  expect(list.map(({ deviceNo, version, wanted, state }) => [deviceNo, version, wanted, state])).toEqual([
    ...['p2', 'p3', 'p4', 'p5'].map((name) => [name, '2', '', 'offline']),
    ['p1', '', '', 'updated'],
  ])
  await rolled({ order: 'goOn' })
  expect(await one()).toMatchObject({ state: 'rolling', percent: 1 })
})

test('a withdrawal restores an earlier version that all phones had, and no run starts with the withdrawn one', async () => {
  await add()
  await publish()
  await rolled({ order: 'goOn', percent: 100 })
  await edit({ version: '3', content: 'three' })
  await publish()
  await rolled({ order: 'goOn', percent: 100 })
  expect(await one()).toMatchObject({ previousVersion: '2' })
  await rolled({ order: 'withdraw' })
  const [hot] = await assigned(tokens[0] ?? '')
  expect(hot).toMatchObject({ version: '2', isForced: true })
})

test('phones are told at once: of a withdrawal on their socket, of a deletion with the next heartbeat', async () => {
  await add()
  await publish()
  const socket = await connect(tokens[0] ?? '')
  await rolled({ order: 'withdraw' })
  await socket.next('hotScripts')
  await rapi('heartbeat', tokens[1] ?? '', { action: 'heartbeat' })
  await site.admin.call(hotScripts.remove, { query: { ids: '1' } })
  await socket.next('hotScripts')
  await expect
    .poll(async () => {
      const answer = await rapi('heartbeat', tokens[1] ?? '', { action: 'heartbeat' })
      return JSON.stringify(answer)
    })
    .toContain('hotScripts')
})

test('a version that fails in every run is withdrawn automatically, also the first one of a script', async () => {
  await addTask()
  await add()
  await publish()
  const first = await firstPhone()
  await run(first, 'two', { failed: 1 })
  await expect.poll(evidence).toMatchObject({ verdict: 'tooFew', runs: 1, failed: 1 })
  await run((first + 1) % 5, '1', { ok: 10 })
  await run(first, 'two', { failed: 3 })
  await expect.poll(async () => (await one()).state, { timeout: 10_000 }).toBe('withdrawn')
  expect(await evidence()).toMatchObject({ verdict: 'worse', before: { runs: 10, failed: 0 } })
  expect(await versions()).toEqual(['', '', '', '', ''])
})

describe('an alarm opens for a version that is stopped automatically', () => {
  const failOften = async () => {
    await addTask()
    await publish()
    const first = await firstPhone()
    await run((first + 1) % 5, '1', { ok: 10 })
    await run(first, 'two', { failed: 4 })
  }
  const list = async () =>
    (await site.admin.call(alarms.list, { query: { orderByColumn: 'id', isAsc: 'asc' } })).list
  beforeEach(async () => {
    await site.deps.parameters.set('alarm.settleSeconds', '0')
    await site.deps.db
      .insert(alarmSettings)
      .values({ ...newAlarmSetting, userId: UserId.parse(1), offline: 0 })
  })

  test('with its failure rate, and is over when an operator continues the rollout', async () => {
    await add({ whenOver: 1 })
    await failOften()
    await expect.poll(list, { timeout: 10_000 }).toMatchObject([
      {
        ...{ kind: 'hotScript', state: 'open', deviceId: null, hotId: 1, sourceId: null, deviceNo: 'Shop' },
        ...{ value: 100, threshold: null, userName: 'admin', model: '', groupName: null },
      },
    ])
    expect((await site.admin.call(alarms.summary)).kinds).toMatchObject({ hotScript: 1, offline: 0 })
    await site.admin.call(alarms.ack, { body: { ids: [AlarmId.parse(1)], note: 'seen' } })
    await edit({ hotName: 'Shop 2' })
    expect(await list()).toMatchObject([{ state: 'acknowledged', deviceNo: 'Shop 2' }])
    await rolled({ order: 'goOn' })
    await expect.poll(list).toMatchObject([{ state: 'resolved', ending: 'over' }])
  })

  test('also when it is only paused; what an operator withdraws raises none', async () => {
    await add({ whenOver: 0 })
    await failOften()
    await expect.poll(list, { timeout: 10_000 }).toMatchObject([{ kind: 'hotScript', state: 'open' }])
    await rolled({ order: 'withdraw' })
    await expect.poll(list).toMatchObject([{ state: 'resolved', ending: 'over' }])
    await site.alarmMonitor.check()
    expect(await list()).toHaveLength(1)
  })
})

test('a crash of the agent in a run counts as a failure of the version that ran', async () => {
  await addTask()
  await add()
  await publish()
  const first = await firstPhone()
  const runId = await sendRun(first)
  const script = { md5: md5('two'), version: '2', hotId: 1 }
  await beat(first, [{ action: 'taskState', runId, state: 'running', script }], [runId])
  await beat(first, [])
  await expect.poll(evidence).toMatchObject({ runs: 1, failed: 1 })
  expect((await site.admin.call(taskRuns.list)).list).toMatchObject([
    { state: 'failed', reason: 'interrupted', scriptVersion: '2', hotName: 'Shop', contentMd5: md5('two') },
  ])
})

test('an end that a phone reports later replaces the one that the server concluded, also in a later share', async () => {
  await addTask()
  await add()
  await publish()
  await rolled({ order: 'goOn', percent: 10 })
  const first = await firstPhone()
  const begin = async () => {
    const runId = await sendRun(first)
    const script = { md5: md5('two'), version: '2', hotId: 1 }
    await beat(first, [{ action: 'taskState', runId, state: 'running', script }], [runId])
    await beat(first, [])
    return runId
  }
  const end = (runId: string, state: string) => beat(first, [{ action: 'taskState', runId, state }])
  const succeeded = await begin()
  await expect.poll(evidence).toMatchObject({ runs: 1, failed: 1 })
  await end(succeeded, 'succeeded')
  await end(succeeded, 'succeeded')
  await expect.poll(evidence).toMatchObject({ runs: 1, failed: 0 })
  const stopped = await begin()
  await expect.poll(evidence).toMatchObject({ runs: 2, failed: 1 })
  await end(stopped, 'stopped')
  await expect.poll(evidence).toMatchObject({ runs: 1, failed: 0 })
  const late = await begin()
  await expect.poll(evidence).toMatchObject({ runs: 2, failed: 1 })
  await rolled({ order: 'goOn', percent: 100 })
  await end(late, 'succeeded')
  await expect.poll(evidence).toMatchObject({ runs: 1, failed: 0 })
  const { rows } = await site.deps.db.execute(
    sql`select runs, failed, earlier_runs, earlier_failed from hot_runs`,
  )
  expect(rows).toEqual([{ runs: 1, failed: 0, earlier_runs: 1, earlier_failed: 0 }])
})

test('failures that are retried count; a version that fails as often as the one before is not withdrawn', async () => {
  await addTask({ retries: 3, status: 0 })
  await add({ whenOver: 0 })
  await publish()
  const first = await firstPhone()
  await run((first + 1) % 5, '1', { ok: 10, failed: 10 })
  await run(first, 'two', { ok: 5, failed: 5 })
  await expect.poll(evidence).toMatchObject({ runs: 10, failed: 5, verdict: 'tooFew' })
  await run((first + 1) % 5, '1', { ok: 30 })
  await run(first, 'two', { failed: 15 })
  await expect.poll(async () => (await one()).state, { timeout: 10_000 }).toBe('held')
})

test('a rollout advances on enough good runs and time, says what it waits for, and finishes', async () => {
  await addTask()
  await add({ advanceMinutes: 10, exceptionLimit: 30, minRuns: 12 })
  await publish()
  const later = (minutes: number) =>
    site.deps.db.execute(
      sql`update hot_scripts set staged_at = now() - make_interval(mins => ${minutes}::int)`,
    )
  const share = async () => (await one()).percent
  for (const token of tokens) await taken(token, '2')
  await later(11)
  // That phones have the version says nothing about it.
  await expect.poll(evidence).toMatchObject({ verdict: 'tooFew', runs: 0, minRuns: 12, minPhones: 1 })
  const first = await firstPhone()
  await run(first, 'two', { ok: 12 })
  await expect.poll(share).toBe(10)
  expect(await one()).toMatchObject({ state: 'rolling' })
  await run(first, 'two', { ok: 12 })
  await expect.poll(evidence).toMatchObject({ verdict: 'asGood', runs: 12 })
  expect(await share()).toBe(10)
  await later(11)
  await expect.poll(share).toBe(100)
  for (const place of [0, 1, 2]) await run(place, 'two', { ok: 4 })
  await expect.poll(async () => (await one()).state).toBe('finished')
  expect(await versions()).toEqual(['2', '2', '2', '2', '2'])
})

test('a promoted version is the version of the script, and the hot update ends', async () => {
  await add()
  expect((await site.admin.ask(hotScripts.promote, { body: { id: 1 } })).msg).toMatch(
    /^The hot update is not/,
  )
  await publish()
  const saved = { id: 1, scriptName: 'shop.js', platformId: 1, version: '1', note: 'checked' }
  expect(await site.admin.call(scripts.edit, { body: saved })).toEqual({
    hot: { hotName: 'Shop', version: '2', percent: 1 },
    findings: [],
  })
  await expect.poll(async () => (await site.admin.ask(hotScripts.promote, { body: { id: 1 } })).code).toBe(0)
  expect(await site.admin.call(scripts.one, { query: { id: 1 } })).toMatchObject({ version: '2', hot: null })
  expect(await versions()).toEqual(['', '', '', '', ''])
  expect(await one()).toMatchObject({ state: 'promoted' })
  expect((await roll({ order: 'withdraw' })).msg).toMatch(/^This is the current version of the script/)
  await expect
    .poll(async () => (await site.admin.ask(hotScripts.publish, { body: { id: 1 } })).msg)
    .toBe('This hot update is already published')
})

test('a phone that cannot get a version keeps the one it has, and says why', async () => {
  await add()
  await publish()
  await rolled({ order: 'goOn', percent: 100 })
  await taken(tokens[0] ?? '', '2')
  await edit({ version: '3', content: 'three' })
  await publish()
  await rolled({ order: 'goOn', percent: 100 })
  await rapi('hotState', tokens[0] ?? '', { hotId: 1, version: '3', state: 'failed', msg: 'disk full' })
  const query = { id: 1, state: 'failed' as const }
  expect((await site.admin.call(hotScripts.devices, { query })).list).toMatchObject([
    { deviceNo: 'p1', version: '2', wanted: '3', msg: 'disk full' },
  ])
})

test('versions that were published stay with their script, drafts are deleted with their files', async () => {
  const names = async () => {
    const { rows } = await site.deps.db.execute<{ name: string }>(
      sql`select original_name as name from stored_files order by id`,
    )
    return rows.map(({ name }) => name)
  }
  await add()
  await edit({ version: '3', content: 'three' })
  const kept = await names()
  await publish()
  await edit({ version: '4', content: 'four' })
  expect(await names()).toHaveLength(kept.length + 1)
  await site.admin.call(hotScripts.remove, { query: { ids: '1' } })
  expect(await names()).toEqual(kept)
  const listed = await site.admin.call(scripts.versions, { query: { id: 1 } })
  expect(listed.map(({ version, isHot, isCurrent }) => [version, isHot, isCurrent])).toEqual([
    ['3', true, false],
    ['1', false, true],
  ])
})

test('names, files and groups are validated, and a script has one hot script', async () => {
  expect((await add({ hotName: ' ' })).msg).toBe('Name cannot be empty')
  expect((await add({ content: undefined })).msg).toMatch(/^Download address cannot be empty/)
  expect((await add({ scriptId: 99 })).code).toBe(404)
  expect((await add({ groupIds: [99] })).code).toBe(404)
  await add()
  expect((await add({ hotName: 'Again' })).msg).toMatch(/already/)
  expect((await edit({ content: 'other' })).msg).toMatch(/^Version 2 already exists/)
  expect((await edit({ version: '1', content: 'other' })).msg).toMatch(/^Version 1 already exists/)
  expect((await roll({ order: 'hold' })).msg).toBe(
    'The hot update is not published. Start its rollout first.',
  )
  expect((await site.admin.ask(scripts.remove, { query: { ids: '1' } })).msg).toMatch(/use this script/)
})
