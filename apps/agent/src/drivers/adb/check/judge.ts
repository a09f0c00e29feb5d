import type { CheckCode, CheckLevel } from '@fleetdeck/contract/check-codes'
import type { CheckFinding } from '@fleetdeck/contract/phone-check'
import { matchesQuirk, type Quirk } from '@fleetdeck/contract/quirks/quirk'
import { quirks } from '@fleetdeck/contract/quirks/quirks'
import { adbKeyboardPackage, isAdbKeyboard } from '../adb-keyboard.ts'
import { parseWmSize } from '../display-geometry.ts'
import { parseBattery } from '../parse/battery.ts'
import { parseProperties } from '../parse/properties.ts'
import { parseInputMethods } from '../parse/settings.ts'
import { parseStorage } from '../parse/storage.ts'
import type { PhoneReading, Probe } from './read-phone.ts'

type Values = CheckFinding['values']
type Found = CheckFinding | undefined

/** A finding needs at least this much free: bytes, or percent of all. */
const leastStorage = { bytes: 1024 ** 3, percent: 10 } as const
/** °C. */
const hotFrom = 45
/** dumpsys battery: BatteryManager.BATTERY_HEALTH_GOOD; 1 is unknown. */
const health = { unknown: 1, good: 2 } as const
const mostClockSeconds = 60

export interface JudgeOptions {
  /** scrcpy pastes any text. */
  hasScrcpy: boolean
  /** When the phone was read; ms since 1970 by this computer's clock. */
  readAt: number
}

/** What works, as far as the outputs tell. Pure, so that outputs that owners of phones have published can be tested. */
export function judge(reading: PhoneReading, options: JudgeOptions): CheckFinding[] {
  const { outputs } = reading
  const properties = parseProperties(outputs.get('getprop') ?? '')
  const found = [
    probed('input', reading.input),
    probed('writeSettings', reading.writeSettings),
    usbInstall(properties),
    playProtect(reading),
    inputMethod(reading, options),
    displays(reading),
    encoders(reading),
    storage(reading),
    battery(reading),
    clock(reading, options),
    lock(reading, properties),
    stayAwake(reading),
    batteryOptimisation(reading),
  ].filter((one) => one !== undefined)
  return explained(found, properties)
}

const finding = (code: CheckCode, level: CheckLevel, values: Values = {}): CheckFinding => ({
  code,
  level,
  values,
})
const broken = (code: CheckCode, isBroken: boolean): CheckFinding =>
  finding(code, isBroken ? 'mustBeMended' : 'works')
const limited = (code: CheckCode, isLimited: boolean, values?: Values): CheckFinding =>
  finding(code, isLimited ? 'limited' : 'works', values)

/** The quirks of a phone, by what they mend; of two for the same, the first. */
export function waysOf(properties: ReadonlyMap<string, string>): ReadonlyMap<CheckCode, Quirk> {
  const ways = new Map<CheckCode, Quirk>()
  for (const quirk of quirks)
    if (!ways.has(quirk.code) && matchesQuirk(quirk, properties)) ways.set(quirk.code, quirk)
  return ways
}

/** The way of the make for each finding, and what only the make itself tells. */
function explained(found: CheckFinding[], properties: ReadonlyMap<string, string>): CheckFinding[] {
  const ways = waysOf(properties)
  const known = new Set(found.map(({ code }) => code))
  const assumed = [...ways.values()].flatMap(({ code, assumed: level }) =>
    level && !known.has(code) ? [finding(code, level)] : [],
  )
  return [...found, ...assumed].map((one) => {
    const way = ways.get(one.code)
    return way && one.level !== 'works' ? { ...one, way: way.id } : one
  })
}

const probed = (code: CheckCode, probe: Probe): Found => probe && broken(code, probe.isRefused)

/** MIUI and HyperOS: set while “Install via USB” is on. */
function usbInstall(properties: ReadonlyMap<string, string>): Found {
  if (!properties.get('ro.miui.ui.version.name')) return undefined
  return broken('usbInstall', !/^(1|true)$/.test(properties.get('persist.security.adbinstall') ?? ''))
}

/** Where adb's installs are checked, and checks are not off altogether. */
function playProtect({ outputs }: PhoneReading): Found {
  const adb = outputs.get('settings get global verifier_verify_adb_installs')?.trim()
  const all = outputs.get('settings get global package_verifier_enable')?.trim()
  if (adb !== '0' && adb !== '1') return undefined
  return limited('playProtect', adb === '1' && all !== '0')
}

function inputMethod({ outputs }: PhoneReading, { hasScrcpy }: JudgeOptions): Found {
  const methods = outputs.get('ime list -a -s')
  if (!methods?.trim()) return undefined
  const canType = hasScrcpy || parseInputMethods(methods).some(isAdbKeyboard)
  return limited('inputMethod', !canType)
}

