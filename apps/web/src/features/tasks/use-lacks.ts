import { ScheduleType, type Task, TaskStatus, tasks } from '@fleetdeck/contract/tasks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Phones report what they can at any time. */
const askAgainMs = 30_000

const runsLater = ({ status, completed, scheduleType }: Task) =>
  status === TaskStatus.started && !completed && scheduleType !== ScheduleType.now

/** What phones of the scheduled ones of these tasks lack, by task. One call asks for all of them. */
export function useLacks(rows: readonly Task[]): ReadonlyMap<number, string> {
  const scheduled = rows.filter(runsLater)
  const ids = scheduled.map(({ id }) => id)
  // A changed task or another version of its script may need something else.
  const versions = scheduled.map(({ scriptVersion, gmtModified }) => `${scriptVersion} ${gmtModified}`)
  const { data } = useQuery({
    queryKey: [tasks.lacks.path, ids, versions],
    queryFn: ({ signal }) => call(tasks.lacks, { query: { ids }, signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: askAgainMs,
    meta: { silent: true },
  })
  const present = data?.filter(({ id }) => ids.includes(id)) ?? []
  return new Map(present.map(({ id, text }) => [id, text]))
}
