import { DeviceId } from '@fleetdeck/contract/ids'
import { expect, test } from 'vitest'
import { resultsOf } from './batch-results.ts'

test('unchanged devices come first, and both parts are in the order of their numbers', () => {
  const failures = ['A10 · p1', 'A2 · p2'].map((deviceNo) => ({
    ...{ id: DeviceId.parse(1), deviceNo, reason: 'used' },
  }))
  const changed = ['B1 · p3', 'A11 · p4', 'A3 · p5', 'A1 · p6']
  expect(resultsOf({ failures, changed }).map(({ deviceNo, reason }) => [deviceNo, reason])).toEqual([
    ['A2 · p2', 'used'],
    ['A10 · p1', 'used'],
    ['A1 · p6', null],
    ['A3 · p5', null],
    ['A11 · p4', null],
    ['B1 · p3', null],
  ])
})
