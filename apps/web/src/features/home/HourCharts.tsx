import { Bars } from '../../components/charts/Bars.tsx'
import { useText } from '../../ground/language.ts'
import { zoneName } from '../../ground/site-zone.ts'
import { formatHour } from './format-hour.ts'
import { useDeviceHours, useRunHours } from './use-day.ts'

/** Phones online at the end of each of the last 24 hours, and runs by hour. */
export function HourCharts() {
  const t = useText()
  const zone = zoneName(new Date())
  const named = (title: string) => (zone ? `${title} ·${zone}` : title)
  const devices = useDeviceHours()
  const runs = useRunHours()
  return (
    <div className="home-charts">
      {devices && (
        <Bars
          title={named(t('home.chartOnline'))}
          bars={devices.map(({ at, online }) => [formatHour(at), online] as const)}
          formatCount={(count) => (count === null ? t('home.notRecorded') : t('home.deviceCount', { count }))}
        />
      )}
      {runs && (
        <Bars
          className="home-runs"
          title={named(t('home.chartRuns'))}
          bars={runs.map(({ at, runs: count }) => [formatHour(at), count] as const)}
          formatCount={(count) => t('home.runCount', { count: count ?? 0 })}
        />
      )}
    </div>
  )
}
