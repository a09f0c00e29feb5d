import { useEffect, useRef } from 'react'
import { useText } from '../../ground/language.ts'
import { buildPalette } from '../../ground/theme/palette.ts'
import { useSettings } from '../../ground/theme/settings-store.ts'
import { useDark } from '../../ground/theme/use-dark.ts'
import styles from './charts.module.css'
import { drawLine, type LineDrawing, type LineOptions, type LinePoint } from './draw-line.ts'

interface LineChartProps extends Omit<LineOptions, 'colors'> {
  title: string
  points: readonly LinePoint[]
  /** The newest value is critical. */
  isAlarming?: boolean
}

/** A line over time with a title; the newest value is shown as text. */
export function LineChart({
  title,
  points,
  range,
  formatValue,
  unitOf,
  step,
  ends,
  isAlarming = false,
  isCount = false,
  beside,
}: LineChartProps) {
  const container = useRef<HTMLDivElement>(null)
  const drawing = useRef<LineDrawing>(undefined)
  const isDark = useDark()
  const t = useText()
  const themeColor = useSettings((settings) => settings.themeColor)
  useEffect(() => {
    if (!container.current) return
    drawing.current = drawLine(container.current)
    return () => drawing.current?.remove()
  }, [])
  useEffect(() => {
    drawing.current?.show(points, {
      colors: buildPalette(themeColor, isDark),
      range,
      formatValue,
      unitOf,
      step,
      ends,
      isAlarming,
      isCount,
      beside,
    })
  }, [points, range, formatValue, unitOf, step, ends, isAlarming, isCount, beside, themeColor, isDark])
  const last = points.findLast(([, value]) => value !== null)?.[1]
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div
        ref={container}
        className={styles.chart}
        role="img"
        aria-label={
          typeof last === 'number' ? t('common.labelled', { label: title, value: formatValue(last) }) : title
        }
      />
    </figure>
  )
}
