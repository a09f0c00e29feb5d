import type { DeviceRuntime } from '@fleetdeck/contract/devices'

const parseMoment = (text: string | null) => (text ? Date.parse(text) : 0)

/** Whether a pushed state is newer than the list's. */
export function isNewer(pushed: DeviceRuntime, listed: DeviceRuntime) {
  return (
    parseMoment(pushed.lastSeenAt) >= parseMoment(listed.lastSeenAt) &&
    parseMoment(pushed.onlineChangedAt) >= parseMoment(listed.onlineChangedAt)
  )
}
