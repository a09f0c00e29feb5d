import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { site } from '@fleetdeck/contract/site'
import { HttpClient } from '@fleetdeck/testing/server/http-client'
import { startServer, temporaryFolder } from '@fleetdeck/testing/server/server-process'
import { expect, onTestFinished, test } from 'vitest'

const metricsToken = 'a-token-for-collectors'

/** A server whose program fails where nobody expects it, when it gets these signals. */
async function startFailing() {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const preload = path.join(folder.path, 'failures.mjs')
  await writeFile(
    preload,
    `process.on('SIGUSR2', () => { Promise.reject(new Error('nobody awaits this')) })
     process.on('SIGHUP', () => setImmediate(() => { throw new Error('nobody catches this') }))`,
  )
  const server = await startServer({
    DATA_DIR: path.join(folder.path, 'data'),
    METRICS_TOKEN: metricsToken,
    NODE_OPTIONS: `--import=${preload}`,
  })
  onTestFinished(server.kill)
  return server
}

test('work that fails where nobody waits for it is logged and counted, and the server goes on', async () => {
  const server = await startFailing()
  process.kill(server.pid, 'SIGUSR2')
  const failures = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const metrics = await (await fetch(`${server.address}/metrics`, { headers })).text()
    return /^fleetdeck_unhandled_failures_total (\d+)$/m.exec(metrics)?.[1]
  }
  await expect.poll(failures).toBe('1')
  await expect.poll(() => server.printed()).toContain('nobody awaits this')
  expect(await new HttpClient(server.address).ask(site.systemParam)).toMatchObject({ code: 0 })
  expect(await server.stop()).toBe(0)
}, 120_000)

test('an exception that nobody catches is logged, and the server stops in order', async () => {
  const server = await startFailing()
  process.kill(server.pid, 'SIGHUP')
  expect(await server.ended).toBe(1)
  expect(server.printed()).toContain('nobody catches this')
  expect(server.printed()).toContain('Stopping …')
}, 120_000)
