import type { Catalogue } from '@fleetdeck/i18n/catalogue'
import { en } from '@fleetdeck/i18n/en'
import { fillText } from '@fleetdeck/i18n/fill-text'
import { zhcn } from '@fleetdeck/i18n/zhcn'
import { zhtw } from '@fleetdeck/i18n/zhtw'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeCron, describeCronError } from './describe-cron.ts'
import { parseCron } from './parse-cron.ts'
import { anyCron } from './testing/any-cron.ts'
import type { Translate } from './translate.ts'

const translateWith =
  (texts: Catalogue): Translate =>
  (key, values) =>
    fillText(texts[key], values)

function words(text: string, texts: Catalogue = en) {
  const { cron, error } = parseCron(text)
  return cron ? describeCron(cron, translateWith(texts)) : describeCronError(error, translateWith(texts))
}

test.each([
  ['* * * * * ?', '每秒', 'Every second'],
  ['0/5 * * * * ?', '每 5 秒', 'Every 5 seconds'],
  ['10 * * * * ?', '每分钟，第 10 秒', 'At second 10, every minute'],
  ['0 0/5 * * * ?', '每 5 分钟', 'Every 5 minutes'],
  ['0 0 * * * ?', '每小时', 'Every hour'],
  ['0 15 * * * ?', '每小时，第 15 分', 'At minute 15, every hour'],
  ['0 0 0/2 * * ?', '每 2 小时', 'Every 2 hours'],
  ['0 30 2 * * ?', '每天，02:30', 'At 02:30, every day'],
  [
    '5 30 2,14 ? * MON-FRI',
    '每周一至周五，02:30:05、14:30:05',
    'At 02:30:05 and 14:30:05, on Monday to Friday',
  ],
  ['0 0/10 8-18 * * ?', '每天，08:00–18:59，每 10 分钟', 'Every 10 minutes, during 08:00–18:59, every day'],
  ['0 0 8-18 * * ?', '每天，8 至 18 点整', 'At 8 to 18 o’clock, every day'],
  ['0 0 9 1,15 * ?', '每月 1 日、15 日，09:00', 'At 09:00, on day 1 and day 15 of the month'],
  ['0 0 9 L 2 ? 2028', '2028 年，2 月，最后一天，09:00', 'At 09:00, on the last day, in February, in 2028'],
  ['0 0 9 LW * ?', '每月最后一个工作日，09:00', 'At 09:00, on the last weekday of the month'],
  [
    '0 0 9 15W * ?',
    '每月离 15 日最近的工作日，09:00',
    'At 09:00, on the weekday nearest to day 15 of the month',
  ],
  ['0 0 9 ? * 6#3', '每月第三个周五，09:00', 'At 09:00, on the third Friday of the month'],
  [
    '0 0 9 ? 1-3,12 6L',
    '1 月至 3 月、12 月，最后一个周五，09:00',
    'At 09:00, on the last Friday, in January to March and December',
  ],
])('the description of %s', (text, chinese, english) => {
  expect(words(text, zhcn)).toBe(chinese)
  expect(words(text)).toBe(english)
})

test('the four errors of the generator, and days selected twice, are reported with their position', () => {
  expect(words('0 12 * * ?')).toBe('6 or 7 words are needed, there are 5')
  expect(words('0 0 L * * ?')).toBe('Hour: wrong tag “L”')
  expect(words('0 75 1 * * ?')).toBe('Minute: wrong number in “75”, 0 to 59 is allowed')
  expect(words('0 30-10 1 * * ?')).toBe('Minute: the lower bound is bigger than the upper bound in “30-10”')
  expect(words('0 0 1 1 * 2')).toBe('Only one of day and week can be set; write ? for the other')
  expect(words('0 0 1 1 * 2', zhcn)).toBe('“日”和“周”只能设置一个，另一个写 ?')
})

test('every expression has a complete description in every language', () => {
  fc.assert(
    fc.property(anyCron, (cron) => {
      for (const texts of [zhcn, zhtw, en]) {
        const text = describeCron(cron, translateWith(texts))
        expect(text).not.toBe('')
        expect(text).not.toMatch(/\{\{|\||undefined|NaN/)
      }
    }),
  )
})
