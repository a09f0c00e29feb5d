import { taskRuns } from '@fleetdeck/contract/task-runs'
import { tasks } from '@fleetdeck/contract/tasks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { useMay } from '../../ground/session-store.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** The lists behind the figures. */
export const runningTasks = '/task/taskList?open=1'
export const failedRuns = '/task/run?failedToday=1'

/** The number of tasks in progress on phones, and of runs that failed today; live. */
export function useTaskSummary() {
  const seesTasks = useMay(tasks.summary.permission)
  const seesRuns = useMay(taskRuns.list.permission)
  const client = useQueryClient()
  useConsoleEvents((event) => {
    if (event.action === 'tasksChanged')
      inBackground(client.invalidateQueries({ queryKey: [tasks.summary.path] }))
  })
  const { data, isError } = useQuery({
    queryKey: [tasks.summary.path],
    queryFn: ({ signal }) => call(tasks.summary, { signal }),
    enabled: seesTasks,
    staleTime: 10_000,
    meta: { silent: true },
  })
  return { seesTasks, seesRuns, running: data?.running, failedToday: data?.failedToday, isError }
}
