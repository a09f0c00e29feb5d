import type { DeviceIdentity } from '../device-driver.ts'
import { isBadSerial } from './bad-serials.ts'
import { parseProperties } from './parse/properties.ts'
import { ownHardwareId, type PhoneSources, readSources } from './phone-sources.ts'
import type { AdbShell } from './shell.ts'
import { readMakersSystem } from './system-names.ts'

/** How an emulator is found on the computer that runs it. */
export interface EmulatorName {
  /** Of its console. */
  port: number
  /** Of its virtual device. */
  avd: string
}

export interface PhoneInfo {
  identity: DeviceIdentity
  /** API level of Android; 0 when unknown. */
  sdk: number
  /** Whether it can send its screen as video. */
  hasScreenrecord: boolean
  /** Of an emulator. */
  emulator?: EmulatorName
  sources: PhoneSources
}

export interface IdentityOptions {
  /** adb's name for the phone. */
  listedSerial: string
  /** Serial numbers that the operator names as those of several phones. */
  sharedSerials: readonly string[]
}

/** The phone's own serial number, so that it is the same phone over USB and over Wi-Fi; without a good one, its own id. */
export async function readDeviceInfo(shell: AdbShell, options: IdentityOptions): Promise<PhoneInfo> {
  const properties = parseProperties(await shell.text('getprop'))
  const { exitCode, stdout } = await shell.run('command -v screenrecord')
  const sources = await readSources(shell)
  const { listedSerial } = options
  return {
    ...readIdentity(properties, options, sources),
    sources,
    ...readEmulator(properties, listedSerial),
    hasScreenrecord: exitCode === 0 && stdout.trim() !== '',
  }
}

/** adb lists emulators as emulator-PORT. */
function readEmulator(
  properties: ReadonlyMap<string, string>,
  listedSerial: string,
): Pick<PhoneInfo, 'emulator'> {
  const port = Number(/^emulator-(\d{4,5})$/.exec(listedSerial)?.[1])
  const avd = properties.get('ro.boot.qemu.avd_name') ?? properties.get('ro.kernel.qemu.avd_name')
  return port && avd ? { emulator: { port, avd } } : {}
}

/** As in ids. */
const printable = (text = '') => text.replace(/[^\x21-\x7e]/g, '')

/** Emulators in containers have those of the images alone. */
const versionOf = (part: 'release' | 'sdk') => [
  `ro.build.version.${part}`,
  `ro.system.build.version.${part}`,
  `ro.product.build.version.${part}`,
]

export function readIdentity(
  properties: ReadonlyMap<string, string>,
  { listedSerial, sharedSerials }: IdentityOptions,
  sources: PhoneSources,
): Pick<PhoneInfo, 'identity' | 'sdk'> {
  const first = (...keys: string[]) => keys.map((key) => properties.get(key)?.trim()).find(Boolean) ?? ''
  const serials = [properties.get('ro.serialno'), properties.get('ro.boot.serialno')].map(printable)
  const serial = serials.find((each) => each && !isBadSerial(each) && !sharedSerials.includes(each))
  const unsure = serials.find(Boolean) ?? printable(listedSerial)
  const release = first('ro.build.version.release_or_codename', ...versionOf('release'))
  const android = release && `Android ${release}`
  return {
    identity: {
      hardwareId: (serial ? `adb-${serial}` : (ownHardwareId(sources) ?? `adb-${unsure}`)).slice(0, 128),
      brand: first('ro.product.brand', 'ro.product.vendor.brand', 'ro.product.manufacturer').slice(0, 64),
      // The product name, if the vendor provides it; the model is often a number.
      model: first(
        'ro.product.marketname',
        'ro.config.marketing_name',
        'ro.vendor.oplus.market.name',
        'ro.oppo.market.name',
        'ro.vivo.market.name',
        'ro.config.lgsi.market_name',
        'persist.sys.tran.device.name',
        'ro.product.model',
      ).slice(0, 64),
      imei: '',
      osVersion: [android, readMakersSystem(properties)].filter(Boolean).join(' · ').slice(0, 40),
      apkVersion: '',
    },
    sdk: Number(first(...versionOf('sdk'))) || 0,
  }
}
