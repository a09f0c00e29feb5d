import { expect, test } from 'vitest'
import { deviceCondition, troubleText } from './device-condition.ts'
import { runtimeOf } from './testing/monitor-device.ts'

const healthy = runtimeOf()

test('the most important condition wins: disabled, offline, trouble, busy, online', () => {
  const busy = { ...healthy, taskName: 'Check in' }
  expect(deviceCondition(0, healthy)).toBe('online')
  expect(deviceCondition(0, busy)).toBe('busy')
  expect(deviceCondition(0, { ...busy, serviceOk: '0' })).toBe('trouble')
  expect(deviceCondition(0, { ...busy, serviceOk: '0', online: false })).toBe('offline')
  expect(deviceCondition(1, busy)).toBe('disabled')
})

test('trouble is named: service, heat, battery', () => {
  expect(troubleText({ ...healthy, serviceOk: '0' })).toBe('device.troubleService')
  expect(troubleText({ ...healthy, batteryTemp: 45 })).toBe('device.troubleHot')
  expect(troubleText({ ...healthy, battery: 14 })).toBe('device.troubleBattery')
  expect(troubleText({ ...healthy, battery: 14, isCharging: '1' })).toBeUndefined()
})
