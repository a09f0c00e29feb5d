import { chartHours, type DataGroup, dataGroups } from '@fleetdeck/contract/data-groups'
import type { DataOf } from '@fleetdeck/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Drawer, Segmented, Skeleton } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { shortTime } from '../../components/time-text.ts'
import { useText } from '../../ground/language.ts'
import { buildPalette } from '../../ground/theme/palette.ts'
import { useSettings } from '../../ground/theme/settings-store.ts'
import { useDark } from '../../ground/theme/use-dark.ts'
import { drawUsage } from './draw-usage.ts'

type Hours = (typeof chartHours)[number]
type ChartData = DataOf<typeof dataGroups.handoutChart>
const hourTexts = {
  1: 'dataGroup.hours1',
  24: 'dataGroup.hours24',
  168: 'dataGroup.hours168',
  720: 'dataGroup.hours720',
} as const

/** One bar per part of the period, including empty ones. */
function barsOf({ from, to, seconds, points }: ChartData): (readonly [number, number])[] {
  const counts = new Map(points.map(({ at, count }) => [Date.parse(at), count]))
  const bars: (readonly [number, number])[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += seconds * 1000)
    bars.push([at, counts.get(at) ?? 0])
  return bars
}

function UsageChart({ data }: { data: ChartData }) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const isDark = useDark()
  const themeColor = useSettings((settings) => settings.themeColor)
  useEffect(() => {
    if (!place.current) return
    const drawing = drawUsage(place.current)
    drawing.show(barsOf(data), { colors: buildPalette(themeColor, isDark), moment: shortTime })
    return () => drawing.remove()
  }, [data, themeColor, isDark])
  const count = data.points.reduce((sum, point) => sum + point.count, 0)
  const words = t('dataGroup.chartTotal', { count })
  return (
    <figure style={{ margin: 0 }}>
      <figcaption style={{ marginBlock: 12 }}>{words}</figcaption>
      <div ref={place} role="img" aria-label={words} style={{ height: 280 }} />
    </figure>
  )
}

/** The number of items taken from a group, over time. */
export function UsageDrawer({ group, onClose }: { group: DataGroup; onClose: () => void }) {
  const t = useText()
  const [hours, setHours] = useState<Hours>(24)
  const { data, error, refetch } = useQuery({
    queryKey: [dataGroups.handoutChart.path, group.id, hours],
    queryFn: ({ signal }) => call(dataGroups.handoutChart, { query: { id: group.id, hours }, signal }),
    meta: { silent: true },
  })
  return (
    <Drawer open size={640} title={t('dataGroup.chartTitle', { name: group.groupName })} onClose={onClose}>
      <Segmented<Hours>
        aria-label={t('monitor.timeRange')}
        value={hours}
        onChange={setHours}
        options={chartHours.map((value) => ({ value, label: t(hourTexts[value]) }))}
      />
      {error && <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data &&
        (data.points.length > 0 ? (
          <UsageChart data={data} />
        ) : (
          <EmptyState text={t('dataGroup.chartNone')} />
        ))}
    </Drawer>
  )
}
