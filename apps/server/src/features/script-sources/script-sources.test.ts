import { createHmac } from 'node:crypto'
import { alarms, newAlarmSetting } from '@fleetdeck/contract/alarms'
import { DataScope } from '@fleetdeck/contract/enums'
import { PlatformId, ScriptSourceId, UserId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { maxSourceFiles, scriptSources } from '@fleetdeck/contract/script-sources'
import { scripts } from '@fleetdeck/contract/scripts'
import { type GitServer, startGitServer } from '@fleetdeck/testing/peers/git-server'
import { addHolder } from '@fleetdeck/testing/site/organisation'
import { addUser, startTestSite, type TestClient, type TestSite } from '@fleetdeck/testing/site/test-site'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alarmSettings } from '../../platform/db/schema/alarms.ts'

let site: TestSite
let git: GitServer
beforeAll(async () => {
  site = await startTestSite()
  git = await startGitServer()
  await git.commit({
    'phones/hello.js': 'log("hello")',
    'phones/login.js': 'log("login")',
    'phones/readme.md': 'About',
    'phones/deep/inner.js': 'log("inner")',
  })
})
beforeEach(async () => {
  await site.reset()
  git.token = undefined
  git.redirect = undefined
  await site.deps.parameters.set('sys.outgoing.privateNetworks', '127.0.0.1')
  await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
})
afterAll(async () => {
  await site.stop()
  await git.stop()
})

const id = ScriptSourceId.parse(1)
const draft = (change: object = {}) => ({
  ...{ sourceName: 'Shop scripts', platformId: PlatformId.parse(1) },
  ...{ address: git.address, branch: 'main', folder: 'phones', intervalMinutes: 0 },
  ...change,
})
const find = (client: TestClient = site.admin) => client.call(scriptSources.one, { query: { id } })
/** Waits for the end of a reading. */
const settled = async () => {
  const source = await find()
  return source.state === 'waiting' || source.state === 'reading' ? undefined : source
}
const read = async () => {
  await expect.poll(settled, { timeout: 20_000 }).toBeDefined()
  return find()
}
const add = async (change: object = {}) => {
  await site.admin.call(scriptSources.add, { body: draft(change) })
  return read()
}
const pull = async () => {
  // The same click within a second is refused.
  await expect.poll(async () => (await site.admin.ask(scriptSources.pull, { body: { id } })).code).toBe(0)
  return read()
}
const names = async () =>
  (await site.admin.call(scripts.list)).list.map(({ scriptName }) => scriptName).sort()
const findScript = async (scriptName: string) => {
  const [found] = (await site.admin.call(scripts.list, { query: { scriptName } })).list
  if (!found) throw new Error(`there is no script ${scriptName}`)
  return found
}
const textOf = async (scriptName: string) => {
  const { versionId } = await findScript(scriptName)
  return (await site.admin.call(scripts.text, { query: { versionId } })).text
}
const check = (change: object = {}) => {
  const { address, branch, folder } = draft()
  return site.admin.call(scriptSources.check, { body: { address, branch, folder, ...change } })
}

