import { commands } from '@fleetdeck/contract/commands'
import { useQueryClient } from '@tanstack/react-query'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** Runs of commands load again when phones tell how they go. */
export function useRunEvents() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'commandsChanged') void client.invalidateQueries({ queryKey: [commands.runs.path] })
  })
}
