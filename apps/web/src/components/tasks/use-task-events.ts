import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { inBackground } from '../../api/feedback.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** Reloads lists of tasks and their runs when phones report progress; returns a function for a manual reload. */
export function useTaskEvents() {
  const client = useQueryClient()
  const reload = () =>
    Promise.all([tasks.list, taskRuns.list].map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
  useConsoleEvents((event) => {
    if (event.action === 'tasksChanged') inBackground(reload())
  })
  return reload
}