describe('a git repository', () => {
  test('becomes scripts of its owner, named like their files, with the commit of each version', async () => {
    const source = await add()
    const head = await git.git('rev-parse', 'HEAD')
    expect(source).toMatchObject({
      ...{ state: 'read', failure: null, scripts: 2 },
      commit: { sha: head, author: 'Wang Wei', subject: 'Change scripts' },
      result: { added: ['hello', 'login'], updated: [], unchanged: 0, missing: [], skipped: [] },
    })
    expect(await names()).toEqual(['hello', 'login'])
    expect(await textOf('hello')).toBe('log("hello")')
    const hello = await findScript('hello')
    expect(hello).toMatchObject({ version: head.slice(0, 8), userName: 'admin' })
    const versions = await site.admin.call(scripts.versions, { query: { id: hello.id } })
    expect(versions).toMatchObject([{ commit: { sha: head, subject: 'Change scripts' }, userName: null }])
    expect(hello.source).toEqual({
      ...{ name: 'Shop scripts', file: 'hello.js' },
      ...{ isMissing: false, isFailing: false },
    })
  })

  test('gives a script a new version when its file changes, and no other', async () => {
    await add()
    const sha = await git.commit({ 'phones/hello.js': 'log("again")' }, { message: 'Greet again' })
    const { result } = await pull()
    expect(result).toMatchObject({ added: [], updated: ['hello'], unchanged: 1, replaced: [] })
    expect(await findScript('hello')).toMatchObject({ version: sha.slice(0, 8), versions: 2 })
    expect(await findScript('login')).toMatchObject({ versions: 1 })
    expect((await pull()).result).toMatchObject({ updated: [], unchanged: 2 })
    await git.commit({ 'phones/hello.js': 'log("hello")' })
    await pull()
    expect(await findScript('hello')).toMatchObject({ versions: 3 })
  })

  test('may have scripts that import each other by path or name, and applies each commit as a whole', async () => {
    await git.commit({
      'shop/main.js': 'import { login } from "./lib/login.js"\nimport "help"\nlogi(login)',
      'shop/help.js': 'export {}',
      'shop/lib/login.js': 'import { goal } from "../goal.ts"\nexport const login = goal',
      'shop/goal.ts': 'export const goal: number = 1',
      'shop/wrong.js': '\nimport "./nothing.js"',
      'shop/bad.ts': 'enum Way { on }',
      'shop/fleetdeck.json': JSON.stringify({
        scripts: {
          'main.js': {},
          'help.js': {},
          'lib/login.js': {},
          'goal.ts': {},
          'wrong.js': {},
          'bad.ts': {},
        },
      }),
    })
    const { result } = await add({ folder: 'shop' })
    expect(result?.added).toEqual(['main', 'help', 'login', 'goal'])
    expect(result?.skipped).toEqual([
      { file: 'wrong.js', reason: 'importWrong', detail: 'wrong:2 ./nothing.js' },
      { file: 'bad.ts', reason: 'importWrong', detail: expect.stringMatching(/^bad:1 TypeScript enum/) },
    ])
    const main = await findScript('main')
    const imports = () => site.admin.call(scripts.imports, { query: { id: main.id } })
    const first = main.version
    expect(await imports()).toMatchObject([
      { name: '../goal.ts', scriptName: 'goal', version: first },
      { name: './lib/login.js', scriptName: 'login', version: first },
      { name: 'help', scriptName: 'help', version: first },
    ])
    const sha = await git.commit({ 'shop/goal.ts': 'export const goal: number = 2' })
    await pull()
    const second = sha.slice(0, 8)
    expect((await imports()).map(({ version }) => version)).toEqual([second, first, first])
    expect(await findScript('main')).toMatchObject({ version: first, newerImports: 0 })
  })

  test('marks a script whose file is removed, and keeps it', async () => {
    await git.commit({ 'phones/old.js': '1' })
    await add()
    await git.commit({ 'phones/old.js': null })
    expect((await pull()).result).toMatchObject({ missing: ['old'] })
    expect((await findScript('old')).source).toMatchObject({ isMissing: true })
    await git.commit({ 'phones/old.js': '1' })
    expect((await pull()).result).toMatchObject({ missing: [], unchanged: 3 })
    expect((await findScript('old')).source).toMatchObject({ isMissing: false })
    await git.commit({ 'phones/old.js': null })
  })

  test('replaces an edit of the console with the next commit of the file, and says so', async () => {
    await add()
    const { id: scriptId, scriptName, platformId } = await findScript('hello')
    await site.admin.call(scripts.edit, {
      body: { id: scriptId, scriptName, platformId, version: 'mine', content: 'log("mine")' },
    })
    expect((await pull()).result).toMatchObject({ updated: [], replaced: [] })
    expect(await textOf('hello')).toBe('log("mine")')
    await git.commit({ 'phones/hello.js': 'log("theirs")' })
    expect((await pull()).result).toMatchObject({ updated: ['hello'], replaced: ['hello'] })
    expect(await textOf('hello')).toBe('log("theirs")')
    await git.commit({ 'phones/hello.js': 'log("hello")' })
  })

  test('follows fleetdeck.json: files, names and parameters', async () => {
    const params = [{ key: 'city', type: 1, value: 'Taipei' }]
    const project = {
      scripts: {
        'a.js': { name: 'Alpha', params },
        './sub/b.js': {},
        'gone.js': {},
        '../phones/hello.js': {},
        'a.bin.js': {},
      },
    }
    await git.commit({
      'project/fleetdeck.json': JSON.stringify(project),
      ...{
        'project/a.js': '1',
        'project/sub/b.js': '2',
        'project/unlisted.js': '3',
        'project/a.bin.js': 'a\0b',
      },
    })
    const { result } = await add({ folder: '/project/' })
    expect(result).toMatchObject({ added: ['Alpha', 'b'] })
    expect(result?.skipped.map(({ file, reason }) => `${file} ${reason}`).sort()).toEqual([
      '../phones/hello.js fileMissing',
      'a.bin.js fileNotText',
      'gone.js fileMissing',
    ])
    expect((await findScript('Alpha')).params).toMatchObject([{ key: 'city', value: 'Taipei' }])
    await git.commit({
      'project/fleetdeck.json': JSON.stringify({ scripts: { 'a.js': { name: 'First' } } }),
    })
    expect((await pull()).result).toMatchObject({ updated: ['First'], missing: ['b'] })
    expect(await findScript('First')).toMatchObject({ versions: 1, params: [] })
    await git.commit({ 'project/fleetdeck.json': '{"scripts": 1}' })
    expect(await pull()).toMatchObject({ state: 'failed', failure: 'projectFileWrong', detail: /scripts/ })
  })

  test('shows on its scripts that it could not be read, until it can be again', async () => {
    await add()
    await site.admin.call(scriptSources.edit, { body: { ...draft({ branch: 'none' }), id } })
    await read()
    expect((await findScript('hello')).source).toMatchObject({ isFailing: true })
    await site.admin.call(scriptSources.edit, { body: { ...draft(), id } })
    await read()
    expect((await findScript('hello')).source).toMatchObject({ isFailing: false })
  })

  test('takes no script of the owner that has the same name', async () => {
    await site.admin.call(scripts.add, {
      body: { scriptName: 'hello', platformId: PlatformId.parse(1), version: '1', content: 'mine' },
    })
    expect((await add()).result).toMatchObject({
      added: ['login'],
      skipped: [{ file: 'hello.js', reason: 'nameTaken' }],
    })
    expect(await textOf('hello')).toBe('mine')
  })

  test('with too many scripts is not read', async () => {
    const many = Array.from({ length: maxSourceFiles + 1 }, (_, n) => [`many/${n}.js`, '1'])
    await git.commit(Object.fromEntries(many))
    expect(await add({ folder: 'many' })).toMatchObject({ failure: 'tooManyFiles', scripts: 0 })
  })

  test('keeps its scripts when it is deleted', async () => {
    await add()
    await site.admin.call(scriptSources.remove, { query: { ids: [id] } })
    expect(await names()).toEqual(['hello', 'login'])
    expect((await findScript('hello')).source).toBeNull()
  })
})

