import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CronParts, isOpen, listNumbers } from './fields.ts'
import { nextTimes, shortestGap } from './next-times.ts'
import { type Cron, parseCron } from './parse-cron.ts'
import { anyCron } from './testing/any-cron.ts'

function read(text: string): Cron {
  const { cron, error } = parseCron(text)
  if (error) throw new Error(`${text}: ${error.name}`)
  return cron
}
const times = (text: string, { zone = 'UTC', after = '2026-01-01', count = 3 } = {}) =>
  nextTimes(read(text), { timeZone: zone, after: new Date(after), count }).map((time) =>
    time.toISOString().replace('.000Z', ''),
  )
const days = (text: string, count = 3, after = '2026-01-01') =>
  times(text, { count, after }).map((time) => time.slice(0, 10))

test('the next time is strictly later', () => {
  const options = { after: '2026-05-01T12:00:00Z', count: 1 }
  expect(times('0 0 12 * * ?', options)).toEqual(['2026-05-02T12:00:00'])
  expect(times('0 0 12 * * ?', { ...options, after: '2026-05-01T11:59:59.999Z' })).toEqual([
    '2026-05-01T12:00:00',
  ])
  expect(times('* * * * * ?', { ...options, after: '2026-05-01T12:00:00.500Z' })).toEqual([
    '2026-05-01T12:00:01',
  ])
})

test('steps start at the given number', () => {
  expect(times('0 5/20 8 * * ?')).toEqual([
    '2026-01-01T08:05:00',
    '2026-01-01T08:25:00',
    '2026-01-01T08:45:00',
  ])
})

test('days of the week count from Sunday, which is 1', () => {
  expect(days('0 0 0 ? * 1')).toEqual(['2026-01-04', '2026-01-11', '2026-01-18'])
  expect(days('0 0 0 ? * L')).toEqual(['2026-01-03', '2026-01-10', '2026-01-17'])
  expect(days('0 0 0 ? * MON-FRI', 5)).toEqual([
    '2026-01-02',
    '2026-01-05',
    '2026-01-06',
    '2026-01-07',
    '2026-01-08',
  ])
})

test('L is the last day of the month, also in leap years', () => {
  expect(days('0 0 0 L 2 ?')).toEqual(['2026-02-28', '2027-02-28', '2028-02-29'])
  expect(days('0 0 0 L-3 * ?')).toEqual(['2026-01-28', '2026-02-25', '2026-03-28'])
  expect(days('0 0 0 L-1,L 2 ? 2027-2028', 9)).toEqual([
    '2027-02-27',
    '2027-02-28',
    '2028-02-28',
    '2028-02-29',
  ])
  expect(days('0 0 0 L-30 * ?')).toEqual(['2026-03-01', '2026-05-01', '2026-07-01'])
  expect(days('0 0 0 L-29 2 ?')).toEqual([])
})

test('W is the nearest weekday of the same month', () => {
  // 15 February 2026 is a Sunday, 15 August a Saturday; 1 August is a Saturday, 31 May a Sunday.
  expect(days('0 0 0 15W 2,8 ?', 2)).toEqual(['2026-02-16', '2026-08-14'])
  expect(days('0 0 0 1W 8 ?', 1)).toEqual(['2026-08-03'])
  expect(days('0 0 0 LW 5 ?', 1)).toEqual(['2026-05-29'])
  expect(days('0 0 0 L-1W 5 ?', 1)).toEqual(['2026-05-29'])
  expect(days('0 0 0 31W 4,5 ?', 1)).toEqual(['2026-05-29'])
})

test('# is the nth day of the week in the month, with L the last one', () => {
  expect(days('0 0 0 ? * 6#3')).toEqual(['2026-01-16', '2026-02-20', '2026-03-20'])
  expect(days('0 0 0 ? * 6#5')).toEqual(['2026-01-30', '2026-05-29', '2026-07-31'])
  expect(days('0 0 0 ? * 6L')).toEqual(['2026-01-30', '2026-02-27', '2026-03-27'])
  expect(days('0 0 0 ? 1 2,6#1,7L', 6)).toEqual([
    '2026-01-02',
    '2026-01-05',
    '2026-01-12',
    '2026-01-19',
    '2026-01-26',
    '2026-01-31',
  ])
})

