import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { Status } from '@fleetdeck/contract/enums'
import type { TextKey } from '@fleetdeck/i18n/catalogue'

/** The six states of everything that runs, each with a separate shape and text; unknown while there are no reports. */
export type Condition = 'online' | 'offline' | 'busy' | 'trouble' | 'failed' | 'disabled' | 'unknown'

export const conditionTexts: Record<Condition, TextKey> = {
  online: 'device.stateOnline',
  offline: 'device.stateOffline',
  busy: 'device.stateBusy',
  trouble: 'device.stateTrouble',
  failed: 'device.stateFailed',
  disabled: 'device.stateDisabled',
  unknown: 'device.stateUnknown',
}

/** °C; at or above this the temperature is shown with the phone. */
const hotFrom = 45
/** Percent. */
export const lowBatteryBelow = 15
/** Three heartbeats of the default period. */
export const staleAfterSeconds = 30

export const isHot = (runtime: DeviceRuntime) => (runtime.batteryTemp ?? 0) >= hotFrom
export const isCharging = (runtime: DeviceRuntime) => runtime.isCharging === '1'
const isLow = (runtime: DeviceRuntime) =>
  runtime.battery !== null && runtime.battery < lowBatteryBelow && !isCharging(runtime)

/** The problem of an online phone, if any. */
export function troubleText(runtime: DeviceRuntime): TextKey | undefined {
  if (runtime.serviceOk === '0') return 'device.troubleService'
  if (isHot(runtime)) return 'device.troubleHot'
  return isLow(runtime) ? 'device.troubleBattery' : undefined
}

export function deviceCondition(status: number, runtime: DeviceRuntime): Condition {
  if (status === Status.off) return 'disabled'
  if (!runtime.online) return 'offline'
  if (troubleText(runtime)) return 'trouble'
  return runtime.taskName ? 'busy' : 'online'
}
