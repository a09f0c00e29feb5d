import { expect, test } from 'vitest'
import { slopeOf } from './slope.ts'

test('growth is found whatever else changes at the same time', () => {
  const x = [0, 1, 2, 3, 4, 5]
  const besides = [100, 200, 150, 300, 250, 100]
  const y = x.map((hours, at) => 70 + 1.5 * hours + 0.02 * (besides[at] ?? 0))
  const { slope, error } = slopeOf({ y, x, besides })
  expect(slope).toBeCloseTo(1.5, 9)
  expect(error).toBeCloseTo(0, 9)
})

test('a cause that does not change explains nothing', () => {
  const x = [0, 1, 2, 3]
  expect(slopeOf({ y: [1, 3, 5, 7], x, besides: [9, 9, 9, 9] }).slope).toBeCloseTo(2, 9)
  expect(slopeOf({ y: [0, 2, 1, 3], x, besides: [9, 9, 9, 9] }).slope).toBeCloseTo(0.8, 9)
})
