import { once } from 'node:events'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { devices } from '@fleetdeck/contract/devices'
import type { DeviceId, RunQuestionId } from '@fleetdeck/contract/ids'
import { answerWaitSeconds, runQuestions } from '@fleetdeck/contract/run-questions'
import { scriptTries } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { HttpPhone } from '@fleetdeck/testing/phones/http-phone'
import { HttpClient } from '@fleetdeck/testing/server/http-client'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import {
  answerQuestion,
  askingScript,
  runningScript,
  startedScript,
} from '@fleetdeck/testing/site/asking-scripts'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const list = async (waiting: '0' | '1' = '1') =>
  (await site.admin.call(runQuestions.list, { query: { waiting } })).list
const first = async () => (await list())[0]?.id
const late = 'The script has ended or asked another question. No answer is needed.'

/** A page of the console at this server. */
async function openPage(address: string) {
  const page = TestSocket.browser(address, consoleSocketPath, site.admin.token ?? '')
  await once(page.socket, 'open')
  page.send({ action: 'ping' })
  await page.next('pong')
  return page
}

describe('with two servers', () => {
  test('a question asked at one appears and is answered at the other', async () => {
    const other = await site.another()
    const page = await openPage(other.address)
    const script = await runningScript(fixture)
    await script.ask('q', { question: 'Code?' })
    await page.next('questionsChanged')
    const client = new HttpClient(other.address, site.admin.token)
    const { list: shown } = await client.call(runQuestions.list, { query: { waiting: '1' } })
    expect(shown).toMatchObject([{ question: 'Code?', deviceNo: 'A1' }])
    // The call would otherwise return without an answer, after longer than a test may take.
    const waits = script.answer('q')
    await client.call(runQuestions.answer, { body: { id: shown[0]?.id as RunQuestionId, answer: '123' } })
    expect(await waits).toEqual({ state: 'answered', answer: '123' })
    await page.next('questionsChanged')
    page.close()
    await other.close()
  })

  test('a phone whose server stops during a question gets the answer from the other', async () => {
    const other = await site.another()
    const script = await runningScript(fixture)
    await script.ask('q')
    const there = askingScript(other.address, script.token, script.runId)
    const waits = there.answer('q')
    const closed = other.close()
    expect(await waits.catch(() => ({ state: 'waiting', answer: null }))).toEqual({
      state: 'waiting',
      answer: null,
    })
    await closed
    const again = script.answer('q')
    await answerQuestion(site.admin, await first(), '123')
    expect(await again).toEqual({ state: 'answered', answer: '123' })
  })

  test('of two answers at the same moment at two servers one counts, and the other learns whose', async () => {
    const other = await site.another()
    const script = await runningScript(fixture)
    await script.ask('q')
    const id = (await first()) as RunQuestionId
    const answered = await Promise.all(
      [site.address, other.address].map((address, at) =>
        new HttpClient(address, site.admin.token).ask(runQuestions.answer, { body: { id, answer: `${at}` } }),
      ),
    )
    const [winner] = answered.flatMap(({ code }, at) => (code === 0 ? [String(at)] : []))
    expect(answered.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(answered.find(({ code }) => code !== 0)?.msg).toContain('admin')
    expect(await script.answer('q')).toEqual({ state: 'answered', answer: winner })
    await other.close()
  })
})

describe('a question', () => {
  test('outlives the connection of its phone', async () => {
    const script = await runningScript(fixture)
    await script.ask('q')
    script.phone.close()
    await expect
      .poll(
        async () => (await site.admin.call(devices.findOne, { query: { deviceNo: 'A1' } })).runtime.online,
      )
      .toBe(false)
    expect(await list()).toHaveLength(1)
    await fixture.connect(script.token, { held: [script.runId] })
    await answerQuestion(site.admin, await first(), '123')
    expect(await script.answer('q')).toEqual({ state: 'answered', answer: '123' })
  })

  test('ends when its phone returns without the run', async () => {
    const script = await runningScript(fixture)
    await script.ask('q')
    const id = await first()
    script.phone.close()
    await fixture.connect(script.token)
    await expect.poll(list).toEqual([])
    expect((await answerQuestion(site.admin, id, 'late')).msg).toBe(late)
    expect(await list('0')).toMatchObject([{ state: 'ended' }])
  })

  test('ends with its attempt; the next one asks its own', async () => {
    const script = await runningScript(fixture, 1, { retries: 1, retrySeconds: 1 })
    await script.ask('q', { question: 'Code?' })
    const id = await first()
    script.phone.close()
    const phone = await fixture.connect(script.token)
    await expect.poll(list).toEqual([])
    expect((await answerQuestion(site.admin, id, 'late')).msg).toBe(late)
    expect(await script.answer('q')).toEqual({ state: 'ended', answer: null })
    const again = await startedScript(fixture, { ...script, phone })
    await again.ask('q2', { question: 'Code?' })
    expect(await fixture.reasons({})).toEqual(['asking'])
    expect(await list()).toMatchObject([{ question: 'Code?' }])
    expect((await list())[0]?.id).not.toBe(id)
  })

  test('of a paused run waits on; a stopped run ends it', async () => {
    const script = await runningScript(fixture)
    await script.ask('q')
    const { taskId: id } = script
    await site.admin.call(tasks.pauseOrContinueScriptTask, { body: { id, status: 1 } })
    say(script.phone, script.runId, 'running', { paused: true })
    await expect.poll(() => fixture.runs({})).toMatchObject([{ paused: true }])
    expect(await list()).toHaveLength(1)
    await site.admin.call(tasks.stopScript, { body: { id, status: 2 } })
    say(script.phone, script.runId, 'stopped')
    await expect.poll(list).toEqual([])
  })

  test('ends with its time limit, also if the phone no longer answers', async () => {
    const script = await runningScript(fixture, 1, { timeoutSeconds: 60 })
    await script.ask('q', { seconds: 600 })
    await site.deps.db.execute(sql`update task_runs set wake_at = now() - interval '1 second'`)
    await expect.poll(list, { timeout: 10_000 }).toEqual([])
    expect(await fixture.runs({})).toMatchObject([{ state: 'failed', reason: 'timeout' }])
  })

  test.each(['task', 'device'] as const)('disappears with its %s', async (which) => {
    const script = await runningScript(fixture)
    await script.ask('q')
    const id = await first()
    if (which === 'task') {
      await site.admin.call(tasks.updateTaskStatus, { body: { id: script.taskId, status: 1 } })
      await site.admin.call(tasks.remove, { query: { ids: [script.taskId] } as never })
    } else
      await site.admin.call(devices.deleteAss, { query: { ids: [1 as DeviceId], confirmed: '1' } as never })
    await expect.poll(list).toEqual([])
    expect((await answerQuestion(site.admin, id, 'late')).code).not.toBe(0)
  })

  test('that nobody answers ends the call of its phone with its time', async () => {
    const script = await runningScript(fixture)
    await script.ask('q', { seconds: 1, defaultAnswer: 'x' })
    const from = performance.now()
    expect(await script.answer('q')).toEqual({ state: 'expired', answer: 'x' })
    expect((performance.now() - from) / 1000).toBeLessThan(answerWaitSeconds / 2)
  })

  test('of a phone without a socket is asked and answered by its calls', async () => {
    const token = await fixture.addPhone(1)
    const phone = new HttpPhone(site.address, { token })
    const taskId = await fixture.task()
    let runId: unknown
    await expect
      .poll(async () => {
        runId ??= (await phone.beat()).runId
        return runId
      })
      .toBeDefined()
    await phone.beat({ taskId, runId })
    await expect.poll(() => fixture.states({ taskId })).toEqual(['running'])
    const script = askingScript(site.address, token, String(runId))
    await script.ask('q')
    const waits = script.answer('q')
    await answerQuestion(site.admin, await first(), '123')
    expect(await waits).toEqual({ state: 'answered', answer: '123' })
  })

  test('of a trial run waits like another, and names its script', async () => {
    const token = await fixture.addPhone(1)
    const phone = await fixture.connect(token)
    const body = { deviceNo: 'A1', content: 'ask("Code?")', scriptId: fixture.scriptId, params: [] }
    const { runId } = await site.admin.call(scriptTries.tryOut, { body: body as never })
    say(phone, runId ?? '', 'running')
    await expect
      .poll(async () => (await site.admin.call(taskRuns.list, { query: { kind: 'try' } as never })).list)
      .toMatchObject([{ state: 'running' }])
    const script = askingScript(site.address, token, runId ?? '')
    await script.ask('q')
    expect(await list()).toMatchObject([{ taskId: null, taskName: '', scriptName: 'Greet', deviceNo: 'A1' }])
    await answerQuestion(site.admin, await first(), '123')
    expect(await script.answer('q')).toEqual({ state: 'answered', answer: '123' })
  })
})
