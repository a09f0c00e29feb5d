import { DataScope } from '@fleetdeck/contract/enums'
import { UserId } from '@fleetdeck/contract/ids'
import { openTasks } from '@fleetdeck/contract/open-tasks'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { tasks } from '@fleetdeck/contract/tasks'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
let fixture: TaskFixture
let dataSecret: string
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  await fixture.addPhone(1)
  await fixture.addPhone(2)
  const [admin] = await site.deps.db
    .select()
    .from(users)
    .where(eq(users.id, UserId.parse(1)))
  dataSecret = site.deps.seal.open(admin?.conSecret ?? '', 'users.con_secret')
})
afterAll(() => site.stop())

const change = (body: object) =>
  site.nobody.ask(openTasks.changeTask, { body: { dataSecret, taskId: 1, ...body } })
const list = () => site.nobody.call(openTasks.getTask, { body: { dataSecret } })
const asked = { key: 'city', label: 'City', type: 2, options: ['Rome', 'Oslo'], value: 'Rome' }
const stopped = { isStarted: false }

test('a program with a user’s enrolment key gets the user’s tasks in the original’s format', async () => {
  await fixture.task({ params: [asked], sort: 3 }, stopped)
  const [task] = await list()
  expect(task).toMatchObject({
    ...{ taskId: 1, taskName: 'Greeting', scriptName: 'Greet', scriptVersion: '1.0', sort: 3 },
    ...{ execType: 1, scheduleType: 0, execStatus: 1, tenantId: 1, deviceNos: ['A1'] },
    valueConfig: [{ id: 1, key: 'city', type: 2, value: 'Rome', options: ['Rome', 'Oslo'] }],
    valueJson: { city: 'Rome' },
  })
  expect(task?.scriptMd5).toMatch(/^[0-9a-f]{32}$/)
})

test('it changes devices and parameters and starts and stops; the operation log records it without the key', async () => {
  await fixture.task({ params: [asked] }, stopped)
  const addParamEx = [{ key: 'greeting', type: '', value: 'hello' }]
  const body = { addDevices: 'A2', removeDevices: 'A1', addParamEx, removeParam: ['city'], status: '0' }
  expect(await change({ ...body, taskId: '1', someNewField: 1 })).toMatchObject({ code: 0 })
  expect((await list())[0]).toMatchObject({
    ...{ deviceNos: ['A2'], execStatus: 0, valueJson: { greeting: 'hello' } },
  })
  await expect.poll(() => fixture.states()).toEqual(['queued'])
  await change({ status: 2 })
  expect((await list())[0]).toMatchObject({ execStatus: 2 })
  await site.flush()
  const { list: log } = await site.admin.call(operationLogs.list)
  const entry = firstRow(log.filter(({ operUrl }) => operUrl === openTasks.changeTask.path))
  expect(entry).toMatchObject({ operName: 'admin' })
  const detail = await site.admin.call(operationLogs.detail, { query: { id: entry.id } })
  expect(detail.info.operParam).not.toContain(dataSecret)
})

test('an invalid change is refused as a whole', async () => {
  await fixture.task({ params: [asked] }, stopped)
  // Each answer has a new link to the script.
  const listed = async () => (await list()).map((task) => ({ ...task, scriptUrl: '' }))
  const before = await listed()
  expect((await change({ addDevices: 'A2,B9' })).msg).toBe(
    'Device “B9” does not exist. Check the device number.',
  )
  expect((await change({ removeDevices: 'A1', status: 0 })).msg).toBe('Select devices or device groups')
  expect((await change({ addDevices: 'A2', removeParam: ['nothing'] })).code).toBe(-1)
  const wrong = { ...asked, value: 'Paris' }
  expect((await change({ addDevices: 'A2', addParamEx: [wrong] })).code).toBe(-1)
  const twice = { key: 'a', type: 1, value: '' }
  expect((await change({ addDevices: 'A2', addParamEx: [twice, twice] })).code).toBe(-1)
  expect((await change({ addDevices: 'A2', status: 3 })).code).toBe(-1)
  expect((await change({ taskId: 99 })).code).toBe(404)
  expect(await listed()).toEqual(before)
})

test('the key gives access to its user’s own tasks, with the user’s rights, while the user may sign in', async () => {
  const mine = await fixture.task({}, stopped)
  const role = { permissions: [tasks.list.permission], dataScope: DataScope.all }
  const lin = await addHolder(site, { userName: 'lin', conSecret: 'lin-communication-key' }, role)
  const asLin = { dataSecret: 'lin-communication-key' }
  // The user's role shows all tasks in the console; a key stored on phones does not.
  expect(await site.nobody.call(openTasks.getTask, { body: asLin })).toEqual([])
  expect((await change({ ...asLin, taskId: mine, status: 0 })).code).toBe(403)
  await site.deps.db.update(users).set({ status: 1 }).where(eq(users.id, lin.id))
  expect((await site.nobody.ask(openTasks.getTask, { body: asLin })).code).toBe(401)
  const full = { permissions: Object.values(tasks).map(({ permission }) => permission) }
  const wei = { userName: 'wei', conSecret: 'wei-communication-key' }
  await addHolder(site, wei, { permissions: [...new Set(full.permissions)], dataScope: DataScope.all })
  expect((await change({ dataSecret: wei.conSecret, taskId: mine, status: 0 })).code).toBe(404)
  expect((await site.admin.call(tasks.one, { query: { id: mine } })).status).toBe(1)
})

// Last: the address stays slowed for the rest of this file.
test('guessing the key a thousand times gets twenty answers, and the right key still works', async () => {
  await fixture.task({}, stopped)
  expect((await site.nobody.ask(openTasks.getTask, { body: {} })).code).toBe(-1)
  const guess = (n: number) => site.nobody.ask(openTasks.getTask, { body: { dataSecret: `guess${n}` } })
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => guess(n)))
  const wrong = answers.filter(({ msg }) => msg === 'The enrolment key is incorrect. Check dataSecret.')
  expect(wrong.length).toBeLessThanOrEqual(20)
  expect(answers.filter(({ msg }) => msg?.startsWith('Too many')).length).toBe(1000 - wrong.length)
  expect((await site.nobody.ask(openTasks.getTask, { body: { dataSecret } })).code).toBe(0)
})
