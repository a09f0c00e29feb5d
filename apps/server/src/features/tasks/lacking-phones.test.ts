import { platforms } from '@fleetdeck/contract/platforms'
import { scripts, scriptTries } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { languages } from '@fleetdeck/i18n/languages'
import type { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { storedFiles } from '../../platform/db/schema/stored-files.ts'

let site: TestSite
let fixture: TaskFixture
let scriptId: number
const can = ['pixels', 'elements', 'typing']
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(async () => {
  await fixture.reset()
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } as never })
  scriptId = await save('Reader', "logi('x')\nconst all = device.ocr()")
})
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

async function save(scriptName: string, content: string): Promise<number> {
  const body = { scriptName, platformId: 1, version: '1', content } as never
  return (await site.admin.call(scripts.add, { body })).id
}

/** A1 lacks `ocr`, A2 has it, A3 has not said. */
async function threePhones() {
  const phones = []
  for (const [n, list] of [
    [1, can],
    [2, [...can, 'ocr', 'nextYears']],
    [3, undefined],
  ] as const) {
    const phone = await fixture.phone(n)
    phone.send({ action: 'heartbeat', ...(list && { can: list }) })
    phones.push(phone)
  }
  await expect
    .poll(async () => {
      await site.flush()
      const { rows } = await site.deps.db.execute<{ can: unknown }>(
        'select can from device_runtime order by device_id',
      )
      return rows.map((row) => row.can)
    })
    .toEqual([can, [...can, 'ocr', 'nextYears'], null])
  return phones
}
const draft = (more: object = {}) =>
  ({ ...fixture.draft({ scriptId, devices: ['A1', 'A2', 'A3'] }), ...more }) as never
const devicesOf = async () => (await fixture.runs()).map(({ deviceNo, reason }) => [deviceNo, reason])

test('a start names the phones that are known to lack what the script needs, in three languages', async () => {
  await threePhones()
  const { id } = await site.admin.call(tasks.add, { body: draft() })
  const start = { body: { id, status: 0 } } as never
  const answer = await site.admin.ask(tasks.updateTaskStatus, start)
  expect(answer).toMatchObject({ code: 412 })
  expect(answer.msg).toContain('A1')
  expect(answer.msg).not.toContain('A2')
  const texts: string[] = []
  for (const language of languages)
    texts.push((await site.as(site.admin.token, language).ask(tasks.updateTaskStatus, start)).msg)
  for (const text of texts)
    for (const word of ['device.ocr', 'Reader', '2', 'npm install']) expect(text).toContain(word)
  expect(new Set(texts).size).toBe(languages.length)
  expect(await fixture.runs()).toEqual([])
})

test('started anyway, the phone gets its run and its log says what it lacks', async () => {
  const [first] = await threePhones()
  await site.admin.call(tasks.add, { body: draft({ status: 0, confirmed: true }) })
  await first?.next('task')
  const [run] = await fixture.runs({ deviceNo: 'A1' })
  const lines = async () => site.admin.call(taskRuns.lines, { query: { id: run?.id as never } })
  await expect
    .poll(async () => (await lines()).map(({ level, msg }) => [level, msg.includes('ocr')]))
    .toEqual([['warn', true]])
  expect((await fixture.runs({ deviceNo: 'A2' }))[0]?.state).toBe('sent')
})

test('left out, the phone gets no run, with the reason; phones that have not said what they can run it', async () => {
  const [, second, third] = await threePhones()
  expect(await site.admin.ask(tasks.add, { body: draft({ status: 0 }) })).toMatchObject({ code: 412 })
  await site.admin.call(tasks.add, { body: draft({ status: 0, confirmed: true, leaveOut: true }) })
  await Promise.all([second?.next('task'), third?.next('task')])
  await expect
    .poll(async () => (await devicesOf()).filter(([, reason]) => reason === 'lacks'))
    .toEqual([['A1', 'lacks']])
})

test('a module that the script imports counts, and a restart asks again', async () => {
  await threePhones()
  await save('eyes', 'export const read = () => device.ocr()')
  scriptId = await save('Importer', "import { read } from 'eyes'\nread()")
  const { id } = await site.admin.call(tasks.add, { body: draft() })
  const answer = await site.admin.ask(tasks.updateTaskStatusClear, { body: { id } })
  expect(answer).toMatchObject({ code: 412 })
  expect(answer.msg).toContain('eyes')
})

test('a script that asks device.can() for it is no question', async () => {
  await threePhones()
  scriptId = await save('Careful', "if (device.can('ocr')) device.ocr()")
  await site.admin.call(tasks.add, { body: draft({ status: 0 }) })
  await expect.poll(() => fixture.states()).toEqual(['sent', 'sent', 'sent'])
})

test('adding a phone to a started task asks too', async () => {
  await threePhones()
  const { id } = await site.admin.call(tasks.add, {
    body: draft({ status: 0, devices: ['A2'], scheduleType: 3, dayTime: '03:00:00' }),
  })
  const edit = { ...(draft({ scheduleType: 3, dayTime: '03:00:00' }) as object), id } as never
  expect(await site.admin.ask(tasks.edit, { body: edit })).toMatchObject({ code: 412 })
})

test('a try of the editor asks for a phone that lacks what the text needs', async () => {
  await threePhones()
  const tried = { deviceNo: 'A1', content: 'device.ocr()' }
  expect(await site.admin.ask(scriptTries.tryOut, { body: tried })).toMatchObject({ code: 412 })
  expect(
    (await site.admin.call(scriptTries.tryOut, { body: { ...tried, confirmed: true } })).runId,
  ).not.toBeNull()
  expect(
    (await site.admin.call(scriptTries.tryOut, { body: { ...tried, deviceNo: 'A3' } })).runId,
  ).not.toBeNull()
})

test('a run that is retried has the warning in its log once', async () => {
  const [first] = await threePhones()
  const retried = { status: 0, confirmed: true, retries: 1, retrySeconds: 1 }
  await site.admin.call(tasks.add, { body: draft(retried) })
  const order = await first?.next('task')
  say(first as TestSocket, order?.runId, 'failed', { msg: 'no' })
  await first?.next('task')
  const [run] = await fixture.runs({ deviceNo: 'A1' })
  const lines = await site.admin.call(taskRuns.lines, { query: { id: run?.id as never } })
  expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1)
})

test('nothing waits for a script of a former version of the program, which is read before its first run', async () => {
  const [, second] = await threePhones()
  scriptId = await save('Slow', 'device.ocr()')
  const { files, db } = site.deps
  await db.update(storedFiles).set({ sha256: null })
  const open = files.open.bind(files)
  const reading = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const slow = vi.spyOn(files, 'open').mockImplementation(async (file) => {
    reading.resolve()
    await gate.promise
    return open(file)
  })
  await site.admin.call(tasks.add, { body: draft({ status: 0, confirmed: true, leaveOut: true }) })
  await reading.promise
  expect((await site.admin.call(tasks.list, { query: {} })).total).toBe(1)
  gate.resolve()
  await second?.next('task')
  slow.mockRestore()
  await expect
    .poll(async () => (await devicesOf()).filter(([, reason]) => reason === 'lacks'))
    .toHaveLength(1)
})
