import { DataScope } from '@fleetdeck/contract/enums'
import { GroupId, type TaskId, UserId } from '@fleetdeck/contract/ids'
import { openTasks } from '@fleetdeck/contract/open-tasks'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { ScheduleType, tasks } from '@fleetdeck/contract/tasks'
import { languages } from '@fleetdeck/i18n/languages'
import { HttpPhone } from '@fleetdeck/testing/phones/http-phone'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { devices } from '../../platform/db/schema/devices.ts'
import { users } from '../../platform/db/schema/users.ts'

let site: TestSite
let fixture: TaskFixture
let scriptId: number
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } as never })
  const script = { scriptName: 'Reader', platformId: 1, version: '1', content: 'device.ocr()' }
  scriptId = (await site.admin.call(scripts.add, { body: script as never })).id
})
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const everyDay = { scheduleType: ScheduleType.everyDay, dayTime: '03:00:00' }
const lacks = async (ids: number[], client = site.admin) =>
  client.call(tasks.lacks, { query: { ids: ids as TaskId[] } })
const scheduled = (change: object = {}) => fixture.task({ scriptId, ...everyDay, ...change })

const canOf = async (n: number) => {
  await site.flush()
  const { rows } = await site.deps.db.execute<{ can: string[] | null }>(
    sql`select can from device_runtime where device_id = ${n}`,
  )
  return rows[0]?.can
}
/** A connected phone that says what it can. */
async function phoneThatCan(n: number, can: string[], address = site.address) {
  const phone = await fixture.connect(await fixture.addPhone(n), { address })
  phone.send({ action: 'heartbeat', can })
  await expect.poll(() => canOf(n)).toEqual(can)
  return phone
}
const warnings = async (deviceNo: string) => {
  const [run] = await fixture.runs({ deviceNo })
  const lines = await site.admin.call(taskRuns.lines, { query: { id: run?.id as never } })
  return lines.filter(({ level }) => level === 'warn').length
}
const left = async () => (await fixture.runs({ state: 'stopped' })).map((run) => [run.deviceNo, run.reason])

describe('a scheduled task', () => {
  test('is warned of with the phones and the calls, in the caller’s language', async () => {
    await phoneThatCan(1, ['pixels'])
    const ids = [
      await scheduled(),
      await scheduled({
        taskName: 'By time',
        scheduleType: 1,
        dayTime: null,
        startTime: '2099-01-01 00:00:00',
      }),
      await scheduled({ taskName: 'Cron', scheduleType: 2, dayTime: null, cronText: '0 0 3 * * ?' }),
    ]
    const stopped = await fixture.task(
      { scriptId, taskName: 'Not started', ...everyDay },
      { isStarted: false },
    )
    const found = await lacks([...ids, stopped])
    expect(found.map(({ id, count }) => [id, count])).toEqual(ids.map((id) => [id, 1]))
    const texts = new Set<string>()
    for (const language of languages) {
      const [first] = await lacks(ids, site.as(site.admin.token, language))
      for (const word of ['A1', 'device.ocr', 'Reader']) expect(first?.text).toContain(word)
      texts.add(first?.text ?? '')
    }
    expect(texts.size).toBe(languages.length)
  })

  test('is no longer warned of after another version of its script, or when its phones have what it needs', async () => {
    const phone = await phoneThatCan(1, ['pixels'])
    const id = await scheduled()
    expect(await lacks([id])).toHaveLength(1)
    phone.send({ action: 'heartbeat', can: ['ocr'] })
    await expect.poll(() => canOf(1)).toEqual(['ocr'])
    expect(await lacks([id])).toEqual([])
    const save = (version: string, content: string) =>
      site.admin.call(scripts.edit, {
        body: { id: scriptId, scriptName: 'Reader', platformId: 1, version, content } as never,
      })
    await save('2', 'device.ocr(); device.clipboard()')
    expect((await lacks([id]))[0]?.text).toContain('device.clipboard')
    await save('3', "if (device.can('clipboard')) device.clipboard()")
    expect(await lacks([id])).toEqual([])
  })

  test('says that phones are left out if it was started so', async () => {
    await phoneThatCan(1, ['pixels'])
    const id = await fixture.task({ scriptId, ...everyDay }, { isStarted: false })
    await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 0, leaveOut: true } })
    expect((await lacks([id], site.as(site.admin.token, 'en')))[0]?.text).toMatch(/^Left out: A1 /)
  })

  test('on three hundred phones names the first ones only', async () => {
    await fixture.addPhone(1)
    const many = Array.from({ length: 299 }, (_, n) => ({
      ...{ hardwareId: `many-${n + 1}`, deviceNo: `B${n + 1}` },
      ...{ tenantId: UserId.parse(1), groupId: GroupId.parse(1) },
    }))
    await site.deps.db.insert(devices).values(many)
    await site.deps.db.execute(sql`
      insert into device_runtime (device_id, can) select id, '["pixels"]' from devices
      on conflict (device_id) do update set can = excluded.can`)
    const id = await scheduled({ devices: [], groupIds: [1] })
    const [found] = await lacks([id], site.as(site.admin.token, 'en'))
    expect(found?.count).toBe(300)
    expect(found?.text).toMatch(/^A1, B1, B2, B3, B4 and 295 more /)
    const other = await site.admin.call(tasks.add, {
      body: fixture.draft({ taskName: 'Now', scriptId, devices: [], groupIds: [1] }) as never,
    })
    const asked = await site
      .as(site.admin.token, 'en')
      .ask(tasks.updateTaskStatus, { body: { id: other.id, status: 0 } })
    expect(asked.msg).toContain('and 295 more ')
    expect(asked.msg.length).toBeLessThan(600)
  })
})

