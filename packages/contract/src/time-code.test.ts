import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTimeCode, timeCodeCells, timeCodeColumns, timeCodeRows } from './time-code.ts'

const moment = fc.integer({ min: 0, max: 4_000_000_000_000 })

test('a drawn time code is read back, even with a clock that is days off', () => {
  fc.assert(
    fc.property(moment, fc.nat(255), fc.integer({ min: -1e9, max: 1e9 }), (time, inputs, off) => {
      const cells = timeCodeCells({ time, inputs })
      expect(cells).toHaveLength(timeCodeColumns * timeCodeRows)
      expect(readTimeCode(cells, time + off)).toEqual({ time, inputs })
    }),
  )
})

test('a frame without a time code yields none', () => {
  expect(readTimeCode(Array(48).fill(false), Date.now())).toBeUndefined()
  expect(readTimeCode(Array(48).fill(true), Date.now())).toBeUndefined()
  const cells = timeCodeCells({ time: 1_700_000_000_000, inputs: 3 })
  cells[12] = !cells[12]
  expect(readTimeCode(cells, 1_700_000_000_000)).toBeUndefined()
})
