import { deviceIncidents } from '@fleetdeck/contract/device-incidents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { useMay } from '../../ground/session-store.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

const { list, one, summary, weeks } = deviceIncidents

/** Loads incidents of devices again when the server reports that alarms have changed. */
export function useDeviceIncidentEvents() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action !== 'alarmsChanged') return
    for (const { path } of [list, one, summary, weeks])
      inBackground(client.invalidateQueries({ queryKey: [path] }))
  })
}

/** The open incidents of devices, live, for those who may see them. */
export function useOpenDeviceIncidents() {
  const maySee = useMay(summary.permission)
  useDeviceIncidentEvents()
  const { data } = useQuery({
    queryKey: [summary.path],
    queryFn: ({ signal }) => call(summary, { signal }),
    enabled: maySee,
    meta: { silent: true },
  })
  return { maySee, isKnown: data !== undefined || !maySee, data }
}
