import { expect, test } from 'vitest'
import { nextTile } from './next-tile.ts'

const tenInFour = { lines: [4, 4, 2], page: 2 }

test('keys move between the tiles of ten in four columns, and stay on the wall', () => {
  const next = (key: string, at: number) => nextTile(key, at, tenInFour)
  expect(next('ArrowRight', 3)).toBe(4)
  expect(next('ArrowLeft', 4)).toBe(3)
  expect(next('ArrowDown', 1)).toBe(5)
  expect(next('ArrowUp', 5)).toBe(1)
  expect(next('ArrowDown', 7)).toBe(9)
  expect(next('PageDown', 0)).toBe(8)
  expect(next('PageUp', 9)).toBe(1)
  expect(next('Home', 6)).toBe(0)
  expect(next('End', 6)).toBe(9)
  for (const [key, at] of [
    ['ArrowLeft', 0],
    ['ArrowUp', 2],
    ['PageUp', 2],
    ['Home', 0],
    ['ArrowRight', 9],
    ['ArrowDown', 8],
    ['PageDown', 9],
    ['End', 9],
    ['Enter', 1],
  ] as const)
    expect(next(key, at)).toBeUndefined()
})

test('keys move through groups whose rows are shorter than others', () => {
  const next = (key: string, at: number) => nextTile(key, at, { lines: [1, 4, 2, 4], page: 2 })
  expect(next('ArrowDown', 0)).toBe(1)
  expect(next('ArrowDown', 3)).toBe(6)
  expect(next('ArrowDown', 6)).toBe(8)
  expect(next('ArrowUp', 4)).toBe(0)
  expect(next('ArrowUp', 7)).toBe(5)
})
