import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { computers } from '@fleetdeck/contract/computers'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { ComputerId } from '@fleetdeck/contract/ids'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeAgentPackage } from '../files/agent-package.ts'
import { startTestSite, type TestSite } from '../site/test-site.ts'
import { androidScript } from './android-script.ts'
import { FakePhone } from './fake-phone.ts'
import { hasAdb, RealAdb } from './real-adb.ts'

// Each start of the agent takes seconds, and on a machine with other work many.
vi.setConfig({ testTimeout: 300_000 })

const root = resolve(import.meta.dirname, '../../../..')
const timeout = 60_000

/** The agent's program, its built package, Debian's adb and the server as they are; the phones are fake. */
describe.skipIf(!hasAdb)('an update of the agent by the console', () => {
  let folder: string
  let built: string
  let site: TestSite
  let adb: RealAdb
  let agent: ChildProcess | undefined
  let printed: string
  beforeAll(async () => {
    built = await mkdtemp(join(tmpdir(), 'agent-package-'))
    execFileSync(process.execPath, [join(root, 'scripts/build-agent.ts'), join(built, 'good')], { cwd: root })
    await pack(join(built, 'bad'), { 'dist/main.js': 'process.exit(3)' })
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agent-update-'))
    printed = ''
    adb = await RealAdb.start()
  })
  afterEach(async () => {
    await endAgent()
    await adb.stop()
    await site.stop()
    await rm(folder, { recursive: true })
  })
  afterAll(() => rm(built, { recursive: true }))

  /** A package as servers offer it, with these files. */
  async function pack(place: string, files: Record<string, string>) {
    const all = { 'package.json': JSON.stringify({ version: '0.2.0' }), ...files }
    for (const [name, content] of Object.entries(all)) {
      const file = join(place, 'package', name)
      await mkdir(resolve(file, '..'), { recursive: true })
      await writeFile(file, content)
    }
    const archive = join(place, 'package.tgz')
    execFileSync('tar', ['-czf', archive, '-C', place, 'package'])
    await writeAgentPackage(place, { version: '0.2.0', content: await readFile(archive) })
  }
  async function startSite(offered: 'good' | 'bad') {
    site = await startTestSite({ agentFolder: join(built, offered) })
    await site.reset()
    await site.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
  }
  function startAgent() {
    const key = site.deps.parameters.get('device.enrolmentKey')
    const words = ['--server', site.address, '--key', key, '--state', join(folder, 'state'), '--lang', 'en']
    const started = spawn(process.execPath, [join(root, 'apps/agent/src/main.ts'), ...words], {
      cwd: root,
      env: { ...process.env, ADB_SERVER_SOCKET: `tcp:127.0.0.1:${adb.port}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const output of [started.stdout, started.stderr])
      output.setEncoding('utf8').on('data', (text: string) => {
        printed += text
      })
    agent = started
    return started
  }
  async function endAgent() {
    if (agent && agent.exitCode === null && agent.signalCode === null) {
      const ended = once(agent, 'exit')
      agent.kill('SIGTERM')
      await ended
    }
    agent = undefined
  }
  const id = ComputerId.parse(1)
  const reported = async () => (await site.admin.call(computers.one, { query: { id } })) ?? {}
  const order = async (command: object) => site.admin.ask(computers.command, { body: { id, command } })
  const update = async () => order({ type: 'updateAgent', sha256: site.deps.agentOffer.package?.sha256 })
  /** Working, with its phone. */
  const works = (facts: object) =>
    expect
      .poll(async () => (await site.admin.ask(computers.one, { query: { id } })).data, { timeout })
      .toMatchObject({ isOnline: true, working: 1, ...facts })

  test('runs after a trial, in the same process, also when the agent is started again, until it is undone', async () => {
    await startSite('good')
    await adb.plugIn(new FakePhone('A1', androidScript()))
    const { pid } = startAgent()
    await works({ isUpdated: false, isOutdated: false, offeredAgent: { version: '0.1.0' } })
    expect(await update()).toMatchObject({ code: 0 })
    await works({ isUpdated: true, update: null, offeredAgent: null })
    expect((await reported()).report?.processes[0]?.pid).toBe(pid)
    expect(printed).toContain('agent: version 0.1.0 is tried, while this one waits')
    expect(await order({ type: 'updateAgent', sha256: 'ab'.repeat(32) })).toMatchObject({
      msg: 'The package of the agent on this server has changed. Reload the page, and update again.',
    })
    await endAgent()
    startAgent()
    await works({ isUpdated: true, update: null })
    expect(await order({ type: 'revertAgent' })).toMatchObject({ code: 0 })
    await works({ isUpdated: false, offeredAgent: { version: '0.1.0' } })
  })

  test('that ends at once is undone, and the page says why', async () => {
    await startSite('bad')
    await adb.plugIn(new FakePhone('A1', androidScript()))
    const { pid } = startAgent()
    await works({ isOutdated: true, offeredAgent: { version: '0.2.0' } })
    expect(await update()).toMatchObject({ code: 0 })
    await works({
      ...{ isUpdated: false, isOutdated: true, agentVersion: '0.1.0' },
      update: { version: '0.2.0', state: 'failed', failure: 'noStart', words: 'exit 3' },
    })
    expect((await reported()).report?.processes[0]?.pid).toBe(pid)
    expect(printed).toContain('agent: the update to 0.2.0 failed, this version stays: exit 3')
  })

  test('is left when the agent on the computer is installed again', async () => {
    await startSite('good')
    await adb.plugIn(new FakePhone('A1', androidScript()))
    startAgent()
    await works({ isUpdated: false })
    await update()
    await works({ isUpdated: true, update: null })
    await endAgent()
    const file = join(folder, 'state/releases/state.json')
    const state = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...state, installed: '0.0.9 1' }))
    startAgent()
    await works({ isUpdated: false })
  })
})
