import { alarms } from '@fleetdeck/contract/alarms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { useMay } from '../../ground/session-store.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** The list behind the figure. */
export const openAlarms = '/alarm/list?state=open'

/** The number of unresolved alarms, live; undefined without the permission. */
export function useAlarmSummary() {
  const seesAlarms = useMay(alarms.list.permission)
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'alarmsChanged')
      inBackground(client.invalidateQueries({ queryKey: [alarms.list.path] }))
  })
  const { data, isError } = useQuery({
    queryKey: [alarms.list.path, 'count'],
    queryFn: ({ signal }) => call(alarms.summary, { signal }),
    enabled: seesAlarms,
    meta: { silent: true },
  })
  return { seesAlarms, open: data?.open, isError }
}
