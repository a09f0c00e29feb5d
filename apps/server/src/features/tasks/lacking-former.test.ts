import { formerPhones } from '@fleetdeck/contract/former-phones'
import { GroupId, UserId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { ScheduleType, tasks } from '@fleetdeck/contract/tasks'
import { languages } from '@fleetdeck/i18n/languages'
import { HttpPhone } from '@fleetdeck/testing/phones/http-phone'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { devices } from '../../platform/db/schema/devices.ts'

let site: TestSite
let fixture: TaskFixture
let taskCount = 0
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  await site.deps.parameters.set('device.legacyNumberOnly', 'true')
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } as never })
})
afterAll(() => site.stop())

async function save(scriptName: string, content: string, more: object = {}) {
  const body = { scriptName, platformId: 1, version: '1', content, ...more } as never
  return (await site.admin.call(scripts.add, { body })).id
}
const importer = async () => {
  await save('login', 'export const login = () => 1')
  return save('Importer', "import { login } from 'login'\nlogin()")
}
/** A phone of the former system, which calls with its number alone. */
async function formerPhone(deviceNo = 'A1') {
  const [device] = await site.deps.db
    .insert(devices)
    .values({ deviceNo, tenantId: UserId.parse(1), groupId: GroupId.parse(1) })
    .returning()
  const phone = new HttpPhone(site.address, { deviceNo })
  await expect(phone.beat()).rejects.toThrow('401')
  const { list } = await site.admin.call(formerPhones.list, { query: { deviceNo } })
  await site.admin.call(formerPhones.admit, { body: { ids: [firstRow(list).id] } })
  return { phone, deviceId: device?.id }
}
const start = async (scriptId: number, answer: object = {}) => {
  const taskName = `Task ${taskCount++}`
  const id = await fixture.task({ scriptId, taskName }, { isStarted: false })
  return site.as(site.admin.token, 'en').ask(tasks.updateTaskStatus, {
    body: { id, status: 0, ...answer } as never,
  })
}
const reasons = async () => (await fixture.runs()).map(({ deviceNo, reason }) => [deviceNo, reason])

test('a start names phones of the former system, which run no modules, in three languages', async () => {
  await formerPhone()
  const id = await fixture.task({ scriptId: await importer() }, { isStarted: false })
  const texts: string[] = []
  for (const language of languages) {
    const client = site.as(site.admin.token, language)
    const answer = await client.ask(tasks.updateTaskStatus, { body: { id, status: 0 } as never })
    expect(answer).toMatchObject({ code: 412 })
    for (const word of ['A1', 'modules', 'import', 'Importer']) expect(answer.msg).toContain(word)
    texts.push(answer.msg)
  }
  expect(new Set(texts).size).toBe(languages.length)
  expect(await fixture.runs()).toEqual([])
})

test('a phone of the former system with a key of its own is named alike; an agent in its place is not', async () => {
  const { deviceId } = await formerPhone()
  const { list } = await site.admin.call(formerPhones.list, { query: {} })
  const { keys } = await site.admin.call(formerPhones.giveKeys, { body: { ids: [firstRow(list).id] } })
  await new HttpPhone(firstRow(keys).address.replace(/^https?:\/\/[^/]+/, site.address), {}).beat()
  const scriptId = await importer()
  expect((await start(scriptId)).msg).toContain('A1')
  await site.deps.db.update(devices).set({ tokenHash: 'of an agent', publicKey: 'key' })
  expect(deviceId).toBe(1)
  expect(await start(scriptId)).toMatchObject({ code: 0 })
})

test('left out, it gets no run; started anyway, the log of its run says what it lacks', async () => {
  const { phone } = await formerPhone()
  const scriptId = await importer()
  expect(await start(scriptId, { leaveOut: true })).toMatchObject({ code: 0 })
  await phone.beat()
  await expect.poll(reasons).toEqual([['A1', 'lacks']])
  expect(await start(scriptId, { confirmed: true })).toMatchObject({ code: 0 })
  await expect.poll(async () => (await phone.beat()).action).toBe('task')
  const run = (await fixture.runs()).at(-1)
  const lines = await site.admin.call(taskRuns.lines, { query: { id: run?.id as never } })
  expect(lines.map(({ level, msg }) => [level, msg.includes('modules')])).toEqual([['warn', true]])
})

test('a scheduled task warns of it, and of TypeScript with types', async () => {
  await formerPhone()
  const typed = await save('Typed', 'const n = 1\nconst all: number = n', { scriptLanguage: 'ts' })
  const everyDay = { scheduleType: ScheduleType.everyDay, dayTime: '03:00:00' }
  const id = await fixture.task({ scriptId: typed, ...everyDay })
  const warnings = await site.as(site.admin.token, 'en').call(tasks.lacks, { query: { ids: [id] } })
  expect(warnings).toMatchObject([{ id, count: 1 }])
  expect(warnings[0]?.text).toContain('TypeScript in Typed, line 2')
})

test('scripts that it can run ask nothing, whatever else they call', async () => {
  await formerPhone()
  const untyped = await save('Untyped', 'logi(1)', { scriptLanguage: 'ts' })
  expect(await start(untyped)).toMatchObject({ code: 0 })
  const reader = await save('Reader', 'device.ocr()')
  expect(await start(reader)).toMatchObject({ code: 0 })
})

test('a phone that reports nothing and is none of the former system is not named', async () => {
  const phone = await fixture.phone(1)
  await start(await importer())
  await phone.next('task')
})
