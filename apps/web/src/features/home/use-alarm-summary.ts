import { alarms } from '@fleetdeck/contract/alarms'
import { useQueryClient } from '@tanstack/react-query'
import { inBackground } from '../../api/feedback.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

export const openAlarms = '/alarm/list?state=open'

/** Loads alarms again when the server reports that some have changed. */
export function useAlarmNews() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'alarmsChanged')
      inBackground(client.invalidateQueries({ queryKey: [alarms.list.path] }))
  })
}
