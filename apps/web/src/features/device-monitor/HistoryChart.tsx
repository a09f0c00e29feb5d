import { useEffect, useRef } from 'react'
import { useSettings } from '../../app/settings/settings-store.ts'
import { paletteOf } from '../../app/theme/palette.ts'
import { useDark } from '../../app/theme/ThemeRoot.tsx'
import { drawLine, type LineDrawing, type LineLook, type LinePoint } from './draw-line.ts'
import styles from './monitor.module.css'

interface HistoryChartProps extends Omit<LineLook, 'colors'> {
  title: string
  points: readonly LinePoint[]
}

export function HistoryChart({ title, points, range, words, step }: HistoryChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const drawing = useRef<LineDrawing>(undefined)
  const isDark = useDark()
  const themeColor = useSettings((settings) => settings.themeColor)
  useEffect(() => {
    if (!place.current) return
    drawing.current = drawLine(place.current)
    return () => drawing.current?.remove()
  }, [])
  useEffect(() => {
    drawing.current?.show(points, { colors: paletteOf(themeColor, isDark), range, words, step })
  }, [points, range, words, step, themeColor, isDark])
  const last = points.findLast(([, value]) => value !== null)?.[1]
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div
        ref={place}
        className={styles.chart}
        role="img"
        aria-label={typeof last === 'number' ? `${title}: ${words(last)}` : title}
      />
    </figure>
  )
}
