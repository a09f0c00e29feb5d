import { DeviceId } from '@fleetdeck/contract/ids'
import { tasks } from '@fleetdeck/contract/tasks'
import type { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { CuttableBus } from '../../../realtime/testing/cuttable-bus.ts'
import { listOpenRuns, lockDevices, wakeDevices, wakeForgotten, writePlan } from './dispatch.queries.ts'

const phoneCount = 20

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

async function runNext(phone: TestSocket): Promise<void> {
  const { runId: runKey } = await phone.next('task')
  say(phone, runKey, 'acknowledged')
  say(phone, runKey, 'succeeded')
}

test('many phones that disconnect together and reconnect, to any server, get the runs that came due', async () => {
  const other = await site.another()
  const tokens: string[] = []
  for (let n = 1; n <= phoneCount; n += 1) tokens.push(await fixture.addPhone(n))
  const connectAll = () => Promise.all(tokens.map((token, n) => fixture.connect(token, n % 2 ? other : site)))
  let phones = await connectAll()
  const first = await fixture.task({ devices: [], groupIds: [1] })
  await Promise.all(phones.map(runNext))
  for (const phone of phones) phone.socket.terminate()
  const id = await fixture.task({ taskName: 'Meanwhile', devices: [], groupIds: [1] })
  phones = await connectAll()
  await Promise.all(phones.map(runNext))
  await expect
    .poll(async () => (await site.admin.call(tasks.one, { query: { id } })).counts)
    .toEqual({ succeeded: phoneCount })
  expect((await site.admin.call(tasks.one, { query: { id: first } })).counts).toEqual({
    succeeded: phoneCount,
  })
  await other.close()
})

test('an order that was lost between servers is sent again as soon as they reach each other', async () => {
  const ways: CuttableBus[] = []
  const other = await site.another((bus) => {
    const way = new CuttableBus(bus)
    ways.push(way)
    return way
  })
  onTestFinished(other.close)
  const phone = await fixture.connect(await fixture.addPhone(1), other)
  await fixture.task()
  const { runId } = await phone.next('task')
  // As if the order had not arrived: it would be sent again later.
  await site.deps.db.execute(sql`update task_runs set wake_at = now() + interval '1 hour'`)
  for (const way of ways) way.cut()
  for (const way of ways) way.join()
  expect((await phone.next('task')).runId).toBe(runId)
})

test('a run does not wait forever when its phone connects while the run is set to wait for it', async () => {
  await fixture.addPhone(1)
  await fixture.task()
  await expect.poll(fixture.reasons).toEqual(['offline'])
  const { db } = site.deps
  await db.transaction(async (tx) => {
    await lockDevices(tx, [DeviceId.parse(1)])
    const [run] = await listOpenRuns(tx, [DeviceId.parse(1)])
    await wakeDevices(tx, [DeviceId.parse(1)])
    const waits = run ? [{ id: run.id, wakeAt: null, before: run.wakeAt, reason: null }] : []
    await writePlan(tx, { sent: [], ended: [], waits })
  })
  expect((await listOpenRuns(db, [DeviceId.parse(1)]))[0]?.wakeAt).toBeInstanceOf(Date)
})

test('a forgotten run whose phone is online is found again', async () => {
  const phone = await fixture.phone(1)
  const { db } = site.deps
  const id = await fixture.task({}, { isStarted: false })
  await site.flush()
  await db.execute(sql`
    insert into task_runs (run_key, task_id, device_id, device_no, due_at, not_before)
    values ('forgotten', ${id}, 1, 'A1', now(), now())`)
  expect(await wakeForgotten(db)).toBe(0)
  // The engine sees it afterwards: otherwise it might find the run first.
  await db.transaction(async (tx) => {
    await tx.execute(sql`update tasks set status = 0 where id = ${id}`)
    expect(await wakeForgotten(tx)).toBe(1)
  })
  expect((await phone.next('task')).runId).toBe('forgotten')
})

test('a message cut inside a character does not block the reports of other phones', async () => {
  const phone = await fixture.phone(1)
  await fixture.task()
  const { runId: runKey } = await phone.next('task')
  say(phone, runKey, 'succeeded', { msg: 'done 😀'.slice(0, -1) })
  await expect.poll(fixture.states).toEqual(['succeeded'])
  expect((await fixture.runs())[0]?.msg).toBe('done �')
})
