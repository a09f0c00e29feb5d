import dayjs from 'dayjs'
import { dateTimeFormat, timeFormat } from '../ground/constants.ts'

export type Moment = string | number | Date

/** spec §9: ten-digit numbers are seconds. */
export function parseMoment(value: Moment): Date {
  if (value instanceof Date) return value
  const digits = String(value)
  if (/^\d{10}$/.test(digits)) return new Date(Number(digits) * 1000)
  return new Date(/^\d+$/.test(digits) ? Number(digits) : value)
}

export const fullTime = (value: Moment): string => dayjs(parseMoment(value)).format(dateTimeFormat)

/** The shortest unambiguous part of a time: today's hours, this year's days, else the date. */
export function shortTime(value: Moment, now: Date = new Date()): string {
  const time = dayjs(parseMoment(value))
  if (time.isSame(now, 'day')) return time.format(timeFormat)
  return time.format(time.isSame(now, 'year') ? 'MM-DD HH:mm' : 'YYYY-MM-DD')
}

const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** Relative time in the current language: "3 min. ago". */
export function ageText(ageMs: number, locale: string): string {
  const seconds = Math.max(1, Math.round(ageMs / 1000))
  const step = steps.find((candidate) => seconds >= candidate.seconds) ?? steps[3]
  const format = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  return format.format(-Math.floor(seconds / step.seconds), step.unit)
}
