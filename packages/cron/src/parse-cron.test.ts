import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cronText } from './cron-text.ts'
import { cronFields } from './fields.ts'
import { parseCron } from './parse-cron.ts'
import { anyCron } from './testing/any-cron.ts'

const toText = (text: string) => parseCron(text).cron?.text
const parseError = (text: string) => parseCron(text).error

test('an expression has six words, or seven with the year', () => {
  expect(toText('0 0 12 * * ?')).toBe('0 0 12 * * ?')
  expect(toText(' 0  0 12 * * ? 2027 ')).toBe('0 0 12 * * ? 2027')
  expect(parseError('0 12 * * ?')).toEqual({ name: 'wordCount', count: 5 })
  expect(parseError('0 0 12 * * ? 2027 1')).toEqual({ name: 'wordCount', count: 8 })
  expect(parseError('  ')).toEqual({ name: 'wordCount', count: 0 })
})

test('names are replaced by numbers, and an unrestricted year is omitted', () => {
  expect(toText('0 0 12 ? jan-mar,DEC mon-FRI *')).toBe('0 0 12 ? 1-3,12 2-6')
})

test('every kind of part is parsed', () => {
  expect(parseCron('* 5,7 8-18 L-3,LW,15W,1/2 */2 ? 2027-2030/2').cron?.parts).toEqual({
    second: [{ kind: 'every' }],
    minute: [
      { kind: 'value', value: 5 },
      { kind: 'value', value: 7 },
    ],
    hour: [{ kind: 'range', from: 8, to: 18 }],
    day: [
      { kind: 'last', before: 3 },
      { kind: 'lastWeekday', before: 0 },
      { kind: 'nearestWeekday', day: 15 },
      { kind: 'step', from: 1, to: 31, step: 2 },
    ],
    month: [{ kind: 'step', from: 1, to: 12, step: 2 }],
    week: [{ kind: 'any' }],
    year: [{ kind: 'step', from: 2027, to: 2030, step: 2 }],
  })
  expect(parseCron('0 0 0 ? * friL,2#3,L').cron?.parts.week).toEqual([
    { kind: 'lastOf', weekday: 6 },
    { kind: 'nth', weekday: 2, nth: 3 },
    { kind: 'value', value: 7 },
  ])
})

test('one of day and week is unrestricted, and may be written as * or ?', () => {
  expect(toText('0 0 12 * * *')).toBe('0 0 12 * * ?')
  expect(toText('0 0 12 ? * ?')).toBe('0 0 12 * * ?')
  expect(toText('0 0 12 ? * *')).toBe('0 0 12 * * ?')
  expect(toText('0 0 12 * * MON')).toBe('0 0 12 ? * 2')
  expect(toText('0 0 12 1 * *')).toBe('0 0 12 1 * ?')
  expect(parseError('0 0 12 1 * MON')).toEqual({ name: 'dayAndWeek' })
})

test('an invalid character or name is reported with its field', () => {
  const wrong = (field: string, text: string) => ({ name: 'wrongTag', field, text })
  expect(parseError('? 0 12 * * ?')).toEqual(wrong('second', '?'))
  expect(parseError('0 L 12 * * ?')).toEqual(wrong('minute', 'L'))
  expect(parseError('0 0 12W * * ?')).toEqual(wrong('hour', '12W'))
  expect(parseError('0 0 12 6#3 * ?')).toEqual(wrong('day', '6#3'))
  expect(parseError('0 0 12 1 JUNE ?')).toEqual(wrong('month', 'JUNE'))
  expect(parseError('0 0 12 ? * 15W')).toEqual(wrong('week', '15W'))
  expect(parseError('0 0 12 1,? * ?')).toEqual(wrong('day', '1,?'))
  expect(parseError('0 0 12 * * ? 20x7')).toEqual(wrong('year', '20X7'))
  expect(parseError('0 5, 12 * * ?')).toEqual(wrong('minute', ''))
  expect(parseError('0 /5 12 * * ?')).toEqual(wrong('minute', '/5'))
  expect(parseError('0 -5 12 * * ?')).toEqual(wrong('minute', '-5'))
})

test('a number out of range is reported with the range', () => {
  const wrong = (field: string, text: string, min: number, max: number) => ({
    name: 'wrongNumber',
    field,
    text,
    min,
    max,
  })
  expect(parseError('60 0 12 * * ?')).toEqual(wrong('second', '60', 0, 59))
  expect(parseError('0 0 24 * * ?')).toEqual(wrong('hour', '24', 0, 23))
  expect(parseError('0 0 0 0 * ?')).toEqual(wrong('day', '0', 1, 31))
  expect(parseError('0 0 0 32W * ?')).toEqual(wrong('day', '32W', 1, 31))
  expect(parseError('0 0 0 L-31 * ?')).toEqual(wrong('day', 'L-31', 1, 30))
  expect(parseError('0 0 0 1 13 ?')).toEqual(wrong('month', '13', 1, 12))
  expect(parseError('0 0 0 ? * 0')).toEqual(wrong('week', '0', 1, 7))
  expect(parseError('0 0 0 ? * 2#6')).toEqual(wrong('week', '2#6', 1, 5))
  expect(parseError('0 0 0 1 1 ? 1969')).toEqual(wrong('year', '1969', 1970, 2099))
  expect(parseError('0 */0 0 1 1 ?')).toEqual(wrong('minute', '*/0', 1, 59))
  expect(parseError('0 0/60 0 1 1 ?')).toEqual(wrong('minute', '0/60', 1, 59))
})

test('a lower bound above the upper bound is reported', () => {
  expect(parseError('0 30-10 12 * * ?')).toEqual({ name: 'boundsReversed', field: 'minute', text: '30-10' })
  expect(parseError('0 0 12 ? * FRI-MON')).toEqual({ name: 'boundsReversed', field: 'week', text: 'FRI-MON' })
  expect(parseError('0 1,50-40/2 12 * * ?')).toMatchObject({ name: 'boundsReversed', text: '50-40/2' })
})

test('a written expression is parsed to the same parts', () => {
  fc.assert(
    fc.property(anyCron, (cron) => {
      expect(parseCron(cron.text).cron).toEqual(cron)
    }),
  )
})

test('any text yields an expression or a named error', () => {
  const word = fc.string({ unit: fc.constantFrom(...'0123456789*?/-,LW#mon') })
  fc.assert(
    fc.property(fc.array(word, { minLength: 6, maxLength: 7 }), (words) => {
      const { cron, error } = parseCron(words.join(' '))
      expect(cron ? cronText(cron.parts) : error?.name).toBeTruthy()
      if (cron) expect(Object.keys(cron.parts)).toEqual([...cronFields])
    }),
  )
})
