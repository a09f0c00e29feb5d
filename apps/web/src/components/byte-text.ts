import { formatAmount } from '@fleetdeck/i18n/formats'

const units = ['B', 'KB', 'MB', 'GB'] as const

/** spec §9: B, KB, MB or GB with 2 decimals. */
export function byteText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (Math.abs(value) >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return formatAmount(value, units[unit] ?? '', 2)
}

/** The bytes of the unit in which byteText() shows this number. */
export const byteUnit = (bytes: number): number =>
  1024 ** Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, Math.abs(bytes))) / Math.log(1024)))
