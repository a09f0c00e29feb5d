import { expect, test } from 'vitest'
import {
  compareGrey,
  Divergence,
  greyColumns,
  greyRows,
  isBlack,
  mayBeBlack,
  toGrey,
} from './grey-picture.ts'

const cells = greyColumns * greyRows
const plain = (shade: number) => new Uint8Array(cells).fill(shade)

test('pixels are averaged to one grey value per cell', () => {
  const pixels = new Uint8ClampedArray(cells * 4).fill(255)
  expect(toGrey(pixels)).toEqual(plain(255))
})

test('the status bar and encoding differences are ignored', () => {
  const other = plain(110)
  other.fill(255, 0, greyColumns)
  expect(compareGrey(plain(100), other)).toBe(0)
  expect(compareGrey(plain(100), plain(200))).toBe(1)
})

test('a follower is marked after its difference has lasted, until it shows the same again', () => {
  const divergence = new Divergence()
  divergence.put(1, plain(100))
  divergence.put(2, plain(100))
  divergence.put(3, plain(220))
  expect(divergence.look(1, [2, 3, 4], 0)).toBe(false)
  expect(divergence.look(1, [2, 3, 4], 299)).toBe(false)
  expect(divergence.look(1, [2, 3, 4], 300)).toBe(true)
  expect([...divergence.differing]).toEqual([3])
  divergence.put(3, plain(100))
  expect(divergence.look(1, [2, 3], 600)).toBe(true)
  expect(divergence.differing.size).toBe(0)
})

test('at a lower frame rate a difference must last longer', () => {
  const divergence = new Divergence()
  divergence.perSecond = 4
  divergence.put(1, plain(100))
  divergence.put(2, plain(220))
  divergence.look(1, [2], 0)
  expect(divergence.look(1, [2], 349)).toBe(false)
  expect(divergence.look(1, [2], 350)).toBe(true)
})

test('an accepted difference is ignored until either screen changes', () => {
  const divergence = new Divergence()
  divergence.put(1, plain(40))
  divergence.put(2, plain(200))
  divergence.look(1, [2], 0)
  expect(divergence.look(1, [2], 400)).toBe(true)
  divergence.accept(1, [2])
  expect(divergence.look(1, [2], 600)).toBe(true)
  expect(divergence.differing.size).toBe(0)
  divergence.put(2, plain(120))
  divergence.look(1, [2], 700)
  expect(divergence.look(1, [2], 1200)).toBe(true)
})

test('only a frame that is black everywhere counts as black, and only a small one is looked at', () => {
  const grey = plain(4)
  expect(isBlack(grey)).toBe(true)
  grey[70] = 90
  expect(isBlack(grey)).toBe(false)
  // As measured: black, and a home screen.
  const size = { width: 94, height: 166 }
  expect(mayBeBlack(857, size)).toBe(true)
  expect(mayBeBlack(2000, size)).toBe(false)
  expect(mayBeBlack(7373, { width: 720, height: 1560 })).toBe(true)
})
