import { expect, test } from 'vitest'
import { defaultTabs, parseTabs, type Tabs, toText, withTab } from './cron-tabs.ts'

const read = (text: string): Tabs => parseTabs(text, 2026) as Tabs

test.each([
  '* * * * * ?',
  '0 0 0 * * ?',
  '0/5 10-20 8,18 ? 1-3 2-6 2027',
  '0 0 0 L * ?',
  '0 0 0 L-3W * ?',
  '0 0 0 15W 1/3 ?',
  '0 0 0 ? * 6L',
  '0 0 0 ? * 2#3 2026-2030',
  '0 0/10,5 8-18/2 1-5,L * ?',
])('%s is unchanged after parsing into tabs and back', (text) => {
  expect(toText(read(text))).toBe(text)
})

test('each field is shown in its mode', () => {
  const tabs = read('0/5 10-20 8,18 ? * 2#3 2027/2')
  expect(tabs.second).toMatchObject({ mode: 'step', stepFrom: 0, step: 5 })
  expect(tabs.minute).toMatchObject({ mode: 'range', from: 10, to: 20 })
  expect(tabs.hour).toMatchObject({ mode: 'values', values: [8, 18] })
  expect(tabs.day.mode).toBe('any')
  expect(tabs.month.mode).toBe('every')
  expect(tabs.week).toMatchObject({ mode: 'nth', weekday: 2, nth: 3 })
  expect(tabs.year).toMatchObject({ mode: 'step', stepFrom: 2027, step: 2 })
  expect(read('0 0 0 L-2W * ?').day).toMatchObject({ mode: 'last', before: 2, toWeekday: true })
})

test('a field that no mode can express stays text', () => {
  expect(read('0 0 0 1-5,L * ?').day).toMatchObject({ mode: 'other', other: '1-5,L' })
})

test('an invalid expression has no tabs', () => {
  expect(parseTabs('0 0 12 * *', 2026)).toBeUndefined()
  expect(parseTabs('0 0 99 * * ?', 2026)).toBeUndefined()
})

test('selecting days of the week resets the day, and vice versa', () => {
  const start = defaultTabs(2026)
  expect(toText(start)).toBe('0 0 0 * * ?')
  const weekly = withTab(start, 'week', { mode: 'range', from: 2, to: 6 })
  expect(toText(weekly)).toBe('0 0 0 ? * 2-6')
  const monthly = withTab(weekly, 'day', { mode: 'last' })
  expect(toText(monthly)).toBe('0 0 0 L * ?')
  expect(toText(withTab(monthly, 'day', { mode: 'any' }))).toBe('0 0 0 ? * 2')
  expect(toText(withTab(weekly, 'week', { mode: 'any' }))).toBe('0 0 0 * * ?')
})

test('the input of another mode is preserved', () => {
  const start = withTab(defaultTabs(2026), 'hour', { mode: 'range', from: 8, to: 18 })
  const every = withTab(start, 'hour', { mode: 'every' })
  expect(toText(withTab(every, 'hour', { mode: 'range' }))).toBe('0 0 8-18 * * ?')
})

test('invalid bounds and custom text are passed on unchanged, to be reported there', () => {
  expect(toText(withTab(defaultTabs(2026), 'hour', { mode: 'range', from: 18, to: 8 }))).toBe(
    '0 0 18-8 * * ?',
  )
  expect(toText(withTab(defaultTabs(2026), 'hour', { mode: 'other', other: ' 8, x ' }))).toBe('0 0 8,x * * ?')
  expect(toText(withTab(defaultTabs(2026), 'hour', { mode: 'other', other: '' }))).toBe('0 0 - * * ?')
})
