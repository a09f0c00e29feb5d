import { spaceChinese } from '@fleetdeck/i18n/formats'
import { languageTags } from '@fleetdeck/i18n/languages'
import { currentLanguage } from '../../ground/language.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const
/** Shorter times are milliseconds. */
const decimalFromMs = 100
/** Shorter times have a decimal place. */
const wholeFromMs = 10_000

function unitText(amount: number, unit: (typeof units)[number][0] | 'millisecond'): string {
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return spaceChinese(new Intl.NumberFormat(languageTags[currentLanguage()], options).format(amount))
}

/** The two largest units of a time: "2 min 5 sec", "0.4 sec", "20 ms". */
export function durationText(ms: number): string {
  if (ms < decimalFromMs) return unitText(Math.round(Math.max(0, ms)), 'millisecond')
  if (ms < wholeFromMs) return unitText(ms / 1000, 'second')
  const seconds = Math.round(ms / 1000) * 1000
  const at = units.findIndex(([, size]) => seconds >= size)
  const [unit, size] = units[at] ?? units[3]
  const next = units[at + 1]
  const first = unitText(Math.floor(seconds / size), unit)
  const rest = next ? Math.floor((seconds % size) / next[1]) : 0
  return next && rest > 0 ? `${first} ${unitText(rest, next[0])}` : first
}
