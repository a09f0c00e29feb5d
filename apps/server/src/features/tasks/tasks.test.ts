import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { downloadedRows } from '../../testing/downloads.ts'
import { twoTenants } from '../../testing/rights/two-tenants.ts'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  await fixture.addPhone(1)
})
afterAll(() => site.stop())

const add = (change: object = {}) => site.admin.ask(tasks.add, { body: { ...fixture.draft(), ...change } })
const one = (id: number) => site.admin.call(tasks.one, { query: { id } })
const stopped = { isStarted: false }

describe('a task', () => {
  test('has a name, a script, an execution type and devices, and waits until it is started', async () => {
    const id = await fixture.task({ taskName: ' Greeting ', groupIds: [1], sort: 3 }, stopped)
    expect(await one(id)).toMatchObject({
      ...{ taskName: 'Greeting', scriptName: 'Greet', scriptVersion: '1.0', status: 1, nextRunAt: null },
      ...{ devices: ['A1'], groups: [{ id: 1, groupName: 'Lab' }], sort: 3, userName: 'admin' },
    })
    expect(await fixture.runs()).toEqual([])
  })

  test('without one of them is refused with a message', async () => {
    expect((await add({ taskName: ' ' })).msg).toBe('Task name cannot be empty')
    expect((await add({ scriptId: 0 })).msg).toBe('Select a script')
    expect((await add({ execType: undefined })).msg).toBe('Select an execution type')
    expect((await add({ devices: [] })).msg).toBe('Select devices or device groups')
    expect((await add({ devices: ['B7'] })).msg).toBe('Device “B7” does not exist. Check the device number.')
    expect((await add({ groupIds: [99] })).msg).toMatch(/group no longer exists/)
    expect((await add({ scriptId: 99 })).msg).toMatch(/script is not available/)
    expect((await site.admin.call(tasks.list)).total).toBe(0)
  })

  test('must end after it begins, and its cron expression must be due at some time', async () => {
    const times = { startTime: '2030-01-02T00:00:00Z', endTime: '2030-01-01T00:00:00Z' }
    expect((await add({ scheduleType: 1, ...times })).msg).toBe('End time must be later than start time')
    expect((await add({ scheduleType: 1 })).msg).toBe('Select a start time')
    expect((await add({ scheduleType: 3, dayTime: '25:00:00' })).msg).toMatch(/e\.g\. 08:30:00/)
    expect((await add({ scheduleType: 3 })).msg).toBe('Select a time of day')
    expect((await add({ scheduleType: 2, cronText: '0 0 0 31 2 ?' })).msg).toMatch(/no further run times/)
    expect((await add({ scheduleType: 2, cronText: '0 0' })).msg).toMatch(/6 or 7 fields/)
  })

  test('that is started cannot be deleted, and one whose end has passed cannot be started', async () => {
    const id = await fixture.task({ scheduleType: 3, dayTime: '03:00:00' })
    expect((await site.admin.ask(tasks.remove, { query: { ids: id } })).msg).toMatch(/Stop them first/)
    await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 1 } })
    await site.admin.call(tasks.remove, { query: { ids: String(id) } })
    const past = await fixture.task({ taskName: 'Past', endTime: '2020-01-01T00:00:00Z' }, stopped)
    const answer = await site.admin.ask(tasks.updateTaskStatus, { body: { id: past, status: 0 } })
    expect(answer.msg).toBe('The end time of the task has passed. Change it first.')
    const schedule = { scheduleType: 2, cronText: '0 0 0 1 1 ? 2099', endTime: '2098-01-01T00:00:00Z' }
    const never = await fixture.task({ taskName: 'Never', ...schedule }, stopped)
    expect((await site.admin.ask(tasks.updateTaskStatus, { body: { id: never, status: 0 } })).msg).toBe(
      'The schedule has no run time before the task ends. Change the schedule first.',
    )
    const unstarted = await site.admin.ask(tasks.again, { body: { id: past } })
    expect(unstarted.msg).toMatch(/Start it first/)
  })

  test('is filtered, sorted, edited, copied and exported', async () => {
    const id = await fixture.task({ scheduleType: 2, cronText: '0 0 8 * * ?' })
    await fixture.task({ taskName: 'Other', devices: [], groupIds: [1] }, stopped)
    const names = async (query: object) =>
      (await site.admin.call(tasks.list, { query })).list.map(({ taskName }) => taskName)
    expect(await names({ status: '0' })).toEqual(['Greeting'])
    expect(await names({ scheduleType: '0' })).toEqual(['Other'])
    expect(await names({ deviceNo: 'a1', orderByColumn: 'taskName', isAsc: 'asc' })).toEqual([
      'Greeting',
      'Other',
    ])
    expect(await names({ taskName: 'greet' })).toEqual(['Greeting'])
    const next = (await one(id)).nextRunAt
    expect(next).not.toBeNull()
    await site.admin.call(tasks.edit, {
      body: { ...fixture.draft(), id, scheduleType: 2, cronText: '0 0 9 * * ?' } as never,
    })
    expect(Date.parse((await one(id)).nextRunAt ?? '')).not.toBe(Date.parse(next ?? ''))
    const copy = await site.admin.call(tasks.copyTaskInfo, { query: { id } })
    expect(await one(copy.id)).toMatchObject({
      taskName: 'Greeting (copy)',
      status: 1,
      devices: ['A1'],
      sourceTaskId: id,
    })
    const info = await site.admin.call(tasks.getCopyInfo, { query: { id } })
    expect(info).toMatchObject({ cronText: '0 0 9 * * ?', scriptId: fixture.scriptId })
    const { fileName } = await site.admin.call(tasks.export)
    expect(JSON.stringify(await downloadedRows(site, site.admin, fileName))).toContain('0 0 9 * * ?')
  })
})

