import { type RunAttempt, runPhases } from '@fleetdeck/contract/run-phases'
import { firstRow } from '@fleetdeck/testing/site/first-row'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { phasesOf, type StoredRun } from './run-phases.rules.ts'

let site: TestSite
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  fixture = new TaskFixture(site)
})
beforeEach(() => fixture.reset())
afterEach(() => fixture.closeSockets())
afterAll(() => site.stop())

const phases = async () => {
  const { id } = firstRow(await fixture.runs())
  return site.admin.call(runPhases.phases, { query: { id } })
}
const named = ({ phases: of }: RunAttempt) => of.map(({ phase, reason }) => reason ?? phase)

test('a run that waits for its phone says since when, and each later phase begins where the last one ended', async () => {
  const token = await fixture.addPhone(1)
  await fixture.task()
  await expect.poll(async () => named(firstRow((await phases()).attempts))).toContain('offline')
  const waiting = firstRow((await phases()).attempts).phases.at(-1)
  expect(waiting).toMatchObject({ phase: 'waiting', reason: 'offline', to: null })
  const phone = await fixture.connect(token)
  const { runId } = await phone.next('task')
  say(phone, runId, 'acknowledged')
  say(phone, runId, 'running')
  say(phone, runId, 'succeeded')
  await expect.poll(fixture.states).toEqual(['succeeded'])
  const { attempts, tries } = await phases()
  expect(tries).toBe(1)
  const attempt = firstRow(attempts)
  expect(named(attempt).slice(-4)).toEqual(['offline', 'sent', 'acknowledged', 'running'])
  for (const [at, { to }] of attempt.phases.slice(0, -1).entries())
    expect(to).toBe(attempt.phases[at + 1]?.from)
  expect(attempt.phases.at(-1)?.to).toBe(attempt.endedAt)
})

test('a retried run keeps the times of its failed attempts', async () => {
  const phone = await fixture.phone(1)
  await fixture.task({ retries: 1, retrySeconds: 1 })
  const first = await phone.next('task')
  say(phone, first.runId, 'running')
  say(phone, first.runId, 'failed', { cause: 'exception', msg: 'no such button' })
  const second = await phone.next('task')
  say(phone, second.runId, 'running')
  await expect.poll(fixture.states).toEqual(['running'])
  const { attempts } = await phases()
  expect(attempts.map(({ attempt, state }) => [attempt, state])).toEqual([
    [1, 'failed'],
    [2, 'running'],
  ])
  expect(named(attempts[0] as RunAttempt).slice(-3)).toEqual(['sent', 'acknowledged', 'running'])
  expect(named(attempts[1] as RunAttempt)).toEqual(['retry', 'sent', 'acknowledged', 'running'])
  expect(attempts[1]?.phases.at(-1)).toMatchObject({ phase: 'running', to: null })
  expect(Date.parse(attempts[1]?.phases[0]?.from ?? '')).toBeGreaterThanOrEqual(
    Date.parse(attempts[0]?.endedAt ?? ''),
  )
})

const at = (second: number) => new Date(1_800_000_000_000 + second * 1000)
const stored: StoredRun = {
  ...{ state: 'running', attempt: 1, tries: 1, waits: [], earlier: [] },
  ...{ dueAt: at(0), createdAt: at(0), sentAt: at(1), acknowledgedAt: null, startedAt: at(3), endedAt: null },
}

test('a time that is not known stays unknown', () => {
  const [attempt] = phasesOf(stored)
  expect(attempt?.phases).toEqual([
    { phase: 'waiting', reason: null, from: at(0).toISOString(), to: at(1).toISOString() },
    { phase: 'sent', reason: null, from: at(1).toISOString(), to: at(3).toISOString() },
    { phase: 'acknowledged', reason: null, from: null, to: at(3).toISOString() },
    { phase: 'running', reason: null, from: at(3).toISOString(), to: null },
  ])
  const [lost] = phasesOf({ ...stored, attempt: 3 })
  expect(lost?.phases[0]).toMatchObject({ phase: 'sent' })
})

test('an order that did not reach the phone is not shown as sent, and no phase ends before it begins', () => {
  const queued = { ...stored, state: 'queued' as const, startedAt: null }
  expect(phasesOf(queued).map(named)).toEqual([['waiting']])
  const [backwards] = phasesOf({ ...stored, endedAt: at(2) })
  expect(backwards?.phases.at(-1)).toMatchObject({ from: at(3).toISOString(), to: at(3).toISOString() })
})
