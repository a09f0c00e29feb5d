import { afterAll, expect, test } from 'vitest'
import { noteSiteClock } from '../core/site-clock.ts'
import { ClockWatch } from './clock-watch.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-03-01T10:00:00Z')
/** The jumps of a clock that shows these times at these times of the process, in ms since the start. */
function jumps(...readings: { shows: number; from: number; to: number }[]): number[] {
  const watch = new ClockWatch()
  return readings.map(({ shows, from, to }) => watch.note(new Date(start + shows), from, to))
}

// Other tests share this process and the site's clock in it.
afterAll(() => noteSiteClock(new Date(), performance.now()))

test('a clock that runs on, or is corrected a little, has not jumped', () => {
  expect(
    jumps(
      { shows: 0, from: 0, to: 10 },
      { shows: 200, from: 200, to: 210 },
      { shows: 3400, from: 400, to: 410 },
      { shows: 600, from: 600, to: 610 },
    ),
  ).toEqual([0, 0, 0, 0])
})

test('a clock that is set forward and right again has jumped twice', () => {
  expect(
    jumps(
      { shows: 0, from: 0, to: 10 },
      { shows: 200 + 3 * dayMs, from: 200, to: 210 },
      { shows: 400 + 3 * dayMs, from: 400, to: 410 },
      { shows: 600, from: 600, to: 610 },
    ),
  ).toEqual([0, 3 * dayMs - 10, 0, -3 * dayMs + 10])
})

test('a slow statement is no jump', () => {
  expect(
    jumps(
      { shows: 0, from: 0, to: 10 },
      { shows: 60_000, from: 200, to: 60_010 },
      { shows: 60_200, from: 60_200, to: 60_210 },
    ),
  ).toEqual([0, 0, 0])
})
