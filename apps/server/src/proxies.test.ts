import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { consoleSocketPath } from '@fleetdeck/contract/console-socket'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { files } from '@fleetdeck/contract/files'
import { loginLogs } from '@fleetdeck/contract/login-logs'
import { phoneApi } from '@fleetdeck/contract/phone-api'
import { session } from '@fleetdeck/contract/session'
import { firstSignIn, HttpClient } from '@fleetdeck/testing/server/http-client'
import {
  type FrontProxy,
  proxyPrograms,
  startCaddy,
  startNginx,
} from '@fleetdeck/testing/server/proxy-program'
import { type ServerProcess, startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { TestSocket } from '@fleetdeck/testing/server/test-sockets'
import { newPostgres } from '@fleetdeck/testing/site/test-database'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 120_000 })
const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env
const firstPassword = 'Given-Password-1'

// The certificates are made for the test.
beforeEach(() => void vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'))
afterEach(() => void vi.unstubAllEnvs())

/** Two servers of one installation that share files and key, as in the compose file. */
async function startServers(): Promise<[ServerProcess, ServerProcess]> {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const { url, drop } = await newPostgres()
  onTestFinished(drop)
  const settings = {
    FILES_DIR: path.join(folder.path, 'files'),
    SECRET_KEY_FILE: path.join(folder.path, 'secret.key'),
    DATABASE_URL: url,
    REDIS_URL: TEST_REDIS_URL ?? '',
    REDIS_PREFIX: randomUUID(),
    CAPTCHA: 'off',
    ADMIN_PASSWORD: firstPassword,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '4',
  }
  const first = await startServer({ ...settings, DATA_DIR: path.join(folder.path, 'first') })
  onTestFinished(first.kill)
  const second = await startServer({ ...settings, DATA_DIR: path.join(folder.path, 'second') })
  onTestFinished(second.kill)
  return [first, second]
}

const proxies = [
  { name: 'nginx', start: startNginx },
  { name: 'caddy', start: startCaddy },
] as const

for (const { name, start } of proxies) {
  const isMissing = !TEST_DATABASE_URL || !TEST_REDIS_URL || !existsSync(proxyPrograms[name])
  test.skipIf(isMissing)(
    `pages and phones work through ${name}, also while one of two servers stops`,
    async () => {
      const [first, second] = await startServers()
      const folder = await temporaryFolder()
      onTestFinished(folder.remove)
      const proxy = await start(folder.path, [first.address, second.address])
      onTestFinished(proxy.stop)
      await refusesPlainCalls(proxy)

      const admin = await firstSignIn(proxy.address, firstPassword)
      await namesCallers(proxy, admin)
      await takesUploads(proxy, admin)

      const { token } = await new HttpClient(proxy.address).call(phoneApi.enroll, {
        body: { key: first.enrolmentKey, deviceId: 'phone-1' },
      })
      const connectPhone = async () => {
        const phone = TestSocket.phone(proxy.address, token)
        onTestFinished(() => phone.close())
        await phone.next('registered')
        return phone
      }
      const connectPage = async () => {
        const page = TestSocket.browser(proxy.address, consoleSocketPath, admin.token ?? '')
        onTestFinished(() => page.close())
        await new Promise((resolve) => page.socket.once('open', resolve))
        return page
      }
      await connectPhone()
      const pages = [await connectPage(), await connectPage(), await connectPage(), await connectPage()]

      // Each of them is on some server; those of the second one come back on the first.
      let stopped = false
      const stopping = second.stop().finally(() => {
        stopped = true
      })
      let calls = 0
      while (!stopped) {
        expect(await admin.ask(deviceGroups.list)).toMatchObject({ code: 0 })
        calls += 1
      }
      expect(await stopping).toBe(0)
      expect(calls).toBeGreaterThan(0)
      const closed = pages.filter(({ socket }) => socket.readyState !== socket.OPEN)
      expect(closed.length).toBeGreaterThan(0)
      expect(closed.length).toBeLessThan(pages.length)
      await connectPage()
      await connectPhone()
      await admin.call(deviceGroups.add, { body: { groupName: 'afterwards' } })
    },
  )
}

/** Other calls are redirected. */
async function refusesPlainCalls({ plainAddress }: FrontProxy) {
  for (const call of ['/rapi/heartbeat', '/openapi/getTask', '/phone/a-key/rapi/heartbeat'])
    expect((await fetch(`${plainAddress}${call}`, { redirect: 'manual' })).status).toBe(403)
  const page = await fetch(`${plainAddress}/login?a=b`, { redirect: 'manual' })
  expect([301, 302, 308]).toContain(page.status)
  expect(page.headers.get('location')).toMatch(/^https:\/\/localhost\/login\?a=b$/)
}

/** The address that a caller claims to have counts for nothing. */
async function namesCallers({ address }: FrontProxy, admin: HttpClient) {
  const page = await fetch(`${address}/`)
  expect([page.status, page.headers.get('strict-transport-security')]).toEqual([
    200,
    expect.stringContaining('max-age'),
  ])
  const claims = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example' }
  await fetch(`${address}${session.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...claims },
    body: JSON.stringify({ username: 'nobody', password: 'Wrong-Password-1' }),
  })
  const { list } = await admin.call(loginLogs.list, { query: { userName: 'nobody' } })
  expect(list).toMatchObject([{ ipaddr: '127.0.0.1' }])
}

async function takesUploads({ address }: FrontProxy, { token }: HttpClient) {
  const form = new FormData()
  form.append('file', new Blob(['a line of text\n'.repeat(300_000)]), path.basename('large.txt'))
  const response = await fetch(`${address}${files.upload.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  expect(await response.json()).toMatchObject({ code: 0, data: { size: 4_500_000 } })
}
