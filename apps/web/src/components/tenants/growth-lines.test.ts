import { expect, test } from 'vitest'
import { growthLines } from './growth-lines.ts'

const at = (day: string) => new Date(`${day}T00:00`).getTime()

test('a day that was not recorded is a gap, and the newest day is the last one', () => {
  const days = [
    { day: '2026-03-01', devices: 4, given: 10 },
    { day: '2026-03-03', devices: 5, given: 10 },
  ]
  const lines = growthLines(days, '2026-03-03', 4)
  expect(lines.devices).toEqual([
    [at('2026-02-28'), null],
    [at('2026-03-01'), 4],
    [at('2026-03-02'), null],
    [at('2026-03-03'), 5],
  ])
  expect(lines.given?.map(([, value]) => value)).toEqual([null, 10, null, 10])
  expect(lines.range).toEqual([at('2026-02-28'), at('2026-03-03')])
  expect(lines.recorded).toBe(2)
})

test('quotas that are unlimited or far above the devices have no line', () => {
  expect(growthLines([{ day: '2026-03-01', devices: 4, given: null }], '2026-03-01', 7).given).toBeUndefined()
  expect(growthLines([{ day: '2026-03-01', devices: 4, given: 1000 }], '2026-03-01', 7).given).toBeUndefined()
})
