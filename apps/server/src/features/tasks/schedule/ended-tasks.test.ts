import { dataGroups } from '@fleetdeck/contract/data-groups'
import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { confirmRequiredCode } from '@fleetdeck/contract/endpoint'
import { type TaskId, UserId } from '@fleetdeck/contract/ids'
import { openTasks } from '@fleetdeck/contract/open-tasks'
import { scripts } from '@fleetdeck/contract/scripts'
import { tasks } from '@fleetdeck/contract/tasks'
import type { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '../../../platform/db/schema/users.ts'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

async function runningOn(phone: TestSocket) {
  const { runId } = await phone.next('task')
  say(phone, runId, 'running')
  await expect.poll(fixture.states).toEqual(['running'])
  return runId
}

test('a start time in the past is asked about, when the task is saved and when it is started', async () => {
  await fixture.addPhone(1)
  const past = { scheduleType: 1, startTime: '2020-01-01T00:00:00Z' }
  const draft = fixture.draft(past) as never as object
  const question = {
    code: confirmRequiredCode,
    msg: 'The start time has passed. A started task runs immediately.',
  }
  expect(await site.admin.ask(tasks.add, { body: draft })).toMatchObject(question)
  const { id } = await site.admin.call(tasks.add, { body: { ...draft, confirmed: true } as never })
  const start = { id, status: 0 as const }
  for (const call of [tasks.updateTaskStatus, tasks.updateTaskStatusClear])
    expect(await site.admin.ask(call, { body: start })).toMatchObject(question)
  // Not again when something else is changed.
  await site.admin.call(tasks.edit, { body: { ...draft, id, taskName: 'Other' } as never })
  const other = { ...draft, id, startTime: '2021-01-01T00:00:00Z' }
  expect(await site.admin.ask(tasks.edit, { body: other })).toMatchObject(question)
  await site.admin.call(tasks.updateTaskStatus, { body: { ...start, confirmed: true } })
  await expect.poll(fixture.states).toEqual(['queued'])
})

test('at the end time of a task, what still runs is stopped if the task says so, and the run says why', async () => {
  const [phone, second] = [await fixture.phone(1), await fixture.phone(2)]
  const endTime = new Date(Date.now() + 3000).toISOString()
  await fixture.task({ taskName: 'Goes on', devices: ['A2'], endTime })
  const id = await fixture.task({ endTime, stopAtEnd: 1 })
  const { runId } = await phone.next('task')
  say(phone, runId, 'running')
  const other = await second.next('task')
  say(second, other.runId, 'running')
  expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId })
  expect(Date.now() - Date.parse(endTime)).toBeLessThan(2000)
  say(phone, runId, 'stopped')
  await expect.poll(() => fixture.states({ taskId: id })).toEqual(['stopped'])
  expect(await fixture.reasons({ taskId: id })).toEqual(['taskEnded'])
  expect(await fixture.states({ taskName: 'Goes on' })).toEqual(['running'])
})

describe('what runs on a phone is stopped, after a question,', () => {
  const question = {
    code: confirmRequiredCode,
    msg: '1 script is running: A1 Greeting. Continuing stops it.',
  }
  const expectStop = async (phone: TestSocket, runId: unknown) => {
    expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId })
    say(phone, runId, 'stopped')
  }

  test('when the phone is unassigned', async () => {
    const phone = await fixture.phone(1)
    await fixture.task()
    const runId = await runningOn(phone)
    expect(await site.admin.ask(devices.deleteAss, { query: { ids: [1] } as never })).toMatchObject(question)
    await site.admin.call(devices.deleteAss, { query: { ids: [1], confirmed: '1' } as never })
    await expectStop(phone, runId)
    await expect.poll(fixture.states).toEqual(['stopped'])
    expect(await fixture.reasons()).toEqual(['notTarget'])
  })

  test('when the device is deleted, or gets another owner', async () => {
    const phone = await fixture.phone(1)
    await fixture.task()
    const runId = await runningOn(phone)
    const batch = { action: { action: 'owner' as const, tenantId: 1 }, selection: { ids: [1] } }
    expect(await site.admin.ask(deviceBatches.start, { body: batch as never })).toMatchObject(question)
    expect(await site.admin.ask(devices.remove, { query: { ids: [1] } as never })).toMatchObject(question)
    await site.admin.call(devices.remove, { query: { ids: [1], confirmed: '1' } as never })
    expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId })
  })

  test('when the device is removed from the task', async () => {
    const phone = await fixture.phone(1)
    await fixture.addPhone(2)
    const id = await fixture.task()
    const runId = await runningOn(phone)
    const body = { ...fixture.draft({ devices: ['A2'] }), id } as never as object
    expect(await site.admin.ask(tasks.edit, { body })).toMatchObject(question)
    expect((await site.admin.call(tasks.one, { query: { id } })).devices).toEqual(['A1'])
    await site.admin.call(tasks.edit, { body: { ...body, confirmed: true } as never })
    await expectStop(phone, runId)
    await expect.poll(() => fixture.states({ deviceNo: 'A1' })).toEqual(['stopped'])
  })
})

