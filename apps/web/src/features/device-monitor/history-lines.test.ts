import type { HistoryPoint } from '@fleetdeck/contract/device-monitor'
import { expect, test } from 'vitest'
import { toLine, whileOnline } from './history-lines.ts'

const minute = 60_000
const point = (minutes: number, battery: number): HistoryPoint => ({
  at: new Date(minutes * minute).toISOString(),
  online: true,
  battery,
  batteryTemp: null,
  availMemory: null,
  sdCardLeftSpace: null,
})
const battery = (of: HistoryPoint) => of.battery

test('a line breaks where the phone did not report, also at the end', () => {
  const points = [point(0, 90), point(5, 89), point(30, 80)]
  expect(toLine(points, battery, { minutes: 5, until: 60 * minute })).toEqual([
    [0, 90],
    [5 * minute, 89],
    [10 * minute, null],
    [30 * minute - 1, null],
    [30 * minute, 80],
    [35 * minute, null],
    [60 * minute, null],
  ])
})

test('a missing report can have a value, and one late period is not missing', () => {
  const line = toLine([point(0, 90), point(6, 89)], () => 1, { minutes: 5, until: 9 * minute, silent: 0 })
  expect(line).toEqual([
    [0, 1],
    [6 * minute, 1],
  ])
})

test('a phone that is offline at the end of a period has no value there', () => {
  const points = [point(0, 90), { ...point(5, 90), online: false }, point(10, 88)]
  expect(toLine(points, whileOnline(battery), { minutes: 5, until: 12 * minute })).toEqual([
    [0, 90],
    [5 * minute, null],
    [10 * minute, 88],
  ])
})
