import { hostname } from 'node:os'
import type { ComputerCommandName } from '@fleetdeck/contract/computer-commands'
import {
  type ComputerCommand,
  type ComputerReportInput,
  maxComputerPhones,
  type UsbNode,
  UsbPath,
} from '@fleetdeck/contract/computer-socket'
import type { z } from 'zod'
import { describeAddress } from '../drivers/adb/connector.ts'
import { isNetworkName } from '../drivers/adb/network-name.ts'
import type { PhoneStatus, RealPhones, RealPhonesSettings } from '../real-phones.ts'
import { AgentUpdates, type Restart } from '../releases/agent-updates.ts'
import { tellTrial } from '../releases/try-release.ts'
import { version } from '../version.ts'
import { AdbHost } from './adb-host.ts'
import type { AgentLog } from './agent-log.ts'
import { ActionRefused, ComputerActions } from './computer-actions.ts'
import { ComputerFacts } from './computer-facts.ts'
import { type CommandResult, ComputerLink, type LinkSettings } from './computer-link.ts'
import { Healer } from './healer.ts'
import { PhonePairing } from './phone-pairing.ts'
import { readUsbTree, usbPaths } from './usb-tree.ts'

export interface ComputerSettings extends RealPhonesSettings {
  phonesHere: RealPhones
  log: AgentLog
  /** Undefined where this system cannot. */
  restart: Restart | undefined
  /** Of this program, for updates. */
  main: string
  words: readonly string[]
  trialMs?: number
  /** As Linux has them; another folder for tests. */
  usbRoot?: string
  usbDriver?: string
  linkTiming?: LinkSettings['timing']
}

const secondsSince = (time: number) => (performance.now() - time) / 1000

/** This computer in the console: it reports itself and its phones, and carries out the console's commands. */
export class Computer {
  readonly #settings: ComputerSettings
  readonly #adb: AdbHost | undefined
  readonly #actions: ComputerActions
  readonly #facts: ComputerFacts
  readonly #healer: Healer
  readonly #pairing: PhonePairing
  readonly #updates: AgentUpdates
  readonly #endTrial: () => void
  #isWelcome = false
  readonly #link: ComputerLink

  static async start(settings: ComputerSettings): Promise<Computer> {
    const adb = settings.phones?.length ? undefined : new AdbHost(settings.adbServer)
    const { usbRoot, usbDriver } = settings
    const actions = await ComputerActions.find({ adb, usbRoot, usbDriver })
    const token = await settings.phonesHere.tokens.computerToken(settings.server)
    return new Computer(settings, { adb, actions, token })
  }

