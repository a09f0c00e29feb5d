import { expect, test } from 'vitest'
import { nextTile } from './use-wall-keys.ts'

test('arrow keys move between the tiles of ten in four columns, and stay on the wall', () => {
  const next = (key: string, at: number) => nextTile(key, at, 10, 4)
  expect(next('ArrowRight', 3)).toBe(4)
  expect(next('ArrowLeft', 4)).toBe(3)
  expect(next('ArrowDown', 1)).toBe(5)
  expect(next('ArrowUp', 5)).toBe(1)
  expect(next('ArrowDown', 7)).toBe(9)
  for (const [key, at] of [
    ['ArrowLeft', 0],
    ['ArrowUp', 2],
    ['ArrowRight', 9],
    ['ArrowDown', 8],
    ['Enter', 1],
  ] as const)
    expect(next(key, at)).toBeUndefined()
})
