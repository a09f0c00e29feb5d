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
  ['10 * * * * ?', '每分钟第 10 秒', 'Every minute at second 10'],
  ['0 0/5 * * * ?', '每 5 分钟', 'Every 5 minutes'],
  ['0 0 * * * ?', '每小时', 'Every hour'],
  ['0 15 * * * ?', '每小时第 15 分', 'Every hour at minute 15'],
  ['0 0 0/2 * * ?', '每 2 小时', 'Every 2 hours'],
  ['0 0 12 * * ?', '每天 12:00', 'Every day at 12:00'],
  [
    '5 30 2,14 ? * MON-FRI',
    '每周一至周五 02:30:05、14:30:05',
    'Every Monday to Friday at 02:30:05 and 14:30:05',
  ],
  ['0 0/30 * ? * MON', '每周一每 30 分钟', 'Every Monday, every 30 minutes'],
  ['0 0/10 8-18 * * ?', '每天 08:00–18:59 每 10 分钟', 'Every day 08:00–18:59, every 10 minutes'],
  ['0 0 8-18 * * ?', '每天 08:00 至 18:00 整点', 'Every day on the hour from 08:00 to 18:00'],
  ['0 0 9 1,15 * ?', '每月 1 日、15 日 09:00', 'Day 1 and day 15 of every month at 09:00'],
  ['0 0 9 L 2 ? 2028', '2028 年 2 月最后一天 09:00', 'The last day in February in 2028 at 09:00'],
  ['0 0 9 L-2 * ?', '每月最后一天的前 2 天 09:00', '2 days before the last day of every month at 09:00'],
  ['0 0 9 LW * ?', '每月最后一个工作日 09:00', 'The last weekday of every month at 09:00'],
  [
    '0 0 9 15W * ?',
    '每月离 15 日最近的工作日 09:00',
    'The weekday nearest to day 15 of every month at 09:00',
  ],
  ['0 0 9 ? * 6#3', '每月第三个周五 09:00', 'The third Friday of every month at 09:00'],
  [
    '0 0 9 ? 1-3,12 6L',
    '1 月至 3 月、12 月最后一个周五 09:00',
    'The last Friday in January to March and December at 09:00',
  ],
])('the description of %s', (text, chinese, english) => {
  expect(words(text, zhcn)).toBe(chinese)
  expect(words(text)).toBe(english)
})

test('the four errors of the generator, and days selected twice, are reported with their position', () => {
  expect(words('0 12 * * ?')).toBe('A cron expression needs 6 or 7 fields, but this one has 5')
  expect(words('0 0 L * * ?')).toBe('Hour: “L” is not allowed. Correct it.')
  expect(words('0 75 1 * * ?')).toBe('Minute: “75” is out of range. Enter 0 to 59.')
  expect(words('0 30-10 1 * * ?')).toBe('Minute: the start of “30-10” is greater than the end. Swap them.')
  expect(words('0 0 1 1 * 2')).toBe('Set either day or week, and write “?” for the other')
  expect(words('0 0 1 1 * 2', zhcn)).toBe('“日”和“周”只能设置一个，另一个请写“?”')
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
