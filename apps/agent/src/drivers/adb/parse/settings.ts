import type { Degrees } from '../../phone-parts.ts'

/**
 * The present rotation in degrees or quarter turns: `mCurrentRotation=ROTATION_90`, `mRotation=1`,
 * `SurfaceOrientation: 1`, `mCurrentOrientation=1`.
 */
export function parseRotation(text: string): Degrees | undefined {
  const names = 'mCurrentRotation|mRotation|mCurrentOrientation|SurfaceOrientation'
  const found = new RegExp(`\\b(?:${names})\\s*[=:]\\s*(ROTATION_)?(\\d+)`).exec(text)
  if (!found) return undefined
  const value = Number(found[2])
  const degrees = found[1] || value > 3 ? value : value * 90
  return [0, 90, 180, 270].includes(degrees) ? (degrees as Degrees) : undefined
}

export interface VolumeRange {
  value: number
  min: number
  max: number
}

/** `media volume --get`: `[v] volume is 7 in range [0..15]`. */
export function parseVolume(text: string): VolumeRange | undefined {
  const [value, min, max] = (/volume is (\d+) in range \[(\d+)\.\.(\d+)\]/.exec(text) ?? [])
    .slice(1)
    .map(Number)
  if (value === undefined || min === undefined || !max) return undefined
  return { value, min, max }
}

/** `dumpsys wifi`: `mWifiInfo SSID: "Office", BSSID: …, Supplicant state: COMPLETED`; empty without a connection. */
export function parseWifiName(text: string): string {
  const [, quoted, plain] = /\bmWifiInfo\b.*?\bSSID: (?:"((?:[^"\\]|\\.)*)"|([^,]*)),/.exec(text) ?? []
  return quoted ?? (plain && !/^(<?unknown ssid>?|0x|<none>)$/i.test(plain.trim()) ? plain.trim() : '')
}

/** `settings get global wifi_on`: 2 is on although airplane mode is on, 3 is off because of airplane mode. */
export const parseWifiOn = (text: string): boolean => /^[12]$/.test(text.trim())

/** `dumpsys power`: a phone that shows its screen saver is on. */
export const parseScreenOn = (text: string): boolean => /\bmWakefulness=(Awake|Dreaming)\b/.test(text)

/** A number that `settings get` prints; undefined for `null` and error texts. */
export function parseSetting(text: string): number | undefined {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : undefined
}

/** The ids of `ime list -s`, one on each line. */
export const parseInputMethods = (text: string): string[] =>
  text.split('\n').flatMap((line) => (/^[\w.]+\/[\w.$]+$/.test(line.trim()) ? [line.trim()] : []))