describe('what a device only has by its former group', () => {
  const msg = '1 script runs only because of the former group: A1 Greeting. Stop it, or let it run.'
  const edit = { deviceNo: 'A1', id: 1, groupId: 2 } as never as object
  const moves: [string, (answer: object) => Promise<{ code: number; msg: string }>][] = [
    ['edited', (answer) => site.admin.ask(devices.edit, { body: { ...edit, ...answer } as never })],
    [
      'moved in a list',
      (answer) =>
        site.admin.ask(deviceBatches.batchGroupDevice, {
          body: { ids: [1], groupId: 2, ...answer } as never,
        }),
    ],
    [
      'moved in a batch',
      ({ letRun, ...answer }: { letRun?: boolean }) => {
        const action = { action: 'group', groupId: 2, letRun }
        return site.admin.ask(deviceBatches.start, {
          body: { action, selection: { ids: [1] }, ...answer } as never,
        })
      },
    ],
  ]
  const start = async () => {
    await site.admin.call(deviceGroups.add, { body: { groupName: 'Shop' } })
    const phone = await fixture.phone(1)
    await fixture.task({ devices: [], groupIds: [1], execType: 2 })
    return { phone, runId: await runningOn(phone) }
  }

  test.each(moves)('is stopped when the device is %s, after a question', async (_, move) => {
    const { phone, runId } = await start()
    const answer = await move({})
    expect(answer).toMatchObject({ code: confirmRequiredCode, msg })
    expect((await site.admin.call(devices.one, { query: { id: 1 } as never })).groupId).toBe(1)
    expect(await move({ confirmed: true })).toMatchObject({ code: 0 })
    expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId })
    say(phone, runId, 'stopped')
    await expect.poll(fixture.states).toEqual(['stopped'])
    expect(await fixture.reasons()).toEqual(['notTarget'])
  })

  test.each(moves)('runs to its end on request when the device is %s', async (_, move) => {
    const { phone, runId } = await start()
    expect(await move({ letRun: true })).toMatchObject({ code: 0 })
    await expect
      .poll(async () => (await site.admin.call(devices.one, { query: { id: 1 } as never })).groupId)
      .toBe(2)
    expect(await fixture.runs()).toMatchObject([{ state: 'running' }])
    say(phone, runId, 'succeeded')
    // The loop ends with it.
    await expect.poll(fixture.states).toEqual(['succeeded', 'stopped'])
  })

  test('is not asked about when the task has the device otherwise, or nothing changes', async () => {
    await site.admin.call(deviceGroups.add, { body: { groupName: 'Shop' } })
    const phone = await fixture.phone(1)
    await fixture.task({ devices: ['A1'], groupIds: [1] })
    const runId = await runningOn(phone)
    await site.admin.call(devices.edit, { body: edit as never })
    say(phone, runId, 'succeeded')
    await fixture.task({ devices: [], groupIds: [1, 2] })
    const next = await phone.next('task')
    say(phone, next.runId, 'running')
    await site.admin.call(devices.edit, { body: { ...edit, groupId: 1 } as never })
    await site.admin.call(devices.edit, { body: { ...edit, groupId: 1, deviceNo: 'A9' } as never })
    await expect.poll(fixture.states).toEqual(['succeeded', 'running'])
  })
})

