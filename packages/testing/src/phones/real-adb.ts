import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ListedDevice, parseDeviceList } from '../../../../apps/agent/src/drivers/adb/device-list.ts'
import { freePort } from '../server/free-port.ts'
import { FakeAdbd } from './fake-adbd.ts'
import type { FakePhone } from './fake-phone.ts'

const program = '/usr/bin/adb'
/** Debian's package adb; tests that need it are skipped where it is missing. */
export const hasAdb = existsSync(program)
const run = promisify(execFile)

const mostPorts = 5
class AdbEnded extends Error {}

/** Debian's own adb server, with fake phones connected to it over TCP. */
export class RealAdb {
  readonly port: number
  readonly #home: string
  #server: ChildProcess
  readonly #daemons = new Map<FakePhone, FakeAdbd>()

  /** port: 0 for any that is free. */
  static async start(port = 0): Promise<RealAdb> {
    const home = await mkdtemp(join(tmpdir(), 'adb-home-'))
    for (let tries = 1; ; tries += 1) {
      const adb = new RealAdb(port || (await freePort()), home)
      try {
        await adb.#answers()
        return adb
      } catch (error) {
        // In the meantime a connection of another program may have got the port.
        if (!(error instanceof AdbEnded) || tries === mostPorts) throw error
      }
    }
  }

  private constructor(port: number, home: string) {
    this.port = port
    this.#home = home
    this.#server = this.#spawn()
  }

  /** Ends the server like a crash; the phones keep running. */
  async kill(): Promise<void> {
    if (this.#server.exitCode !== null || this.#server.signalCode !== null) return
    const exited = once(this.#server, 'exit')
    this.#server.kill('SIGKILL')
    await exited
  }

  /** Starts it again; phones on the network must be reconnected, as with every adb. */
  async restart(): Promise<void> {
    await this.kill()
    this.#server = this.#spawn()
    await this.#answers()
    for (const daemon of this.#daemons.values()) await this.request(`host:connect:${daemon.address}`)
  }

  async stop(): Promise<void> {
    await this.kill()
    await Promise.all([...this.#daemons.values()].map((daemon) => daemon.stop()))
    await rm(this.#home, { recursive: true, force: true })
  }

  /** Resolves when adb lists it; as `device`, unless the phone asks for keys. */
  async plugIn(phone: FakePhone): Promise<ListedDevice> {
    const daemon = await FakeAdbd.start(phone)
    this.#daemons.set(phone, daemon)
    await this.request(`host:connect:${daemon.address}`)
    return this.#listed(daemon.address, (state) => phone.asksForKeys || state === phone.state)
  }

  /** Everything running on it ends immediately, and it leaves the list. */
  async unplug(phone: FakePhone): Promise<void> {
    const daemon = this.findDaemon(phone)
    this.#daemons.delete(phone)
    await daemon.stop()
    // While adb tries to reconnect, it lists the phone as offline for some time after it was disconnected.
    await this.#poll(`adb still lists ${daemon.address}`, async () => {
      await this.request(`host:disconnect:${daemon.address}`).catch(() => undefined)
      return (await this.devices()).every(({ serial }) => serial !== daemon.address) || undefined
    })
  }

  findDaemon(phone: FakePhone): FakeAdbd {
    const daemon = this.#daemons.get(phone)
    if (!daemon) throw new Error(`${phone.serial} is not plugged in`)
    return daemon
  }

  /** Google's own command line, with this server. */
  async command(...words: string[]): Promise<string> {
    const { stdout } = await run(program, ['-P', String(this.port), ...words], { env: this.#environment() })
    return stdout
  }

  async devices(): Promise<ListedDevice[]> {
    return parseDeviceList(await this.request('host:devices-l'))
  }

  /** A request of the smart-socket protocol: four hex digits and a text, both ways. */
  async request(request: string): Promise<string> {
    const socket = connect(this.port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.write(`${Buffer.byteLength(request).toString(16).padStart(4, '0')}${request}`)
    await once(socket, 'close')
    const answer = Buffer.concat(chunks).toString()
    if (!answer.startsWith('OKAY')) throw new Error(`adb: ${answer.slice(8) || 'no answer'}`)
    return answer.slice(8)
  }

  #spawn(): ChildProcess {
    return spawn(program, ['-P', String(this.port), 'nodaemon', 'server'], {
      env: this.#environment(),
      stdio: 'ignore',
    })
  }

  /** Its keys stay in a separate folder, and it does not look for emulators. */
  #environment() {
    return { ...process.env, HOME: this.#home, ADB_LOCAL_TRANSPORT_MAX_PORT: '5553' }
  }

  async #answers(): Promise<void> {
    await this.#poll('adb does not answer', () => {
      const { exitCode, signalCode } = this.#server
      if (exitCode !== null || signalCode !== null) throw new AdbEnded(`adb ended: ${signalCode ?? exitCode}`)
      return this.request('host:version').catch(() => undefined)
    })
  }

  #listed(serial: string, isReady: (state: string) => boolean): Promise<ListedDevice> {
    return this.#poll(`adb does not list ${serial}`, async () =>
      (await this.devices()).find((device) => device.serial === serial && isReady(device.state)),
    )
  }

  /** The first result that is defined. */
  async #poll<Found>(failure: string, find: () => Promise<Found | undefined>): Promise<Found> {
    for (let tries = 0; tries < 1500; tries++) {
      const found = await find()
      if (found !== undefined) return found
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(failure)
  }
}
