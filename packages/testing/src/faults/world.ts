import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import path from 'node:path'
import { deviceGroups } from '@fleetdeck/contract/device-groups'
import { devices } from '@fleetdeck/contract/devices'
import { parameterRows } from '@fleetdeck/contract/parameter-rows'
import WebSocket from 'ws'
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
import { Balancer } from './balancer.ts'
import { type FailingMachine, failingMachine, type Memory, memoryFile } from './failing-machine.ts'
import { Services, until } from './services.ts'

const firstPassword = 'First-Password-1'
/** Phones of the probes: A1 to A10, in group 1. */
export const phoneCount = 10
const memoryLimitMs = 10_000
const phonesNicer = 10
const parameters = {
  // The disk is small.
  'recording.minFreeMegabytes': '50',
  'sys.outgoing.privateNetworks': '127.0.0.1',
  'alarm.settleSeconds': '0',
  'alarm.groupSeconds': '1',
}
const phoneProgram = path.resolve(import.meta.dirname, '../../../../apps/agent/src/phones.ts')

/**
 * An installation whose every part can fail: two servers on a PostgreSQL and a Redis of their own, simulated phones in
 * a program of their own, and a proxy that can fail between any two. Pages and phones reach both servers through a
 * balancer.
 */
export class World {
  /** In front of PostgreSQL, Redis, and the balancer as pages and as phones see it. */
  readonly links: { postgres: FaultProxy; redis: FaultProxy; pages: FaultProxy; phones: FaultProxy }
  readonly services: Services
  readonly servers: ServerProcess[]
  /** Signed in, through the proxy of pages. */
  readonly admin: HttpClient
  readonly dataDisk: SmallDisk | undefined
  readonly folder: string
  readonly dataDir: string
  readonly #settings: Record<string, string>[]
  readonly #balancer: Balancer
  readonly #removeFolder: () => Promise<void>
  readonly #phoneCount: number
  #machine: FailingMachine = { clockMs: 0, diskMs: 0, measurement: 0 }
  #agent: ChildProcess | undefined

  private constructor(parts: {
    links: World['links']
    services: Services
    servers: ServerProcess[]
    admin: HttpClient
    dataDisk: SmallDisk | undefined
    folder: DataFolder
    settings: Record<string, string>[]
    balancer: Balancer
    count: number
  }) {
    this.links = parts.links
    this.services = parts.services
    this.servers = parts.servers
    this.admin = parts.admin
    this.dataDisk = parts.dataDisk
    this.folder = parts.folder.path
    this.dataDir = parts.settings[0]?.DATA_DIR ?? ''
    this.#settings = parts.settings
    this.#balancer = parts.balancer
    this.#removeFolder = parts.folder.remove
    this.#phoneCount = parts.count
  }

  /**
   * @param size.phones at least 10; those above 10 are in group 2, with the numbers B11 and so on
   * @param size.diskMegabytes of the data folder, and of the rows of PostgreSQL
   */
  static async start({
    phones: count = phoneCount,
    diskMegabytes = 400,
    drainSeconds = 0,
  } = {}): Promise<World> {
    const services = await Services.start(diskMegabytes)
    const folder = await temporaryFolder()
    const [postgres, redis] = [
      await FaultProxy.start(services.postgresUrl),
      await FaultProxy.start(services.redisUrl),
    ]
    const dataDisk = mountSmallDisk(diskMegabytes)
    const machine = path.join(folder.path, 'machine.json')
    // Both servers store files in one place, as the servers of one installation do.
    const dataDir = dataDisk?.path ?? path.join(folder.path, 'data')
    const settings = []
    for (const _ of [1, 2])
      settings.push({
        PORT: String(await freePort()),
        DATA_DIR: path.join(dataDir, 'files-of-all'),
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        CAPTCHA: 'off',
        ADMIN_PASSWORD: firstPassword,
        FAILING_MACHINE: machine,
        NODE_OPTIONS: `--import=${failingMachine}`,
        HTTP_PROXY: '',
        DRAIN_SECONDS: String(drainSeconds),
      })
    const servers: ServerProcess[] = []
    for (const own of settings) servers.push(await startServer(own))
    const balancer = await Balancer.start(servers.map(({ address }) => address))
    const [pages, phones] = [
      await FaultProxy.start(balancer.address),
      await FaultProxy.start(balancer.address),
    ]
    const address = pages.url.replace(/\/$/, '')
    const { token } = await firstSignIn(servers[0]?.address ?? '', firstPassword)
    const admin = new HttpClient(address, token)
    pagesHaveOrigin(address)
    const links = { postgres, redis, pages, phones }
    const world = new World({ links, services, servers, admin, dataDisk, folder, settings, balancer, count })
    await world.#assignPhones()
    await world.#setParameters()
    return world
  }

