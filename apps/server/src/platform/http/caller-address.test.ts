import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Endpoint } from '@fleetdeck/contract/endpoint'
import { loginLogs } from '@fleetdeck/contract/login-logs'
import { operationLogs } from '@fleetdeck/contract/operation-logs'
import { posts } from '@fleetdeck/contract/posts'
import { session } from '@fleetdeck/contract/session'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.stop())

function requestText({ method, path }: Endpoint, content: object, token?: string): string {
  const body = JSON.stringify(content)
  const head = ['Host: console', 'Content-Type: application/json', `Content-Length: ${body.length}`]
  if (token) head.push(`Authorization: Bearer ${token}`)
  return `${method} ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${body}`
}

/** Makes a call, and ends its connection once the server has received it. */
async function callAndVanish(text: string): Promise<void> {
  const { port, hostname } = new URL(site.address)
  const socket = connect(Number(port), hostname)
  const called = once(site.app.server, 'request')
  socket.write(text)
  const [request, response] = await called
  await once(request, 'end')
  socket.resetAndDestroy()
  await once(response, 'close')
}

/** Makes a call from another process, which has ended before this one accepts the connection. */
async function callFromThePast(text: string): Promise<ServerResponse> {
  const { port } = new URL(site.address)
  const script = `const socket = require('node:net').connect(${port}, '127.0.0.1')
    socket.write(${JSON.stringify(text)}, () => socket.resetAndDestroy())`
  const called = once(site.app.server, 'request')
  spawnSync(process.execPath, ['-e', script])
  const [, response] = await called
  await once(response, 'close')
  return response
}

const wrongPassword = requestText(session.login, { username: 'admin', password: 'guessed' })
const signIns = async () => (await site.admin.call(loginLogs.list, { query: {} })).list

test('a sign-in whose connection ends before its answer is in the log with its address', async () => {
  await callAndVanish(wrongPassword)
  await expect.poll(signIns).toMatchObject([{ loginName: 'admin', ipaddr: '127.0.0.1' }])
})

test('a call is not served when its connection was closed before its address could be read', async () => {
  const response = await callFromThePast(wrongPassword)
  expect(response.writableEnded).toBe(false)
  await site.nobody.ask(session.login, { body: { username: 'lin', password: 'guessed' } })
  await expect.poll(signIns).toMatchObject([{ loginName: 'lin', ipaddr: '127.0.0.1' }])
})

test('an operation whose connection ends before its answer is in the log with its address', async () => {
  const post = { postCode: 'p', postName: 'P', postSort: 1 }
  await callAndVanish(requestText(posts.add, post, site.admin.token))
  await expect
    .poll(async () => (await site.admin.call(operationLogs.list, { query: {} })).list)
    .toMatchObject([{ operUrl: posts.add.path, operIp: '127.0.0.1' }])
})
