import { deviceIncidents } from '@fleetdeck/contract/device-incidents'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Bars } from '../../components/charts/Bars.tsx'
import { useText } from '../../ground/language.ts'
import styles from './device-incidents.module.css'

/** Number of incidents, and how long they waited and lasted, per week. */
export function WeekFigures() {
  const t = useText()
  const { data } = useQuery({
    queryKey: [deviceIncidents.weeks.path],
    queryFn: ({ signal }) => call(deviceIncidents.weeks, { signal }),
    meta: { silent: true },
  })
  if (!data?.some(({ count }) => count > 0)) return null
  const minutes = (seconds: number | null) =>
    seconds === null ? null : Math.max(1, Math.round(seconds / 60))
  const duration = (count: number | null) =>
    count === null ? t('deviceIncident.none') : formatAmount(count, t('deviceIncident.minutes'))
  const bars = (figure: 'ackSeconds' | 'endSeconds') =>
    data.map((each) => [each.week.slice(5), minutes(each[figure])] as const)
  return (
    <section className={styles.figures} aria-label={t('deviceIncident.figures')}>
      <Bars
        title={t('deviceIncident.figureCount')}
        bars={data.map(({ week, count }) => [week.slice(5), count] as const)}
        formatCount={(count) => t('deviceIncident.weekCount', { count: count ?? 0 })}
      />
      <Bars title={t('deviceIncident.figureAck')} bars={bars('ackSeconds')} formatCount={duration} />
      <Bars title={t('deviceIncident.figureEnd')} bars={bars('endSeconds')} formatCount={duration} />
    </section>
  )
}
