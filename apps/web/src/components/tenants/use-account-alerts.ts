import { type AccountAlerts, ownAccount } from '@fleetdeck/contract/tenants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** Open alerts of the caller's account and of those below, live. */
export function useAccountAlerts(): AccountAlerts | undefined {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action !== 'accountAlertsChanged') return
    for (const { path } of [ownAccount.alerts, ownAccount.one])
      inBackground(client.invalidateQueries({ queryKey: [path] }))
  })
  const { data } = useQuery({
    queryKey: [ownAccount.alerts.path],
    queryFn: ({ signal }) => call(ownAccount.alerts, { signal }),
    meta: { silent: true },
  })
  return data
}
