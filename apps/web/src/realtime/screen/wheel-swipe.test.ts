import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Touch } from './touch.ts'
import { WheelSwipe } from './wheel-swipe.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function record() {
  const sent: [string, number, number][] = []
  const touch = new Touch((type, x = 0, y = 0) => sent.push([type, x, y]), {
    schedule: (task) => {
      const timer = setTimeout(task, 16)
      return () => clearTimeout(timer)
    },
  })
  return { sent, wheel: new WheelSwipe(touch) }
}

test('scrolling down drags the content up and lifts the finger afterwards', () => {
  const { sent, wheel } = record()
  wheel.turn({ x: 0.5, y: 0.5 }, 0, 0.25)
  vi.advanceTimersByTime(1000)
  expect(sent.map(([type]) => type)).toEqual(['touchDown', 'touchMove', 'touchUp'])
  expect(sent.at(-1)).toEqual(['touchUp', 0.5, 0.25])
})

test('the finger is marked as a wheel, so that a phone may turn one instead', () => {
  const marks: (boolean | undefined)[] = []
  const touch = new Touch((_type, _x, _y, manner) => marks.push(manner?.wheel), { schedule: () => () => {} })
  const wheel = new WheelSwipe(touch)
  wheel.turn({ x: 0.5, y: 0.5 }, 0, 0.3)
  wheel.end()
  touch.down({ x: 0.5, y: 0.5 })
  touch.up()
  expect(marks).toEqual([true, true, true, undefined, undefined])
})

test('at the edge the finger restarts, so that long scrolling continues', () => {
  const { sent, wheel } = record()
  for (let turn = 0; turn < 4; turn += 1) wheel.turn({ x: 0.5, y: 0.5 }, 0, 0.3)
  vi.advanceTimersByTime(1000)
  expect(sent.filter(([type]) => type === 'touchDown')).toHaveLength(2)
  expect(sent.filter(([type]) => type === 'touchUp')).toHaveLength(2)
})