describe('access', () => {
  test('is checked before saving, and says what was found or why it failed', async () => {
    expect(await check()).toMatchObject({
      failure: null,
      scripts: ['hello', 'login'],
      commit: { author: 'Wang Wei' },
    })
    expect(await check({ branch: 'none' })).toMatchObject({ failure: 'branchMissing' })
    expect(await check({ folder: 'none' })).toMatchObject({ failure: 'folderMissing' })
    expect(await check({ folder: 'phones/hello.js' })).toMatchObject({ failure: 'folderMissing' })
    expect(await check({ address: `${git.origin}/other.git` })).toMatchObject({
      failure: 'repositoryMissing',
    })
    expect(await check({ address: 'http://127.0.0.1:9/x.git' })).toMatchObject({ failure: 'unreachable' })
    expect(await check({ address: 'https://no-such-host.invalid/x.git' })).toMatchObject({
      failure: 'unreachable',
    })
  })

  test('to private networks needs the parameter, and to the internet https', async () => {
    await site.deps.parameters.set('sys.outgoing.privateNetworks', '')
    for (const address of [git.address, 'ssh://git@127.0.0.1/x', 'git@127.0.0.1:x', 'https://[::1]/x'])
      expect(await check({ address })).toMatchObject({ failure: 'addressPrivate' })
    expect(await check({ address: 'http://1.1.1.1/x.git' })).toMatchObject({ failure: 'plainHttp' })
  })

  test('follows no redirect: only the server itself was checked', async () => {
    git.redirect = git.origin
    expect(await check()).toMatchObject({ failure: 'redirected' })
  })

  test('with a token keeps it secret, and asks for it again when the server changes', async () => {
    git.token = 'geheim-4711'
    expect(await check()).toMatchObject({ failure: 'accessDenied' })
    expect(await check({ authKind: 'token', secret: 'wrong-4711' })).toMatchObject({
      failure: 'accessDenied',
    })
    expect(await add({ authKind: 'token', secret: git.token })).toMatchObject({
      state: 'read',
      hasSecret: true,
    })
    expect(JSON.stringify(await find())).not.toContain(git.token)
    const { rows } = await site.deps.db.execute<{ secret: string }>(sql`select secret from script_sources`)
    expect(rows[0]?.secret).toMatch(/^sealed:/)
    const edit = (change: object) =>
      site.admin.ask(scriptSources.edit, { body: { ...draft({ authKind: 'token' }), id, ...change } })
    expect(await edit({ sourceName: 'Renamed' })).toMatchObject({ code: 0 })
    expect(await read()).toMatchObject({ state: 'read', sourceName: 'Renamed' })
    const elsewhere = git.address.replace('127.0.0.1', 'localhost')
    expect((await edit({ address: elsewhere })).msg).toMatch(/^Enter the token or private key/)
    const { address } = draft()
    expect(await check({ id, address, authKind: 'token' })).toMatchObject({ failure: null })
    expect(
      await site.admin.ask(scriptSources.check, {
        body: { ...{ id, authKind: 'token', branch: 'main' }, address: elsewhere },
      }),
    ).toMatchObject({ code: -1 })
  })

  test('fails with the time of the next attempt, which is later each time', async () => {
    expect(await add({ branch: 'none', intervalMinutes: 5 })).toMatchObject({
      state: 'failed',
      failure: 'branchMissing',
    })
    const minutes = async () => {
      const { triedAt, nextAt } = await find()
      return Math.round((Date.parse(nextAt ?? '') - Date.parse(triedAt ?? '')) / 60_000)
    }
    expect(await minutes()).toBe(1)
    await site.deps.db.execute(sql`update script_sources set next_at = now()`)
    await expect.poll(minutes, { timeout: 20_000 }).toBe(5)
  })

  test('raises an alarm when it fails several times in succession, which is over when it is read', async () => {
    await site.deps.parameters.set('alarm.settleSeconds', '0')
    await site.deps.db
      .insert(alarmSettings)
      .values({ ...newAlarmSetting, userId: UserId.parse(1), sourceFailures: 2 })
    const list = async () => {
      await site.alarmMonitor.check()
      return (await site.admin.call(alarms.list)).list
    }
    const failures = async () => {
      const { rows } = await site.deps.db.execute<{ failures: number }>(
        sql`select failures from script_sources`,
      )
      return rows[0]?.failures
    }
    await add({ branch: 'later' })
    const { triedAt } = await find()
    await expect.poll(failures).toBe(1)
    expect(await list()).toEqual([])
    await site.deps.db.execute(sql`update script_sources set next_at = now()`)
    await expect.poll(failures, { timeout: 20_000 }).toBe(2)
    await expect.poll(list).toMatchObject([
      {
        ...{ kind: 'scriptSource', state: 'open', sourceId: 1, deviceId: null, deviceNo: 'Shop scripts' },
        ...{ value: 2, threshold: 2, since: triedAt },
      },
    ])
    // A click begins the attempts again: nothing is known before its end.
    expect(await pull()).toMatchObject({ state: 'failed' })
    expect(await list()).toMatchObject([{ state: 'open' }])
    await site.admin.call(scriptSources.edit, { body: { ...draft(), id } })
    expect(await read()).toMatchObject({ state: 'read' })
    await expect.poll(list).toMatchObject([{ state: 'resolved', ending: 'over' }])
  })
})

