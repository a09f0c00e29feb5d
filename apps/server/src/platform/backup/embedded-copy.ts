import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'

/** Copies made before the one that blocks the database; each takes less time than the previous one. */
const runningCopies = 2

const settledMs = 100

/** A file that disappeared during the copy; the next copy handles it. */
function ignoreGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

interface FileState {
  size: number
  mtimeMs: number
}

/**
 * A consistent copy of the embedded database's folder. Most is copied while the database runs; then its only session is
 * blocked to copy what has changed in the meantime.
 * @returns how long the session was blocked, in milliseconds
 */
export async function copyEmbedded(
  pool: pg.Pool,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<number> {
  const copied = new Map<string, FileState>()
  for (let round = 0; round < runningCopies; round++) {
    signal.throwIfAborted()
    await pool.query('checkpoint')
    await copyChanged(from, to, copied)
  }
  const session = await pool.connect()
  const began = performance.now()
  try {
    await session.query('checkpoint')
    await copyChanged(from, to, copied)
    return performance.now() - began
  } finally {
    session.release()
  }
}

async function copyChanged(from: string, to: string, copied: Map<string, FileState>): Promise<void> {
  const present = new Set<string>()
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const name = path.relative(from, path.join(entry.parentPath, entry.name))
    present.add(name)
    if (entry.isDirectory()) await mkdir(path.join(to, name), { recursive: true, mode: 0o700 })
    else if (entry.isFile()) await copyOne(from, to, name, copied).catch(ignoreGone)
  }
  for (const name of copied.keys())
    if (!present.has(name)) {
      copied.delete(name)
      await rm(path.join(to, name), { force: true })
    }
}

async function copyOne(
  from: string,
  to: string,
  name: string,
  copied: Map<string, FileState>,
): Promise<void> {
  const { size, mtimeMs } = await stat(path.join(from, name))
  const seen = copied.get(name)
  if (seen && seen.size === size && seen.mtimeMs === mtimeMs) return
  await mkdir(path.dirname(path.join(to, name)), { recursive: true, mode: 0o700 })
  await copyFile(path.join(from, name), path.join(to, name))
  // A file written just now may be written again within the same tick of the file system's clock.
  if (Date.now() - mtimeMs > settledMs) copied.set(name, { size, mtimeMs })
}
