import { expect, test } from 'vitest'
import { successRate } from './delivery.ts'

test('the success rate is that of orders that have ended', () => {
  expect(successRate({ queued: 2, running: 7 })).toBeUndefined()
  expect(successRate({ running: 6, succeeded: 3, failed: 1 })).toBe(0.75)
  expect(successRate({ succeeded: 1, stopped: 1, expired: 2 })).toBe(0.25)
})