describe('it is read again', () => {
  test('after its interval', async () => {
    expect((await add({ intervalMinutes: 15 })).nextAt).not.toBeNull()
    const sha = await git.commit({ 'phones/login.js': 'log("later")' })
    await site.deps.db.execute(sql`update script_sources set next_at = now()`)
    await expect.poll(async () => (await find()).commit?.sha, { timeout: 20_000 }).toBe(sha)
    await git.commit({ 'phones/login.js': 'log("login")' })
  })

  test('never while it is disabled', async () => {
    await add()
    await site.admin.call(scriptSources.edit, { body: { ...draft({ status: 1 }), id } })
    expect((await site.admin.ask(scriptSources.pull, { body: { id } })).msg).toMatch(/is disabled/)
    expect(await find()).toMatchObject({ nextAt: null })
  })

  const hook = async (
    event: object,
    headers: Record<string, string> = {},
    change: { secret?: string } = {},
  ) => {
    const { path, secret } = await site.admin.call(scriptSources.webhook, { query: { id } })
    const body = JSON.stringify(event)
    const signature = createHmac('sha256', change.secret ?? secret)
      .update(body)
      .digest('hex')
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('SIGNATURE', signature).replace('SECRET', change.secret ?? secret),
      ]),
    )
    const answer = await fetch(site.address + path, {
      ...{ method: 'POST', body },
      headers: { 'content-type': 'application/json', ...given },
    })
    const { data, msg } = (await answer.json()) as { data?: { taken: string }; msg: string }
    return { status: answer.status, taken: data?.taken, msg }
  }
  const github = { 'x-github-event': 'push', 'x-hub-signature-256': 'sha256=SIGNATURE' }
  const gitea = { 'x-gitea-event': 'push', 'x-gitea-signature': 'SIGNATURE' }
  const gitlab = { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': 'SECRET' }

  test.each([
    ['GitHub', github],
    ['Gitea', gitea],
    ['GitLab', gitlab],
  ])('when %s reports a push', async (_name, headers) => {
    await add()
    const sha = await git.commit({ 'phones/login.js': `log("${Math.random()}")` })
    expect(await hook({ ref: 'refs/heads/main' }, headers)).toMatchObject({ status: 200, taken: 'push' })
    await expect.poll(async () => (await find()).commit?.sha, { timeout: 20_000 }).toBe(sha)
  })

  test('not for another branch or event, and not for a wrong signature', async () => {
    await add()
    expect(await hook({ ref: 'refs/heads/other' }, github)).toMatchObject({ taken: 'ignored' })
    expect(await hook({ zen: '' }, { ...github, 'x-github-event': 'ping' })).toMatchObject({
      taken: 'ignored',
    })
    expect((await find()).nextAt).toBeNull()
    for (const headers of [github, gitea, gitlab])
      expect(await hook({ ref: 'refs/heads/main' }, headers, { secret: 'wrong' })).toMatchObject({
        status: 401,
        msg: expect.stringContaining('Webhook'),
      })
    expect(await hook({ ref: 'refs/heads/main' }, { 'x-github-event': 'push' })).toMatchObject({
      status: 401,
    })
    const unknown = await fetch(`${site.address}/task/scriptSource/hook/none`, {
      ...{ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    })
    expect(unknown.status).toBe(404)
  })
})

