import type { NetConnectOpts } from 'node:net'
import type { Language } from '@fleetdeck/i18n/languages'
import { Adb, AdbServerClient } from '@yume-chan/adb'
import type { AgentTiming } from './agent.ts'
import type { BackOff } from './back-off.ts'
import { AdbConnector, describeAddress } from './drivers/adb/connector.ts'
import { adviceFor, followDevices, type ListedDevice } from './drivers/adb/device-list.ts'
import type { LogcatLevel } from './drivers/adb/logcat.ts'
import { ServerTransport } from './drivers/adb/server-transport.ts'
import type { Notice } from './notice.ts'
import { PluggedPhone } from './plugged-phone.ts'
import { TokenFile } from './token-file.ts'

export interface RealPhonesSettings {
  server: URL
  key: string
  /** Folder of the token file; made when it is missing. */
  stateDir: string
  language: Language
  adbServer: NetConnectOpts
  /** Android's own log goes into the phones' logs from this priority on; without one, not at all. */
  logcat?: LogcatLevel | undefined
  /** What happens; name is the phone as adb lists it, or `adb` for the adb server itself. */
  notice: (name: string, ...notice: Parameters<Notice>) => void
  timing?: Partial<AgentTiming>
  /** Between two tries to reach the adb server, or a phone that is listed. */
  backOff?: BackOff
}

const defaultBackOff: BackOff = { firstMs: 500, limitMs: 15_000 }

/** Every phone that the adb server lists, each brought into the console for as long as it is plugged in. */
export class RealPhones {
  readonly #settings: RealPhonesSettings
  readonly #tokens: TokenFile
  readonly #client: AdbServerClient
  readonly #stopping = new AbortController()
  readonly #plugged = new Map<string, PluggedPhone>()
  readonly #ending = new Set<Promise<void>>()
  readonly #claimed = new Set<string>()
  /** States that were told, by serial. */
  #told = new Map<string, string>()
  readonly #following: Promise<void>

  static async start(settings: RealPhonesSettings): Promise<RealPhones> {
    return new RealPhones(settings, await TokenFile.open(settings.stateDir))
  }

  private constructor(settings: RealPhonesSettings, tokens: TokenFile) {
    this.#settings = settings
    this.#tokens = tokens
    this.#client = new AdbServerClient(new AdbConnector(settings.adbServer))
    this.#following = this.#follow()
  }

  /** Ids of the phones that are in use now. */
  get deviceIds(): string[] {
    return [...this.#claimed]
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#following
    for (const transportId of [...this.#plugged.keys()]) this.#pullOut(transportId)
    await Promise.all(this.#ending)
  }

  #follow(): Promise<void> {
    const { adbServer, notice, backOff = defaultBackOff } = this.#settings
    const lost = (message: string) =>
      notice(
        'adb',
        'warn',
        `no adb server at ${describeAddress(adbServer)} (${message}); start one with "adb start-server". Trying again.`,
      )
    const changed = (devices: ListedDevice[]) => this.#changed(devices)
    return followDevices(this.#client, { changed, lost }, backOff, this.#stopping.signal)
  }

  #changed(devices: ListedDevice[]): void {
    const usable = devices.filter(({ state, transportId }) => state === 'device' && transportId)
    const ids = new Set(usable.map(({ transportId }) => transportId))
    for (const transportId of [...this.#plugged.keys()]) if (!ids.has(transportId)) this.#pullOut(transportId)
    for (const device of usable) if (!this.#plugged.has(device.transportId)) this.#plugIn(device)
    this.#tellUnusable(devices)
  }

  #plugIn({ serial, transportId }: ListedDevice): void {
    const {
      stateDir,
      notice,
      backOff = defaultBackOff,
      server,
      key,
      language,
      timing,
      logcat,
    } = this.#settings
    const phone = new PluggedPhone({
      server,
      key,
      language,
      tokens: this.#tokens,
      filesDir: stateDir,
      name: serial,
      notice: (level, message) => notice(serial, level, message),
      open: async () => new Adb(await ServerTransport.open(this.#client, serial, BigInt(transportId))),
      claim: (deviceId) => !this.#claimed.has(deviceId) && Boolean(this.#claimed.add(deviceId)),
      release: (deviceId) => this.#claimed.delete(deviceId),
      backOff,
      logcat,
      ...(timing ? { timing } : {}),
    })
    this.#plugged.set(transportId, phone)
  }

  #pullOut(transportId: string): void {
    const ending = this.#plugged.get(transportId)?.stop()
    this.#plugged.delete(transportId)
    if (!ending) return
    this.#ending.add(ending)
    void ending.finally(() => this.#ending.delete(ending))
  }

  #tellUnusable(devices: ListedDevice[]): void {
    const states = new Map(devices.map(({ serial, state }) => [serial, state]))
    for (const [serial, state] of states) {
      if (state === 'device' || this.#told.get(serial) === state) continue
      this.#settings.notice(serial, 'warn', adviceFor(state))
    }
    this.#told = states
  }
}
