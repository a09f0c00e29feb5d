import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { commands } from '@fleetdeck/contract/commands'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { FaultProxy } from '../server/fault-proxy.ts'
import { firstRow } from '../site/first-row.ts'
import { startTestSite, type TestSite } from '../site/test-site.ts'

const program = resolve(import.meta.dirname, '../../../../apps/agent/src/phones.ts')

let site: TestSite
let proxy: FaultProxy
let folder: string
let agent: ChildProcess
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  proxy = await FaultProxy.start(site.address)
  folder = await mkdtemp(join(tmpdir(), 'agent-'))
  start()
  onTestFinished(async () => {
    await kill()
    await proxy.close()
    await rm(folder, { recursive: true })
  })
})
afterAll(() => site.stop())

function start() {
  const key = site.deps.parameters.get('device.enrolmentKey')
  const args = [program, '--server', proxy.url, '--key', key, '--state', folder, '--lang', 'en']
  agent = spawn(process.execPath, args, { env: { PATH: process.env.PATH }, stdio: 'ignore' })
}
async function kill() {
  if (agent.exitCode !== null || agent.signalCode !== null) return
  const ended = once(agent, 'exit')
  agent.kill('SIGKILL')
  await ended
}
/** What waits for the server. */
async function outbox(): Promise<string> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => name.endsWith('.jsonl'))
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('')
}
const run = async () => firstRow((await site.admin.call(commands.runs)).list)
const lines = async () =>
  (await site.admin.call(commands.lines, { query: { runId: (await run()).id } })).map(({ state }) => state)

test('an agent that is killed during an outage reports after its restart how a command ended', async () => {
  const { hub } = site.deps
  await expect.poll(() => hub.phoneIds(), { timeout: 60_000 }).toHaveLength(1)
  const [device] = (await site.admin.call(devices.list)).list
  const body = { deviceNo: 'A1', deviceId: device?.deviceId ?? '', tenantId: 1, groupId: 1 }
  await site.admin.call(devices.addAssDevice, { body })
  // The network fails while the phone restarts.
  onTestFinished(
    hub.on('commandState', ({ state }) => {
      if (state === 'running') proxy.set('refuse').catch(() => {})
    }),
  )
  await site.admin.call(commands.add, {
    body: { order: { command: 'rebootPhone' }, selection: { ids: [1] } },
  })
  await expect.poll(outbox, { timeout: 60_000 }).toContain('"succeeded"')
  await kill()
  expect(await run()).toMatchObject({ state: 'running' })
  start()
  await proxy.set('pass')
  await expect
    .poll(run, { timeout: 60_000 })
    .toMatchObject({ state: 'succeeded', reason: null, msg: 'Phone restarted' })
  expect(await lines()).toEqual(['sent', 'acknowledged', 'running', 'succeeded'])
  await expect.poll(outbox, { timeout: 30_000 }).not.toContain('commandState')
}, 180_000)
