import { type NamedReason, previewNames } from '@fleetdeck/contract/device-batches'

/** Reasons with their devices, most frequent first. */
export function countReasons(named: Iterable<readonly [deviceNo: string, reason: string]>): NamedReason[] {
  const byReason = Map.groupBy(named, ([, reason]) => reason)
  return Array.from(byReason, ([reason, all]) => ({
    reason,
    count: all.length,
    deviceNos: all.slice(0, previewNames).map(([deviceNo]) => deviceNo),
  })).toSorted((a, b) => b.count - a.count)
}
