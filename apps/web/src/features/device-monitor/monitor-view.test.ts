import type { MonitorDevice } from '@fleetdeck/contract/device-monitor'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { DeviceId } from '@fleetdeck/contract/ids'
import { expect, test } from 'vitest'
import { type LiveFilter, monitorRows } from './monitor-view.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const runtime = (values: Partial<DeviceRuntime>): DeviceRuntime => ({
  online: true,
  lastSeenAt: '2026-03-01T11:59:58Z',
  onlineChangedAt: '2026-03-01T10:00:00Z',
  runMode: null,
  serviceOk: '1',
  battery: 80,
  isCharging: null,
  batteryTemp: 30,
  brightness: null,
  osVersion: null,
  apkVersion: null,
  ecVersion: null,
  overHttp: false,
  sdCardLeftSpace: null,
  availMemory: null,
  taskName: null,
  msg: null,
  ...values,
})
const device = (id: DeviceId, values: Partial<DeviceRuntime> = {}): MonitorDevice => ({
  id,
  deviceNo: `A${id}`,
  deviceId: `phone-${id}`,
  brand: '',
  mode: '',
  status: 0,
  groupName: null,
  userName: null,
  runtime: runtime(values),
})

const fleet = [
  device(DeviceId.parse(10)),
  device(DeviceId.parse(2)),
  device(DeviceId.parse(3), { serviceOk: '0' }),
  device(DeviceId.parse(4), { online: false, onlineChangedAt: '2026-03-01T11:50:00Z' }),
  device(DeviceId.parse(5), { taskName: 'Reading' }),
]
const shown = (filter: LiveFilter = {}, states = new Map<number, DeviceRuntime>()) =>
  monitorRows(fleet, states, filter, now).map((row) => row.device.deviceNo)

test('phones with trouble come first, then offline and busy ones, each sorted by number', () => {
  expect(shown()).toEqual(['A3', 'A4', 'A5', 'A2', 'A10'])
})

test('a pushed state replaces the listed one, unless it is older', () => {
  const pushed = runtime({ battery: 3, lastSeenAt: '2026-03-01T12:00:00Z' })
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
