import { type AccountAlerts, accountAlerts } from '@fleetdeck/contract/account-alerts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

const queryKey = [accountAlerts.open.path]

/** Open alerts of the caller's account and of those below, live. */
export function useAccountAlerts(): AccountAlerts | undefined {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'accountAlertsChanged') inBackground(client.invalidateQueries({ queryKey }))
  })
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(accountAlerts.open, { signal }),
    meta: { silent: true },
  })
  return data
}
