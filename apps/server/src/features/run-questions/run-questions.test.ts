import { once } from 'node:events'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { DataScope } from '@fleetdeck/contract/enums'
import type { RunQuestionId } from '@fleetdeck/contract/ids'
import { questionsPerMinute, runQuestions } from '@fleetdeck/contract/run-questions'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { answerQuestion, runningScript, skipQuestion } from '@fleetdeck/testing/site/asking-scripts'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeQuestions, pruneQuestions } from '../../domain/questions/questions.queries.ts'
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

const running = (n = 1) => runningScript(fixture, n)
const waiting = async () => (await site.admin.call(runQuestions.list, { query: { waiting: '1' } })).list
const ended = async () => (await site.admin.call(runQuestions.list, { query: { waiting: '0' } })).list
const answer = (id: RunQuestionId | undefined, words: string, client = site.admin) =>
  answerQuestion(client, id, words)
const skip = (id: RunQuestionId | undefined) => skipQuestion(site.admin, id)
const first = async () => (await waiting())[0]?.id

describe('a question of a script', () => {
  test('waits for an operator, and the phone gets the answer immediately', async () => {
    const script = await running()
    const page = TestSocket.browser(site.address, consoleSocketPath, site.admin.token ?? '')
    await once(page.socket, 'open')
    page.send({ action: 'ping' })
    await page.next('pong')
    await script.ask('q1', { title: 'Sign-up', question: 'Code?', placeholder: '6 digits', picture: png })
    await page.next('questionsChanged')
    expect(await waiting()).toMatchObject([
      {
        ...{ deviceNo: 'A1', taskName: 'Task 1', scriptName: 'Greet', kind: 'text', state: 'waiting' },
        ...{
          title: 'Sign-up',
          question: 'Code?',
          placeholder: '6 digits',
          hasPicture: true,
          mayAnswer: true,
        },
      },
    ])
    const id = (await first()) as RunQuestionId
    expect((await site.admin.call(runQuestions.picture, { query: { id } })).picture).toBe(png)
    await expect.poll(() => fixture.reasons({})).toEqual(['asking'])
    const waits = script.answer('q1')
    expect(await answer(id, '123456')).toMatchObject({ code: 0 })
    expect(await waits).toEqual({ state: 'answered', answer: '123456' })
    await page.next('questionsChanged')
    // The phone may not have received it.
    expect(await script.answer('q1')).toEqual({ state: 'answered', answer: '123456' })
    expect(await waiting()).toEqual([])
    expect(await ended()).toMatchObject([{ state: 'answered', answer: '123456', answeredBy: 'admin' }])
    expect((await site.admin.ask(runQuestions.picture, { query: { id } })).code).toBe(404)
    expect(await fixture.reasons({})).toEqual([null])
    page.close()
  })

  test('is asked once, however often the call is repeated, and replaces an earlier one of the phone', async () => {
    const script = await running()
    for (let at = 0; at < 10; at += 1) {
      const asked = Array.from({ length: 4 }, () => script.ask(`p${at}`))
      await Promise.all(asked)
      expect(await waiting()).toMatchObject([{ question: `p${at}?` }])
    }
    await script.ask('q1')
    await script.ask('q1')
    expect(await waiting()).toMatchObject([{ question: 'q1?' }])
    await script.ask('q2')
    expect(await waiting()).toMatchObject([{ question: 'q2?' }])
    expect(await script.answer('q1')).toEqual({ state: 'ended', answer: null })
  })

  test('takes the first answer; a second user learns who answered', async () => {
    const script = await running()
    await script.ask('q1')
    const id = await first()
    const { client } = await addHolder(
      site,
      { userName: 'olga' },
      {
        permissions: [runQuestions.list.permission, runQuestions.answer.permission],
        dataScope: DataScope.all,
      },
    )
    expect(await answer(id, 'mine', client)).toMatchObject({ code: 0 })
    expect((await answer(id, 'late')).msg).toBe('olga has already answered or skipped this question')
    expect(await script.answer('q1')).toMatchObject({ answer: 'mine' })
  })

  test('accepts only answers of its kind', async () => {
    const script = await running()
    await script.ask('n', { kind: 'number' })
    expect((await answer(await first(), 'many')).msg).toBe('Enter a number')
    expect((await answer(await first(), '')).msg).toBe('Enter a number')
    expect((await answer(await first(), ' 7.50 ')).code).toBe(0)
    expect(await script.answer('n')).toMatchObject({ answer: '7.5' })
    await script.ask('c', { kind: 'choice', choices: ['red', 'blue'] })
    expect((await answer(await first(), 'green')).msg).toBe('Select one of the options')
    expect((await answer(await first(), 'blue')).code).toBe(0)
    await script.ask('y', { kind: 'confirm' })
    expect((await answer(await first(), 'maybe')).msg).toBe('Select one of the options')
    expect((await answer(await first(), 'true')).code).toBe(0)
    expect(await script.answer('y')).toMatchObject({ answer: 'true' })
  })

  test('has its default when it is skipped or expires', async () => {
    const script = await running()
    await script.ask('q1', { defaultAnswer: 'none' })
    expect((await skip(await first())).code).toBe(0)
    expect(await script.answer('q1')).toEqual({ state: 'skipped', answer: 'none' })
    await script.ask('q2')
    const id = await first()
    await site.deps.db.execute(sql`update run_questions set until = now() where request_id = 'q2'`)
    expect(await script.answer('q2')).toEqual({ state: 'expired', answer: null })
    expect((await answer(id, 'late')).msg).toBe(
      'The time for an answer has expired. The script no longer waits.',
    )
    expect(await ended()).toMatchObject([{ state: 'expired' }, { state: 'skipped', answeredBy: 'admin' }])
    // A job may have written the end before.
    await closeQuestions(site.deps.db)
    expect(await ended()).toMatchObject([{ state: 'expired', endedAt: expect.any(String) }, {}])
  })

  test('ends with its run', async () => {
    const script = await running()
    await script.ask('q1')
    const id = await first()
    say(script.phone, script.runId, 'stopped')
    await expect.poll(waiting).toEqual([])
    expect((await answer(id, 'late')).msg).toBe(
      'The script has ended or asked another question. No answer is needed.',
    )
    await expect(script.ask('q2')).rejects.toThrow('The run has ended, so its script cannot ask')
  })

  test('a password is never shown, never stored in clear, and removed once the phone has it', async () => {
    const script = await running()
    await script.ask('p', { kind: 'password', defaultAnswer: 'hush' })
    expect(await waiting()).toMatchObject([{ defaultAnswer: null }])
    await answer(await first(), 's3cret')
    const stored = async () =>
      (await site.deps.db.execute<{ answer: string | null }>(sql`select answer from run_questions`)).rows
    expect(JSON.stringify(await stored())).not.toContain('s3cret')
    expect(await script.answer('p')).toEqual({ state: 'answered', answer: 's3cret' })
    expect(await ended()).toMatchObject([{ answer: null, answeredBy: 'admin' }])
    await script.answer('p', { received: true })
    expect(await stored()).toEqual([{ answer: null }])
    await site.flush()
    expect(JSON.stringify(await site.deps.db.select().from(operationLogs))).not.toContain('s3cret')
  })

  test('more than the limit in a minute are refused', async () => {
    const script = await running()
    for (let n = 0; n < questionsPerMinute; n += 1) await script.notify(`m${n}`)
    await expect(script.ask('q')).rejects.toThrow('questions and messages per minute')
  })

  test('wrong questions are refused with the name of the field', async () => {
    const script = await running()
    await expect(script.ask('q', { question: ' ' })).rejects.toThrow('question')
    await expect(script.ask('q', { kind: 'choice' })).rejects.toThrow('choices')
    await expect(script.ask('q', { picture: 'no picture' })).rejects.toThrow('picture')
    await expect(script.ask('q', { seconds: 3601 })).rejects.toThrow('seconds')
  })
})

