import { en } from '@fleetdeck/i18n/en'
import { fillText } from '@fleetdeck/i18n/fill-text'
import { expect, test } from 'vitest'
import type { Translate } from '../../ground/language.ts'
import { cronProblem, siteTime } from './cron-check.ts'

const t: Translate = (key, values) => fillText(en[key], values)
const problem = (text: string) => cronProblem(text, 'Europe/Berlin', t)

test('an expression that is empty, invalid or never occurs is an error', () => {
  expect(problem('0 0 12 * * ?')).toBeUndefined()
  expect(problem(' ')).toBe('Enter a cron expression')
  expect(problem('0 12 * * ?')).toBe('A cron expression needs 6 or 7 fields, but this one has 5')
  expect(problem('0 0 0 31 2 ?')).toBe('This expression has no further run times. Check the date and year.')
  expect(problem('0 0 0 1 1 ? 2020')).toBe(
    'This expression has no further run times. Check the date and year.',
  )
})

test("times are shown in the site's time zone", () => {
  const time = new Date('2026-03-29T01:00:00Z')
  expect(siteTime(time, 'Europe/Berlin', 'en')).toEqual({ text: '2026-03-29 03:00:00', weekday: 'Sun' })
  expect(siteTime(time, 'America/New_York', 'zh-CN')).toEqual({
    text: '2026-03-28 21:00:00',
    weekday: '周六',
  })
})
