import type { RecordedInput } from '@fleetdeck/contract/recordings'
import { expect, test } from 'vitest'
import { clockText } from '../../components/clock-text.ts'
import { dotsAt, filmTimes, lastIndexUntil } from './moments.ts'
import { splitPieces } from './picture-store.ts'

const touch = (at: number, action_type: 'touchDown' | 'touchUp', x = 0.5): RecordedInput => ({
  at,
  name: 'ann',
  frame: { action: 'canvas_action', action_type, x, y: 0.5 },
})
const picture = (at: number, from: number, length: number) => ({
  ...{ at, from, length },
  ...{ screenWidth: 1, screenHeight: 2 },
})

test('the frame of a time is the newest one up to it', () => {
  const entries = [{ at: 100 }, { at: 200 }, { at: 200 }, { at: 300 }]
  expect([0, 100, 250, 200, 9999].map((at) => lastIndexUntil(entries, at))).toEqual([-1, 0, 2, 2, 3])
})

test('a touch is shown briefly and fades', () => {
  const inputs = [touch(1000, 'touchDown', 0.1), touch(1200, 'touchUp', 0.2)]
  expect(dotsAt(inputs, 900)).toEqual([])
  expect(dotsAt(inputs, 1300).map(({ x }) => x)).toEqual([0.2, 0.1])
  expect(dotsAt(inputs, 1500).map(({ x }) => x)).toEqual([0.2])
  expect(dotsAt(inputs, 1700)).toEqual([])
})

test('small frames are fetched together, a large one alone', () => {
  const mega = 1024 * 1024
  const { pieces, pieceIndexes } = splitPieces([
    picture(0, 8, 1000),
    picture(1, 2000, 1000),
    picture(2, 4000, 2 * mega),
    picture(3, 3 * mega, 10),
  ])
  expect(pieceIndexes).toEqual([0, 0, 1, 2])
  expect(pieces[0]).toEqual({ from: 8, to: 3000 })
})

test('times are formatted as minutes and seconds, with hours if any', () => {
  expect([0, 61_500, 3_723_000].map(clockText)).toEqual(['00:00', '01:01', '1:02:03'])
})

test('two fingers are two dots', () => {
  const pinch: RecordedInput = touch(1000, 'touchDown', 0.1)
  const inputs = [
    { ...pinch, frame: { ...pinch.frame, second: { x: 0.9, y: 0.5 } } as RecordedInput['frame'] },
  ]
  expect(dotsAt(inputs, 1000)).toEqual([
    { x: 0.1, y: 0.5, strength: 1 },
    { x: 0.9, y: 0.5, strength: 1 },
  ])
})

test('the film starts with the first frame, and touches appear and disappear', () => {
  const times = filmTimes({
    durationMs: 2000,
    pictures: [picture(500, 8, 10), picture(510, 20, 10)],
    inputs: [touch(100, 'touchDown'), touch(1000, 'touchDown')],
    lines: [],
    online: [],
  })
  expect(times).toEqual([500, 1000, 1400])
})
