import { expect, test } from 'vitest'
import { WheelZoom } from './wheel-zoom.ts'

function record() {
  const clock = { now: 0 }
  const sent: string[] = []
  const zoom = new WheelZoom(
    (type, x = 0, y = 0) => sent.push(`${type} ${x} ${y}`),
    () => clock.now,
  )
  return { sent, zoom, clock }
}

test('a notch of the wheel zooms one step at the pointer, towards the user out', () => {
  const { sent, zoom, clock } = record()
  zoom.turn({ x: 0.25, y: 0.5 }, -100)
  clock.now = 200
  zoom.turn({ x: 0.25, y: 0.5 }, 100)
  expect(sent).toEqual(['zoom_in 0.25 0.5', 'zoom_out 0.25 0.5'])
})

test('small turns of a touchpad add up, and a turn back starts again', () => {
  const { sent, zoom } = record()
  for (const pixels of [-25, -25, 25, -25, -25]) zoom.turn({ x: 0, y: 0 }, pixels)
  expect(sent).toEqual([])
  zoom.turn({ x: 0, y: 0 }, -25)
  expect(sent).toEqual(['zoom_in 0 0'])
})

test('turns that are faster than the phone are dropped', () => {
  const { sent, zoom, clock } = record()
  for (clock.now = 0; clock.now < 300; clock.now += 10) zoom.turn({ x: 0, y: 0 }, 100)
  expect(sent).toHaveLength(2)
})
