import { DataScope } from '@fleetdeck/contract/enums'
import type { RunQuestionId } from '@fleetdeck/contract/ids'
import { runQuestions } from '@fleetdeck/contract/run-questions'
import {
  addAskingPhones,
  answerQuestion,
  askingScript,
  runningScript,
  skipQuestion,
  startedScript,
} from '@fleetdeck/testing/site/asking-scripts'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { operationLogs } from '../../platform/db/schema/operation-logs.ts'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** One task on several phones, whose scripts run. */
async function fleet(count: number) {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  const tokens: string[] = []
  for (const n of numbers) tokens.push(await fixture.addPhone(n))
  const phones = await Promise.all(tokens.map((token) => fixture.connect(token)))
  const taskId = await fixture.task({ devices: numbers.map((n) => `A${n}`), taskName: 'Sign up' })
  return Promise.all(
    phones.map((phone, at) => startedScript(fixture, { phone, token: tokens[at] ?? '', taskId })),
  )
}
const list = (query: object = {}, client = site.admin) =>
  client.call(runQuestions.list, { query: { waiting: '1', ...query } as never })
const groups = async (query: object = {}) =>
  (await list({ grouped: '1', ...query })).list.map(({ question, count }) => [question, count])

test('phones of a task that ask the same are one row, and one answer is for all of them', async () => {
  const scripts = await fleet(3)
  for (const script of scripts) await script.ask('q', { question: 'Which city?' })
  expect(await groups()).toEqual([['Which city?', 3]])
  expect(await list({ grouped: '1' })).toMatchObject({ total: 1 })
  expect(await list()).toMatchObject({ total: 3, list: [{ count: 1 }, { count: 1 }, { count: 1 }] })
  const waits = scripts.map((script) => script.answer('q'))
  const { id } = (await list({ grouped: '1' })).list[0] ?? {}
  expect(await answerQuestion(site.admin, id, 'Bonn', { all: true })).toMatchObject({ data: { count: 3 } })
  expect(await Promise.all(waits)).toEqual(Array(3).fill({ state: 'answered', answer: 'Bonn' }))
  expect(await groups()).toEqual([])
  await site.flush()
  expect(JSON.stringify(await site.deps.db.select().from(operationLogs))).not.toContain('Bonn')
})

test('an answer for chosen devices leaves the others waiting', async () => {
  const scripts = await fleet(3)
  for (const script of scripts) await script.ask('q', { question: 'Which city?' })
  const { id } = (await list({ grouped: '1' })).list[0] ?? {}
  const alike = (await list({ alike: id })).list
  expect(alike.map(({ deviceNo }) => deviceNo)).toEqual(['A3', 'A2', 'A1'])
  const ids = alike.slice(1).map((row) => row.id)
  expect(await answerQuestion(site.admin, id, 'Bonn', { ids })).toMatchObject({ data: { count: 2 } })
  expect((await list()).list.map(({ deviceNo }) => deviceNo)).toEqual(['A3'])
  expect(await scripts[0]?.answer('q')).toMatchObject({ answer: 'Bonn' })
  // Somebody else has answered them in the meantime.
  expect((await answerQuestion(site.admin, ids[0], 'Rome', { ids })).msg).toBe(
    'admin has already answered or skipped this question',
  )
})

test('of an answer for all and an answer for one at the same time, each phone gets one', async () => {
  const scripts = await fleet(3)
  for (const script of scripts) await script.ask('q', { question: 'Which city?' })
  const rows = (await list()).list
  const [all, one] = await Promise.all([
    answerQuestion(site.admin, rows[0]?.id, 'all', { all: true }),
    answerQuestion(site.admin, rows[1]?.id, 'one'),
  ])
  const counted = [all, one].map(({ data }) => (data as { count: number } | null)?.count ?? 0)
  expect(counted[0]).toBe(3 - (counted[1] ?? 0))
  const answers = await Promise.all(scripts.map((script) => script.answer('q')))
  expect(answers.filter(({ answer }) => answer === 'one')).toHaveLength(counted[1] ?? 0)
  expect(answers.filter(({ answer }) => answer === 'all')).toHaveLength(counted[0] ?? 0)
})

