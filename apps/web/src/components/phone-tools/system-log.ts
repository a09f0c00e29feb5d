import type { SystemLogLine } from '@fleetdeck/contract/phone-tools'
import type { NumberedLine } from '../device-log/use-log-lines.ts'

export const systemLevels = ['V', 'D', 'I', 'W', 'E'] as const
type LowestLevel = (typeof systemLevels)[number]

const ranks: Record<SystemLogLine['level'], number> = { V: 0, D: 1, I: 2, W: 3, E: 4, F: 5 }
const shownLevels = { V: 'debug', D: 'debug', I: 'info', W: 'warn', E: 'error', F: 'error' } as const
/** Older lines are dropped. */
const mostLines = 3000

export interface HeardLine extends SystemLogLine {
  id: number
}

/** The ring of the newest lines. */
export function withLines(known: readonly HeardLine[], more: readonly SystemLogLine[]): readonly HeardLine[] {
  const last = known.at(-1)?.id ?? 0
  return [...known, ...more.map((line, index) => ({ ...line, id: last + index + 1 }))].slice(-mostLines)
}

export interface LogFilter {
  text: string
  level: LowestLevel
  /** Of this app or process; undefined for all. */
  app: string | undefined
}

export const appsIn = (lines: readonly SystemLogLine[]): string[] =>
  [...new Set(lines.flatMap(({ app }) => app ?? []))].sort()

/** As the log of the console shows lines. */
export function filteredLines(lines: readonly HeardLine[], { text, level, app }: LogFilter): NumberedLine[] {
  const wanted = text.trim().toLowerCase()
  return lines.flatMap((line) => {
    if (ranks[line.level] < ranks[level]) return []
    if (app !== undefined && line.app !== app) return []
    const msg = `${line.tag}${line.app === undefined ? '' : ` (${line.app})`}: ${line.text}`
    if (!msg.toLowerCase().includes(wanted)) return []
    return [{ id: line.id, time: line.time, level: shownLevels[line.level], msg }]
  })
}