describe('a cron expression', () => {
  const ask = (cronText: string, client = site.admin) =>
    client.ask(tasks.testCronText, { body: { cronText } })

  test('shows its next ten times in the site’s time zone', async () => {
    const { data } = await ask('0 0 8 * * ?')
    const times = data as string[]
    expect(times).toHaveLength(10)
    // Eight o'clock in Shanghai.
    for (const time of times) expect(time.slice(11)).toBe('00:00:00.000Z')
  })

  test('that is invalid is refused with its error, in the caller’s language', async () => {
    expect((await ask('* * *')).msg).toBe('A cron expression needs 6 or 7 fields, but this one has 3')
    expect((await ask('x * * * * ?')).msg).toMatch(/^Second: “X” is not allowed/)
    expect((await ask('61 * * * * ?')).msg).toMatch(/^Second: “61” is out of range/)
    expect((await ask('9-3 * * * * ?')).msg).toMatch(/^Second: the start of “9-3” is greater/)
    expect((await ask('0 0 0 31 2 ?')).msg).toMatch(/no further run times/)
    expect((await ask('* * *', site.as(site.admin.token, 'zhcn'))).msg).toBe(
      'Cron 表达式应有 6 或 7 段，现在有 3 段',
    )
  })
})

describe('parameters', () => {
  const params = [
    { key: 'word', type: 1 as const, value: 'hello' },
    { key: 'size', type: 2 as const, options: ['s', 'm'], value: 's' },
    { key: 'days', type: 3 as const, options: ['mon', 'tue'], value: ['mon'] },
  ]

  test('are set for the task and for single phones, and cleared', async () => {
    const id = await fixture.task({ params }, stopped)
    await fixture.addPhone(2)
    const own = { id, devices: ['A1', 'A2'], values: { size: 'm', days: ['mon', 'tue'] } }
    await site.admin.call(tasks.addTaskParamForDevice, { body: own })
    const info = () => site.admin.call(tasks.getParamInfo, { query: { id } })
    expect((await info()).devices.map(({ deviceNo }) => deviceNo)).toEqual(['A1', 'A2'])
    const first = await site.admin.call(tasks.getParamInfoOneDevice, { query: { id, deviceNo: 'A1' } })
    expect(first.values).toEqual({ size: 'm', days: ['mon', 'tue'] })
    await site.admin.call(tasks.clearTaskParamForDevice, { body: { id, devices: ['A1'] } })
    expect((await info()).devices.map(({ deviceNo }) => deviceNo)).toEqual(['A2'])
    await site.admin.call(tasks.clearTaskParamForDevice, { body: { id } })
    expect((await info()).devices).toEqual([])
    await site.admin.call(tasks.addTaskParam, { body: { id, params: params.slice(0, 1) } })
    expect((await info()).params).toMatchObject([{ key: 'word' }])
  })

  test('of single phones are exported as a file and imported unchanged, all of them or none', async () => {
    const id = await fixture.task({ params }, stopped)
    await fixture.addPhone(2)
    const take = (devices: object[]) =>
      site.admin.ask(tasks.importDeviceParams, { body: { id, devices } as never })
    const devices = [
      { deviceNo: 'A1', values: { size: 'm' } },
      { deviceNo: 'A2', values: { word: 'good night', days: ['tue'] } },
    ]
    expect(await take(devices)).toMatchObject({ code: 0, data: { count: 2 } })
    const info = () => site.admin.call(tasks.getParamInfo, { query: { id } })
    expect((await info()).devices).toEqual(devices)
    const [first] = devices
    expect((await take([first ?? {}, { deviceNo: 'B7', values: {} }])).msg).toBe(
      'Device “B7” does not exist. Check the device number.',
    )
    expect((await take([{ deviceNo: 'A1', values: { size: 'xl' } }])).msg).toMatch(/not one of the options/)
    expect((await take([first ?? {}, { deviceNo: 'A1', values: {} }])).msg).toMatch(/twice/)
    expect((await take([])).msg).toMatch(/no device parameters/)
    expect((await info()).devices).toEqual(devices)
  })

  test('that are not among the options are refused', async () => {
    const id = await fixture.task({ params }, stopped)
    const own = (values: object, devices = 'A1') =>
      site.admin.ask(tasks.addTaskParamForDevice, { body: { id, devices: [devices], values } })
    expect((await own({ size: 'xl' })).msg).toMatch(/not one of the options/)
    expect((await own({ days: ['sun'] })).msg).toMatch(/not one of the options/)
    expect((await own({ colour: 'red' })).msg).toMatch(/no parameter “colour”/)
    expect((await own({ word: 'x' }, 'B7')).msg).toBe('Device “B7” does not exist. Check the device number.')
    const wrong = (change: object) =>
      site.admin.ask(tasks.addTaskParam, { body: { id, params: [{ key: 'k', type: 2, ...change }] } })
    expect((await wrong({})).msg).toMatch(/at least one option/)
    expect((await wrong({ options: ['a'], value: 'b' })).msg).toMatch(/not one of the options/)
    const twice = {
      id,
      params: [
        { key: 'k', type: 1 },
        { key: 'k', type: 1 },
      ],
    }
    expect((await site.admin.ask(tasks.addTaskParam, { body: twice })).msg).toMatch(/must be unique/)
  })
})

