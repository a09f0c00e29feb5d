import { expect, test } from 'vitest'
import { logText, matchingLines } from './log-text.ts'

const lines = [
  { level: 'info', msg: 'Script started', time: Date.parse('2026-01-02T03:04:05.006') },
  { level: 'error', msg: 'no such button', time: Date.parse('2026-01-02T03:04:06.007') },
] as const

test('lines are found by their text in any case', () => {
  expect(matchingLines(lines, ' SCRIPT ')).toEqual([lines[0]])
  expect(matchingLines(lines, '')).toBe(lines)
})

test('a downloaded log has time, level and text in each line', () => {
  expect(logText(lines)).toBe(
    '2026-01-02 03:04:05.006 INFO Script started\n2026-01-02 03:04:06.007 ERROR no such button\n',
  )
})