/** An override changes the size that apps see; both count for coordinates. */
function displays({ outputs }: PhoneReading): Found {
  const sizes = outputs.get('wm size') ?? ''
  const size = parseWmSize(sizes, 'Physical')
  if (!size) return undefined
  const override = parseWmSize(sizes, 'Override')
  const density = Number(
    /(?:Override|Physical) density: (\d+)\s*$/.exec(outputs.get('wm density') ?? '')?.[1],
  )
  const count = Number(
    /size=(\d+)/.exec(outputs.get("dumpsys display | grep 'Display Devices: size='") ?? '')?.[1],
  )
  return finding('displays', 'works', {
    ...size,
    ...(override && { overrideWidth: override.width, overrideHeight: override.height }),
    ...(density && { density }),
    ...(count > 1 && { count }),
  })
}

/** Since Android 10: the first encoder of H.264 that is a chip, with its largest size if it is named. */
function encoders({ outputs }: PhoneReading): Found {
  const text = outputs.get("dumpsys media.player | grep -A 40 -E 'Encoder .*avc'")
  const blocks = text?.split(/^\s*(?=(?:En|De)coder ")/m).filter((one) => /^Encoder ".*avc/.test(one)) ?? []
  if (blocks.length === 0) return undefined
  const chip = blocks.find((one) => /hw-accelerated: 1/.test(one))
  if (!chip) return finding('encoders', 'limited')
  const name = /^Encoder "([^"]+)"/.exec(chip)?.[1]?.slice(0, 60)
  const [, width, height] = /size-range"? ?= ?"?\d+x\d+-(\d+)x(\d+)/.exec(chip) ?? []
  return finding('encoders', 'works', {
    ...(name && { name }),
    ...(width && height && { width: Number(width), height: Number(height) }),
  })
}

function storage({ outputs }: PhoneReading): Found {
  const { sdCardSpace, sdCardLeftSpace: bytes } = parseStorage(outputs.get('df -k /data') ?? '')
  if (bytes === undefined || !sdCardSpace) return undefined
  const isShort = bytes < leastStorage.bytes || bytes < (sdCardSpace * leastStorage.percent) / 100
  return limited('storage', isShort, { bytes })
}

function battery({ outputs }: PhoneReading): Found {
  const text = outputs.get('dumpsys battery') ?? ''
  const { batteryTemp: degrees } = parseBattery(text)
  const state = Number(/^\s*health:\s*(\d+)\s*$/m.exec(text)?.[1] ?? health.unknown)
  if (degrees === undefined) return undefined
  const isWorn = state !== health.unknown && state !== health.good
  return limited('battery', isWorn || degrees > hotFrom, { degrees, ...(isWorn && { health: state }) })
}

function clock({ outputs }: PhoneReading, { readAt }: JudgeOptions): Found {
  const phoneSeconds = Number(/^\s*(\d{9,11})\s*$/.exec(outputs.get('date +%s') ?? '')?.[1])
  if (!phoneSeconds) return undefined
  const seconds = Math.round(phoneSeconds - readAt / 1000)
  const isSet = outputs.get('settings get global auto_time')?.trim() !== '0'
  return limited('clock', Math.abs(seconds) > mostClockSeconds, { seconds, automatic: isSet ? 1 : 0 })
}

/** Before the first unlock after a start, apps and their data are not available. */
function lock({ outputs }: PhoneReading, properties: ReadonlyMap<string, string>): Found {
  const isClosed =
    properties.get('ro.crypto.state') === 'encrypted' && properties.get('sys.user.0.ce_available') === 'false'
  if (isClosed) return finding('lock', 'mustBeMended')
  const locked = /\bdeviceLocked=(\w+)/.exec(outputs.get('dumpsys trust') ?? '')?.[1]
  return locked === undefined ? undefined : limited('lock', locked === '1' || locked === 'true')
}

function stayAwake({ outputs }: PhoneReading): Found {
  const value = outputs.get('settings get global stay_on_while_plugged_in')?.trim()
  return value && /^(\d+|null)$/.test(value)
    ? limited('stayAwake', value === '0' || value === 'null')
    : undefined
}

/** Only where the helper is installed. */
function batteryOptimisation({ outputs }: PhoneReading): Found {
  const list = outputs.get('dumpsys deviceidle whitelist')
  const isInstalled = parseInputMethods(outputs.get('ime list -a -s') ?? '').some(isAdbKeyboard)
  if (!list?.trim() || !isInstalled) return undefined
  return limited('batteryOptimisation', !list.includes(`,${adbKeyboardPackage},`))
}
