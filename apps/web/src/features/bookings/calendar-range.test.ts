import { expect, test } from 'vitest'
import { dayText, parseDay, percentAt, rangeAt, slotAt, spanOfSlots, stepFrom } from './calendar-range.ts'

const sunday = new Date(2027, 0, 10, 15, 20)
const day = rangeAt('day', sunday)

test('a day begins at midnight, and a week on Monday', () => {
  expect([day.from, day.to]).toEqual([new Date(2027, 0, 10), new Date(2027, 0, 11)])
  const week = rangeAt('week', sunday)
  expect([week.from, week.to]).toEqual([new Date(2027, 0, 4), new Date(2027, 0, 11)])
  expect(stepFrom('week', sunday, 1)).toEqual(new Date(2027, 0, 17, 15, 20))
})

test('times outside the range lie at its edges', () => {
  expect(percentAt(day, new Date(2027, 0, 10, 12).getTime())).toBe(50)
  expect(percentAt(day, new Date(2027, 0, 9).getTime())).toBe(0)
  expect(percentAt(day, new Date(2027, 0, 12).getTime())).toBe(100)
  expect([slotAt(day, 0.5), slotAt(day, 1), slotAt(day, -1)]).toEqual([24, 47, 0])
})

test('dragging in either direction selects whole slots that are not over', () => {
  const now = new Date(2027, 0, 10, 12, 10).getTime()
  const until = new Date(2027, 0, 10, 13, 30)
  expect(spanOfSlots(day, [26, 25], now)).toEqual({ startsAt: new Date(2027, 0, 10, 12, 30), endsAt: until })
  expect(spanOfSlots(day, [20, 26], now)).toEqual({ startsAt: undefined, endsAt: until })
  expect(spanOfSlots(day, [3, 4], now)).toBeUndefined()
})

test('a day in the address is read as it was written, and anything else is none', () => {
  expect(dayText(sunday)).toBe('2027-01-10')
  expect(parseDay('2027-01-10')).toEqual(new Date(2027, 0, 10))
  for (const text of [null, '', '2027-02-30', '2027-1-1', 'tomorrow']) expect(parseDay(text)).toBeUndefined()
})
