import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { faults, titleOf } from './faults.ts'
import { type Column, runColumn } from './matrix.ts'
import { probesOf } from './probes/all.ts'
import {
  judge,
  marks,
  reliabilityDocument,
  rollingChapter,
  rollingChapterOf,
  withRollingChapter,
} from './reliability-table.ts'
import { drainSeconds, isSmooth, restartInTurn } from './rolling-restart.ts'
import { World } from './world.ts'

const document = path.resolve(import.meta.dirname, '../../../../docs/reliability.md')

/** Parts of the names of faults and of rows; by default all. The table of some is printed, and not written. */
interface Wanted {
  only?: readonly string[]
  rows?: readonly string[]
}

/**
 * Every job and live session during every fault, and the table of it in docs/reliability.md.
 * @returns false when something is broken or was not run
 */
export async function runFaultSuite({ only = [], rows = [] }: Wanted = {}): Promise<boolean> {
  const began = performance.now()
  const wanted = faults.filter((fault) => !only.length || only.some((part) => titleOf(fault).includes(part)))
  const world = await World.start()
  world.stopWithProgram()
  const rolling = rollingChapterOf(readFileSync(document, 'utf8'))
  const probes = probesOf(world).filter(({ row }) => !rows.length || rows.some((part) => row.includes(part)))
  try {
    await Promise.all(probes.map((probe) => probe.prepare?.()))
    const names = probes.map(({ row }) => row)
    const versions = await versionsOf(world)
    const columns: Column[] = []
    for (const fault of wanted) {
      const column = await runColumn(world, probes, fault)
      columns.push(column)
      console.log(lineOf(column))
      const minutes = (performance.now() - began) / 60_000
      const left = wanted.filter((one) => !columns.some(({ fault: done }) => done === titleOf(one)))
      const text = reliabilityDocument(names, columns, { versions, minutes, notCovered: left.map(titleOf) })
      if (!only.length && !rows.length) writeFileSync(document, withRollingChapter(text, rolling))
      else if (!left.length) console.log(text)
    }
    return columns.every(
      ({ dead, cells }) => dead === 0 && names.every((row) => isWhole(judge(cells.get(row)).mark)),
    )
  } finally {
    for (const probe of probes) await probe.stop?.()
    await world.stop()
  }
}

/**
 * Restarts both servers one after the other, and writes the chapter of it in docs/reliability.md.
 * @returns false when a call failed, or a write or a run was lost
 */
export async function runRollingRestart(phones: number): Promise<boolean> {
  const restart = await restartInTurn(phones)
  const chapter = rollingChapter(restart, drainSeconds)
  console.log(chapter)
  writeFileSync(document, withRollingChapter(readFileSync(document, 'utf8'), chapter))
  return isSmooth(restart)
}

const isWhole = (mark: string) => mark !== marks.broken && mark !== marks.hole

function lineOf({ fault, dead, seconds, cells }: Column): string {
  const all = [...cells]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([row, cell]) => {
      const { mark, note } = judge(cell)
      const figures =
        'hole' in cell
          ? ''
          : ` (${cell.slowestMs.toFixed(0)} ms, back after ${cell.backMs?.toFixed(0)} ms) ${cell.says}`
      return `  ${mark} ${row}${figures}${note ? `: ${note}` : ''}`
    })
  return [`${fault} (${seconds.toFixed(0)} s)${dead ? `, ${dead} SERVERS ENDED` : ''}`, ...all].join('\n')
}

async function versionsOf(world: World): Promise<Record<string, string>> {
  const [row] = await world.services.sql<{ version: string }>('show server_version')
  const [redis] = execFileSync('redis-server', ['--version'], { encoding: 'utf8' }).match(/v=[\d.]+/) ?? []
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const postgres = Object.values(row ?? {})[0]?.split(' ')[0] ?? ''
  return {
    fleetdeck: commit,
    node: process.versions.node,
    PostgreSQL: postgres,
    Redis: redis?.slice(2) ?? '',
  }
}
