import { deviceNeighbours } from '@fleetdeck/contract/device-neighbours'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { DeviceOrder } from './neighbours.ts'

/** The numbers around this one. */
async function fetchOrder(deviceNo: string, signal: AbortSignal): Promise<string[]> {
  const { before, after } = await call(deviceNeighbours.find, { query: { deviceNo }, signal })
  return [...before.toReversed(), deviceNo, ...after]
}

/**
 * The order in which each of these phones has its neighbours: the one of the list, or else all phones that the user may
 * see, by number. Undefined while it is not known.
 * @param list undefined without a list
 */
export function useDeviceOrders(
  deviceNos: readonly string[],
  list: DeviceOrder | undefined,
): (deviceNo: string) => DeviceOrder | undefined {
  const client = useQueryClient()
  const isLoading = list !== undefined && list.deviceNos === undefined
  const unlisted = isLoading ? [] : deviceNos.filter((deviceNo) => !list?.deviceNos?.includes(deviceNo))
  const found = useQueries({
    queries: unlisted.map((deviceNo) => ({
      queryKey: [deviceNeighbours.find.path, deviceNo],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchOrder(deviceNo, signal),
      // Until its own answer, that of a phone nearby: keys can follow each other quickly.
      placeholderData: () =>
        client
          .getQueriesData<string[]>({ queryKey: [deviceNeighbours.find.path] })
          .map(([, order]) => order)
          .find((order) => order?.includes(deviceNo)),
      meta: { silent: true },
    })),
  })
  const around = new Map(unlisted.map((deviceNo, index) => [deviceNo, found[index]?.data]))
  return (deviceNo) => {
    const order = around.get(deviceNo)
    return order ? { deviceNos: order } : list
  }
}
