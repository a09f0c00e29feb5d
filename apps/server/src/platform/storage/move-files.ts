import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { say, TerminalError } from '@fleetdeck/i18n/terminal'
import type { Db } from '../db/db.ts'
import { isServed } from '../seals/sealed-columns.queries.ts'
import { readStore, writeStore } from './claim-store.queries.ts'
import { listMissing } from './move-files.queries.ts'
import { type Area, areas, type ObjectStore } from './object-store.ts'
import { isFileMissing } from './storage-failure.ts'
import { markName } from './store-mark.ts'
import { inWorkFolder } from './work-folder.ts'

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
  let copied = 0
  // The next backup on this machine, or move, removes what a killed one leaves.
  await inWorkFolder(path.join(to.workFolder, 'backups'), async (work) => {
    for (const [index, { area, fileName }] of todo.entries()) {
      onProgress({ done: there + index, all: there + todo.length })
      const file = path.join(work, fileName)
      if (!(await fetched(from, { area, fileName, file, signal }))) continue
      await to.take(file, area, fileName, signal)
      copied += 1
    }
  })
  const missing = await listMissing(db, await sizesIn(to, 'files'), await sizesIn(to, 'recordings'))
  const isSwitched = !(await isServed(db))
  if (isSwitched) {
    const id = mark?.id ?? randomUUID()
    if (!mark) await to.writeMark({ id, installation: serial })
    await writeStore(db, { id, address: to.address })
  }
  return { copied, there, missing, isSwitched }
}

interface Wanted {
  area: Area
  fileName: string
  file: string
  signal: AbortSignal
}

/** False for a file that a server has removed in the meantime. */
async function fetched(from: ObjectStore, { area, fileName, file, signal }: Wanted): Promise<boolean> {
  try {
    await from.fetch(area, fileName, file, signal)
    return true
  } catch (error) {
    if (isFileMissing(error)) return false
    throw error
  }
}

async function sizesIn(store: ObjectStore, area: Area): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for await (const { fileName, size } of store.list(area)) sizes.set(fileName, size)
  return sizes
}
