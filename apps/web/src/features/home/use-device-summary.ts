import { devices } from '@fleetdeck/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const refreshMs = 30_000

/** Reloaded when the server reports changed devices, and every half minute. */
export function useDeviceSummary() {
  const { data, isError } = useQuery({
    queryKey: [devices.list.path, 'count'],
    queryFn: ({ signal }) => call(devices.summary, { signal }),
    refetchInterval: refreshMs,
    meta: { silent: true },
  })
  return { summary: data, isError }
}
