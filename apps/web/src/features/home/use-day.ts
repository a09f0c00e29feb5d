import { devices } from '@fleetdeck/contract/devices'
import { tasks } from '@fleetdeck/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useMay } from '../../ground/session-store.ts'

const refetchMs = 60_000

/** The last 24 hours, by hour, oldest first; undefined until they are known. */
export function useDeviceHours() {
  const { data } = useQuery({
    queryKey: [devices.onlineHours.path],
    queryFn: ({ signal }) => call(devices.onlineHours, { signal }),
    refetchInterval: refetchMs,
    staleTime: refetchMs / 2,
    meta: { silent: true },
  })
  return data
}

/** The same of runs, for users who see tasks. */
export function useRunHours() {
  const seesTasks = useMay(tasks.runHours.permission)
  const { data } = useQuery({
    queryKey: [tasks.runHours.path],
    queryFn: ({ signal }) => call(tasks.runHours, { signal }),
    enabled: seesTasks,
    refetchInterval: refetchMs,
    staleTime: refetchMs / 2,
    meta: { silent: true },
  })
  return data
}