test('29 February only occurs in leap years', () => {
  expect(days('0 0 0 29 2 ?')).toEqual(['2028-02-29', '2032-02-29', '2036-02-29'])
  expect(days('0 0 0 29 2 ?', 2, '2095-01-01')).toEqual(['2096-02-29'])
})

test('an expression that never occurs has no next time', () => {
  for (const never of [
    '0 0 0 31 2 ?',
    '0 0 0 30W 2 ?',
    '0 0 0 31 4,6,9,11 ?',
    '0 0 0 29 2 ? 2027',
    '0 0 0 1 1 ? 2025',
  ]) {
    expect(days(never), never).toEqual([])
  }
  expect(days('0 0 0 1 1 ? 2027', 5)).toEqual(['2027-01-01'])
})

// Europe/Berlin: 29 March 2026 has no 02:00–03:00, 25 October has it twice.
test('Berlin: a time that does not exist runs at the end of the gap, on the same day', () => {
  const spring = { zone: 'Europe/Berlin', after: '2026-03-28T12:00:00Z' }
  expect(times('0 30 2 * * ?', spring)).toEqual([
    '2026-03-29T01:00:00',
    '2026-03-30T00:30:00',
    '2026-03-31T00:30:00',
  ])
  expect(times('0 0,30 2,3 29 3 ?', { ...spring, count: 2 })).toEqual([
    '2026-03-29T01:00:00',
    '2026-03-29T01:30:00',
  ])
})

test('Berlin: a time that exists twice runs once', () => {
  const autumn = { zone: 'Europe/Berlin', after: '2026-10-24T12:00:00Z' }
  expect(times('0 30 2 * * ?', autumn)).toEqual([
    '2026-10-25T00:30:00',
    '2026-10-26T01:30:00',
    '2026-10-27T01:30:00',
  ])
  expect(times('0 0 1-3 * * ?', autumn)).toEqual([
    '2026-10-24T23:00:00',
    '2026-10-25T00:00:00',
    '2026-10-25T02:00:00',
  ])
})

test('an expression with steps keeps its rhythm through both changes', () => {
  const every = '0 0/30 * * * ?'
  expect(times(every, { zone: 'Europe/Berlin', after: '2026-03-29T00:30:00Z' })).toEqual([
    '2026-03-29T01:00:00',
    '2026-03-29T01:30:00',
    '2026-03-29T02:00:00',
  ])
  expect(times(every, { zone: 'Europe/Berlin', after: '2026-10-25T00:00:00Z', count: 4 })).toEqual([
    '2026-10-25T00:30:00',
    '2026-10-25T01:00:00',
    '2026-10-25T01:30:00',
    '2026-10-25T02:00:00',
  ])
})

// America/New_York: 8 March 2026 has no 02:00–03:00, 1 November has 01:00–02:00 twice.
test('New York: the same rules on different days', () => {
  const zone = 'America/New_York'
  expect(times('0 15 2 * * ?', { zone, after: '2026-03-07T12:00:00Z', count: 2 })).toEqual([
    '2026-03-08T07:00:00',
    '2026-03-09T06:15:00',
  ])
  expect(times('0 15 1 * * ?', { zone, after: '2026-10-31T12:00:00Z', count: 2 })).toEqual([
    '2026-11-01T05:15:00',
    '2026-11-02T06:15:00',
  ])
  expect(times('0 15 1 * * ?', { zone, after: '2026-11-01T05:15:00Z', count: 1 })).toEqual([
    '2026-11-02T06:15:00',
  ])
  expect(times('0 0 0 * * ?', { zone, after: '2026-11-01T00:00:00Z', count: 2 })).toEqual([
    '2026-11-01T04:00:00',
    '2026-11-02T05:00:00',
  ])
})

