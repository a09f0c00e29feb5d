import { createHmac } from 'node:crypto'
import { PlatformId, RunId, ScriptPullId, ScriptSourceId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scriptSources } from '@fleetdeck/contract/script-sources'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { type GitServer, startGitServer } from '@fleetdeck/testing/peers/git-server'
import { say, TaskFixture } from '@fleetdeck/testing/site/task-fixture'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

let site: TestSite
let git: GitServer
let fixture: TaskFixture
beforeAll(async () => {
  site = await startTestSite()
  git = await startGitServer()
  fixture = new TaskFixture(site)
  await git.commit({ 'hello.js': 'log("hello")', 'login.js': 'log("login")' })
})
beforeEach(async () => {
  await fixture.reset()
  git.statuses.length = 0
  git.statusCode = 201
  await site.deps.parameters.set('sys.outgoing.privateNetworks', '127.0.0.1')
  await site.deps.parameters.set('sys.publicAddress', 'https://console.example.org')
  await site.deps.parameters.set('alarm.language', 'en')
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterEach(() => fixture.closeSockets())
afterAll(async () => {
  await site.stop()
  await git.stop()
})

const id = ScriptSourceId.parse(1)
const wait = { timeout: 30_000 }

async function add(change: object = {}) {
  await site.admin.call(scriptSources.add, {
    body: {
      ...{
        sourceName: 'Shop scripts',
        platformId: PlatformId.parse(2),
        address: git.address,
        branch: 'main',
      },
      ...{ intervalMinutes: 0, provider: 'github', apiAddress: git.origin, apiToken: 'status-token' },
      testPhoneIds: [1],
      ...change,
    } as never,
  })
  await expect
    .poll(async () => (await site.admin.call(scriptSources.one, { query: { id } })).state, wait)
    .toBe('read')
}

/** As GitHub does. */
async function report(
  number: number,
  sha: string,
  { fork = false, action = 'opened', address = site.address } = {},
) {
  const { path, secret } = await site.admin.call(scriptSources.webhook, { query: { id } })
  const [own, other] = ['org/scripts', 'someone/scripts'].map((full_name) => ({ full_name }))
  const body = JSON.stringify({
    ...{ action, number },
    pull_request: {
      ...{
        title: `Change ${number}`,
        html_url: 'https://github.com/org/scripts/pull/1',
        user: { login: 'wang' },
      },
      head: { sha, repo: fork ? other : own },
      base: { ref: 'main', repo: own },
    },
  })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const answer = await fetch(address + path, {
    ...{ method: 'POST', body },
    headers: {
      ...{ 'content-type': 'application/json', 'x-github-event': 'pull_request' },
      'x-hub-signature-256': `sha256=${signature}`,
    },
  })
  expect(answer.status).toBe(200)
}
/** Changes one script on a branch of its own. */
async function openPull(
  number: number,
  files: Record<string, string | null> = { 'hello.js': `log(${number})` },
) {
  const branch = `change-${number}`
  const sha = await git.commit(files, { branch, from: 'main' })
  await git.openPull(number, branch)
  return sha
}
const pulls = async () => (await site.admin.call(scriptSources.pulls, { query: { id } })).list
const ended = async () => {
  await expect.poll(async () => (await pulls())[0]?.endedAt, wait).toBeTruthy()
  return (await pulls())[0]
}
const tries = async () =>
  (await site.admin.call(scriptSources.pullTries, { query: { id: ScriptPullId.parse(1) } })).tries
const statuses = () => git.statuses.map(({ body }) => body.state)

test('a pull request runs its changed scripts on the test phones, and its commit shows the result', async () => {
  const token = await fixture.addPhone(1)
  const phone = await fixture.connect(token)
  await add()
  const sha = await openPull(1)
  await git.commit({ 'login.js': 'log("changed on the branch only")' })
  await report(1, sha)
  const order = await phone.next('task')
  expect(order).toMatchObject({ taskName: 'hello', runId: expect.stringMatching(/^try-pull-/) })
  const script = await fetch(`${site.address}${new URL(String(order.scriptUrl)).pathname}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await script.text()).toBe('log(1)')
  await expect.poll(statuses, wait).toEqual(['pending'])
  say(phone, String(order.runId), 'running')
  phone.send({ action: 'log', level: 'info', msg: 'step 1', time: 1_700_000_000_000, runId: order.runId })
  say(phone, String(order.runId), 'succeeded')
  expect(await ended()).toMatchObject({
    ...{ number: 1, title: 'Change 1', author: 'wang', sha, state: 'success', reason: null, statusError: '' },
    ...{ tries: 1, succeeded: 1 },
  })
  await expect.poll(statuses, wait).toEqual(['pending', 'success'])
  const [, status] = git.statuses
  expect(status).toMatchObject({
    path: `/repos/scripts/statuses/${sha}`,
    body: {
      target_url: 'https://console.example.org/task/scriptSource?pull=1',
      context: 'fleetdeck',
      description: 'The scripts succeeded on all test phones',
    },
  })
  expect(status?.headers.authorization).toBe('Bearer status-token')
  expect(await tries()).toMatchObject([
    { file: 'hello.js', deviceNo: 'A1', state: 'succeeded', lines: [{ level: 'info', msg: 'step 1' }] },
  ])
})

test('a phone that is known to lack what a script needs is named in the result and in the commit status', async () => {
  const phone = await fixture.phone(1)
  const other = await fixture.phone(2)
  phone.send({ action: 'heartbeat', can: ['pixels', 'modules'] })
  const known = async () => {
    await site.flush()
    return (await site.deps.db.execute(sql`select from device_runtime where can is not null`)).rows.length
  }
  await expect.poll(known, wait).toBe(1)
  await add({ testPhoneIds: [1, 2] })
  await report(1, await openPull(1, { 'hello.js': "import './login.js'\ndevice.ocr()" }))
  for (const [socket, state] of [
    [phone, 'failed'],
    [other, 'succeeded'],
  ] as const)
    say(socket, (await socket.next('task')).runId, state, { cause: 'exception' })
  expect(await ended()).toMatchObject({ state: 'failure' })
  expect((await tries()).map(({ deviceNo, state, lacks }) => [deviceNo, state, lacks])).toEqual([
    ['A1', 'failed', ['ocr']],
    ['A2', 'succeeded', []],
  ])
  await expect.poll(statuses, wait).toEqual(['pending', 'failure'])
  expect(git.statuses.at(-1)?.body.description).toBe(
    'A script failed on a test phone. A phone lacks what a script needs: ocr',
  )
})

test('a phone on another server runs it as well, and a line that is sent again is stored once', async () => {
  const other = await site.another()
  const token = await fixture.addPhone(1)
  const phone = await fixture.connect(token, { address: other.address })
  await add()
  await report(1, await openPull(1))
  const { runId } = await phone.next('task')
  say(phone, runId, 'running')
  const at = Date.now()
  const line = (msg: string, more = {}) =>
    phone.send({ action: 'log', level: 'info', msg, time: at, at, runId, ...more })
  line('step 1')
  const lines = async () => (await tries())[0]?.lines.map(({ msg }) => msg)
  await expect.poll(lines, wait).toEqual(['step 1'])
  line('step 1', { again: true })
  line('step 2', { again: true })
  say(phone, runId, 'succeeded')
  expect(await ended()).toMatchObject({ state: 'success' })
  await expect.poll(statuses, wait).toEqual(['pending', 'success'])
  expect(await lines()).toEqual(['step 1', 'step 2'])
  await other.close()
})

test('a server that stops leaves it to another, which continues without running anything again', async () => {
  const phone = await fixture.phone(1)
  await add()
  const other = await site.another()
  const sha = await openPull(1, { 'hello.js': 'log(1)', 'login.js': 'log(2)' })
  await report(1, sha, { address: other.address })
  const { runId, taskName } = await phone.next('task')
  say(phone, runId, 'running')
  await expect.poll(statuses, wait).toEqual(['pending'])
  await other.close()
  say(phone, runId, 'succeeded')
  const second = await phone.next('task')
  expect([taskName, second.taskName].sort()).toEqual(['hello', 'login'])
  say(phone, second.runId, 'succeeded')
  expect(await ended()).toMatchObject({ state: 'success', succeeded: 2, tries: 2 })
  await expect.poll(statuses, wait).toEqual(['pending', 'success'])
})

test('the result remains when the record of a run is deleted', async () => {
  const phone = await fixture.phone(1)
  await add()
  await report(1, await openPull(1))
  say(phone, (await phone.next('task')).runId, 'succeeded')
  await ended()
  await site.admin.call(taskRuns.remove, { query: { ids: [RunId.parse(1)] } })
  expect((await pulls())[0]).toMatchObject({ state: 'success', succeeded: 1, tries: 1 })
  expect(await tries()).toMatchObject([{ state: null, lines: [] }])
})

test('a phone that is lost during the run makes it an error', async () => {
  const token = await fixture.addPhone(1)
  const phone = await fixture.connect(token)
  await add()
  await report(1, await openPull(1))
  say(phone, (await phone.next('task')).runId, 'running')
  await expect.poll(async () => (await tries())[0]?.state, wait).toBe('running')
  phone.close()
  await fixture.connect(token, { held: ['another-run'] })
  expect(await ended()).toMatchObject({ state: 'error' })
  expect(await tries()).toMatchObject([{ state: 'failed', reason: null, runReason: 'interrupted' }])
})

test('a script that fails makes the commit fail, and can be tried again', async () => {
  const phone = await fixture.phone(1)
  await add()
  await report(2, await openPull(2))
  say(phone, String((await phone.next('task')).runId), 'failed', { msg: 'ReferenceError: x' })
  expect(await ended()).toMatchObject({ state: 'failure' })
  await expect.poll(statuses, wait).toEqual(['pending', 'failure'])
  expect(await tries()).toMatchObject([{ state: 'failed', msg: 'ReferenceError: x' }])
  await site.admin.call(scriptSources.tryPull, { body: { id: ScriptPullId.parse(1) } })
  say(phone, String((await phone.next('task')).runId), 'succeeded')
  await expect.poll(async () => (await pulls())[0]?.state, wait).toBe('success')
})

test('a phone that is offline makes it an error, not a failure of the script', async () => {
  await fixture.addPhone(1)
  await add()
  await report(3, await openPull(3))
  expect(await ended()).toMatchObject({ state: 'error', tries: 1, succeeded: 0 })
  expect(await tries()).toMatchObject([{ state: 'failed', reason: 'offline' }])
  await expect.poll(statuses, wait).toEqual(['pending', 'error'])
})

test('code of a fork runs only if the source allows it', async () => {
  const phone = await fixture.phone(1)
  await add()
  const sha = await openPull(4)
  await report(4, sha, { fork: true })
  expect(await ended()).toMatchObject({ state: 'skipped', reason: 'fork', isFork: true })
  expect(statuses()).toEqual([])
  await site.deps.db.execute(sql`update script_sources set tries_forks = true`)
  await report(4, sha, { fork: true, action: 'reopened' })
  say(phone, String((await phone.next('task')).runId), 'succeeded')
  await expect.poll(async () => (await pulls())[0]?.state, wait).toBe('success')
})

test('without changed scripts, or without test phones, no phone runs anything', async () => {
  await fixture.phone(1)
  await add()
  await report(5, await openPull(5, { 'readme.md': 'About' }))
  expect(await ended()).toMatchObject({ state: 'success', reason: 'noChanges', tries: 0 })
  await expect.poll(statuses, wait).toEqual(['pending', 'success'])
  await site.deps.db.execute(sql`update script_sources set test_phone_ids = '[]'`)
  await report(6, await openPull(6))
  expect(await ended()).toMatchObject({ number: 6, state: 'skipped', reason: 'noPhones' })
})

test('a newer commit replaces the one that is tried, whose run is stopped', async () => {
  const phone = await fixture.phone(1)
  await add()
  await report(7, await openPull(7))
  const first = await phone.next('task')
  const sha = await openPull(7, { 'hello.js': 'log("newer")' })
  await report(7, sha, { action: 'synchronize' })
  expect(await phone.next('taskControl')).toMatchObject({ order: 'stop', runId: first.runId })
  const second = await phone.next('task')
  say(phone, String(second.runId), 'succeeded')
  await expect.poll(async () => (await pulls())[0]?.state, wait).toBe('success')
  expect((await pulls())[1]).toMatchObject({ state: 'error', reason: 'superseded' })
})

test('a provider that refuses the status does not hide the result', async () => {
  const phone = await fixture.phone(1)
  git.statusCode = 403
  await add()
  await report(8, await openPull(8))
  say(phone, String((await phone.next('task')).runId), 'succeeded')
  expect(await ended()).toMatchObject({ state: 'success' })
  await expect.poll(async () => (await pulls())[0]?.statusError, wait).toMatch(/^HTTP 403/)
})

test.each([
  ['gitlab', (sha: string) => `/projects/scripts/statuses/${sha}`, 'private-token', 'status-token'],
  ['gitea', (sha: string) => `/repos/scripts/statuses/${sha}`, 'authorization', 'token status-token'],
] as const)('%s gets the status in its own way', async (provider, path, header, value) => {
  await fixture.phone(1)
  await add({ provider })
  const sha = await openPull(9, { 'readme.md': provider })
  await report(9, sha)
  await ended()
  await expect.poll(() => git.statuses.length, wait).toBe(2)
  expect(git.statuses[1]).toMatchObject({
    path: path(sha),
    headers: { [header]: value },
    body: { state: 'success' },
  })
})
