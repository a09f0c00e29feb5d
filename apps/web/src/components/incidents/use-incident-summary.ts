import { incidents } from '@fleetdeck/contract/incidents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { useMay } from '../../ground/session-store.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

const refetchMs = 15_000
/** The list of those that last. */
export const openIncidents = '/monitor/incident?state=open'

/** Reloads what is shown of incidents when one is opened, ended or acknowledged. */
export function useIncidentEvents() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action !== 'incidentsChanged') return
    inBackground(client.invalidateQueries({ queryKey: [incidents.summary.path] }))
    inBackground(client.invalidateQueries({ queryKey: [incidents.list.path] }))
  })
}

/** The incidents of the installation, live; without the permission no data. */
export function useIncidentSummary() {
  const maySee = useMay(incidents.summary.permission)
  useIncidentEvents()
  const { data, isError, dataUpdatedAt } = useQuery({
    queryKey: [incidents.summary.path],
    queryFn: ({ signal }) => call(incidents.summary, { signal }),
    enabled: maySee,
    refetchInterval: refetchMs,
    meta: { silent: true },
  })
  return { maySee, data, isError, dataUpdatedAt }
}
