import { expect, test } from 'vitest'
import { glanceWidth, placeGlance } from './glance-place.ts'

const view = { width: 1000, height: 800 }

test('a card is on the side of its row that has more space, and never covers the row', () => {
  const upper = placeGlance({ top: 100, bottom: 140, left: 20 }, view)
  expect(upper).toEqual({ left: 20, width: glanceWidth, top: 144, maxHeight: 648 })
  const lower = placeGlance({ top: 700, bottom: 740, left: 20 }, view)
  expect(lower).toEqual({ left: 20, width: glanceWidth, bottom: 104, maxHeight: 688 })
})

test('a card stays in the window', () => {
  expect(placeGlance({ top: 0, bottom: 40, left: 900 }, view).left).toBe(1000 - 8 - glanceWidth)
  expect(placeGlance({ top: 0, bottom: 40, left: -50 }, view).left).toBe(8)
  expect(placeGlance({ top: 0, bottom: 40, left: 0 }, { width: 375, height: 800 })).toMatchObject({
    left: 8,
    width: 359,
  })
})