test('questions with another text, another kind, an image or of another task are not alike', async () => {
  const [one, two, three] = await fleet(3)
  await one?.ask('q', { question: 'Which city?' })
  await two?.ask('q', { question: 'Which city?', kind: 'number' })
  await three?.ask('q', { question: 'Which city?', picture: png })
  const other = await runningScript(fixture, 4)
  await other.ask('q', { question: 'Which city?' })
  expect(await groups()).toEqual(Array(4).fill(['Which city?', 1]))
  const { id } = (await list({ deviceId: 3 })).list[0] ?? {}
  expect(await answerQuestion(site.admin, id, 'Bonn', { all: true })).toMatchObject({ data: { count: 1 } })
  expect((await list()).total).toBe(3)
})

test('messages that are alike are removed by one call', async () => {
  const scripts = await fleet(3)
  for (const script of scripts) await script.notify('m', 'Sold out')
  expect(await groups()).toEqual([['Sold out', 3]])
  const { id } = (await list({ grouped: '1' })).list[0] ?? {}
  expect(await skipQuestion(site.admin, id, { all: true })).toMatchObject({ data: { count: 3 } })
  expect((await list()).total).toBe(0)
})

test('the list of one device shows and answers its own question only', async () => {
  const scripts = await fleet(2)
  for (const script of scripts) await script.ask('q', { question: 'Which city?' })
  expect(await groups({ deviceId: 1 })).toEqual([['Which city?', 1]])
  const { id } = (await list({ deviceId: 1, grouped: '1' })).list[0] ?? {}
  expect(await answerQuestion(site.admin, id, 'Bonn')).toMatchObject({ data: { count: 1 } })
  expect((await list()).list).toMatchObject([{ deviceNo: 'A2' }])
})

test('an answer for all reaches only the devices that the caller may control', async () => {
  const [mine, theirs] = await fleet(2)
  await mine?.ask('q', { question: 'Which city?' })
  await theirs?.ask('q', { question: 'Which city?' })
  const { id: userId, client } = await addHolder(
    site,
    { userName: 'olga' },
    {
      permissions: [runQuestions.list.permission, runQuestions.answer.permission],
      dataScope: DataScope.self,
    },
  )
  await site.deps.db.execute(sql`update devices set tenant_id = ${userId} where id = 1`)
  await site.deps.db.execute(sql`update run_questions set tenant_id = ${userId} where device_id = 1`)
  const rows = (await list({ grouped: '1' }, client)).list
  expect(rows).toMatchObject([{ deviceNo: 'A1', count: 1 }])
  const foreign = (await list({ deviceId: 2 })).list[0]?.id as RunQuestionId
  expect((await list({ alike: foreign }, client)).total).toBe(0)
  expect((await answerQuestion(client, foreign, 'Bonn', { all: true })).code).toBe(404)
  expect(await answerQuestion(client, rows[0]?.id, 'Bonn', { ids: [foreign] })).toMatchObject({ code: -1 })
  expect(await answerQuestion(client, rows[0]?.id, 'Bonn', { all: true })).toMatchObject({
    data: { count: 1 },
  })
  expect((await list()).list).toMatchObject([{ deviceNo: 'A2' }])
})

test('300 questions that are alike are listed in pages, and answered by one call', async () => {
  const { taskId, token, runId } = await runningScript(fixture)
  await askingScript(site.address, token, runId).ask('q', { question: 'Which city?' })
  await addAskingPhones(site, taskId, { count: 299, question: 'Which city?' })
  expect(await groups()).toEqual([['Which city?', 300]])
  const { id } = (await list({ grouped: '1' })).list[0] ?? {}
  expect(await list({ alike: id, pageNum: 15, pageSize: 20 })).toMatchObject({
    total: 300,
    list: Array(20).fill({ question: 'Which city?' }),
  })
  expect(await answerQuestion(site.admin, id, 'Bonn', { all: true })).toMatchObject({ data: { count: 300 } })
})