describe('records', () => {
  test('are deleted by device, by group and all; a started task runs there again', async () => {
    await fixture.addPhone(2)
    const id = await fixture.task({ devices: ['A1', 'A2'] })
    await expect.poll(fixture.reasons).toEqual(['offline', 'offline'])
    await site.deps.db.execute(sql`update task_runs set state = 'failed', ended_at = now()`)
    expect(await site.admin.call(tasks.summary)).toEqual({ running: 0, failedToday: 2 })
    const clean = { taskId: id, devices: 'A1' }
    expect(await site.admin.call(tasks.cleanSendLog, { query: clean })).toEqual({ count: 1 })
    await expect.poll(() => fixture.states({ deviceNo: 'A1' })).toEqual(['queued'])
    expect(await fixture.states({ deviceNo: 'A2' })).toEqual(['failed'])
    await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 1 } })
    const group = { taskId: id, type: 'group' as const, groupIds: '1' }
    expect(await site.admin.call(tasks.cleanSendLogByGroup, { query: group })).toEqual({ count: 2 })
    const all = { taskId: id, type: 'all' as const }
    expect(await site.admin.call(tasks.cleanSendAllLog, { query: all })).toEqual({ count: 0 })
    expect(await fixture.runs()).toEqual([])
    await site.admin.call(tasks.updateTaskStatusClear, { body: { id } })
    await expect.poll(fixture.reasons).toEqual(['offline', 'offline'])
    await site.admin.call(tasks.removeAllTaskRelelate, { body: { id } })
    expect(await fixture.runs()).toEqual([])
    expect((await one(id)).status).toBe(2)
  })

  test('of ended runs are deleted and exported, those of other users stay', async () => {
    await fixture.task()
    await expect.poll(fixture.reasons).toEqual(['offline'])
    const remove = () => site.admin.call(taskRuns.remove, { query: { ids: '1' } })
    expect(await remove()).toEqual({ count: 0 })
    await site.deps.db.execute(sql`update task_runs set state = 'failed', msg = 'no button'`)
    const { fileName } = await site.admin.call(taskRuns.export)
    expect(JSON.stringify(await downloadedRows(site, site.admin, fileName))).toContain('no button')
    expect(await remove()).toEqual({ count: 1 })
  })
})

