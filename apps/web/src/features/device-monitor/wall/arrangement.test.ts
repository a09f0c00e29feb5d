import { maxArrangedDevices } from '@fleetdeck/contract/device-wall'
import { expect, test } from 'vitest'
import { moveTile } from './arrangement.ts'

test('a moved phone and all before its new or old place are arranged, the rest stays automatic', () => {
  expect(moveTile([], [1, 2, 3, 4], { from: 2, to: 0 })).toEqual([3, 1, 2])
  expect(moveTile([3, 1, 2], [3, 1, 2, 4], { from: 0, to: 1 })).toEqual([1, 3, 2])
  expect(moveTile([3, 1, 2], [3, 1, 2, 4, 5], { from: 0, to: 3 })).toEqual([1, 2, 4, 3])
})

test('phones that a filter hides keep their places', () => {
  expect(moveTile([9, 1, 8, 2], [1, 2, 3], { from: 1, to: 0 })).toEqual([9, 2, 8, 1])
  expect(moveTile([9, 1], [1, 2, 3], { from: 2, to: 0 })).toEqual([9, 3, 1, 2])
})

test('a place outside the wall, and one beyond the limit, are refused', () => {
  expect(moveTile([], [1, 2], { from: 0, to: -1 })).toBeUndefined()
  expect(moveTile([], [1, 2], { from: 0, to: 2 })).toBeUndefined()
  const many = Array.from({ length: maxArrangedDevices + 1 }, (_, n) => n + 1)
  expect(moveTile([], many, { from: maxArrangedDevices, to: 0 })).toBeUndefined()
  expect(moveTile([], many, { from: maxArrangedDevices - 1, to: 0 })).toHaveLength(maxArrangedDevices)
})
