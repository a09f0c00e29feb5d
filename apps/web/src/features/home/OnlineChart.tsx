import { devices } from '@fleetdeck/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useText } from '../../ground/language.ts'
import { Bars } from './Bars.tsx'
import { formatHour } from './format-hour.ts'

const refetchMs = 60_000

/** Phones online at the end of each of the last 24 hours, and now. */
export function OnlineChart() {
  const t = useText()
  const { data } = useQuery({
    queryKey: [devices.onlineHours.path],
    queryFn: ({ signal }) => call(devices.onlineHours, { signal }),
    refetchInterval: refetchMs,
    meta: { silent: true },
  })
  if (!data) return null
  const bars = data.map(({ at, online }) => [formatHour(at), online] as const)
  return (
    <Bars
      title={t('home.chartOnline')}
      bars={bars}
      formatCount={(count) => (count === null ? t('home.notRecorded') : t('home.deviceCount', { count }))}
    />
  )
}
