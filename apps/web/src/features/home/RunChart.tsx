import { tasks } from '@fleetdeck/contract/tasks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { Bars } from './Bars.tsx'
import { formatHour } from './format-hour.ts'

const refetchMs = 60_000

/** Runs of the last 24 hours, by hour. */
export function RunChart() {
  const t = useText()
  const seesTasks = useMay(tasks.runHours.permission)
  const { data } = useQuery({
    queryKey: [tasks.runHours.path],
    queryFn: ({ signal }) => call(tasks.runHours, { signal }),
    enabled: seesTasks,
    refetchInterval: refetchMs,
    meta: { silent: true },
  })
  if (!data) return null
  const bars = data.map(({ at, runs }) => [formatHour(at), runs] as const)
  return (
    <Bars
      title={t('home.chartRuns')}
      bars={bars}
      formatCount={(count) => t('home.runCount', { count: count ?? 0 })}
    />
  )
}
