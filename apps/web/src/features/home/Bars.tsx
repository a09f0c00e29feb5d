import { useEffect, useRef } from 'react'
import { buildPalette } from '../../ground/theme/palette.ts'
import { useSettings } from '../../ground/theme/settings-store.ts'
import { useDark } from '../../ground/theme/use-dark.ts'
import { type Chart, drawBars } from './draw-bars.ts'

interface BarsProps {
  title: string
  /** Null: unknown. */
  bars: readonly (readonly [name: string, count: number | null])[]
  /** A count with its noun, for screen readers and tooltips. */
  formatCount: (count: number | null) => string
}

/** A bar chart below its title, with a text for screen readers. */
export function Bars({ title, bars, formatCount }: BarsProps) {
  const container = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart>(undefined)
  const isDark = useDark()
  const themeColor = useSettings((settings) => settings.themeColor)

  useEffect(() => {
    if (!container.current) return
    chart.current = drawBars(container.current)
    return () => chart.current?.remove()
  }, [])
  useEffect(() => {
    const colors = buildPalette(themeColor, isDark)
    chart.current?.show(bars, { colors, formatCount })
  }, [bars, themeColor, isDark, formatCount])

  const description = bars.map(([name, count]) => `${name}: ${count ?? formatCount(count)}`).join(', ')
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div ref={container} className="home-chart" role="img" aria-label={`${title}. ${description}`} />
    </figure>
  )
}