test('a source of another tenant can be neither seen nor used, and needs phones and a platform of its owner', async () => {
  await add()
  const all = Object.values(scriptSources).map(({ permission }) => permission)
  const { client } = await addHolder(
    site,
    { userName: 'wang' },
    { permissions: [...new Set(all)], dataScope: DataScope.self },
  )
  expect((await client.call(scriptSources.list)).list).toEqual([])
  for (const ask of [
    client.ask(scriptSources.one, { query: { id } }),
    client.ask(scriptSources.edit, { body: { ...draft(), id } }),
    client.ask(scriptSources.pull, { body: { id } }),
    client.ask(scriptSources.pulls, { query: { id } }),
    client.ask(scriptSources.check, { body: { id, address: git.address, branch: 'main' } }),
    client.ask(scriptSources.add, { body: draft({ sourceName: 'Other' }) }),
  ])
    expect(await ask).toMatchObject({ code: 404 })
  const li = await addUser(site, { userName: 'li' })
  expect(
    (await site.admin.ask(scriptSources.edit, { body: { ...draft({ tenantId: li.id }), id } })).msg,
  ).toMatch(/^The owner cannot be changed/)
  expect(
    (await site.admin.ask(scriptSources.edit, { body: { ...draft({ testPhoneIds: [7] }), id } })).msg,
  ).toMatch(/^Test phones must belong/)
  expect((await site.admin.ask(scriptSources.add, { body: draft({ branch: 'other' }) })).msg).toMatch(
    /already has a Git repository/,
  )
})
