import type { GrowthDay } from '@fleetdeck/contract/tenants'
import { formatNumber } from '@fleetdeck/i18n/formats'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Segmented, Skeleton } from 'antd'
import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'
import { useMemo, useState } from 'react'
import { useText } from '../../ground/language.ts'
import { useSite } from '../../ground/site.ts'
import { LineChart } from '../charts/LineChart.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { growthLines } from './growth-lines.ts'
import styles from './tenants.module.css'

dayjs.extend(utc)
dayjs.extend(timezone)

const periods = [30, 90, 365] as const
type Period = (typeof periods)[number]

interface GrowthChartProps {
  queryKey: readonly unknown[]
  load: (days: number, signal: AbortSignal) => Promise<GrowthDay[]>
  title?: string
}

/** The devices of accounts, day by day. */
export function GrowthChart({ queryKey, load, title }: GrowthChartProps) {
  const t = useText()
  const { timeZone = 'UTC' } = useSite()
  const [days, setDays] = useState<Period>(90)
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, days],
    queryFn: async ({ signal }) => ({ days, recorded: await load(days, signal) }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
  const lines = useMemo(() => {
    if (!data) return
    const { given, ...found } = growthLines(
      data.recorded,
      dayjs().tz(timeZone).format('YYYY-MM-DD'),
      data.days,
    )
    const names = [t('tenants.devices'), t('tenants.quota')] as const
    return { ...found, beside: given && { points: given, names } }
  }, [data, timeZone, t])
  return (
    <div className={styles.growth}>
      <div className={styles.growthHead}>
        <h2>{title ?? t('tenants.growth')}</h2>
        <Segmented<Period>
          size="small"
          aria-label={t('monitor.timeRange')}
          value={days}
          onChange={setDays}
          options={periods.map((value) => ({ value, label: t('tenants.days', { days: value }) }))}
        />
      </div>
      {error && <ErrorState title={t('tenants.growthFailed')} error={error} onRetry={() => void refetch()} />}
      {!lines && !error && <Skeleton active title={false} paragraph={{ rows: 5 }} />}
      {lines && (
        <LineChart
          title={lines.beside ? t('tenants.growthLines') : t('tenants.devices')}
          points={lines.devices}
          beside={lines.beside}
          isCount
          range={lines.range}
          formatValue={formatNumber}
        />
      )}
      {lines && data && lines.recorded < data.days && (
        <p className={styles.note}>{t('tenants.recorded', { recorded: lines.recorded, days: data.days })}</p>
      )}
    </div>
  )
}