  /** `deviceId` n is the nth of all. */
  async #assignPhones() {
    for (const groupName of ['Lab', 'Field']) await this.admin.call(deviceGroups.add, { body: { groupName } })
    this.startAgent()
    const found = () => this.#unassigned()
    await until(async () => (await found()).length === this.#phoneCount, 120_000)
    for (const [at, { deviceId }] of (await found()).sort((a, b) => a.id - b.id).entries()) {
      const isForProbes = at < phoneCount
      const deviceNo = `${isForProbes ? 'A' : 'B'}${at + 1}`
      const body = { deviceNo, deviceId: deviceId ?? '', tenantId: 1, groupId: isForProbes ? 1 : 2 }
      await this.admin.call(devices.addAssDevice, { body })
    }
  }

  async #unassigned() {
    const pages = Array.from({ length: Math.ceil(this.#phoneCount / 100) }, (_, at) => at + 1)
    const lists = await Promise.all(
      pages.map((pageNum) =>
        this.admin.call(devices.listUnAssignedDevice, { query: { pageNum, pageSize: 100 } }),
      ),
    )
    return lists.flatMap(({ list }) => list)
  }

  startAgent(): void {
    const options = {
      server: this.links.phones.url,
      key: this.servers[0]?.enrolmentKey ?? '',
      count: String(this.#phoneCount),
      state: path.join(this.folder, 'phones'),
      lang: 'en',
    }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const { PATH = '' } = process.env
    this.#agent = spawn(process.execPath, [phoneProgram, ...args], {
      env: { PATH, NODE_COMPILE_CACHE: compileCache },
      stdio: 'ignore',
    })
    // Phones have processors of their own; those of servers are not for them.
    if (this.#agent.pid) setPriority(this.#agent.pid, Math.min(getPriority() + phonesNicer, 19))
  }

  async killAgent(): Promise<void> {
    const agent = this.#agent
    if (!agent || agent.exitCode !== null || agent.signalCode !== null) return
    const ended = once(agent, 'exit')
    agent.kill('SIGKILL')
    await ended
  }

  async killServer(index: number): Promise<void> {
    await this.servers[index]?.kill()
  }

  /** On its port and data, as whatever supervises it does. */
  async restartServer(index: number): Promise<void> {
    this.servers[index] = await startServer(this.#settings[index] ?? {})
  }

  /** Both servers' clocks and disks; those not named are correct. */
  setMachine(machine: Partial<Pick<FailingMachine, 'clockMs' | 'diskMs'>>): void {
    this.#write({ clockMs: 0, diskMs: 0, measurement: this.#machine.measurement, ...machine })
  }

  /** Of each server, after a collection of garbage; undefined for one that does not answer in time. */
  async measureMemory(): Promise<(Memory | undefined)[]> {
    const measurement = this.#machine.measurement + 1
    this.#write({ ...this.#machine, measurement })
    const read = (pid: number) => {
      const memory: Memory = JSON.parse(readFileSync(memoryFile(this.#machineFile, pid), 'utf8'))
      return memory.measurement === measurement ? memory : undefined
    }
    return Promise.all(
      this.servers.map(async ({ pid }) => {
        const left = await until(async () => read(pid) !== undefined, memoryLimitMs)
        return left === undefined ? undefined : read(pid)
      }),
    )
  }

  #write(machine: FailingMachine) {
    this.#machine = machine
    writeFileSync(`${this.#machineFile}.new`, JSON.stringify(machine))
    renameSync(`${this.#machineFile}.new`, this.#machineFile)
  }

  get #machineFile() {
    return path.join(this.folder, 'machine.json')
  }

  async #setParameters() {
    for (const [key, value] of Object.entries(parameters))
      await this.services.sql(`update parameters set config_value = '${value}' where config_key = '${key}'`)
    await this.admin.call(parameterRows.refresh)
  }

  /** The output of both servers. */
  #printed(): string {
    return this.servers.map((server, at) => `— server ${at + 1} —\n${server.printed()}`).join('\n')
  }

  /** Leaves no process and no disk behind when somebody ends the run. */
  stopWithProgram(): void {
    const end = () => {
      process.exitCode = 1
      this.stop().then(
        () => process.exit(),
        () => process.exit(),
      )
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  }

  /** Leaves what the servers printed in the file FAULTS_LOG, if it names one. */
  async stop(): Promise<void> {
    if (process.env.FAULTS_LOG) writeFileSync(process.env.FAULTS_LOG, this.#printed())
    await this.killAgent()
    for (const server of this.servers) await server.kill()
    for (const link of Object.values(this.links)) await link.close()
    this.#balancer.close()
    this.dataDisk?.remove()
    await this.services.stop()
    await this.#removeFolder()
  }
}

/** The console's sockets are used as they are; browsers add the Origin, which the server checks. */
export function pagesHaveOrigin(origin: string) {
  class PageSocket extends WebSocket {
    constructor(url: URL, protocols: string[]) {
      super(url, protocols, { origin })
    }
  }
  globalThis.WebSocket = PageSocket as unknown as typeof globalThis.WebSocket
}
