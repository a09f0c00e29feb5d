import { BarChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import type { Palette } from '../../ground/theme/palette.ts'

use([BarChart, GridComponent, TooltipComponent, CanvasRenderer])

const fewBars = 4

export interface Chart {
  show(
    bars: readonly (readonly [name: string, count: number | null])[],
    options: { colors: Palette; formatCount: (count: number | null) => string },
  ): void
  remove(): void
}

/** A bar chart that adapts to the width of its container. */
export function drawBars(container: HTMLElement): Chart {
  const chart = init(container)
  const observer = new ResizeObserver(() => chart.resize())
  observer.observe(container)
  return {
    show: (bars, { colors, formatCount }) => {
      const labels = { color: colors.textFaint, fontFamily: getComputedStyle(container).fontFamily }
      chart.setOption({
        animation: false,
        grid: { left: 4, right: 4, top: 12, bottom: 4, outerBoundsMode: 'same' },
        tooltip: {
          renderMode: 'richText',
          valueFormatter: (count: unknown) => formatCount(typeof count === 'number' ? count : null),
          backgroundColor: colors.raised,
          borderColor: colors.line,
          textStyle: { ...labels, color: colors.text },
        },
        xAxis: {
          type: 'category',
          data: bars.map(([name]) => name),
          axisTick: { show: false },
          axisLine: { lineStyle: { color: colors.line } },
          // A few labels are all shown; many, such as hours and percentages, may be thinned out.
          axisLabel: bars.length > fewBars ? labels : { ...labels, interval: 0, fontSize: 11 },
        },
        yAxis: {
          type: 'value',
          minInterval: 1,
          splitLine: { lineStyle: { color: colors.line } },
          axisLabel: labels,
        },
        series: [
          {
            type: 'bar',
            data: bars.map(([, count]) => count),
            barMaxWidth: 28,
            itemStyle: { color: colors.accent },
          },
        ],
      })
    },
    remove: () => {
      observer.disconnect()
      chart.dispose()
    },
  }
}
