import { alarmMessages, alarms } from '@fleetdeck/contract/alarms'
import { useQueryClient } from '@tanstack/react-query'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** Reloads the lists when alarms are opened or ended, or messages are sent. */
export function useAlarmEvents() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action !== 'alarmsChanged') return
    void client.invalidateQueries({ queryKey: [alarms.list.path] })
    void client.invalidateQueries({ queryKey: [alarmMessages.list.path] })
  })
}
