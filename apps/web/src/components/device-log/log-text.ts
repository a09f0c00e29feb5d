import type { LogLine } from '@fleetdeck/contract/log-socket'
import dayjs from 'dayjs'

export const lineTime = (time: number): string => dayjs(time).format('HH:mm:ss.SSS')

/** Lines as a text file. */
export const logText = (lines: readonly LogLine[]): string =>
  lines
    .map(
      ({ time, level, msg }) =>
        `${dayjs(time).format('YYYY-MM-DD HH:mm:ss.SSS')} ${level.toUpperCase()} ${msg}\n`,
    )
    .join('')

/** Lines that contain the text, case-insensitive. */
export function matchingLines<Line extends LogLine>(lines: readonly Line[], search: string): readonly Line[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return lines
  return lines.filter(({ msg }) => msg.toLowerCase().includes(wanted))
}
