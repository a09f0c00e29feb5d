import { expect, test } from 'vitest'
import { type FingerPath, linePath } from '../finger-paths.ts'
import { touchLine } from './touch-line.ts'

const from = { x: 100, y: 800 }
const to = { x: 100, y: 200 }
const curve: FingerPath = [
  { x: 0, y: 0, ms: 0 },
  { x: 300, y: 20, ms: 200 },
  { x: 300, y: 300, ms: 1000 },
]

test('a finger that lifts immediately taps, one that stays presses long', () => {
  expect(touchLine([{ ...from, ms: 0 }], 0)).toBe('input tap 100 800')
  expect(touchLine(linePath(from, from, 800), 0)).toBe('input swipe 100 800 100 800 800')
})

test('a straight movement is one swipe, and one after a hold drags', () => {
  expect(touchLine(linePath(from, to, 300), 0)).toBe('input swipe 100 800 100 200 300')
  const [, ...moves] = linePath(from, to, 300)
  const drag: FingerPath = [
    { ...from, ms: 0 },
    { ...from, ms: 600 },
    ...moves.map((point) => ({ ...point, ms: point.ms + 600 })),
  ]
  expect(touchLine(drag, 0)).toBe('input draganddrop 100 800 100 200 900')
})

test('a movement without a duration is a swipe', () => {
  expect(touchLine(linePath(from, to, 0), 0)).toBe('input swipe 100 800 100 200 1')
})

test('an Android that cannot drag refuses instead of printing the usage of input', () => {
  const drag: FingerPath = [
    { ...from, ms: 0 },
    { ...from, ms: 600 },
    { ...to, ms: 900 },
  ]
  expect(touchLine(drag, 23)).toBeUndefined()
  expect(touchLine(drag, 24)).toMatch(/^input draganddrop /)
})

test('a path with a bend is followed step by step, where Android can', () => {
  expect(touchLine(curve, 33)).toBe(
    [
      'input motionevent DOWN 0 0',
      'sleep 0.14',
      'input motionevent MOVE 300 20',
      'sleep 0.74',
      'input motionevent MOVE 300 300',
      'input motionevent UP 300 300',
    ].join(' && '),
  )
  expect(touchLine(curve, 29)).toBeUndefined()
})

test('an older Android swipes straight instead of a slight curve', () => {
  const slight: FingerPath = [
    { ...from, ms: 0 },
    { x: 130, y: 500, ms: 150 },
    { ...to, ms: 300 },
  ]
  expect(touchLine(slight, 29)).toBe('input swipe 100 800 100 200 300')
})

test('a long path has a limited number of steps', () => {
  const circle = Array.from({ length: 500 }, (_, at) => ({
    x: Math.round(500 + 300 * Math.cos(at / 80)),
    y: Math.round(900 + 300 * Math.sin(at / 80)),
    ms: at * 16,
  })) as unknown as FingerPath
  const steps = touchLine(circle, 33)?.match(/motionevent MOVE/g)
  expect(steps?.length).toBeGreaterThan(20)
  expect(steps?.length).toBeLessThan(45)
})
