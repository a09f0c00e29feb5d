import type { Capability } from '@fleetdeck/contract/script-api/capabilities'
import { pause } from '../../back-off.ts'
import { type Degrees, inPercent, type PhoneSettings, type Undo, type VolumeStream } from '../phone-parts.ts'
import { isOverNetwork } from './network-name.ts'
import {
  parseRotation,
  parseScreenOn,
  parseSetting,
  parseVolume,
  parseWifiName,
  parseWifiOn,
  type VolumeRange,
} from './parse/settings.ts'
import { isBefore } from './sdk.ts'
import { type AdbShell, ShellFailed } from './shell.ts'
import { changeForAWhile, storedSettings, type Temporary } from './temporary.ts'
import type { AdbTexts } from './texts.ts'

type Table = 'system' | 'global'

const brightest = 255
/** API levels. */
const sdkOf = { volume: 24, setBrightness: 30, airplane: 30 } as const
const streams: Record<VolumeStream, number> = { ring: 2, media: 3, alarm: 4 }
/** AC, USB, wireless and dock. */
const everyCharger = 15
const rotateMs = 1000
const rotateStepMs = 100
const rotationLine = [
  "dumpsys window displays | grep -E 'mCurrentRotation|mRotation'",
  'dumpsys input | grep SurfaceOrientation',
  'dumpsys display | grep mCurrentOrientation',
].join('; ')

export interface SettingsDeps {
  shell: AdbShell
  texts: AdbTexts
  /** API level of Android. */
  sdk: number
  /** The screen may have another size. */
  rotated: () => void
}

/** The command has moved since Android 11. */
const mediaLine = (words: string): string =>
  `cmd media_session volume ${words} 2>/dev/null || media volume ${words}`

/** Settings of a real phone, by the commands of its Android version. */
export class AdbSettings implements PhoneSettings {
  readonly #deps: SettingsDeps

  constructor(deps: SettingsDeps) {
    this.#deps = deps
  }

  get missing(): Capability[] {
    return isBefore(this.#deps.sdk, sdkOf.volume) ? ['volume'] : []
  }

  async rotation(): Promise<{ degrees: Degrees; auto: boolean }> {
    const { shell, texts } = this.#deps
    const degrees = parseRotation((await shell.run(rotationLine)).stdout)
    if (degrees === undefined) throw new Error(texts.noRotation)
    return { degrees, auto: (await this.#get('system', 'accelerometer_rotation')) === 1 }
  }

  async setRotation(to: Degrees | 'auto'): Promise<Undo> {
    const { rotated } = this.#deps
    const stored = storedSettings('system', ['accelerometer_rotation', 'user_rotation'])
    try {
      const undo = await this.#change(stored, async () => {
        if (to === 'auto') return this.#put('system', 'accelerometer_rotation', 1)
        await this.#put('system', 'accelerometer_rotation', 0)
        await this.#put('system', 'user_rotation', to / 90)
        await this.#untilRotated(to)
      })
      return Object.assign(() => undo().finally(rotated), { keep: undo.keep })
    } finally {
      rotated()
    }
  }

  async brightness(): Promise<number> {
    const value = await this.#get('system', 'screen_brightness')
    if (value === undefined) throw new Error(this.#deps.texts.noBrightness)
    return inPercent(value, brightest)
  }

  /** Since Android 11, a share of the display's own range, which is not 255 for every vendor. */
  async setBrightness(percent: number): Promise<Undo> {
    return this.#change(
      storedSettings('system', ['screen_brightness', 'screen_brightness_mode']),
      async () => {
        await this.#put('system', 'screen_brightness_mode', 0)
        const { shell, sdk } = this.#deps
        if (sdk >= sdkOf.setBrightness) {
          const { exitCode } = await shell.run(`cmd display set-brightness ${percent / 100}`)
          if (exitCode === 0) return
        }
        await this.#put('system', 'screen_brightness', Math.max(1, Math.round((percent / 100) * brightest)))
      },
    )
  }

  async volume(stream: VolumeStream): Promise<number> {
    const { value, max } = await this.#volume(stream)
    return inPercent(value, max)
  }

  async setVolume(stream: VolumeStream, percent: number): Promise<Undo> {
    const { shell } = this.#deps
    const { value, min, max } = await this.#volume(stream)
    const line = (index: number) => mediaLine(`--stream ${streams[stream]} --set ${index}`)
    return this.#change(
      { save: [], back: [line(value)] },
      async () => void (await shell.run(line(Math.max(min, Math.round((percent / 100) * max))))),
    )
  }

