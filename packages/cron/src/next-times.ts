import { Cron as Croner } from 'croner'
import { type CronField, type CronPart, type CronParts, fieldRanges, isOpen, listNumbers } from './fields.ts'
import type { Cron } from './parse-cron.ts'

export interface NextTimesOptions {
  /** IANA name of the expression's time zone. */
  timeZone: string
  /** Strictly later than this. */
  after: Date
  count: number
}

/**
 * The next times, soonest first; fewer than `count`, or none, when there are no more (31 February, a past year).
 *
 * When clocks change: a text that names its seconds, minutes and hours runs once for each time it names, at the end of
 * the gap where the time does not exist, and at the first of the two where it exists twice. A text with `*` or steps in
 * them keeps its rhythm: it skips times that do not exist and runs in both of the hours that exist twice.
 */
export function nextTimes(cron: Cron, { timeZone, after, count }: NextTimesOptions): Date[] {
  const fixedTimeRule = keepsRhythm(cron.parts) ? 'single-value' : 'no-wildcard'
  const options = {
    timezone: timeZone,
    alternativeWeekdays: true,
    mode: '7-part',
    fixedTimeRule,
    // Years of Quartz expressions are limited; without a limit, the search for a time that never occurs goes through
    // 8,000 years.
    stopAt: `${fieldRanges.year.max + 1}-01-01T00:00:00`,
  } as const
  const times = new Set<number>()
  for (const pattern of toPatterns(cron.parts)) {
    for (const time of new Croner(pattern, options).nextRuns(count, after)) times.add(time.getTime())
  }
  return [...times]
    .sort((a, b) => a - b)
    .slice(0, count)
    .map((time) => new Date(time))
}

/** How many times are compared: those of two hours with one a minute. */
const timesCompared = 120

/** Seconds between the two closest of the next times; undefined if there are fewer than two. */
export function shortestGap(cron: Cron, options: Omit<NextTimesOptions, 'count'>): number | undefined {
  const times = nextTimes(cron, { ...options, count: timesCompared })
  const gaps = times.slice(1).map((time, index) => time.getTime() - (times[index]?.getTime() ?? 0))
  return gaps.length === 0 ? undefined : Math.min(...gaps) / 1000
}

const keepsRhythm = (parts: CronParts) =>
  [parts.second, parts.minute, parts.hour].flat().some(({ kind }) => kind === 'every' || kind === 'step')

const monthsOfLength: Record<number, number[]> = {
  28: [2],
  29: [2],
  30: [4, 6, 9, 11],
  31: [1, 3, 5, 7, 8, 10, 12],
}
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

/**
 * The expression in croner's syntax. croner accepts LW only alone, and no days before the last one: those are computed
 * for each length of month.
 */
function toPatterns(parts: CronParts): string[] {
  const counted = parts.day.flatMap((part) => (isCounted(part) ? [part as CountedDay] : []))
  const others = parts.day.filter((part) => !isCounted(part))
  const listed = others.filter(({ kind }) => kind !== 'lastWeekday').map(dayPattern)
  const alone = others.length > listed.length ? ['LW'] : []
  const patterns = [alone, listed].filter((words) => words.length).map((words) => toPattern(parts, words))
  return counted.length === 0 ? patterns : [...patterns, ...countedPatterns(parts, counted)]
}

function countedPatterns(parts: CronParts, counted: CountedDay[]): string[] {
  const patterns: string[] = []
  for (const [name, months] of Object.entries(monthsOfLength)) {
    const length = Number(name)
    const days = counted.filter(({ before }) => before < length)
    const month = listNumbers('month', parts.month).filter((number) => months.includes(number))
    const year =
      length < 30 ? listNumbers('year', parts.year).filter((y) => isLeap(y) === (length === 29)) : []
    if (days.length === 0 || month.length === 0 || (length < 30 && year.length === 0)) continue
    const narrowed = { ...parts, month: values(month), year: length < 30 ? values(year) : parts.year }
    const words = days.map(({ kind, before }) => `${length - before}${kind === 'lastWeekday' ? 'W' : ''}`)
    patterns.push(toPattern(narrowed, words))
  }
  return patterns
}

type CountedDay = Extract<CronPart, { before: number }>
const isCounted = (part: CronPart) => 'before' in part && part.before > 0
const values = (numbers: number[]): CronPart[] => numbers.map((value) => ({ kind: 'value', value }))

const toPattern = (parts: CronParts, dayWords: string[]) =>
  [
    toList('second', parts.second),
    toList('minute', parts.minute),
    toList('hour', parts.hour),
    isOpen(parts.day) ? '*' : dayWords.join(','),
    toList('month', parts.month),
    weekPattern(parts.week),
    toList('year', parts.year),
  ].join(' ')

/** `*` where all values are meant: croner treats wildcards and lists differently when clocks change. */
function toList(field: CronField, parts: CronPart[]): string {
  const numbers = listNumbers(field, parts)
  const { min, max } = fieldRanges[field]
  return numbers.length === max - min + 1 ? '*' : numbers.join(',')
}

function dayPattern(part: CronPart): string {
  if (part.kind === 'last') return 'L'
  if (part.kind === 'nearestWeekday') return `${part.day}W`
  return listNumbers('day', [part]).join(',')
}

function weekPattern(parts: CronPart[]): string {
  const plain = toList('week', parts)
  if (plain === '*') return '*'
  const special = parts.flatMap((part) =>
    part.kind === 'lastOf'
      ? [`${part.weekday}#L`]
      : part.kind === 'nth'
        ? [`${part.weekday}#${part.nth}`]
        : [],
  )
  return [...(plain ? [plain] : []), ...special].join(',')
}
