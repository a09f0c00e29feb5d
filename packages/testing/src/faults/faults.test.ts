import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { FaultProxy } from '../server/fault-proxy.ts'
import { freePort } from '../server/free-port.ts'
import { firstSignIn, HttpClient } from '../server/http-client.ts'
import {
  compileCache,
  type DataFolder,
  type ServerProcess,
  startServer,
  temporaryFolder,
} from '../server/server-process.ts'
import { mountSmallDisk, type SmallDisk } from '../server/small-disk.ts'
import { faults, titleOf } from './faults.ts'
import { type CallingProbe, runColumn } from './matrix.ts'
import { Calls, Repeated, repeated } from './probe.ts'
import { SignInProbe } from './probes/sign-in-probe.ts'
import { TakeOverProbe } from './probes/take-over-probe.ts'
import { TaskProbe } from './probes/task-probe.ts'
import { restartInTurn } from './rolling-restart.ts'
import { until } from './services.ts'
import { pagesHaveOrigin, World } from './world.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const phoneProgram = path.resolve(import.meta.dirname, '../../../../apps/agent/src/phones.ts')
const password = 'First-Password-1'
const pageOrigin = globalThis.WebSocket

/** One server on the embedded database, one phone and one page, each behind a network that can fail. */
describe('one server', () => {
  let folder: DataFolder
  let disk: SmallDisk | undefined
  let settings: Record<string, string>
  let server: ServerProcess
  let network: FaultProxy
  let agent: ChildProcess
  let site: { admin: HttpClient }
  let calls: Calls
  let takeOver: TakeOverProbe
  const saves = new Repeated()
  const acknowledged: string[] = []
  let saved = 0

  const startAgent = () => {
    const options = { server: network.url, key: server.enrolmentKey, count: '1', state: folder.path }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const { PATH = '' } = process.env
    const env = { PATH, NODE_COMPILE_CACHE: compileCache }
    agent = spawn(process.execPath, [phoneProgram, ...args], { env, stdio: 'ignore' })
  }
  const killAgent = async () => {
    const ended = once(agent, 'exit')
    agent.kill('SIGKILL')
    await ended
  }
  const save = async () => {
    saved += 1
    const groupName = `saved ${saved}`
    const answer = await calls.ask(deviceGroups.add, { body: { groupName } })
    if (answer?.code === 0) acknowledged.push(groupName)
    return answer?.code
  }

  beforeAll(async () => {
    folder = await temporaryFolder()
    disk = mountSmallDisk(300)
    settings = {
      PORT: String(await freePort()),
      DATA_DIR: path.join(disk?.path ?? folder.path, 'data'),
      CAPTCHA: 'off',
      ADMIN_PASSWORD: password,
    }
    server = await startServer(settings)
    network = await FaultProxy.start(server.address)
    const address = network.url.replace(/\/$/, '')
    const { token } = await firstSignIn(server.address, password)
    site = { admin: new HttpClient(address, token) }
    pagesHaveOrigin(address)
    calls = new Calls(site)
    await calls.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    startAgent()
    const found = async () => (await calls.call(devices.listUnAssignedDevice)).list
    await until(async () => (await found()).length === 1, 60_000)
    const deviceId = (await found())[0]?.deviceId ?? ''
    await calls.call(devices.addAssDevice, { body: { deviceNo: 'A1', deviceId, tenantId: 1, groupId: 1 } })
    takeOver = new TakeOverProbe(site, 'A1', 'screenshots')
    saves.start(save, 50)
  })
  afterAll(async () => {
    await saves.stop()
    await takeOver?.stop()
    await killAgent()
    await server.kill()
    await network.close()
    disk?.remove()
    await folder.remove()
    globalThis.WebSocket = pageOrigin
  })

  /** Everything continues automatically, and acknowledged work exists exactly once. */
  const isWhole = async () => {
    await expect.poll(() => takeOver.isBack(), { timeout: 60_000 }).toBe(true)
    await expect.poll(save, { timeout: 60_000 }).toBe(0)
    const before = [...acknowledged]
    const { list } = await calls.call(deviceGroups.list, { query: { pageSize: 10_000 } })
    const names = list.map(({ groupName }) => groupName)
    expect(repeated(names)).toEqual([])
    expect(names).toEqual(expect.arrayContaining(before))
    expect(await takeOver.check()).toMatchObject({ session: 'went on', lost: [] })
  }

  test('that is killed loses nothing, and pages and phones return to the next one', async () => {
    await takeOver.start()
    await server.kill()
    server = await startServer(settings)
    await isWhole()
  })

  test('that is asked to stop ends in order, and pages and phones return to the next one', async () => {
    await takeOver.start()
    expect(await server.stop()).toBe(0)
    server = await startServer(settings)
    await isWhole()
  })

  test('whose disk is full stays alive, answers, and saves again when there is space', async ({ skip }) => {
    if (!disk) return skip()
    await takeOver.start()
    onTestFinished(() => disk?.free())
    disk.fill()
    await expect.poll(save, { timeout: 60_000 }).not.toBe(0)
    disk.free()
    await isWhole()
  })

  test('shows a phone again whose agent was killed', async () => {
    await takeOver.start()
    await killAgent()
    startAgent()
    await isWhole()
  })

  test('and its pages and phones go on after a cut of the network', async () => {
    await takeOver.start()
    await network.set('refuse')
    expect(await save()).toBe(undefined)
    await network.set('pass')
    await isWhole()
  })
})

const services = process.env.TEST_DATABASE_URL && process.env.TEST_REDIS_URL
describe.skipIf(!services)('two servers', () => {
  let world: World | undefined
  beforeAll(async () => {
    world = await World.start()
  })
  afterAll(async () => {
    await world?.stop()
    globalThis.WebSocket = pageOrigin
  })

  test('lose nothing, do nothing twice and go on when PostgreSQL or Redis refuses or hangs', async () => {
    if (!world) throw new Error('there is no world')
    const takeOver = new TakeOverProbe(world, 'A1', 'screenshots')
    const probes: CallingProbe[] = [new SignInProbe(world), new TaskProbe(world), takeOver]
    onTestFinished(() => takeOver.stop())
    for (const probe of probes) await probe.prepare?.()
    const wanted = ['PostgreSQL: refuses', 'PostgreSQL: hangs', 'Redis: refuses', 'Redis: hangs']
    for (const fault of faults.filter((one) => wanted.includes(titleOf(one)))) {
      const { dead, cells } = await runColumn(world, probes, { ...fault, seconds: 3 })
      expect(dead).toBe(0)
      for (const [row, cell] of cells)
        expect([titleOf(fault), row, cell]).toMatchObject([
          titleOf(fault),
          row,
          { session: 'went on', lost: [], twice: [], backMs: expect.any(Number) },
        ])
    }
  })
})

test.skipIf(!services)(
  'two servers that are restarted one after the other fail no call, and lose no write, run or phone',
  async () => {
    onTestFinished(() => {
      globalThis.WebSocket = pageOrigin
    })
    const { failed, lostWrites, lostRuns, wentOffline } = await restartInTurn(40)
    expect({ failed, lostWrites, lostRuns, wentOffline }).toEqual({
      failed: [],
      lostWrites: [],
      lostRuns: [],
      wentOffline: 0,
    })
  },
)
