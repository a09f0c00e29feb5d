import { expect, test } from 'vitest'
import { isWorthRestart } from './worth-restart.ts'

const running = { scalePercent: 50, timeCode: false, maxFps: 30, maxBitsPerSecond: 3_000_000 }

test('an encoder restarts for another size or a clearly different rate only', () => {
  expect(isWorthRestart(running, { ...running, timeCode: true })).toBe(false)
  expect(isWorthRestart(running, { ...running, maxFps: 24, maxBitsPerSecond: 2_500_000 })).toBe(false)
  expect(isWorthRestart(running, { ...running, scalePercent: 45 })).toBe(true)
  expect(isWorthRestart(running, { ...running, maxFps: 15 })).toBe(true)
  expect(isWorthRestart(running, { ...running, maxBitsPerSecond: 1_500_000 })).toBe(true)
  expect(isWorthRestart(running, { scalePercent: 50, timeCode: false })).toBe(true)
  expect(isWorthRestart({ scalePercent: 50, timeCode: false }, { scalePercent: 50, timeCode: true })).toBe(
    false,
  )
})
