import { hostname } from 'node:os'
import type { ComputerCommandName } from '@fleetdeck/contract/computer-commands'
import {
  type ComputerReportInput,
  maxComputerPhones,
  type OrderedCommand,
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
import { ChargeLimiter } from './charge-limiter.ts'
import { ActionRefused, ComputerActions } from './computer-actions.ts'
import { ComputerFacts } from './computer-facts.ts'
import { type CommandResult, ComputerLink, type LinkSettings } from './computer-link.ts'
import { Healer } from './healer.ts'
import { PhonePairing } from './phone-pairing.ts'
import { readUsbTree, usbPaths } from './usb-tree.ts'
import { WifiPhones } from './wifi-phones.ts'

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
  /** How often the levels of batteries are read; ms. */
  chargeLookMs?: number
}

interface ComputerParts {
  adb: AdbHost | undefined
  actions: ComputerActions
  token: string
  healer: Healer
  wifi: WifiPhones
  charging: ChargeLimiter
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
  readonly #wifi: WifiPhones
  readonly #charging: ChargeLimiter
  readonly #link: ComputerLink

  static async start(settings: ComputerSettings): Promise<Computer> {
    const adb = settings.phones?.length ? undefined : new AdbHost(settings.adbServer)
    const { usbRoot, usbDriver } = settings
    const actions = await ComputerActions.find({ adb, usbRoot, usbDriver })
    const token = await settings.phonesHere.tokens.computerToken(settings.phonesHere.servers.home)
    const { stateDir: folder, phonesHere, notice, chargeLookMs } = settings
    const phones = () => phonesHere.statuses
    let healer: Healer | undefined
    const wifi = await WifiPhones.open({
      ...{ folder, adb, phones, notice },
      changed: (addresses) => phonesHere.useOnNetwork(addresses),
      forget: (address) => healer?.forget(address) ?? false,
    })
    healer = new Healer({ phones, actions, notice, wanted: () => wifi.addresses })
    const charging = await ChargeLimiter.open({
      ...{ folder, adb, actions, phones, notice },
      ...(chargeLookMs && { lookMs: chargeLookMs }),
    })
    return new Computer(settings, { adb, actions, token, healer, wifi, charging })
  }

  private constructor(settings: ComputerSettings, parts: ComputerParts) {
    this.#settings = settings
    this.#adb = parts.adb
    this.#actions = parts.actions
    this.#facts = new ComputerFacts(settings.stateDir)
    this.#healer = parts.healer
    this.#wifi = parts.wifi
    this.#charging = parts.charging
    this.#pairing = new PhonePairing(settings.stateDir, settings.discovery)
    const { key } = settings
    const { servers } = settings.phonesHere
    this.#updates = new AgentUpdates({
      ...settings,
      servers,
      token: parts.token,
      tokens: settings.phonesHere.tokens,
      working: () => this.#working,
      notice: (level, message) => settings.notice('agent', level, message),
    })
    this.#endTrial = tellTrial(() => ({ isWelcome: this.#isWelcome, working: this.#working }))
    const { installation } = settings.phonesHere.tokens
    this.#link = new ComputerLink({
      servers,
      enrolment: { key, installation, token: parts.token, host: hostname(), agentVersion: version },
      report: () => this.report(),
      signature: () => this.#signature(),
      run: (command) => this.#run(command),
      done: ({ type }) => {
        if (type === 'restartAgent' || type === 'revertAgent') settings.restart?.()
      },
      welcome: ({ chargeLimit }) => {
        this.#isWelcome = true
        settings.phonesHere.leaveReport()
        this.#charging.limit(chargeLimit ?? undefined)
      },
      notice: (level, message) => settings.notice('server', level, message),
      ...(settings.linkTiming && { timing: settings.linkTiming }),
    })
  }

  async stop(): Promise<void> {
    this.#endTrial()
    await Promise.all([this.#healer.stop(), this.#link.stop(), this.#wifi.stop(), this.#charging.stop()])
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
      servers: this.#settings.phonesHere.servers.states,
      adb,
      usb: usb ?? null,
      phones: this.#phones()
        .slice(0, maxComputerPhones)
        .map((phone) => this.#describe(phone, serials.get(phone.name))),
      processes: describeProcesses(phonesHere),
      errors: log.errors(),
      commands: this.#commands(),
    }
  }

  /** With those on the network that are missing. */
  #phones(): PhoneStatus[] {
    const { statuses } = this.#settings.phonesHere
    const missing = this.#healer.missing.map((phone) => ({ ...phone, state: 'unreachable' as const }))
    return [...statuses, ...missing.filter(({ name }) => statuses.every((each) => each.name !== name))]
  }

  #describe(phone: PhoneStatus, portBySerial: string | undefined): ComputerReportInput['phones'][number] {
    const charging = this.#charging.stateOf(phone)
    return {
      ...describePhone(phone, portBySerial ?? this.#charging.portOf(phone)),
      isGivenUp: this.#healer.isGivenUp(phone.name),
      ...(charging && { charging }),
    }
  }

  #commands(): ComputerCommandName[] {
    const restarts = this.#settings.restart ? (['restartAgent'] as const) : []
    const byAdb = this.#adb ? (['useWifi', 'useUsb', 'limitCharge'] as const) : []
    const { canUpdate, canRevert } = this.#updates
    return [
      ...(['check', ...restarts, ...this.#actions.commands, 'pairByQr', 'pairByCode'] as const),
      ...byAdb,
      'readLog',
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
    const { reach, processes } = phonesHere
    return JSON.stringify([
      this.#phones().map((phone) => [
        phone,
        this.#healer.isGivenUp(phone.name),
        this.#charging.stateOf(phone),
      ]),
      reach,
      processes.map(({ pid, phones }) => [pid, phones]),
      log.errorCount,
      this.#updates.update,
      phonesHere.servers.states,
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

  async #changeWay(command: OrderedCommand): Promise<void> {
    if (command.type === 'useWifi') await this.#wifi.use(command.serial)
    if (command.type === 'useUsb') await this.#wifi.release(command.serial)
    if (command.type === 'limitCharge') this.#charging.limit(command.limit ?? undefined)
  }

  async #run(command: OrderedCommand): Promise<CommandResult> {
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
    await this.#changeWay(command)
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
  { name, state, since, hardwareId, port, other }: PhoneStatus,
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
    ...(other && { other: other.slice(0, 128) }),
  }
}

function transportOf(name: string): 'usb' | 'wifi' | 'simulated' {
  if (/^emulator-\d+$/.test(name)) return 'simulated'
  return isNetworkName(name) ? 'wifi' : 'usb'
}
