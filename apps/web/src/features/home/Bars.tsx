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
  words: (count: number | null) => string
}

/** A bar chart below its title, with a text for screen readers. */
export function Bars({ title, bars, words }: BarsProps) {
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
    const colors = buildPalette(themeColor, isDark)
    chart.current?.show(bars, { colors, words })
  }, [bars, themeColor, isDark, words])

  const inWords = bars.map(([name, count]) => `${name}: ${count ?? words(count)}`).join(', ')
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div ref={place} className="home-chart" role="img" aria-label={`${title}. ${inWords}`} />
    </figure>
  )
}
