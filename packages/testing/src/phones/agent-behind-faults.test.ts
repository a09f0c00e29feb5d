import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commands } from '@fleetdeck/contract/commands'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { platforms } from '@fleetdeck/contract/platforms'
import { scriptExceptions } from '@fleetdeck/contract/script-exceptions'
import { scripts } from '@fleetdeck/contract/scripts'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { AgentTiming } from '../../../../apps/agent/src/agent.ts'
import { type SimulatedPhones, startSimulatedPhones } from '../../../../apps/agent/src/simulated-phones.ts'
import { FaultProxy } from '../server/fault-proxy.ts'
import { firstRow } from '../site/first-row.ts'
import { startTestSite, type TestSite } from '../site/test-site.ts'

/** The agent and the server as they are, with a network between them that fails. */
let site: TestSite
let proxy: FaultProxy
let phones: SimulatedPhones | undefined
let folder: string
let notices: string[]
beforeAll(async () => {
  site = await startTestSite()
})
beforeEach(async () => {
  await site.reset()
  await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  proxy = await FaultProxy.start(site.address)
  folder = await mkdtemp(join(tmpdir(), 'agent-'))
  notices = []
})
afterEach(async () => {
  await phones?.stop()
  await proxy.close()
  await rm(folder, { recursive: true })
})
afterAll(() => site.stop())

const quick: Partial<AgentTiming> = { backOff: { firstMs: 20, limitMs: 200 } }
const start = async (count: number, timing = quick) => {
  phones = await startSimulatedPhones({
    server: new URL(proxy.url),
    key: site.deps.parameters.get('device.enrolmentKey'),
    count,
    stateDir: folder,
    language: 'en',
    timing,
    notice: (_, _level, message) => notices.push(String(message)),
  })
  return phones
}

async function assignedPhone(timing = quick) {
  const { hardwareIds } = await start(1, timing)
  const [deviceId = ''] = hardwareIds
  await expect.poll(() => site.deps.hub.phoneIds()).toHaveLength(1)
  await site.admin.call(devices.addAssDevice, { body: { deviceNo: 'A1', deviceId, tenantId: 1, groupId: 1 } })
}

async function upload(name: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([content]), name)
  const headers = { authorization: `Bearer ${site.admin.token}` }
  const answer = await fetch(`${site.address}/common/upload`, { method: 'POST', body, headers })
  return ((await answer.json()) as { data: { fileName: string } }).data.fileName
}

const run = async () => firstRow((await site.admin.call(commands.runs)).list)
const lines = async () =>
  (await site.admin.call(commands.lines, { query: { runId: (await run()).id } })).map(({ msg }) => msg)

test.each(['refuse', 'reset'] as const)(
  'an app whose download the network cuts (%s) is installed in the end, and the operator sees the tries',
  async (fault) => {
    await assignedPhone()
    const content = new Uint8Array([...Buffer.from('PK\u0003\u0004'), ...randomBytes(2_000_000)])
    const fileName = await upload('Chess.apk', content)
    await proxy.set({ slowMs: 200 })
    const order = { command: 'inst', fileName } as const
    await site.admin.call(commands.add, { body: { order, selection: { ids: [1] } } })
    await expect.poll(async () => (await run()).state).toBe('running')
    await proxy.set(fault)
    await expect.poll(() => site.deps.hub.phoneIds()).toEqual([])
    await proxy.set('pass')
    await expect.poll(async () => (await run()).state, { timeout: 60_000 }).toBe('succeeded')
    expect(await lines()).toContainEqual(
      expect.stringMatching(/^Transfer interrupted: .+\. Retrying \(2 of 8\)\.$/),
    )
  },
)

test('phones whose server vanished are all back after it, each once', async () => {
  await start(20)
  await expect.poll(() => site.deps.hub.phoneIds().length).toBe(20)
  await proxy.set('refuse')
  await expect.poll(() => site.deps.hub.phoneIds()).toEqual([])
  await proxy.set('pass')
  await expect.poll(() => new Set(site.deps.hub.phoneIds()).size).toBe(20)
  expect(site.deps.hub.stats().phones).toBe(20)
})

test.each(['refuse', 'hang', 'half-open'] as const)(
  'after an outage (%s) phones return as soon as the server answers, however long they would wait',
  async (fault) => {
    const hour = 3_600_000
    const slow = { firstMs: hour, limitMs: hour }
    await start(3, { backOff: slow, pingMs: 100, silenceMs: 500, returnMs: 100, askMs: 50 })
    await expect.poll(() => site.deps.hub.phoneIds()).toHaveLength(3)
    const connected = new Set<unknown>()
    onTestFinished(site.deps.hub.on('phoneConnected', ({ deviceId }) => connected.add(deviceId)))
    await proxy.set(fault)
    await expect.poll(() => notices.filter((notice) => notice.includes('lost'))).toHaveLength(3)
    const fails = () => fetch(proxy.url, { signal: AbortSignal.timeout(2000) }).catch(() => 'failed')
    for (const _ of [1, 2]) expect(await fails()).toBe('failed')
    await proxy.set('pass')
    await expect.poll(() => connected.size).toBe(3)
  },
)

test.each(['refuse', 'half-open'] as const)(
  'a script goes on during an outage (%s); its lines, its error and its end arrive once, with their own times',
  async (fault) => {
    await assignedPhone({ ...quick, pingMs: 100, silenceMs: 500, returnMs: 100, askMs: 50 })
    const content = `for (let n = 1; n <= 60; n++) { logi('line ' + n); sleep(50) }\nthrow new Error('sold out')`
    await site.admin.call(platforms.add, { body: { platformName: 'Shop' } })
    const script = { scriptName: 'buy.js', platformId: 1, version: '1', content }
    const { id: scriptId } = await site.admin.call(scripts.add, { body: script })
    const task = { taskName: 'Buy', scriptId, execType: 1 as const, devices: ['A1'] }
    const { id } = await site.admin.call(tasks.add, { body: task })
    await site.admin.call(tasks.updateTaskStatus, { body: { id, status: 0 } })
    const run = async () => firstRow((await site.admin.call(taskRuns.list, { query: { taskId: id } })).list)
    const lines = async () => {
      const stored = await site.admin.call(taskRuns.lines, { query: { id: (await run()).id } })
      return stored.filter(({ msg }) => msg.startsWith('line '))
    }
    const present = async () => (await site.admin.call(taskRuns.list, { query: { taskId: id } })).list.length
    await expect.poll(present).toBe(1)
    await expect.poll(async () => (await lines()).length).toBeGreaterThan(5)
    await proxy.set(fault)
    const outbox = join(folder, 'outbox')
    const waiting = async () => {
      const files = await readdir(outbox).catch(() => [])
      return (await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))).join('')
    }
    await expect.poll(waiting).toContain('"state":"failed"')
    const returned = Date.now()
    await proxy.set('pass')
    await expect.poll(async () => (await run()).state).toBe('failed')
    const names = Array.from({ length: 60 }, (_, n) => `line ${n + 1}`)
    await expect.poll(async () => (await lines()).map(({ msg }) => msg)).toEqual(names)
    const times = (await lines()).map(({ at }) => Date.parse(at))
    expect(Math.max(...times)).toBeLessThan(returned)
    expect(new Set(times).size).toBe(60)
    const errors = async () => (await site.admin.call(scriptExceptions.list)).list
    await expect.poll(async () => (await errors()).map(({ count }) => count)).toEqual([1])
    expect(Date.parse(firstRow(await errors()).lastAt)).toBeLessThan(returned)
    await expect.poll(waiting).toBe('')
  },
)
