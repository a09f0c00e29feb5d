import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { namesIn } from './folder-store.ts'

const prefix = '.making-'
const heartbeatMs = 10_000
/** A folder without a heartbeat for so long was left by a program that was killed. */
const silentMs = 60_000

/**
 * Runs the work with a new folder in `parent`, and removes that folder at its end. Those that killed programs left
 * there are removed first; several servers may share the parent.
 */
export async function inWorkFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(parent, prefix))
  const beat = () => writeFile(heartbeatOf(folder), new Date().toISOString())
  const timer = setInterval(() => {
    beat().catch(() => {})
  }, heartbeatMs)
  try {
    await beat()
    await removeSilent(parent, await lastBeat(folder))
    return await work(folder)
  } finally {
    clearInterval(timer)
    await rm(folder, { recursive: true, force: true })
  }
}

export const isWorkFolder = (name: string) => name.startsWith(prefix)

const heartbeatOf = (folder: string) => path.join(folder, 'heartbeat')

/** By the clock of the file system, which all servers of the folder share. */
const lastBeat = async (folder: string) => (await stat(heartbeatOf(folder)).catch(() => stat(folder))).mtimeMs

async function removeSilent(parent: string, now: number): Promise<void> {
  for (const name of await namesIn(parent)) {
    if (!isWorkFolder(name)) continue
    const folder = path.join(parent, name)
    const beatAt = await lastBeat(folder).catch(() => now)
    if (now - beatAt > silentMs) await rm(folder, { recursive: true, force: true })
  }
}
