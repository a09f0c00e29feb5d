import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** Lists of tasks and of their runs load again when phones tell how they go; answers the way to do it by hand. */
export function useTaskEvents() {
  const client = useQueryClient()
  const reload = () =>
    Promise.all([tasks.list, taskRuns.list].map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
  useConsoleEvents((event) => {
    if (event.action === 'tasksChanged') void reload()
  })
  return reload
}