describe('values of devices for a parameter that is removed', () => {
  const params = [
    { key: 'word', type: 1 as const, value: 'hello' },
    { key: 'size', type: 1 as const, value: 's' },
  ]

  test('are deleted after a question that counts them', async () => {
    await fixture.addPhone(1)
    const id = await fixture.task({ params }, { isStarted: false })
    const own = { id, devices: ['A1'], values: { word: 'hi', size: 'm' } }
    await site.admin.call(tasks.addTaskParamForDevice, { body: own })
    const left = params.slice(0, 1)
    const question = {
      code: confirmRequiredCode,
      msg: '1 device has own values for size. They are deleted, or kept until a parameter with the same name and type is added again.',
    }
    expect(await site.admin.ask(tasks.addTaskParam, { body: { id, params: left } })).toMatchObject(question)
    const draft = { ...fixture.draft({ params: left }), id } as never as object
    expect(await site.admin.ask(tasks.edit, { body: draft })).toMatchObject(question)
    await site.admin.call(tasks.edit, { body: { ...draft, confirmed: true } as never })
    await site.admin.call(tasks.addTaskParam, { body: { id, params } })
    const { devices: rows } = await site.admin.call(tasks.getParamInfo, { query: { id } })
    expect(rows).toEqual([{ deviceNo: 'A1', values: { word: 'hi' } }])
    await site.admin.call(tasks.addTaskParam, { body: { id, params: [], confirmed: true } })
    expect((await site.admin.call(tasks.getParamInfo, { query: { id } })).devices).toEqual([])
  })

  const write = (id: TaskId, given: object[], more: object = {}) =>
    site.admin.call(tasks.addTaskParam, { body: { id, params: given, ...more } as never })
  const shownValues = async (id: TaskId) =>
    (await site.admin.call(tasks.getParamInfo, { query: { id } })).devices
  const withOwn = async () => {
    await fixture.addPhone(1)
    const id = await fixture.task({ params }, { isStarted: false })
    const own = { id, devices: ['A1'], values: { word: 'hi', size: 'm' } }
    await site.admin.call(tasks.addTaskParamForDevice, { body: own })
    return id
  }

  test('are kept on request without a question, shown nowhere, and return with the parameter', async () => {
    const id = await withOwn()
    const draft = { ...fixture.draft({ params: params.slice(1) }), id, keepValues: true } as never
    await site.admin.call(tasks.edit, { body: draft })
    expect(await shownValues(id)).toEqual([{ deviceNo: 'A1', values: { size: 'm' } }])
    await write(id, [], { keepValues: true })
    expect(await shownValues(id)).toEqual([])
    const one = { query: { id, deviceNo: 'A1' } }
    expect((await site.admin.call(tasks.getParamInfoOneDevice, one)).values).toEqual({})
    await write(id, [{ key: 'other', type: 1 }])
    await write(id, params)
    expect(await shownValues(id)).toEqual([{ deviceNo: 'A1', values: { word: 'hi', size: 'm' } }])
  })

  test('that were kept do not return for another type, or after all values were cleared', async () => {
    const id = await withOwn()
    await write(id, [], { keepValues: true })
    await write(id, [{ key: 'word', type: 2, options: ['hi'] }])
    await write(id, params, { confirmed: true })
    expect(await shownValues(id)).toEqual([{ deviceNo: 'A1', values: { size: 'm' } }])
    await write(id, [], { keepValues: true, confirmed: true })
    await site.admin.call(tasks.clearTaskParamForDevice, { body: { id } })
    await write(id, params, { keepValues: true })
    expect(await shownValues(id)).toEqual([])
  })

  test('are kept for the 50 parameters that were removed last', async () => {
    await fixture.addPhone(1)
    const many = Array.from({ length: 51 }, (_, n) => ({ key: `p${n}`, type: 1, value: '' }))
    const id = await fixture.task({ params: many }, { isStarted: false })
    const values = Object.fromEntries(many.map(({ key }) => [key, 'own']))
    await site.admin.call(tasks.addTaskParamForDevice, { body: { id, devices: ['A1'], values } })
    await write(id, [], { keepValues: true })
    await write(id, many)
    const { p0: _, ...newest } = values
    expect(await shownValues(id)).toEqual([{ deviceNo: 'A1', values: newest }])
  })

  test('stay when the script gets a version without the parameter: tasks have parameters of their own', async () => {
    const id = await withOwn()
    const script = { id: fixture.scriptId, scriptName: 'Greet', version: '2.0', platformId: 1, content: '2' }
    await site.admin.call(scripts.edit, { body: script as never })
    expect(await shownValues(id)).toEqual([{ deviceNo: 'A1', values: { word: 'hi', size: 'm' } }])
  })
})

test('a data group that parameters of tasks name is deleted only after a warning that counts them', async () => {
  await fixture.addPhone(1)
  const params = [{ key: 'group', type: 1 as const, value: 'Names' }]
  await fixture.task({ params }, { isStarted: false })
  await site.admin.call(dataGroups.add, { body: { groupName: 'Names' } })
  await site.admin.call(dataGroups.add, { body: { groupName: 'Free' } })
  const remove = (query: object) => site.admin.ask(dataGroups.remove, { query: query as never })
  expect(await remove({ ids: [1] })).toMatchObject({
    code: confirmRequiredCode,
    msg: 'In use: 1 task names the group in parameters. Scripts find no items after the deletion.',
  })
  expect(await remove({ ids: [2] })).toMatchObject({ code: 0 })
  expect(await remove({ ids: [1], confirmed: '1' })).toMatchObject({ code: 0 })
})

test('a program that removes a device from a task stops its script', async () => {
  const phone = await fixture.phone(1)
  await fixture.addPhone(2)
  const taskId = await fixture.task({ devices: ['A1', 'A2'] })
  const { runId } = await phone.next('task')
  say(phone, runId, 'running')
  await expect.poll(() => fixture.states({ deviceNo: 'A1' })).toEqual(['running'])
  const [admin] = await site.deps.db
    .select()
    .from(users)
    .where(eq(users.id, UserId.parse(1)))
  const dataSecret = site.deps.seal.open(admin?.conSecret ?? '', 'users.con_secret')
  await site.nobody.call(openTasks.changeTask, { body: { dataSecret, taskId, removeDevices: 'A1' } })
  expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId })
})
