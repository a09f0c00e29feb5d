import type { RunQuestion } from '@fleetdeck/contract/run-questions'
import { runQuestions } from '@fleetdeck/contract/run-questions'
import { taskRuns } from '@fleetdeck/contract/task-runs'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { useMay } from '../../ground/session-store.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'

/** How many are loaded for the card. */
const shownRows = 20
/** Questions also end without a push: their time is over. */
const checkMs = 15_000

export interface Questions {
  /** The newest groups that wait. */
  list: RunQuestion[]
  total: number
}

/** The questions and messages that wait, in groups of those that are alike, kept up to date; of one device if it is given. */
export function useWaitingQuestions(deviceId?: RunQuestion['deviceId']): Questions {
  const client = useQueryClient()
  const isAllowed = useMay(runQuestions.list.permission)
  const { data } = useQuery({
    queryKey: [runQuestions.list.path, 'waiting', deviceId ?? 0],
    queryFn: ({ signal }) =>
      call(runQuestions.list, {
        query: { waiting: '1', grouped: '1', pageSize: shownRows, ...(deviceId && { deviceId }) },
        signal,
      }),
    enabled: isAllowed,
    refetchInterval: ({ state }) => ((state.data?.total ?? 0) > 0 ? checkMs : false),
    meta: { silent: true },
  })
  const total = data?.total ?? 0
  useConsoleEvents((event) => {
    const isAsked = event.action === 'questionsChanged'
    // The end of a run ends its question.
    if (isAsked || (event.action === 'tasksChanged' && total > 0))
      inBackground(client.invalidateQueries({ queryKey: [runQuestions.list.path] }))
    if (isAsked) inBackground(client.invalidateQueries({ queryKey: [taskRuns.list.path] }))
  })
  return { list: data?.list ?? [], total }
}
