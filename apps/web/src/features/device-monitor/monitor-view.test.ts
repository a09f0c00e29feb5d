import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { expect, test } from 'vitest'
import { monitorDevice as device, runtimeOf } from '../../components/testing/monitor-device.ts'
import { type LiveFilter, monitorRows } from './monitor-view.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const fleet = [
  device(10),
  device(2),
  device(3, { serviceOk: '0' }),
  device(4, { online: false, onlineChangedAt: '2026-03-01T11:50:00Z' }),
  device(5, { taskName: 'Reading' }),
]
const shown = (filter: LiveFilter = {}, states = new Map<number, DeviceRuntime>()) =>
  monitorRows(fleet, states, filter, now).map((row) => row.device.deviceNo)

test('phones with trouble come first, then offline and busy ones, each sorted by number', () => {
  expect(shown()).toEqual(['A3', 'A4', 'A5', 'A2', 'A10'])
})

test('a pushed state replaces the listed one, unless it is older', () => {
  const pushed = runtimeOf({ battery: 3, lastSeenAt: '2026-03-01T12:00:00Z' })
  expect(shown({ battery: '10' }, new Map([[2, pushed]]))).toEqual(['A2'])
  const older = { ...pushed, lastSeenAt: '2026-03-01T11:00:00Z' }
  expect(shown({ battery: '10' }, new Map([[2, older]]))).toEqual([])
})

test('filters apply to live values', () => {
  expect(shown({ offline: '10' })).toEqual(['A4'])
  expect(shown({ offline: '15' })).toEqual([])
  expect(shown({ serviceOk: '0' })).toEqual(['A3'])
  expect(shown({ hasTask: '1' })).toEqual(['A5'])
  expect(shown({ hasTask: '0', online: '0' })).toEqual(['A4'])
})
