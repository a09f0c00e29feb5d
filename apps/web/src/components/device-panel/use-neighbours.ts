import { useEffect, useRef } from 'react'
import { type DeviceOrder, type Direction, type Neighbours, neighbourOf } from './neighbours.ts'
import { useDeviceOrders } from './use-device-orders.ts'
import type { useDeviceOverlay } from './use-device-overlay.ts'

const none: readonly string[] = []

/**
 * The neighbours of each phone beside the page, in the order of the page's list or else by number; at the end of a page
 * of the list, the next page is shown. `swapped` is called with the phone that gets the place.
 */
export function useNeighbours(
  { docked, swap }: ReturnType<typeof useDeviceOverlay>,
  list: DeviceOrder | undefined,
  swapped: (deviceNo: string) => void,
): (deviceNo: string) => Neighbours {
  const orderOf = useDeviceOrders(docked, list)
  const deviceNos = list?.deviceNos ?? none
  const turning = useRef<{ deviceNo: string; direction: Direction }>(undefined)
  const show = (deviceNo: string, other: string) => {
    swapped(other)
    swap(deviceNo, other)
  }
  useEffect(() => {
    const turn = turning.current
    if (!turn || deviceNos.length === 0 || deviceNos.includes(turn.deviceNo)) return
    turning.current = undefined
    const ahead = turn.direction > 0 ? deviceNos : deviceNos.toReversed()
    const other = ahead.find((one) => !docked.includes(one))
    if (other) show(turn.deviceNo, other)
  })
  const step = (deviceNo: string, direction: Direction) => {
    const order = orderOf(deviceNo)
    const other = neighbourOf(order?.deviceNos ?? none, deviceNo, direction, docked)
    if (other) return () => show(deviceNo, other)
    const turn = deviceNos.includes(deviceNo) && order?.turn?.[direction > 0 ? 'after' : 'before']
    if (!turn) return undefined
    return () => {
      turning.current = { deviceNo, direction }
      turn()
    }
  }
  return (deviceNo) => ({ previous: step(deviceNo, -1), next: step(deviceNo, 1) })
}
