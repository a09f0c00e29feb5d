import type { AlarmKind } from '@fleetdeck/contract/alarms'
import type { MonitorDevice } from '@fleetdeck/contract/device-monitor'
import type { DeviceRuntime } from '@fleetdeck/contract/devices'
import { type Condition, deviceCondition } from '../../components/device-condition.ts'
import { naturalOrder } from '../../ground/natural-order.ts'
import type { DeviceStates } from '../../realtime/console-socket.ts'
import { isNewer } from '../../realtime/newer-state.ts'

export interface MonitorRow {
  device: MonitorDevice
  runtime: DeviceRuntime
  condition: Condition
  /** Its unresolved alarms, as far as the page loads them. */
  alarms?: readonly AlarmKind[]
}

/** Filters that are evaluated on live values, as in the address: texts. */
export interface LiveFilter {
  battery?: string
  offline?: string
  serviceOk?: string
  hasTask?: string
  online?: string
  /** A code of the phone check, or `any`. */
  toMend?: string
}

const ranks: Record<Condition, number> = {
  trouble: 0,
  failed: 1,
  offline: 2,
  busy: 3,
  online: 4,
  disabled: 5,
  unknown: 6,
}

const flagged = (wanted: string | undefined, is: boolean) => wanted === undefined || (wanted === '1') === is

const offlineMs = ({ online, onlineChangedAt, lastSeenAt }: DeviceRuntime, now: number) => {
  const since = onlineChangedAt ?? lastSeenAt
  if (online) return -1
  return since === null ? Number.POSITIVE_INFINITY : now - Date.parse(since)
}

function matchesFilter(runtime: DeviceRuntime, filter: LiveFilter, now: number): boolean {
  const { battery, offline, serviceOk, hasTask, online, toMend } = filter
  if (battery && (runtime.battery === null || runtime.battery >= Number(battery))) return false
  if (offline && offlineMs(runtime, now) < Number(offline) * 60_000) return false
  if (toMend && !runtime.toMend?.some((code) => toMend === 'any' || code === toMend)) return false
  if (serviceOk && runtime.serviceOk !== serviceOk) return false
  return flagged(hasTask, Boolean(runtime.taskName)) && flagged(online, runtime.online)
}

/** The listed devices with their pushed states: filtered, sorted by problems and then by number. */
export function monitorRows(
  devices: readonly MonitorDevice[],
  states: DeviceStates,
  filter: LiveFilter,
  now = Date.now(),
): MonitorRow[] {
  const rows: MonitorRow[] = []
  for (const device of devices) {
    const pushed = states.get(device.id)
    const runtime = pushed && isNewer(pushed, device.runtime) ? pushed : device.runtime
    if (matchesFilter(runtime, filter, now))
      rows.push({ device, runtime, condition: deviceCondition(device.status, runtime) })
  }
  return rows.sort(
    (a, b) =>
      ranks[a.condition] - ranks[b.condition] || naturalOrder.compare(a.device.deviceNo, b.device.deviceNo),
  )
}
