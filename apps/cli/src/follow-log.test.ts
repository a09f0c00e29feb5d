import { expect, test } from 'vitest'
import { newLines } from './follow-log.ts'

const line = (time: number, msg = `line ${time}`) => ({ level: 'info' as const, msg, time })

test('stored lines that arrive again are shown once, and lines that were written meanwhile follow', () => {
  const unseen = newLines()
  expect(unseen([])).toEqual([])
  expect(unseen([line(1), line(2)])).toHaveLength(2)
  expect(unseen([line(3)])).toHaveLength(1)
  expect(unseen([line(2), line(3), line(4)])).toEqual([line(4)])
  expect(unseen([line(4)])).toEqual([])
})

test('a line that another server sends late is shown, one from before the first is not', () => {
  const unseen = newLines()
  unseen([line(10), line(12)])
  expect(unseen([line(11), line(9)])).toEqual([line(11)])
})

test('equal lines of one moment are different lines, and no more of them when they arrive again', () => {
  const unseen = newLines()
  expect(unseen([line(1, 'x'), line(1, 'x')])).toHaveLength(2)
  expect(unseen([line(1, 'x'), line(1, 'x'), line(1, 'x')])).toHaveLength(1)
})

test('what is remembered is limited, and nothing older is shown again', () => {
  const unseen = newLines()
  for (let n = 1; n <= 5000; n += 1) unseen([line(n)])
  expect(unseen([line(1), line(4000), line(5001)])).toEqual([line(5001)])
})
