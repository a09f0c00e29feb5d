import { createHmac } from 'node:crypto'
import { PlatformId, ScriptPullId, ScriptSourceId } from '@fleetdeck/contract/ids'
import { platforms } from '@fleetdeck/contract/platforms'
import { scriptSources } from '@fleetdeck/contract/script-sources'
import { siteConfig } from '@fleetdeck/contract/site-config'
import { type GitServer, startGitServer } from '@fleetdeck/testing/peers/git-server'
import { TwoServers } from '@fleetdeck/testing/server/two-servers'
import { say } from '@fleetdeck/testing/site/task-fixture'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env

describe.skipIf(!(TEST_DATABASE_URL && TEST_REDIS_URL))('when the server of a pull request is killed', () => {
  let servers: TwoServers
  let git: GitServer
  beforeEach(async () => {
    servers = await TwoServers.start()
    git = await startGitServer()
    await git.commit({ 'hello.js': 'log("hello")' })
  })
  afterEach(async () => {
    await servers.stop()
    await git.stop()
  })

  const wait = { timeout: 60_000 }
  const id = ScriptSourceId.parse(1)
  const statuses = () => git.statuses.map(({ body }) => body.state)

  test('another continues: the phone runs nothing twice, and the commit gets one result', async () => {
    const phone = await servers.phone()
    const { admin, second } = servers
    await admin.call(siteConfig.update, {
      body: { values: { 'sys.outgoing.privateNetworks': '127.0.0.1' } },
    })
    await admin.call(platforms.add, { body: { platformName: 'Shop' } })
    await admin.call(scriptSources.add, {
      body: {
        ...{ sourceName: 'Shop scripts', platformId: PlatformId.parse(1), address: git.address },
        ...{ branch: 'main', intervalMinutes: 0, provider: 'gitlab', apiAddress: git.origin },
        ...{ apiToken: 'api-token', testPhoneIds: [1] },
      } as never,
    })
    await expect
      .poll(async () => (await admin.call(scriptSources.one, { query: { id } })).state, wait)
      .toBe('read')
    const sha = await git.commit({ 'hello.js': 'log(1)' }, { branch: 'change', from: 'main' })
    await git.openPull(1, 'change')
    await reportTo(second.address, sha)
    const { runId } = await phone.next('task')
    say(phone, runId, 'running')
    await expect.poll(statuses, wait).toEqual(['pending'])
    await second.kill()
    phone.send({ action: 'log', level: 'info', msg: 'step 1', time: 1_700_000_000_000, runId })
    say(phone, runId, 'succeeded')
    await expect.poll(statuses, wait).toEqual(['pending', 'success'])
    const pull = () => admin.call(scriptSources.pullTries, { query: { id: ScriptPullId.parse(1) } })
    expect(await pull()).toMatchObject({
      pull: { state: 'success', succeeded: 1, sha },
      tries: [{ state: 'succeeded', lines: [{ msg: 'step 1' }] }],
    })
  })

  async function reportTo(address: string, sha: string) {
    const { path, secret } = await servers.admin.call(scriptSources.webhook, { query: { id } })
    const repo = { full_name: 'org/scripts' }
    const body = JSON.stringify({
      ...{ action: 'opened', number: 1 },
      pull_request: {
        ...{ title: 'Change', html_url: '', user: { login: 'wang' } },
        ...{ head: { sha, repo }, base: { ref: 'main', repo } },
      },
    })
    const answer = await fetch(address + path, {
      ...{ method: 'POST', body },
      headers: {
        ...{ 'content-type': 'application/json', 'x-github-event': 'pull_request' },
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
    })
    expect(answer.status).toBe(200)
  }
})
