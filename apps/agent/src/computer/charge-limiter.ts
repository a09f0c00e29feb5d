import { type ChargeLimit, type ChargeState, usbPortOf } from '@fleetdeck/contract/computer-socket'
import { type Message, say } from '@fleetdeck/i18n/terminal'
import { z } from 'zod'
import { isNetworkName } from '../drivers/adb/network-name.ts'
import { parseBattery } from '../drivers/adb/parse/battery.ts'
import type { PhoneStatus } from '../real-phones.ts'
import type { AdbHost } from './adb-host.ts'
import { chargeCeilings, chargeSwitches } from './charge-switches.ts'
import type { ComputerActions } from './computer-actions.ts'
import type { HubPower } from './hub-power.ts'
import { StateFile } from './state-file.ts'

const lookMs = 60_000
/** °C at which charging stops, and from which it may go on. */
const hotFrom = 45
const cooledAt = 40

/** A phone that is kept from charging, and what has to be undone. */
const Held = z.object({
  key: z.string(),
  /** adb's name. */
  name: z.string(),
  isHot: z.boolean(),
  /** The port whose power is off. */
  place: z.object({ hub: z.string(), port: z.number() }).optional(),
  /** The switch of the phone. */
  way: z.string().optional(),
})
type Held = z.output<typeof Held>

/** What the phone has told. */
interface Battery {
  level: number
  celsius: number | undefined
  isOnUsbPower: boolean
}

export interface ChargeLimiterSettings {
  folder: string
  adb: AdbHost | undefined
  actions: ComputerActions
  phones: () => readonly PhoneStatus[]
  notice: (name: string, level: 'info' | 'warn', message: Message) => void
  lookMs?: number
}

const keyOf = ({ hardwareId, name }: PhoneStatus) => hardwareId ?? name

/** Whether a phone is to be kept from charging, and whether that is for its heat. */
export function judgeCharge(
  { low, high }: ChargeLimit,
  { level, celsius = 0 }: Pick<Battery, 'level' | 'celsius'>,
  held: { isHot: boolean } | undefined,
): { isHot: boolean } | undefined {
  if (level < low) return undefined
  if (celsius >= (held?.isHot ? cooledAt : hotFrom)) return { isHot: true }
  return level >= high || (held && !held.isHot) ? { isHot: false } : undefined
}

/**
 * Keeps phones between two levels by the power of their ports, or by a switch of the phone itself. A phone that cannot
 * be asked for its level charges, and so do all when the agent ends or starts: its folder remembers what has to be
 * undone after a crash.
 */
export class ChargeLimiter {
  readonly #settings: ChargeLimiterSettings
  readonly #file: StateFile<typeof Held>
  readonly #held: Map<string, Held>
  readonly #states = new Map<string, ChargeState>()
  /** By phone: its own switch that has worked; null: none does. */
  readonly #ways = new Map<string, string | null>()
  /** Hub ports that do not end the power of a phone, although they say so. */
  readonly #faulty = new Set<string>()
  readonly #timer: NodeJS.Timeout
  #limit: ChargeLimit | undefined
  #working: Promise<void> = Promise.resolve()

  static async open(settings: ChargeLimiterSettings): Promise<ChargeLimiter> {
    const file = new StateFile(settings.folder, 'held-phones.json', Held)
    return new ChargeLimiter(settings, file, await file.read())
  }

  private constructor(settings: ChargeLimiterSettings, file: StateFile<typeof Held>, held: Held[]) {
    this.#settings = settings
    this.#file = file
    this.#held = new Map(held.map((each) => [each.key, each]))
    this.#timer = setInterval(() => this.#soon(), settings.lookMs ?? lookMs).unref()
    this.#soon()
  }

  /** Without a limit, all phones charge. */
  limit(limit: ChargeLimit | undefined): void {
    this.#limit = limit
    this.#soon()
  }

  stateOf(phone: PhoneStatus): ChargeState | undefined {
    return this.#limit && this.#states.get(keyOf(phone))
  }

  /** Where a phone is plugged in whose power is off. */
  portOf(phone: PhoneStatus): string | undefined {
    const place = this.#held.get(keyOf(phone))?.place
    return place && pathOf(place)
  }

