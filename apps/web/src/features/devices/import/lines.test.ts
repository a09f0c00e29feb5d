import { expect, test } from 'vitest'
import { asTable, countLines, refusedFirst } from './lines.ts'

test('empty lines are not counted, whatever the line ending', () => {
  expect(countLines(undefined)).toBe(0)
  expect(countLines('A1\r\n\r\n A2 \rA3\n  \n')).toBe(3)
})

test('refused lines come first, each part in the order of the file', () => {
  const line = (number: number, reason: string | null) => ({ line: number, deviceNo: `A${number}`, reason })
  const results = [line(1, null), line(2, 'taken'), line(3, null), line(4, 'twice')]
  expect(refusedFirst(results).map((row) => row.line)).toEqual([2, 4, 1, 3])
})

test('results are copied as a table', () => {
  expect(
    asTable([
      [1, 'A1', 'Added'],
      [2, 'A-2', 'Letters only'],
    ]),
  ).toBe('1\tA1\tAdded\n2\tA-2\tLetters only')
})
