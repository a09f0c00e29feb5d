import type { NetConnectOpts } from 'node:net'
import type { UnusableState } from '@fleetdeck/contract/unusable-phones'
import type { Language } from '@fleetdeck/i18n/languages'
import { say } from '@fleetdeck/i18n/terminal'
import { AdbServerClient } from '@yume-chan/adb'
import type { AgentTiming } from './agent.ts'
import { type BackOff, defaultBackOff } from './back-off.ts'
import { readAdbKey } from './drivers/adb/adb-key.ts'
import { AdbConnector, describeAddress } from './drivers/adb/connector.ts'
import { adviceFor, classifyState, followDevices, type ListedDevice } from './drivers/adb/device-list.ts'
import type { DirectPhone } from './drivers/adb/direct-phone.ts'
import type { LogcatLevel } from './drivers/adb/logcat.ts'
import { followPairedPhones, type PairedPhonesOptions } from './drivers/adb/pairing/follow-paired-phones.ts'
import { IdentityClaims } from './identity-claims.ts'
import { type Notice, reasonOf } from './notice.ts'
import type {
  FoundPhone,
  OnConnected,
  OnIdentityTaken,
  OnUnusable,
  PhoneHolder,
  ProcessStatus,
} from './processes/found-phones.ts'
import { type ServerChoice, Servers, type ServersTiming } from './servers.ts'
import { TokenFile } from './token-file.ts'
import { UnusableReport } from './unusable-report.ts'

export interface RealPhonesSettings {
  server: URL
  /** Others of the same installation. */
  otherServers?: readonly URL[]
  key: string
  /** Folder of the token file; created if missing. */
  stateDir: string
  language: Language
  adbServer: NetConnectOpts
  /** Android's own log goes into the phones' logs from this priority on; by default not at all. */
  logcat?: LogcatLevel | undefined
  /** scrcpy's server file, instead of the one that the console offers. */
  scrcpyFile?: string | undefined
  /** Phones on the network that are connected directly; with any, no adb server is used. */
  phones?: readonly DirectPhone[]
  /** Notices; name is the phone as in adb's list, or `adb` for the adb server itself. */
  notice: (name: string, ...notice: Parameters<Notice>) => void
  timing?: Partial<AgentTiming>
  serversTiming?: Partial<ServersTiming>
  /** Wait between two attempts to reach the adb server, or a listed phone. */
  backOff?: BackOff
  /** How paired phones are found in the network. */
  discovery?: Omit<PairedPhonesOptions, 'folder' | 'found' | 'lost' | 'signal'>
  /** By the name of a phone on USB, that on the network, where it is used if it is there. */
  onNetwork?: ReadonlyMap<string, string>
  /** A phone that is also wanted over the network is used by cable if it has not come there for so long; ms. */
  networkFirstMs?: number
  /** How long a phone must be unusable before it is reported to the server; ms. */
  settleMs?: number
  /** The pinned signing keys of servers are forgotten. */
  newSigner?: boolean
  /** Serial numbers that several phones have. */
  sharedSerials?: readonly string[]
  /** Within which phones answer commands that have no time of their own. */
  commandMs?: number
}

/** What the holder of the phones shares with the agent. */
export interface HolderParts {
  servers: ServerChoice
  tokens: TokenFile
  claims: IdentityClaims
  unusable: OnUnusable
  identityTaken: OnIdentityTaken
  connected: OnConnected
}
export type MakeHolder = (settings: RealPhonesSettings, parts: HolderParts) => PhoneHolder

/** What is known of one phone. */
export interface PhoneStatus {
  /** adb's name for it. */
  name: string
  state: 'working' | 'starting' | UnusableState
  /** Since when, by performance.now(). */
  since: number
  hardwareId?: string | undefined
  /** Where it is plugged in, as Linux names it. */
  port?: string | undefined
  /** adb's other name for it, when it is reachable by cable and over the network. */
  other?: string | undefined
}

/** Every phone that the adb server lists, or that is named, each connected to the console while it is plugged in. */
export class RealPhones {
  readonly #settings: RealPhonesSettings
  /** The state folder's file, which this program alone writes. */
  readonly tokens: TokenFile
  readonly servers: Servers
  readonly #holder: PhoneHolder
  readonly #stopping = new AbortController()
  readonly #unusable: UnusableReport
  readonly #claims: IdentityClaims
  #listed: readonly ListedDevice[] = []
  /** Phones without an adb server, by what names them. */
  readonly #direct = new Map<string, FoundPhone>()
  /** By name: the identity that another phone has now. */
  readonly #taken = new Map<string, string>()
  /** By name: the identity that the phone has by another name, by which it is used. */
  readonly #second = new Map<string, string>()
  #onNetwork: ReadonlyMap<string, string>
  /** By transport id: since when adb lists it. */
  #listedAt = new Map<string, number>()
  /** Phones that the holder cannot use. */
  readonly #told = new Map<string, UnusableState>()
  /** By name: the hardwareId of those that are connected to the console. */
  readonly #connected = new Map<string, string>()
  #statuses = new Map<string, PhoneStatus>()
  /** Whether the adb server can be reached, and since when; by performance.now(). */
  #reach = { isReachable: false, since: performance.now(), losses: 0 }
  /** Reported states, by serial. */
  #reported = new Map<string, string>()
  readonly #following: Promise<unknown>

