import { expect, test } from 'vitest'
import { logText, matchingLines } from './log-text.ts'

const lines = [
  { level: 'info', msg: 'Script started', time: Date.parse('2026-01-02T03:04:05.006') },
  { level: 'error', msg: 'no such button', time: Date.parse('2026-01-02T03:04:06.007') },
] as const

test('lines are searched case-insensitively', () => {
  expect(matchingLines(lines, ' SCRIPT ')).toEqual([lines[0]])
  expect(matchingLines(lines, '')).toBe(lines)
})

test('each line of a downloaded log has time, level and text', () => {
  expect(logText(lines)).toBe(
    '2026-01-02 03:04:05.006 INFO Script started\n2026-01-02 03:04:06.007 ERROR no such button\n',
  )
})
