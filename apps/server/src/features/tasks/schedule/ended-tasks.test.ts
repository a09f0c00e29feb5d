import { dataGroups } from '@fleetdeck/contract/data-groups'
import { deviceBatches } from '@fleetdeck/contract/device-batches'
import { devices } from '@fleetdeck/contract/devices'
import { confirmRequiredCode } from '@fleetdeck/contract/endpoint'
import { UserId } from '@fleetdeck/contract/ids'
import { openTasks } from '@fleetdeck/contract/open-tasks'
import { tasks } from '@fleetdeck/contract/tasks'
import type { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '../../../platform/db/schema/users.ts'
import { say, TaskFixture } from '../../../testing/task-fixture.ts'

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
      msg: '1 device has own values for size. These values are deleted.',
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
