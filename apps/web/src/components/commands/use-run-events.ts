import { commands } from '@fleetdeck/contract/commands'
import { useQueryClient } from '@tanstack/react-query'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** Reloads runs of commands when phones report progress. */
export function useRunEvents() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'commandsChanged') void client.invalidateQueries({ queryKey: [commands.runs.path] })
  })
}
