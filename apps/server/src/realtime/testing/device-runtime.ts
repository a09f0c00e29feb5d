import type { DeviceRuntime } from '@fleetdeck/contract/devices'

/** The state of a connected phone that has reported its battery only. */
export const runtime = (battery: number): DeviceRuntime => ({
  online: true,
  lastSeenAt: null,
  onlineChangedAt: null,
  runMode: null,
  serviceOk: null,
  battery,
  isCharging: null,
  batteryTemp: null,
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
})