  /** @param hold in which process the phones are connected */
  static async start(settings: RealPhonesSettings, hold: MakeHolder): Promise<RealPhones> {
    const tokens = await TokenFile.open(settings.stateDir, { forgetsSigners: settings.newSigner })
    // Processes that need it would otherwise create it at the same time.
    if (settings.phones?.length) await readAdbKey(settings.stateDir)
    return new RealPhones(settings, tokens, hold)
  }

  private constructor(settings: RealPhonesSettings, tokens: TokenFile, hold: MakeHolder) {
    this.#settings = settings
    this.#onNetwork = settings.onNetwork ?? new Map()
    this.tokens = tokens
    const { server, otherServers = [], key: enrolmentKey, settleMs, phones = [], notice } = settings
    const agent = tokens.installation
    const servers = new Servers({
      given: [server, ...otherServers],
      tokens,
      notice: (level, message) => notice('server', level, message),
      timing: settings.serversTiming,
    })
    this.servers = servers
    this.#unusable = new UnusableReport({ servers, key: enrolmentKey, agent, ...(settleMs && { settleMs }) })
    this.#claims = new IdentityClaims(tokens)
    this.#holder = hold(settings, {
      servers,
      tokens,
      claims: this.#claims,
      unusable: (name, state) => this.#tell(name, state),
      identityTaken: (...facts) => this.#identityTaken(...facts),
      connected: (...facts) => this.#connectedChanged(...facts),
    })
    for (const phone of phones) this.#direct.set(describeAddress(phone), foundDirectly(phone))
    this.#hold()
    this.#following = Promise.all([phones.length ? undefined : this.#follow(), this.#followPaired()])
  }

  /** Ids of the phones in use. */
  get hardwareIds(): string[] {
    return this.#claims.hardwareIds
  }

  /** All phones that are known, with their states. */
  get statuses(): PhoneStatus[] {
    return [...this.#statuses.values()]
  }

  /** Of the adb server: whether it can be reached, since when, and how often it was lost. */
  get reach(): Readonly<{ isReachable: boolean; since: number; losses: number }> {
    return this.#reach
  }

  get processes(): readonly ProcessStatus[] {
    return this.#holder.processes ?? []
  }

  /** Phones that rest are tried again now. */
  wake(): void {
    this.#holder.wake?.()
  }

  /** @param names by the name of a phone on USB, that on the network, where it is used from now on */
  useOnNetwork(names: ReadonlyMap<string, string>): void {
    this.#onNetwork = names
    this.#hold()
    this.#update()
  }

  /** The computer reports phones that cannot be used: they would be listed twice. */
  leaveReport(): void {
    this.#unusable.stop().catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.servers.stop()
    await this.#following
    await Promise.all([this.#holder.stop(), this.#unusable.stop()])
  }

  #follow(): Promise<void> {
    const { adbServer, notice, backOff = defaultBackOff } = this.#settings
    const lost = (reason: string) => {
      this.#reached(false)
      notice('adb', 'warn', say('agent.noAdb', { address: describeAddress(adbServer), reason }))
    }
    const changed = (devices: ListedDevice[]) => this.#changed(devices)
    return followDevices(
      new AdbServerClient(new AdbConnector(adbServer)),
      { changed, lost, reached: () => this.#reached(true) },
      backOff,
      this.#stopping.signal,
    ).catch((error) => notice('adb', 'error', say('agent.adbFailed', { reason: reasonOf(error) })))
  }

  #changed(devices: ListedDevice[]): void {
    const states = new Map(devices.map(({ serial, state }) => [serial, state]))
    this.#listed = devices
    const now = performance.now()
    this.#listedAt = new Map(devices.map(({ transportId: id }) => [id, this.#listedAt.get(id) ?? now]))
    this.#hold()
    this.#update()
    for (const [serial, state] of states)
      if (state !== 'device' && this.#reported.get(serial) !== state)
        // No warning: the console has it from the state of the phone.
        this.#settings.notice(serial, 'info', adviceFor(state, this.#settings.language))
    this.#reported = states
  }

  /** What is in use stays so: another way would end its scripts. */
  #isFirst({ serial, transportId }: ListedDevice): boolean {
    const name = this.#onNetwork.get(serial)
    if (name === undefined || this.#connected.has(serial)) return true
    if (this.#listed.some((device) => device.serial === name && device.state === 'device')) return false
    const { networkFirstMs = defaultNetworkFirstMs } = this.#settings
    const waitMs = (this.#listedAt.get(transportId) ?? 0) + networkFirstMs - performance.now()
    if (waitMs > 0) setTimeout(() => this.#hold(), waitMs + 1).unref()
    return waitMs <= 0
  }

  #hold(): void {
    if (this.#stopping.signal.aborted) return
    const listed = this.#listed.flatMap((device) =>
      device.state === 'device' && device.transportId && this.#isFirst(device)
        ? [{ id: device.transportId, name: device.serial }]
        : [],
    )
    const found = [...listed, ...this.#direct.values()]
    this.#holder.hold([...new Map(found.map((phone) => [phone.id, phone])).values()])
  }

  #followPaired(): Promise<void> {
    const { stateDir, notice, discovery } = this.#settings
    return followPairedPhones({
      ...discovery,
      folder: stateDir,
      signal: this.#stopping.signal,
      found: (name, phone) => {
        const former = this.#direct.get(name)
        this.#direct.set(name, foundDirectly(phone))
        this.#hold()
        if (former) this.#told.delete(former.name)
        this.#update()
      },
      lost: (error) => notice('adb', 'warn', say('agent.noDiscovery', { reason: reasonOf(error) })),
    }).catch((error) => notice('adb', 'error', reasonOf(error)))
  }

  #reached(isReachable: boolean): void {
    if (isReachable === this.#reach.isReachable) return
    const losses = this.#reach.losses + (isReachable ? 0 : 1)
    this.#reach = { isReachable, since: performance.now(), losses }
  }

  #connectedChanged(name: string, hardwareId: string, isConnected: boolean): void {
    if (isConnected) this.#connected.set(name, hardwareId)
    else this.#connected.delete(name)
    if (!isConnected) this.#hold()
    this.#update()
  }

  #tell(name: string, state: UnusableState | undefined): void {
    if (state) this.#told.set(name, state)
    else this.#told.delete(name)
    this.#update()
  }

  #identityTaken(name: string, hardwareId: string | undefined, isSamePhone = false): void {
    this.#taken.delete(name)
    this.#second.delete(name)
    if (hardwareId !== undefined) (isSamePhone ? this.#second : this.#taken).set(name, hardwareId)
    this.#update()
  }

  /** From adb's list, and from what the holder has told. */
  #update(): void {
    const direct = [...this.#direct.values()].map(({ name }) => ({ name, state: 'device' }))
    const listed = this.#listed.map(({ serial, ...device }) => ({ name: serial, ...device }))
    const statuses = this.#joined([...listed, ...direct].map((phone) => this.#statusOf(phone)))
    this.#statuses = new Map(statuses.map((status) => [status.name, status]))
    const unusable = statuses.flatMap(({ name, state, hardwareId }) => {
      if (state === 'working' || state === 'starting') return []
      return [[name, { state, deviceId: state === 'identityTaken' ? hardwareId : undefined }] as const]
    })
    // What changes while the agent stops is of no use to anybody.
    if (!this.#stopping.signal.aborted) this.#unusable.replace(new Map(unusable))
  }

  /** A phone by two names is one, under the name by which it is used. */
  #joined(statuses: readonly PhoneStatus[]): PhoneStatus[] {
    const firstOf = ({ name, state }: PhoneStatus) => {
      if (state === 'working') return undefined
      const hardwareId = this.#second.get(name)
      const other = this.#onNetwork.get(name)
      return statuses.find(
        (each) =>
          each.name !== name &&
          ((hardwareId !== undefined && this.#connected.get(each.name) === hardwareId) ||
            (each.name === other && (each.state === 'working' || each.state === 'starting'))),
      )
    }
    const seconds = new Map(statuses.map((status) => [status, firstOf(status)]))
    return statuses.flatMap((status) => {
      if (seconds.get(status)) return []
      const second = statuses.find((each) => seconds.get(each) === status)
      return [second ? { ...status, port: status.port ?? second.port, other: second.name } : status]
    })
  }

  #statusOf({ name, state, port }: { name: string; state: string; port?: string }): PhoneStatus {
    const before = this.#statuses.get(name)
    const hardwareId = this.#taken.get(name) ?? this.#connected.get(name)
    const now = this.#stateOf(name, state)
    const since = before?.state === now ? before.since : performance.now()
    return { name, state: now, since, port, hardwareId: hardwareId ?? before?.hardwareId }
  }

  #stateOf(name: string, adbState: string): PhoneStatus['state'] {
    if (adbState !== 'device') return classifyState(adbState)
    if (this.#taken.has(name)) return 'identityTaken'
    if (this.#connected.has(name)) return 'working'
    return this.#told.get(name) ?? 'starting'
  }
}

/** adb lists a phone on USB before it has connected one on the network. */
const defaultNetworkFirstMs = 15_000

function foundDirectly(phone: DirectPhone): FoundPhone {
  const name = describeAddress(phone)
  return { id: name, name, direct: phone }
}
