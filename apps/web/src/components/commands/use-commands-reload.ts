import { commands } from '@fleetdeck/contract/commands'
import { useQueryClient } from '@tanstack/react-query'
import { inBackground } from '../../api/feedback.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** Reloads commands and their results, also whenever the server reports that they changed. */
export function useCommandsReload(): () => Promise<unknown> {
  const client = useQueryClient()
  const reload = () =>
    Promise.all(
      [commands.list, commands.runs].map(({ path }) => client.invalidateQueries({ queryKey: [path] })),
    )
  useConsoleEvents((event) => {
    if (event.action === 'commandsChanged') inBackground(reload())
  })
  return reload
}