test('a zone without clock changes and with a half-hour offset', () => {
  expect(times('0 0 9 * * ?', { zone: 'Asia/Kolkata', count: 1 })).toEqual(['2026-01-01T03:30:00'])
  expect(times('0 0 9 * * ?', { zone: 'Asia/Shanghai', count: 1 })).toEqual(['2026-01-01T01:00:00'])
})

test('next times equal those of a day-by-day search, for any expression', () => {
  fc.assert(
    fc.property(anyCron, (cron) => {
      const after = new Date('2026-12-31T23:59:59Z')
      const until = Date.UTC(2028, 2, 2)
      const first = firstTimeOfDay(cron.parts)
      const expected: string[] = []
      for (let day = Date.UTC(2027, 0, 1); day < until && expected.length < 8; day += 86_400_000) {
        if (matchesDay(cron.parts, new Date(day))) expected.push(new Date(day + first).toISOString())
      }
      const [hour, minute, second] = [cron.parts.hour, cron.parts.minute, cron.parts.second]
      const once = onceADay(cron.parts, { hour, minute, second })
      const found = nextTimes(once, { timeZone: 'UTC', after, count: 8 })
      const within = found.filter((time) => time.getTime() < until).map((time) => time.toISOString())
      expect(within).toEqual(expected)
    }),
  )
})

const firstTimeOfDay = (parts: CronParts) =>
  ((least('hour', parts) * 60 + least('minute', parts)) * 60 + least('second', parts)) * 1000
const least = (field: 'hour' | 'minute' | 'second', parts: CronParts) =>
  listNumbers(field, parts[field])[0] as number

function onceADay(parts: CronParts, times: Pick<CronParts, 'hour' | 'minute' | 'second'>): Cron {
  const only = (field: 'hour' | 'minute' | 'second') => [
    { kind: 'value' as const, value: listNumbers(field, times[field])[0] as number },
  ]
  return { text: '', parts: { ...parts, hour: only('hour'), minute: only('minute'), second: only('second') } }
}

/** A second implementation of the calendar's rules, from the day instead of the expression. */
function matchesDay(parts: CronParts, date: Date): boolean {
  const day = date.getUTCDate()
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const weekday = date.getUTCDay() + 1
  const weekdayOf = (other: number) => ((weekday - 1 + other - day + 700) % 7) + 1
  const nearest = (to: number) => {
    if (to < 1 || to > length) return 0
    if (weekdayOf(to) === 7) return to > 1 ? to - 1 : to + 2
    if (weekdayOf(to) === 1) return to < length ? to + 1 : to - 2
    return to
  }
  const isDay = parts.day.some((part) => {
    if (part.kind === 'last') return day === length - part.before
    if (part.kind === 'lastWeekday') return day === nearest(length - part.before)
    if (part.kind === 'nearestWeekday') return day === nearest(part.day)
    return listNumbers('day', [part]).includes(day)
  })
  const isWeekday = parts.week.some((part) => {
    if (part.kind === 'lastOf') return weekday === part.weekday && day > length - 7
    if (part.kind === 'nth') return weekday === part.weekday && Math.ceil(day / 7) === part.nth
    return listNumbers('week', [part]).includes(weekday)
  })
  return (
    listNumbers('month', parts.month).includes(date.getUTCMonth() + 1) &&
    listNumbers('year', parts.year).includes(date.getUTCFullYear()) &&
    (isOpen(parts.day) || isDay) &&
    (isOpen(parts.week) || isWeekday)
  )
}

test('the shortest gap is that of the two closest times, wherever they are in the day', () => {
  const gap = (text: string) => shortestGap(read(text), { timeZone: 'UTC', after: new Date('2026-01-01') })
  expect(gap('* * * * * ?')).toBe(1)
  expect(gap('0/30 * * * * ?')).toBe(30)
  expect(gap('*/5 0 3 * * ?')).toBe(5)
  expect(gap('3,58 * * * * ?')).toBe(5)
  expect(gap('0 0 12 * * ?')).toBe(86_400)
  expect(gap('0 0 0 1 1 ? 2027')).toBeUndefined()
})
