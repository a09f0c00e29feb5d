import { expect, test } from 'vitest'
import { readTotals, toReport, withoutStillness } from './line-report.ts'

const stats = (video: object) => [
  { type: 'codec', id: 'other', mimeType: 'video/VP9' },
  { type: 'codec', id: 'used', mimeType: 'video/AV1' },
  { type: 'inbound-rtp', kind: 'audio', packetsLost: 99 },
  { type: 'inbound-rtp', kind: 'video', codecId: 'used', ...video },
  { type: 'candidate-pair', nominated: true, state: 'succeeded', currentRoundTripTime: 0.15 },
]

test('a report says what happened since the last one', () => {
  const before = readTotals(
    stats({
      packetsReceived: 100,
      packetsLost: 4,
      framesDecoded: 30,
      freezeCount: 1,
      totalFreezesDuration: 0.5,
      jitter: 0.01,
    }),
  )
  const now = readTotals(
    stats({
      packetsReceived: 196,
      packetsLost: 8,
      framesDecoded: 54,
      freezeCount: 2,
      totalFreezesDuration: 1,
      jitter: 0.02,
    }),
  )
  expect(toReport(now, before)).toEqual({
    codec: 'AV1',
    roundTripMs: 150,
    jitterMs: 20,
    loss: 0.04,
    decoded: 24,
    isDisturbed: true,
    freezes: { count: 1, ms: 500 },
  })
})

test('the gaps of a still screen, which is encoded once a second, are no freezes', () => {
  const before = readTotals(stats({ framesDecoded: 30 }))
  const still = readTotals(stats({ framesDecoded: 31, freezeCount: 1, totalFreezesDuration: 1 }))
  expect(toReport(still, before).freezes).toEqual({ count: 0, ms: 0 })
  const moving = readTotals(stats({ framesDecoded: 40, freezeCount: 1, totalFreezesDuration: 0.4 }))
  expect(toReport(moving, before).freezes).toEqual({ count: 1, ms: 400 })
})

test('what the browser does not know is not known', () => {
  const nothing = readTotals([])
  expect(toReport(nothing, nothing)).toMatchObject({
    roundTripMs: undefined,
    jitterMs: undefined,
    loss: undefined,
  })
})

test('a packet that was late and not lost makes no negative loss', () => {
  const before = readTotals(stats({ packetsReceived: 10, packetsLost: 3 }))
  expect(toReport(readTotals(stats({ packetsReceived: 20, packetsLost: 1 })), before).loss).toBe(0)
})

test('a screen that changes after it stood still has not frozen, unless frames were late or lost', () => {
  const before = readTotals(stats({ framesDecoded: 30, nackCount: 1 }))
  const touched = { framesDecoded: 40, freezeCount: 1, totalFreezesDuration: 0.8 }
  const report = toReport(readTotals(stats({ ...touched, nackCount: 1 })), before)
  expect(withoutStillness(report, false).freezes).toEqual({ count: 0, ms: 0 })
  expect(withoutStillness(report, true).freezes).toEqual({ count: 1, ms: 800 })
  const lossy = toReport(readTotals(stats({ ...touched, nackCount: 2 })), before)
  expect(withoutStillness(lossy, false).freezes).toEqual({ count: 1, ms: 800 })
})
