import { expect, test } from 'vitest'
import { Attempts } from './attempts.ts'

test('what failed is tried again after ever longer pauses, and not for ever', () => {
  let now = 0
  const attempts = new Attempts(() => now)
  expect(attempts).toMatchObject({ mayTry: true, hasFailed: false })
  const pauses: number[] = []
  for (let failures = 0; failures < 7; failures++) {
    attempts.failed()
    const from = now
    while (!attempts.mayTry) now += 1000
    pauses.push((now - from) / 1000)
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 600, 600])
  attempts.failed()
  now += 24 * 3_600_000
  expect(attempts).toMatchObject({ mayTry: false, hasFailed: true })
})

test('what works again counts as new, and what cannot work is not tried', () => {
  let now = 0
  const attempts = new Attempts(() => now)
  attempts.failed()
  now += 30_000
  attempts.succeeded()
  expect(attempts).toMatchObject({ mayTry: true, hasFailed: false })
  attempts.failed({ isFinal: true })
  now += 24 * 3_600_000
  expect(attempts).toMatchObject({ mayTry: false, hasFailed: true })
})
