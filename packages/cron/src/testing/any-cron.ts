import fc from 'fast-check'
import { cronText } from '../cron-text.ts'
import { type CronField, type CronPart, type CronParts, fieldRanges } from '../fields.ts'
import type { Cron } from '../parse-cron.ts'

const every = fc.constant<CronPart>({ kind: 'every' })
const any = fc.constant<CronPart>({ kind: 'any' })
const list = (part: fc.Arbitrary<CronPart>) => fc.array(part, { minLength: 1, maxLength: 3 })

function numbers(field: CronField, { min, max } = fieldRanges[field]): fc.Arbitrary<CronPart> {
  const number = fc.integer({ min, max })
  const bounds = fc.tuple(number, number).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))
  return fc.oneof(
    number.map((value): CronPart => ({ kind: 'value', value })),
    bounds.map((range): CronPart => ({ kind: 'range', ...range })),
    fc
      .tuple(bounds, fc.integer({ min: 1, max: Math.min(fieldRanges[field].max, 129) }))
      .map(([range, step]): CronPart => ({ kind: 'step', ...range, step })),
  )
}

const before = fc.integer({ min: 0, max: 30 })
const dayPart = fc.oneof(
  numbers('day'),
  before.map((days): CronPart => ({ kind: 'last', before: days })),
  before.map((days): CronPart => ({ kind: 'lastWeekday', before: days })),
  fc.integer({ min: 1, max: 31 }).map((day): CronPart => ({ kind: 'nearestWeekday', day })),
)
const weekday = fc.integer({ min: 1, max: 7 })
const weekPart = fc.oneof(
  numbers('week'),
  weekday.map((day): CronPart => ({ kind: 'lastOf', weekday: day })),
  fc
    .tuple(weekday, fc.integer({ min: 1, max: 5 }))
    .map(([day, nth]): CronPart => ({ kind: 'nth', weekday: day, nth })),
)

const field = (name: CronField) =>
  fc.oneof(
    every.map((part) => [part]),
    list(numbers(name)),
  )
const open = (part: fc.Arbitrary<CronPart>) => part.map((one) => [one])
const days: fc.Arbitrary<Pick<CronParts, 'day' | 'week'>> = fc.oneof(
  fc.record({ day: open(every), week: open(any) }),
  fc.record({ day: list(dayPart), week: open(any) }),
  fc.record({ day: open(any), week: list(weekPart) }),
)
const year = fc.oneof(open(every), list(numbers('year', { min: 2024, max: 2032 })))

/** Any valid expression. */
export const anyCron: fc.Arbitrary<Cron> = fc
  .tuple(
    fc.record({
      second: field('second'),
      minute: field('minute'),
      hour: field('hour'),
      month: field('month'),
      year,
    }),
    days,
  )
  .map(([{ second, minute, hour, month, year: years }, { day, week }]) => {
    const parts = { second, minute, hour, day, month, week, year: years }
    return { text: cronText(parts), parts }
  })
