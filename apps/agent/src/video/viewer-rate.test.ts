import { expect, test } from 'vitest'
import { maxBitsPerSecond } from './video-source.ts'
import { commonRate, minBitsPerSecond, ViewerRate } from './viewer-rate.ts'

/** A second in which this many bytes were sent. */
function second(rate: ViewerRate, at: number, bitsPerSecond: number) {
  for (let part = 0; part < 10; part += 1) rate.sent(bitsPerSecond / 8 / 10, at + part * 100)
  rate.sent(0, at + 1000)
}

test('a low estimate for a still screen does not lower the rate', () => {
  const rate = new ViewerRate()
  second(rate, 0, 60_000)
  rate.estimated(90_000)
  rate.lost(0)
  expect(rate.limit).toBe(maxBitsPerSecond)
})

test('a line that carries less than was sent lowers the rate below it, which then rises step by step', () => {
  const rate = new ViewerRate()
  second(rate, 0, 4_000_000)
  rate.estimated(500_000)
  expect(rate.limit).toBe(450_000)
  second(rate, 1000, 450_000)
  rate.estimated(500_000)
  expect(rate.limit).toBeCloseTo(486_000)
  for (let at = 2000; at < 60_000; at += 1000) {
    second(rate, at, rate.limit)
    rate.estimated(rate.limit * 1.5)
  }
  expect(rate.limit).toBe(maxBitsPerSecond)
})

test('heavy loss lowers the rate once a second, and never below a usable frame', () => {
  const rate = new ViewerRate()
  second(rate, 0, 2_000_000)
  rate.lost(0.05, 1000)
  expect(rate.limit).toBe(maxBitsPerSecond)
  rate.lost(0.5, 1100)
  rate.lost(0.5, 1200)
  expect(rate.limit / 1_500_000).toBeCloseTo(1, 1)
  for (let at = 3000; at < 20_000; at += 2000) {
    second(rate, at, rate.limit)
    rate.lost(1, at + 1000)
  }
  expect(rate.limit).toBe(minBitsPerSecond)
})

test('one encoder follows the slowest line that is fast enough', () => {
  const limits = (...values: number[]) => new Map(values.map((limit, at) => [String(at), limit]))
  expect(commonRate(limits())).toEqual({ rate: maxBitsPerSecond, tooSlow: [] })
  expect(commonRate(limits(200_000))).toEqual({ rate: 200_000, tooSlow: [] })
  expect(commonRate(limits(3_000_000, 2_000_000))).toEqual({ rate: 2_000_000, tooSlow: [] })
  expect(commonRate(limits(3_000_000, 200_000, 2_000_000))).toEqual({ rate: 2_000_000, tooSlow: ['1'] })
  expect(commonRate(limits(300_000, 200_000))).toEqual({ rate: 200_000, tooSlow: [] })
})
