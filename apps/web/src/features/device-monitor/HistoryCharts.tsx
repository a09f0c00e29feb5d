import { deviceMonitor, type HistoryPoint, historyHours } from '@fleetdeck/contract/device-monitor'
import type { DeviceId } from '@fleetdeck/contract/ids'
import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { useQuery } from '@tanstack/react-query'
import { Segmented, Skeleton } from 'antd'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { byteText, byteUnit } from '../../components/byte-text.ts'
import { LineChart } from '../../components/charts/LineChart.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { toLine, whileOnline } from './history-lines.ts'
import styles from './monitor.module.css'

const rangeTexts = { 1: 'monitor.range1', 24: 'monitor.range24', 168: 'monitor.range168' } as const
type Hours = keyof typeof rangeTexts
const reloadMs = 60_000

interface ValueChart {
  key: string
  title: TextKey
  value: (point: HistoryPoint) => number | null
  words: (value: number) => string
  unitOf?: (value: number) => number
  ends?: readonly [least: number, most: number]
}

const valueCharts: ValueChart[] = [
  {
    key: 'battery',
    title: 'device.battery',
    value: (point) => point.battery,
    words: (value) => formatAmount(Math.round(value), '%'),
    ends: [0, 100],
  },
  {
    key: 'temperature',
    title: 'device.temperature',
    value: (point) => point.batteryTemp,
    words: (value) => formatAmount(Math.round(value * 10) / 10, '°C'),
  },
  {
    key: 'memory',
    title: 'device.memoryLeft',
    value: (point) => point.availMemory,
    words: byteText,
    unitOf: byteUnit,
  },
  {
    key: 'storage',
    title: 'device.storageLeft',
    value: (point) => point.sdCardLeftSpace,
    words: byteText,
    unitOf: byteUnit,
  },
]

const between = [0, 1] as const

function Charts({ data, hours, until }: { data: HistoryData; hours: Hours; until: number }) {
  const t = useText()
  const { minutes, points } = data
  const range = useMemo(() => [until - hours * 3_600_000, until] as const, [hours, until])
  const lines = useMemo(
    () => ({
      online: toLine(points, (point) => Number(point.online), { minutes, until, silent: 0 }),
      values: valueCharts.map(({ value }) => toLine(points, whileOnline(value), { minutes, until })),
    }),
    [points, minutes, until],
  )
  const formatState = useMemo(() => stateFormatter(t), [t])
  return (
    <div className={styles.charts}>
      <LineChart
        title={t('device.state')}
        points={lines.online}
        range={range}
        formatValue={formatState}
        step={between}
      />
      {valueCharts.map(({ key, title, words, unitOf, ends }, index) => (
        <LineChart
          key={key}
          title={t(title)}
          points={lines.values[index] ?? []}
          range={range}
          formatValue={words}
          unitOf={unitOf}
          ends={ends}
        />
      ))}
    </div>
  )
}

const stateFormatter = (t: Translate) => (value: number) =>
  t(value === 1 ? 'device.stateOnline' : 'device.stateOffline')

interface HistoryData {
  minutes: number
  points: HistoryPoint[]
}

/** Battery, temperature, memory, storage and online state over the selected period. */
export function HistoryCharts({ deviceId }: { deviceId: DeviceId }) {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('hours') ?? 24)
  const hours: Hours = historyHours.find((choice) => choice === asked) ?? 24
  const history = useQuery({
    queryKey: [deviceMonitor.history.path, deviceId, hours],
    queryFn: ({ signal }) => call(deviceMonitor.history, { query: { id: deviceId, hours }, signal }),
    refetchInterval: reloadMs,
    meta: { silent: true },
  })
  const { data, error, dataUpdatedAt, refetch } = history
  return (
    <section className={styles.sheet} aria-label={t('monitor.history')}>
      <header className={styles.sheetHead}>
        <h2>{t('monitor.history')}</h2>
        <Segmented
          aria-label={t('monitor.timeRange')}
          value={hours}
          onChange={(value) => setParams({ hours: String(value) }, { replace: true })}
          options={historyHours.map((value) => ({ value, label: t(rangeTexts[value]) }))}
        />
      </header>
      {error && <ErrorState title={t('monitor.history')} error={error} onRetry={() => void refetch()} />}
      {history.isPending && <Skeleton active />}
      {data && data.points.length > 0 && <Charts data={data} hours={hours} until={dataUpdatedAt} />}
      {data?.points.length === 0 && <EmptyState text={t('monitor.noHistory', { minutes: data.minutes })} />}
    </section>
  )
}
