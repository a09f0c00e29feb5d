import { setTimeout } from 'node:timers/promises'
import { type Message, say } from '@fleetdeck/i18n/terminal'
import { z } from 'zod'
import { type BackOff, backOffMs } from '../back-off.ts'
import { isNetworkName } from '../drivers/adb/network-name.ts'
import { errorMessage } from '../notice.ts'
import type { PhoneStatus } from '../real-phones.ts'
import type { AdbHost } from './adb-host.ts'
import { ActionRefused } from './computer-actions.ts'
import { StateFile } from './state-file.ts'

/** A phone that was on USB and is wanted over Wi-Fi. */
const Wanted = z.object({ serial: z.string(), address: z.string() })
type Wanted = z.output<typeof Wanted>

/** The port of `adb tcpip`, by Google's documentation. */
const defaultPort = 5555
const restoreBackOff: BackOff = { firstMs: 2000, limitMs: 300_000 }
const lookMs = 1000
/** A daemon that restarts takes some seconds. */
const connectTries = 20
const connectMs = 500

export interface WifiPhonesSettings {
  folder: string
  adb: AdbHost | undefined
  phones: () => readonly PhoneStatus[]
  /** By its serial number, the address of each phone. */
  changed: (addresses: ReadonlyMap<string, string>) => void
  /** An address is no longer wanted; returns whether it was known. */
  forget: (address: string) => boolean
  notice: (name: string, level: 'info' | 'warn', message: Message) => void
  port?: number
  lookMs?: number
}

/**
 * Phones that are used over Wi-Fi by `adb tcpip`, which they forget when they restart: one that is plugged in again is
 * told again. Their folder remembers them.
 */
export class WifiPhones {
  readonly #settings: WifiPhonesSettings
  readonly #port: number
  readonly #file: StateFile<typeof Wanted>
  readonly #wanted: Map<string, Wanted>
  /** Those that a command is about. */
  readonly #ordered = new Set<string>()
  readonly #tries = new Map<string, { tries: number; nextAt: number }>()
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined

  static async open(settings: WifiPhonesSettings): Promise<WifiPhones> {
    const file = fileIn(settings.folder)
    return new WifiPhones(settings, file, await file.read())
  }

  private constructor(
    settings: WifiPhonesSettings,
    file: StateFile<typeof Wanted>,
    known: readonly Wanted[],
  ) {
    this.#settings = settings
    this.#file = file
    this.#port = settings.port ?? defaultPort
    this.#wanted = new Map(known.map((phone) => [phone.serial, phone]))
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined
      })
      this.#looking.catch(() => undefined)
    }, settings.lookMs ?? lookMs).unref()
  }

  get addresses(): string[] {
    return [...this.#wanted.values()].map(({ address }) => address)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking?.catch(() => undefined)
  }

  /**
   * @param serial of a phone on USB
   * @throws ActionRefused
   */
  async use(serial: string): Promise<void> {
    const adb = this.#requireAdb()
    const known = this.#settings.phones().some(({ name, other }) => name === serial || other === serial)
    if (!known || isNetworkName(serial)) throw new ActionRefused('notThere')
    await this.#looking?.catch(() => undefined)
    const address = await this.#addressOf(adb, serial)
    if (!address) throw new ActionRefused('noWifi')
    this.#ordered.add(serial)
    try {
      await this.#keep({ serial, address })
      await this.#tell(adb, { serial, address })
      await this.#connect(adb, address)
    } finally {
      this.#ordered.delete(serial)
    }
  }

  /**
   * @param name of the phone, on USB or on the network; one that is missing there is given up for good
   * @throws ActionRefused
   */
  async release(name: string): Promise<void> {
    const adb = this.#requireAdb()
    await this.#looking?.catch(() => undefined)
    const phone = this.#settings.phones().find((each) => each.name === name || each.other === name)
    const found = [...this.#wanted.values()].find(
      ({ serial, address }) => serial === name || address === name,
    )
    const address = found?.address ?? [phone?.name, phone?.other].find((each) => each && isNetworkName(each))
    const isKnown = this.#settings.forget(address ?? name)
    if (!address && !isKnown) throw new ActionRefused('notThere')
    if (found) this.#wanted.delete(found.serial)
    await this.#write()
    if (!phone || !address) return
    await adb.listen(phone.name, undefined)
    await adb.disconnect(address).catch(() => undefined)
  }

  async #connect(adb: AdbHost, address: string): Promise<void> {
    for (let tries = 0; tries < connectTries; tries++) {
      if (await adb.connect(address).catch(() => false)) return
      await setTimeout(connectMs)
    }
    throw new ActionRefused('failed', `${address} does not answer`)
  }

  #requireAdb(): AdbHost {
    const { adb } = this.#settings
    if (!adb) throw new ActionRefused('unsupported')
    return adb
  }

  async #look(): Promise<void> {
    const { adb, phones, notice } = this.#settings
    if (!adb) return
    for (const wanted of [...this.#wanted.values()]) {
      const { serial, address } = wanted
      const all = phones()
      if (all.some(({ name, other }) => name === address || other === address)) {
        this.#tries.delete(serial)
        continue
      }
      const isOnUsb = all.some(({ name, state }) => name === serial && isUsable(state))
      const { tries, nextAt } = this.#tries.get(serial) ?? { tries: 0, nextAt: 0 }
      const now = performance.now()
      if (!isOnUsb || now < nextAt || this.#ordered.has(serial)) continue
      this.#tries.set(serial, { tries: tries + 1, nextAt: now + backOffMs(restoreBackOff, tries) })
      await this.#restore(adb, wanted).catch((error: unknown) => notice(serial, 'warn', errorMessage(error)))
    }
  }

  /** Its daemon is only restarted when it does not listen any more: what runs over USB would end. */
  async #restore(adb: AdbHost, { serial, address: before }: Wanted): Promise<void> {
    const address = await this.#addressOf(adb, serial)
    if (!address) return
    if (address !== before) {
      this.#settings.forget(before)
      await this.#keep({ serial, address })
    }
    const listens = (await adb.shell(serial, 'getprop service.adb.tcp.port')).trim()
    if (listens !== String(this.#port)) await this.#tell(adb, { serial, address })
    await adb.connect(address)
  }

  async #tell(adb: AdbHost, { serial, address }: Wanted): Promise<void> {
    this.#settings.notice(serial, 'info', say('agent.tcpip', { address }))
    await adb.listen(serial, this.#port)
  }

  async #addressOf(adb: AdbHost, serial: string): Promise<string | undefined> {
    const printed = await adb.shell(serial, 'ip -f inet addr show wlan0; getprop dhcp.wlan0.ipaddress')
    const [host] = /\b\d{1,3}(\.\d{1,3}){3}\b/.exec(printed) ?? []
    return host && `${host}:${this.#port}`
  }

  async #keep(phone: Wanted): Promise<void> {
    this.#wanted.set(phone.serial, phone)
    await this.#write()
  }

  async #write(): Promise<void> {
    this.#settings.changed(addressesOf([...this.#wanted.values()]))
    await this.#file.write([...this.#wanted.values()])
  }
}

const fileIn = (folder: string) => new StateFile(folder, 'wifi-phones.json', Wanted)
const addressesOf = (phones: readonly Wanted[]): ReadonlyMap<string, string> =>
  new Map(phones.map(({ serial, address }) => [serial, address]))

/** By its serial number, the address of each phone that is used over Wi-Fi. */
export const readWifiAddresses = async (folder: string) => addressesOf(await fileIn(folder).read())

const isUsable = (state: PhoneStatus['state']) => state === 'working' || state === 'starting'