test('a task is shared: the other user creates their own from it, with its script and on their devices', async () => {
  const { mine, client } = await twoTenants(site)
  const id = await fixture.task({ shareUserIds: [mine.ownerId] }, stopped)
  expect(await client.call(tasks.listShareTask)).toMatchObject([
    { id, taskName: 'Greeting', userName: 'admin' },
  ])
  expect((await client.ask(tasks.one, { query: { id } })).code).toBe(404)
  const info = await client.call(tasks.getCopyInfo, { query: { id } })
  expect(info).toMatchObject({ devices: [], sourceTaskId: id })
  const body = { ...info, taskName: 'Mine', devices: [mine.deviceNo] }
  const { id: own } = await client.call(tasks.add, { body })
  expect(await client.call(tasks.one, { query: { id: own } })).toMatchObject({
    sourceTaskId: id,
    scriptName: 'Greet',
  })
  await site.admin.call(tasks.shareTo, { body: { ids: [id], userIds: [] } })
  expect(await client.call(tasks.listShareTask)).toEqual([])
  expect((await client.ask(tasks.add, { body: { ...body, taskName: 'Late' } })).msg).toMatch(
    /not available to you/,
  )
  expect((await site.admin.ask(tasks.shareTo, { body: { ids: [], userIds: [] } })).msg).toBe('Select a task')
})

test('a form gets its options: devices, groups, platforms, scripts', async () => {
  const call = site.admin.call
  expect((await call(tasks.deviceList)).list).toMatchObject([
    { deviceNo: 'A1', groupName: 'Lab', online: false },
  ])
  expect(await call(tasks.deviceListByGroup, { query: { groupids: '1' } })).toMatchObject([
    { deviceNo: 'A1' },
  ])
  const lab = { id: 1, groupName: 'Lab', deviceCount: 1 }
  expect(await call(tasks.deviceGroupList)).toEqual({ list: [lab], total: 1 })
  await fixture.addPhone(2)
  expect((await call(tasks.deviceGroupList)).list).toMatchObject([{ deviceCount: 2 }])
  expect(await call(tasks.platformList)).toHaveLength(1)
  expect(await call(tasks.listScript)).toMatchObject([{ scriptName: 'Greet', version: '1.0' }])
  expect(await call(tasks.scriptParams, { query: { scriptId: fixture.scriptId } })).toEqual([])
  expect(await call(tasks.updateTaskCache)).toEqual({ count: 0 })
})
