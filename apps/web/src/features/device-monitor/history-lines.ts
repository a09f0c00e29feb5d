import type { HistoryPoint } from '@fleetdeck/contract/device-monitor'
import type { LinePoint } from '../../components/charts/draw-line.ts'

/** A gap of more than this many periods breaks the line. */
const allowedPeriods = 1.5

/** None while the phone is offline: what it reported before says nothing about that time. */
export const whileOnline =
  (value: (point: HistoryPoint) => number | null) =>
  (point: HistoryPoint): number | null =>
    point.online ? value(point) : null

/** A line of values. Where the phone did not report, it has a gap, or the value `silent` if given. */
export function toLine(
  points: readonly HistoryPoint[],
  value: (point: HistoryPoint) => number | null,
  { minutes, until, silent = null }: { minutes: number; until: number; silent?: number | null },
): LinePoint[] {
  const periodMs = minutes * 60_000
  const line: LinePoint[] = []
  let before: number | undefined
  for (const point of points) {
    const at = Date.parse(point.at)
    if (before !== undefined && at - before > periodMs * allowedPeriods)
      line.push([before + periodMs, silent], [at - 1, silent])
    line.push([at, value(point)])
    before = at
  }
  if (before !== undefined && until - before > periodMs * (allowedPeriods + 1))
    line.push([before + periodMs, silent], [until, silent])
  return line
}
