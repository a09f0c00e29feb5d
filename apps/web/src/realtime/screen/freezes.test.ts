import { expect, test } from 'vitest'
import { Freezes } from './freezes.ts'

test('late screenshots are freezes, still screens are none', () => {
  const freezes = new Freezes()
  freezes.frame(900, 1000)
  freezes.frame(0, 1100)
  freezes.frame(0, 31_100)
  expect(freezes.figures(31_100)).toEqual({ count: 0, longestMs: undefined, lastMinute: 0 })
  freezes.frame(400, 61_500)
  freezes.frame(800, 62_000)
  expect(freezes.figures(62_000)).toEqual({ count: 2, longestMs: 500, lastMinute: 2 })
})

test('freezes of a video are those that the browser counts', () => {
  const freezes = new Freezes()
  freezes.add({ count: 2, ms: 1400 }, 1000)
  freezes.add({ count: 0, ms: 0 }, 2000)
  expect(freezes.figures(3000)).toEqual({ count: 2, longestMs: 700, lastMinute: 2 })
  expect(freezes.figures(61_001)).toEqual({ count: 2, longestMs: 700, lastMinute: 0 })
})