  /** Resolves when all phones charge again, as far as they can be reached. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#working
    await this.#releaseAll()
  }

  #soon(): void {
    this.#working = this.#working.then(() => this.#look()).catch(() => undefined)
  }

  async #look(): Promise<void> {
    const { adb, actions, phones } = this.#settings
    const limit = this.#limit
    if (!limit || !adb) {
      this.#states.clear()
      this.#ways.clear()
      return this.#releaseAll()
    }
    const hubs = await actions.hubs()
    const present = phones().filter(({ state }) => state === 'working' || state === 'starting')
    const keys = new Set(present.map(keyOf))
    for (const key of this.#states.keys()) if (!keys.has(key)) this.#states.delete(key)
    for (const held of [...this.#held.values()]) if (!keys.has(held.key)) await this.#release(held)
    await Promise.all(
      present.map(async (phone) => {
        this.#states.set(keyOf(phone), await this.#keepOne(adb, phone, { limit, hubs }))
      }),
    )
  }

  async #keepOne(
    adb: AdbHost,
    phone: PhoneStatus,
    { limit, hubs }: { limit: ChargeLimit; hubs: readonly HubPower[] },
  ): Promise<ChargeState> {
    const held = this.#held.get(keyOf(phone))
    const battery = await readBattery(adb, phone.name)
    if (!battery) {
      if (held) await this.#release(held)
      return { by: 'none', why: 'unknown', isHeld: false }
    }
    if (held?.place && battery.isOnUsbPower) {
      this.#faulty.add(pathOf(held.place))
      await this.#release(held)
    }
    const place = this.#placeOf(phone, hubs)
    const way = place ? undefined : await this.#wayOf(adb, phone, limit)
    if (!place && !way) {
      await this.#letGo(phone)
      return { by: 'none', why: this.#hindrance(phone, hubs), isHeld: false }
    }
    const wanted = judgeCharge(limit, battery, this.#held.get(keyOf(phone)))
    const isHeld = wanted ? await this.#hold(phone, { ...wanted, place, way }) : await this.#letGo(phone)
    return { by: place ? 'hub' : 'phone', isHeld, ...(way && { way }) }
  }

  /** The port of a phone that can be reached without its cable, on a hub that switches each port by itself. */
  #placeOf(phone: PhoneStatus, hubs: readonly HubPower[]): Held['place'] {
    if (!isNetworkName(phone.name) || phone.state !== 'working') return undefined
    const place = this.#held.get(keyOf(phone))?.place ?? (phone.port && usbPortOf(phone.port))
    if (!place || this.#faulty.has(pathOf(place))) return undefined
    return hubs.some(({ hub, powerSwitching }) => hub === place.hub && powerSwitching === 'perPort')
      ? place
      : undefined
  }

