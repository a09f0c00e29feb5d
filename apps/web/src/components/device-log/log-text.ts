import type { LogLine } from '@fleetdeck/contract/log-socket'
import { siteText } from '../../ground/site-zone.ts'

const milliseconds = (time: number) => `.${String(new Date(time).getMilliseconds()).padStart(3, '0')}`

/** In the site's time zone: `05:58:20.123`. */
export const lineTime = (time: number): string => siteText(new Date(time)).slice(11) + milliseconds(time)

/** Lines as a text file. */
export const logText = (lines: readonly LogLine[]): string =>
  lines
    .map(
      ({ time, level, msg }) =>
        `${siteText(new Date(time))}${milliseconds(time)} ${level.toUpperCase()} ${msg}\n`,
    )
    .join('')

/** Lines that contain the text, case-insensitive. */
export function matchingLines<Line extends LogLine>(lines: readonly Line[], search: string): readonly Line[] {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return lines
  return lines.filter(({ msg }) => msg.toLowerCase().includes(wanted))
}
