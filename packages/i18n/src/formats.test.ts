import { expect, test } from 'vitest'
import { fillText } from './fill-text.ts'
import { formatAmount, formatList, formatNumber, formatZone } from './formats.ts'

test('lists are joined as each language joins them', () => {
  expect(formatList('en', ['SZ001', 'SZ002', 'SZ003'])).toBe('SZ001, SZ002 and SZ003')
  expect(formatList('zhcn', ['主管', '员工', '观察员'])).toBe('主管、员工和观察员')
  expect(formatList('zhtw', ['主管', '員工'])).toBe('主管和員工')
  expect(formatList('zhcn', ['A1', 'A2', 'A3'])).toBe('A1、A2 和 A3')
  expect(formatList('en', [])).toBe('')
  expect(formatList('en', ['none', 'folder', 's3'], 'disjunction')).toBe('none, folder or s3')
  expect(formatList('zhcn', ['true', 'false'], 'disjunction')).toBe('true 或 false')
})

test('numbers have separators, and units a thin space, a percent sign none', () => {
  expect(formatNumber(42661.66)).toBe('42,661.66')
  expect(formatAmount(4098, 'ms')).toBe('4,098\u2009ms')
  expect(formatAmount(67, '%')).toBe('67%')
})

test('a name with right-to-left marks does not turn the words around it', () => {
  expect(fillText('Delete “{{name}}”?', { name: '\u202egnp.exe' })).toBe(
    'Delete “\u2068\u202egnp.exe\u2069”?',
  )
  expect(fillText('Delete “{{name}}”?', { name: 'מנהל' })).toBe('Delete “\u2068מנהל\u2069”?')
  expect(fillText('Delete “{{name}}”?', { name: '管理员 A-1' })).toBe('Delete “管理员 A-1”?')
})

test('a time zone is a name of the language, in English its city', () => {
  expect(formatZone('zhcn', 'Asia/Shanghai')).toBe('中国时间')
  expect(formatZone('zhtw', 'Asia/Taipei')).toBe('台灣時間')
  expect(formatZone('en', 'America/New_York')).toBe('New York')
  expect(formatZone('zhcn', 'UTC')).toBe('UTC')
})
