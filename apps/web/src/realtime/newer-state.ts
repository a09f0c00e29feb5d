import type { DeviceRuntime } from '@fleetdeck/contract/devices'

const momentOf = (text: string | null) => (text ? Date.parse(text) : 0)

/** Whether what was pushed is newer than what a list said. */
export function isNewer(pushed: DeviceRuntime, listed: DeviceRuntime) {
  return (
    momentOf(pushed.lastSeenAt) >= momentOf(listed.lastSeenAt) &&
    momentOf(pushed.onlineChangedAt) >= momentOf(listed.onlineChangedAt)
  )
}
