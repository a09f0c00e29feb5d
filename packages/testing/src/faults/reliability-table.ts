import { cpus, loadavg, release, totalmem } from 'node:os'
import { type Cell, type Column, type Hole, promises } from './matrix.ts'
import type { RollingRestart } from './rolling-restart.ts'

export const marks = { wentOn: '✓', ended: '◐', deviates: '⚠', broken: '✗', hole: '∅' } as const

interface Judged {
  mark: string
  /** Empty for a plain pass. */
  note: string
}

export function judge(cell: Cell | Hole | undefined): Judged {
  if (!cell) return { mark: marks.hole, note: 'not run' }
  if ('hole' in cell) return { mark: marks.hole, note: cell.hole }
  const broken = [
    cell.lost.length && `lost: ${shortList(cell.lost)}`,
    cell.twice.length && `twice: ${shortList(cell.twice)}`,
    cell.backMs === undefined && 'not restored after 60 s',
  ].filter(Boolean)
  const deviations = [
    cell.slowestMs > promises.answerMs && `slowest answer ${seconds(cell.slowestMs)}`,
    (cell.backMs ?? 0) > promises.backMs && `restored after ${seconds(cell.backMs ?? 0)}`,
    cell.byHand && `manual intervention: ${cell.byHand}`,
  ].filter(Boolean)
  const ending = cell.session === 'ended' && 'ended'
  const note = [...broken, ...deviations, ending, `console: ${cell.says}`].filter(Boolean).join('; ')
  if (broken.length) return { mark: marks.broken, note }
  if (deviations.length) return { mark: marks.deviates, note }
  return cell.session === 'ended' ? { mark: marks.ended, note } : { mark: marks.wentOn, note: '' }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const shortList = (values: readonly string[]) =>
  `${values.slice(0, 3).join(', ')}${values.length > 3 ? ` and ${values.length - 3} more` : ''}`

export interface RunFacts {
  versions: Record<string, string>
  /** Of the whole run. */
  minutes: number
  /** Faults and jobs that have no probe yet. */
  notCovered: readonly string[]
}

const rollingTitle = '## Rolling restart'
const footnotesTitle = '## Footnotes'

/** The chapter about restarting two servers one after the other. */
export function rollingChapter(restart: RollingRestart, drainSeconds: number): string {
  const { phones, calls, refused, failed, lostWrites, lostRuns, runs, wentOffline } = restart
  const times = (ms: readonly number[]) =>
    [0.5, 0.95, 1]
      .map((part) => seconds(ms[Math.min(ms.length - 1, Math.floor(ms.length * part))] ?? 0))
      .join(' / ')
  const list = (values: readonly string[]) => (values.length ? `${values.length}: ${shortList(values)}` : '0')
  return [
    rollingTitle,
    '',
    `Both servers are restarted one after the other (SIGTERM, \`DRAIN_SECONDS=${drainSeconds}\`) behind a balancer that asks`,
    '`/readyz` twice a second, while phones without screens, ten that run scripts, 20 pages that read and save, and tasks',
    'work. A chapter of its own: `npm run soak -- rolling`.',
    '',
    `| ${phones} phones, ${new Date().toISOString().slice(0, 10)} | |`,
    '|---|---|',
    `| calls; answered with “not now” and \`Retry-After\`; failed otherwise | ${calls}; ${refused}; ${list(failed)} |`,
    `| acknowledged writes that are missing | ${list(lostWrites)} |`,
    `| runs that were lost, late or repeated, also of scripts that run over both restarts | ${list(lostRuns)} (${runs}) |`,
    `| phones without a connection, p50 / p95 / most | ${times(restart.phonesAwayMs)} (${restart.phonesAwayMs.length} times) |`,
    `| phones that the console counted as offline | ${wentOffline} |`,
    `| live updates of pages interrupted, p50 / p95 / most | ${times(restart.pagesAwayMs)} (${restart.pagesAwayMs.length} times) |`,
    '',
  ].join('\n')
}

/** The document with another chapter about rolling restarts. */
export function withRollingChapter(document: string, chapter: string): string {
  const end = document.indexOf(footnotesTitle)
  const start = document.includes(rollingTitle) ? document.indexOf(rollingTitle) : end
  return `${document.slice(0, start)}${chapter}\n${document.slice(end)}`
}

/** The chapter of an earlier run. */
export function rollingChapterOf(document: string): string {
  const start = document.indexOf(rollingTitle)
  return start < 0 ? '' : document.slice(start, document.indexOf(footnotesTitle)).trimEnd().concat('\n')
}

/** The document of a whole run; rows are the probes in order, columns the faults. */
export function reliabilityDocument(
  rows: readonly string[],
  columns: readonly Column[],
  facts: RunFacts,
): string {
  const notes: string[] = []
  const numbers = new Map<string, number>()
  const noted = (text: string) => {
    if (!numbers.has(text)) numbers.set(text, notes.push(text))
    return numbers.get(text)
  }
  const cellOf = (column: Column, row: string) => {
    const { mark, note } = judge(column.cells.get(row))
    return note ? `${mark} [${noted(note)}]` : mark
  }
  const tables = groupsOf(columns).map(([group, members]) =>
    [
      `### ${group}`,
      '',
      `| | ${members.map(({ fault }) => fault.replace(`${group}: `, '')).join(' | ')} |`,
      `|---|${members.map(() => '---|').join('')}`,
      ...rows.map((row) => `| ${row} | ${members.map((column) => cellOf(column, row)).join(' | ')} |`),
      `| *servers that ended* | ${members.map(({ dead }) => (dead ? `✗ ${dead}` : '0')).join(' | ')} |`,
      `| *took* | ${members.map((column) => `${column.seconds.toFixed(0)} s`).join(' | ')} |`,
    ].join('\n'),
  )
  return [
    ...header(facts),
    tables.join('\n\n'),
    '',
    footnotesTitle,
    '',
    ...notes.map((note, at) => `${at + 1}. ${note}`),
    '',
    '## Not yet covered',
    '',
    ...(facts.notCovered.length ? facts.notCovered.map((one) => `- ${one}`) : ['Nothing.']),
    '',
  ].join('\n')
}

function header({ versions, minutes }: RunFacts): string[] {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? ''}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}`
  const load = loadavg().map((value) => value.toFixed(1))
  return [
    '# Reliability',
    '',
    'What each kind of job and live session does during each fault. `npm run soak -- faults` generates this page; do not',
    'edit it.',
    '',
    `- ${marks.wentOn} continued; ${marks.ended} ended, and the console reports it. For both, no acknowledged write was lost or done twice.`,
    `  Every call was answered within ${promises.answerMs / 1000} s (code 503, “not now”, counts as an answer). The same work succeeded within`,
    `  ${promises.backMs / 1000} s after the fault, without manual intervention.`,
    `- ${marks.deviates} as above, but slower, or with manual intervention; ${marks.broken} broken; ${marks.hole} not run. The footnote describes the result.`,
    '',
    'Not covered by real hardware: phones are simulated, and pages are the console’s own sockets and calls without a browser.',
    'Calls through a network cut cannot be answered and are not judged.',
    '',
    'Two servers behind a load balancer share one PostgreSQL and one Redis. All rows run at the same time. The faults:',
    '',
    '- Server: the second server is killed, frozen or terminated. A supervisor starts it again after 5 s.',
    '- PostgreSQL: *hangs* stops all its processes, *slow* delays each message by 50 ms, *full* fills the disk of its rows.',
    '- Data folder: *slow* delays each write by 200 ms.',
    '- Clock: moves `Date` of both servers, not the clock of PostgreSQL, which decides (see architecture.md).',
    '- Network: in a cut of 5 s bytes arrive late; a cut of 60 s loses the connections silently.',
    '',
    `- Date: ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC; the run took ${minutes.toFixed(0)} minutes`,
    `- Versions: ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
    `- Machine: ${machine}; load at the end ${load.join(' ')}, other processes included`,
    '',
  ]
}

function groupsOf(columns: readonly Column[]): [string, Column[]][] {
  const groups = new Map<string, Column[]>()
  for (const column of columns) {
    const group = column.fault.includes(': ') ? (column.fault.split(': ')[0] ?? '') : 'Network'
    groups.set(group, [...(groups.get(group) ?? []), column])
  }
  return [...groups]
}
