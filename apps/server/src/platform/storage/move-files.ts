import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import type { Db } from '../db/db.ts'
import { isServed } from '../seals/sealed-columns.queries.ts'
import { readStore, writeStore } from './claim-store.queries.ts'
import { listMissing } from './move-files.queries.ts'
import { type Area, areas, type ObjectStore } from './object-store.ts'
import { markName } from './store-mark.ts'

export interface Progress {
  /** Files that are in the other store by now. */
  done: number
  all: number
}

export interface Moved {
  copied: number
  /** Those that were there already. */
  there: number
  /** Names of files that the database mentions and no store has; at most 100. */
  missing: string[]
  /** Servers use the other store from now on; false while servers run. */
  isSwitched: boolean
}

interface Move {
  db: Db
  from: ObjectStore
  to: ObjectStore
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

/**
 * Copies all files to another store, which compares what it has stored; the first store keeps its own. A move that was
 * interrupted goes on with what is missing. Servers may run meanwhile; when none runs, the database is switched.
 */
export async function moveFiles({ db, from, to, onProgress, signal }: Move): Promise<Moved> {
  const { serial } = await db.transaction((tx) => readStore(tx))
  const mark = await to.readMark()
  if (mark && mark.installation !== serial)
    throw new TerminalError(say('failure.foreignFiles', { address: to.address, file: markName }))
  const todo: { area: Area; fileName: string }[] = []
  let there = 0
  for (const area of areas) {
    const stored = await sizesIn(to, area)
    for await (const { fileName, size } of from.list(area))
      if (stored.get(fileName) === size) there += 1
      else todo.push({ area, fileName })
  }
  const work = await mkdtemp(path.join(to.workFolder, '.moving-'))
  try {
    for (const [index, { area, fileName }] of todo.entries()) {
      onProgress({ done: there + index, all: there + todo.length })
      const file = path.join(work, fileName)
      await from.fetch(area, fileName, file, signal)
      await to.take(file, area, fileName, signal)
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  const missing = await listMissing(db, await sizesIn(to, 'files'), await sizesIn(to, 'recordings'))
  const isSwitched = !(await isServed(db))
  if (isSwitched) {
    const id = mark?.id ?? randomUUID()
    if (!mark) await to.writeMark({ id, installation: serial })
    await writeStore(db, { id, address: to.address })
  }
  return { copied: todo.length, there, missing, isSwitched }
}

async function sizesIn(store: ObjectStore, area: Area): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { fileName, size } of store.list(area)) sizes.set(fileName, size)
  return sizes
}
