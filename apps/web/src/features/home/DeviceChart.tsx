import type { DeviceSummary } from '@fleetdeck/contract/devices'
import { useEffect, useRef } from 'react'
import { useText } from '../../app/language.ts'
import { useSettings } from '../../app/settings/settings-store.ts'
import { paletteOf } from '../../app/theme/palette.ts'
import { useDark } from '../../app/theme/ThemeRoot.tsx'
import { type Chart, drawBars } from './draw-bars.ts'

const bandPercent = 10

/** Devices by state and by battery, as bars. */
export function DeviceChart({ summary }: { summary: DeviceSummary }) {
  const t = useText()
  const { online, offline, trouble, disabled, batteryBands } = summary
  const states = [
    [t('home.online'), online],
    [t('home.offline'), offline],
    [t('home.trouble'), trouble],
    [t('device.stateDisabled'), disabled],
  ] as const
  const bands = batteryBands.map((count, at) => [`${at * bandPercent}%`, count] as const)
  return (
    <div className="home-charts">
      <Bars title={t('home.chartStates')} bars={states} />
      <Bars title={t('home.chartBattery')} bars={bands} />
    </div>
  )
}

interface BarsProps {
  title: string
  bars: readonly (readonly [name: string, count: number])[]
}

function Bars({ title, bars }: BarsProps) {
  const t = useText()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart>(undefined)
  const isDark = useDark()
  const themeColor = useSettings((settings) => settings.themeColor)

  useEffect(() => {
    if (!place.current) return
    chart.current = drawBars(place.current)
    return () => chart.current?.remove()
  }, [])
  useEffect(() => {
    const colors = paletteOf(themeColor, isDark)
    chart.current?.show(bars, { colors, words: (count) => t('home.deviceCount', { count }) })
  }, [bars, themeColor, isDark, t])

  const inWords = bars.map(([name, count]) => `${name}: ${count}`).join(', ')
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div ref={place} className="home-chart" role="img" aria-label={`${title}. ${inWords}`} />
    </figure>
  )
}
