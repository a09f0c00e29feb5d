import { PlatformId, ScriptSourceId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scriptSources } from '@fleetdeck/contract/script-sources'
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
  await git.commit({ 'hello.js': 'log("hello")' })
})
beforeEach(async () => {
  await fixture.reset()
  Object.assign(git, { pulls: [], lists: [], statuses: [], listAnswer: undefined })
  await site.deps.parameters.set('sys.outgoing.privateNetworks', '127.0.0.1')
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterEach(() => fixture.closeSockets())
afterAll(async () => {
  await site.stop()
  await git.stop()
})

const id = ScriptSourceId.parse(1)
const wait = { timeout: 30_000 }
const draft = {
  ...{ sourceName: 'Shop scripts', platformId: PlatformId.parse(2), branch: 'main', intervalMinutes: 15 },
  ...{ provider: 'github', apiToken: 'api-token', testPhoneIds: [1] },
}
const find = () => site.admin.call(scriptSources.one, { query: { id } })
/** Waits until the repository has been read, and with it the pull requests. */
async function settled() {
  await expect.poll(async () => ['read', 'failed'].includes((await find()).state), wait).toBe(true)
  return find()
}
async function add(change: object = {}) {
  const body = { ...draft, address: git.address, apiAddress: git.origin, ...change }
  await site.admin.call(scriptSources.add, { body: body as never })
  return settled()
}
/** As after its interval. */
async function readAgain() {
  const before = git.lists.length
  const { triedAt } = await find()
  await site.deps.db.execute(sql`update script_sources set next_at = now()`)
  await expect.poll(async () => (await find()).triedAt !== triedAt, wait).toBe(true)
  const source = await settled()
  return { source, calls: git.lists.length - before }
}
const pulls = async () => (await site.admin.call(scriptSources.pulls, { query: { id } })).list
async function openPull(number: number, change: object = {}) {
  const branch = `change-${number}`
  const sha = await git.commit({ 'hello.js': `log(${Math.random()})` }, { branch, from: 'main' })
  await git.openPull(number, branch)
  git.pulls = [{ number, sha, ...change }, ...git.pulls.filter((pull) => pull.number !== number)]
  return sha
}

test.each([
  ['github', '/repos/scripts/pulls', 'authorization', 'Bearer api-token'],
  ['gitea', '/repos/scripts/pulls', 'authorization', 'token api-token'],
  ['gitlab', '/projects/scripts/merge_requests', 'private-token', 'api-token'],
] as const)(
  'open pull requests of %s are tried without a webhook, each commit once',
  async (provider, path, name, value) => {
    const phone = await fixture.phone(1)
    await openPull(2, { target: 'other' })
    const sha = await openPull(1)
    expect(await add({ provider })).toMatchObject({ pullsFailure: null, pullsReadAt: expect.anything() })
    say(phone, (await phone.next('task')).runId, 'succeeded')
    await expect.poll(async () => (await pulls()).map(({ state }) => state), wait).toEqual(['success'])
    expect(await pulls()).toMatchObject([
      {
        number: 1,
        title: 'Change 1',
        author: 'wang',
        sha,
        isFork: false,
        url: expect.stringMatching(/\/1$/),
      },
    ])
    expect(git.lists[0]).toMatchObject({
      url: expect.stringContaining(`${path}?`),
      headers: { [name]: value },
    })
    await readAgain()
    expect(await pulls()).toHaveLength(1)
    const newer = await openPull(1)
    await readAgain()
    expect((await pulls()).map((pull) => pull.sha)).toEqual([newer, sha])
  },
)

test('those of forks only run if the source allows it, also when they are read', async () => {
  await fixture.phone(1)
  await openPull(1, { isFork: true })
  await add()
  await expect.poll(async () => (await pulls())[0]?.reason, wait).toBe('fork')
  expect(git.statuses).toEqual([])
})

test('up to 100 are read in pages, and 20 of them begin with each reading', async () => {
  await fixture.addPhone(1)
  const sha = (n: number) => n.toString(16).padStart(40, '0')
  git.pulls = Array.from({ length: 130 }, (_, n) => ({ number: n + 1, sha: sha(n), isFork: true }))
  await add({ intervalMinutes: 0 })
  expect(git.lists.map(({ url }) => new URL(url, git.origin).searchParams.get('page'))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
  ])
  const numbers = async () => {
    const { list } = await site.admin.call(scriptSources.pulls, { query: { id, pageSize: 200 } })
    return list.map(({ number }) => number)
  }
  expect(await numbers()).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  await readAgain()
  expect((await numbers()).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
})

test('without test phones, or with another provider, the API is not called', async () => {
  await add({ testPhoneIds: [] })
  await site.admin.call(scriptSources.edit, {
    body: { ...draft, id, address: git.address, provider: 'other', testPhoneIds: [] } as never,
  })
  await settled()
  expect(git.lists).toEqual([])
})

const minutes = async () => {
  const { triedAt, pullsNextAt } = await find()
  return Math.round((Date.parse(pullsNextAt ?? '') - Date.parse(triedAt ?? '')) / 60_000)
}

test.each([
  [401, 'accessDenied'],
  [403, 'accessDenied'],
  [404, 'repositoryMissing'],
  [502, 'other'],
  [200, 'other'],
] as const)(
  'the answer %i is shown with its cause, and the scripts are read nevertheless',
  async (status, failure) => {
    await fixture.phone(1)
    git.listAnswer = { status, body: '{"message":"No"}' }
    expect(await add()).toMatchObject({
      ...{ state: 'read', scripts: 1, pullsFailure: failure },
      pullsDetail: `HTTP ${status} {"message":"No"}`,
    })
  },
)

test('a rate limit is respected for as long as the provider asks, and the pause after other failures grows', async () => {
  await fixture.phone(1)
  const inTenMinutes = Math.round(Date.now() / 1000) + 600
  git.listAnswer = {
    status: 403,
    headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(inTenMinutes) },
  }
  expect(await add()).toMatchObject({ pullsFailure: 'rateLimit' })
  expect(await minutes()).toBe(10)
  // A push does not shorten it.
  expect(await readAgain()).toMatchObject({ calls: 0, source: { pullsFailure: 'rateLimit' } })
  const later = () => site.deps.db.execute(sql`update script_sources set pulls_next_at = now()`)
  git.listAnswer = { status: 429, headers: { 'retry-after': '1800' } }
  await later()
  await readAgain()
  expect(await minutes()).toBe(30)
  git.listAnswer = { status: 500 }
  await site.deps.db.execute(sql`update script_sources set pulls_failures = 0`)
  for (const pause of [1, 5, 15, 60, 60]) {
    await later()
    await readAgain()
    expect(await minutes()).toBe(pause)
  }
  git.listAnswer = undefined
  await later()
  const { source } = await readAgain()
  expect(source).toMatchObject({ pullsFailure: null, pullsDetail: '', pullsNextAt: null })
})

test('a private network, or an address without a server, is a failure too', async () => {
  await fixture.phone(1)
  expect(await add({ apiAddress: 'http://127.0.0.1:9' })).toMatchObject({ pullsFailure: 'unreachable' })
  const edit = { ...draft, id, address: git.address, apiAddress: 'http://10.0.0.1' }
  await site.admin.call(scriptSources.edit, { body: edit as never })
  expect(await settled()).toMatchObject({ pullsFailure: 'addressPrivate' })
})
