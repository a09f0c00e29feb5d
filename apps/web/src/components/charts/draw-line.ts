import { LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { siteWallMs, zoneName } from '../../ground/site-zone.ts'
import type { Palette } from '../../ground/theme/palette.ts'
import { valueAxis } from './value-axis.ts'

use([LineChart, GridComponent, TooltipComponent, CanvasRenderer])

/** A time in ms and a value; null where unknown. */
export type LinePoint = readonly [at: number, value: number | null]

export interface LineOptions {
  colors: Palette
  /** The ends of the time axis, in ms. */
  range: readonly [from: number, to: number]
  formatValue: (value: number) => string
  /** The size of the unit that the format shows this value in, for round values on the axis; by default 1. */
  unitOf?: ((value: number) => number) | undefined
  /** For states: the line is stepped, between these values. */
  step?: readonly [least: number, most: number] | undefined
  /** The ends of the value axis; by default they follow the values. */
  ends?: readonly [least: number, most: number] | undefined
  /** Numbers of things: the axis begins at zero and has no fractions. */
  isCount?: boolean
  /** Drawn in the danger colour. */
  isAlarming?: boolean
  /** A second line, dashed, such as a limit; at the same times. */
  beside?: LineBeside | undefined
}

interface LineBeside {
  points: readonly LinePoint[]
  /** Of the first line and of this one. */
  names: readonly [string, string]
}

export interface LineDrawing {
  show(points: readonly LinePoint[], options: LineOptions): void
  remove(): void
}

function axisOf(points: readonly LinePoint[], { step, ends, isCount, formatValue, unitOf }: LineOptions) {
  if (step) return { min: step[0], max: step[1], interval: step[1] - step[0] }
  if (ends) return { min: ends[0], max: ends[1], interval: (ends[1] - ends[0]) / 4 }
  if (isCount) return { min: 0, minInterval: 1 }
  const values = points.flatMap(([, value]) => value ?? [])
  return valueAxis(values, formatValue, unitOf?.(Math.max(...values)))
}

const onWall = ([at, value]: LinePoint) => [siteWallMs(at), value]
const wallText = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** A line over time, in the site's zone, that adapts to the width of its container. */
export function drawLine(container: HTMLElement): LineDrawing {
  const chart = init(container)
  const observer = new ResizeObserver(() => chart.resize())
  observer.observe(container)
  return {
    show: (points, options) => {
      const { colors, range, formatValue, step, isAlarming = false, beside } = options
      const labels = { color: colors.textFaint, fontFamily: getComputedStyle(container).fontFamily }
      const color = isAlarming ? colors.bad : colors.accent
      // A lone point between two gaps is no line.
      const isLone = (index: number) =>
        (points[index - 1]?.[1] ?? null) === null && (points[index + 1]?.[1] ?? null) === null
      const dashed = beside && {
        type: 'line',
        name: beside.names[1],
        data: beside.points.map(onWall),
        showSymbol: false,
        step: 'middle',
        lineStyle: { width: 1, type: 'dashed', color: colors.textFaint },
        itemStyle: { color: colors.textFaint },
      }
      const zone = zoneName(new Date(range[1]))
      const shown = {
        animation: false,
        useUTC: true,
        grid: { left: 4, right: 12, top: 8, bottom: 4, outerBoundsMode: 'same' },
        tooltip: {
          trigger: 'axis',
          renderMode: 'richText',
          valueFormatter: (value: unknown) => (typeof value === 'number' ? formatValue(value) : '–'),
          backgroundColor: colors.raised,
          borderColor: colors.line,
          textStyle: { ...labels, color: colors.text },
        },
        xAxis: {
          type: 'time',
          min: siteWallMs(range[0]),
          max: siteWallMs(range[1]),
          splitNumber: 4,
          axisLine: { lineStyle: { color: colors.line } },
          axisLabel: { ...labels, hideOverlap: true },
          // The head of the tooltip.
          axisPointer: {
            label: { formatter: ({ value }: { value: unknown }) => wallText(Number(value)) + zone },
          },
        },
        yAxis: {
          type: 'value',
          splitNumber: 3,
          ...axisOf(points, options),
          splitLine: { lineStyle: { color: colors.line } },
          axisLabel: { ...labels, formatter: formatValue },
        },
        series: [
          {
            type: 'line',
            name: beside?.names[0],
            data: points.map(onWall),
            showSymbol: true,
            symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (isLone(dataIndex) ? 4 : 0),
            step: step ? 'end' : false,
            lineStyle: { width: 1.5, color },
            itemStyle: { color },
            areaStyle: { color, opacity: 0.12 },
          },
          ...(dashed ? [dashed] : []),
        ],
      }
      // Otherwise a deleted line would stay.
      chart.setOption(shown, { replaceMerge: ['series'] })
    },
    remove: () => {
      observer.disconnect()
      chart.dispose()
    },
  }
}
