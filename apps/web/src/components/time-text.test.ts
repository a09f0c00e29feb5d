import { expect, onTestFinished, test } from 'vitest'
import { useSiteZone } from '../ground/site-zone.ts'
import { ageText, fullTime, parseMoment, shortTime } from './time-text.ts'

const now = new Date('2026-05-06T07:08:09')

test('ten digits are seconds, thirteen are milliseconds', () => {
  expect(parseMoment(1_700_000_000).getTime()).toBe(1_700_000_000_000)
  expect(parseMoment('1700000000').getTime()).toBe(1_700_000_000_000)
  expect(parseMoment('1700000000000').getTime()).toBe(1_700_000_000_000)
})

test('a short time omits what it shares with the current time', () => {
  expect(shortTime('2026-05-06T01:02:03', now)).toBe('01:02:03')
  expect(shortTime('2026-01-02T03:04:05', now)).toBe('01-02 03:04')
  expect(shortTime('2025-12-31T23:59:59', now)).toBe('2025-12-31')
  expect(fullTime('2025-12-31T23:59:59')).toBe('2025-12-31 23:59:59')
})

test('a time is the same in every browser: that of the site, whose zone is named where clocks differ', () => {
  const { zone } = useSiteZone.getState()
  onTestFinished(() => useSiteZone.setState({ zone }))
  useSiteZone.setState({ zone: 'Asia/Kathmandu' })
  expect(fullTime('2026-05-06T22:00:00Z')).toBe('2026-05-07 03:45:00 尼泊尔时间')
  // It is tomorrow there already.
  expect(shortTime('2026-05-06T22:00:00Z', new Date('2026-05-06T18:00:00Z'))).toBe('05-07 03:45 尼泊尔时间')
  expect(shortTime('2026-05-06T22:00:00Z', new Date('2026-05-06T20:00:00Z'))).toBe('03:45:00 尼泊尔时间')
  useSiteZone.setState({ zone })
  expect(fullTime('2026-05-06T22:00:00')).toBe('2026-05-06 22:00:00')
})

test('an age is shown in the largest possible unit', () => {
  expect(ageText(400, 'en')).toBe('1 sec. ago')
  expect(ageText(119_000, 'en')).toBe('1 min. ago')
  expect(ageText(3 * 3_600_000, 'zh-CN')).toBe('3 小时前')
})
