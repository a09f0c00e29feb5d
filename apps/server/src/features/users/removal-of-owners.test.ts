import { UserId } from '@fleetdeck/contract/ids'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { userRemoval } from '@fleetdeck/contract/user-removal'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { addUser, startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const admin = UserId.parse(1)

/** A connected phone of wang, with a started task that it runs. */
async function settle() {
  const wang = await addUser(site, { userName: 'wang', parentId: admin })
  const phone = await fixture.phone(1)
  const id = await fixture.task()
  const { runId } = await phone.next('task')
  say(phone, runId, 'acknowledged')
  say(phone, runId, 'running')
  await expect.poll(() => fixture.states()).toEqual(['running'])
  // Only now: a run is not sent while its task and its phone have different owners.
  for (const table of ['devices', 'device_groups', 'platforms', 'scripts', 'tasks', 'task_devices'])
    await site.deps.db.execute(sql`update ${sql.identifier(table)} set tenant_id = ${wang.id}`)
  return { wang, phone, id, runId }
}
const remove = (body: object) => site.admin.call(userRemoval.remove, { body: body as never })

test('a phone that is handed over stays connected, and its task goes on and starts again', async () => {
  const { wang, phone, id, runId } = await settle()
  await remove({ ids: [wang.id], handOverTo: admin })
  say(phone, runId, 'succeeded')
  await expect.poll(() => fixture.states()).toEqual(['succeeded'])
  await site.admin.call(tasks.again, { body: { id, devices: ['A1'] } })
  expect((await phone.next('task')).runId).not.toBe(runId)
  expect(await site.admin.call(tasks.one, { query: { id } })).toMatchObject({ userName: 'admin', status: 0 })
})

test('a phone whose owner is deleted with everything is asked to stop, and stays enrolled', async () => {
  const { wang, phone, runId } = await settle()
  await remove({ ids: [wang.id], everything: true, count: 1 })
  expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId })
  expect(await phone.next('assigned')).toMatchObject({ deviceNo: '' })
  expect((await site.admin.call(taskRuns.list)).total).toBe(0)
  expect(await site.deps.hub.connectedPhones([1 as never])).toEqual(new Set([1]))
})
