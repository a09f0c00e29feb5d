import { spaceChinese } from '@fleetdeck/i18n/formats'
import { siteText, zoneName } from '../ground/site-zone.ts'

export type Moment = string | number | Date

/** spec §9: ten-digit numbers are seconds. */
export function parseMoment(value: Moment): Date {
  if (value instanceof Date) return value
  const digits = String(value)
  if (/^\d{10}$/.test(digits)) return new Date(Number(digits) * 1000)
  return new Date(/^\d+$/.test(digits) ? Number(digits) : value)
}

/** A time in the site's zone, which is named where it differs from the browser's. */
export function fullTime(value: Moment): string {
  const time = parseMoment(value)
  return siteText(time) + zoneName(time)
}

/** The shortest unambiguous part of the same: today's hours, this year's days, else the date. */
export const shortTime = (value: Moment, now: Date = new Date()): string =>
  shortTimeParts(value, now).join('')

/** The same and, where it is to be named, its zone. */
export function shortTimeParts(value: Moment, now: Date = new Date()): [time: string, zone: string] {
  const time = parseMoment(value)
  const text = siteText(time)
  const today = siteText(now)
  if (text.slice(0, 10) === today.slice(0, 10)) return [text.slice(11), zoneName(time)]
  return text.slice(0, 4) === today.slice(0, 4)
    ? [text.slice(5, 16), zoneName(time)]
    : [text.slice(0, 10), '']
}

const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

const ageFormats = new Map<string, Intl.RelativeTimeFormat>()
function ageFormat(locale: string): Intl.RelativeTimeFormat {
  const format = ageFormats.get(locale) ?? new Intl.RelativeTimeFormat(locale, { style: 'short' })
  ageFormats.set(locale, format)
  return format
}

/** Relative time in the current language: "3 min. ago". */
export function ageText(ageMs: number, locale: string): string {
  const seconds = Math.max(1, Math.round(ageMs / 1000))
  const step = steps.find((candidate) => seconds >= candidate.seconds) ?? steps[3]
  return spaceChinese(ageFormat(locale).format(-Math.floor(seconds / step.seconds), step.unit))
}
