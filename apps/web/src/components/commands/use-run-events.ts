import { commands } from '@fleetdeck/contract/commands'
import { useQueryClient } from '@tanstack/react-query'
import { inBackground } from '../../api/feedback.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** Reloads runs of commands when phones report progress. */
export function useRunEvents() {
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'commandsChanged')
      inBackground(client.invalidateQueries({ queryKey: [commands.runs.path] }))
  })
}