  async wifi(): Promise<{ on: boolean; name: string }> {
    const { shell } = this.#deps
    const on = parseWifiOn(await shell.text('settings get global wifi_on'))
    return { on, name: on ? parseWifiName((await shell.run('dumpsys wifi | grep mWifiInfo')).stdout) : '' }
  }

  async setWifi(on: boolean): Promise<Undo> {
    if (!on) this.#requireCable()
    const { shell } = this.#deps
    const before = parseWifiOn(await shell.text('settings get global wifi_on'))
    const line = (value: boolean) => `svc wifi ${value ? 'enable' : 'disable'}`
    return this.#change({ save: [], back: [line(before)] }, async () => void (await shell.text(line(on))))
  }

  async airplaneMode(): Promise<boolean> {
    return (await this.#get('global', 'airplane_mode_on')) === 1
  }

  async setAirplaneMode(on: boolean): Promise<Undo> {
    this.#requireSdk(sdkOf.airplane, '11')
    if (on) this.#requireCable()
    const before = await this.airplaneMode()
    const line = (value: boolean) => `cmd connectivity airplane-mode ${value ? 'enable' : 'disable'}`
    return this.#change(
      { save: [], back: [line(before)] },
      async () => void (await this.#deps.shell.text(line(on))),
    )
  }

  async stayAwake(): Promise<boolean> {
    return ((await this.#get('global', 'stay_on_while_plugged_in')) ?? 0) > 0
  }

  async setStayAwake(on: boolean): Promise<Undo> {
    return this.#change(storedSettings('global', ['stay_on_while_plugged_in']), () =>
      this.#put('global', 'stay_on_while_plugged_in', on ? everyCharger : 0),
    )
  }

  async isScreenOn(): Promise<boolean> {
    return parseScreenOn((await this.#deps.shell.run('dumpsys power | grep mWakefulness=')).stdout)
  }

  async setScreenOn(on: boolean): Promise<void> {
    await this.#deps.shell.text(`input keyevent ${on ? 224 : 223}`)
  }

  /** Android needs a moment; an app with a fixed rotation does not follow. */
  async #untilRotated(to: Degrees): Promise<void> {
    const { shell } = this.#deps
    const until = performance.now() + rotateMs
    while (parseRotation((await shell.run(rotationLine)).stdout) !== to && performance.now() < until)
      await pause(rotateStepMs, shell.signal)
  }

  async #get(table: Table, name: string): Promise<number | undefined> {
    return parseSetting(await this.#deps.shell.text(`settings get ${table} ${name}`))
  }

  /** Some vendors allow it only with a switch of the developer options. */
  async #put(table: Table, name: string, value: number): Promise<void> {
    const { shell, texts } = this.#deps
    const { stdout, stderr, exitCode } = await shell.run(`settings put ${table} ${name} ${value}`)
    const output = `${stdout}\n${stderr}`
    if (/SecurityException|Permission denial|WRITE_SE/i.test(output)) throw new Error(texts.settingsRefused)
    if (exitCode !== 0) throw new ShellFailed(output.trim().slice(0, 300))
  }

  /** The phone takes it back by itself when the connection ends before the script. */
  async #change(temporary: Temporary, change: () => Promise<void>): Promise<Undo> {
    const undo = await changeForAWhile(this.#deps.shell, temporary)
    try {
      await change()
    } catch (error) {
      await undo().catch(() => undefined)
      throw error
    }
    return undo
  }

  async #volume(stream: VolumeStream): Promise<VolumeRange> {
    const found = parseVolume(
      (await this.#deps.shell.run(mediaLine(`--stream ${streams[stream]} --get`))).stdout,
    )
    if (found) return found
    this.#requireSdk(sdkOf.volume, '7')
    throw new Error(this.#deps.texts.noVolume)
  }

  /** Without its network, a phone behind adb over Wi-Fi could not be reached any more. */
  #requireCable(): void {
    const { shell, texts } = this.#deps
    if (isOverNetwork(shell.adb.serial)) throw new Error(texts.overWifi)
  }

  #requireSdk(needed: number, version: string): void {
    if (isBefore(this.#deps.sdk, needed))
      throw new Error(this.#deps.texts.needsAndroid.replace('{0}', version))
  }
}
