import type { MonitorDevice } from '@fleetdeck/contract/device-monitor'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { DeviceId } from '@fleetdeck/contract/ids'

/** A healthy phone that is online, with these other values. */
export const runtimeOf = (values: Partial<DeviceRuntime> = {}): DeviceRuntime => ({
  online: true,
  lastSeenAt: '2026-03-01T11:59:58Z',
  onlineChangedAt: '2026-03-01T10:00:00Z',
  runMode: null,
  serviceOk: '1',
  battery: 80,
  isCharging: '0',
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
  toMend: null,
  ...values,
})

/** Device `A` + id. */
export const monitorDevice = (id: number, values?: Partial<DeviceRuntime>): MonitorDevice => ({
  id: DeviceId.parse(id),
  deviceNo: `A${id}`,
  deviceId: `phone-${id}`,
  brand: '',
  mode: '',
  status: 0,
  groupName: null,
  userName: null,
  runtime: runtimeOf(values),
  place: { shelf: null, computer: null },
})