  private constructor(
    settings: ComputerSettings,
    parts: { adb: AdbHost | undefined; actions: ComputerActions; token: string },
  ) {
    this.#settings = settings
    this.#adb = parts.adb
    this.#actions = parts.actions
    this.#facts = new ComputerFacts(settings.stateDir)
    this.#healer = new Healer({
      phones: () => settings.phonesHere.statuses,
      actions: parts.actions,
      notice: settings.notice,
    })
    this.#pairing = new PhonePairing(settings.stateDir, settings.discovery)
    const { server, key } = settings
    this.#updates = new AgentUpdates({
      ...settings,
      token: parts.token,
      tokens: settings.phonesHere.tokens,
      working: () => this.#working,
      notice: (level, message) => settings.notice('agent', level, message),
    })
    this.#endTrial = tellTrial(() => ({ isWelcome: this.#isWelcome, working: this.#working }))
    const { installation } = settings.phonesHere.tokens
    this.#link = new ComputerLink({
      server,
      enrolment: { key, installation, token: parts.token, host: hostname(), agentVersion: version },
      report: () => this.report(),
      signature: () => this.#signature(),
      run: (command) => this.#run(command),
      done: ({ type }) => {
        if (type === 'restartAgent' || type === 'revertAgent') settings.restart?.()
      },
      welcome: () => {
        this.#isWelcome = true
        settings.phonesHere.leaveReport()
      },
      notice: (level, message) => settings.notice('server', level, message),
      ...(settings.linkTiming && { timing: settings.linkTiming }),
    })
  }

  async stop(): Promise<void> {
    this.#endTrial()
    await Promise.all([this.#healer.stop(), this.#link.stop()])
  }

  async report(): Promise<ComputerReportInput> {
    const { phonesHere, log } = this.#settings
    const [facts, adb, usb] = await Promise.all([this.#facts.read(), this.#adbState(), this.#usb()])
    const serials = new Map(usb?.flatMap(({ path, serial }) => (serial ? [[serial, path] as const] : [])))
    return {
      agentVersion: version,
      release: this.#updates.release,
      update: this.#updates.update,
      ...facts,
      adb,
      usb: usb ?? null,
      phones: phonesHere.statuses.slice(0, maxComputerPhones).map((phone) => ({
        ...describePhone(phone, serials.get(phone.name)),
        isGivenUp: this.#healer.isGivenUp(phone.name),
      })),
      processes: describeProcesses(phonesHere),
      errors: log.errors(),
      commands: this.#commands(),
    }
  }

  #commands(): ComputerCommandName[] {
    const restarts = this.#settings.restart ? (['restartAgent'] as const) : []
    const { canUpdate, canRevert } = this.#updates
    return [
      ...(['check', ...restarts, ...this.#actions.commands, 'pairByQr', 'pairByCode', 'readLog'] as const),
      ...(canUpdate ? (['updateAgent'] as const) : []),
      ...(canRevert ? (['revertAgent'] as const) : []),
    ]
  }

  get #working(): number {
    return this.#settings.phonesHere.statuses.filter(({ state }) => state === 'working').length
  }

  /** Without what changes all the time. */
  async #signature(): Promise<string> {
    const { phonesHere, log } = this.#settings
    const { statuses, reach, processes } = phonesHere
    return JSON.stringify([
      statuses.map((status) => [status, this.#healer.isGivenUp(status.name)]),
      reach,
      processes.map(({ pid, phones }) => [pid, phones]),
      log.errorCount,
      this.#updates.update,
      await usbPaths(this.#settings.usbRoot),
    ])
  }

  async #adbState(): Promise<ComputerReportInput['adb']> {
    if (!this.#adb) return null
    const { isReachable, since, losses } = this.#settings.phonesHere.reach
    const address = describeAddress(this.#adb.address)
    const version = isReachable ? await this.#adb.version().catch(() => null) : null
    return { address, version, isReachable, seconds: secondsSince(since), restarts: losses }
  }

  /** With the power of hubs, and only the serials that adb lists. */
  async #usb(): Promise<z.input<typeof UsbNode>[] | undefined> {
    const [nodes, hubs] = await Promise.all([readUsbTree(this.#settings.usbRoot), this.#actions.hubs()])
    const { statuses } = this.#settings.phonesHere
    return nodes?.map(({ serial, ...node }) => {
      const phone = statuses.find(({ name, port }) => port === node.path || name === serial)
      const power = node.kind === 'hub' ? hubs.find(({ hub }) => hub === node.path) : undefined
      return {
        ...node,
        ...(phone && { serial: phone.name }),
        ...(power && { powerSwitching: power.powerSwitching, portsOff: power.portsOff }),
      }
    })
  }

  async #run(command: ComputerCommand): Promise<CommandResult> {
    const actions = this.#actions
    if (command.type === 'restartAgent' && !this.#settings.restart) throw new ActionRefused('unsupported')
    if (command.type === 'restartAdb') await actions.restartAdb()
    if (command.type === 'resetPort') await actions.resetPort(command.path)
    if (command.type === 'switchPort') {
      const { hub, port, isOn } = command
      await actions.switchPort({ hub, port, action: isOn ? 'on' : 'off' })
    }
    if (command.type === 'reconnect') return { count: await this.#reconnect(command.serial) }
    if (command.type === 'pairByQr') return pairedAs(await this.#pairing.byQr(command.invitation))
    if (command.type === 'pairByCode') {
      const { host, port, code } = command
      return pairedAs(await this.#pairing.byCode({ address: { host, port }, code }))
    }
    if (command.type === 'updateAgent') this.#updates.begin(command)
    if (command.type === 'revertAgent') this.#updates.revert()
    if (command.type === 'readLog') return { lines: this.#settings.log.lines(command.lines) }
    return {}
  }

  /** Returns how many phones are being connected again. */
  async #reconnect(serial: string | undefined): Promise<number> {
    const { phonesHere } = this.#settings
    const broken = phonesHere.statuses.filter(({ name, state }) =>
      serial === undefined ? state !== 'working' : name === serial,
    )
    if (serial !== undefined && broken.length === 0) throw new ActionRefused('notThere')
    phonesHere.wake()
    for (const { name } of broken) await this.#actions.reconnect(name).catch(ignoreGone)
    return broken.length
  }
}

const pairedAs = (paired: string | undefined): CommandResult => (paired ? { paired } : {})

/** adb refuses phones that have left its list meanwhile. */
function ignoreGone(error: unknown): void {
  if (error instanceof ActionRefused) throw error
}

function describeProcesses({ processes }: RealPhones): ComputerReportInput['processes'] {
  const parent = {
    pid: process.pid,
    kind: 'parent' as const,
    phones: [],
    memory: process.memoryUsage.rss(),
    restarts: 0,
    seconds: performance.now() / 1000,
  }
  return [parent, ...processes.map((each) => ({ ...each, kind: 'group' as const }))]
}

function describePhone(
  { name, state, since, hardwareId, port }: PhoneStatus,
  portBySerial: string | undefined,
): ComputerReportInput['phones'][number] {
  const path = UsbPath.safeParse(port ?? portBySerial).data
  return {
    serial: name.slice(0, 128),
    ...(hardwareId && { hardwareId }),
    state,
    seconds: secondsSince(since),
    ...(path && { port: path }),
    transport: transportOf(name),
  }
}

function transportOf(name: string): 'usb' | 'wifi' | 'simulated' {
  if (/^emulator-\d+$/.test(name)) return 'simulated'
  return isNetworkName(name) ? 'wifi' : 'usb'
}