test('a message is shown until it is removed, also after the run; only the newest ones are', async () => {
  const script = await running()
  for (let n = 1; n <= 21; n += 1) await script.notify(`m${n}`, `Message ${n}`)
  say(script.phone, script.runId, 'succeeded')
  await expect.poll(() => fixture.runs({})).toMatchObject([{ state: 'succeeded' }])
  const shown = (await site.admin.call(runQuestions.list, { query: { waiting: '1', pageSize: 50 } })).list
  expect(shown.map(({ question }) => question).toReversed()[0]).toBe('Message 2')
  expect(shown).toHaveLength(20)
  expect((await answer(shown[0]?.id, 'x')).msg).toBe('A message needs no answer')
  expect((await skip(shown[0]?.id)).code).toBe(0)
  expect(await waiting()).not.toContainEqual(expect.objectContaining({ id: shown[0]?.id }))
  expect(await pruneQuestions(site.deps.db, new Date(Date.now() + 60_000), 100)).toBe(2)
})

test('users see the questions of their own devices, and answer those that they may control', async () => {
  const script = await running()
  await script.ask('q1')
  const id = (await first()) as RunQuestionId
  const stranger = await addHolder(
    site,
    { userName: 'stranger' },
    {
      permissions: [runQuestions.list.permission, runQuestions.answer.permission],
      dataScope: DataScope.self,
    },
  )
  expect((await stranger.client.call(runQuestions.list, { query: {} })).total).toBe(0)
  expect((await answer(id, 'x', stranger.client)).code).toBe(404)
  const watcher = await addHolder(
    site,
    { userName: 'watcher' },
    { permissions: [runQuestions.list.permission], dataScope: DataScope.all },
  )
  expect((await watcher.client.call(runQuestions.list, { query: {} })).list).toMatchObject([
    { mayAnswer: false },
  ])
  expect((await answer(id, 'x', watcher.client)).code).toBe(403)
  // The owner of the device, whose role does not allow to control it.
  await site.deps.db.execute(sql`update devices set tenant_id = ${watcher.id}`)
  await site.deps.db.execute(sql`update run_questions set tenant_id = ${watcher.id}`)
  expect((await watcher.client.call(runQuestions.list, { query: {} })).list).toMatchObject([
    { mayAnswer: false },
  ])
})

test('a phone gets only the answers to its own questions', async () => {
  const [one, two] = [await running(1), await running(2)]
  await one.ask('q1')
  await expect(two.answer('q1')).rejects.toThrow()
  await expect(two.call('ask', { requestId: 'q2', runId: one.runId, question: 'Code?' })).rejects.toThrow(
    'The run has ended',
  )
})
