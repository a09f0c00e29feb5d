import { expect, test } from 'vitest'
import { countAxis } from './count-axis.ts'

test('an axis of counts has round values, few of them, and ends above the largest', () => {
  expect(countAxis(0)).toEqual([1, 0])
  expect(countAxis(3)).toEqual([3, 2, 1, 0])
  expect(countAxis(5)).toEqual([6, 4, 2, 0])
  expect(countAxis(47)).toEqual([60, 40, 20, 0])
  for (const most of [1, 9, 10, 11, 99, 300, 1234, 10_000]) {
    const axis = countAxis(most)
    expect(axis[0]).toBeGreaterThanOrEqual(most)
    expect(axis.length).toBeLessThanOrEqual(5)
    expect(axis.every(Number.isInteger)).toBe(true)
  }
})
