import { expect, test } from 'vitest'
import { backOffMs, pause } from './back-off.ts'

const backOff = { firstMs: 500, limitMs: 30_000 }

test('waits double up to the limit', () => {
  const longest = [0, 1, 2, 3, 6, 50].map((attempt) => backOffMs(backOff, attempt, () => 1))
  expect(longest).toEqual([500, 1000, 2000, 4000, 30_000, 30_000])
})

test('half of each wait is random', () => {
  expect(backOffMs(backOff, 3, () => 0)).toBe(2000)
})

test('an aborted wait ends immediately', async () => {
  const calling = new AbortController()
  const waiting = pause(1e6, calling.signal)
  calling.abort()
  await waiting
  await pause(1e6, calling.signal)
})
