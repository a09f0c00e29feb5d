import { tasks } from '@fleetdeck/contract/tasks'
import { HttpPhone } from '@fleetdeck/testing/phones/http-phone'
import type { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { CuttableBus } from '../../realtime/testing/cuttable-bus.ts'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const pause = (id: number, status: 0 | 1) =>
  site.admin.call(tasks.pauseOrContinueScriptTask, { body: { id: id as never, status } })
/** The same call is refused within a second. */
const pauseAgain = async (id: number) => {
  await expect
    .poll(
      async () =>
        (
          await site.admin.ask(tasks.pauseOrContinueScriptTask, {
            body: { id: id as never, status: 1 },
          })
        ).code,
      { timeout: 10_000 },
    )
    .toBe(0)
}
const states = async () => {
  await site.flush()
  return (await fixture.runs()).map(({ state, paused }) => `${state}${paused ? ' paused' : ''}`)
}
const order = (name: string, runId: unknown) => ({ action: 'taskControl', order: name, runId })

/** A phone that has followed the order to pause its task. */
async function pausedPhone({ n = 1, address = site.address } = {}) {
  const token = await fixture.addPhone(n)
  const phone = await fixture.connect(token, { address })
  const id = await fixture.task({ taskName: `Task ${n}`, devices: [`A${n}`] })
  const { runId } = await phone.next('task')
  say(phone, runId, 'running')
  await expect.poll(states).toContain('running')
  await pause(id, 1)
  await phone.next('taskControl')
  say(phone, runId, 'running', { paused: true })
  await expect.poll(states).toContain('running paused')
  return { token, phone, id, runId }
}

async function leave(phone: TestSocket) {
  phone.socket.terminate()
  await expect
    .poll(async () => {
      const { rows } = await site.deps.db.execute('select from device_runtime where online')
      return rows.length
    })
    .toBe(0)
}

describe('a phone that was away when its task', () => {
  test('was continued continues when it is back, on any server', async () => {
    const other = await site.another()
    onTestFinished(other.close)
    const { token, phone, id, runId } = await pausedPhone()
    await leave(phone)
    expect(await pause(id, 0)).toEqual({ reached: 0 })
    const back = await fixture.connect(token, { address: other.address, held: [runId] })
    expect(await back.next('taskControl')).toEqual(order('continue', runId))
    say(back, runId, 'running')
    await expect.poll(states).toEqual(['running'])
  })

  test('was continued continues, too, if the order was on its way when the connection broke', async () => {
    const { token, phone, id, runId } = await pausedPhone()
    expect(await pause(id, 0)).toEqual({ reached: 1 })
    await leave(phone)
    for (const _ of ['once', 'and until it has followed']) {
      const back = await fixture.connect(token, { held: [runId] })
      expect(await back.next('taskControl')).toEqual(order('continue', runId))
      await leave(back)
    }
  })

  test('was paused pauses when it is back, on any server', async () => {
    const other = await site.another()
    onTestFinished(other.close)
    const token = await fixture.addPhone(1)
    const phone = await fixture.connect(token)
    const id = await fixture.task()
    const { runId } = await phone.next('task')
    say(phone, runId, 'running')
    await expect.poll(states).toEqual(['running'])
    await leave(phone)
    await pause(id, 1)
    const back = await fixture.connect(token, { address: other.address, held: [runId] })
    expect(await back.next('taskControl')).toEqual(order('pause', runId))
  })

  test('was paused gets a run that it had not received only when the task continues', async () => {
    const token = await fixture.addPhone(1)
    const phone = await fixture.connect(token)
    const id = await fixture.task()
    const { runId } = await phone.next('task')
    await leave(phone)
    await pause(id, 1)
    const back = await fixture.connect(token)
    const wakes = async () =>
      (await site.deps.db.execute(sql`select wake_at from task_runs`)).rows.map(({ wake_at }) => wake_at)
    // Both sides have agreed: the run is not sent again.
    await expect.poll(wakes).toEqual([null])
    await pause(id, 0)
    expect(await back.next('task')).toMatchObject({ runId })
    expect((await fixture.runs())[0]).toMatchObject({ state: 'sent' })
  })

  test('was stopped here and started again continues the run that it has', async () => {
    const { token, phone, id, runId } = await pausedPhone()
    await leave(phone)
    await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 1 } })
    await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 0, leaveOut: true } })
    const back = await fixture.connect(token, { held: [runId] })
    expect(await back.next('taskControl')).toEqual(order('continue', runId))
  })
})

test('a run that somebody paused at the phone stays paused when the phone is back', async () => {
  const first = await pausedPhone()
  const second = await pausedPhone({ n: 2 })
  await pause(first.id, 0)
  await first.phone.next('taskControl')
  say(first.phone, first.runId, 'running')
  await expect.poll(states).toEqual(['running', 'running paused'])
  say(first.phone, first.runId, 'running', { paused: true })
  await expect.poll(states).toEqual(['running paused', 'running paused'])
  first.phone.socket.terminate()
  await leave(second.phone)
  await pause(second.id, 0)
  const [one, two] = await Promise.all(
    [first, second].map(({ token, runId }) => fixture.connect(token, { held: [runId] })),
  )
  await two?.next('taskControl')
  await site.admin.call(tasks.stopScript, { body: { id: first.id, status: 2 } })
  expect(await one?.next('taskControl')).toEqual(order('stop', first.runId))
})

test('orders that were lost between servers are repeated as soon as they reach each other', async () => {
  const ways: CuttableBus[] = []
  const other = await site.another((bus) => {
    const way = new CuttableBus(bus)
    ways.push(way)
    return way
  })
  onTestFinished(other.close)
  const { phone, id, runId } = await pausedPhone({ address: other.address })
  for (const way of ways) way.cut()
  await pause(id, 0)
  for (const way of ways) way.join()
  expect(await phone.next('taskControl')).toEqual(order('continue', runId))
  say(phone, runId, 'running')
  await expect.poll(states).toEqual(['running'])
  for (const way of ways) way.cut()
  await pauseAgain(id)
  for (const way of ways) way.join()
  await expect.poll(async () => (await phone.next('taskControl')).order).toBe('pause')
})

describe('a phone without a socket', () => {
  /** Its task was continued while it was away; the server has lost any order that it would get with a heartbeat. */
  async function continuedAway() {
    const phone = new HttpPhone(site.address, { token: await fixture.addPhone(1) })
    await phone.beat()
    const id = await fixture.task()
    await expect.poll(states).toEqual(['queued'])
    const { runId } = await phone.beat()
    await phone.beat({ runId })
    await pause(id, 1)
    expect(await phone.beat({ runId })).toEqual(order('pause', runId))
    await expect.poll(states).toEqual(['running paused'])
    await pause(id, 0)
    await site.deps.db.execute(sql`delete from phone_orders`)
    return { phone, runId }
  }

  test('continues with its first heartbeat when it is back', async () => {
    const { phone, runId } = await continuedAway()
    const goOn = order('continue', runId)
    expect(await phone.beat({ runId, paused: true })).toEqual(goOn)
    // The answer was lost.
    expect(await phone.beat({ runId, paused: true })).toEqual(goOn)
    expect(await phone.beat({ runId, paused: false })).toEqual({ action: 'resp' })
    // Somebody paused it at the phone.
    expect(await phone.beat({ runId, paused: true })).toEqual({ action: 'resp' })
  })

  test('that does not report whether it is paused is told once', async () => {
    const { phone, runId } = await continuedAway()
    expect(await phone.beat({ runId })).toEqual(order('continue', runId))
    expect(await phone.beat({ runId })).toEqual({ action: 'resp' })
  })
})
