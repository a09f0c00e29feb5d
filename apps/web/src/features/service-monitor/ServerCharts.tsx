import { redPercent, type SampleKey, type ServerState, sampleKeys } from '@fleetdeck/contract/service-monitor'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { useMemo } from 'react'
import { byteText, byteUnit } from '../../components/byte-text.ts'
import type { LinePoint } from '../../components/charts/draw-line.ts'
import { LineChart } from '../../components/charts/LineChart.tsx'
import panels from '../../components/panels/panels.module.css'
import { type Translate, useText } from '../../ground/language.ts'
import styles from './service.module.css'

const hourMs = 3_600_000
/** Longer than the interval of samples: the server was not running. */
const gapMs = 45_000
const shares: readonly SampleKey[] = ['cpuUsed', 'memUsage', 'diskUsage']
const sizes: readonly SampleKey[] = ['runtimeRss', 'runtimeUsed']
const wholeScale = [0, 100] as const

function valueFormatter(t: Translate, key: SampleKey): (value: number) => string {
  if (shares.includes(key) || key === 'processCpu') return (value) => formatAmount(Math.round(value), '%')
  if (sizes.includes(key)) return byteText
  if (key === 'loopDelay' || key === 'requestTime') return (value) => formatAmount(value, 'ms')
  if (key === 'requestRate') return (value) => t('service.perSecond', { count: value })
  return (value) => String(Math.round(value * 10) / 10)
}

/** The line breaks while the server was not running. */
function toLine(samples: ServerState['samples'], key: SampleKey): LinePoint[] {
  const points: LinePoint[] = []
  let before = 0
  for (const { at, values } of samples) {
    const moment = Date.parse(at)
    if (before && moment - before > gapMs) points.push([before + 1, null])
    points.push([moment, values[key] ?? null])
    before = moment
  }
  return points
}

function SampleChart({
  name,
  samples,
  range,
}: {
  name: SampleKey
  samples: ServerState['samples']
  range: readonly [number, number]
}) {
  const t = useText()
  const formatValue = useMemo(() => valueFormatter(t, name), [t, name])
  const points = useMemo(() => toLine(samples, name), [samples, name])
  const isShare = shares.includes(name)
  const last = points.at(-1)?.[1] ?? 0
  return (
    <LineChart
      title={t(`service.chart.${name}`)}
      points={points}
      range={range}
      formatValue={formatValue}
      unitOf={sizes.includes(name) ? byteUnit : undefined}
      ends={isShare ? wholeScale : undefined}
      isAlarming={isShare && last > redPercent}
    />
  )
}

export function ServerCharts({ server, until }: { server: ServerState; until: number }) {
  const t = useText()
  const range = useMemo(() => [until - hourMs, until] as const, [until])
  return (
    <section className={panels.card} aria-label={t('service.lastHour')}>
      <h2>{t('service.lastHour')}</h2>
      <div className={styles.charts}>
        {sampleKeys.map((name) => (
          <SampleChart key={name} name={name} samples={server.samples} range={range} />
        ))}
      </div>
    </section>
  )
}
