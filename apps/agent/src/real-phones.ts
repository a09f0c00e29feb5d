import type { NetConnectOpts } from 'node:net'
import type { Language } from '@fleetdeck/i18n/languages'
import { say } from '@fleetdeck/i18n/terminal'
import { Adb, AdbServerClient } from '@yume-chan/adb'
import type { AgentTiming } from './agent.ts'
import { type BackOff, connectTurns } from './back-off.ts'
import { type AdbKey, readAdbKey } from './drivers/adb/adb-key.ts'
import { AdbConnector, describeAddress } from './drivers/adb/connector.ts'
import { adviceFor, classifyState, followDevices, type ListedDevice } from './drivers/adb/device-list.ts'
import { type DirectPhone, openDirect } from './drivers/adb/direct-phone.ts'
import type { LogcatLevel } from './drivers/adb/logcat.ts'
import { ServerTransport } from './drivers/adb/server-transport.ts'
import { type Notice, reasonOf } from './notice.ts'
import { PluggedPhone } from './plugged-phone.ts'
import { Reachability } from './reachability.ts'
import { TokenFile } from './token-file.ts'
import { UnusableReport } from './unusable-report.ts'

export interface RealPhonesSettings {
  server: URL
  key: string
  /** Folder of the token file; created if missing. */
  stateDir: string
  language: Language
  adbServer: NetConnectOpts
  /** Android's own log goes into the phones' logs from this priority on; by default not at all. */
  logcat?: LogcatLevel | undefined
  /** scrcpy's server file; without one, Android's own commands are used. */
  scrcpyFile?: string | undefined
  /** Phones on the network that are connected directly; with any, no adb server is used. */
  phones?: readonly DirectPhone[]
  /** Notices; name is the phone as in adb's list, or `adb` for the adb server itself. */
  notice: (name: string, ...notice: Parameters<Notice>) => void
  timing?: Partial<AgentTiming>
  /** Wait between two attempts to reach the adb server, or a listed phone. */
  backOff?: BackOff
  /** How long a phone must be unusable before it is reported to the server; ms. */
  settleMs?: number
  /** The pinned signing keys of servers are forgotten. */
  newSigner?: boolean
}

const defaultBackOff: BackOff = { firstMs: 500, limitMs: 15_000 }
/** Between two phones that connect or enrol. */
const gapMs = 15

/** Every phone that the adb server lists, or that is named, each connected to the console while it is plugged in. */
export class RealPhones {
  readonly #settings: RealPhonesSettings
  readonly #tokens: TokenFile
  readonly #connector: AdbConnector
  readonly #stopping = new AbortController()
  readonly #plugged = new Map<string, PluggedPhone>()
  readonly #ending = new Set<Promise<void>>()
  readonly #claimed = new Set<string>()
  readonly #turns = connectTurns(gapMs)
  readonly #reachability: Reachability
  readonly #unusable: UnusableReport
  /** Reported states, by serial. */
  #reported = new Map<string, string>()
  readonly #following: Promise<void>

  static async start(settings: RealPhonesSettings): Promise<RealPhones> {
    const tokens = await TokenFile.open(settings.stateDir, { forgetsSigners: settings.newSigner })
    const key = settings.phones?.length ? await readAdbKey(settings.stateDir) : undefined
    return new RealPhones(settings, tokens, key)
  }

  private constructor(settings: RealPhonesSettings, tokens: TokenFile, key: AdbKey | undefined) {
    this.#settings = settings
    this.#tokens = tokens
    this.#reachability = new Reachability(settings.server, settings.timing?.askMs)
    const { server, key: enrolmentKey, settleMs } = settings
    const agent = tokens.installation
    this.#unusable = new UnusableReport({ server, key: enrolmentKey, agent, ...(settleMs && { settleMs }) })
    this.#connector = new AdbConnector(settings.adbServer)
    this.#following = key ? Promise.resolve() : this.#follow()
    if (key) for (const phone of settings.phones ?? []) this.#reach(phone, key)
  }

