import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'

/** Milliseconds of one kind of work, measured many times. */
export interface Series {
  name: string
  samples: number[]
}

export function printMachine(): void {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  console.log(
    `${cpus().length} cores (${cpu?.model.trim()}), ${memory} GB, node ${process.version}, ` +
      `load at the start ${loadavg()[0]?.toFixed(1)}\n`,
  )
}

export function quantile(samples: number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
export const median = (samples: number[]) => quantile(samples, 0.5)

/** One line per series; with a goal, its p95 as a fraction of the goal. */
export function printSeries(title: string, series: Series[], goalMs?: number): void {
  const rows = series.map(({ name, samples }) => [
    name,
    String(samples.length),
    inMs(median(samples)),
    inMs(quantile(samples, 0.95)),
    inMs(Math.max(...samples)),
    ...(goalMs === undefined ? [] : [(quantile(samples, 0.95) / goalMs).toFixed(2)]),
  ])
  const goal = goalMs === undefined ? [] : [`p95 / ${goalMs} ms`]
  printRows([title, 'n', 'p50 ms', 'p95 ms', 'max ms', ...goal], rows)
}

export function printRows(head: string[], rows: string[][]): void {
  const widths = head.map((title, at) =>
    Math.max(...[title, ...rows.map((row) => row[at] ?? '')].map((cell) => cell.length)),
  )
  const line = (cells: string[]) =>
    cells.map((cell, at) => (at ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join('  ')
  for (const row of [head, widths.map((width) => '─'.repeat(width)), ...rows]) console.log(line(row))
  console.log('')
}

export const inMs = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)

/** As Date.now, with fractions. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

/** A process and those that it has started. */
export function processesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return [pid, ...children.flatMap((child) => processesOf(Number(child)))]
}

/** Resident memory of a process, KB. */
export const readMemory = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)

/** Memory of processes, KB; what several of them share, such as the program of Node, is counted once. */
export const readSharedMemory = (pids: readonly number[]): number =>
  pids
    .map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0))
    .reduce((sum, kb) => sum + kb, 0)

/** CPU time of a process, ms. */
export function readCpuTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[11]) + Number(fields[12]))
}
