import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
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
import type { FailingMachine } from './failing-machine.ts'
import { Services, until } from './services.ts'

const firstPassword = 'First-Password-1'
const dataMegabytes = 300
/** Those of the rows in `World.phones`. */
export const phoneCount = 10
const parameters = {
  // The disk is small.
  'recording.minFreeMegabytes': '50',
  'sys.outgoing.privateNetworks': '127.0.0.1',
  'alarm.settleSeconds': '0',
  'alarm.groupSeconds': '1',
}
const phoneProgram = path.resolve(import.meta.dirname, '../../../../apps/agent/src/phones.ts')
const failingMachine = pathToFileURL(path.join(import.meta.dirname, 'failing-machine.ts')).href

/**
 * An installation whose every part can fail: two servers on a PostgreSQL and a Redis of their own, simulated phones in a
 * program of their own, and a proxy that can fail between any two. Pages and phones reach both servers through a balancer.
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
  }

  static async start(): Promise<World> {
    const services = await Services.start()
    const folder = await temporaryFolder()
    const [postgres, redis] = [
      await FaultProxy.start(services.postgresUrl),
      await FaultProxy.start(services.redisUrl),
    ]
    const dataDisk = mountSmallDisk(dataMegabytes)
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
    const world = new World({ links, services, servers, admin, dataDisk, folder, settings, balancer })
    await world.#assignPhones()
    await world.#setParameters()
    return world
  }

  /** Puts every phone into group 1, with the numbers A1 to A10; `deviceId` n is the nth. */
  async #assignPhones() {
    await this.admin.call(deviceGroups.add, { body: { groupName: 'Lab' } })
    this.startAgent()
    const found = async () =>
      (await this.admin.call(devices.listUnAssignedDevice, { query: { pageSize: 100 } })).list
    await until(async () => (await found()).length === phoneCount, 60_000)
    for (const [at, { deviceId }] of (await found()).sort((a, b) => a.id - b.id).entries()) {
      const body = { deviceNo: `A${at + 1}`, deviceId: deviceId ?? '', tenantId: 1, groupId: 1 }
      await this.admin.call(devices.addAssDevice, { body })
    }
  }

  startAgent(): void {
    const options = {
      server: this.links.phones.url,
      key: this.servers[0]?.enrolmentKey ?? '',
      count: String(phoneCount),
      state: path.join(this.folder, 'phones'),
      lang: 'en',
    }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const { PATH = '' } = process.env
    this.#agent = spawn(process.execPath, [phoneProgram, ...args], {
      env: { PATH, NODE_COMPILE_CACHE: compileCache },
      stdio: 'ignore',
    })
  }

  async killAgent(): Promise<void> {
    const agent = this.#agent
    if (!agent || agent.exitCode !== null || agent.signalCode !== null) return
    const ended = once(agent, 'exit')
    agent.kill('SIGKILL')
    await ended
  }

  /** On its port and data, as whatever supervises it does. */
  async restartServer(index: number): Promise<void> {
    this.servers[index] = await startServer(this.#settings[index] ?? {})
  }

  /** Both servers' clocks and disks. */
  setMachine(machine: Partial<FailingMachine>): void {
    const file = path.join(this.folder, 'machine.json')
    writeFileSync(`${file}.new`, JSON.stringify({ clockMs: 0, diskMs: 0, ...machine }))
    renameSync(`${file}.new`, file)
  }

  async #setParameters() {
    for (const [key, value] of Object.entries(parameters))
      await this.services.sql(`update parameters set config_value = '${value}' where config_key = '${key}'`)
    await this.admin.call(parameterRows.refresh)
  }

  /** What both servers printed. */
  printed(): string {
    return this.servers.map((server, at) => `— server ${at + 1} —\n${server.printed()}`).join('\n')
  }

  async stop(): Promise<void> {
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
