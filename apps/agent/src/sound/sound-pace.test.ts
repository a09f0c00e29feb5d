import { expect, test } from 'vitest'
import { OwnNumbers } from './own-numbers.ts'
import { SoundPace } from './sound-pace.ts'

function clock() {
  const time = { now: 1000 }
  return { time, pace: new SoundPace(() => time.now) }
}

test('pieces follow each other without gaps, although their own times are inexact', () => {
  const { time, pace } = clock()
  const taken = [0, 23, 37, 65, 80].map((ptsMs) => {
    time.now = 1000 + ptsMs
    return pace.take(5000 + ptsMs, 20)
  })
  expect(taken).toEqual([5000, 5020, 5040, 5060, 5080])
})

test('a time in which nothing played stays', () => {
  const { time, pace } = clock()
  pace.take(0, 20)
  time.now += 4000
  expect(pace.take(4000, 20)).toBe(4000)
  time.now += 20
  expect(pace.take(4020, 20)).toBe(4020)
})

test('what comes too late is left out until the sound has caught up', () => {
  const { time, pace } = clock()
  for (let at = 0; at < 100; at += 20) {
    time.now = 1000 + at
    expect(pace.take(at, 20)).toBe(at)
  }
  // The line stops for a second, and then sends at once what has queued.
  time.now = 2100
  const late = []
  for (let at = 100; at < 1100; at += 20) late.push(pace.take(at, 20))
  expect(late.filter((at) => at !== undefined).map((at) => at >= 800)).not.toContain(false)
  expect(late.at(-1)).toBe(1080)
  expect(pace.isStuck).toBe(false)
})

test('a clock of the phone that is slower for hours makes nothing late', () => {
  const { time, pace } = clock()
  const late = Array.from({ length: 50_000 }, (_, index) => {
    time.now = 1000 + index * 20 * 1.0005
    return pace.take(index * 20, 20)
  }).filter((at) => at === undefined)
  expect(late).toEqual([])
})

test('a line that is too slow for the sound is stuck', () => {
  const { time, pace } = clock()
  for (let index = 0; index < 2000 && !pace.isStuck; index++) {
    time.now = 1000 + index * 40
    pace.take(index * 20, 20)
  }
  expect(pace.isStuck).toBe(true)
})

test('times that no phone sends make no sound fall silent for good', () => {
  const { time, pace } = clock()
  pace.take(0, 20)
  pace.take(2 ** 43, 20)
  time.now += 40
  expect(pace.take(40, 20)).toBe(2 ** 43 + 20)
  expect(pace.take(0, 120)).toBe(2 ** 43 + 40)
})

test('the numbers of a listener rise without gaps, also after a pause and in another sound', () => {
  let now = 0
  const numbers = new OwnNumbers(() => now)
  const first = numbers.next({ ssrc: 1, timestamp: 4_294_967_000 })
  expect(numbers.next({ ssrc: 1, timestamp: (4_294_967_000 + 960) % 2 ** 32 })).toEqual({
    sequenceNumber: first.sequenceNumber + 1,
    timestamp: first.timestamp + 960,
  })
  now = 60_000
  expect(numbers.next({ ssrc: 2, timestamp: 77 })).toEqual({
    sequenceNumber: first.sequenceNumber + 2,
    timestamp: first.timestamp + 960 + 60_000 * 48,
  })
})