test('phones that the caller may not see are counted, not named', async () => {
  const { id: lin, client } = await addHolder(
    site,
    { userName: 'lin' },
    { permissions: ['task/task/list', 'task/task/updateTaskStatus'], dataScope: DataScope.self },
  )
  await phoneThatCan(1, ['pixels'])
  await phoneThatCan(2, ['pixels'])
  const id = await scheduled({ devices: ['A1', 'A2'] })
  const theirs = site.as(client.token, 'en')
  expect(await theirs.ask(tasks.lacks, { query: { ids: [id] } })).toMatchObject({ code: 404 })
  await site.deps.db.execute(sql`update tasks set tenant_id = ${lin}`)
  const start = { body: { id, status: 0 } } as never
  const textsOf = async () => [
    (await theirs.call(tasks.lacks, { query: { ids: [id] } }))[0]?.text ?? '',
    (await theirs.ask(tasks.updateTaskStatus, start)).msg,
  ]
  for (const text of await textsOf()) {
    expect(text).toMatch(/^Phones that you cannot see \(2\) cannot do/)
    expect(text).not.toMatch(/A\d/)
  }
  await site.deps.db.execute(sql`update task_devices set tenant_id = ${lin} where device_id = 2`)
  await site.deps.db.execute(sql`update devices set tenant_id = ${lin} where id = 2`)
  for (const text of await textsOf()) expect(text).toMatch(/^A2 and 1 more cannot do/)
})

describe('without a question', () => {
  test('phones that join a group later are left out, too', async () => {
    const first = await phoneThatCan(1, ['ocr'])
    const late = await fixture.phone(2)
    await site.deps.db.execute(sql`update devices set group_id = null where id = 2`)
    late.send({ action: 'heartbeat', can: ['pixels'] })
    await expect.poll(() => canOf(2)).toEqual(['pixels'])
    const draft = fixture.draft({ scriptId, devices: [], groupIds: [1], joinLater: 1 })
    await site.admin.call(tasks.add, { body: { ...draft, status: 0, leaveOut: true } as never })
    await first.next('task')
    await site.deps.db.execute(sql`update devices set group_id = 1, gmt_modified = now() where id = 2`)
    await site.admin.call(tasks.updateTaskCache)
    await expect.poll(left).toEqual([['A2', 'lacks']])
  })

  test('a phone over HTTP is left out, or warned of once however often it asks', async () => {
    const phone = new HttpPhone(site.address, { token: await fixture.addPhone(1) })
    await phone.beat({ can: ['pixels'] })
    await expect.poll(() => canOf(1)).toEqual(['pixels'])
    const draft = fixture.draft({ scriptId })
    await site.admin.call(tasks.add, { body: { ...draft, status: 0, leaveOut: true } as never })
    await expect
      .poll(async () => {
        await phone.beat()
        return left()
      })
      .toEqual([['A1', 'lacks']])
    await site.admin.call(tasks.add, {
      body: { ...draft, taskName: 'Anyway', status: 0, confirmed: true } as never,
    })
    await expect.poll(async () => (await phone.beat()).runId).toBeDefined()
    await phone.beat()
    expect((await fixture.runs({ deviceNo: 'A1' })).at(-1)?.state).toBe('sent')
    const last = (await fixture.runs()).at(-1)
    const lines = await site.admin.call(taskRuns.lines, { query: { id: last?.id as never } })
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
  })

  test('a program with an enrolment key starts the task, and the log of the run has the warning', async () => {
    const phone = await phoneThatCan(1, ['pixels'])
    const [admin] = await site.deps.db
      .select()
      .from(users)
      .where(eq(users.id, UserId.parse(1)))
    const dataSecret = site.deps.seal.open(admin?.conSecret ?? '', 'users.con_secret')
    const taskId = await fixture.task({ scriptId }, { isStarted: false })
    await site.nobody.call(openTasks.changeTask, { body: { dataSecret, taskId, status: 0 } as never })
    await phone.next('task')
    expect(await warnings('A1')).toBe(1)
  })

  test('a repetition leaves the same phones out', async () => {
    await phoneThatCan(1, ['pixels'])
    const id = await fixture.task({ scriptId }, { isStarted: false })
    await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 0, leaveOut: true } })
    await expect.poll(left).toEqual([['A1', 'lacks']])
    await site.admin.call(tasks.again, { body: { id } })
    await expect.poll(left).toEqual([
      ['A1', 'lacks'],
      ['A1', 'lacks'],
    ])
  })

  test('a phone of another server is asked about, left out and warned of alike', async () => {
    const other = await site.another()
    const away = await phoneThatCan(1, ['pixels'], other.address)
    const id = await fixture.task({ scriptId }, { isStarted: false })
    const start = (answer: object) =>
      site.admin.ask(tasks.updateTaskStatus, { body: { id, status: 0, ...answer } as never })
    expect((await start({})).msg).toContain('A1')
    expect(await start({ leaveOut: true })).toMatchObject({ code: 0 })
    await expect.poll(left).toEqual([['A1', 'lacks']])
    await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 1 } })
    expect(await start({ confirmed: true })).toMatchObject({ code: 0 })
    const order = await away.next('task')
    const run = (await fixture.runs()).at(-1)
    expect(order.runId).toBeDefined()
    const lines = await site.admin.call(taskRuns.lines, { query: { id: run?.id as never } })
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
    await other.close()
  })
})

test('one call answers for a page of tasks, whatever their number', async () => {
  await phoneThatCan(1, ['pixels'])
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, n) => scheduled({ taskName: `Task ${n}`, sort: n })),
  )
  expect(await lacks(ids)).toHaveLength(20)
})
