import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { Palette } from '../../ground/theme/palette.ts'

use([BarChart, GridComponent, TooltipComponent, CanvasRenderer])

export interface UsageChartData {
  /** Bars as [time in ms, count], one per part of the period. */
  show(
    bars: readonly (readonly [number, number])[],
    look: { colors: Palette; moment: (at: number) => string },
  ): void
  remove(): void
}

/** Bars over time that adapt to the width of their container. */
export function drawUsage(place: HTMLElement): UsageChartData {
  const chart = init(place)
  const observer = new ResizeObserver(() => chart.resize())
  observer.observe(place)
  return {
    show: (bars, { colors, moment }) => {
      const labels = { color: colors.textFaint, fontFamily: getComputedStyle(place).fontFamily }
      chart.setOption({
        animation: false,
        grid: { left: 4, right: 8, top: 12, bottom: 4, outerBoundsMode: 'same' },
        tooltip: {
          trigger: 'axis',
          axisPointer: { type: 'shadow' },
          renderMode: 'richText',
          backgroundColor: colors.raised,
          borderColor: colors.line,
          textStyle: { ...labels, color: colors.text },
        },
        xAxis: {
          type: 'category',
          data: bars.map(([at]) => moment(at)),
          axisTick: { show: false },
          axisLine: { lineStyle: { color: colors.line } },
          axisLabel: { ...labels, hideOverlap: true },
        },
        yAxis: {
          type: 'value',
          minInterval: 1,
          splitLine: { lineStyle: { color: colors.line } },
          axisLabel: labels,
        },
        series: [{ type: 'bar', data: bars.map(([, count]) => count), itemStyle: { color: colors.accent } }],
      })
    },
    remove: () => {
      observer.disconnect()
      chart.dispose()
    },
  }
}