  #hindrance(phone: PhoneStatus, hubs: readonly HubPower[]): 'noSwitch' | 'cableOnly' {
    const place = phone.port ? usbPortOf(phone.port) : undefined
    const canSwitch = hubs.some(
      ({ hub, powerSwitching }) => hub === place?.hub && powerSwitching === 'perPort',
    )
    return canSwitch && !isNetworkName(phone.name) ? 'cableOnly' : 'noSwitch'
  }

  /** The switch of the phone that keeps what is written to it; tried once. */
  async #wayOf(adb: AdbHost, phone: PhoneStatus, { high }: ChargeLimit): Promise<string | undefined> {
    const key = keyOf(phone)
    const known = this.#ways.get(key)
    if (known !== undefined) return known ?? undefined
    const isSet = (way: string, isOff: boolean) => setSwitch(adb, phone.name, { way, isOff })
    const paths = await adb.shell(phone.name, existing).catch(() => undefined)
    if (paths === undefined) return undefined
    const found = chargeSwitches.filter(({ path }) => paths.split('\n').includes(path))
    for (const { name } of found)
      if ((await isSet(name, true)) && (await isSet(name, false))) return this.#found(key, name)
    // Where a person has turned it on, it stays.
    for (const { name, setting, percent } of chargeCeilings)
      if (percent <= high + 5 && paths.split('\n').includes(`${setting}=0`)) return this.#found(key, name)
    this.#ways.set(key, null)
    return undefined
  }

  #found(key: string, way: string): string {
    this.#ways.set(key, way)
    return way
  }

  /** Written before it is done, so that a crash in between is undone. Returns whether the phone does not charge. */
  async #hold(
    phone: PhoneStatus,
    { isHot, place, way }: Pick<Held, 'isHot' | 'place' | 'way'>,
  ): Promise<boolean> {
    const key = keyOf(phone)
    const before = this.#held.get(key)
    this.#held.set(key, { key, name: phone.name, isHot, ...(place && { place }), ...(way && { way }) })
    if (before && before.isHot === isHot) return true
    await this.#write()
    if (before) return true
    const isDone = await this.#act(phone.name, { place, way }, true)
    if (isDone) this.#settings.notice(phone.name, 'info', say('agent.chargeHeld'))
    else await this.#letGo(phone)
    return isDone
  }

  /** Returns false: the phone charges. */
  async #letGo(phone: PhoneStatus): Promise<false> {
    const held = this.#held.get(keyOf(phone))
    if (held) await this.#release({ ...held, name: phone.name })
    return false
  }

  async #releaseAll(): Promise<void> {
    await Promise.all([...this.#held.values()].map((held) => this.#release(held)))
  }

  /** What could not be undone is tried again. */
  async #release(held: Held): Promise<void> {
    if (!(await this.#act(held.name, held, false))) return
    this.#held.delete(held.key)
    await this.#write()
    this.#settings.notice(held.name, 'info', say('agent.chargeReleased'))
  }

  async #act(name: string, { place, way }: Pick<Held, 'place' | 'way'>, isOff: boolean): Promise<boolean> {
    const { adb, actions } = this.#settings
    if (place)
      return actions.switchPort({ ...place, action: isOff ? 'off' : 'on' }).then(
        () => true,
        () => false,
      )
    return adb && way ? setSwitch(adb, name, { way, isOff }) : true
  }

  #write(): Promise<void> {
    return this.#file.write([...this.#held.values()])
  }
}

const pathOf = ({ hub, port }: { hub: string; port: number }) =>
  hub.startsWith('usb') ? `${hub.slice(3)}-${port}` : `${hub}.${port}`

async function readBattery(adb: AdbHost, name: string): Promise<Battery | undefined> {
  const printed = await adb.shell(name, 'dumpsys battery').catch(() => '')
  const { battery, batteryTemp } = parseBattery(printed)
  if (battery === undefined) return undefined
  const isOnUsbPower = /^\s*(AC|USB) powered: true\s*$/m.test(printed)
  return { level: battery, celsius: batteryTemp, isOnUsbPower }
}

/** Prints the switches that the phone has: paths of files, and settings with their values. */
const existing = [
  `for f in ${chargeSwitches.map(({ path }) => path).join(' ')}; do [ -e $f ] && echo $f; done`,
  ...chargeCeilings.map(({ setting }) => `echo ${setting}=$(settings get global ${setting})`),
].join('; ')

/** Whether the phone keeps the value: it is read back. Files of the kernel are written as root, if there is one. */
async function setSwitch(
  adb: AdbHost,
  name: string,
  { way, isOff }: { way: string; isOff: boolean },
): Promise<boolean> {
  const file = chargeSwitches.find((each) => each.name === way)
  const ceiling = chargeCeilings.find((each) => each.name === way)
  const value = file ? (isOff ? file.off : file.on) : isOff ? (ceiling?.on ?? '') : '0'
  const line = file
    ? [
        `(echo ${value} > ${file.path}) 2>/dev/null || su -c 'echo ${value} > ${file.path}' >/dev/null 2>&1`,
        `cat ${file.path} 2>/dev/null || su -c 'cat ${file.path}' 2>/dev/null`,
      ].join('; ')
    : `settings put global ${ceiling?.setting} ${value}; settings get global ${ceiling?.setting}`
  const printed = await adb.shell(name, line).catch(() => '')
  return printed.trim().split('\n').at(-1)?.trim() === value
}
