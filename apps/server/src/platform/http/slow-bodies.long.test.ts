import { connect } from 'node:net'
import { session } from '@fleetdeck/contract/session'
import { startTestSite, type TestSite } from '@fleetdeck/testing/site/test-site'
import { afterAll, beforeAll, expect, test } from 'vitest'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
  await site.reset()
})
afterAll(() => site.stop())

const start = `POST ${session.login.path} HTTP/1.1\r\nHost: console\r\n`

for (const [what, sent] of [
  ['body', `${start}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n`],
  ['head', start],
] as const)
  test(`a ${what} of one byte each second ends with its connection`, async () => {
    const { port, hostname } = new URL(site.address)
    const socket = connect(Number(port), hostname)
    // Bytes that arrive after the end are answered with a reset.
    socket.on('error', () => {})
    socket.resume()
    socket.write(sent)
    const timer = setInterval(() => socket.write('x'), 1000)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(timer)
    expect(await site.admin.ask(session.info)).toMatchObject({ code: 0 })
  }, 120_000)
