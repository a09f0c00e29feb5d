import { alarmMessages, alarms } from '@fleetdeck/contract/alarms'
import { useQueryClient } from '@tanstack/react-query'
import { inBackground } from '../../api/feedback.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** Reloads the lists when alarms are opened or ended, or messages are sent. */
export function useAlarmEvents() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action !== 'alarmsChanged') return
    inBackground(client.invalidateQueries({ queryKey: [alarms.list.path] }))
    inBackground(client.invalidateQueries({ queryKey: [alarmMessages.list.path] }))
  })
}