  /** Ids of the phones in use. */
  get hardwareIds(): string[] {
    return [...this.#claimed]
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#following
    for (const id of [...this.#plugged.keys()]) this.#end(id, (phone) => phone.stop())
    await Promise.all([...this.#ending, this.#unusable.stop()])
  }

  #follow(): Promise<void> {
    const { adbServer, notice, backOff = defaultBackOff } = this.#settings
    const lost = (reason: string) =>
      notice('adb', 'warn', say('agent.noAdb', { address: describeAddress(adbServer), reason }))
    const changed = (devices: ListedDevice[]) => this.#changed(devices)
    return followDevices(
      new AdbServerClient(this.#connector),
      { changed, lost },
      backOff,
      this.#stopping.signal,
    ).catch((error) => notice('adb', 'error', say('agent.adbFailed', { reason: reasonOf(error) })))
  }

  #changed(devices: ListedDevice[]): void {
    const usable = devices.filter(({ state, transportId }) => state === 'device' && transportId)
    const ids = new Set(usable.map(({ transportId }) => transportId))
    for (const transportId of [...this.#plugged.keys()])
      if (!ids.has(transportId)) this.#end(transportId, (phone) => phone.pullOut())
    for (const device of usable) if (!this.#plugged.has(device.transportId)) this.#plugIn(device)
    this.#reportUnusable(devices)
  }

  /** Retried periodically: nothing announces such a phone. */
  #reach(phone: DirectPhone, key: AdbKey): void {
    const name = `${phone.host}:${phone.port}`
    this.#bringIn(name, name, async (signal) => {
      let isAsking = false
      const asks = () => {
        isAsking = true
        this.#settings.notice(name, 'warn', adviceFor('unauthorized', this.#settings.language))
        this.#unusable.add(name, 'unauthorized')
      }
      try {
        const adb = await openDirect(phone, { key, asks, signal })
        this.#unusable.remove(name)
        return adb
      } catch (error) {
        if (!isAsking) this.#unusable.add(name, 'unreachable')
        throw error
      }
    })
  }

  #plugIn({ serial, transportId }: ListedDevice): void {
    this.#bringIn(
      transportId,
      serial,
      async () => new Adb(await ServerTransport.open(this.#connector, serial, BigInt(transportId))),
    )
  }

  #bringIn(id: string, name: string, open: (signal: AbortSignal) => Promise<Adb>): void {
    const {
      stateDir,
      notice,
      backOff = defaultBackOff,
      server,
      key,
      language,
      timing,
      logcat,
      scrcpyFile,
    } = this.#settings
    const phone = new PluggedPhone({
      server,
      key,
      language,
      tokens: this.#tokens,
      filesDir: stateDir,
      name,
      notice: (level, message) => notice(name, level, message),
      open,
      claim: (hardwareId) => !this.#claimed.has(hardwareId) && Boolean(this.#claimed.add(hardwareId)),
      release: (hardwareId) => this.#claimed.delete(hardwareId),
      backOff,
      turns: this.#turns,
      reachability: this.#reachability,
      logcat,
      scrcpyFile,
      ...(timing ? { timing } : {}),
    })
    this.#plugged.set(id, phone)
  }

  /** A phone that does not end properly is reported, and keeps no other phone from ending. */
  #end(transportId: string, end: (phone: PluggedPhone) => Promise<void>): void {
    const phone = this.#plugged.get(transportId)
    this.#plugged.delete(transportId)
    if (!phone) return
    const ending = end(phone)
      .catch((error) => this.#settings.notice(phone.name, 'warn', reasonOf(error)))
      .finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }

  #reportUnusable(devices: ListedDevice[]): void {
    const states = new Map(devices.map(({ serial, state }) => [serial, state]))
    const unusable = [...states].filter(([, state]) => state !== 'device')
    this.#unusable.replace(new Map(unusable.map(([serial, state]) => [serial, classifyState(state)])))
    for (const [serial, state] of unusable)
      if (this.#reported.get(serial) !== state)
        this.#settings.notice(serial, 'warn', adviceFor(state, this.#settings.language))
    this.#reported = states
  }
}
